"""First positions that are there before the whole game is: the pictures are the same."""

from __future__ import annotations

import pytest

from helpers.marks import each_game
from interpreter import LudError, load
from interpreter.play.load import beginning, games, read
from interpreter.text.errors import Source


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game(few=True))
def test_the_picture_is_that_of_the_whole_game(name: str) -> None:
    source = read(name)
    drawn = beginning(source, quick=True).start().svg()
    assert drawn == beginning(source).start().svg()
    assert drawn == load(name, backend="python").start().svg()


@pytest.mark.parametrize("name", ["Yavalath", "Chess", "Sudoku", "Kalah"])
def test_options_are_chosen(name: str) -> None:
    source, game = read(name), load(name, backend="python")
    for one in game.expanded.options:
        item = one.items[-1].name
        chosen = load(name, {one.heading: item}, backend="python")
        found = beginning(source, {one.heading: item}, quick=True)
        assert found.start().svg() == chosen.start().svg()
    with pytest.raises(LudError, match="no option"):
        beginning(source, {"Colours": "many"}, quick=True)


def test_a_king_in_check_is_seen_once_all_rules_are_looked_at() -> None:
    text = games()["Gardner Minichess"].read_text("utf-8")
    given = text.replace('(place "Pawn1" (sites Row 1))', '(place "Queen2" coord:"E3")')
    assert given != text
    source = Source("check.lud", given)
    assert "check: player 1" in load(given).start().svg()
    assert beginning(source).start().svg() == load(given).start().svg()
    assert "check: player 1" not in beginning(source, quick=True).start().svg()


def test_mistakes_elsewhere_are_found_with_all_rules_alone() -> None:
    text = games()["Tic-Tac-Toe"].read_text("utf-8")
    far = Source("far.lud", text.replace("(is Full)", "(is Empty (handSite Mover))"))
    assert "<svg" in beginning(far, quick=True).start().svg()
    with pytest.raises(LudError, match="no hands"):
        beginning(far)
    typo = Source("typo.lud", text.replace("(sites Empty)", "(sites Emty)"))
    for quick in (True, False):
        with pytest.raises(LudError, match="Emty"):
            beginning(typo, quick=quick)


def test_a_hint_that_asks_what_only_play_can_tell_adds_nothing_to_the_program() -> None:
    hint = '(graphics (show Symbol "X" (forEach (sites Board) if:(all Passed))))'
    text = games()["Tic-Tac-Toe"].read_text("utf-8").replace("(metadata", f"(metadata {hint}")
    source = Source("told.lud", text)
    for quick in (True, False):
        game = beginning(source, quick=quick)
        assert [one.name for one in game.program.functions] == ["start"]
        assert "has to know these sites" in game.warnings[0].message

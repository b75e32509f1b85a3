"""Characters that cannot be seen: no text of a stranger brings them to a screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.play.load import load
from interpreter.text.characters import MOST_UNSEEN, check_characters
from interpreter.text.errors import UNSEEN, LudError, Problem, Source, Span, visible
from interpreter.text.recover import recover
from lab.checks.fixing import fixed
from lab.files.records import parse

TIC_TAC_TOE = """// What everybody knows.
(game "Noughts and Crosses"
    (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)
"""
HOSTILE = (
    "\x00",
    "\x07",
    "\x08",
    "\x1b",
    "\x7f",
    "\x9b",
    "\r",
    "\u2028",
    "\u202e",
    "\u2066",
    "\ud800",
)
"""What rings, deletes, commands a terminal, overwrites or turns a line, or is half of a letter."""


@pytest.mark.parametrize("character", HOSTILE, ids=ascii)
@pytest.mark.parametrize("place", ['"Noughts', "// What", "(players"])
def test_it_is_refused_wherever_it_stands(character: str, place: str) -> None:
    text = TIC_TAC_TOE.replace(place, place + character, 1)
    assert text != TIC_TAC_TOE
    with pytest.raises(LudError) as caught:
        load(text)
    (problem,) = caught.value.problems
    assert problem.code == "unseen-character"
    assert problem.span is not None
    assert problem.span.text == character
    assert f"U+{ord(character):04X}" in problem.message
    assert not UNSEEN.search(str(caught.value))
    assert fixed(Source("mine.lud", text)).after.text == TIC_TAC_TOE


def test_other_letters_and_ends_of_lines_are_welcome() -> None:
    text = TIC_TAC_TOE.replace("Noughts", "Żeton 棋 ⛀ é").replace("\n", "\r\n\t")
    assert load(text).name.startswith("Żeton 棋 ⛀ é")


def test_what_comes_behind_is_read_all_the_same() -> None:
    source = Source("mine.lud", TIC_TAC_TOE.replace(" ", " \x1b"))
    found = recover(source)
    assert len(found.problems) == MOST_UNSEEN
    assert len(found.items) == len(recover(Source("mine.lud", TIC_TAC_TOE)).items)


def test_a_record_has_none() -> None:
    with pytest.raises(LudError, match="U\\+001B"):
        parse(Source("mine.txt", "ludwright record 1\ngame: \x1b[2J"))


@given(st.text())
def test_messages_show_signs_instead(text: str) -> None:
    source = Source("mine\x1b.lud", text)
    shown = str(LudError([Problem(f"no {text}", Span(source, 0, len(text)), hint=text)]))
    assert not UNSEEN.search(shown)
    assert len(visible(text)) == len(text)
    if not UNSEEN.search(text):
        check_characters(source)


@pytest.mark.parametrize(
    "name", ["x" * 5000, "x" * 5000 + ".lud", "x\0y.lud", "a/" * 3000 + "b.lud"]
)
def test_names_that_no_file_can_have(name: str) -> None:
    for what in (name, Path(name)):
        with pytest.raises(LudError) as caught:
            load(what)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("Go (13x13)", 'no game is called "Go \\(13x13\\)".*\n.*did you mean Go'),
        ("Nothing (old)/of the kind.txt", "no game is called"),
        ('(gme "Odd")', "<text>:1:1: no game: found"),
        ("// nothing (but) this", "<text>:1:1: nothing but comments"),
        ("hello\n(players 2)", "<text>:2:1: no game"),
    ],
)
def test_a_name_may_have_brackets(what: str, told: str) -> None:
    with pytest.raises(LudError, match=told):
        load(what)


def test_a_match_names_a_game_that_no_file_can_hold() -> None:
    games = f'(games {{ (subgame "{"x" * 5000}" next:0) }})'
    end = "(end { (if (>= (matchScore P1) 1) (result P1 Win)) })"
    with pytest.raises(LudError, match="no game is called"):
        load(f'(match "Odd" (players 2) {games} {end})')

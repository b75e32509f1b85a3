"""Where like pieces surely never meet on the board, only those of hands are counted."""

from __future__ import annotations

import pytest

from helpers.backends import needs_native
from helpers.random_games import same_as_plain
from helpers.twins import compare
from interpreter import Game, load
from interpreter.ir import schema

GAME = """(game "Hands" (players 2)
    (equipment {{ (board (square 4)) (piece "Man" Each {piece}) (piece "King" Each) {hands} }})
    (rules (start {{ {start} }}) (play (or {{ {play} }})) (end {{
        (if (no Moves Next) (result Mover Win)) (if (< 40 (count Moves)) (byScore {{
            (score P1 (count Pieces P1)) (score P2 (count in:(sites Top))) }}))
    }})))"""
HANDS = "(hand Each)"
PLACED = """(place "Man1" (sites Bottom)) (place "Man2" (sites Top)) (place "Man" "Hand" count:3)"""
STEP = "(move Step (to if:{}{}))"
EMPTY = "(is Empty (to))"
ENEMY = "(is Enemy (who at:(to)))"
DROP = "(move (from (handSite Mover)) (to (sites Empty)))"
TAKE = " (apply (remove (to)))"


def rules(piece: str, play: str = DROP, start: str = PLACED, hands: str = HANDS) -> str:
    play = f"{play} (forEach Piece)" if piece else play
    return GAME.format(piece=piece, play=play, start=start, hands=hands)


def counts(game: Game) -> tuple[bool, bool]:
    """Whether pieces are counted on all sites, and in hands alone."""
    part = game.program.part
    return part(schema.COUNT) is not None, part(schema.HELD) is not None


APART = {
    "steps to empty sites": rules(STEP.format(EMPTY, "")),
    "slides": rules("(move Slide)"),
    "hops": rules("(move Hop (between if:(is Enemy (who at:(between))) (apply (remove (between))))"
                  " (to if:(is Empty (to))))"),
    "takes what it comes to": rules(STEP.format(ENEMY, TAKE)),
    "takes whatever is no friend": rules(STEP.format("(not (is Friend (who at:(to))))", TAKE)),
    "is promoted": rules(STEP.format(EMPTY, "")[:-1] +
                         ' (then (promote (last To) (piece "King") Mover)))'),
    "comes from outside": rules("", "(move Add (to (sites Empty)))"),
    "site by site": rules("", "(forEach Site (sites Empty) (move Add (to (site))))"),
    "begins with a set": rules("", start='(place "Man1" (forEach (sites Board) if:(is Even '
                               "(site))))"),
    "on vertices": rules(STEP.format(EMPTY, "")).replace("(square 4)", "(square 4) use:Vertex"),
    "several places": rules(STEP.format(EMPTY, ""), hands="(hand P1 size:3) (hand P2)"),
    "on a large board": rules(STEP.format(EMPTY, "")).replace("(square 4)", "(square 9)"),
}  # fmt: skip
MEET = {
    "its own kind": rules(STEP.format("(not (is Enemy (who at:(to))))", "")),
    "as an enemy that is no more": rules(
        STEP.format(ENEMY, ' (apply (promote (to) (piece "Man") Mover))')
    ),
    "dropped on its own": rules("", "(move (from (handSite Mover)) (to (sites Occupied "
                                "by:Mover)))"),
    "added twice": rules(STEP.format(EMPTY, "")[:-1] + " (then (add (piece (mover)) (to 5))))"),
    "two at once": rules("", "(move (from (handSite Mover)) (to (sites Empty)) count:2)"),
    "so begun": rules("", start='(place "Man1" 5 count:2) (place "Man" "Hand" count:2)'),
    "begun one by one": rules("", start='(place "Man1" 5) (place "Man1" 5) (place "Man" "Hand")'),
    "by chance": rules("", start='(place Random {"Man1" "Man2"}) (place "Man" "Hand")'),
}  # fmt: skip


@needs_native
@pytest.mark.parametrize("name", APART)
def test_only_hands_are_counted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    text = APART[name]
    assert counts(load(text, plain=True)) == (True, False)
    assert counts(load(text)) == (False, True)
    assert same_as_plain(1, text, 20)


@needs_native
@pytest.mark.parametrize("name", MEET)
def test_all_are_counted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    text = MEET[name]
    assert counts(load(text)) == (True, False)
    assert same_as_plain(1, text, 20)


@pytest.mark.parametrize("name", ["steps to empty sites", "hops", "takes what it comes to"])
def test_what_is_asked_is_the_same(name: str) -> None:
    plain = load(APART[name], plain=True, backend="python")
    compare(plain, load(APART[name], backend="python"), seed=3, games=3, plies=30)


def test_what_is_needed_to_prove_it() -> None:
    text = APART["steps to empty sites"]
    assert counts(load(text, backend="python", passes=("beside",))) == (True, False)
    needed = ("ends", "algebra", "beside")
    assert counts(load(text, backend="python", passes=needed)) == (False, True)

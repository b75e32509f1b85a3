"""What random games tell of rules: each mistake gets its warning, and good games get none."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.play.load import games
from lab.checks.rules import check
from lab.checks.trial import doubts, trial

RULES = """(game "Tried" (players 2)
    (equipment {{ (board (square {size})) (piece "Man" Each {man}) {more} }})
    (rules {start} (play {play}) {end})
)"""
ADD = "(move Add (to (sites Empty)))"
FULL = "(end (if (is Full) (result Mover Win)))"
STEP = "(move Step (to if:(is Empty (to))))"


def rules(**parts: str) -> str:
    given = {"size": "3", "man": "", "more": "", "start": "", "play": ADD, "end": FULL}
    return RULES.format(**{**given, **parts})


MISTAKES = {
    "the first player has no move": rules(play="(forEach Piece)", man=STEP),
    "there is no end rule": rules(end=""),
    "end with the first move": rules(end="(end (if (= 1 1) (result Mover Win)))"),
    "nothing but the limit of turns": rules(
        size="2", man=STEP, play="(forEach Piece)",
        start='(start { (place "Man1" 0) (place "Man2" 3) })',
    ),
    'no "Fox" is ever on the board': rules(
        size="8", more='(piece "Fox" Neutral)',
        play=f'(or {ADD} (move Add (piece "Fox0") (to (intersection (sites Top) (sites Bottom)))))',
    ),
    'no "Fox" ever moves': rules(
        size="8", more='(piece "Fox" P1 (move Step N (to if:(is Occupied (to)))))',
        start='(start (place "Fox1" 63))', play=f"(or {ADD} (forEach Piece))",
    ),
    "player 2 never has a move": rules(
        size="8", play=f"(if (is Mover P1) {ADD} (move Pass))",
    ),
    "this move is never possible": rules(
        play=f"(or {ADD} (if (is Line 4) (move Remove (sites Occupied by:Next))))",
    ),
}  # fmt: skip


@pytest.mark.parametrize("message", MISTAKES)
def test_what_means_nothing_is_told(message: str) -> None:
    game = load(MISTAKES[message], backend="python")
    for seconds in (3, 30):  # most take less than one, and a machine may have other work
        told = [one.message for one in doubts(game, trial(game, seconds))]
        if any(message in one for one in told):
            return
    raise AssertionError(told)
    assert all(one.warning for one in told)


def test_the_place_is_told() -> None:
    game = load(MISTAKES["this move is never possible"], backend="python")
    (found,) = doubts(game, trial(game, 3))
    assert found.span is not None
    assert found.span.source.text[found.span.start :].startswith("(move Remove")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Yavalath", "Tic-Tac-Toe", "Breakthrough", "Kalah", "Nim"])
def test_good_games_are_not_doubted(name: str) -> None:
    game = load(name, backend="python")
    assert doubts(game, trial(game)) == []


# Random players hardly ever come to the end of these.
WANDERING = {"Five Field Kono", "Focus", "Halma", "Ugolki"}


@pytest.mark.slow
@pytest.mark.alike(24)
@pytest.mark.parametrize("name", sorted(set(games()) - WANDERING))
def test_the_library_is_not_doubted(name: str) -> None:
    game = load(name, backend="python")
    assert [one.message for one in doubts(game, trial(game))] == []


def test_checking_plays_unless_told_not_to() -> None:
    wrong = MISTAKES["end with the first move"]
    assert check(wrong).warnings == 1
    assert check(wrong, play=0).warnings == 0
    assert check(["Tic-Tac-Toe", wrong]).files == 2

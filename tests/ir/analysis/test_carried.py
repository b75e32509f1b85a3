"""What of a state decides what can still happen."""

from __future__ import annotations

import pytest

from helpers.searched import BEFORE
from interpreter import load
from interpreter.ir.analysis.carried import carried, future

STONES = """(game "Stones" (players 2)
    (equipment {{ (board (square 3)) (piece "Stone" Each) }})
    (rules (play {play}) (end (if {end} (result Mover Win))))
)"""
ADD = "(move Add (to (sites Empty)))"
FULL = "(is Full)"


def names(rules: str, *, plain: bool = False) -> set[str]:
    program = load(rules, backend="python", plain=plain).program
    return {one.name for one in future(program)}


@pytest.mark.parametrize(
    ("play", "end", "name"),
    [
        (ADD, "(= (last To) 4)", "last_to"),  # written by every move before it is read
        (ADD, "(= (count Moves) 20)", "rank"),
        (ADD, FULL, "moves"),  # the limit of plies does not count
    ],
)
def test_what_does_not_matter_is_left_out(play: str, end: str, name: str) -> None:
    assert (name in names(STONES.format(play=play, end=end))) is (name == "rank")


@pytest.mark.parametrize(
    ("play", "end", "name"),
    [
        (ADD, "(= (count Moves) 4)", "moves"),
        (ADD, "(= (count Turns) 4)", "turn"),
        ("(move Add (to (difference (sites Empty) (sites Around (last To)))))", FULL, "last_to"),
        (ADD, FULL, "placed"),
        (ADD, FULL, "mover"),
    ],
)
def test_what_rules_ask_for_matters(play: str, end: str, name: str) -> None:
    assert name in names(STONES.format(play=play, end=end))


def test_chance_is_no_part_of_it() -> None:
    assert not names(BEFORE) & {"random", "chance", "told", "told_left"}


def test_what_is_written_on_one_way_alone_is_carried() -> None:
    play = """(move Add (to (sites Empty)) (then (and
        (if (= (var "x") 3) (moveAgain))
        (if (is In (last To) (sites Corners)) (set Var "x" 3))
    )))"""
    program = load(STONES.format(play=play, end=FULL), backend="python").program
    assert any(one.name.startswith("var") for one in carried(program))

"""What is turned once a game, and never turned back."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.ir.analysis.once import once_a_game
from interpreter.ir.program import Access, walk

RULES = """(game "Stones" (players 2)
    (equipment {{ (board (square 3)) (piece "Stone" Each) }})
    (rules phases:{{
        (phase "One" (play (move Add (to (sites Empty)))) (nextPhase {one} "Two"))
        (phase "Two" (play (move Add (to (sites Empty)))) {two})
    }} (end (if (is Line 3) (result Mover Win))))
)"""


def turned(one: str, two: str = "", *, plain: bool = False) -> set[str]:
    program = load(RULES.format(one=one, two=two), backend="python", plain=plain).program
    accesses = (step.attribute for step in once_a_game(program))
    return {one.field.name for one in accesses if isinstance(one, Access)}


@pytest.mark.parametrize("plain", [False, True])
def test_the_end_and_a_phase_that_is_left(plain: bool) -> None:
    assert turned("(= (count Moves) 3)", plain=plain) == {"over", "active", "phase"}


def test_not_a_phase_that_comes_again() -> None:
    assert turned("Mover", '(nextPhase Mover "One")') == {"over", "active"}


def test_what_calls_it_is_as_rare() -> None:
    program = load("Yavalax", backend="python").program
    rare = once_a_game(program)
    called = [one for function in program.functions for one in walk(function.body)
              if one.name == "call" and one in rare]  # fmt: skip
    assert {one.attribute.function.name for one in called} >= {"draw", "leave_phase0"}
    assert "generate" not in {one.attribute.function.name for one in called}

"""The Python back end: programs as the text of Python functions."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.ir.program import Function, Instruction, Program
from interpreter.ir.values import Int, Sites
from interpreter.targets.python import Machine
from lab.checks.side_by_side import walk


def nested(depth: int) -> str:
    """A game whose rule for moves stands in so many conditions."""
    rule = "(move Add (to (sites Empty)))"
    for number in range(depth):
        rule = f"(if (= {number} (count Moves)) (move Pass) {rule})"
    return f"""(game "Deep" (players 2)
        (equipment {{ (board (square 3)) (piece "Disc" Each) }})
        (rules (start (set NextPlayer P1)) (play {rule})
            (end (if (is Line 3) (result Mover Win)))))"""


def test_rules_may_stand_in_each_other_deeper_than_blocks_of_python() -> None:
    state = load(nested(99), backend="python", plain=True).start()
    for _ in range(2):
        assert [move.name for move in state.moves()] == ["pass"]
        state = state.after("pass")


@pytest.mark.alike(2)
@pytest.mark.parametrize("deepest", [1, 3])
@pytest.mark.parametrize("name", ["Chess", "Oware", "Nyout", "Lasca", "Sudoku"])
def test_blocks_that_are_hoisted_do_the_same(
    name: str, deepest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = load(name, backend="python", plain=True)
    monkeypatch.setattr("interpreter.targets.python.DEEPEST", deepest)
    hoisted = load(name, backend="python", plain=True)
    assert isinstance(hoisted.machine, Machine)
    assert "def deep" in hoisted.machine.source
    assert walk((plain, hoisted), 1, 12) == 12


def test_a_set_that_is_known_can_be_counted() -> None:
    # Passes may find out what a set is where no operation is worked out any more.
    program = Program("Known", 4, [], [Function("ask", (), "int", [], 1)], [])
    number = Int(0)
    program.functions[0].body = [
        Instruction("count", (Sites(constant=0b101),), number),
        Instruction("return", (number,)),
    ]
    assert Machine(program).run("ask", []) == 2

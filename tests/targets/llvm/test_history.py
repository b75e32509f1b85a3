"""The history of positions, as native code: what was remembered is seen again, and nothing else."""

from __future__ import annotations

import functools

import pytest

from helpers.backends import needs_native
from interpreter.ir.emit import Emitter
from interpreter.ir.program import Access, Field, Program
from interpreter.ir.values import Int, Value
from interpreter.ir.verify import verify
from interpreter.targets.native import Machine

pytestmark = needs_native
# As many positions as are compared at once, some fewer and some more.
LENGTHS = (0, 1, 2, 15, 16, 17, 31, 32, 33, 48, 100)


@functools.cache
def compiled() -> Machine:
    """A machine that remembers numbers, forgets all of them, and tells which were there before."""
    b = Emitter()
    b.site_count = 4
    number = Field("number", "int", position=True)
    history = Field("history", "history")

    def remember(value: Int) -> None:
        b.write(number, value)
        b.emit("remember", attribute=Access(history))

    def forget() -> None:
        b.emit("forget", attribute=Access(history))

    def seen(value: Int) -> Value:
        b.write(number, value)
        return b.truth("seen", attribute=Access(history))

    b.define("remember", ("int",), "none", remember)
    b.define("forget", (), "none", forget)
    b.define("seen", ("int",), "bool", seen)
    program = Program("history", 4, [number, history], b.functions, [], None)
    program.entries = tuple(one.name for one in b.functions)
    verify(program)
    return Machine(program, checked=True)


def remembering(values: range) -> bytearray:
    """A state that remembers some numbers, one after the other."""
    machine = compiled()
    state = machine.blank()
    for value in values:
        machine.run("remember", state, value)
    return state


@pytest.mark.parametrize("length", LENGTHS)
def test_all_that_is_remembered_is_seen(length: int) -> None:
    machine, state = compiled(), remembering(range(length))
    found = [value for value in range(-2, length + 20) if machine.run("seen", state, value)]
    assert found == list(range(length))


@pytest.mark.parametrize("length", LENGTHS)
def test_what_lies_behind_the_last_position_is_not_seen(length: int) -> None:
    machine, state = compiled(), remembering(range(length))
    remembering(range(1000, 1000 + length + 40))  # in the same memory
    assert not any(machine.run("seen", state, value) for value in range(1000, 1000 + length + 40))


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("more", [0, 1, 15, 16, 17])
def test_what_is_forgotten_is_not_seen(length: int, more: int) -> None:
    machine, state = compiled(), remembering(range(length))
    machine.run("forget", state)
    for value in range(500, 500 + more):
        machine.run("remember", state, value)
    seen = [value for value in range(600) if machine.run("seen", state, value)]
    assert seen == list(range(500, 500 + more))

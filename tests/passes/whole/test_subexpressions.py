"""What is read and written once: which writes are left out, and that the state stays the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.programs import compiled
from interpreter.ir import schema
from interpreter.ir.emit import Emitter
from interpreter.ir.program import Access, Field, Program, walk
from interpreter.ir.values import Int
from interpreter.passes.whole.subexpressions import share

MANY, OTHER = Field("many", "int", length=3), Field("other", "int", length=3)
# There are as many players as the longest array by player has entries, but two.
RANK = Field("rank", "int", length=4, part=schema.RANK)
MOVER = Field("mover", "int", part=schema.MOVER, initial=1)
SUM = Field("sum", "int")
FIELDS = [MANY, OTHER, RANK, MOVER, SUM]

Write = Callable[[Emitter, Int], object]
"""Writes some instructions; given a number that can be any."""


def machine_of(write: Write, change: Callable[[Program], None] = share) -> Any:
    """A machine with a function that takes a number."""

    def define(b: Emitter) -> None:
        def act(index: Int, who: Int) -> None:
            b.write(MOVER, who)
            write(b, index)

        b.define("act", ("int", "int"), "none", act)

    return compiled(define, FIELDS, change)


def writes_of(machine: Any, field: Field) -> list[int | None]:
    """What is still written to a field, where that is known."""
    return [
        step.operands[-1].constant
        for step in walk(machine.program.function("act").body)
        if step.name in ("write", "write_at")
        and isinstance(step.attribute, Access)
        and step.attribute.field is field
    ]


def mover(b: Emitter) -> Int:
    return b.read_int(MOVER)


@pytest.mark.parametrize(
    ("index", "between", "needless"),
    [
        ("1", lambda b, _: None, True),
        ("1", lambda b, _: b.write(MANY, b.one, b.int(2)), True),
        ("1", lambda b, _: b.write(SUM, b.read_int(MANY, b.int(2))), True),
        ("1", lambda b, _: b.write(SUM, b.read_int(OTHER, b.one)), True),
        # Outside of the array, what is read is its entry 0.
        ("0", lambda b, _: b.write(SUM, b.read_int(MANY, b.int(3))), False),
        ("1", lambda b, any_: b.write(SUM, b.read_int(MANY, any_)), False),
        ("mover", lambda b, _: b.write(SUM, b.read_int(MANY, b.zero)), True),
        ("mover", lambda b, _: b.write(SUM, b.read_int(MANY, b.int(2))), False),
        ("any", lambda b, _: b.write(SUM, b.read_int(MANY, b.zero)), False),
        ("1", lambda b, any_: b.if_(b.equal(any_, b.one), b.finish), False),
    ],
)
def test_what_is_written_over_before_anybody_reads_it_is_not_written(
    index: str, between: Write, *, needless: bool
) -> None:
    def write(b: Emitter, any_: Int) -> None:
        place = {"mover": mover(b), "any": any_}.get(index) or b.int(int(index))
        b.write(MANY, b.int(7), place)
        between(b, any_)
        b.write(MANY, b.int(8), place)

    written = writes_of(machine_of(write), MANY)
    assert (7 not in written) == needless
    assert 8 in written


@pytest.mark.parametrize(
    ("index", "between", "known"),
    [
        ("1", lambda b, _: None, True),
        ("1", lambda b, _: b.write(MANY, b.one, b.int(2)), True),
        ("1", lambda b, any_: b.write(MANY, b.one, any_), False),
        ("mover", lambda b, _: b.write(MANY, b.one, b.zero), True),
        ("mover", lambda b, _: b.write(MANY, b.one, b.int(2)), False),
        ("any", lambda b, _: None, False),
        ("1", lambda b, any_: b.if_(any_eq(b, any_), lambda: b.write(MANY, b.one, b.one)), False),
    ],
)
def test_what_was_written_is_not_read(index: str, between: Write, *, known: bool) -> None:
    def write(b: Emitter, any_: Int) -> None:
        place = {"mover": mover(b), "any": any_}.get(index) or b.int(int(index))
        b.write(MANY, b.int(7), place)
        between(b, any_)
        b.write(SUM, b.read_int(MANY, place))

    assert (writes_of(machine_of(write), SUM) == [7]) == known


def any_eq(b: Emitter, index: Int) -> Any:
    return b.equal(index, b.one)


NUMBERS = st.sampled_from(["-1", "0", "1", "2", "3", "mover", "any", "read"])
STEPS = st.recursive(
    st.tuples(st.sampled_from(["write", "read", "mover"]), NUMBERS, NUMBERS),
    lambda inner: st.tuples(st.sampled_from(["if", "loop"]), NUMBERS, st.lists(inner, max_size=4)),
    max_leaves=12,
)


def write_steps(b: Emitter, any_: Int, steps: list[Any]) -> None:
    for name, number, more in steps:
        place = b.read_int(MANY, b.one) if number == "read" else place_of(b, any_, number)
        if name == "write":
            b.write(MANY, b.add(place, b.int(len(more))), place_of(b, any_, more))
        elif name == "read":
            found = b.read_int(MANY, place)
            b.write(SUM, b.add(b.add(b.read_int(SUM), b.read_int(SUM)), found))
        elif name == "mover":
            b.write(MOVER, b.subtract(b.int(3), mover(b)))
        elif name == "if":
            b.if_(b.equal(place, b.one), partial(write_steps, b, any_, more))
        else:
            b.loop(b.int(2), partial(rounds, b, any_, more), most=2)


def rounds(b: Emitter, any_: Int, steps: list[Any], _: Int) -> None:
    write_steps(b, any_, steps)


def place_of(b: Emitter, any_: Int, number: str) -> Int:
    if number in ("mover", "read"):
        return mover(b)
    return any_ if number == "any" else b.int(int(number))


@given(st.lists(STEPS, max_size=12), st.integers(-1, 3), st.integers(1, 2))
def test_the_state_is_the_same(steps: list[Any], index: int, who: int) -> None:
    def write(b: Emitter, any_: Int) -> None:
        write_steps(b, any_, steps)

    states = []
    for change in (share, lambda program: None):
        machine = machine_of(write, change)
        state = machine.blank()
        machine.run("act", state, index, who)
        states.append(state)
    assert states[0] == states[1]

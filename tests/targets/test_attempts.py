"""What is tried on the state itself stands where it succeeds, and is put back where it does not."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.backends import BACKENDS
from interpreter.ir.emit import Emitter
from interpreter.ir.program import Field, Program
from interpreter.ir.values import Bool, Int
from interpreter.ir.verify import IllFormedError, verify
from interpreter.targets import native, python

SITES = 100
LONG = 40
FIELDS = [
    Field("n", "int"),
    Field("held", "sites", 4),
    Field("counts", "int", LONG, initial=3),
    Field("after", "int", LONG),
]


def machine_of(backend: str) -> Any:
    """A machine that writes to a number, a set and an entry of a long array, and may fail then."""
    b = Emitter()
    b.site_count = SITES
    number, held, counts, after = FIELDS

    def body(place: Int, succeeds: Bool) -> Int:
        done = b.local("done", b.false)

        def attempt() -> None:
            b.write(number, b.add(b.read_int(number), b.one))
            b.write(held, b.single(place), b.one)
            b.write(counts, place, place)
            b.set(done, succeeds)
            b.if_(b.get_bool(done), lambda: b.write(after, b.one, place))

        b.attempt(done, attempt)
        return b.read_int(number)

    b.define("try_", ("int", "bool"), "int", body)
    program = Program("test", SITES, FIELDS, b.functions, [])
    program.entries = ("try_",)
    verify(program)
    if backend == "python":
        return python.Machine(program)
    return native.Machine(program, checked=True)


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_fails_is_put_back(backend: str) -> None:
    machine = machine_of(backend)
    number, held, counts, after = FIELDS
    state = machine.blank()
    before = state[:]
    assert machine.run("try_", state, 7, False) == 0
    assert state == before
    assert machine.run("try_", state, 7, True) == 1
    assert machine.get(state, number) == 1
    assert machine.get(state, held, 1) == 1 << 7
    assert machine.get(state, counts, 7) == 7
    assert machine.get(state, after, 7) == 1
    now = state[:]
    assert machine.run("try_", state, 9, False) == 1
    assert state == now


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_follows_success_is_put_back_where_it_was_none(backend: str) -> None:
    """An attempt may still turn out to fail, after it has gone on as if it had not."""
    b = Emitter()
    after = Field("after", "int", LONG)

    def body() -> None:
        done = b.local("done", b.true)

        def go_on() -> None:
            b.write(after, b.one, b.int(7))
            b.set(done, b.false)

        b.attempt(done, lambda: b.if_(b.get_bool(done), go_on))

    b.define("try_", (), "none", body)
    program = Program("test", SITES, [after], b.functions, [])
    program.entries = ("try_",)
    machine: Any = native.Machine(program) if backend != "python" else python.Machine(program)
    state = machine.blank()
    before = state[:]
    machine.run("try_", state)
    assert state == before


def test_an_attempt_cannot_be_left_by_a_loop_around_it() -> None:
    b = Emitter()

    def body() -> None:
        done = b.local("done", b.true)
        b.loop(b.int(3), lambda _: b.attempt(done, b.leave), most=3)

    b.define("f", (), "none", body)
    with pytest.raises(IllFormedError, match="outside of a loop"):
        verify(Program("test", SITES, [], b.functions, []))

"""What is set and set again before anybody reads it is not set."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from interpreter.ir.emit import Emitter
from interpreter.ir.program import Field, Function, Program, Variable, walk
from interpreter.ir.values import Bool
from interpreter.ir.verify import verify
from interpreter.passes.whole.dead import remove_dead
from interpreter.targets.python import Machine

SITES = 9


class _Made(Emitter):
    """Writes what changes one variable, asked by numbers of one field."""

    def __init__(self) -> None:
        super().__init__()
        self.site_count = SITES
        self.field = Field("a", "int")

    def holds(self, number: int) -> Bool:
        return self.less(self.int(number), self.read_int(self.field))

    def sum_up(self, variable: Variable, number: int) -> None:
        self.set(variable, self.add(self.get_int(variable), self.int(number)))


def _overwritten(b: _Made, v: Variable) -> None:
    b.if_(b.holds(1), lambda: b.sum_up(v, 5))
    b.set(v, b.int(3))


def _read_between(b: _Made, v: Variable) -> None:
    b.set(v, b.int(5))
    b.write(b.field, b.get_int(v))
    b.set(v, b.int(3))


def _one_way(b: _Made, v: Variable) -> None:
    b.set(v, b.int(5))
    b.if_(b.holds(1), lambda: b.set(v, b.int(3)))


def _both_ways(b: _Made, v: Variable) -> None:
    b.set(v, b.int(5))
    b.if_(b.holds(1), lambda: b.set(v, b.int(3)), lambda: b.set(v, b.int(4)))


def _left(b: _Made, v: Variable) -> None:
    def round_(_: object) -> None:
        b.set(v, b.int(5))
        b.leave_if(b.holds(1))
        b.set(v, b.int(3))

    b.loop(b.int(2), round_, most=2)


def _left_in_vain(b: _Made, v: Variable) -> None:
    _left(b, v)
    b.set(v, b.int(7))


def _next_round(b: _Made, v: Variable) -> None:
    def round_(_: object) -> None:
        b.write(b.field, b.get_int(v))
        b.sum_up(v, 5)

    b.loop(b.int(3), round_, most=3)
    b.set(v, b.int(7))


@pytest.mark.parametrize(
    ("write", "left"),
    [
        (_overwritten, 1), (_read_between, 2), (_one_way, 2), (_both_ways, 2), (_left, 2),
        (_left_in_vain, 1), (_next_round, 2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("first", [0, 2])
def test_what_is_set_again(write: Callable[[_Made, Variable], None], left: int, first: int) -> None:
    results: list[object] = []
    for dead in (False, True):
        b = _Made()

        def body(b: _Made = b) -> object:
            variable = b.local("found", b.int(1))
            write(b, variable)
            return b.add(b.get_int(variable), b.multiply(b.read_int(b.field), b.int(100)))

        function: Function = b.define("f", (), "int", body)  # type: ignore[arg-type]
        program = Program("test", SITES, [b.field], [function], [])
        if dead:
            remove_dead(program, ["f"])
            assert sum(step.name == "set" for step in walk(function.body)) == left
        verify(program)
        program.entries = ("f",)
        machine = Machine(program)
        state = [first]
        results.append((machine.run("f", state), state))
    assert results[0] == results[1]

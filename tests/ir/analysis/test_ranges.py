"""Bounds of fields hold in every state."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from helpers.marks import each_game
from helpers.wandering import states
from interpreter import load
from interpreter.ir.analysis.ranges import ANY, Ranges, decided
from interpreter.ir.emit import Emitter
from interpreter.ir.program import Access, Field, Program
from interpreter.ir.values import Bool, Int


@pytest.mark.parametrize("name", each_game(long=True))
def test_bounds_of_fields_hold_in_every_state(name: str) -> None:
    game = load(name, backend="python")
    ranges = Ranges(game.program)
    for raw in states(game, seed=len(name), plies=25):
        for field in game.program.fields:
            if field.kind != "int":
                continue
            low, high = ranges.fields[field]
            for index in range(field.length or 1):
                assert low <= game.machine.get(raw, field, index) <= high, field.name


def test_the_mover_is_a_player_and_the_last_site_a_site() -> None:
    game = load("Yavalath", backend="python")
    ranges = Ranges(game.program)
    found = {
        field.name: ranges.fields[field] for field in game.program.fields if field.kind == "int"
    }
    assert found["mover"] == (1, 2)
    assert found["over"] == (0, 1)
    assert found["last_to"] == (-1, 60)
    assert found["random"] == ANY


def bounds_of(write: Callable[[Emitter, Int], Int]) -> tuple[int, int]:
    """The bounds of a field into which something is written that is made of an unknown number."""
    b = Emitter()
    kept, unknown = Field("kept", "int", initial=3), Field("unknown", "int")

    def body() -> None:
        b.emit("random", b.int(1 << 40), attribute=Access(unknown))
        number = b.subtract(b.read_int(unknown), b.int(1 << 20))
        b.write(kept, write(b, number))

    b.define("playout", (), "none", body)
    program = Program("Bounds", 9, [kept, unknown], b.functions, [])
    return Ranges(program).fields[kept]


def under(condition: Callable[[Emitter, Int], Bool]) -> tuple[int, int]:
    """The bounds of an unknown number where a condition holds; 3 where it does not."""

    def write(b: Emitter, number: Int) -> Int:
        held = b.local("held", b.int(3))
        b.if_(condition(b, number), lambda: b.set(held, number))
        return b.get_int(held)

    return bounds_of(write)


@pytest.mark.parametrize(
    ("condition", "bounds"),
    [
        (lambda b, x: b.both(b.less(b.int(2), x), b.less(x, b.int(9))), (3, 8)),
        (lambda b, x: b.both(b.at_most(b.int(2), x), b.at_most(x, b.int(9))), (2, 9)),
        (lambda b, x: b.negate(b.either(b.less(x, b.zero), b.less(b.int(9), x))), (0, 9)),
        (lambda b, x: b.negate(b.either(b.at_most(x, b.zero), b.at_most(b.int(9), x))), (1, 8)),
        (lambda b, x: b.equal(x, b.int(5)), (3, 5)),
        (lambda b, x: b.negate(b.differ(x, b.int(5))), (3, 5)),
    ],
)
def test_conditions_tell_bounds(
    condition: Callable[[Emitter, Int], Bool], bounds: tuple[int, int]
) -> None:
    assert under(condition) == bounds


def test_who_has_left_tells_bounds_of_what_follows() -> None:
    def write(b: Emitter, number: Int) -> Int:
        held = b.local("held", b.zero)

        def once(_: Int) -> None:
            b.leave_if(b.less(number, b.zero))
            b.leave_if(b.less(b.int(7), number))
            b.set(held, number)

        b.loop(b.one, once, most=1)
        return b.get_int(held)

    assert bounds_of(write) == (0, 7)


def test_what_is_counted_has_bounds() -> None:
    def write(b: Emitter, number: Int) -> Int:
        held = b.local("held", b.int(5))

        def once(_: Int) -> None:
            some = b.least(b.greatest(number, b.int(-2)), b.int(3))
            b.set(held, b.add(b.get_int(held), some))

        b.loop(b.int(4), lambda _: b.loop(b.int(10), once, most=10), most=4)
        return b.get_int(held)

    assert bounds_of(write) == (5 - 2 * 40, 5 + 3 * 40)


GIVES: dict[str, Callable[[int, int], int]] = {
    "lt": lambda left, right: left < right,
    "le": lambda left, right: left <= right,
    "eq": lambda left, right: left == right,
    "ne": lambda left, right: left != right,
    "min": min,
    "max": max,
}


@pytest.mark.parametrize("name", GIVES)
def test_what_is_decided_is_what_all_numbers_give(name: str) -> None:
    ends = [(low, high) for low, high in product(range(4), repeat=2) if low <= high]
    found = set[bool]()
    for one, other in product(ends, repeat=2):
        pairs = list(product(*(range(low, high + 1) for low, high in (one, other))))
        always = decided(name, one, other)
        found.add(always is None)
        if name in ("min", "max"):
            places = [{at for at in (0, 1) if pair[at] == GIVES[name](*pair)} for pair in pairs]
            known = set[int].intersection(*places)
            assert always in known if known else always is None
        else:
            given = {int(GIVES[name](*pair)) for pair in pairs}
            assert given == {always} if always is not None else given == {0, 1}
    assert found == {True, False}

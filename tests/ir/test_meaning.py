"""What operations mean: folded and run they give the same; whole numbers, chance, packed moves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.marks import some
from helpers.programs import SITES, compiled
from interpreter.ir.emit import Emitter
from interpreter.ir.meaning.expressions import divide, evaluate
from interpreter.ir.meaning.sites import listed, nth
from interpreter.ir.meaning.splitmix import draw, mix, stream, wrap
from interpreter.ir.operations import MACHINE, OPERATIONS, RULES
from interpreter.ir.program import pack, unpack
from interpreter.ir.relations import Axis, Compass, Rays, Relation, Table
from interpreter.passes.realise import realise
from interpreter.targets.python import DEFINED

NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.integers(-12, 12)
# Rounds of a loop, or what moves carry: never so large that times the sites they leave 64 bits.
WAYS = st.integers(-(2**31), 2**31 - 1) | st.integers(-2, SITES)
MASKS = st.integers(0, 2**SITES - 1)
MOVES = st.builds(pack, st.integers(0, 1023), st.integers(-1, 4095), st.integers(-1, 4095),
                  st.integers(0, 2**28 - 1))  # fmt: skip
ROW = Axis("row", (((1, 2), ()), ((2,), (0,)), ((), (1, 0)), *((None,) * 6)))
EAST_RAYS = ((1, 2), (2,), (), (4, 5), (5,), (), (7, 8), (8,), ())
EAST = Relation("E", ((1,), (2,), (), (4,), (5,), (), (7,), (8,), ()))
COMPASS = Compass("ways", (*(EAST_RAYS), *((),) * SITES), 2, SITES)
ATTRIBUTES = {
    "along": COMPASS,
    "onward": COMPASS,
    "reach": COMPASS,
    "beyond": COMPASS,
    "image": EAST,
    "flood": EAST,
    "run": ROW,
    "met": Rays("rays", EAST_RAYS),
    "extra_of": 1,
    "lookup": Table("numbers", (4, 5, -1)),
    "lookup_sites": Table("sets", (1, 2, 0)),
}
# Which operand of an operation is a way.
ON_WAYS = {"along": 1, "onward": 1, "reach": 2, "beyond": 2}
PURE = [one for one in OPERATIONS.values() if one.pure and one.name != "ray"]


def test_every_operation_is_defined() -> None:
    """What rules are written with besides is gone when a program runs, but for what is pure."""
    assert MACHINE.keys() | RULES.keys() == OPERATIONS.keys()
    assert MACHINE.keys() & RULES.keys() == set()
    assert set(DEFINED) == {one for one in OPERATIONS if one in MACHINE or OPERATIONS[one].pure}
    assert (len(MACHINE), len(RULES)) == (75, 20)


@pytest.mark.parametrize("operation", some(PURE, 4), ids=lambda one: one.name)
@given(data=st.data())
def test_folding_equals_running(operation: object, data: st.DataObject) -> None:
    """What is folded while writing is what the printed program computes.

    What rules are written with is printed as that which it is realised by.
    """
    assert operation in PURE
    name, kinds, result = operation.name, operation.operands, operation.result  # type: ignore[attr-defined]
    draws = {"int": NUMBERS, "bool": st.integers(0, 1), "sites": MASKS, "move": MOVES}
    ways = ON_WAYS.get(name)
    operands = [
        data.draw(WAYS if place == ways else draws[kind]) for place, kind in enumerate(kinds)
    ]
    attribute = ATTRIBUTES.get(name)

    def write(b: Emitter) -> None:
        b.define("f", kinds, result, lambda *values: b.emit(name, *values, attribute=attribute))

    truths = [bool(v) if kind == "bool" else v for v, kind in zip(operands, kinds, strict=True)]
    machine = compiled(write, change=realise)
    assert int(machine.run("f", [], *truths)) == evaluate(name, operands, attribute, SITES)


@given(NUMBERS, NUMBERS)
def test_numbers_stay_in_64_bits(left: int, right: int) -> None:
    for name in ("add", "sub", "mul", "div", "mod"):
        found = evaluate(name, [left, right], None, SITES)
        assert -(2**63) <= found < 2**63 or (name == "div" and (left, right) == (-(2**63), -1))


def test_division_is_towards_zero() -> None:
    assert [divide(7, 2), divide(-7, 2), divide(7, -2), divide(7, 0)] == [3, -3, -3, 0]
    assert evaluate("mod", [-7, 2], None, SITES) == -1


@given(MASKS, st.integers(-2, SITES + 2))
def test_nth_counts_from_the_lowest(mask: int, index: int) -> None:
    sites = [site for site in range(SITES) if mask >> site & 1]
    assert list(listed(mask)) == sites
    assert nth(mask, index) == (sites[index] if 0 <= index < len(sites) else -1)


@given(
    st.integers(0, 1023), st.integers(-1, 4095), st.integers(-1, 4095), st.integers(0, 2**28 - 1)
)
def test_moves_pack_and_unpack(template: int, origin: int, target: int, extra: int) -> None:
    packed = pack(template, origin, target, extra)
    assert 0 <= packed < 2**64
    assert unpack(packed) == (template, origin, target, extra)


def test_random_stream_is_splitmix64() -> None:
    """The first outputs for seed 0, as published with the generator (Steele, Lea, Flood 2014)."""
    state = [0]
    upper = [draw(state, 0, 2**32) for _ in range(3)]
    assert upper == [0xE220A839, 0x6E789E6A, 0x06C45D18]
    assert wrap(stream(1, 0)) != wrap(stream(1, 1))
    assert mix(0) == 0


def test_runs_and_images() -> None:
    assert evaluate("run", [0b111, 1], ROW, SITES) == 3
    assert evaluate("run", [0b101, 1], ROW, SITES) == 0
    assert evaluate("run", [0b001, 0], ROW, SITES) == 1
    assert evaluate("image", [0b100000011], EAST, SITES) == 0b110

"""The program: one table of operations, folding that agrees with running, a strict verifier."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.marks import some
from interpreter import load
from interpreter.ir.emit import ZERO, Emitter
from interpreter.ir.listing import show
from interpreter.ir.meaning.expressions import divide, evaluate
from interpreter.ir.meaning.sites import nth
from interpreter.ir.meaning.splitmix import draw, mix, stream, wrap
from interpreter.ir.operations import MACHINE, OPERATIONS, RULES
from interpreter.ir.program import (
    Access,
    Copy,
    Field,
    Function,
    Instruction,
    Program,
    Variable,
    pack,
    unpack,
)
from interpreter.ir.relations import Axis, Compass, Relation, Table
from interpreter.ir.values import Int, Sites, Value
from interpreter.ir.verify import IllFormedError, verify
from interpreter.passes.realise import realise
from interpreter.passes.whole.snapshots import settle
from interpreter.targets.python import DEFINED, Machine

SITES = 9
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.integers(-12, 12)
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
    "extra_of": 1,
    "lookup": Table("numbers", (4, 5, -1)),
    "lookup_sites": Table("sets", (1, 2, 0)),
}
PURE = [one for one in OPERATIONS.values() if one.pure and one.name != "ray"]


def compiled(
    write: Callable[[Emitter], None],
    fields: list[Field] | None = None,
    change: Callable[[Program], None] = lambda program: None,
) -> Machine:
    """A machine with the functions that the writer defines, and a pass has changed."""
    b = Emitter()
    b.site_count = SITES
    write(b)
    program = Program("test", SITES, fields or [], b.functions, [])
    change(program)
    verify(program)
    return Machine(program)


def test_every_operation_is_defined() -> None:
    """What rules are written with besides is gone when a program runs, but for what is pure."""
    assert MACHINE.keys() | RULES.keys() == OPERATIONS.keys()
    assert MACHINE.keys() & RULES.keys() == set()
    assert set(DEFINED) == {one for one in OPERATIONS if one in MACHINE or OPERATIONS[one].pure}
    assert (len(MACHINE), len(RULES)) == (69, 20)


@pytest.mark.parametrize("operation", some(PURE, 4), ids=lambda one: one.name)
@given(data=st.data())
def test_folding_equals_running(operation: object, data: st.DataObject) -> None:
    """What is folded while writing is what the printed program computes.

    What rules are written with is printed as that which it is realised by.
    """
    assert operation in PURE
    name, kinds, result = operation.name, operation.operands, operation.result  # type: ignore[attr-defined]
    draws = {"int": NUMBERS, "bool": st.integers(0, 1), "sites": MASKS, "move": MOVES}
    operands = [data.draw(draws[kind]) for kind in kinds]
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


def test_probe_drops_its_changes_and_variables_keep_theirs() -> None:
    field = Field("n", "int")

    def write(b: Emitter) -> None:
        def body() -> Int:
            seen = b.local("seen", ZERO)

            def inside() -> None:
                b.write(field, b.int(7))
                b.set(seen, b.read_int(field))

            b.probe(inside)
            return b.add(b.get_int(seen), b.read_int(field))

        b.define("f", (), "int", body)

    machine = compiled(write, [field])
    state = machine.blank()
    assert machine.run("f", state) == 7
    assert state == [0]


def test_a_batch_reads_the_state_before_it() -> None:
    """Two effects of one batch: the second sees the value from before the first."""
    first, second = Field("a", "int"), Field("b", "int")

    def write(b: Emitter) -> None:
        def body() -> None:
            copy = Copy()
            with b.open() as block:
                b.copy = copy
                b.write(first, b.add(b.read_int(first), b.int(1)))
                b.write(second, b.read_int(first))
                b.copy = None
            b.emit("snapshot", attribute=copy, blocks=(block,))

        b.define("f", (), "none", body)

    machine = compiled(write, [first, second], settle)
    state = machine.blank()
    machine.run("f", state)
    assert state == [1, 0]
    names = [step.name for step in machine.program.functions[0].body]
    assert names == ["snapshot", "finish"], "the copy makes a difference here and must stay"


def test_a_copy_that_makes_no_difference_goes() -> None:
    field = Field("a", "int")
    copy = Copy()
    read = Instruction("read", (), Int(1), Access(field, copy))
    write = Instruction("write", (Int(1),), None, Access(field))
    snapshot = Instruction("snapshot", (), None, copy, ([read, write],))
    function = Function("f", body=[snapshot, FINISH])
    settle(Program("test", SITES, [field], [function], []))
    assert function.body == [read, write, FINISH]
    assert isinstance(read.attribute, Access)
    assert read.attribute.copy is None


def bad(*body: Instruction, result: str = "none", fields: tuple[Field, ...] = ()) -> Program:
    return Program("bad", SITES, list(fields), [Function("f", (), result, list(body))], [])  # type: ignore[arg-type]


FINISH = Instruction("finish", ())
BROKEN = {
    "no such operation": bad(Instruction("fly", ()), FINISH),
    "ends with": bad(Instruction("add", (ZERO, ZERO), Int(1))),
    "is not defined here": bad(Instruction("add", (Int(5), ZERO), Int(1)), FINISH),
    "operand is sites": bad(Instruction("add", (Sites(constant=1), ZERO), Int(1)), FINISH),
    "operands, not": bad(Instruction("add", (ZERO,), Int(1)), FINISH),
    "outside of a loop": bad(Instruction("leave", ()), FINISH),
    "instructions behind it": bad(FINISH, FINISH),
    "is not declared": bad(Instruction("get", (), Int(1), Variable("x", "int")), FINISH),
    "is not the program's": bad(Instruction("read", (), Int(1), Access(Field("a", "int"))), FINISH),
    "result is sites": bad(Instruction("add", (ZERO, ZERO), Sites(1)), FINISH),
    "blocks expected": bad(Instruction("if", (Value(constant=1),)), FINISH),
    "attribute None": bad(Instruction("image", (Sites(constant=1),), Sites(1)), FINISH),
}


@pytest.mark.parametrize("why", BROKEN)
def test_verifier_rejects(why: str) -> None:
    with pytest.raises(IllFormedError, match=why):
        verify(BROKEN[why])


def test_a_probe_cannot_be_left_by_a_loop_around_it() -> None:
    def write(b: Emitter) -> None:
        b.define("f", (), "none", lambda: b.loop(b.int(3), lambda _: b.probe(b.leave), most=3))

    with pytest.raises(IllFormedError, match="outside of a loop"):
        compiled(write)


def test_functions_show_as_text() -> None:
    b = Emitter()
    made = b.define("f", ("int",), "int", lambda value: b.add(value, b.int(2)))
    assert show(made) == "f(%1: int) -> int\n  %2 = add %1 2\n  return %2"


def test_what_is_made_on_demand_in_an_attempt_that_fails_is_made_again() -> None:
    """Whether the next player can move is asked first where all sites at once cannot be asked."""
    game = load(
        """(game "T" (players 2)
            (equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(is Empty (to)))))})
            (rules
                (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
                (play (forEach Piece))
                (end {
                    (if (is Line 3 if:(no Moves Next)) (result Mover Win))
                    (if (no Moves Next) (result Next Loss))
                })))""",
        backend="python",
    )
    assert game.start().moves()

"""Programs as they are written, verified, shown and run."""

from __future__ import annotations

import pytest

from helpers.programs import SITES, compiled
from interpreter import load
from interpreter.ir.emit import ZERO, Emitter
from interpreter.ir.listing import show
from interpreter.ir.program import Access, Copy, Field, Function, Instruction, Program, Variable
from interpreter.ir.values import Int, Sites, Value
from interpreter.ir.verify import IllFormedError, verify
from interpreter.passes.whole.snapshots import settle


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
    assert names == ["read", "add", "snapshot", "finish"], "the copy makes a difference and stays"


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


def test_a_block_may_come_to_nothing() -> None:
    """What is written behind the end of an array is not, be it all that a block does."""
    field = Field("n", "int", 2)

    def write(b: Emitter) -> None:
        def body(number: Int) -> Int:
            b.if_(b.less(ZERO, number), lambda: b.write(field, number, b.int(2)))
            return b.read_int(field, b.int(1))

        b.define("f", ("int",), "int", body)

    assert compiled(write, [field]).run("f", [0, 5], 1) == 5

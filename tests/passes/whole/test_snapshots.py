"""Copies of the state that make no difference are taken away."""

from __future__ import annotations

from typing import cast

from interpreter.ir.emit import Emitter
from interpreter.ir.program import Access, Copy, Field, Function, Instruction, Program
from interpreter.ir.values import Bool, Int
from interpreter.ir.verify import verify
from interpreter.passes.whole.snapshots import settle

SITES = 9


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


def test_what_one_block_writes_another_may_read() -> None:
    field, copy = Field("a", "int"), Copy()
    read = Instruction("read", (), Int(1), Access(field, copy))
    write = Instruction("write", (Int(1),), None, Access(field))
    choice = Instruction("if", (Bool(constant=1),), None, None, ([write], [read]))
    function = Function("f", body=[Instruction("snapshot", (), None, copy, ([choice],)), FINISH])
    settle(Program("test", SITES, [field], [function], []))
    assert function.body == [choice, FINISH]
    late = Instruction("snapshot", (), None, copy, ([choice, _read(field, copy)],))
    function.body[:] = [late, FINISH]
    settle(Program("test", SITES, [field], [function], []))
    assert function.body == [late, FINISH]


def test_a_copy_is_made_where_it_is_needed() -> None:
    """What is asked before anything is written needs none, and the other way has none."""
    field, copy = Field("a", "int"), Copy()
    read, late = _read(field, copy), Instruction("read", (), Int(3), Access(field, copy))
    asked = Instruction("lt", (Int(constant=0), Int(2)), Bool(4))
    write, other = (Instruction("write", (Int(2),), None, Access(field)) for _ in range(2))
    choice = Instruction("if", (Bool(4),), None, None, ([write, late], [other]))
    snapshot = Instruction("snapshot", (), None, copy, ([read, asked, choice],))
    function = Function("f", body=[snapshot, FINISH], values=4)
    settle(Program("test", SITES, [field], [function], []))
    assert function.body == [read, asked, choice, FINISH]
    assert isinstance(read.attribute, Access)
    assert read.attribute.copy is None
    (kept,), second = choice.blocks
    assert (kept.name, kept.blocks, second) == ("snapshot", ([write, late],), [other])
    assert isinstance(late.attribute, Access)
    assert late.attribute.copy is kept.attribute


def _going_on(field: Field, *more: str) -> list[str]:
    """What stands for a loop that asks the copy whether to go on, and writes if so."""
    b = Emitter()
    b.site_count = SITES
    copy = Copy()

    def round_(_: Int) -> None:
        read = cast(Int, b.emit("read", kind="int", attribute=Access(field, copy)))
        if more == ("leave",):
            b.leave_if(b.equal(read, b.int(7)))
            b.write(field, b.int(7))
        b.leave_if(b.less(read, b.one))
        b.write(field, b.subtract(read, b.one))

    def body() -> None:
        with b.open() as block:
            b.loop(b.int(3), round_, most=3)
        b.emit("snapshot", attribute=copy, blocks=(block,))

    function = b.define("f", (), "none", body)
    program = Program("test", SITES, [field], [function], [])
    settle(program)
    verify(program)
    return [step.name for step in function.body]


def test_a_loop_that_ends_at_once_needs_no_copy() -> None:
    found = _going_on(Field("a", "int"))
    assert found == ["read", "lt", "if", "finish"]
    assert _going_on(Field("a", "int"), "leave") == ["read", "eq", "if", "finish"]


def _read(field: Field, copy: Copy) -> Instruction:
    return Instruction("read", (), Int(2), Access(field, copy))


FINISH = Instruction("finish", ())

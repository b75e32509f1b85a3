"""Copies of the state that make no difference are taken away."""

from __future__ import annotations

from interpreter.ir.program import Access, Copy, Field, Function, Instruction, Program
from interpreter.ir.values import Bool, Int
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


def _read(field: Field, copy: Copy) -> Instruction:
    return Instruction("read", (), Int(2), Access(field, copy))


FINISH = Instruction("finish", ())

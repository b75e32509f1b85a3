"""What nobody uses is taken away, and with it what was only computed for that."""

from __future__ import annotations

from interpreter.ir.program import Access, Callee, Field, Function, Instruction
from interpreter.ir.values import Bool, Int
from interpreter.passes.whole.unused import remove_unused_in

A, B = Field("a", "int"), Field("b", "int")
FINISH = Instruction("finish", ())


def test_what_leads_to_nothing_goes() -> None:
    read = Instruction("read", (), Int(1), Access(A))
    more = Instruction("add", (Int(1), Int(constant=1)), Int(2))
    function = Function("f", body=[read, more, FINISH])
    remove_unused_in(function)
    assert function.body == [FINISH]


def test_what_a_block_uses_stays() -> None:
    read = Instruction("read", (), Int(1), Access(A))
    less = Instruction("lt", (Int(1), Int(constant=2)), Bool(2))
    unused = Instruction("add", (Int(1), Int(constant=3)), Int(3))
    write = Instruction("write", (Int(1),), None, Access(B))
    choice = Instruction("if", (Bool(2),), None, None, ([unused, write], []))
    function = Function("f", body=[read, less, choice, FINISH])
    remove_unused_in(function)
    assert function.body == [read, less, choice, FINISH]
    assert choice.blocks == ([write], [])


def test_what_acts_stays_though_nobody_uses_what_it_gives() -> None:
    drawn = Instruction("random", (Int(constant=6),), Int(1), Access(A))
    called = Instruction("call", (), Int(2), Callee(Function("g", result="int")))
    write = Instruction("write", (Int(3),), None, Access(B))
    loop = Instruction("loop", (Int(constant=2),), Int(3), 2, ([write],))
    function = Function("f", body=[drawn, called, loop, FINISH])
    remove_unused_in(function)
    assert function.body == [drawn, called, loop, FINISH]

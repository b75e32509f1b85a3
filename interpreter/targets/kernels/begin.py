"""The first position, made where it is to lie."""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.targets.kernels.step import rooms
from interpreter.targets.llvm.assembly import Code, Module
from interpreter.targets.llvm.translator import Translator

NAME = "begin"
ENTRIES = ("start",)


def write(t: Translator, module: Module) -> None:
    """Write `begin(state, scratch, random)`.

    Args of the native function:
        state: memory of a state, which need not hold one
        scratch: memory of `t.scratch` bytes
        random: where the chance of the game begins
    """
    c = Code(module, NAME, [("ptr", "s"), ("ptr", "h"), ("i64", "random")], linkage="")
    rooms(c, t)
    t.blank(c)
    t.set_scalar(c, schema.RANDOM, "%random")
    t.call(c, "start")
    c.close()

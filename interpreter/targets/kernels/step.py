"""Single steps: the first position, the legal moves of a position, and a move made."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import WRITES, fields_of
from interpreter.ir.program import Function
from interpreter.targets.kernels.states import STATE, copies, copy_state, list_room
from interpreter.targets.llvm.assembly import FULL, Code, Module, Num
from interpreter.targets.llvm.lists.move import packed, unpacked
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator

NAMES = ("legal", "start", "apply")


def write(t: Translator, module: Module) -> None:
    """Write what a game needs to be played from Python, one position after another."""
    write_legal(t, module)
    c = Code(module, "legal", [("ptr", "s"), ("ptr", "h"), ("ptr", "out")], "i64", linkage="")
    rooms(c, t)
    found = c.call("i64", "k_legal", *STATE, ("ptr", "%out"))
    c.give("i64", found)
    c.close()
    write_calls(t, module, NAMES[1:])


def write_calls(t: Translator, module: Module, names: Sequence[str]) -> None:
    """Write `NAME(state, scratch, operands, result)` for functions of the program."""
    for name in names:
        function = t.program.function(name)
        c = Code(
            module, name, [("ptr", "s"), ("ptr", "h"), ("ptr", "in"), ("ptr", "out")], linkage=""
        )
        rooms(c, t)
        operands: list[str] = []
        place = 0
        for value in function.parameters:
            kind = "i64" if value.kind == "move" else t.kind(value.kind)
            held = c.load(kind, c.at("%in", place))
            operands.append(str(unpacked(c, c.num(held))) if value.kind == "move" else held)
            place += t.sets.size if value.kind == "sites" else 8
        found = t.call(c, name, *operands)
        _give(c, t, function, found)
        c.close()


def _give(c: Code, t: Translator, function: Function, found: str) -> None:
    if function.result == "none":
        return
    if function.result == "bool":
        c.store("i64", c.value(f"zext i1 {found} to i64"), "%out")
    elif function.result == "move":
        c.store("i64", str(packed(c, found)), "%out")
    else:
        c.store(t.kind(function.result), found, "%out")


def rooms(c: Code, t: Translator) -> None:
    """A move list of its own, and the second part of the state behind the first."""
    list_room(c, t)
    c.line(f"%a = getelementptr i8, ptr %s, i64 {t.layout.scalars}")
    t.moves.reset(c, "%m")
    t.moves.clear(c, "%m")


def write_legal(t: Translator, module: Module) -> None:
    """Write `k_legal`, which lists the legal moves in the canonical order; none after the end."""
    if "k_legal" in module.written:
        return
    c = Code(module, "k_legal", (*POINTERS, ("ptr noalias", "out")), "i64")
    end = c.label()
    count = c.variable("i64", 0)
    out = c.pointer(c.bounded("%out", 8 * t.moves.most))
    over, on = c.label(), c.label()
    c.fork(str(t.scalar(c, schema.OVER).differs(0)), over, on)
    c.place(over)
    c.jump(end)
    c.place(on)
    offer_moves(t, c)
    always = t.program.always_legal

    def add(move: Num) -> None:
        here = count.get()
        out.set("i64", packed(c, move), here)
        if always:
            count.set(here + 1)
        else:
            legal = c.num(t.call(c, "allowed", move), "i1")
            count.set(here + legal.to("i64"))
        if t.moves.overflows:
            with c.when(count.get() >= t.moves.most):
                c.store("i64", "1", f"@{FULL}")
                count.set(t.moves.most - 1)

    t.moves.every(c, "%m", add)
    with c.when(count.get().is_(0)):
        out.set("i64", t.program.forced)
        count.set(1)
    c.place(end)
    c.give("i64", str(count.get()))
    c.close()


def write_apply(t: Translator, module: Module) -> None:
    """Write `k_apply`, which makes a move."""
    c = Code(module, "k_apply", (*POINTERS, ("i64", "move")))
    t.call(c, "apply", c.num("%move"))
    c.close()


def offer_moves(t: Translator, c: Code) -> None:
    """Offer the moves, on a copy of the state where that draws by chance.

    What is left of draws that are told is noted in the state itself.
    """
    if not fields_of(t.program.function("generate"), WRITES):
        t.call(c, "generate")
        return
    copied = copies(c, t)
    copy_state(c, t, copied, ("%s", "%a"))
    t.call(c, "generate", state=(*copied, "%m", "%h"))
    left = t.program.part(schema.TOLD_LEFT)
    if left is not None:
        held = t.load(c, left, t.place(c, left, s=copied[0], a=copied[1]))
        t.set_scalar(c, schema.TOLD_LEFT, held)

"""Where random games spend their time: the processor's clock read around the parts of a ply."""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.targets.kernels.states import copies, copy_state, room, stream
from interpreter.targets.llvm.assembly import Code, Module, Num
from interpreter.targets.llvm.translator import Translator

NAME = "profile"
ENTRIES = ("start", "generate", "pick", "perform", "end", "proceed")
PARTS = ("generate", "pick", "perform", "end", "proceed")


def write(t: Translator, module: Module) -> None:
    """Write `profile(control, first, count, seed, spent, scratch)`.

    Args of the native function:
        control: two numbers of 64 bits: whether to stop, and how many games are done
        first, count: numbers of the games of the seed to play
        spent: numbers of 64 bits, to which are added: ticks of each part, then those from one
            reading of the clock to the next, then the plies; a pick generates for itself what it
            picks from
        scratch: memory of `t.scratch` bytes
    """
    c = Code(
        module, NAME,
        [("ptr", "control"), ("i64", "first"), ("i64", "count"), ("i64", "seed"),
         ("ptr", "spent"), ("ptr", "h")],
        linkage="",
    )  # fmt: skip
    room(c, t)
    copied = copies(c, t)
    control = c.pointer("%control")
    with c.times(c.num("%count")) as (index, loop):
        t.moves.reset(c, "%m")
        t.blank(c)
        t.set_scalar(c, schema.RANDOM, stream(c, c.num("%seed"), c.num("%first") + index))
        t.call(c, "start")
        with c.loop() as game:
            game.leave_if(t.scalar(c, schema.OVER).differs(0))
            copy_state(c, t, copied, ("%s", "%a"))
            at = [_now(c)]
            t.call(c, "generate", state=(*copied, "%m", "%h"))
            at.append(_now(c))
            move = t.call(c, "pick")
            at.append(_now(c))
            t.call(c, "perform", move)
            at.append(_now(c))
            t.call(c, "end")
            at.append(_now(c))
            with c.when(t.scalar(c, schema.OVER).is_(0)):
                t.call(c, "proceed")
            at += [_now(c), _now(c)]
            for part in range(len(PARTS) + 1):
                _add(c, part, at[part + 1] - at[part])
            _add(c, len(PARTS) + 1, c.num("1"))
        control.set("i64", index + 1, 1)
        loop.leave_if(control.get("i64").differs(0))
    c.close()


def _now(c: Code) -> Num:
    return c.num(c.intrinsic("i64", "llvm.readcyclecounter"))


def _add(c: Code, place: int, value: Num) -> None:
    spent = c.pointer("%spent")
    spent.set("i64", spent.get("i64", place) + value, place)

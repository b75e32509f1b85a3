"""Random games: complete games of uniformly random legal moves."""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.targets.kernels.outcomes import write_ranks
from interpreter.targets.kernels.states import list_room, room, stream
from interpreter.targets.llvm.assembly import Code, Module
from interpreter.targets.llvm.translator import Translator

NAME = "playouts"
ENTRIES = ("start", "playout")


def write(t: Translator, module: Module) -> None:
    """Write `playouts(control, first, count, seed, lengths, ranks, scratch)`.

    Args of the native function:
        control: two numbers of 64 bits: whether to stop, and how many games are done
        first, count: numbers of the games of the seed to play
        lengths: plies of each game, 32 bits; ranks: doubled rank of each seat, 8 bits
        scratch: memory of `t.scratch` bytes
    """
    c = Code(
        module, NAME,
        [("ptr", "control"), ("i64", "first"), ("i64", "count"), ("i64", "seed"),
         ("ptr", "lengths"), ("ptr", "ranks"), ("ptr", "h")],
        linkage="",
    )  # fmt: skip
    room(c, t, ("s", "a"))
    list_room(c, t)
    players = t.program.players
    stop, done = c.pointer("%control"), c.pointer("%control")
    count = c.num("%count")
    lengths = c.pointer(c.bounded("%lengths", 4, count))
    ranks = c.pointer(c.bounded("%ranks", players, count))
    with c.times(count) as (index, loop):
        t.moves.reset(c, "%m")
        t.blank(c)
        random = stream(c, c.num("%seed"), c.num("%first") + index)
        t.set_scalar(c, schema.RANDOM, random)
        t.call(c, "start")
        t.call(c, "playout")
        lengths.set("i32", t.scalar(c, schema.MOVES).to("i32"), index)
        row = ranks.at(index * players, 1)
        write_ranks(c, t, row.name, players)
        done.set("i64", index + 1, 1)
        loop.leave_if(stop.get("i64").differs(0))
    c.close()

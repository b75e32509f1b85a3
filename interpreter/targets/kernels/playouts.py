"""Random games: complete games of uniformly random legal moves."""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.targets.llvm.assembly import Code, Module, Num
from interpreter.targets.llvm.translator import GOLDEN, Translator, mixed, signed

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
    rooms(c, t)
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


def rooms(c: Code, t: Translator) -> None:
    """Room on the stack for a state and a move list, as `%s`, `%a` and `%m`."""
    sizes = {"s": t.layout.scalars, "a": t.layout.size - t.layout.scalars, "m": t.moves.size}
    for name, size in sizes.items():
        c.slots.append(f"  %{name} = alloca [{max(64, size)} x i8], align 64")


def stream(c: Code, seed: Num, game: Num) -> Num:
    """Where the random stream of a game starts, as `ir.meaning.splitmix.stream` defines it."""
    first = mixed(c, seed + signed(GOLDEN))
    return mixed(c, first + game * signed(GOLDEN))


def write_ranks(c: Code, t: Translator, target: str, players: int) -> None:
    """The doubled rank of each seat, one byte each; after a swap the seats have changed colours."""
    ranks = [t.scalar(c, schema.RANK, player) for player in range(1, players + 1)]
    swaps = t.program.part(schema.SWAPPED) is not None
    if players == 2 and swaps:
        swapped = t.scalar(c, schema.SWAPPED).differs(0)
        ranks = [swapped.pick(ranks[1], ranks[0]), swapped.pick(ranks[0], ranks[1])]
    for seat, rank in enumerate(ranks):
        c.store("i8", str(rank.to("i8")), c.at(target, seat), 1)

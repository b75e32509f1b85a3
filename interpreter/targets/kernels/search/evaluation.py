"""What a position is worth that is not searched any further."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.ir import schema
from interpreter.targets.kernels.search.table import Search
from interpreter.targets.kernels.states import STATE
from interpreter.targets.llvm.assembly import Code, Module, Num
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator

MOST = 0.9


@dataclass(frozen=True)
class Board:
    """What evaluation has to know of a game.

    Args:
        pieces: for each player, the numbers of his kinds of pieces
        nearness: for each site, how near the middle it is, from 0 to 1; 0 beside the board
    """

    pieces: tuple[tuple[int, ...], ...]
    nearness: tuple[float, ...]


def write_evaluation(
    t: Translator, module: Module, terms: Sequence[str], board: Board | None
) -> None:
    """Write `k_evaluate`: what the searcher has more than the others on average.

    It goes from -MOST to MOST.

    Args:
        terms: the measures that are weighted, of `TERMS`
        board: what they need
    """
    c = Code(module, "k_evaluate", [("ptr", "head"), *POINTERS, ("ptr", "lists")], "double")
    if not terms:
        c.give("double", decimal(0))
        c.close()
        return
    search = Search(c, t)
    weights = search.array("weights")
    total = c.num(decimal(0), "double")
    for number, name in enumerate(terms):
        ahead = lead(c, t, search.number("seat"), measured(c, t, board, name))
        total = total + ahead * weights.get("double", number)
    size = c.num(c.intrinsic("double", "llvm.fabs.f64", ("double", total.name)), "double")
    c.give("double", (total * decimal(MOST) / (size + decimal(1))).name)
    c.close()


def lead(c: Code, t: Translator, seat: Num, values: Sequence[Num]) -> Num:
    """What a seat, from 0, has more of than the others on average.

    Args:
        values: what each colour has
    """
    own = seat
    if t.program.part(schema.SWAPPED) is not None:
        changed = t.scalar(c, schema.SWAPPED).differs(0) & own.below(2)
        own = changed.pick(c.num(1) - own, own)
    mine = others = c.num(decimal(0), "double")
    for player, value in enumerate(values):
        here = own.is_(player)
        mine = here.pick(value, mine, "double")
        others = others + here.pick(decimal(0), value, "double")
    return mine - others / decimal(max(1, t.program.players - 1))


def decimal(value: float) -> str:
    """A constant of type double."""
    return f"0x{struct.unpack('Q', struct.pack('d', float(value)))[0]:016X}"


def measured(c: Code, t: Translator, board: Board | None, name: str) -> list[Num]:
    """A number for each colour: what the measure of this name finds in a position."""
    players = range(1, t.program.players + 1)
    if name == "score":
        return [t.scalar(c, schema.SCORE, player).to("double") for player in players]
    if name == "mobility":
        count = c.num(c.call("i64", "k_legal", *STATE, ("ptr", "%lists"))).to("double")
        mover = t.scalar(c, schema.MOVER)
        return [mover.is_(player).pick(count, decimal(0), "double") for player in players]
    assert board is not None
    of = _near if name == "centre" else _many
    return [of(c, t, board, pieces) for pieces in board.pieces]


def _masks(c: Code, t: Translator, pieces: Sequence[int]) -> list[str]:
    field = t.program.part(schema.PLACED)
    if field is None:
        return []
    return [c.load(t.sets.kind, t.place(c, field, piece)) for piece in pieces]


def _many(c: Code, t: Translator, _: Board, pieces: Sequence[int]) -> Num:
    total = c.num(0)
    for mask in _masks(c, t, pieces):
        total = total + c.num(t.sets.count(c, mask))
    return total.to("double")


def _near(c: Code, t: Translator, board: Board, pieces: Sequence[int]) -> Num:
    def content() -> bytes:
        return b"".join(struct.pack("d", one) for one in board.nearness)

    table = c.pointer(c.module.data(("nearness",), content))
    total = c.variable("double", decimal(0))
    for mask in _masks(c, t, pieces):
        with t.sets.each(c, mask) as (site, _):
            total.add(table.get("double", site))
    return total.get()

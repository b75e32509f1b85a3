"""Whose turn it is, and what the end of a game is worth to each seat.

An outcome is one byte for each seat, its doubled rank plus one; 0 stands for an open position.
"""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.targets.llvm.assembly import Code, Num, Pointer
from interpreter.targets.llvm.translator import Translator


def seat(c: Code, t: Translator) -> Num:
    """The seat whose turn it is, from 0; after a swap not that of the colour to move."""
    mover = t.scalar(c, schema.MOVER) - 1
    if t.program.players == 2 and t.program.part(schema.SWAPPED) is not None:
        mover = t.scalar(c, schema.SWAPPED).differs(0).pick(c.num(1) - mover, mover)
    return mover.below(t.program.players).pick(mover, 0)


def worth(t: Translator, outcome: Pointer, chooser: Num) -> Num:
    """What an outcome is worth to a seat, times `scale`."""
    rank = outcome.get("i8", chooser).to("i64")
    players = t.program.players
    return rank - 2 if players == 1 else outcome.code.num(players + 2) - rank


def scale(t: Translator) -> int:
    """The worth of a win; outcomes are whole numbers between it and its opposite."""
    return max(1, t.program.players - 1)


def write_ranks(c: Code, t: Translator, target: str, players: int) -> None:
    """The doubled rank of each seat, one byte each; after a swap the seats have changed colours."""
    ranks = [t.scalar(c, schema.RANK, player) for player in range(1, players + 1)]
    swaps = t.program.part(schema.SWAPPED) is not None
    if players == 2 and swaps:
        swapped = t.scalar(c, schema.SWAPPED).differs(0)
        ranks = [swapped.pick(ranks[1], ranks[0]), swapped.pick(ranks[0], ranks[1])]
    for seat, rank in enumerate(ranks):
        c.store("i8", str(rank.to("i8")), c.at(target, seat), 1)


def write_outcome(c: Code, t: Translator, target: str) -> None:
    """Write the outcome of the position, in which the game is over."""
    players = t.program.players
    write_ranks(c, t, target, players)
    bytes_ = c.pointer(target)
    for one in range(players):
        bytes_.set("i8", bytes_.get("i8", one) + 1, one)


def copy_row(c: Code, t: Translator, target: str, source: str) -> None:
    """Copy an outcome."""
    for one in range(t.program.players):
        c.store("i8", c.load("i8", c.at(source, one), 1), c.at(target, one), 1)

"""Whose turn it is, and what the end of a game is worth to each seat.

An outcome is one byte for each seat, its doubled rank plus one; 0 stands for an open position.
"""

from __future__ import annotations

from interpreter.targets.llvm.assembly import Code, Num, Pointer
from interpreter.targets.llvm.translator import Translator


def player_count(t: Translator) -> int:
    """How many play."""
    rank = next((one for one in t.program.fields if one.name == "rank"), None)
    return (rank.length or 2) - 2 if rank is not None else 1


def seat(c: Code, t: Translator) -> Num:
    """The seat whose turn it is, from 0; after a swap not that of the colour to move."""
    mover = t.scalar(c, "mover") - 1
    if player_count(t) == 2 and any(one.name == "swapped" for one in t.program.fields):
        mover = t.scalar(c, "swapped").differs(0).pick(c.num(1) - mover, mover)
    return mover.below(player_count(t)).pick(mover, 0)


def worth(t: Translator, outcome: Pointer, chooser: Num) -> Num:
    """What an outcome is worth to a seat, times `scale`."""
    rank = outcome.get("i8", chooser).to("i64")
    players = player_count(t)
    return rank - 2 if players == 1 else outcome.code.num(players + 2) - rank


def scale(t: Translator) -> int:
    """The worth of a win; outcomes are whole numbers between it and its opposite."""
    return max(1, player_count(t) - 1)


def write_ranks(c: Code, t: Translator, target: str, players: int) -> None:
    """The doubled rank of each seat, one byte each; after a swap the seats have changed colours."""
    ranks = [t.scalar(c, "rank", player) for player in range(1, players + 1)]
    swaps = any(one.name == "swapped" for one in t.program.fields)
    if players == 2 and swaps:
        swapped = t.scalar(c, "swapped").differs(0)
        ranks = [swapped.pick(ranks[1], ranks[0]), swapped.pick(ranks[0], ranks[1])]
    for seat, rank in enumerate(ranks):
        c.store("i8", str(rank.to("i8")), c.at(target, seat), 1)


def write_outcome(c: Code, t: Translator, target: str) -> None:
    """Write the outcome of the position, in which the game is over."""
    players = player_count(t)
    write_ranks(c, t, target, players)
    bytes_ = c.pointer(target)
    for one in range(players):
        bytes_.set("i8", bytes_.get("i8", one) + 1, one)


def copy_row(c: Code, t: Translator, target: str, source: str) -> None:
    """Copy an outcome."""
    for one in range(player_count(t)):
        c.store("i8", c.load("i8", c.at(source, one), 1), c.at(target, one), 1)

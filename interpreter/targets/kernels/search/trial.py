"""How a game of self-play lies in memory, and who may play it."""

from __future__ import annotations

from interpreter.targets.llvm.assembly import Code, Num, Pointer
from interpreter.targets.llvm.translator import Translator

TRIAL = (
    "seed", "number", "searches", "limit", "room", "per", "plies", "filled", "over", "turns",
    "iterations", "rows", "estimates", "values", "visits", "ranks", "images",
)  # fmt: skip
"""Numbers and addresses of 64 bits that describe a game, in their order in memory:

the seed and the number of the game, which fix chance; the seed of the searches; plies at most, and
room for so many moves that were thought about; for how many legal moves the rounds of a search are,
0 if they do not depend on these; what was used of plies and room; whether the game is over, and its
turns. Then arrays: rounds of the search of each seat, 0 for one who plays by lot, less for one of
those who hardly think (64 bits); a row of `ROW` for each ply (64 bits each); the estimate for every
seat, from -1 to 1 (double); of all moves that were thought about, the value to the mover (float)
and the visits (32 bits); the doubled rank of each seat (8 bits); for the copier, the image of each
site (64 bits).
"""
ROW = ("seat", "count", "move", "settled", "first", "noted", "chosen", "rounds", "liked")
"""Of a ply: who moves, from 0; the number of legal moves; the packed move that was made; whether
the outcome is certain; where its moves begin among those that were thought about, and how many
there are, 0 if nobody thought or there was no room; which of them was chosen; rounds of the search;
whether the idea of one who hardly thinks chose the move.
Where chance decides what is legal, other moves may have been thought about than there are.
"""
CAREFUL = -1
"""Rounds of one who plays by lot, but takes a win, and avoids what loses at once or at the reply.

Where chance has a part in the moves, no replies are looked at. To win is to come first: among three
players, who has second place yet to play for looks no further.
"""
COPIER, IDLER, GREEDY = -2, -3, -4
"""Rounds of those who are careful and have an idea besides, as `ideas.py` knows them."""


class Trial:
    """A game that is played, as the code of a function sees it."""

    def __init__(self, c: Code, t: Translator) -> None:
        self.c, self.t = c, t
        self.head = c.pointer(c.bounded("%trial", 8 * len(TRIAL)))

    def number(self, name: str) -> Num:
        """A number of the head."""
        return self.head.get("i64", TRIAL.index(name))

    def change(self, name: str, value: Num | int) -> None:
        """Change a number of the head."""
        self.head.set("i64", value, TRIAL.index(name))

    def array(self, name: str) -> Pointer:
        """One of the arrays."""
        players, sites, width = self.t.program.players, self.t.program.sites, 8 * len(ROW)
        sizes = {
            "iterations": (8 * players, None), "ranks": (players, None),
            "rows": (width, "limit"), "estimates": (8 * players, "limit"),
            "values": (4, "room"), "visits": (4, "room"), "images": (8 * sites, None),
        }  # fmt: skip
        size, count = sizes[name]
        found = self.head.get("ptr", TRIAL.index(name)).name
        many = None if count is None else self.number(count)
        return self.c.pointer(self.c.bounded(found, size, many))

    def row(self, ply: Num) -> Pointer:
        """What is noted of a ply."""
        return self.array("rows").at(ply, 8 * len(ROW))

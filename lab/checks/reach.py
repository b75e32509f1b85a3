"""Whether a game is small enough to be solved, as far as some random games tell."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from random import Random

from interpreter import Game, State
from interpreter.ir import schema

SECONDS, GAMES = 0.5, 20
HOPELESS = 13.0
"""Powers of ten: alpha-beta looks at some million positions a second, so at this many in months."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How large a game is.

    Args:
        lines: the power of ten of how many ways there are to play it
        plies: how long random games are
    """

    lines: float
    plies: float

    @property
    def hopeless(self) -> bool:
        """Whether alpha-beta, which looks at the root of all lines at best, takes for ever."""
        return self.lines / 2 > HOPELESS

    def __str__(self) -> str:
        return (
            f"this is hardly to be solved: random games take {self.plies:.0f} moves, so that there"
            f" are some 10^{self.lines:.0f} ways to play, and at best 10^{self.lines / 2:.0f}"
            " positions to look at; --seconds sets a limit"
        )


def reach(game: Game, state: State | None = None) -> Reach:
    """How large a game is from a position on.

    Source: Knuth 1975, Estimating the efficiency of backtrack programs: the product of the numbers
    of choices in a random game is what the size of the tree is on average; here the mean of its
    logarithm, which is no more than that.
    """
    begun, rng, end = state or game.start(), Random(0), time.perf_counter() + SECONDS
    lines, plies, games = 0.0, 0, 0
    while games < GAMES and (not games or time.perf_counter() < end):
        raw = begun.raw
        while not game.field(raw, schema.OVER):
            moves = game.legal(raw)
            lines += math.log10(len(moves))
            raw = game.after(raw, rng.choice(moves))
            plies += 1
        games += 1
    return Reach(lines / games, plies / games)

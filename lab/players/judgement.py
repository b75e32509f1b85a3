"""What the searches share: what they think of a move, and states as the machine has them."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from random import Random

from interpreter import Game, Move, State
from interpreter.ir import schema
from interpreter.play.machines import Raw
from interpreter.play.search.findings import Judged as Judgement

__all__ = ["Games", "Judgement", "Outcome", "outcome", "seat", "unforeseen"]

Outcome = tuple[float, ...]
"""What an end of the game is worth to each seat, from -1 to 1."""


class Games(ABC):
    """A search that plays random games and trusts the moves that it visits most."""

    def run(self, seconds: float, iterations: float) -> None:
        """Play random games until time or iterations run out."""
        end, done = time.perf_counter() + seconds, 0
        while done < iterations and time.perf_counter() < end:
            self._iterate()
            done += 1

    def ranked(self, moves: list[Move]) -> list[Move]:
        """The moves from best to worst: what was visited most."""
        known = {move: self.judgement(move) for move in moves}
        return sorted(moves, key=lambda one: (known[one].visits, known[one].value), reverse=True)

    @abstractmethod
    def judgement(self, move: Move) -> Judgement:
        """What the search thinks of a move."""

    @abstractmethod
    def _iterate(self) -> None:
        """One game: down the tree to a new node, then at random."""


def seat(game: Game, raw: Raw) -> int:
    """The seat whose turn it is, from 1; after a swap not that of the colour to move."""
    mover = game.field(raw, schema.MOVER)
    return 3 - mover if mover in (1, 2) and game.field(raw, schema.SWAPPED) else mover


def outcome(game: Game, raw: Raw) -> Outcome:
    """What a position in which the game is over is worth to each seat."""
    return State(game, raw).utilities


def unforeseen(game: Game, raw: Raw, rng: Random) -> Raw:
    """A copy in which chance goes its own way: a search must not see the dice to come."""
    fresh = raw[:]
    for field in game.program.fields:
        if field.name == "random":
            game.machine.put(fresh, field, rng.getrandbits(62))
    return fresh

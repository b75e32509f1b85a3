"""What the searches share: what they think of a move, and states as the machine has them."""

from __future__ import annotations

from random import Random

from interpreter import Game, State
from interpreter.ir import schema
from interpreter.play.game import Raw
from interpreter.play.search.findings import Judged as Judgement

__all__ = ["Judgement", "Outcome", "outcome", "seat", "unforeseen"]

Outcome = tuple[float, ...]
"""What an end of the game is worth to each seat, from -1 to 1."""


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

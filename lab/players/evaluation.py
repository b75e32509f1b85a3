"""What a position is worth before the game is over, by what can be counted in it.

The measures are few and hold for every game; which of them matter, and how much, a user's weights
say. Without weights the score counts, where the game keeps one, and nothing else.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

from interpreter import Game, LudError
from interpreter.ir import schema
from interpreter.play.machines import Raw
from interpreter.text.errors import suggest

MOST = 0.9
"""No position is as good as a win or as bad as a loss."""

Measure = Callable[[Game, Raw], list[float]]
"""A number for each colour, the first player's first."""


def score(game: Game, raw: Raw) -> list[float]:
    """The score; zero in games without scores."""
    return [game.field(raw, schema.SCORE, player) for player in range(1, game.players + 1)]


def material(game: Game, raw: Raw) -> list[float]:
    """The number of pieces on the board."""
    return [sum(map(int.bit_count, masks)) for masks in _placed(game, raw)]


def mobility(game: Game, raw: Raw) -> list[float]:
    """The number of legal moves, of the player to move; zero for the others."""
    found = [0.0] * game.players
    mover = game.field(raw, schema.MOVER)
    if 1 <= mover <= game.players:
        found[mover - 1] = len(game.legal(raw))
    return found


def centre(game: Game, raw: Raw) -> list[float]:
    """How near the pieces are to the middle: each from 0, farthest away, to 1."""
    nearness = game.board.nearness
    return [
        math.fsum(near for mask in masks for site, near in enumerate(nearness) if mask >> site & 1)
        for masks in _placed(game, raw)
    ]


MEASURES: Mapping[str, Measure] = {
    "score": score,
    "material": material,
    "mobility": mobility,
    "centre": centre,
}


def _placed(game: Game, raw: Raw) -> list[list[int]]:
    """For each player the sites of each kind of piece, as bits."""
    return [
        [
            game.field(raw, schema.PLACED, piece.number)
            for piece in game.pieces
            if piece.owner == player
        ]
        for player in range(1, game.players + 1)
    ]


class Evaluation:
    """The worth of positions of a game to one seat.

    Args:
        game: the game
        seat: whose worth, from 1
        weights: how much one more of each measure counts

    Raises:
        LudError: a weight for something that is not measured
    """

    def __init__(self, game: Game, seat: int, weights: Mapping[str, float] | None) -> None:
        self.game, self.seat = game, seat
        if weights is None:
            scored = any(field.name == "score" for field in game.program.fields)
            weights = {"score": 1.0} if scored else {}
        check(weights)
        self.terms = [(MEASURES[name], weight) for name, weight in weights.items() if weight]

    def __call__(self, raw: Raw) -> float:
        """From -MOST to MOST: what the seat has more than the others on average."""
        own = self.seat - 1
        if own in (0, 1) and self.game.field(raw, schema.SWAPPED):
            own = 1 - own
        total = math.fsum(weight * _lead(of(self.game, raw), own) for of, weight in self.terms)
        return MOST * total / (1 + abs(total))


def check(weights: Mapping[str, float]) -> None:
    """See that only what is measured has a weight.

    Raises:
        LudError: something else has one
    """
    for name in weights:
        if name not in MEASURES:
            hint = suggest(name, MEASURES) or f"known: {', '.join(MEASURES)}"
            raise LudError(f'nothing is measured by the name "{name}"', None, hint)


def _lead(values: Sequence[float], own: int) -> float:
    others = [*values[:own], *values[own + 1 :]]
    return values[own] - (sum(others) / len(others) if others else 0)

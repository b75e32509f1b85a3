"""What searches find: moves, what they are worth, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.play.move import Move

if TYPE_CHECKING:
    from interpreter.play.search.tree import Tree


@dataclass(frozen=True, slots=True)
class Judged:
    """What a search thinks of a move.

    Args:
        move: the move
        visits: how many games or positions behind it were looked at
        value: what it is worth to the mover, from -1 to 1
        certain: whether the value is proven
    """

    move: Move
    visits: int
    value: float
    certain: bool


@dataclass(frozen=True)
class Search:
    """What a search has found.

    Args:
        moves: the legal moves, best first
        value: what the position is worth to the mover, from -1 to 1
        proven: whether that is certain
        iterations: random games played, or positions looked at
        seconds: how long it took
        principal: the best move, and what follows if everybody makes his best
        depth: plies looked ahead throughout; 0 where the search knows no such depth
        tree: to be handed to the search of a position that follows; None where there is none
    """

    moves: tuple[Judged, ...]
    value: float
    proven: bool
    iterations: int
    seconds: float
    principal: tuple[Move, ...]
    depth: int = 0
    tree: Tree | None = None

    @property
    def best(self) -> Move:
        """The best move."""
        return self.moves[0].move


@dataclass(frozen=True)
class Solution:
    """What the exact search has found.

    Args:
        value: what the position is worth to the mover: 1 a win, 0 a draw, -1 a loss; None if it
            was not solved within the limits
        best: a move that gives as much; None if it was not solved
        principal: the best move, and what follows if nobody errs, as far as it was kept
        depth: plies looked ahead; a win or a loss comes after so many at most
        nodes: positions looked at
        seconds: how long it took
    """

    value: int | None
    best: Move | None
    principal: tuple[Move, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def outcome(self) -> str:
        """The value in a word: `win`, `draw`, `loss` or `unknown`."""
        return {1: "win", 0: "draw", -1: "loss", None: "unknown"}[self.value]

    def __str__(self) -> str:
        if self.value is None:
            return "not solved within the limits"
        return f"{self.outcome}: {' '.join(map(str, self.principal))}"

"""What searches find: moves, what they are worth, and what follows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.play.move import Move

if TYPE_CHECKING:
    from interpreter.play.search.tree import Tree


SHOWN = 8
"""Moves that the table of a search shows."""


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

    @property
    def told(self) -> str:
        """The value, with a mark if it is certain, and the visits."""
        return f"{self.value:+.3f}{'!' if self.certain else ' '} {self.visits:>12,}"


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

    def __str__(self) -> str:
        """A short table: the best moves with their values, and what follows."""
        width = max(len(str(one.move)) for one in self.moves[:SHOWN])
        rows = [f"  {one.move!s:{width}}  {one.told}" for one in self.moves[:SHOWN]]
        rest = len(self.moves) - SHOWN
        head = f"{self.iterations:,} looked at in {self.seconds:.2f} s; best {self.best}"
        tail = [f"  and {rest} more"] if rest > 0 else []
        following = " ".join(map(str, self.principal))
        return "\n".join([head, *rows, *tail, f"  as in {following}"])


@dataclass(frozen=True)
class Solution:
    """What the exact search has found.

    Args:
        value: what the position is worth to the mover: 1 a win, 0 a draw, -1 a loss, and between
            them what is expected where chance decides; None if it was not solved within the limits
        best: a move that gives as much; None if it was not solved, or before a throw
        principal: the best move, and what follows if nobody errs, as far as it was kept
        depth: plies looked ahead; a win or a loss comes after so many at most
        nodes: positions looked at
        seconds: how long it took
    """

    value: float | None
    best: Move | None
    principal: tuple[Move, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def outcome(self) -> str:
        """The value in a word: `win`, `draw`, `loss`, `chance` or `unknown`."""
        if self.value is None:
            return "unknown"
        return {1.0: "win", 0.0: "draw", -1.0: "loss"}.get(self.value, "chance")

    @property
    def points(self) -> float | None:
        """What the mover can expect, of a game for two: a win counts 1, a draw one half."""
        return None if self.value is None else (1 + self.value) / 2

    def __str__(self) -> str:
        if self.value is None:
            return "not solved within the limits"
        if self.outcome == "chance":
            return f"the mover can expect {self.points:.6f} points"
        return f"{self.outcome}: {' '.join(map(str, self.principal))}"

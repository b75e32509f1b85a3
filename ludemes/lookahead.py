"""Questions that look at moves before they are made."""

from __future__ import annotations

from interpreter.builder import Builder
from interpreter.catalogue import ludeme
from interpreter.types import Bool, Lazy, Moves


@ludeme(
    "can Move",
    source="functions/booleans/can/CanMove.java",
    examples=("(if (can Move (move Add (to (sites Empty)))) (move Pass) (move Pass))",),
)
def can_move(b: Builder, moves: Lazy[Moves]) -> Bool:
    """Whether a rule has any move.

    Args:
        moves: the rule
    """
    return b.has_moves(moves)

"""Questions that look at moves before they are made."""

from __future__ import annotations

from interpreter.ir.values import Bool
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Lazy, Moves
from interpreter.rules.builder import Builder
from ludemes.moves import EFFECT


@ludeme(
    "can Move",
    source="functions/booleans/can/CanMove.java",
    examples=("(if (can Move (move Add (to (sites Empty)))) (move Pass) (move Pass))",),
    words="you can {moves:able}",
)
def can_move(b: Builder, moves: Lazy[Moves]) -> Bool:
    """Whether a rule has any move.

    Args:
        moves: the rule
    """
    return b.moves.any(moves, counting_last=True)


@ludeme(
    "max Moves",
    source=f"{EFFECT}/requirement/max/moves/MaxMoves.java",
    examples=(
        "(max Moves (forEach Piece (move Hop (between if:(is Enemy (who at:(between))) "
        "(apply (remove (between)))) (to if:(is Empty (to))) "
        "(then (if (can Move (hop (from (last To)) (between if:(is Enemy (who at:(between)))) "
        "(to if:(is Empty (to))))) (moveAgain))))))",
    ),
    later=("withValue",),
    words="make the moves of a turn with as many moves as possible: {moves:block}",
)
def max_moves(b: Builder, moves: Lazy[Moves]) -> Moves:
    """The moves of a rule from which the longest turns follow, counted in moves.

    Args:
        moves: the rule
    """
    b.moves.longest(moves)
    return MOVES

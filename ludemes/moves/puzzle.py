"""The moves of deduction puzzles."""

from __future__ import annotations

from interpreter.ir.values import Bool
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Lazy, Moves
from interpreter.rules.builder import Builder
from ludemes.moves.parts import EFFECT


@ludeme(
    "satisfy",
    source=f"{EFFECT}/Satisfy.java",
    examples=("(play (satisfy (all Different)))",),
    grown=False,
    words="give a site a value, or strike out a value of it, so that {constraints}",
)
def satisfy(b: Builder, constraints: Lazy[Bool] | tuple[Lazy[Bool], ...]) -> Moves:
    """The moves of a puzzle.

    A site whose value is not given may get any value with which all constraints hold. Besides, any
    value may be struck out for it, or let in again; so it loses the value that it had.

    Args:
        constraints: what the values have to satisfy
    """
    several = constraints if isinstance(constraints, tuple) else (constraints,)
    b.puzzle.satisfy(several)
    return MOVES

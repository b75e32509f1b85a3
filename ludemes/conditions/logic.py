"""Conditions made of conditions."""

from __future__ import annotations

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Lazy
from interpreter.rules.builder import Builder

MATHS = "functions/booleans/math"


@ludeme(
    "not",
    source=f"{MATHS}/Not.java",
    examples=("(not (is Full))",),
    words="{~condition}",
)
def not_(b: Builder, condition: Bool) -> Bool:
    """Whether a condition does not hold.

    Args:
        condition: the condition
    """
    return b.negate(condition)


@ludeme(
    "and",
    source=f"{MATHS}/And.java",
    examples=("(and (is Full) (is Even (count Moves)))",),
    words="{left, right:and}",
)
def and_(b: Builder, left: Lazy[Bool], right: Lazy[Bool]) -> Bool:
    """Whether two conditions hold.

    Args:
        left: the first
        right: the second, asked only if the first holds
    """
    return b.all_of((left, right))


@ludeme(
    "and",
    source=f"{MATHS}/And.java",
    examples=("(and {(is Full) (is Line 3)})",),
    words="{conditions:and}",
)
def and_all(b: Builder, conditions: tuple[Lazy[Bool], ...]) -> Bool:
    """Whether all of several conditions hold.

    Args:
        conditions: the conditions, asked in order until one fails
    """
    return b.all_of(conditions)


@ludeme(
    "or",
    source=f"{MATHS}/Or.java",
    examples=("(or (is Full) (is Line 3))",),
    words="{left, right:or}",
)
def or_(b: Builder, left: Lazy[Bool], right: Lazy[Bool]) -> Bool:
    """Whether at least one of two conditions holds.

    Args:
        left: the first
        right: the second, asked only if the first fails
    """
    return b.any_of((left, right))


@ludeme(
    "or",
    source=f"{MATHS}/Or.java",
    examples=("(or {(is Full) (is Line 3)})",),
    words="{conditions:or}",
)
def or_all(b: Builder, conditions: tuple[Lazy[Bool], ...]) -> Bool:
    """Whether at least one of several conditions holds.

    Args:
        conditions: the conditions, asked in order until one holds
    """
    return b.any_of(conditions)


@ludeme(
    "xor",
    source=f"{MATHS}/Xor.java",
    examples=("(xor (is Full) (is Line 3))",),
    words="either {left} or {right}, but not both",
)
def xor(b: Builder, left: Bool, right: Bool) -> Bool:
    """Whether exactly one of two conditions holds.

    Args:
        left: the first
        right: the second
    """
    return b.differ(b.as_int(left), b.as_int(right))


@ludeme(
    "if",
    source=f"{MATHS}/If.java",
    examples=("(if (is Mover P1) (is Line 3) (is Line 4))",),
    words="{yes} (if {condition})[ or {no} (if not)]",
)
def choose(b: Builder, condition: Bool, yes: Lazy[Bool], no: Lazy[Bool] | None = None) -> Bool:
    """One of two conditions.

    Args:
        condition: what decides
        yes: the condition if it holds
        no: the condition if it does not; false if not given
    """
    return b.choose(condition, yes, (lambda: b.false) if no is None else no)


@ludeme(
    "toBool",
    source="functions/booleans/ToBool.java",
    examples=("(toBool (count Moves))", "(toBool (sqrt 0.25))"),
    grown=False,
    words="{number} ~is not 0",
)
def of_number(b: Builder, number: Int | float) -> Bool:
    """Whether a number is not 0.

    Args:
        number: the number; one with a fraction is known before the game begins
    """
    return b.differ(number, b.zero) if isinstance(number, Int) else b.bool(number != 0)

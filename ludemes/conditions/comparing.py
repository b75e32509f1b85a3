"""Conditions that compare numbers, or sets of sites."""

from __future__ import annotations

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Player, Sites
from interpreter.rules.builder import Builder

MATHS = "functions/booleans/math"


def _compared(b: Builder, lower: Int, upper: Int, *, strict: bool) -> Bool:
    """Two numbers in order; for the sites of a hint, what their values are."""
    if b.puzzle.compares():
        return b.puzzle.ordered(lower, upper, strict=strict)
    return b.less(lower, upper) if strict else b.at_most(lower, upper)


@ludeme(
    "=",
    source=f"{MATHS}/Equals.java",
    examples=("(= (count Moves) 3)", "(= (who at:0) P1)"),
    aliases=("equals",),
    words="{left} ~is {right}",
)
def equals(b: Builder, left: Player, right: Player) -> Bool:
    """Whether two numbers are equal.

    Args:
        left: the first; a role stands for its player
        right: the second
    """
    return b.equal(b.players.number(left), b.players.number(right))


@ludeme(
    "=",
    source=f"{MATHS}/Equals.java",
    examples=("(= (sites Top) (sites Left))",),
    words="{left} ~is exactly {right}",
)
def equal_sites(b: Builder, left: Sites, right: Sites) -> Bool:
    """Whether two sets have the same sites.

    Args:
        left: the first
        right: the second
    """
    return b.same(left, right)


@ludeme(
    "!=",
    source=f"{MATHS}/NotEqual.java",
    examples=("(!= (count Moves) 3)",),
    aliases=("notEqual",),
    words="{left} ~is not {right}",
)
def not_equal(b: Builder, left: Player, right: Player) -> Bool:
    """Whether two numbers differ.

    Args:
        left: the first; a role stands for its player
        right: the second
    """
    return b.differ(b.players.number(left), b.players.number(right))


@ludeme(
    "!=",
    source=f"{MATHS}/NotEqual.java",
    examples=("(!= (sites Top) (sites Left))",),
    words="{left} ~is not exactly {right}",
)
def unequal_sites(b: Builder, left: Sites, right: Sites) -> Bool:
    """Whether two sets have different sites.

    Args:
        left: the first
        right: the second
    """
    return b.negate(b.same(left, right))


@ludeme(
    "<",
    source=f"{MATHS}/Lt.java",
    examples=("(< (count Moves) 3)",),
    aliases=("lt",),
    words="{left} ~is less than {right}",
)
def less(b: Builder, left: Int, right: Int) -> Bool:
    """Whether the first number is less than the second.

    In a `forAll Hint` the numbers are sites, and their values are compared: it holds as long as one
    of them has no single value yet. So do the other comparisons.

    Args:
        left: the first
        right: the second
    """
    return _compared(b, left, right, strict=True)


@ludeme(
    "<=",
    source=f"{MATHS}/Le.java",
    examples=("(<= (count Moves) 3)",),
    aliases=("le",),
    words="{left} ~is at most {right}",
)
def at_most(b: Builder, left: Int, right: Int) -> Bool:
    """Whether the first number is at most the second.

    Args:
        left: the first
        right: the second
    """
    return _compared(b, left, right, strict=False)


@ludeme(
    ">",
    source=f"{MATHS}/Gt.java",
    examples=("(> (count Moves) 3)",),
    aliases=("gt",),
    words="{left} ~is more than {right}",
)
def greater(b: Builder, left: Int, right: Int) -> Bool:
    """Whether the first number is greater than the second.

    Args:
        left: the first
        right: the second
    """
    return _compared(b, right, left, strict=True)


@ludeme(
    ">=",
    source=f"{MATHS}/Ge.java",
    examples=("(>= (count Moves) 3)",),
    aliases=("ge",),
    words="{left} ~is at least {right}",
)
def at_least(b: Builder, left: Int, right: Int) -> Bool:
    """Whether the first number is at least the second.

    Args:
        left: the first
        right: the second
    """
    return _compared(b, right, left, strict=False)


@ludeme(
    "is Even",
    source="functions/booleans/is/integer/IsEven.java",
    examples=("(is Even (count Moves))",),
    words="{number} ~is even",
)
def is_even(b: Builder, number: Int) -> Bool:
    """Whether a number is even.

    Args:
        number: the number
    """
    return b.equal(b.remainder(number, b.int(2)), b.zero)


@ludeme(
    "is Odd",
    source="functions/booleans/is/integer/IsOdd.java",
    examples=("(is Odd (count Moves))",),
    words="{number} ~is odd",
)
def is_odd(b: Builder, number: Int) -> Bool:
    """Whether a number is odd.

    Args:
        number: the number
    """
    return b.differ(b.remainder(number, b.int(2)), b.zero)

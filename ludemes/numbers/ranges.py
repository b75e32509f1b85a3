"""Ranges of numbers, and a number drawn from one."""

from __future__ import annotations

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Range
from interpreter.rules.builder import Builder

INFINITY = 1_000_000_000


@ludeme(
    "range",
    source="functions/range/Range.java",
    examples=("(value Random (range 1 6))",),
    words="{least} to {most}",
)
def range_between(b: Builder, least: Int, most: Int | None = None) -> Range:
    """The numbers from one to another.

    Args:
        least: the first
        most: the last, which belongs to the range; the first if not given
    """
    return Range(least, least if most is None else most)


@ludeme(
    "exact",
    source="functions/range/math/Exact.java",
    examples=("(sites Distance from:0 (exact 2))",),
    words="exactly {number}",
)
def exactly(b: Builder, number: Int) -> Range:
    """One number alone.

    Args:
        number: the number
    """
    return Range(number, number)


@ludeme(
    "min",
    source="functions/range/math/Min.java",
    examples=("(sites Distance from:0 (min 2))",),
    words="at least {least}",
)
def range_from(b: Builder, least: Int) -> Range:
    """A number and all greater ones.

    Args:
        least: the number
    """
    return Range(least, b.int(INFINITY))


@ludeme(
    "max",
    source="functions/range/math/Max.java",
    examples=("(value Random (max 2))",),
    words="at most {most}",
)
def range_to(b: Builder, most: Int) -> Range:
    """The numbers from -1 to another.

    Args:
        most: the last, which belongs to the range
    """
    return Range(b.nothing, most)


@ludeme(
    "value Random",
    source="functions/ints/value/random/ValueRandom.java",
    examples=("(value Random (range 1 6))",),
    words="a number drawn by lot from {numbers}",
)
def value_random(b: Builder, numbers: Range) -> Int:
    """A number drawn by chance, each of a range as likely as the others.

    Args:
        numbers: the range
    """
    span = b.add(b.subtract(numbers.most, numbers.least), b.int(1))
    return b.add(numbers.least, b.turn.draw(span))

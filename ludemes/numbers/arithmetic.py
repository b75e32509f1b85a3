"""Arithmetic on numbers, and on the numbers of a list."""

from __future__ import annotations

import math

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Ints, Lazy
from interpreter.rules.builder import MOST_INT, Builder


@ludeme(
    "+",
    source="functions/ints/math/Add.java",
    examples=("(+ 1 (count Moves))",),
    aliases=("add",),
    words="{left} plus {right}",
)
def add(b: Builder, left: Int, right: Int) -> Int:
    """The sum of two numbers.

    Args:
        left: the first
        right: the second
    """
    return b.add(left, right)


@ludeme(
    "+",
    source="functions/ints/math/Add.java",
    examples=("(+ {1 2 3})",),
    words="the sum of {numbers}",
)
def add_all(b: Builder, numbers: tuple[Int, ...] | Ints) -> Int:
    """The sum of a list of numbers.

    Args:
        numbers: the list
    """
    return b.fold(numbers, b.zero, b.add)


@ludeme(
    "-",
    source="functions/ints/math/Sub.java",
    examples=("(- (score P1) (score P2))",),
    aliases=("sub",),
    words="{left} minus {right}",
)
def subtract(b: Builder, left: Int, right: Int) -> Int:
    """The first number less the second.

    Args:
        left: the first
        right: the second
    """
    return b.subtract(left, right)


@ludeme(
    "-",
    source="functions/ints/math/Sub.java",
    examples=("(- (score P1))",),
    words="minus {number}",
)
def minus(b: Builder, number: Int) -> Int:
    """The number with its sign changed.

    Args:
        number: the number
    """
    return b.subtract(b.zero, number)


@ludeme(
    "*",
    source="functions/ints/math/Mul.java",
    examples=("(* 2 (count Moves))",),
    aliases=("mul",),
    words="{left} times {right}",
)
def multiply(b: Builder, left: Int, right: Int) -> Int:
    """The product of two numbers.

    Args:
        left: the first
        right: the second
    """
    return b.multiply(left, right)


@ludeme(
    "*",
    source="functions/ints/math/Mul.java",
    examples=("(* (sizes Group P1))",),
    words="the product of {numbers}",
)
def multiply_all(b: Builder, numbers: tuple[Int, ...] | Ints) -> Int:
    """The product of a list of numbers.

    Args:
        numbers: the list
    """
    return b.fold(numbers, b.int(1), b.multiply)


@ludeme(
    "/",
    source="functions/ints/math/Div.java",
    examples=("(/ (count Moves) 2)",),
    aliases=("div",),
    words="{left} divided by {right}",
)
def divide(b: Builder, left: Int, right: Int) -> Int:
    """The quotient of two numbers, towards zero; 0 where the second is 0.

    Args:
        left: what is divided
        right: by what
    """
    return b.divide(left, right)


@ludeme(
    "%",
    source="functions/ints/math/Mod.java",
    examples=("(% (count Moves) 3)",),
    aliases=("mod",),
    words="the remainder of {left} divided by {right}",
)
def remainder(b: Builder, left: Int, right: Int) -> Int:
    """What a division leaves; 0 where the second number is 0.

    Args:
        left: what is divided
        right: by what
    """
    return b.remainder(left, right)


@ludeme(
    "^",
    source="functions/ints/math/Pow.java",
    examples=("(^ (count Moves) 2)",),
    aliases=("pow",),
    words="{number} to the power of {exponent}",
)
def power(b: Builder, number: Int, exponent: Int) -> Int:
    """A number to the power of another, towards zero; no more than 32 bits can hold.

    Args:
        number: the number
        exponent: how many times
    """
    return b.power(number, exponent)


@ludeme(
    "max",
    source="functions/ints/math/Max.java",
    examples=("(max 1 (count Moves))",),
    words="the greater of {left} and {right}",
)
def greatest(b: Builder, left: Int, right: Int) -> Int:
    """The greater of two numbers.

    Args:
        left: the first
        right: the second
    """
    return b.greatest(left, right)


@ludeme(
    "max",
    source="functions/ints/math/Max.java",
    examples=("(max (sizes Group Mover))",),
    words="the greatest of {numbers}",
)
def greatest_of(b: Builder, numbers: tuple[Int, ...] | Ints) -> Int:
    """The greatest number of a list; -1 for none.

    Args:
        numbers: the list
    """
    return b.fold(numbers, b.nothing, b.greatest)


@ludeme(
    "min",
    source="functions/ints/math/Min.java",
    examples=("(min 1 (count Moves))",),
    words="the smaller of {left} and {right}",
)
def least(b: Builder, left: Int, right: Int) -> Int:
    """The smaller of two numbers.

    Args:
        left: the first
        right: the second
    """
    return b.least(left, right)


@ludeme(
    "min",
    source="functions/ints/math/Min.java",
    examples=("(min {3 (count Moves)})",),
    words="the smallest of {numbers}",
)
def least_of(b: Builder, numbers: tuple[Int, ...] | Ints) -> Int:
    """The smallest number of a list; a very large one for none.

    Args:
        numbers: the list
    """
    return b.fold(numbers, b.int(2**31 - 1), b.least)


@ludeme(
    "abs",
    source="functions/ints/math/Abs.java",
    examples=("(abs (- (score P1) (score P2)))",),
    words="the absolute value of {number}",
)
def absolute(b: Builder, number: Int) -> Int:
    """The number without its sign.

    Args:
        number: the number
    """
    return b.greatest(number, b.subtract(b.zero, number))


@ludeme(
    "if",
    source="functions/ints/math/If.java",
    examples=("(if (is Full) 1 0)",),
    words="{yes} (if {condition}) or {no} (if not)",
)
def choose(b: Builder, condition: Bool, yes: Lazy[Int], no: Lazy[Int]) -> Int:
    """One of two numbers.

    Args:
        condition: what decides
        yes: the number if it holds
        no: the number if it does not
    """
    return b.choose(condition, yes, no)


@ludeme(
    "toInt",
    source="functions/ints/ToInt.java",
    examples=("(toInt (is Full))",),
    grown=False,
    words="one (if {condition}) or 0 (if not)",
)
def of_condition(b: Builder, condition: Bool) -> Int:
    """A condition as a number.

    Args:
        condition: 1 if it holds, 0 if not
    """
    return b.as_int(condition)


@ludeme(
    "toInt",
    source="functions/ints/ToInt.java",
    examples=("(toInt (sqrt 10))",),
    grown=False,
    words="the whole part of {number}",
)
def of_fraction(b: Builder, number: float) -> Int:
    """The whole part of a number with a fraction, within 32 bits.

    Args:
        number: what comes behind the point is left out
    """
    if math.isnan(number):
        raise b.fail("this has no value as a number", code="no-number")
    return b.int(int(max(-MOST_INT - 1, min(number, MOST_INT))))

"""Numbers with a fractional part, which measure boards: known when a game is compiled."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import reduce

from interpreter.board.graph import single
from interpreter.language.catalogue import ludeme
from interpreter.rules.builder import Builder
from interpreter.text.errors import LudError

FLOATS = "functions/floats/math"


def _single(make: Callable[[], float]) -> float:
    """A result in single precision, in which the reference measures; not beyond what it holds."""
    try:
        return single(make())
    except (ArithmeticError, ValueError):
        raise LudError("this has no value as a number", code="no-number") from None


def _in_turn(
    step: Callable[[float, float], float], numbers: tuple[float, ...], first: float
) -> float:
    """What comes of a number and all others, one after another: each time it is rounded."""
    return _single(
        lambda: reduce(lambda known, one: single(step(known, one)), map(single, numbers), first)
    )


@ludeme(
    "+",
    aliases=("add",),
    source=f"{FLOATS}/Add.java",
    examples=("(shift (+ 0.5 1) 0 (square 3))",),
    words="{first} plus {second}",
)
def add(b: Builder, first: float, second: float) -> float:
    """The sum of two numbers.

    Args:
        first: a number
        second: another number
    """
    return _single(lambda: single(first) + single(second))


@ludeme(
    "+",
    aliases=("add",),
    source=f"{FLOATS}/Add.java",
    examples=("(shift (+ {0.5 1 2}) 0 (square 3))",),
    words="the sum of {numbers}",
)
def add_all(b: Builder, numbers: tuple[float, ...]) -> float:
    """The sum of several numbers.

    Args:
        numbers: the numbers
    """
    return _in_turn(operator.add, numbers, 0.0)


@ludeme(
    "-",
    aliases=("sub",),
    source=f"{FLOATS}/Sub.java",
    examples=("(shift (- 2 0.5) 0 (square 3))",),
    words="{first} minus {second}",
)
def subtract(b: Builder, first: float, second: float) -> float:
    """The difference of two numbers.

    Args:
        first: a number
        second: what is taken from it
    """
    return _single(lambda: single(first) - single(second))


@ludeme(
    "*",
    aliases=("mul",),
    source=f"{FLOATS}/Mul.java",
    examples=("(shift (* 2 0.75) 0 (square 3))",),
    words="{first} times {second}",
)
def multiply(b: Builder, first: float, second: float) -> float:
    """The product of two numbers.

    Args:
        first: a number
        second: another number
    """
    return _single(lambda: single(first) * single(second))


@ludeme(
    "*",
    aliases=("mul",),
    source=f"{FLOATS}/Mul.java",
    examples=("(shift (* {0.5 3 2}) 0 (square 3))",),
    words="the product of {numbers}",
)
def multiply_all(b: Builder, numbers: tuple[float, ...]) -> float:
    """The product of several numbers.

    Args:
        numbers: the numbers
    """
    return _in_turn(operator.mul, numbers, 1.0)


@ludeme(
    "/",
    aliases=("div",),
    source=f"{FLOATS}/Div.java",
    examples=("(shift (/ 7 2) 0 (square 3))",),
    words="{first} divided by {second}",
)
def divide(b: Builder, first: float, second: float) -> float:
    """The quotient of two numbers, with its fraction.

    Args:
        first: the number that is divided
        second: what it is divided by
    """
    return _single(lambda: single(first) / single(second))


@ludeme(
    "^",
    aliases=("pow",),
    source=f"{FLOATS}/Pow.java",
    examples=("(scale (^ 2 0.5) (square 3))",),
    words="{first} to the power of {second}",
)
def power(b: Builder, first: float, second: float) -> float:
    """A power of a number.

    Args:
        first: the number
        second: the exponent
    """
    return _single(lambda: math.pow(single(first), single(second)))


@ludeme(
    "abs",
    source=f"{FLOATS}/Abs.java",
    examples=("(shift (abs -0.5) 0 (square 3))",),
    words="the absolute value of {number}",
)
def absolute(b: Builder, number: float) -> float:
    """A number without its sign.

    Args:
        number: the number
    """
    return _single(lambda: abs(number))


@ludeme(
    "max",
    source=f"{FLOATS}/Max.java",
    examples=("(shift (max 0.5 2) 0 (square 3))",),
    words="the larger of {first} and {second}",
)
def largest(b: Builder, first: float, second: float) -> float:
    """The larger of two numbers.

    Args:
        first: a number
        second: another number
    """
    return _single(lambda: max(first, second))


@ludeme(
    "min",
    source=f"{FLOATS}/Min.java",
    examples=("(shift (min 0.5 2) 0 (square 3))",),
    words="the smaller of {first} and {second}",
)
def least(b: Builder, first: float, second: float) -> float:
    """The smaller of two numbers.

    Args:
        first: a number
        second: another number
    """
    return _single(lambda: min(first, second))


@ludeme(
    "sqrt",
    source=f"{FLOATS}/Sqrt.java",
    examples=("(scale (sqrt 2) (square 3))",),
    words="the square root of {number}",
)
def square_root(b: Builder, number: float) -> float:
    """The square root of a number.

    Args:
        number: the number
    """
    return _single(lambda: math.sqrt(single(number)))


@ludeme(
    "sin",
    source=f"{FLOATS}/Sin.java",
    examples=("(scale (sin 1.57) (square 3))",),
    words="the sine of {angle}",
)
def sine(b: Builder, angle: float) -> float:
    """The sine of an angle.

    Args:
        angle: the angle, in radians
    """
    return _single(lambda: math.sin(single(angle)))


@ludeme(
    "cos",
    source=f"{FLOATS}/Cos.java",
    examples=("(scale (cos 0.5) (square 3))",),
    words="the cosine of {angle}",
)
def cosine(b: Builder, angle: float) -> float:
    """The cosine of an angle.

    Args:
        angle: the angle, in radians
    """
    return _single(lambda: math.cos(single(angle)))


@ludeme(
    "tan",
    source=f"{FLOATS}/Tan.java",
    examples=("(scale (tan 0.5) (square 3))",),
    words="the tangent of {angle}",
)
def tangent(b: Builder, angle: float) -> float:
    """The tangent of an angle.

    Args:
        angle: the angle, in radians
    """
    return _single(lambda: math.tan(single(angle)))


@ludeme(
    "exp",
    source=f"{FLOATS}/Exp.java",
    examples=("(scale (exp 0.5) (square 3))",),
    words="e to the power of {number}",
)
def exponential(b: Builder, number: float) -> float:
    """The number e to the power of another.

    Args:
        number: the power
    """
    return _single(lambda: math.exp(single(number)))


@ludeme(
    "log",
    source=f"{FLOATS}/Log.java",
    examples=("(scale (log 5.5) (square 3))",),
    words="the natural logarithm of {number}",
)
def logarithm(b: Builder, number: float) -> float:
    """The natural logarithm of a number.

    Args:
        number: the number
    """
    return _single(lambda: math.log(single(number)))


@ludeme(
    "log10",
    source=f"{FLOATS}/Log10.java",
    examples=("(scale (log10 50) (square 3))",),
    words="the logarithm of {number} to the base of ten",
)
def common_logarithm(b: Builder, number: float) -> float:
    """The logarithm of a number to the base of ten.

    Args:
        number: the number
    """
    return _single(lambda: math.log10(single(number)))


@ludeme(
    "toFloat",
    source="functions/floats/ToFloat.java",
    examples=("(shift (toFloat (+ 1 2)) 0 (square 3))",),
    grown=False,
    words="{number}",
)
def of_number(b: Builder, number: int) -> float:
    """A whole number where one with a fraction is asked for.

    Args:
        number: the number, known before the game begins
    """
    return float(number)


@ludeme(
    "toFloat",
    source="functions/floats/ToFloat.java",
    examples=("(shift (toFloat True) 0 (square 3))",),
    grown=False,
    words="one (if {condition}) or 0 (if not)",
)
def of_condition(b: Builder, condition: bool) -> float:
    """A condition as a number: 1 if it holds, 0 if not.

    Args:
        condition: the condition, known before the game begins
    """
    return float(condition)

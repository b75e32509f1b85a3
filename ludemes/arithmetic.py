"""Arithmetic on numbers and on lists of numbers."""

from __future__ import annotations

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import ZERO, AtTo, Body, Ints, Lazy, Sites
from interpreter.language.words import Direction, Directions, Role
from interpreter.rules.builder import Builder


@ludeme(
    "sizes Group",
    source="functions/intArray/sizes/group/SizesGroup.java",
    examples=("(max (sizes Group Mover))",),
    exclusive=(("who", "of", "if"),),
    words="the sizes of the groups[ of sites {if:those}][ of at least {min}]",
    kind_at=0,
)
def sizes_group(
    b: Builder,
    direction: Directions = Direction.Adjacent,
    who: Role | None = None,
    *,
    of: Int | None = None,
    if_: AtTo | None = None,
    min_: Int = ZERO,
) -> Ints:
    """The sizes of connected groups.

    Args:
        direction: what connects sites
        who: whose pieces; everybody's, not told apart, if not given
        of: whose, as a number
        if_: which sites instead
        min_: the least size of a group that counts
    """

    def each(body: Body) -> None:
        sites = b.board.here(b.pieces.among(who, of, None, None))
        if if_ is not None:
            sites = b.names.where(b.board.sites, if_, "to")

        def one(group: Sites) -> None:
            size = b.count(group)
            b.if_(b.at_most(min_, size), lambda: body(size))

        b.board.each_group(sites, direction, one)

    return Ints(each)


@ludeme(
    "difference",
    source="functions/intArray/math/Difference.java",
    examples=("(max (difference (sizes Group Mover) 1))",),
    words="{source} without {without}",
)
def difference_ints(b: Builder, source: Ints, without: Int | Ints) -> Ints:
    """The numbers of a list that are not in another, or the list without one number.

    Args:
        source: the list
        without: a list, of which every number is left out wherever it occurs; or one number, of
            which only the first occurrence is left out
    """

    def each(body: Body) -> None:
        gone = b.local("gone", b.false)

        def left_out(value: Int) -> Bool:
            found = b.local("listed", b.false)
            if isinstance(without, Int):
                b.set(found, b.both(b.equal(value, without), b.negate(b.get_bool(gone))))
                b.set(gone, b.either(b.get_bool(gone), b.get_bool(found)))
            else:
                without.each(
                    lambda other: b.set(found, b.either(b.get_bool(found), b.equal(value, other)))
                )
            return b.get_bool(found)

        source.each(lambda value: b.if_(b.negate(left_out(value)), lambda: body(value)))

    return Ints(each)


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
    "size Array",
    source="functions/ints/size/array/SizeArray.java",
    examples=("(size Array (sizes Group Mover))",),
    words="how many there are of {numbers}",
)
def size_array(b: Builder, numbers: Ints) -> Int:
    """How many numbers a list has.

    Args:
        numbers: the list
    """
    return b.fold(numbers, b.zero, lambda total, _: b.add(total, b.int(1)))

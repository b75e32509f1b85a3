"""A move in native code: its four parts, and as one number."""

from __future__ import annotations

from interpreter.ir.program import SITE_BITS, TEMPLATE_BITS
from interpreter.targets.llvm.assembly import Code, Num

# A move as its parts: template, from-site, to-site, and the extras packed together.
MOVE = "{ i64, i64, i64, i64 }"
EXTRA_AT = TEMPLATE_BITS + 2 * SITE_BITS


def move_of(c: Code, *parts: Num | str | int) -> Num:
    """A move of its four parts."""
    return Num(c, MOVE, c.parts(MOVE, *parts))


def no_move(c: Code) -> Num:
    """What stands for a move that there is not."""
    return move_of(c, -1, -1, -1, 0)


def part_of(c: Code, move: Num | str, place: int) -> Num:
    """One of the four parts of a move."""
    return c.num(c.part(MOVE, move, place))


def packed(c: Code, move: Num | str) -> Num:
    """A move as one number, as `program.pack` makes it."""
    template, origin, target, extra = (part_of(c, move, place) for place in range(4))
    first = (origin + 1) << TEMPLATE_BITS
    second = (target + 1) << TEMPLATE_BITS + SITE_BITS
    return first | second | template | (extra << EXTRA_AT)


def unpacked(c: Code, number: Num) -> Num:
    """The move that a number stands for."""
    site = (1 << SITE_BITS) - 1
    return move_of(
        c,
        number & ((1 << TEMPLATE_BITS) - 1),
        ((number >> TEMPLATE_BITS) & site) - 1,
        ((number >> TEMPLATE_BITS + SITE_BITS) & site) - 1,
        number >> EXTRA_AT,
    )

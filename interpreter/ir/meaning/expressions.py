"""The definition of the operations: what each gives, as plain Python, with what that needs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, cast

from interpreter.ir.meaning.bundles import MoveList, arrange, move_at, move_count, sort_moves, take
from interpreter.ir.meaning.sites import (
    along,
    between_at,
    beyond,
    flood,
    image,
    met,
    nth,
    onward,
    ray,
    reach,
    run,
    shifts_of,
    total_at,
)
from interpreter.ir.meaning.splitmix import draw, wrap
from interpreter.ir.program import EXTRA_BITS, SITE_BITS, TEMPLATE_BITS
from interpreter.ir.relations import Axis, Compass, Rays, Relation, Table

# {0} {1} {2} operands; {a} the attribute; {n} the number of sites; {e} the number of entries
EXPRESSIONS = {
    "add": "wrap({0} + {1})",
    "sub": "wrap({0} - {1})",
    "mul": "wrap({0} * {1})",
    "div": "wrap(divide({0}, {1}))",
    "mod": "({0} - {1} * divide({0}, {1}) if {1} else 0)",
    "min": "({0} if {0} < {1} else {1})",
    "max": "({0} if {0} > {1} else {1})",
    "bits_and": "({0} & {1})",
    "bits_or": "({0} | {1})",
    "shift_left": "wrap({0} << ({1} & 63))",
    "shift_right": "({0} >> ({1} & 63))",
    "eq": "({0} == {1})",
    "ne": "({0} != {1})",
    "lt": "({0} < {1})",
    "le": "({0} <= {1})",
    "not": "(not {0})",
    "and": "({0} and {1})",
    "or": "({0} or {1})",
    "int_of": "int({0})",
    "pick_int": "({1} if {0} else {2})",
    "pick_sites": "({1} if {0} else {2})",
    "union": "({0} | {1})",
    "intersect": "({0} & {1})",
    "minus": "({0} & ~{1})",
    "single": "(1 << {0} if 0 <= {0} < {n} else 0)",
    "contains": "(0 <= {1} < {n} and {0} >> {1} & 1 == 1)",
    "count": "({0}).bit_count()",
    "is_empty": "(not {0})",
    "same": "({0} == {1})",
    "first": "(({0} & -{0}).bit_length() - 1)",
    "nth": "nth({0}, {1})",
    "image": "image({0}, {a})",
    "flood": "flood({0}, {1}, {a})",
    "run": "run({0}, {1}, {a})",
    "ray": "ray({0}, {1}, {a})",
    "met": "met({0}, {1}, {2}, {a})",
    "along": "along({0}, {1}, {2}, {a})",
    "onward": "onward({0}, {1}, {a})",
    "reach": "reach({0}, {1}, {2}, {a})",
    "beyond": "beyond({0}, {1}, {2}, {a})",
    "lookup": "{a}[{0} if 0 <= {0} < {e} else -1]",
    "lookup_sites": "{a}[{0} if 0 <= {0} < {e} else -1]",
    "template_of": f"({{0}} & {(1 << TEMPLATE_BITS) - 1})",
    "origin_of": f"(({{0}} >> {TEMPLATE_BITS} & {(1 << SITE_BITS) - 1}) - 1)",
    "target_of": f"(({{0}} >> {TEMPLATE_BITS + SITE_BITS} & {(1 << SITE_BITS) - 1}) - 1)",
    "extra_of": "extra_of({0}, {a})",
    "random": "draw(s, {at}, {0})",
    "move_count": "move_count(m)",
    "move_at": "move_at(m, {0})",
    "arrange": "arrange(m)",
    "take": "take(m, {0})",
}


def divide(left: int, right: int) -> int:
    """The quotient towards zero; 0 for divisor 0."""
    if right == 0:
        return 0
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def extra_of(move: int, place: int) -> int:
    """One of the numbers that a move carries besides its sites."""
    shift = TEMPLATE_BITS + 2 * SITE_BITS + place * EXTRA_BITS
    return (move >> shift & (1 << EXTRA_BITS) - 1) - 1


def cycled(positions: Sequence[object], count: int) -> bool:
    """Whether the last of some positions are so many three times over."""
    last = positions[-3 * count :]
    return len(last) == 3 * count and last[:-count] == last[count:]


HELPERS: dict[str, object] = {
    "MoveList": MoveList,
    **{
        function.__name__: function
        for function in (
            wrap,
            divide,
            nth,
            image,
            flood,
            run,
            ray,
            met,
            along,
            onward,
            reach,
            beyond,
            draw,
            extra_of,
            cycled,
            total_at,
            between_at,
            move_count,
            move_at,
            sort_moves,
            arrange,
            take,
        )
    },
}


def constant_of(attribute: object) -> object:
    """An attribute as the expressions want it: relations as shifts, tables as their entries."""
    if isinstance(attribute, Relation):
        return shifts_of(attribute)
    if isinstance(attribute, Table):
        return attribute.entries
    if isinstance(attribute, Axis):
        return attribute.rays
    if isinstance(attribute, Rays):
        return attribute.sites
    return attribute if isinstance(attribute, int | Compass) else None


@functools.cache
def _formula(name: str) -> Callable[..., Any]:
    text = EXPRESSIONS[name].format("x", "y", "z", a="a", n="n", e="len(a)", at=0)
    return cast(Callable[..., Any], eval(f"lambda a, n, x=0, y=0, z=0: {text}", dict(HELPERS)))


def evaluate(name: str, operands: Sequence[int], attribute: object, sites: int) -> int:
    """What a pure operation gives for constants; sets are bit masks."""
    return int(_formula(name)(constant_of(attribute), sites, *operands))


def evaluate_each(
    name: str, operands: Sequence[Sequence[int]], attribute: object, sites: int
) -> tuple[int, ...]:
    """What a pure operation gives for several constants, one after the other."""
    formula, constant = _formula(name), constant_of(attribute)
    return tuple([int(formula(constant, sites, *row)) for row in zip(*operands, strict=True)])

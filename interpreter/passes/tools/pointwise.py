"""Numbers that are known beforehand for every site.

Which way leads from a site to its neighbour, or what lies behind the neighbour, does not depend on
the position. Whatever is worked out from such numbers alone is worked out here, site by site, while
the program is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from interpreter.ir.meaning.expressions import evaluate_each
from interpreter.ir.values import Int, Value
from interpreter.passes.tools.lifted import Lifted, Map, Numbers, Place


def numbers_of(value: Lifted | Value, size: int) -> Map | None:
    """The numbers that a value has for the sites; None where they are not known."""
    if isinstance(value, Place):
        return value.map
    if isinstance(value, Numbers):
        return value.numbers
    if isinstance(value, Int) and value.constant is not None:
        return (value.constant,) * size
    return None


def worked_out(
    name: str, operands: Sequence[Lifted | Value], attribute: object, size: int
) -> Map | None:
    """What a pure operation on numbers gives for every site, if all of them are known."""
    rows: list[Map] = []
    for one in operands:
        numbers = numbers_of(one, size)
        if numbers is None:
            return None
        rows.append(numbers)
    return _evaluated(name, tuple(rows), attribute, size)


@lru_cache(maxsize=1024)
def _evaluated(name: str, rows: tuple[Map, ...], attribute: object, size: int) -> Map:
    return evaluate_each(name, rows, attribute, size)


def place_of(value: Lifted | Value) -> Lifted | Value:
    """Known numbers as sites, where they are any; what else a value is, it stays."""
    if not isinstance(value, Numbers):
        return value
    sites = range(len(value.numbers))
    return Place(tuple([number if number in sites else -1 for number in value.numbers]))


def chosen(sites: int, yes: Map, no: Map) -> Map:
    """The first of two numbers on the sites of a set, as a bit mask, else the second."""
    pairs = enumerate(zip(yes, no, strict=True))
    return tuple([one if sites >> site & 1 else other for site, (one, other) in pairs])

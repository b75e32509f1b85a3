"""What follows where a condition holds, or does not."""

from __future__ import annotations

from typing import cast

from interpreter.ir.analysis.ranges import LEAST, MOST
from interpreter.ir.emit import FALSE, TRUE
from interpreter.ir.values import Bool, Sites, Value
from interpreter.passes.tools.knowing import Knowing


def suppose(r: Knowing, condition: Bool, *, holds: bool) -> None:
    """Know in the open block what follows from a condition that holds there, or does not."""
    r.decided[condition] = TRUE if holds else FALSE
    if condition in r.compared:
        _tell(r, *r.compared[condition], holds=holds)
    made = r.made.get(condition)
    if made is None:
        return
    operands = made.operands
    if made.name == "not":
        suppose(r, cast(Bool, operands[0]), holds=not holds)
    elif made.name == ("and" if holds else "or"):
        for one in operands:
            suppose(r, cast(Bool, one), holds=holds)
    elif made.name == "contains" and holds:
        _find(r, operands[1], operands[0])
    elif made.name == "is_empty":
        _find_any(r, operands[0], none=holds)
    elif made.name in ("lt", "le"):
        _tell(r, made.name, *operands, holds=holds)


def _find(r: Knowing, site: Value | None, sites: Value) -> None:
    """Know that a site is in a set."""
    if site is not None and site.constant is None and site not in r.found_in:
        r.learn()
        r.surely.add(site)
        r.found_in[site] = cast(Sites, sites)


def _find_any(r: Knowing, sites: Value, *, none: bool) -> None:
    """Know what follows for a site from what is taken from it alone, or left of it."""
    made = r.made.get(sites)
    if made is None or made.name not in ("intersect", "minus"):
        return
    site = r.alone(made.operands[0])
    if not none:
        _find(r, site, sites)
    elif made.name == "minus" and site is not None and r.is_site(site):
        _find(r, site, made.operands[1])


def _tell(r: Knowing, name: str, left: Value, right: Value, *, holds: bool) -> None:
    """Know the bounds of a number that is compared with a constant."""
    if not holds:  # not a < b is b <= a
        name, left, right = ("le" if name == "lt" else "lt"), right, left
    strict = name == "lt"
    low, high = LEAST, MOST
    if left.constant is not None:
        value, low = right, left.constant + strict
    elif right.constant is not None:
        value, high = left, right.constant - strict
    else:
        return
    before = r.told.get(value, (LEAST, MOST))
    r.learn()
    r.told[value] = max(low, before[0]), min(high, before[1])

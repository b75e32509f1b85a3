"""Walks that must take all the steps they may: whether every site on the way will do.

How far a walk came is counted, compared with a number of steps, and used to find what lies behind.
Where the walk may not go any further than that number, there is nothing to count: the sites so near
are known from a table, all of them have to fit, and what lies behind is that many steps away.
Lines of Action makes 1.4 times as many plies a second (`python -m lab.speed.paired`).
"""

from __future__ import annotations

from typing import cast

from interpreter.ir.emit import NOWHERE, ONE, ZERO
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.tools.knowing import Measured
from interpreter.passes.tools.rewriting import Rewriter


def pick_sites(r: Rewriter, condition: Bool, yes: Sites, no: Sites) -> Value | None:
    """Sites that are meant if a walk came as far as it may."""
    found = _compared(r, condition)
    if found is None or no != NOWHERE:
        return None
    steps, counted, walked = found
    ends = cast(Sites, _where(r, yes, {counted: walked.most}))
    free = r.is_empty(r.minus(walked.nearest, without=walked.within))
    fits = r.both(r.at_most(steps, walked.most), free)
    if not _lies_behind(r, ends, walked):
        last = r.along(walked.compass, walked.site, walked.way, walked.most)
        fits = r.both(fits, r.at_most(ZERO, last))
    picked = r.pick_sites(fits, ends, NOWHERE)
    r.measured[picked] = walked
    return picked


def union(r: Rewriter, left: Sites, right: Sites) -> Value | None:
    """Sites behind a walk, with those that are meant if there is no step to be taken."""
    return _joined(r, left, right) or _joined(r, right, left)


def _joined(r: Rewriter, behind: Sites, near: Sites) -> Sites | None:
    walked, made, other = r.measured.get(behind), r.made.get(behind), r.made.get(near)
    if walked is None or made is None or other is None:
        return None
    if made.name != "pick_sites" or other.name != "pick_sites" or other.operands[2] != NOWHERE:
        return None
    condition, ends, _ = cast("tuple[Bool, Sites, Sites]", made.operands)
    none = cast(Bool, other.operands[0])
    if none != r.equal(walked.most, ZERO):
        return None
    if _where(r, ends, {walked.most: ZERO}) != other.operands[1]:
        return None
    free = r.is_empty(r.minus(walked.nearest, without=walked.within))
    if condition == r.both(r.at_most(r.greatest(walked.most, ONE), walked.most), free):
        # Where there is no step to be taken, nothing is in the way.
        return r.pick_sites(r.both(r.at_most(ZERO, walked.most), free), ends, NOWHERE)
    return r.pick_sites(r.either(condition, none), ends, NOWHERE)


def greatest(r: Rewriter, left: Int, right: Int) -> Value | None:
    """The greater of two numbers, of which one was found as the greater of others."""
    low, made = right.constant, r.made.get(left)
    if low is None or made is None or made.name != "max":
        return None
    least = made.operands[1].constant
    return left if least is not None and least >= low else None


def _compared(r: Rewriter, condition: Bool) -> tuple[Int, Int, Measured] | None:
    """A number of steps that a walk is to have come, the number it came, and the walk."""
    asked = r.made.get(condition)
    if asked is None or asked.name != "le":
        return None
    steps, counted = cast("tuple[Int, Int]", asked.operands)
    made = r.made.get(counted)
    walked = r.measured.get(made.operands[0]) if made is not None and made.name == "count" else None
    if walked is None or not _is_least(r, steps, walked.most):
        return None
    return steps, counted, walked


def _is_least(r: Rewriter, steps: Int, most: Int) -> bool:
    """Whether a number of steps is no less than another, and one at least."""
    made = r.made.get(steps)
    if made is None or made.name != "max" or made.operands[0] != most:
        return False
    least = made.operands[1].constant
    return least is not None and least >= 1


def _where(r: Rewriter, value: Value, known: dict[Value, Value]) -> Value:
    """What a value is where others are known to be equal to some."""
    if (
        value in known
        or value.constant is not None
        or value.number < min(one.number for one in known)
    ):
        return known.get(value, value)
    made = r.made.get(value)
    known[value] = value
    if made is not None and OPERATIONS[made.name].pure:
        operands = tuple(_where(r, one, known) for one in made.operands)
        if operands != made.operands:
            known[value] = r.emit(made.name, *operands, kind=value.kind, attribute=made.attribute)
    return known[value]


def _lies_behind(r: Rewriter, ends: Sites, walked: Measured) -> bool:
    """Whether a set can have no site but the first behind a walk of as many steps as may be."""
    site = r.one_at_most(ends)
    made = None if site is None else r.made.get(site)
    behind = walked.site, walked.way, r.add(r.greatest(walked.most, ZERO), ONE)
    return made is not None and made.attribute is walked.compass and made.operands == behind

"""Walking along a way: steps of a known length become shifted sets and floods."""

from __future__ import annotations

from typing import cast

from interpreter.emit import NOWHERE, ZERO
from interpreter.ir import Bool, Compass, Instruction, Int, Relation, Sites, Value, walk
from interpreter.passes.rewriting import Rewriter
from interpreter.passes.together import MOST_STEPS, StuckError, everywhere, interned


def onward(r: Rewriter, step: Instruction) -> Value | None:
    """Where a known way leads from a set in one step."""
    sites, way = cast("tuple[Sites, Int]", step.operands)
    if way.constant is None:
        return None
    return r.image(sites, _step(step, way.constant))


def walks(r: Rewriter, step: Instruction) -> Value | None:
    """Where a way leads as long as a condition holds."""
    starts, _, _, most = cast("tuple[Sites, Int, Int, Int]", step.operands)
    if most.constant is not None and most.constant < 1:
        return NOWHERE
    found = _together(r, step)
    if found is not None:
        return found
    site = r.alone(starts)
    return None if site is None or most.constant != 1 else _one_site(r, step, site)


def _together(r: Rewriter, step: Instruction) -> Sites | None:
    """Where a way leads from all of a set, by shifts and floods."""
    starts, way, skip, most = cast("tuple[Sites, Int, Int, Int]", step.operands)
    far_is_used = any(step.given[1] in one.operands for one in walk(step.blocks[0]))
    if way.constant is None or skip != ZERO or most.constant is None or far_is_used:
        return None
    compass = cast(Compass, step.attribute)
    relation = _step(step, way.constant)
    endless = most.constant >= compass.longest
    if not compass.glides[way.constant] or not (endless or most.constant <= MOST_STEPS):
        return None
    try:
        within = everywhere(r, step.blocks[0], step.given[0])
    except StuckError:
        return None
    found = here = r.intersect(r.image(starts, relation), within)
    if endless:
        found = r.flood(here, within, relation)
        r.reached[found] = (starts, within)
        return found
    for _ in range(1, most.constant):
        here = r.intersect(r.image(here, relation), within)
        found = r.union(found, here)
    r.reached[found] = (starts, found)
    return found


def _one_site(r: Rewriter, step: Instruction, site: Int) -> Sites:
    """The one site that is looked at."""
    _, way, skip, _ = cast("tuple[Sites, Int, Int, Int]", step.operands)
    far = r.add(r.greatest(skip, ZERO), Int(constant=1))
    there = r.along(cast(Compass, step.attribute), site, way, far)
    r.instead |= dict(zip(step.given, (there, far), strict=True))
    holds = cast(Bool, r.answer(step.blocks[0]))
    found = r.pick_sites(holds, r.single(there), NOWHERE)
    if skip == ZERO and found.constant is None:
        r.one_reached[found] = holds
    return found


def beyond(r: Rewriter, step: Instruction) -> Value | None:
    """The first site on a known way behind those that were walked to from the same set."""
    starts, reached, way = cast("tuple[Sites, Sites, Int]", step.operands)
    site = r.alone(starts)
    if site is not None and reached in r.one_reached:
        held = r.one_reached[reached]
        far = r.pick(held, Int(constant=2), Int(constant=1))
        return r.single(r.along(cast(Compass, step.attribute), site, way, far))
    if r.reached.get(reached, (None,))[0] != starts or way.constant is None:
        return None
    on = r.image(r.union(starts, reached), _step(step, way.constant))
    return r.minus(on, without=r.reached[reached][1])


def _step(step: Instruction, way: int) -> Relation:
    return interned(cast(Compass, step.attribute).relations[way].targets)

"""Walking along a way: steps of a known length become shifted sets and floods."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import cast

from interpreter.ir.emit import NOWHERE, ZERO
from interpreter.ir.program import Instruction, walk
from interpreter.ir.relations import Compass, Relation, Stretches
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.tools.knowing import Measured
from interpreter.passes.tools.lifted import StuckError
from interpreter.passes.tools.maps import interned
from interpreter.passes.tools.rewriting import Rewriter, acts
from interpreter.passes.tools.together import MOST_STEPS, everywhere

# Sites times lengths of walks, for a table of all beginnings of walks.
MOST_NEAREST = 2048


def onward(r: Rewriter, step: Instruction) -> Value | None:
    """Where a known way leads from a set in one step."""
    sites, way = cast("tuple[Sites, Int]", step.operands)
    if way.constant is None:
        return None
    return r.image(sites, _step(step, way.constant))


def walks(r: Rewriter, step: Instruction) -> Value | None:
    """Where a way leads as long as a condition holds."""
    starts, _, _, most = cast("tuple[Sites, Int, Int, Int]", step.operands)
    if starts == NOWHERE or _no_step(r, most):
        return NOWHERE
    found = _together(r, step)
    if found is not None:
        return found
    site = r.alone(starts)
    return None if site is None or most.constant != 1 else _one_site(r, step, site)


def _no_step(r: Rewriter, most: Int) -> bool:
    """Whether a number of steps is surely none."""
    bounds, made = r.bounds(most), r.made.get(most)
    if bounds is not None:
        return bounds[1] < 1
    if made is None or made.name != "sub":
        return False
    number, less = made.operands
    greater = r.made.get(less)  # a number without one that is no less
    return greater is not None and greater.name == "max" and number in greater.operands


def _together(r: Rewriter, step: Instruction) -> Sites | None:
    """Where a way leads from all of a set, by shifts and floods."""
    starts, way, skip, most = cast("tuple[Sites, Int, Int, Int]", step.operands)
    bounds, site = r.bounds(skip), r.alone(starts)
    if bounds is not None and bounds[0] > 0 and site is not None:
        # What comes behind some sites begins at the last of these.
        farther = r.single(r.along(cast(Compass, step.attribute), site, way, skip))
        return _together(r, replace(step, operands=(farther, way, ZERO, most)))
    far_is_used = any(step.given[1] in one.operands for one in walk(step.blocks[0]))
    if way.constant is None or skip != ZERO:
        return None
    if far_is_used:
        return _step_by_step(r, step)
    compass = cast(Compass, step.attribute)
    relation = _step(step, way.constant)
    far = compass.longest if most.constant is None else most.constant
    endless = far >= compass.longest
    if not compass.glides[way.constant] or not (endless or far <= MOST_STEPS):
        return None
    nearest = None if most.constant is not None else _nearest(r, step)
    if most.constant is None and nearest is None:
        return None
    try:
        within = everywhere(r, step.blocks[0], step.given[0])
    except StuckError:
        return None
    found = here = r.intersect(r.image(starts, relation), within)
    if endless:
        found = r.flood(here, within, relation)
        if nearest is not None and site is not None:
            found = r.intersect(found, nearest)
            r.measured[found] = Measured(compass, site, way, nearest, within, most)
            return found
        r.reached[found] = starts, relation, partial(_outside, r, starts, found, relation, within)
        return found
    for _ in range(1, far):
        here = r.intersect(r.image(here, relation), within)
        found = r.union(found, here)
    r.reached[found] = starts, relation, partial(_outside, r, starts, found, relation, found)
    return found


def _step_by_step(r: Rewriter, step: Instruction) -> Sites | None:
    """Where a way leads from one site, where the condition is another at each of a few steps."""
    starts, way, _, most = cast("tuple[Sites, Int, Int, Int]", step.operands)
    number = cast(int, way.constant)
    if not cast(Compass, step.attribute).glides[number] or r.one_at_most(starts) is None:
        return None
    if most.constant is None or most.constant > MOST_STEPS:
        return None
    relation = _step(step, number)
    found, behind, here = NOWHERE, NOWHERE, starts
    for far in range(1, most.constant + 1):
        r.instead[step.given[1]] = Int(constant=far)
        try:
            within = everywhere(r, step.blocks[0], step.given[0])
        except StuckError:
            return None
        there = r.image(here, relation)
        here = r.intersect(there, within)
        found = r.union(found, here)
        behind = r.union(behind, r.minus(there, without=within))
    behind = r.union(behind, r.image(here, relation))
    r.reached[found] = starts, relation, lambda: behind
    return found


def _nearest(r: Rewriter, step: Instruction) -> Sites | None:
    """The nearest sites from one site on a way, of which the number is not known yet."""
    starts, way, _, most = cast("tuple[Sites, Int, Int, Int]", step.operands)
    compass, site = cast(Compass, step.attribute), r.alone(starts)
    steps = compass.longest + 1
    if site is None or way.constant is None or compass.sites * steps > MOST_NEAREST:
        return None
    count = r.least(r.greatest(most, ZERO), Int(constant=compass.longest))
    spot = r.add(r.multiply(site, Int(constant=steps)), count)
    table = Stretches.of(f"nearest{way.constant}", compass.of(way.constant), steps)
    return r.lookup_sites(
        table, r.pick(r.asks_site(site), spot, Int(constant=len(table.entries) - 1))
    )


def _one_site(r: Rewriter, step: Instruction, site: Int) -> Sites | None:
    """The one site that is looked at."""
    _, way, skip, _ = cast("tuple[Sites, Int, Int, Int]", step.operands)
    far = r.add(r.greatest(skip, ZERO), Int(constant=1))
    there = r.along(cast(Compass, step.attribute), site, way, far)
    # A number that is drawn for a site that is not there would be missing elsewhere.
    if acts(step.blocks[0]) and not r.is_site(there):
        return None
    r.instead |= dict(zip(step.given, (there, far), strict=True))
    holds = cast(Bool, r.answer(step.blocks[0]))
    found = r.pick_sites(holds, r.single(there), NOWHERE)
    if skip == ZERO and found.constant is None:
        r.one_reached[found] = holds
    return found


def beyond(r: Rewriter, step: Instruction) -> Value | None:
    """The first site on a known way behind those that were walked to from the same set."""
    starts, reached, way = cast("tuple[Sites, Sites, Int]", step.operands)
    if starts == NOWHERE:
        return NOWHERE
    site = r.alone(starts)
    if site is not None and reached in r.one_reached:
        held = r.one_reached[reached]
        far = r.pick(held, Int(constant=2), Int(constant=1))
        return r.single(r.along(cast(Compass, step.attribute), site, way, far))
    if way.constant is None:
        return None
    return _behind(r, starts, reached, _step(step, way.constant))


def _behind(r: Rewriter, starts: Sites, reached: Sites, relation: Relation) -> Sites | None:
    """The first sites behind those that were walked to from a set."""
    begun, steps, behind = r.reached.get(reached, (None, relation, None))
    if behind is None or begun != starts or steps is not relation:
        return None
    return behind()


def _outside(
    r: Rewriter, starts: Sites, reached: Sites, relation: Relation, within: Sites
) -> Sites:
    """Where steps lead from a set, and all that was reached from it, out of where they may lead."""
    return r.minus(r.image(r.union(starts, reached), relation), without=within)


def along(r: Rewriter, compass: Compass, site: Int, way: Int, far: Int) -> Value | None:
    """The first site behind a row that was walked along, found as the end of a set."""
    reached = _counted(r, far)
    if reached is None or way.constant is None or not compass.glides[way.constant]:
        return None
    end = _behind(r, r.single(site), reached, interned(compass.relations[way.constant].targets))
    if end is None:
        return None
    found = r.first(end)
    r.only[end] = found
    return found


def _counted(r: Rewriter, far: Int) -> Sites | None:
    """The set of which a number is one more than how many there are."""
    made = r.made.get(far)
    if made is None or made.name != "add" or made.operands[1].constant != 1:
        return None
    count = r.made.get(made.operands[0])
    return cast(Sites, count.operands[0]) if count is not None and count.name == "count" else None


def single(r: Rewriter, site: Int) -> Value | None:
    """The set that has a site alone, where the site was found so."""
    return _home(r, site)


def contains(r: Rewriter, sites: Sites, site: Int) -> Value | None:
    """Whether a set has a site that was found as the only one of another."""
    home = _home(r, site)
    return None if home is None else r.negate(r.is_empty(r.intersect(sites, home)))


def at_most(r: Rewriter, low: Int, site: Int) -> Value | None:
    """Whether a site was found at all."""
    home = _home(r, site) if low == ZERO else None
    return None if home is None else r.negate(r.is_empty(home))


def _home(r: Rewriter, site: Int) -> Sites | None:
    made = r.made.get(site)
    if made is None or made.name != "first" or made.operands[0] not in r.only:
        return None
    return cast(Sites, made.operands[0])


def _step(step: Instruction, way: int) -> Relation:
    return interned(cast(Compass, step.attribute).relations[way].targets)

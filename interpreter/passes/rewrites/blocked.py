"""Pieces whose way is blocked before anything can come of it, left out beforehand.

A slide along tracks may end only behind a corner. Whether the sites up to there let it through is
asked of all pieces at once, way by way: a relation leads from each site back to where the ways
begin on which it comes so early, and what it leads to from all sites that stop a piece is left out.

Gain: of twelve stones in Surakarta few are left on each way; see `leaps`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import cast

from interpreter.ir.emit import NONE, NOWHERE, TRUE
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Block, Instruction, walk
from interpreter.ir.relations import Compass
from interpreter.ir.values import Int, Sites, Value
from interpreter.passes.tools.going import Going, going
from interpreter.passes.tools.lifted import Map, Numbers
from interpreter.passes.tools.maps import identity, interned, turned
from interpreter.passes.tools.parting import only_tells, repeats, without_loop
from interpreter.passes.tools.pointwise import numbers_of, worked_out
from interpreter.passes.tools.rewriting import DONE, Rewriter
from interpreter.passes.tools.together import Together

# So many ways are written one after another at most.
MOST_WAYS = 8
# On larger boards it takes longer to ask about all sites at once than about a few pieces.
MOST_SITES = 64

Beginning = tuple[int, ...] | None
"""The sites on a way from a site behind which anything may be done; None if it never is."""
Several = list[list[Beginning]]
"""Those of each way and site."""


@dataclass(frozen=True)
class Nest:
    """A loop along a way, in a loop over ways, in one over pieces.

    Args:
        sites: the values that are the site of the piece
        steps: what is worked out before the way is gone
        ways: the loop over ways
        loop: the one along a way
    """

    sites: set[Value]
    steps: Block
    ways: Instruction
    loop: Instruction
    inner: Going

    def only_asks_far(self, guard: Value) -> bool:
        """Whether nothing but the guard tells one step from another, on ways to their ends."""
        inner, times = self.inner, self.loop.operands[0].constant
        most = cast(int, self.loop.attribute)
        told = {inner.far, inner.index}
        uses = [one for one in walk(inner.rest) if told & {*one.operands}]
        whole = times is not None and min(times, most) + inner.ahead > inner.compass.longest
        return whole and all(one.result == guard for one in uses)

    def begun_later(self, block: Block, several: Several, guard: Value) -> Block:
        """A block with a loop along the ways from behind their beginnings, which ask no guard."""
        compass = self.inner.compass
        rays = [
            ray if beginning is None else ray[len(beginning) :]
            for ray, beginning in zip(compass.rays, chain.from_iterable(several), strict=True)
        ]
        cut = Compass(f"{compass.name} later", tuple(rays), compass.count, compass.sites)

        def later(step: Instruction) -> Instruction:
            here = step.name == "along" and step.result == self.inner.there
            blocks = tuple([[later(one) for one in inner if one.result != guard]
                            for inner in step.blocks])  # fmt: skip
            return replace(step, blocks=blocks, attribute=cut if here else step.attribute)

        return [later(step) for step in block]


def each(r: Rewriter, step: Instruction) -> Value | None:
    """A loop over pieces that go along their ways, and do nothing on the first steps."""
    nest = _nest(step)
    if nest is None or r.program.sites > MOST_SITES or nest.inner.compass.count > MOST_WAYS:
        return None
    late = _late(r, nest)
    if late is None or not repeats(r, step.blocks[0]):
        return None
    guard, several = late
    found = _Stops(r, nest, guard)
    stops = found.all()
    if stops is None or stops == NOWHERE or not r.affords(step, len(several)):
        return None
    part = without_loop(step.blocks[0], nest.ways)
    if found.exact and nest.only_asks_far(guard):
        part = nest.begun_later(part, several, guard)
        r.instead[guard] = TRUE
    for way, beginnings in enumerate(several):
        begun = sum(1 << site for site, one in enumerate(beginnings) if one is not None)
        back = turned(interned(tuple(one or () for one in beginnings)))
        free = r.minus(Sites(constant=begun), without=r.image(stops, back))
        pieces = r.intersect(cast(Sites, step.operands[0]), free)
        if pieces != NOWHERE:
            assert nest.ways.result is not None
            r.instead[nest.ways.result] = Int(constant=way)
            r.loop_again(replace(step, operands=(pieces,), blocks=(part,)))
    return DONE


def _nest(step: Instruction) -> Nest | None:
    """The loops inside of a loop over pieces, if nothing else is done in them."""
    assert step.result is not None
    sites: set[Value] = {step.result}
    steps: Block = []
    ways: Instruction | None = None
    block = step.blocks[0]
    while block:
        *before, last = block
        if any(one.blocks or not only_tells(one) for one in before):
            return None
        steps += before
        block = last.blocks[0] if last.blocks else []
        if last.name == "each" and _is_single(last.operands[0], sites, steps):
            assert last.result is not None
            sites.add(last.result)
        elif last.name == "loop" and ways is not None:
            inner = going(last)
            if inner is None or inner.site not in sites or inner.way != ways.result:
                return None
            fits = inner.compass.count == ways.attribute
            return Nest(sites, steps, ways, last, inner) if fits else None
        elif last.name == "loop":
            ways = last
        elif last.name != "if" or last.blocks[1]:
            return None
    return None


def _is_single(value: Value, sites: set[Value], steps: Block) -> bool:
    made = next((one for one in steps if one.result == value), None)
    return made is not None and made.name == "single" and made.operands[0] in sites


def _late(r: Rewriter, nest: Nest) -> tuple[Value, Several] | None:
    """What tells whether a piece has gone far enough; for each way and site how it begins."""
    known = [_known(r, nest, way) for way in range(nest.inner.compass.count)]
    for step in walk(nest.inner.rest):
        if step.name not in ("lt", "le") or step.operands[1] != nest.inner.far:
            continue
        fewest = [_numbers(r, several, step.operands[0]) for several in known]
        counts = [_numbers(r, several, nest.ways.operands[0]) for several in known]
        if None in fewest or None in counts:
            continue
        less = step.name == "le"
        found = [
            [
                _beginning(nest, site, way, number - less) if way < count else None
                for site, (number, count) in enumerate(zip(numbers, times, strict=True))
            ]
            for way, (numbers, times) in enumerate(
                zip(cast("list[Map]", fewest), cast("list[Map]", counts), strict=True)
            )
        ]
        returns = any(site in (one or ()) for several in found for site, one in enumerate(several))
        if any(any(several) for several in found) and not returns:
            assert step.result is not None
            return step.result, found
    return None


def _beginning(nest: Nest, site: int, way: int, passed: int) -> Beginning:
    ray = nest.inner.compass.ray(site, way)
    return ray[: max(passed, 0)] if passed < len(ray) else None


def _known(r: Rewriter, nest: Nest, way: int) -> dict[Value, Map]:
    """The numbers that are known for each site on a way."""
    size = r.program.sites
    assert nest.ways.result is not None
    known: dict[Value, Map] = {one: identity(size) for one in nest.sites}
    known[nest.ways.result] = (way,) * size
    for step in nest.steps:
        if step.result is None or step.result.kind != "int" or not step.operands:
            continue
        operands = [Numbers(known[one]) if one in known else r.value(one) for one in step.operands]
        numbers = worked_out(step.name, operands, step.attribute, size)
        if numbers is not None and OPERATIONS[step.name].pure:
            known[step.result] = numbers
    return known


def _numbers(r: Rewriter, known: dict[Value, Map], value: Value) -> Map | None:
    return known[value] if value in known else numbers_of(r.value(value), r.program.sites)


class _Stops:
    """Finds the sites at which the loop is left as long as a piece has not gone far enough.

    The site of the piece is none of them, since the beginnings of ways do not come back to it.

    Attributes:
        exact: they are all such sites
    """

    def __init__(self, r: Rewriter, nest: Nest, guard: Value) -> None:
        self.r, self.nest, self.guard = r, nest, guard
        self.exact = True
        self.together = Together(r, nest.inner.there)
        made = [one.result for one in nest.steps]
        for one in (*made, nest.ways.result, nest.inner.index, nest.inner.far):
            if one is not None:
                self.together.leave_open(one)

    def all(self) -> Sites | None:
        """The sites; None where something is done before a piece has gone far enough."""
        if not self._knows_sites():
            return None
        self.r.instead |= dict.fromkeys(self.nest.sites, NONE)
        found = self._of(self.nest.inner.rest)
        for one in self.nest.sites:
            del self.r.instead[one]
        return found

    def _knows_sites(self) -> bool:
        """Whether it is only asked of the site of the piece whether it is the one on the way."""
        for step in walk(self.nest.inner.rest):
            others = set(step.operands) - self.nest.sites
            asks = step.name == "eq" and others == {self.nest.inner.there}
            if len(others) < len(set(step.operands)) and not asks and step.name != "move":
                return False
        return True

    def _of(self, block: Block) -> Sites | None:
        found = NOWHERE
        for step in block:
            if step.name == "leave":
                return Sites(constant=self.r.everywhere)
            if step.name == "if":
                stops = self._of_if(step)
                if stops is None:
                    return None
                found = self.r.union(found, stops)
            elif not only_tells(step):
                return None
            else:
                self.together.take(step)
        return found

    def _of_if(self, step: Instruction) -> Sites | None:
        if step.operands[0] == self.guard:
            return self._of(step.blocks[1])
        holds = self.together.where(step.operands[0])
        yes, no = map(self._of, step.blocks)
        if yes is None or no is None:
            return None
        if holds is None:
            self.exact &= yes == no
            return self.r.intersect(yes, no)
        return self.r.union(self.r.intersect(holds, yes), self.r.minus(no, without=holds))

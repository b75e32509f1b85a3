"""Straight ways from a site of each game: where they lead, and over which sites."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from interpreter.targets.llvm.lanes.sets import LaneSet, LaneSets
from interpreter.targets.llvm.lanes.vectors import Lanes, Vectors, constant

Ray = tuple[int, ...]


class LaneRays:
    """Writes what is asked of rays on which every step is as long as the others.

    What is asked is None where it is no faster than to read it from a table.
    """

    def __init__(self, vectors: Vectors, sets: LaneSets) -> None:
        self.v, self.sets = vectors, sets

    def along(self, rays: Sequence[Ray], site: Lanes, steps: Lanes) -> Lanes | None:
        """The site so many steps along the ray from a site; -1 past its end."""
        v, found = self.v, self._ray(rays, site)
        if found is None:
            return None
        stride, length = found
        inside = v.ask("ult", v.do("sub", v.as_wide(steps, 32), constant(1)), length)
        return v.pick(inside, self._behind(site, stride, steps), constant(-1))

    def stretch(self, rays: Sequence[Ray], site: Lanes, steps: Lanes) -> LaneSet | None:
        """The first sites of the ray from a site, so many or all."""
        v, found = self.v, self._ray(rays, site) if self.sets.size == 1 else None
        if found is None:
            return None
        stride, length = found
        bits, steps = self.sets.bits, v.intrinsic("umin", v.as_wide(steps, 32), length)
        line = constant(sum(1 << place for place in range(0, bits, abs(stride))))
        last = self._behind(site, stride, steps)
        if stride > 0:
            first, behind = (
                self._behind(site, stride, constant(1)),
                v.shifted("shl", constant(2), last, bits),
            )
        else:
            first, behind = last, v.shifted("shl", constant(1), site, bits)
        # All sites of the line from the first on, but those behind the last.
        ahead = v.shifted("shl", line, first, bits)
        return LaneSet((v.do("and", ahead, v.do("sub", behind, constant(1))),))

    def _ray(self, rays: Sequence[Ray], site: Lanes) -> tuple[int, Lanes] | None:
        """By how much a ray goes on with each step, and of how many sites it is."""
        stride = _stride(tuple(rays))
        length = None if stride is None else self.v.byte_entries([*map(len, rays)], site)
        return None if stride is None or length is None else (stride, length)

    def _behind(self, site: Lanes, stride: int, steps: Lanes) -> Lanes:
        v = self.v
        far = v.do("mul", v.as_wide(steps, 32), constant(stride))
        return v.do("add", v.as_wide(site, 32), far)


@lru_cache(maxsize=256)
def _stride(rays: tuple[Ray, ...]) -> int | None:
    """What a step adds to a site, if it is the same wherever it begins."""
    strides = {
        there - here for site, ray in enumerate(rays) for here, there in pairwise((site, *ray))
    }
    return strides.pop() if len(strides) == 1 else None

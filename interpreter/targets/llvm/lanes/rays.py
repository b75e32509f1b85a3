"""Straight ways from a site of each game: where they lead, and over which sites."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from interpreter.targets.llvm.lanes.sets import LaneSet, LaneSets
from interpreter.targets.llvm.lanes.vectors import Lanes, Vectors, constant

Ray = tuple[int, ...]
# So many rays are a table that is short enough.
FEW_RAYS = 256
# A quotient is a product without so many bits.
SHARE = 20


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

    def step(self, rays: Sequence[Ray], sites: int, spot: Lanes, steps: int) -> Lanes | None:
        """The site so many steps along a ray; -1 past its end.

        Args:
            rays: those of all sites in a direction, and of the next direction behind them
            sites: how many there are
            spot: the number of a ray, or for games that do not matter anything
        """
        v = self.v
        far = _far(tuple(rays), sites, steps) if len(rays) > FEW_RAYS else None
        if far is None:
            return None
        # The number of a direction, by a product instead of a quotient.
        spot = v.as_wide(spot, 32)
        direction = v.do("lshr", v.do("mul", spot, constant(_factor(sites))), constant(SHARE))
        behind = [one - sites * number for number, one in enumerate(far)]
        there = v.bits_among([len(ray) >= steps for ray in rays], spot)
        offset = v.few_entries(behind, direction, 32)
        if there is None or offset is None:
            return None
        return v.pick(there, v.do("add", spot, offset), constant(-1))

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


def _factor(sites: int) -> int:
    return ((1 << SHARE) + sites - 1) // sites


@lru_cache(maxsize=256)
def _far(rays: tuple[Ray, ...], sites: int, steps: int) -> tuple[int, ...] | None:
    """What so many steps in each direction add to a site, if it is the same for all sites."""
    found: list[int] = []
    for first in range(0, len(rays), sites):
        far = {ray[steps - 1] - site for site, ray in enumerate(rays[first : first + sites])
               if len(ray) >= steps}  # fmt: skip
        if len(far) > 1:
            return None
        found += far or [0]
    exact = all(spot * _factor(sites) >> SHARE == spot // sites for spot in range(len(rays)))
    return tuple(found) if exact else None


@lru_cache(maxsize=256)
def _stride(rays: tuple[Ray, ...]) -> int | None:
    """What a step adds to a site, if it is the same wherever it begins."""
    strides = {
        there - here for site, ray in enumerate(rays) for here, there in pairwise((site, *ray))
    }
    return strides.pop() if len(strides) == 1 else None

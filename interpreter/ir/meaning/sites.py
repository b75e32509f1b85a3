"""Operations on sets of sites and on what leads from site to site; sets are bit masks."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

from interpreter.ir.relations import Compass, Relation


def listed(sites: int) -> Iterator[int]:
    """The sites of a set, the lowest first."""
    while sites:
        low = sites & -sites
        yield low.bit_length() - 1
        sites ^= low


def nth(sites: int, index: int) -> int:
    """The site with this many lower ones in the set; -1 if there is none."""
    if not 0 <= index < sites.bit_count():
        return -1
    for _ in range(index):
        sites &= sites - 1
    return (sites & -sites).bit_length() - 1


Shifts = tuple[tuple[int, int], ...]


def image(sites: int, shifts: Shifts) -> int:
    """The set moved by each distance from where the distance applies."""
    found = 0
    for mask, shift in shifts:
        moved = sites & mask
        if moved:
            found |= moved << shift if shift > 0 else moved >> -shift
    return found


def flood(start: int, within: int, shifts: Shifts) -> int:
    """The sites of a set that are reached from some of them without leaving it."""
    group = start & within
    while True:
        grown = group | image(group, shifts) & within
        if grown == group:
            return group
        group = grown


def total_at(sites: int, entries: Sequence[int]) -> int:
    """The sum of the entries of the sites of a set."""
    return sum(entries[site] for site in listed(sites))


def between_at(sites: int, entries: Sequence[int], low: int, high: int) -> int:
    """The sites of a set whose entry lies between two numbers, these included."""
    return sum(1 << site for site in listed(sites) if low <= entries[site] <= high)


def run(sites: int, site: int, rays: Sequence[tuple[Sequence[int], Sequence[int]] | None]) -> int:
    """Length of the unbroken row of the set through a site; 0 if the site is not in it."""
    if not 0 <= site < len(rays) or not sites >> site & 1:
        return 0
    both = rays[site]
    if both is None:
        return 0
    length = 1
    for ray in both:
        for reached in ray:
            if not sites >> reached & 1:
                break
            length += 1
    return length


def ray(site: int, steps: int, rays: Sequence[Sequence[int]]) -> int:
    """The site so many steps along the ray from a site; -1 past its end."""
    if not 0 <= site < len(rays) or not 1 <= steps <= len(rays[site]):
        return -1
    return rays[site][steps - 1]


def met(sites: int, spot: int, passed: int, rays: Sequence[Sequence[int]]) -> int:
    """How many steps along a ray, more than so many, lead to a site of a set; 0 if none do."""
    ray = rays[spot] if 0 <= spot < len(rays) else ()
    farther = range(max(passed, 0), len(ray))
    return next((place + 1 for place in farther if sites >> ray[place] & 1), 0)


def along(site: int, way: int, steps: int, compass: Compass) -> int:
    """The site so many steps from a site along a way; -1 past its end."""
    sites = compass.ray(site, way)
    return sites[steps - 1] if 1 <= steps <= len(sites) else -1


def onward(sites: int, way: int, compass: Compass) -> int:
    """Where a way leads from a set in one step."""
    return image(sites, shifts_of(compass.relations[way])) if 0 <= way < compass.count else 0


def reach(start: int, within: int, way: int, compass: Compass) -> int:
    """Where a way leads from a set, as long as it stays in another."""
    found = 0
    while start:
        for reached in compass.ray((start & -start).bit_length() - 1, way):
            if not within >> reached & 1:
                break
            found |= 1 << reached
        start &= start - 1
    return found


def beyond(start: int, reached: int, way: int, compass: Compass) -> int:
    """From each of a set, the first site on a way that is not in another."""
    found = 0
    while start:
        ray = compass.ray((start & -start).bit_length() - 1, way)
        site = next((one for one in ray if not reached >> one & 1), None)
        found |= 0 if site is None else 1 << site
        start &= start - 1
    return found


@functools.lru_cache(maxsize=4096)
def shifts_of(relation: Relation) -> Shifts:
    """A relation as (mask of sites, distance in site numbers) pairs."""
    masks: dict[int, int] = {}
    for site, targets in enumerate(relation.targets):
        for target in targets:
            masks[target - site] = masks.get(target - site, 0) | 1 << site
    return tuple((mask, shift) for shift, mask in sorted(masks.items()))

"""Straight ways over a board: rays from a site, and lines through it.

A ray goes on by the straightest step of its direction (Ludii 1.3.10,
Core/src/game/util/graph/{Trajectories,Radials,Radial}.java).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence

Point = tuple[float, ...]
"""Where a site is: in the plane, or with its height."""

BEND = math.tan(0.25)
OPPOSITE = math.tan(0.1)
# lines whose angles differ by less belong to one axis of the board
SAME_AXIS = 0.1

Ray = tuple[int, ...]
Line = tuple[Ray, Ray]
Lines = tuple[tuple[Line | None, ...], ...]
Dart = tuple[int, int]


def trace_rays(
    points: Sequence[Point], near: Sequence[Sequence[int]]
) -> tuple[tuple[Ray, ...], ...]:
    """The rays along each step of a direction; a ray leaves out its start."""
    known: dict[Dart, Ray] = {}
    return tuple(
        tuple([known.get((site, to)) or _trace(points, near, site, to, known) for to in here])
        for site, here in enumerate(near)
    )


def trace_ways(near: Sequence[Sequence[int]]) -> tuple[tuple[Ray, ...], ...]:
    """The rays along each step of a direction around or along the spokes of a wheel.

    However it bends, such a ray goes on by the first step of its direction, until it comes back.
    """
    found: list[tuple[Ray, ...]] = []
    for site, here in enumerate(near):
        rays: list[Ray] = []
        for to in here:
            way = [site, to]
            while near[way[-1]] and near[way[-1]][0] not in way:
                way.append(near[way[-1]][0])
            rays.append(tuple(way[1:]))
        found.append(tuple(rays))
    return tuple(found)


def longest(rays: Sequence[Ray]) -> tuple[Ray, ...]:
    """Each ray once, without those that another begins with."""
    return tuple(dict.fromkeys(
        ray for ray in rays
        if not any(ray == one[: len(ray)] for one in rays if len(one) > len(ray))
    ))  # fmt: skip


def _trace(
    points: Sequence[Point],
    near: Sequence[Sequence[int]],
    start: int,
    first: int,
    known: dict[Dart, Ray],
) -> Ray:
    """The ray by one step; remembers the rays that are its ends."""
    way, rest = [start, first], ()
    while True:
        after = _onwards(points, near[way[-1]], way[-2], way[-1])
        if after < 0:
            break
        if after in way:
            # a way that comes back ends there, but its parts would go on: remember nothing
            return tuple(way[1:])
        rest = known.get((way[-1], after), ())
        if rest and set(way).isdisjoint(rest):
            break
        rest = ()
        way.append(after)
    for place in range(len(way) - 1, 0, -1):
        rest = (way[place], *rest)
        known[way[place - 1], way[place]] = rest
    return rest


def _onwards(points: Sequence[Point], near: Sequence[int], before: int, site: int) -> int:
    """The straightest step from a site reached from another; -1 if all bend too much."""
    if len(points[site]) > 2:
        bends = ((_bend(points[before], points[site], points[to]), to) for to in near)
        least, best = min(bends, default=(BEND, -1))
        return best if least < BEND else -1
    x, y = points[site]
    vx, vy = x - points[before][0], y - points[before][1]
    best, least = -1, BEND
    for to in near:
        tx, ty = points[to]
        ux, uy = tx - x, ty - y
        along = ux * vx + uy * vy
        if along > 0:
            bend = abs((uy * vx - ux * vy) / along)
            if bend < least:
                best, least = to, bend
                if not bend:
                    break
    return best


def _bend(a: Point, b: Point, c: Point) -> float:
    """The tangent of the angle between two steps in space; infinite from a right angle on."""
    u, v = [q - p for p, q in zip(a, b, strict=True)], [q - p for p, q in zip(b, c, strict=True)]
    along = math.fsum(p * q for p, q in zip(u, v, strict=True))
    if along <= 0:
        return math.inf
    squares = math.fsum(p * p for p in u) * math.fsum(q * q for q in v) - along * along
    return math.sqrt(max(0.0, squares)) / along


def find_lines(
    points: Sequence[Point],
    rays: Sequence[Sequence[Ray]],
    others: Sequence[Sequence[Ray]],
) -> Lines:
    """The lines through each site, in slots, one for each axis of the board.

    Args:
        points: the middle of each site
        rays: the rays from each site along which lines run
        others: the rays among which their opposites are sought
    """
    lines = [
        _distinct(points, site, here, there)
        for site, (here, there) in enumerate(zip(rays, others, strict=True))
    ]
    angles = [
        [_axis(points[site], points[ray[0]]) for ray, _ in here] for site, here in enumerate(lines)
    ]
    axes = _axes([angle for here in angles for angle in here])
    placed = [
        _slots(here, [bisect_right(axes, angle) - 1 for angle in turned], len(axes))
        for here, turned in zip(lines, angles, strict=True)
    ]
    most = max(len(slots) for slots in placed)
    return tuple(tuple(slots + [None] * (most - len(slots))) for slots in placed)


def _distinct(
    points: Sequence[Point], site: int, rays: Sequence[Ray], others: Sequence[Ray]
) -> list[Line]:
    """The rays of a site with their opposites, one of each such pair."""
    kept: list[Line] = []
    for ray in rays:
        if not any(ray == opposite for _, opposite in kept):
            kept.append((ray, _opposite(points, site, ray, others)))
    return kept


def _opposite(points: Sequence[Point], site: int, ray: Ray, others: Sequence[Ray]) -> Ray:
    """The first ray that goes the opposite way; empty if none does."""
    if len(points[site]) > 2:
        begun = points[ray[0]]
        turned = ((_bend(begun, points[site], points[one[0]]), one) for one in others if one)
        return next((one for bend, one in turned if bend < OPPOSITE), ())
    x, y = points[site]
    vx, vy = x - points[ray[0]][0], y - points[ray[0]][1]
    for other in others:
        tx, ty = points[other[0]]
        ux, uy = tx - x, ty - y
        along = ux * vx + uy * vy
        if along > 0 and abs((uy * vx - ux * vy) / along) < OPPOSITE:
            return other
    return ()


def _slots(lines: Sequence[Line], axes: Sequence[int], count: int) -> list[Line | None]:
    """The lines of a site by axis; a second line along an axis gets a slot of its own."""
    slots: list[Line | None] = [None] * count
    for line, axis in zip(lines, axes, strict=True):
        if slots[axis] is None:
            slots[axis] = line
        else:
            slots.append(line)
    return slots


def _axis(a: Point, b: Point) -> float:
    """The angle of a line clockwise from the north, less than half a turn."""
    return (math.pi / 2 - math.atan2(b[1] - a[1], b[0] - a[0]) + SAME_AXIS / 2) % math.pi


def _axes(angles: Sequence[float]) -> list[float]:
    """The least angle of each cluster of angles."""
    starts: list[float] = []
    last = -1.0
    for angle in sorted(angles):
        if angle - last > SAME_AXIS:
            starts.append(angle)
        last = angle
    return starts

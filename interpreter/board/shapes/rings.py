"""Board graphs around a middle: rings, wheels, spirals.

Measures and the order in which parts are made follow the reference implementation (Ludii 1.3.10,
Core/src/game/functions/graph/generators/shape).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from interpreter.board.editing.editor import Draft
from interpreter.board.editing.faces import linked, with_faces
from interpreter.board.graph import (
    MOST_SITES,
    BoardError,
    Graph,
    Point,
    SiteType,
    check_size,
    reorder,
)
from interpreter.board.shapes.polygons import regular

# how near neighbours on a ring of vertices may be
CROWDED = 0.1


# Rings of one shape


def concentric_regular(
    sides: int, rings: int, use: SiteType, *, midpoints: bool, join_midpoints: bool, join: bool
) -> Graph:
    """Regular polygons around each other.

    Args:
        sides: the sides of each
        rings: how many there are
        use: what pieces stand on; there are faces only for cells
        midpoints: there are vertices in the middles of sides
        join_midpoints: these are joined from ring to ring
        join: corners are joined from ring to ring
    """
    if sides < 3:
        raise BoardError("a ring has at least three sides")
    each = 2 if midpoints else 1
    check_size(max(0, rings) * sides * each, SiteType.VERTEX)
    points = [point for ring in range(rings) for point in _ring(sides, ring, midpoints=midpoints)]
    count = sides * each
    edges = [
        (first + k, first + (k + 1) % count)
        for first in range(0, len(points), count)
        for k in range(count)
    ]
    for corner in range(0, len(points) - count, each):
        if join:
            edges.append((corner, corner + count))
        if midpoints and join_midpoints:
            edges.append((corner + 1, corner + 1 + count))
    graph = reorder(linked(points, edges))
    return with_faces(graph, crossings=True) if use is SiteType.CELL else graph


def _ring(sides: int, ring: int, *, midpoints: bool) -> list[Point]:
    """The corners of a ring, each followed by the middle of the side that it begins."""
    radius = 1 + ring * (2 if sides == 3 else 1)
    arc = 2 * math.pi / sides
    start = math.pi / 2 + (arc / 2 if sides % 2 == 0 else 0)
    points: list[Point] = []
    for side in range(sides):
        here, there = start + arc * side, start + arc * (side + 1)
        ax, ay = radius * math.cos(here), radius * math.sin(here)
        points.append((ax, ay))
        if midpoints:
            cx, cy = radius * math.cos(there), radius * math.sin(there)
            points.append(((ax + cx) / 2.0, (ay + cy) / 2.0))
    return points


# Wheels: rings divided into any number of cells


def wheel(counts: Sequence[int], use: SiteType, *, stagger: bool = False) -> Graph:
    """Rings around a middle.

    Args:
        counts: the cells or vertices of each ring from the inside; the first is 0 or 1 for the
            middle; a ring of vertices with a negative count has no edges along it
        use: what pieces stand on
        stagger: every second ring is turned by half a cell
    """
    check_size(sum(map(abs, counts)) if counts else 0, use)
    if use is SiteType.CELL:
        return _wheel_of_cells(counts, stagger=stagger)
    if len(counts) == 1:
        return regular(counts[0], SiteType.VERTEX) if counts[0] > 2 else linked([(0.0, 0.0)], [])
    full = list(counts) if abs(counts[0]) <= 1 else [0, *counts]
    return _wheel_of_vertices(full, stagger=stagger)


def _turns(count: int, ring: int, *, stagger: bool) -> list[float]:
    """The angles of the divisions of a ring, clockwise from the top."""
    start = math.pi / 2 + (math.pi / count if stagger and ring % 2 and count else 0)
    return [start - 2 * math.pi * step / count for step in range(count)]


def _wheel_of_vertices(counts: Sequence[int], *, stagger: bool) -> Graph:
    draft = Draft()
    rings: list[list[Point]] = []
    for ring, count in enumerate(counts):
        turns = sorted(_turns(abs(count), ring, stagger=stagger))
        points = [(ring * math.cos(turn), ring * math.sin(turn)) for turn in turns]
        if ring and len(_thinned(points, CROWDED)) < len(points):
            raise BoardError(f"ring {ring} has no room for {abs(count)} vertices")
        rings.append(points)
        for point in rings[-1]:
            draft.vertex(point)
    for ring, points in enumerate(rings):
        if ring and counts[ring] > 1:
            _draw_ring(draft, points)
    _draw_spokes(draft, rings, turned=counts[0] == 0)
    if counts[0]:
        draft.pivots = [draft.vertex_at((0.0, 0.0))] * len(draft.points)
    return draft.done()


def _thinned(points: list[Point], near: float) -> list[Point]:
    """Points of a ring without those that are near the one before."""
    return points[:1] + [
        point for before, point in pairwise(points) if math.dist(before, point) >= near
    ]


def _draw_ring(draft: Draft, points: Sequence[Point]) -> None:
    if len(points) > 1:
        loop = [draft.vertex(point) for point in points]
        for a, b in zip(loop, loop[1:] + loop[:1], strict=True):
            draft.edge(a, b, curved=True)


def _draw_spokes(draft: Draft, rings: Sequence[Sequence[Point]], *, turned: bool) -> None:
    """Join vertices of neighbouring rings that lie on one line from the middle."""
    for ring, (inner, outer) in enumerate(pairwise(rings)):
        for x, y in inner:
            here = draft.vertex_at((x, y))
            if not ring:
                for point in outer:
                    draft.edge(here, draft.vertex_at(point))
                continue
            ratio = (ring + 1) / ring
            there = draft.vertex_at((x * ratio, y * ratio))
            if there >= 0:
                draft.edge(here, there)
                if turned:
                    draft.pivots[there] = here


def _wheel_of_cells(counts: Sequence[int], *, stagger: bool) -> Graph:
    draft = Draft()
    middle = draft.add_vertex((0.0, 0.0))
    turns = [
        _turns(abs(count), ring, stagger=stagger) if abs(count) > 1 else []
        for ring, count in enumerate(counts)
    ]
    circles: list[list[Point]] = []
    for ring in range(len(counts) + 1):
        radius = max(0.0, ring - 0.5)
        beside = (turns[ring] if ring < len(turns) else []) + (turns[ring - 1] if ring else [])
        angles = sorted(_normal(turn) for turn in beside)
        points = [(radius * math.cos(turn), radius * math.sin(turn)) for turn in angles]
        circles.append(_thinned(points, 0.001))
        for point in circles[-1]:
            draft.vertex(point)
    for circle in circles:
        _draw_ring(draft, circle)
    for ring, angles in enumerate(turns):
        for turn in angles:
            cos, sin = math.cos(turn), math.sin(turn)
            inner, outer = max(0.0, ring - 0.5), ring + 0.5
            a = draft.vertex((inner * cos, inner * sin))
            draft.edge(a, draft.vertex((outer * cos, outer * sin)))
    draft.pivots = [middle] * len(draft.points)
    return with_faces(draft.done(), crossings=True)


def _normal(turn: float) -> float:
    """An angle between minus half a turn and half a turn."""
    while turn < -math.pi:
        turn += 2 * math.pi
    return turn


# Spirals


def spiral(turns: int, sites: int, *, clockwise: bool) -> Graph:
    """A spiral from the middle outwards.

    Args:
        turns: how often it goes around
        sites: its vertices
        clockwise: the way it turns
    """
    check_size(sites, SiteType.VERTEX)
    if not 0 < turns <= sites:
        raise BoardError("a spiral has at least one turn, and as many sites as turns")
    angles = _spiral_angles(turns, sites)
    way = -1 if clockwise else 1
    points = [(0.0, 0.0)]
    points += [(way * a * math.cos(a), a * math.sin(a)) for a in angles[1:sites]]
    edges = [(k, k + 1) for k in range(sites - 1)]
    return linked(points, edges, (0,) * sites, frozenset(edges))


def _spiral_angles(turns: int, sites: int) -> list[float]:
    """The angle of each site: rings of 1, 2, 4, 4 … times a base number, smoothed twice."""
    steps = _spiral_base(turns, sites)
    angles = [0.0]
    for ring in range(1, turns + 2):
        if len(angles) > MOST_SITES or not steps:
            break
        step = math.pi * 2 / steps
        start = math.pi * 2 * ring - (step / 2 if ring <= 2 or ring % 2 else 0)
        for _ in range(steps):
            angles.append(start)
            start += step
        if ring <= 2:
            steps *= 2
    angles += [0.0] * max(0, sites + 2 - len(angles))
    for _ in range(2):
        for site in range(2, sites):
            angles[site] = (angles[site - 1] + angles[site + 1]) / 2.0
    angles[1] -= 0.5 * (angles[2] - angles[1])
    return angles


def _spiral_base(turns: int, sites: int) -> int:
    """The number of sites of the innermost ring."""
    for base in range(1, sites):
        steps, total = base, 1
        for ring in range(1, turns):
            total += steps
            if total > sites:
                return base - 1
            if ring <= 2:
                steps *= 2
    return 0

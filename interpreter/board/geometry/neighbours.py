"""Which sites are a step apart, in which class of directions and by which compass name.

Rules and orders follow the reference implementation (Ludii 1.3.10,
Core/src/game/util/graph/{Face,Vertex,Edge,Steps,Trajectories}.java).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from interpreter.board.geometry import angles
from interpreter.board.graph import (
    TINY,
    BoardError,
    Graph,
    Pair,
    Point,
    SiteType,
    ascending,
    distance_to_line,
)

# clockwise from the north
COMPASS = (
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
    "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
)  # fmt: skip
# the order in which the reference looks for the opposite of a ray
AXES = ("N", "E", "S", "W")
COMPASS_FIRST = (
    *AXES, "NE", "SE", "NW", "SW",
    "NNW", "WNW", "WSW", "SSW", "SSE", "ESE", "ENE", "NNE",
)  # fmt: skip

# between the layers of a board: straight up or down, or aslant
ABOVE, BELOW = "U", "D"
SLANTED = tuple(
    layer + name
    for layer in (ABOVE, BELOW)
    for name in ("", "N", "NE", "E", "SE", "S", "SW", "W", "NW")
)
NAMES = COMPASS + SLANTED
# classes of steps by the layer they lead to
SAME_LAYER, UPWARD, DOWNWARD = "SameLayer", "Upward", "Downward"

# around the middle of a wheel, and to and from it
CIRCULAR = ("CW", "CCW", "In", "Out")
RADIAL = 0.9
# pairs of sites that meet at a vertex; for vertices, of edges, which are fewer than steps between
MOST_MEETING = {SiteType.CELL: 100_000, SiteType.EDGE: 100_000, SiteType.VERTEX: 400_000}

# counter-clockwise from the east, with the upper bounds of their angles
_EIGHT = ("E", "NE", "N", "NW", "W", "SW", "S", "SE", "E")
_SIXTEEN = (
    "E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW",
    "W", "WSW", "SW", "SSW", "S", "SSE", "SE", "ESE", "E",
)  # fmt: skip
_EIGHTHS = tuple(2 * math.pi / 16 + k * math.pi / 4 for k in range(8))
_SIXTEENTHS = tuple(2 * math.pi / 32 + k * math.pi / 8 for k in range(16))
# in thirty-seconds of a turn, borders between names are where the last two bits are not zero
_PARTS = 16 / math.pi

Relations = frozenset[str]
Near = dict[int, Relations]

ORTHOGONAL: Relations = frozenset({"All", "Adjacent", "Orthogonal"})
DIAGONAL: Relations = frozenset({"All", "Adjacent", "Diagonal"})
OFF_DIAGONAL: Relations = frozenset({"All", "Adjacent", "OffDiagonal"})
FAR_DIAGONAL: Relations = frozenset({"All", "Diagonal"})


class Step(NamedTuple):
    """A step from one site to another.

    Args:
        turn: its angle clockwise from the north, by which steps are sorted
        to: the other site
        relations: the classes of direction it belongs to
        compass: its direction
    """

    turn: float
    to: int
    relations: Relations
    compass: str


def check_meeting(graph: Graph, use: SiteType) -> None:
    """Refuse a board on which so many sites meet that their steps would take too long to find."""
    meeting = graph.faces_at if use is SiteType.CELL else graph.edges_at
    if sum(len(at) * len(at) for at in meeting) > MOST_MEETING[use]:
        raise BoardError(f"too many {use.plural} meet each other at the vertices of the board")


def steps_from(graph: Graph, use: SiteType) -> tuple[tuple[Step, ...], ...]:
    """The steps from each site to others of its kind, clockwise from the north."""
    near = {SiteType.CELL: _from_cell, SiteType.VERTEX: _from_vertex, SiteType.EDGE: _from_edge}
    parts = {SiteType.CELL: _around_cell, SiteType.VERTEX: _around_vertex}
    find, around = near[use], parts.get(use, _around_edge)
    points, heights = graph.points(use), graph.heights_of(use)
    if heights:
        return tuple(
            _between_layers(points, heights, site, find(graph, site)) for site in range(len(points))
        )
    return tuple(
        _directed(points, site, find(graph, site), around(graph, site))
        for site in range(len(points))
    )


def _between_layers(
    points: tuple[Point, ...], heights: tuple[float, ...], site: int, near: Near
) -> tuple[Step, ...]:
    """Steps with their directions on a board of several layers: eight names, up and down too."""
    x, y = points[site]
    found: list[Step] = []
    for to, relations in near.items():
        rise = heights[to] - heights[site]
        level = SAME_LAYER if abs(rise) < TINY else UPWARD if rise > 0 else DOWNWARD
        prefix = {SAME_LAYER: "", UPWARD: ABOVE, DOWNWARD: BELOW}[level]
        dx, dy = points[to][0] - x, points[to][1] - y
        flat = math.hypot(dx, dy) > TINY
        name = _EIGHT[bisect_right(_EIGHTHS, _angle(dx, dy)) % 8] if flat else ""
        turn = _clockwise(math.atan2(dy, dx))
        found.append(Step(turn, to, relations | {level}, prefix + name))
    return tuple(sorted(found, key=lambda step: (round(step.turn, 6), step.to)))


def _directed(
    points: tuple[Point, ...], site: int, near: Near, parts: Iterator[Point]
) -> tuple[Step, ...]:
    """Steps with their directions.

    Eight compass names do, unless two steps, to sites or to `parts` around, are in one eighth.
    """
    x, y = points[site]
    aways = [(points[to][0] - x, points[to][1] - y) for to in near]
    headings = [_angle(dx, dy) for dx, dy in aways]
    eighths = [bisect_right(_EIGHTHS, angle) % 8 for angle in headings]
    if _collide(eighths, parts, x, y):
        names = [_SIXTEEN[bisect_right(_SIXTEENTHS, angle)] for angle in headings]
    else:
        names = [_EIGHT[eighth] for eighth in eighths]
    turned = [
        Step(_clockwise(math.atan2(dy, dx)), to, near[to], name)
        for to, name, (dx, dy) in zip(near, names, aways, strict=True)
    ]
    steps = sorted(turned, key=_turn)
    if any(after.turn - before.turn < angles.CLOSE for before, after in pairwise(steps)):
        exact = {to: _exact_turn(dx, dy) for to, (dx, dy) in zip(near, aways, strict=True)}
        steps = sorted(turned, key=lambda step: exact[step.to])
    return tuple(steps)


def _turn(step: Step) -> float:
    return step.turn


def _clockwise(angle: float) -> float:
    """An angle from the north, clockwise, or from a little before it, not negative."""
    # in the order of the reference, for the last bit tells apart what lies in one direction
    turn = math.pi / 2 - angle + 0.0001
    return turn if turn >= 0 else turn + 2 * math.pi


def _exact_turn(dx: float, dy: float) -> float:
    return _clockwise(angles.atan2(dy, dx))


def _angle(dx: float, dy: float) -> float:
    """The angle of a step counter-clockwise from the east, not negative."""
    angle = math.atan2(dy, dx)
    part = angle * _PARTS
    border = round(part)
    if border & 3 and abs(part - border) < angles.CLOSE:
        angle = angles.atan2(dy, dx)
    return angle if angle >= 0 else angle + 2 * math.pi


def _collide(eighths: list[int], parts: Iterator[Point], x: float, y: float) -> bool:
    """Whether two steps are in the same eighth of a turn."""
    seen = set(eighths)
    if len(seen) < len(eighths):
        return True
    for part in parts:
        eighth = bisect_right(_EIGHTHS, _angle(part[0] - x, part[1] - y)) % 8
        if eighth in seen:
            return True
        seen.add(eighth)
    return False


def _around_cell(graph: Graph, cell: int) -> Iterator[Point]:
    edges = (graph.edge_points[edge] for edge in graph.face_edges[cell])
    return chain(edges, (graph.vertices[vertex] for vertex in graph.faces[cell]))


def _around_vertex(graph: Graph, vertex: int) -> Iterator[Point]:
    edges = (graph.edge_points[edge] for edge in graph.edges_at[vertex])
    return chain(edges, (graph.face_points[face] for face in graph.faces_at[vertex]))


def _around_edge(graph: Graph, edge: int) -> Iterator[Point]:
    ends = graph.edges[edge]
    faces = dict.fromkeys(face for end in ends for face in graph.faces_at[end])
    return chain((graph.vertices[v] for v in ends), (graph.face_points[f] for f in faces))


def _from_cell(graph: Graph, cell: int) -> Near:
    """The cells a step away from a cell."""
    near: Near = {}
    for edge in graph.face_edges[cell]:
        other = graph.across(edge, cell)
        if other >= 0:
            near[other] = ORTHOGONAL
    corners = graph.faces[cell]
    for vertex in corners:
        rest = [face for face in graph.faces_at[vertex] if face != cell and face not in near]
        if rest:
            near[_straightest(graph, cell, vertex, rest)] = DIAGONAL
    for vertex in corners:
        for face in graph.faces_at[vertex]:
            if face != cell and face not in near:
                near[face] = OFF_DIAGONAL
    for vertex in corners:
        if len(graph.edges_at[vertex]) == 3:
            _beyond_edge(graph, cell, vertex, near)
    return near


def _straightest(graph: Graph, cell: int, vertex: int, faces: list[int]) -> int:
    """The face that lies straightest across a corner of a cell."""
    if len(faces) == 1:
        return faces[0]
    points, corner = graph.face_points, graph.vertices[vertex]

    def aside(face: int) -> float:
        return distance_to_line(corner, points[cell], points[face])

    return min(faces, key=aside)


def _beyond_edge(graph: Graph, cell: int, vertex: int, near: Near) -> None:
    """Add the cells at the far end of the edge that leaves a cell at a vertex of three edges."""
    edges = graph.face_edges[cell]
    away = next((edge for edge in graph.edges_at[vertex] if edge not in edges), None)
    if away is None:
        return
    a, b = graph.edges[away]
    end = b if a == vertex else a
    here = graph.face_points[cell]
    for face in graph.faces_at[end]:
        if face == cell or face in near:
            continue
        there = graph.face_points[face]
        if there == here:
            continue
        off = distance_to_line(graph.vertices[vertex], here, there)
        off += distance_to_line(graph.vertices[end], here, there)
        if off / math.dist(here, there) <= 0.1:
            near[face] = FAR_DIAGONAL


def _from_vertex(graph: Graph, vertex: int) -> Near:
    """The vertices a step away from a vertex: along edges, or straight across a face."""
    near = {sum(graph.edges[edge]) - vertex: ORTHOGONAL for edge in graph.edges_at[vertex]}
    for face in graph.faces_at[vertex]:
        if len(graph.faces[face]) >= 4:
            near.setdefault(_opposite(graph, vertex, face), FAR_DIAGONAL)
    return near


def _opposite(graph: Graph, vertex: int, face: int) -> int:
    """The corner of a face opposite to another: nearest to the line through the middle."""
    middle, points = graph.face_points[face], graph.vertices
    corners = graph.faces[face]
    if len(corners) == 4:
        across = corners[corners.index(vertex) - 2]
        if distance_to_line(middle, points[vertex], points[across]) < TINY:
            return across

    def aside(corner: int) -> float:
        return distance_to_line(middle, points[vertex], points[corner])

    return min((corner for corner in corners if corner != vertex), key=aside)


def _from_edge(graph: Graph, edge: int) -> Near:
    """The edges that meet an edge at one of its ends."""
    return {
        other: ORTHOGONAL
        for end in graph.edges[edge]
        for other in graph.edges_at[end]
        if other != edge
    }


# Ways around a pivot


def circular_steps(
    graph: Graph, use: SiteType, steps: Sequence[Sequence[Step]]
) -> dict[str, tuple[tuple[int, ...], ...]]:
    """The sites one step away around pivots and along the spokes; empty where nothing turns."""
    if not graph.pivots:
        return {}
    pivots = {pivot for pivot in graph.pivots if pivot >= 0}
    found: dict[str, list[list[int]]] = {name: [[] for _ in steps] for name in CIRCULAR}
    points = graph.points(use)
    for site, here in enumerate(steps):
        if use is SiteType.VERTEX and site in pivots:
            found["Out"][site].extend(step.to for step in here)
            continue
        pivot = _pivot_of(graph, use, site)
        if pivot < 0:
            continue
        for step in here:
            if "Diagonal" not in step.relations:
                middle = graph.vertices[pivot]
                name = _way_around(graph, (site, step.to), (points[site], middle, points[step.to]))
                if name is not None:
                    found[name][site].append(step.to)
    return {name: tuple(tuple(to) for to in lists) for name, lists in found.items() if any(lists)}


def _pivot_of(graph: Graph, use: SiteType, site: int) -> int:
    """The pivot of the first vertex of a site that has one; -1 if none has."""
    parts = {SiteType.CELL: graph.faces, SiteType.EDGE: graph.edges}
    vertices = (site,) if use is SiteType.VERTEX else parts[use][site]
    return next((graph.pivots[v] for v in vertices if graph.pivots[v] >= 0), -1)


def _way_around(graph: Graph, ends: Pair, places: tuple[Point, Point, Point]) -> str | None:
    """How a step goes by a pivot: inwards, outwards, along an arc, or none of these.

    Args:
        graph: the board
        ends: where the step leads from and to. Arcs are looked up as if these were vertices,
            even where they are cells: the reference does so, and its directions rest on it
        places: where the step begins, where the pivot is, and where it ends
    """
    (x, y), (px, py), (tx, ty) = places
    inwards = math.dist(places[0], places[1])
    length = math.dist(places[0], places[2]) * inwards
    # From the middle no way leads inwards or outwards, though it may be off by a rounding error.
    along = (
        ((tx - x) * (px - x) + (ty - y) * (py - y)) / length if length and inwards > TINY else 0.0
    )
    if along > RADIAL:
        return "In"
    if along < -RADIAL:
        return "Out"
    if ascending(*ends) not in graph.curved:
        return None
    side = (tx - px) * (y - py) - (ty - py) * (x - px)
    return "CW" if side > TINY else "CCW"

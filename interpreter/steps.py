"""Which sites are a step apart, in which class of directions and by which compass name.

Rules and orders follow the reference implementation (Ludii 1.3.10,
Core/src/game/util/graph/{Face,Vertex,Edge,Steps,Trajectories}.java).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from interpreter.graph import Graph, Point, SiteType, distance_to_line

# clockwise from the north
COMPASS = (
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE",
    "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
)  # fmt: skip
# the order in which the reference looks for the opposite of a ray
COMPASS_FIRST = (
    "N", "E", "S", "W", "NE", "SE", "NW", "SW",
    "NNW", "WNW", "WSW", "SSW", "SSE", "ESE", "ENE", "NNE",
)  # fmt: skip

# counter-clockwise from the east, with the upper bounds of their angles
_EIGHT = ("E", "NE", "N", "NW", "W", "SW", "S", "SE", "E")
_SIXTEEN = (
    "E", "ENE", "NE", "NNE", "N", "NNW", "NW", "WNW",
    "W", "WSW", "SW", "SSW", "S", "SSE", "SE", "ESE", "E",
)  # fmt: skip
_EIGHTHS = tuple(2 * math.pi / 16 + k * math.pi / 4 for k in range(8))
_SIXTEENTHS = tuple(2 * math.pi / 32 + k * math.pi / 8 for k in range(16))

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


def steps_from(graph: Graph, use: SiteType) -> tuple[tuple[Step, ...], ...]:
    """The steps from each site to others of its kind, clockwise from the north."""
    near = {SiteType.CELL: _from_cell, SiteType.VERTEX: _from_vertex, SiteType.EDGE: _from_edge}
    parts = {SiteType.CELL: _around_cell, SiteType.VERTEX: _around_vertex}
    find, around = near[use], parts.get(use, _around_edge)
    points = graph.points(use)
    return tuple(
        _directed(points, site, find(graph, site), around(graph, site))
        for site in range(len(points))
    )


def _directed(
    points: tuple[Point, ...], site: int, near: Near, parts: Iterator[Point]
) -> tuple[Step, ...]:
    """Steps with their directions.

    Eight compass names do, unless two steps, to sites or to `parts` around, are in one eighth.
    """
    x, y = points[site]
    angles = [_angle(points[to], x, y) for to in near]
    eighths = [bisect_right(_EIGHTHS, angle) % 8 for angle in angles]
    if _collide(eighths, parts, x, y):
        names = [_SIXTEEN[bisect_right(_SIXTEENTHS, angle)] for angle in angles]
    else:
        names = [_EIGHT[eighth] for eighth in eighths]
    steps = [
        Step((math.pi / 2 - angle + 0.0001) % (2 * math.pi), to, near[to], name)
        for to, angle, name in zip(near, angles, names, strict=True)
    ]
    steps.sort(key=_turn)
    return tuple(steps)


def _turn(step: Step) -> float:
    return step.turn


def _angle(to: Point, x: float, y: float) -> float:
    """The angle of a step counter-clockwise from the east, not negative."""
    angle = math.atan2(to[1] - y, to[0] - x)
    return angle if angle >= 0 else angle + 2 * math.pi


def _collide(eighths: list[int], parts: Iterator[Point], x: float, y: float) -> bool:
    """Whether two steps are in the same eighth of a turn."""
    seen = set(eighths)
    if len(seen) < len(eighths):
        return True
    for part in parts:
        eighth = bisect_right(_EIGHTHS, _angle(part, x, y)) % 8
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
    """The corner of a face opposite to another."""
    middle, points = graph.face_points[face], graph.vertices

    def aside(corner: int) -> float:
        return distance_to_line(middle, points[vertex], points[corner])

    return min((corner for corner in graph.faces[face] if corner != vertex), key=aside)


def _from_edge(graph: Graph, edge: int) -> Near:
    """The edges that meet an edge at one of its ends."""
    return {
        other: ORTHOGONAL
        for end in graph.edges[edge]
        for other in graph.edges_at[end]
        if other != edge
    }

"""Board graphs: vertices, edges and faces, and how they are numbered.

Numbering, the order of the parts around a vertex and the rounding of coordinates follow the
reference implementation (Ludii 1.3.10, Core/src/game/util/graph/Graph.java): they decide which
site has which number, and ties in every measure taken later.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

MOST_SITES = 4096
NEAR = 0.001
TINY = 1e-7

Point = tuple[float, float]
Pair = tuple[int, int]
Ids = tuple[int, ...]


class BoardError(ValueError):
    """A board that cannot be built: without sites, or with too many.

    Args:
        about: what it is that is wrong, of that which was given
    """

    def __init__(self, message: str, about: object = None) -> None:
        super().__init__(message)
        self.about = about


class SiteType(Enum):
    """The parts of a graph that pieces may stand on."""

    CELL = "Cell"
    VERTEX = "Vertex"
    EDGE = "Edge"

    @property
    def plural(self) -> str:
        """The word for several of them."""
        return {"Cell": "cells", "Vertex": "vertices", "Edge": "edges"}[self.value]


def check_size(count: int, kind: SiteType = SiteType.CELL) -> None:
    """Refuse a board of no sites or of too many, before it is built."""
    if count <= 0:
        raise BoardError(f"the board has no {kind.plural}")
    if count > MOST_SITES:
        raise BoardError(f"the board has {count} {kind.plural}; at most {MOST_SITES} are allowed")


@dataclass(frozen=True, eq=False)
class Graph:
    """A plane graph.

    Args:
        vertices: coordinates; x grows to the right, y upwards
        edges: pairs of vertices, in the direction they were drawn
        faces: the vertices of each face, clockwise
        edges_at: the edges at each vertex, counter-clockwise
        faces_at: the faces at each vertex, in the order that breaks ties between neighbours
        pivots: for each vertex the one it turns around, or -1; empty if none turns
        curved: the edges, as ascending pairs, that are drawn as arcs
        heights: how high each vertex lies above the lowest layer; empty where all lie in one plane
    """

    vertices: tuple[Point, ...]
    edges: tuple[Pair, ...]
    faces: tuple[Ids, ...]
    edges_at: tuple[Ids, ...]
    faces_at: tuple[Ids, ...]
    pivots: Ids = ()
    curved: frozenset[Pair] = frozenset()
    heights: tuple[float, ...] = ()

    def size(self, kind: SiteType) -> int:
        """How many parts of a kind there are."""
        parts = {SiteType.CELL: self.faces, SiteType.VERTEX: self.vertices}
        return len(parts.get(kind, self.edges))

    def points(self, kind: SiteType) -> tuple[Point, ...]:
        """The middle of each part of a kind."""
        if kind is SiteType.VERTEX:
            return self.vertices
        return self.face_points if kind is SiteType.CELL else self.edge_points

    def heights_of(self, kind: SiteType) -> tuple[float, ...]:
        """How high the middle of each part of a kind lies; empty where all lie in one plane."""
        heights = self.heights
        if kind is SiteType.VERTEX or not heights:
            return heights
        parts = self.faces if kind is SiteType.CELL else self.edges
        return tuple(math.fsum(heights[v] for v in part) / len(part) for part in parts)

    @property
    def every_pivot(self) -> Ids:
        """For each vertex the one it turns around, or -1."""
        return self.pivots or (-1,) * len(self.vertices)

    @cached_property
    def edge_points(self) -> tuple[Point, ...]:
        """The middle of each edge."""
        return tuple(middle(self.vertices, edge) for edge in self.edges)

    @cached_property
    def face_points(self) -> tuple[Point, ...]:
        """The mean of the vertices of each face."""
        return tuple(mean(self.vertices, face) for face in self.faces)

    @cached_property
    def edge_between(self) -> dict[Pair, int]:
        """The edge between two vertices, given in either order."""
        found = {pair: edge for edge, pair in enumerate(self.edges)}
        found.update({(b, a): edge for edge, (a, b) in enumerate(self.edges)})
        return found

    @cached_property
    def face_edges(self) -> tuple[Ids, ...]:
        """The edges of each face, clockwise from its first vertex."""
        between = self.edge_between
        return tuple(
            tuple(between[pair] for pair in zip(face, face[1:] + face[:1], strict=True))
            for face in self.faces
        )

    @cached_property
    def beside(self) -> tuple[Pair, ...]:
        """The faces to the left and to the right of each edge; -1 for none."""
        left, right = [-1] * len(self.edges), [-1] * len(self.edges)
        for face, (vertices, edges) in enumerate(zip(self.faces, self.face_edges, strict=True)):
            for vertex, edge in zip(vertices, edges, strict=True):
                side = right if self.edges[edge][0] == vertex else left
                side[edge] = face
        return tuple(zip(left, right, strict=True))

    def across(self, edge: int, face: int) -> int:
        """The face on the other side of an edge of a face; -1 for none."""
        left, right = self.beside[edge]
        if left == face:
            return right
        return left if right == face else -1

    def moved(self, vertices: Iterable[Point]) -> Graph:
        """The same graph with its vertices elsewhere; all numbers stay."""
        return replace(self, vertices=tuple(vertices))


def middle(points: Sequence[Point], edge: Pair) -> Point:
    """The middle of an edge."""
    (ax, ay), (bx, by) = points[edge[0]], points[edge[1]]
    return (ax + bx) * 0.5, (ay + by) * 0.5


def mean(points: Sequence[Point], which: Collection[int] | None = None) -> Point:
    """The mean of some points, of all if not given, summed in the order given.

    Not by `sum`, whose last digits are others from Python 3.12 on, and from 3.14.
    """
    which = range(len(points)) if which is None else which
    x = y = 0.0
    for place in which:
        px, py = points[place]
        x += px
        y += py
    return x / len(which), y / len(which)


def single(value: float) -> float:
    """A number rounded to single precision, in which the reference keeps what rules write."""
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        raise BoardError(f"{value:g} is too large for a board") from None


def bounds(points: Iterable[Point]) -> tuple[float, float, float, float]:
    """Left, bottom, width and height of the box around some points."""
    xs, ys = zip(*points, strict=True)
    left, bottom = min(xs), min(ys)
    return left, bottom, max(xs) - left, max(ys) - bottom


def distance_to_line(point: Point, a: Point, b: Point) -> float:
    """The distance of a point from the line through `a` and `b`."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    if abs(dx) + abs(dy) < 1e-7:
        return math.hypot(a[0] - point[0], a[1] - point[1])
    cross = (point[1] - a[1]) * dx - (point[0] - a[0]) * dy
    return math.sqrt(cross * cross / (dx * dx + dy * dy))


def area(points: Sequence[Point]) -> float:
    """The signed area of a polygon; negative when it runs clockwise."""
    total = 0.0
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        total += ax * by - bx * ay
    return total / 2


def contains(polygon: Sequence[Point], point: Point) -> bool:
    """Whether a point is inside a polygon."""
    x, y = point
    odd = False
    jx, jy = polygon[-1]
    for ix, iy in polygon:
        if (iy < y <= jy or jy < y <= iy) and (ix <= x or jx <= x):
            odd ^= ix + (y - iy) / (jy - iy) * (jx - ix) < x
        jx, jy = ix, iy
    return odd


def inflate(points: Sequence[Point], amount: float) -> list[Point]:
    """A polygon with every corner moved outwards."""
    moved: list[Point] = []
    for k, (x, y) in enumerate(points):
        (ax, ay), (cx, cy) = points[k - 1], points[(k + 1) % len(points)]
        cross = (x - ax) * (cy - ay) - (cx - ax) * (y - ay)
        outwards = 1 if cross < 1e-7 else -1
        in_length = math.hypot(x - ax, y - ay) or 1.0
        out_length = math.hypot(x - cx, y - cy) or 1.0
        dx = (x - ax) / in_length + (x - cx) / out_length
        dy = (y - ay) / in_length + (y - cy) / out_length
        moved.append((x + outwards * amount * 0.5 * dx, y + outwards * amount * 0.5 * dy))
    return moved


def reorder(graph: Graph, kinds: Container[SiteType] = tuple(SiteType)) -> Graph:
    """The graph with parts of these kinds numbered row by row from the bottom left."""
    same = {kind: range(graph.size(kind)) for kind in SiteType}
    orders = {
        kind: _by_rows(graph.points(kind)) if kind in kinds else same[kind] for kind in SiteType
    }
    vertices, edges, faces = (orders[k] for k in (SiteType.VERTEX, SiteType.EDGE, SiteType.CELL))
    return selected(graph, vertices, edges, faces)


def selected(
    graph: Graph, vertices: Sequence[int], edges: Sequence[int], faces: Sequence[int]
) -> Graph:
    """The graph of some parts of a graph, in the order given; parts keep only what is in it."""
    vertex_ids, edge_ids, face_ids = _places(vertices), _places(edges), _places(faces)
    pivots = tuple(vertex_ids.get(graph.pivots[v], -1) for v in vertices) if graph.pivots else ()
    pairs = [(vertex_ids[graph.edges[e][0]], vertex_ids[graph.edges[e][1]]) for e in edges]
    arcs = (
        ascending(*pair)
        for pair, edge in zip(pairs, edges, strict=True)
        if graph.curved and ascending(*graph.edges[edge]) in graph.curved
    )
    return Graph(
        tuple(graph.vertices[v] for v in vertices),
        tuple(pairs),
        tuple(tuple(vertex_ids[v] for v in graph.faces[f]) for f in faces),
        tuple(tuple(edge_ids[e] for e in graph.edges_at[v] if e in edge_ids) for v in vertices),
        tuple(tuple(face_ids[f] for f in graph.faces_at[v] if f in face_ids) for v in vertices),
        pivots,
        frozenset(arcs),
        tuple(graph.heights[v] for v in vertices) if graph.heights else (),
    )


def ascending(a: int, b: int) -> Pair:
    """Two numbers, the lower first."""
    return (a, b) if a < b else (b, a)


def _places(order: Sequence[int]) -> dict[int, int]:
    return {old: place for place, old in enumerate(order)}


def _by_rows(points: Sequence[Point]) -> list[int]:
    scores = [100 * y + x for x, y in points]
    return sorted(range(len(points)), key=scores.__getitem__)

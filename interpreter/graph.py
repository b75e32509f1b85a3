"""Board graphs: vertices, edges and faces, and the operators that move or combine them.

Numbering, the order of the parts around a vertex and the rounding of coordinates follow the
reference implementation (Ludii 1.3.10, Core/src/game/util/graph/Graph.java): they decide which
site has which number, and ties in every measure taken later.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

MOST_SITES = 4096
LONGEST_FACE = 32
NEAR = 0.001

Point = tuple[float, float]
Pair = tuple[int, int]
Ids = tuple[int, ...]


class BoardError(ValueError):
    """A board that cannot be built: without sites, or with too many."""


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
    """

    vertices: tuple[Point, ...]
    edges: tuple[Pair, ...]
    faces: tuple[Ids, ...]
    edges_at: tuple[Ids, ...]
    faces_at: tuple[Ids, ...]

    def size(self, kind: SiteType) -> int:
        """How many parts of a kind there are."""
        parts = {SiteType.CELL: self.faces, SiteType.VERTEX: self.vertices}
        return len(parts.get(kind, self.edges))

    def points(self, kind: SiteType) -> tuple[Point, ...]:
        """The middle of each part of a kind."""
        if kind is SiteType.VERTEX:
            return self.vertices
        return self.face_points if kind is SiteType.CELL else self.edge_points

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


def mean(points: Sequence[Point], face: Ids) -> Point:
    """The mean of some points, summed in the order given."""
    x = y = 0.0
    for vertex in face:
        px, py = points[vertex]
        x += px
        y += py
    return x / len(face), y / len(face)


def single(value: float) -> float:
    """A number rounded to single precision, in which the reference keeps what rules write."""
    return struct.unpack("f", struct.pack("f", value))[0]


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


def assemble(
    points: Sequence[Point], edges: Sequence[Pair], *, faces_by_angle: bool = True
) -> Graph:
    """A graph from vertices and edges; faces are found, nothing is renumbered.

    Args:
        points: the vertices
        edges: pairs of vertices, without doubles
        faces_by_angle: order the faces around a vertex by angle, not by discovery
    """
    edges_at = _edges_around(points, edges)
    faces = _trace_faces(points, edges, edges_at)
    faces_at: list[list[int]] = [[] for _ in points]
    for face, vertices in enumerate(faces):
        for vertex in vertices:
            faces_at[vertex].append(face)
    if faces_by_angle:
        middles = [mean(points, face) for face in faces]
        for (x, y), around in zip(points, faces_at, strict=True):
            around.sort(key=lambda f: math.atan2(middles[f][1] - y, middles[f][0] - x))
    return Graph(
        tuple(points), tuple(edges), tuple(faces), edges_at, tuple(tuple(at) for at in faces_at)
    )


def _edges_around(points: Sequence[Point], edges: Sequence[Pair]) -> tuple[Ids, ...]:
    """The edges at each vertex, by angle from the west, counter-clockwise."""
    around: list[list[tuple[float, int]]] = [[] for _ in points]
    for edge, (a, b) in enumerate(edges):
        (ax, ay), (bx, by) = points[a], points[b]
        around[a].append((math.atan2(by - ay, bx - ax), edge))
        around[b].append((math.atan2(ay - by, ax - bx), edge))
    return tuple(tuple(edge for _, edge in sorted(at)) for at in around)


def _trace_faces(
    points: Sequence[Point], edges: Sequence[Pair], edges_at: tuple[Ids, ...]
) -> list[Ids]:
    """Every face, clockwise, in the order of their first vertices.

    A dart is an edge with a direction: 2e runs along edge e, 2e+1 back. Turning at each vertex
    into the next edge counter-clockwise walks a face clockwise.
    """
    follow = _next_darts(edges, edges_at)
    tails = [vertex for pair in edges for vertex in pair]
    done = bytearray(len(follow))
    knotted: set[Ids] = set()
    faces: list[Ids] = []
    for start, at in enumerate(edges_at):
        if len(at) < 2:
            continue
        for edge in at[1:] + at[:1]:
            dart = 2 * edge if edges[edge][0] == start else 2 * edge + 1
            if done[dart]:
                continue
            loop = _loop(dart, follow)
            path = tuple([tails[one] for one in loop])
            if loop and len(set(path)) == len(path):
                for one in loop:
                    done[one] = 1
            else:
                # a walk that meets itself is cut short where it first closes
                path = _walk(dart, follow, tails)
                key = _canonical(path)
                if key in knotted:
                    continue
                knotted.add(key)
            if 2 < len(path) <= LONGEST_FACE and area([points[v] for v in path]) < 0:
                faces.append(path)
    return faces


def _loop(dart: int, follow: Sequence[int]) -> list[int]:
    """The darts around a face, from the given one; empty at a dead end."""
    loop = [dart]
    after = follow[dart]
    while after != dart:
        if after < 0:
            return []
        loop.append(after)
        after = follow[after]
    return loop


def _walk(dart: int, follow: Sequence[int], tails: Sequence[int]) -> Ids:
    """The vertices from a dart until they come back to the first; empty if they do not."""
    path = [tails[dart]]
    while len(path) <= LONGEST_FACE:
        dart = follow[dart]
        if dart < 0 or tails[dart] in path[1:]:
            break
        if tails[dart] == path[0]:
            return tuple(path)
        path.append(tails[dart])
    return ()


def _next_darts(edges: Sequence[Pair], edges_at: tuple[Ids, ...]) -> list[int]:
    """The dart that follows each dart around a face; -1 at a dead end."""
    follow = [-1] * (2 * len(edges))
    for vertex, at in enumerate(edges_at):
        if len(at) < 2:
            continue
        for edge, after in zip(at, at[1:] + at[:1], strict=True):
            arriving = 2 * edge if edges[edge][1] == vertex else 2 * edge + 1
            follow[arriving] = 2 * after if edges[after][0] == vertex else 2 * after + 1
    return follow


def _canonical(path: Ids) -> Ids:
    """The same for every start and direction of a loop."""
    if len(path) < 3:
        return path
    first = path.index(min(path))
    turned = path[first:] + path[:first]
    return turned if turned[1] < turned[-1] else turned[:1] + turned[:0:-1]


def reorder(graph: Graph) -> Graph:
    """The graph with vertices, edges and faces numbered row by row from the bottom left."""
    vertices = _by_rows(graph.vertices)
    edges = _by_rows(graph.edge_points)
    faces = _by_rows(graph.face_points)
    vertex_ids, edge_ids, face_ids = _inverse(vertices), _inverse(edges), _inverse(faces)
    return Graph(
        tuple(graph.vertices[v] for v in vertices),
        tuple((vertex_ids[graph.edges[e][0]], vertex_ids[graph.edges[e][1]]) for e in edges),
        tuple(tuple(vertex_ids[v] for v in graph.faces[f]) for f in faces),
        tuple(tuple(edge_ids[e] for e in graph.edges_at[v]) for v in vertices),
        tuple(tuple(face_ids[f] for f in graph.faces_at[v]) for v in vertices),
    )


def _by_rows(points: Sequence[Point]) -> list[int]:
    scores = [100 * y + x for x, y in points]
    return sorted(range(len(points)), key=scores.__getitem__)


def _inverse(order: Sequence[int]) -> list[int]:
    places = [0] * len(order)
    for place, old in enumerate(order):
        places[old] = place
    return places


def join_near(points: Sequence[Point], unit: float = 1.0) -> list[Pair]:
    """The edges between points one unit apart."""
    size = 1.02 * unit
    cells = [(math.floor(x / size), math.floor(y / size)) for x, y in points]
    buckets: dict[Pair, list[int]] = {}
    for index, cell in enumerate(cells):
        buckets.setdefault(cell, []).append(index)
    edges: list[Pair] = []
    for a, (column, row) in enumerate(cells):
        ax, ay = points[a]
        near = [
            b
            for c in (column - 1, column, column + 1)
            for r in (row - 1, row, row + 1)
            for b in buckets.get((c, r), ())
            if b > a
        ]
        for b in sorted(near):
            bx, by = points[b]
            if abs(math.sqrt((ax - bx) ** 2 + (ay - by) ** 2) - unit) < 0.01:
                edges.append((a, b))
    return edges


def from_points(points: Iterable[Point]) -> Graph:
    """The graph of points one unit apart, numbered row by row."""
    exact = list(points)
    edges = join_near(exact)
    return reorder(assemble([(single(x), single(y)) for x, y in exact], edges))


# Operators


def shift(graph: Graph, dx: float, dy: float) -> Graph:
    """The graph moved by `dx` to the right and `dy` up."""
    dx, dy = single(dx), single(dy)
    return graph.moved((x + dx, y + dy) for x, y in graph.vertices)


def scale(graph: Graph, sx: float, sy: float) -> Graph:
    """The graph stretched from the origin."""
    sx, sy = single(sx), single(sy)
    return graph.moved((x * sx, y * sy) for x, y in graph.vertices)


def rotate(graph: Graph, degrees: float) -> Graph:
    """The graph turned counter-clockwise around the middle of its bounding box."""
    if not graph.vertices:
        return graph
    left, bottom, width, height = bounds(graph.vertices)
    px, py = left + width / 2, bottom + height / 2
    angle = math.radians(single(degrees))
    cos, sin = math.cos(angle), math.sin(angle)
    return graph.moved(
        (px + (x - px) * cos - (y - py) * sin, py + (y - py) * cos + (x - px) * sin)
        for x, y in graph.vertices
    )


def intersect(graphs: Sequence[Graph]) -> Graph:
    """The vertices and edges that all the graphs have, numbered as in the first."""
    first, *others = graphs
    if not others:
        return first
    vertices = list(range(len(first.vertices)))
    edges = list(first.edges)
    for other in others:
        twin = match(first.vertices, other.vertices, 0.01)
        vertices = [v for v in vertices if v in twin]
        edges = [
            (a, b)
            for a, b in edges
            if a in twin and b in twin and (twin[a], twin[b]) in other.edge_between
        ]
    place = {old: new for new, old in enumerate(vertices)}
    return assemble([first.vertices[v] for v in vertices], [(place[a], place[b]) for a, b in edges])


def match(points: Sequence[Point], others: Sequence[Point], near: float) -> dict[int, int]:
    """For each point the first of the others at the same place, where there is one."""
    size = max(near, 0.01) * 2
    buckets: dict[Pair, list[int]] = {}
    for index, (x, y) in enumerate(others):
        buckets.setdefault((math.floor(x / size), math.floor(y / size)), []).append(index)
    found: dict[int, int] = {}
    for index, (x, y) in enumerate(points):
        column, row = math.floor(x / size), math.floor(y / size)
        here = [
            other
            for c in (column - 1, column, column + 1)
            for r in (row - 1, row, row + 1)
            for other in buckets.get((c, r), ())
            if abs(others[other][0] - x) + abs(others[other][1] - y) < near
        ]
        if here:
            found[index] = min(here)
    return found

"""Board graphs: vertices, edges and faces, and the operators that move or combine them.

Numbering, the order of the parts around a vertex and the rounding of coordinates follow the
reference implementation (Ludii 1.3.10, Core/src/game/util/graph/Graph.java): they decide which
site has which number, and ties in every measure taken later.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property

MOST_SITES = 4096
LONGEST_FACE = 32
NEAR = 0.001
TINY = 1e-7
# pairs of edges that are looked at for whether they cross
MOST_LOOKS = 2_000_000

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
        pivots: for each vertex the one it turns around, or -1; empty if none turns
        curved: the edges, as ascending pairs, that are drawn as arcs
    """

    vertices: tuple[Point, ...]
    edges: tuple[Pair, ...]
    faces: tuple[Ids, ...]
    edges_at: tuple[Ids, ...]
    faces_at: tuple[Ids, ...]
    pivots: Ids = ()
    curved: frozenset[Pair] = frozenset()

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


def linked(
    points: Sequence[Point],
    edges: Sequence[Pair],
    pivots: Ids = (),
    curved: frozenset[Pair] = frozenset(),
) -> Graph:
    """A graph of vertices and edges, without faces."""
    at = _edges_around(points, edges)
    return Graph(tuple(points), tuple(edges), (), at, ((),) * len(points), pivots, curved)


def assemble(
    points: Sequence[Point], edges: Sequence[Pair], *, faces_by_angle: bool = True
) -> Graph:
    """A graph from vertices and edges; faces are found, nothing is renumbered.

    Args:
        points: the vertices
        edges: pairs of vertices, without doubles
        faces_by_angle: order the faces around a vertex by angle, not by discovery
    """
    found = with_faces(linked(points, edges))
    return faces_sorted(found) if faces_by_angle else found


def with_faces(graph: Graph, *, crossings: bool = False) -> Graph:
    """The graph with its faces found anew.

    Args:
        graph: any graph; the faces it has are left out of account
        crossings: a face may not lie along an edge that crosses an earlier one
    """
    crossed = crossed_edges(graph.vertices, graph.edges) if crossings else frozenset[int]()
    faces = _trace_faces(graph.vertices, graph.edges, graph.edges_at, crossed)
    at: list[list[int]] = [[] for _ in graph.vertices]
    for face, vertices in enumerate(faces):
        for vertex in vertices:
            at[vertex].append(face)
    return replace(graph, faces=tuple(faces), faces_at=tuple(tuple(here) for here in at))


def faces_sorted(graph: Graph) -> Graph:
    """The graph with the faces around each vertex in the order of their angle."""
    middles = graph.face_points

    def sorted_around(vertex: int, at: Ids) -> Ids:
        x, y = graph.vertices[vertex]
        return tuple(sorted(at, key=lambda f: math.atan2(middles[f][1] - y, middles[f][0] - x)))

    around = (sorted_around(vertex, at) for vertex, at in enumerate(graph.faces_at))
    return replace(graph, faces_at=tuple(around))


def crossed_edges(points: Sequence[Point], edges: Sequence[Pair]) -> frozenset[int]:
    """The edges that cross one of a lower number, away from both their ends."""
    boxes = sorted((*_box(points[a], points[b]), edge) for edge, (a, b) in enumerate(edges))
    found: set[int] = set()
    active: list[tuple[float, float, float, int, int, int]] = []
    looks = 0
    for left, right, low, high, edge in boxes:
        a, b = edges[edge]
        active = [one for one in active if one[0] >= left]
        looks += len(active)
        if looks > MOST_LOOKS:
            raise BoardError("the graph has too many edges above each other")
        for _, bottom, top, other, c, d in active:
            apart = bottom > high or top < low or a in (c, d) or b in (c, d)
            if not apart and max(edge, other) not in found and _cross(points, (a, b), (c, d)):
                found.add(max(edge, other))
        active.append((right + NEAR, low - NEAR, high + NEAR, edge, a, b))
    return frozenset(found)


def _box(a: Point, b: Point) -> tuple[float, float, float, float]:
    """Left, right, bottom and top of the box around two points."""
    (ax, ay), (bx, by) = a, b
    left, right = (ax, bx) if ax < bx else (bx, ax)
    return (left, right, ay, by) if ay < by else (left, right, by, ay)


def _cross(points: Sequence[Point], one: Pair, other: Pair) -> bool:
    """Whether two edges meet although no end of one is near an end of the other."""
    a, b, c, d = (points[vertex] for vertex in (*one, *other))
    place = crossing(a, b, c, d)
    if place is None or not all(-TINY <= share <= 1 + TINY for share in place):
        return False
    return all(math.dist(p, q) >= NEAR for p in (a, b) for q in (c, d))


def crossing(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float] | None:
    """Where the lines a-b and c-d meet, as shares of the ways a-b and c-d; None if parallel."""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    wx, wy = c[0] - a[0], c[1] - a[1]
    turn = vx * uy - vy * ux
    if abs(turn) < TINY:
        return None
    inverse = 1.0 / turn
    return (vx * wy - vy * wx) * inverse, (ux * wy - uy * wx) * inverse


def _edges_around(points: Sequence[Point], edges: Sequence[Pair]) -> tuple[Ids, ...]:
    """The edges at each vertex, by angle from the west, counter-clockwise."""
    around: list[list[tuple[float, int]]] = [[] for _ in points]
    for edge, (a, b) in enumerate(edges):
        (ax, ay), (bx, by) = points[a], points[b]
        around[a].append((math.atan2(by - ay, bx - ax), edge))
        around[b].append((math.atan2(ay - by, ax - bx), edge))
    return tuple(tuple(edge for _, edge in sorted(at)) for at in around)


def _trace_faces(
    points: Sequence[Point],
    edges: Sequence[Pair],
    edges_at: tuple[Ids, ...],
    crossed: frozenset[int],
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
                # the edge that closes a walk is not looked at
                if crossed and any(one >> 1 in crossed for one in loop[:-1]):
                    continue
                for one in loop:
                    done[one] = 1
            else:
                # a walk that meets itself is cut short where it first closes
                path = _walk(dart, follow, tails, crossed)
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


def _walk(dart: int, follow: Sequence[int], tails: Sequence[int], crossed: frozenset[int]) -> Ids:
    """The vertices from a dart until they come back to the first; empty if they do not."""
    path = [tails[dart]]
    while len(path) <= LONGEST_FACE:
        before, dart = dart, follow[dart]
        if dart < 0 or tails[dart] in path[1:]:
            break
        if tails[dart] == path[0]:
            return tuple(path)
        path.append(tails[dart])
        if before >> 1 in crossed:
            break
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
    )


def ascending(a: int, b: int) -> Pair:
    """Two numbers, the lower first."""
    return (a, b) if a < b else (b, a)


def _places(order: Sequence[int]) -> dict[int, int]:
    return {old: place for place, old in enumerate(order)}


def _by_rows(points: Sequence[Point]) -> list[int]:
    scores = [100 * y + x for x, y in points]
    return sorted(range(len(points)), key=scores.__getitem__)


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

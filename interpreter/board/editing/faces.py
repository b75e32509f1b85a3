"""Graphs made of vertices and edges; their faces are found by walking around them.

In which order faces are found, and which of them count where edges cross, follows the reference
implementation (Ludii 1.3.10, Core/src/game/util/graph/Graph.java).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter.board.graph import (
    NEAR,
    TINY,
    BoardError,
    Graph,
    Ids,
    Pair,
    Point,
    area,
    reorder,
    single,
)

LONGEST_FACE = 32
# pairs of edges that are looked at for whether they cross
MOST_LOOKS = 2_000_000


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

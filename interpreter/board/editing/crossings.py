"""Edges that cross are split where they do.

Which crossing is split first decides the numbers of the new vertices; the order is that of the
reference implementation (Ludii 1.3.10,
Core/src/game/functions/graph/operators/SplitCrossings.java).
"""

from __future__ import annotations

import math
from collections.abc import Callable

from interpreter.board.editing.faces import crossing, linked, with_faces
from interpreter.board.graph import BoardError, Graph, Pair, Point, ascending

# of an edge, at each end, where another may touch it without crossing it
MARGIN = 0.01
TOUCHING = 0.001
MOST_CROSSING = 1000


def split_crossings(graph: Graph) -> Graph:
    """The graph with a vertex wherever edges cross, or touch a vertex on their way."""
    net = _Net(graph)
    net.split(net.cross_at)
    net.split(net.touch_at)
    points, edges = net.points, [pair for pair in net.edges if pair is not None]
    pivots = net.pivots if max(net.pivots, default=-1) >= 0 else []
    curved = graph.curved & {ascending(*pair) for pair in edges}
    return with_faces(linked(points, edges, tuple(pivots), curved), crossings=True)


class _Net:
    """Edges that are split one after another; their parts come last."""

    def __init__(self, graph: Graph) -> None:
        self.points = list(graph.vertices)
        self.pivots = list(graph.every_pivot)
        self.edges: list[Pair | None] = list(graph.edges)
        self.known = {ascending(*pair) for pair in graph.edges}

    def split(self, place: Callable[[int], tuple[int, list[int]] | None]) -> None:
        """Split edges where `place` says: at which vertex, and which of them."""
        edge = 0
        while edge < len(self.edges):
            found = place(edge) if self.edges[edge] is not None else None
            if found is None:
                edge += 1
                continue
            vertex, parts = found
            pairs = [pair for part in parts if (pair := self.edges[part]) is not None]
            for part, pair in zip(parts, pairs, strict=True):
                self.edges[part] = None
                self.known.discard(ascending(*pair))
            for a, b in pairs:
                self._draw(a, vertex)
                self._draw(vertex, b)

    def _draw(self, a: int, b: int) -> None:
        if ascending(a, b) not in self.known:
            if len(self.edges) > 2 * MOST_CROSSING:
                raise BoardError(f"a graph has more than {MOST_CROSSING} crossing edges")
            self.known.add(ascending(a, b))
            self.edges.append((a, b))

    def _pivot(self, *vertices: int) -> int:
        return next((self.pivots[v] for v in reversed(vertices) if self.pivots[v] >= 0), -1)

    def cross_at(self, edge: int) -> tuple[int, list[int]] | None:
        """The new vertex at the first crossing of an edge with a later one, and both."""
        pair = self.edges[edge]
        assert pair is not None
        a, b = (self.points[vertex] for vertex in pair)
        low, high, bottom, top = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
        for other in range(edge + 1, len(self.edges)):
            ends = self.edges[other]
            if ends is None:
                continue
            c, d = self.points[ends[0]], self.points[ends[1]]
            if (
                (c[0] > high and d[0] > high)
                or (c[0] < low and d[0] < low)
                or (c[1] > top and d[1] > top)
                or (c[1] < bottom and d[1] < bottom)
            ):
                continue
            shares = crossing(a, b, c, d)
            if shares and all(MARGIN < share < 1 - MARGIN for share in shares):
                self.points.append(
                    (a[0] + shares[0] * (b[0] - a[0]), a[1] + shares[0] * (b[1] - a[1]))
                )
                self.pivots.append(self._pivot(*ends[::-1], *pair))
                return len(self.points) - 1, [edge, other]
        return None

    def touch_at(self, edge: int) -> tuple[int, list[int]] | None:
        """The first vertex that an edge runs through, and the edge."""
        pair = self.edges[edge]
        assert pair is not None
        a, b = (self.points[vertex] for vertex in pair)
        for vertex, point in enumerate(self.points):
            if vertex not in pair and _touches(point, a, b):
                pivot = self._pivot(*pair)
                if pivot >= 0:
                    self.pivots[vertex] = pivot
                return vertex, [edge]
        return None


def _touches(point: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on the way from a to b, away from both ends."""
    wx, wy, ux, uy = a[0] - point[0], a[1] - point[1], b[0] - a[0], b[1] - a[1]
    length = ux * ux + uy * uy
    share = -(wx * ux + wy * uy) / length if length else 0.0
    if not 0 < share < 1:
        return False
    off = math.hypot(wx + share * ux, wy + share * uy)
    return off <= TOUCHING <= min(math.dist(point, a), math.dist(point, b))

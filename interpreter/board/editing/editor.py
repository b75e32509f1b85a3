"""A graph in the making: parts are added and taken away, and what stays keeps its order.

What goes with what follows the reference implementation (Ludii 1.3.10,
Core/src/game/util/graph/Graph.java): a face goes with any of its edges or vertices, an edge with
its ends, and an edge without faces only if asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

from interpreter.board.graph import (
    MOST_SITES,
    NEAR,
    BoardError,
    Graph,
    Ids,
    Pair,
    Point,
    ascending,
    selected,
)

# more vertices, edges or faces than any board has, so that what is cut to size may be larger
MOST_PARTS = 4 * MOST_SITES
EMPTY = Graph((), (), (), (), ())


def check_parts(count: int, what: str) -> None:
    """Refuse a graph with too many parts of a kind, before it is built."""
    if count > MOST_PARTS:
        raise BoardError(f"a graph has {count} {what}; at most {MOST_PARTS} are allowed")


class Places:
    """Points, found again by where they are: the first of those near enough.

    Args:
        near: how far a point may be from one it is taken for, in x and y together
    """

    def __init__(self, near: float = NEAR) -> None:
        self.near = near
        self._buckets: dict[Pair, list[tuple[int, Point]]] = {}

    def _bucket(self, point: Point) -> Pair:
        size = 2 * self.near
        return math.floor(point[0] / size), math.floor(point[1] / size)

    def add(self, number: int, point: Point) -> None:
        """Remember a point by its number."""
        self._buckets.setdefault(self._bucket(point), []).append((number, point))

    def find(self, point: Point) -> int:
        """The lowest number of a point here; -1 if there is none."""
        column, row = self._bucket(point)
        x, y = point
        here = [
            number
            for c in (column - 1, column, column + 1)
            for r in (row - 1, row, row + 1)
            for number, (px, py) in self._buckets.get((c, r), ())
            if abs(px - x) + abs(py - y) < self.near
        ]
        return min(here, default=-1)

    def remove(self, number: int, point: Point) -> None:
        """Forget a point."""
        self._buckets[self._bucket(point)].remove((number, point))


class Draft:
    """A graph that changes; numbers of parts stay until it is finished."""

    def __init__(self, graph: Graph = EMPTY) -> None:
        self.points: list[Point] = list(graph.vertices)
        self.edges: list[Pair] = list(graph.edges)
        self.faces: list[Ids] = list(graph.faces)
        self.pivots: list[int] = list(graph.every_pivot)
        self._edges_at = [list(at) for at in graph.edges_at]
        self._faces_at = [list(at) for at in graph.faces_at]
        self._curved = set(graph.curved)
        # the faces left and right of each edge, which decide what an edge is still needed for
        self._beside = [list(pair) for pair in graph.beside]
        self._between = dict(graph.edge_between)
        self._gone: tuple[set[int], set[int], set[int]] = set(), set(), set()

    @cached_property
    def _places(self) -> Places:
        """Where vertices are; found out only when somebody asks."""
        places = Places()
        for vertex, point in enumerate(self.points):
            if vertex not in self._gone[0]:
                places.add(vertex, point)
        return places

    def done(self) -> Graph:
        """The graph of what is there."""
        vertices, edges, faces = (
            [number for number in range(count) if number not in gone]
            for count, gone in zip(
                (len(self.points), len(self.edges), len(self.faces)), self._gone, strict=True
            )
        )
        whole = Graph(
            tuple(self.points),
            tuple(self.edges),
            tuple(self.faces),
            tuple(tuple(at) for at in self._edges_at),
            tuple(tuple(at) for at in self._faces_at),
            tuple(self.pivots) if max(self.pivots, default=-1) >= 0 else (),
            frozenset(self._curved),
        )
        return selected(whole, vertices, edges, faces) if any(self._gone) else whole

    # Looking

    def vertex_at(self, point: Point) -> int:
        """The vertex at a place; -1 if there is none."""
        return self._places.find(point)

    def edge_between(self, a: int, b: int) -> int:
        """The edge between two vertices; -1 if there is none."""
        return self._between.get((a, b), -1)

    def face_of(self, vertices: Sequence[int]) -> int:
        """The face with these corners, from any of them and either way around; -1 if none."""
        at = self._faces_at[vertices[0]] if 0 <= vertices[0] < len(self.points) else ()
        wanted = (_turned(vertices), _turned(vertices[::-1]))
        return next((face for face in at if _turned(self.faces[face]) in wanted), -1)

    # Adding

    def add_vertex(self, point: Point) -> int:
        """A new vertex."""
        check_parts(len(self.points) + 1, "vertices")
        self.points.append(point)
        self.pivots.append(-1)
        self._edges_at.append([])
        self._faces_at.append([])
        if "_places" in self.__dict__:
            self._places.add(len(self.points) - 1, point)
        return len(self.points) - 1

    def vertex(self, point: Point) -> int:
        """The vertex at a place, which is made if there is none."""
        found = self.vertex_at(point)
        return found if found >= 0 else self.add_vertex(point)

    def edge(self, a: int, b: int, *, curved: bool = False) -> int:
        """The edge between two vertices, which is made if there is none; -1 for a loop."""
        found = self.edge_between(a, b)
        if found >= 0 or a == b:
            return found
        check_parts(len(self.edges) + 1, "edges")
        found = len(self.edges)
        self.edges.append((a, b))
        self._beside.append([-1, -1])
        self._between[a, b] = self._between[b, a] = found
        if curved:
            self._curved.add(ascending(a, b))
        for vertex in (a, b):
            at = self._edges_at[vertex]
            at.append(found)
            at.sort(key=lambda edge, vertex=vertex: self._angle(vertex, edge))
        return found

    def _angle(self, vertex: int, edge: int) -> float:
        x, y = self.points[vertex]
        tx, ty = self.points[sum(self.edges[edge]) - vertex]
        return math.atan2(ty - y, tx - x)

    def face(self, vertices: Sequence[int]) -> None:
        """Make a face of some vertices, along edges that are there, unless there is one."""
        if self.face_of(vertices) >= 0:
            return
        ends = list(zip(vertices, [*vertices[1:], vertices[0]], strict=True))
        edges = [self.edge_between(a, b) for a, b in ends]
        if len(set(vertices)) < max(3, len(vertices)) or min(edges) < 0:
            return
        check_parts(len(self.faces) + 1, "faces")
        face = len(self.faces)
        self.faces.append(tuple(vertices))
        for (a, _), edge in zip(ends, edges, strict=True):
            self._beside[edge][int(self.edges[edge][0] == a)] = face
            self._faces_at[a].append(face)

    # Taking away

    def remove_face(self, face: int, *, trim: bool) -> None:
        """Take away a face, and with `trim` the edges that no other face needs."""
        if face in self._gone[2]:
            return
        vertices = self.faces[face]
        orphans: list[int] = []
        for a, b in zip(vertices, vertices[1:] + vertices[:1], strict=True):
            edge = self.edge_between(a, b)
            if face in self._beside[edge]:
                left, right = (-1 if other == face else other for other in self._beside[edge])
                self._beside[edge] = [left, right]
                if left == right == -1:
                    orphans.append(edge)
        for vertex in vertices:
            self._faces_at[vertex] = [other for other in self._faces_at[vertex] if other != face]
        self._gone[2].add(face)
        if trim:
            for edge in orphans:
                self.remove_edge(edge)

    def remove_edge(self, edge: int) -> None:
        """Take away an edge and the faces beside it."""
        if edge in self._gone[1]:
            return
        a, b = self.edges[edge]
        for face in tuple(self._faces_at[a]):
            # where faces overlap, more than two lie along an edge
            if _follow(self.faces[face], a, b):
                self.remove_face(face, trim=False)
        for vertex in (a, b):
            self._edges_at[vertex].remove(edge)
        del self._between[a, b], self._between[b, a]
        self._curved.discard(ascending(a, b))
        self._gone[1].add(edge)

    def remove_vertex(self, vertex: int) -> None:
        """Take away a vertex with its edges and faces."""
        if vertex in self._gone[0]:
            return
        for face in tuple(self._faces_at[vertex]):
            self.remove_face(face, trim=False)
        for edge in tuple(self._edges_at[vertex]):
            self.remove_edge(edge)
        if "_places" in self.__dict__:
            self._places.remove(vertex, self.points[vertex])
        self._gone[0].add(vertex)

    def degree(self, vertex: int) -> int:
        """How many edges meet at a vertex."""
        return len(self._edges_at[vertex])


def _follow(vertices: Ids, a: int, b: int) -> bool:
    """Whether two vertices are neighbours on a loop."""
    return any({a, b} == {vertices[k - 1], vertex} for k, vertex in enumerate(vertices))


def _turned(vertices: Sequence[int]) -> tuple[int, ...]:
    """The same loop from its lowest vertex."""
    first = list(vertices).index(min(vertices))
    return (*vertices[first:], *vertices[:first])

"""Operators on board graphs: they move graphs, combine them, add to them and take away.

What each keeps, in which order, and how near is the same place, follow the reference
implementation (Ludii 1.3.10, Core/src/game/functions/graph/operators).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from interpreter.board.editing.editor import Draft, Places, check_parts
from interpreter.board.editing.faces import faces_sorted, linked, with_faces
from interpreter.board.graph import (
    BoardError,
    Graph,
    Ids,
    Pair,
    Point,
    SiteType,
    ascending,
    bounds,
    contains,
    inflate,
    mean,
    reorder,
    selected,
    single,
)

# vertices of two graphs that become one
MERGED = 0.01
# a vertex is connected with those nearer than so many mean edges
CONNECTED = 1.1
MOST_CONNECTED = 2000


@dataclass(frozen=True)
class Polygon:
    """The outline of a part of a board.

    Args:
        points: its corners
    """

    points: tuple[Point, ...]

    @property
    def inflated(self) -> Polygon:
        """The polygon with every corner moved outwards a little, past what lies on its border."""
        return Polygon(tuple(inflate(self.points, 0.1)))

    def __contains__(self, point: Point) -> bool:
        return contains(self.points, point)


def polygon_of(points: Iterable[Point]) -> Polygon:
    """The polygon with these corners, as rules write them."""
    corners = tuple((single(x), single(y)) for x, y in points)
    if len(corners) < 3:
        raise BoardError(f"an outline has at least three corners, not {len(corners)}")
    return Polygon(corners)


# Moving


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


def skew(graph: Graph, amount: float) -> Graph:
    """The graph with every vertex moved to the right by its height times an amount."""
    if not graph.vertices:
        return graph
    bottom, amount = bounds(graph.vertices)[1], single(amount)
    return graph.moved((x + (y - bottom) * amount, y) for x, y in graph.vertices)


# Combining


def merge(graphs: Sequence[Graph], *, connect: bool = False) -> Graph:
    """The graphs in one; vertices at one place become the first of them, and so do edges."""
    points: list[Point] = []
    edges: dict[Pair, Pair] = {}
    pivots: list[Point | None] = []
    curved: set[Pair] = set()
    places = Places(MERGED)
    for graph in graphs:
        ids: list[int] = []
        for vertex, point in enumerate(graph.vertices):
            found = places.find(point)
            if found < 0:
                found = len(points)
                places.add(found, point)
                points.append(point)
                pivots.append(_pivot_point(graph, vertex))
            ids.append(found)
        for a, b in graph.edges:
            pair = ascending(ids[a], ids[b])
            if pair not in edges and ids[a] != ids[b]:
                edges[pair] = (ids[a], ids[b])
                if ascending(a, b) in graph.curved:
                    curved.add(pair)
    check_parts(len(points), "vertices")
    turning = tuple(-1 if point is None else places.find(point) for point in pivots)
    turning = turning if max(turning, default=-1) >= 0 else ()
    whole = faces_sorted(with_faces(linked(points, [*edges.values()], turning, frozenset(curved))))
    return connected(whole) if connect else whole


def _pivot_point(graph: Graph, vertex: int) -> Point | None:
    pivot = graph.pivots[vertex] if graph.pivots else -1
    return graph.vertices[pivot] if pivot >= 0 else None


def union(graphs: Sequence[Graph], *, connect: bool = False) -> Graph:
    """The graphs side by side, with no connection between them."""
    first, *others = graphs or (linked([], []),)
    for other in others:
        first = _beside(first, other)
        check_parts(len(first.vertices), "vertices")
    return connected(first) if connect else first


def _beside(graph: Graph, other: Graph) -> Graph:
    vertices, edges, faces = len(graph.vertices), len(graph.edges), len(graph.faces)

    def moved(ids: Iterable[Ids], by: int) -> tuple[Ids, ...]:
        return tuple(tuple(one + by for one in row) for row in ids)

    pivots = graph.every_pivot + tuple(p + vertices if p >= 0 else p for p in other.every_pivot)
    return Graph(
        graph.vertices + other.vertices,
        graph.edges + tuple((a + vertices, b + vertices) for a, b in other.edges),
        graph.faces + moved(other.faces, vertices),
        graph.edges_at + moved(other.edges_at, edges),
        graph.faces_at + moved(other.faces_at, faces),
        pivots if max(pivots, default=-1) >= 0 else (),
        graph.curved | {(a + vertices, b + vertices) for a, b in other.curved},
    )


def connected(graph: Graph, among: Container[int] | None = None) -> Graph:
    """The graph with edges between near vertices, and its faces found anew.

    Args:
        graph: any graph
        among: the vertices to connect with others; all if None, and only then faces are found
    """
    if len(graph.vertices) > MOST_CONNECTED:
        raise BoardError(f"connect: is for graphs of at most {MOST_CONNECTED} vertices")
    draft = Draft(graph)
    reach = CONNECTED * _mean_edge(graph)
    for a, here in enumerate(graph.vertices):
        if among is None or a in among:
            for b, there in enumerate(graph.vertices):
                if a != b and math.dist(here, there) < reach:
                    draft.edge(a, b)
    return with_faces(draft.done(), crossings=True) if among is None else draft.done()


def _mean_edge(graph: Graph) -> float:
    lengths = [math.dist(graph.vertices[a], graph.vertices[b]) for a, b in graph.edges]
    return math.fsum(lengths) / len(lengths) if lengths else 0.0


def intersect(graphs: Sequence[Graph]) -> Graph:
    """The vertices and edges that all the graphs have, numbered as in the first."""
    first, *others = graphs or (linked([], []),)
    if not others:
        return first
    vertices = list(range(len(first.vertices)))
    edges = list(first.edges)
    for other in others:
        twin = _twins(first.vertices, other.vertices)
        vertices = [v for v in vertices if v in twin]
        edges = [
            (a, b)
            for a, b in edges
            if a in twin and b in twin and (twin[a], twin[b]) in other.edge_between
        ]
    place = {old: new for new, old in enumerate(vertices)}
    points = [first.vertices[v] for v in vertices]
    return faces_sorted(with_faces(linked(points, [(place[a], place[b]) for a, b in edges])))


def _twins(points: Sequence[Point], others: Sequence[Point]) -> dict[int, int]:
    """For each point the first of the others at the same place, where there is one."""
    places = Places(MERGED)
    for number, point in enumerate(others):
        places.add(number, point)
    found = {number: places.find(point) for number, point in enumerate(points)}
    return {number: twin for number, twin in found.items() if twin >= 0}


# Adding and taking away


@dataclass(frozen=True)
class Parts:
    """Parts of a graph: by where they are, or by number; edges and cells by their vertices."""

    vertices: tuple[Point, ...] = ()
    edges: tuple[tuple[Point, ...], ...] = ()
    cells: tuple[tuple[Point, ...], ...] = ()
    vertex_ids: Ids = ()
    edge_ids: tuple[Ids, ...] = ()
    cell_ids: tuple[Ids, ...] = ()


def add(graph: Graph, parts: Parts, *, connect: bool = False) -> Graph:
    """The graph with more parts; vertices at new places are made."""
    draft = Draft(graph)
    fresh: set[int] = set()
    for point in parts.vertices:
        if draft.vertex_at(point) < 0:
            fresh.add(draft.add_vertex(point))
    for ends in parts.edges:
        draft.edge(*(draft.vertex(point) for point in ends))
    for corners in parts.cells:
        vertices = [draft.vertex(point) for point in corners]
        for a, b in zip(vertices, vertices[1:] + vertices[:1], strict=True):
            draft.edge(a, b)
        draft.face(vertices)
    for ends in parts.edge_ids:
        draft.edge(*_known(draft, ends))
    for corners in parts.cell_ids:
        draft.face(_known(draft, corners))
    return connected(draft.done(), fresh) if connect else draft.done()


def _known(draft: Draft, vertices: Sequence[int]) -> Sequence[int]:
    """Vertices that are told by their numbers."""
    for vertex in vertices:
        if not 0 <= vertex < len(draft.points):
            message = f"there is no vertex {vertex}; the graph has {len(draft.points)}"
            raise BoardError(message, vertices)
    return vertices


def remove(graph: Graph, parts: Parts, *, trim: bool = True) -> Graph:
    """The graph without some parts; numbers are those of the graph as it was.

    Args:
        graph: any graph
        parts: what to take away; what lies nowhere in the graph is passed over; cells by number
            stand alone, as lists of one
        trim: take away the edges that no cell needs any more
    """
    draft = Draft(graph)
    for corners in parts.cells:
        vertices = [draft.vertex_at(point) for point in corners]
        face = draft.face_of(vertices) if vertices else -1
        if face >= 0:
            draft.remove_face(face, trim=trim)
    for (cell,) in parts.cell_ids:
        if not 0 <= cell < len(graph.faces):
            raise BoardError(f"there is no cell {cell}; the graph has {len(graph.faces)}")
        draft.remove_face(cell, trim=trim)
    for ends in (*(_ends(draft, pair) for pair in parts.edges), *parts.edge_ids):
        edge = draft.edge_between(*ends)
        if edge >= 0:
            draft.remove_edge(edge)
    for vertex in (*(draft.vertex_at(point) for point in parts.vertices),):
        if vertex >= 0:
            draft.remove_vertex(vertex)
    for vertex in _known(draft, parts.vertex_ids):
        draft.remove_vertex(vertex)
    return draft.done()


def _ends(draft: Draft, pair: Sequence[Point]) -> Ids:
    return tuple(draft.vertex_at(point) for point in pair)


def remove_inside(graph: Graph, polygon: Polygon) -> Graph:
    """The graph without its vertices in a polygon."""
    draft = Draft(graph)
    for vertex, point in enumerate(graph.vertices):
        if point in polygon:
            draft.remove_vertex(vertex)
    return draft.done()


def keep(graph: Graph, polygon: Polygon) -> Graph:
    """The vertices of a graph in a polygon, and the edges between them."""
    outline = polygon.inflated
    return _part(graph, lambda point: point in outline)


def clip(graph: Graph, polygon: Polygon) -> Graph:
    """The vertices of a graph outside a polygon, and the edges between them."""
    outline = polygon.inflated
    return _part(graph, lambda point: point not in outline)


def _part(graph: Graph, inside: Callable[[Point], bool]) -> Graph:
    vertices = [v for v, point in enumerate(graph.vertices) if inside(point)]
    kept = set(vertices)
    edges = [e for e, (a, b) in enumerate(graph.edges) if a in kept and b in kept]
    part = selected(replace(graph, pivots=(), curved=frozenset()), vertices, edges, ())
    return faces_sorted(with_faces(linked(part.vertices, part.edges)))


def hole(graph: Graph, polygon: Polygon) -> Graph:
    """The graph without its faces in a polygon, and the edges that only they need."""
    outline = polygon.inflated
    draft = Draft(graph)
    for face in range(len(graph.faces) - 1, -1, -1):
        if graph.face_points[face] in outline:
            draft.remove_face(face, trim=True)
    return draft.done()


def trim(graph: Graph) -> Graph:
    """The graph without edges that end in nothing, and without vertices that have no edge."""
    draft = Draft(graph)
    for edge in range(len(graph.edges) - 1, -1, -1):
        if 1 in map(draft.degree, graph.edges[edge]):
            draft.remove_edge(edge)
    turned = set(graph.pivots)
    for vertex in range(len(graph.vertices)):
        if not draft.degree(vertex) and vertex not in turned:
            draft.remove_vertex(vertex)
    return draft.done()


# Making another graph


def dual(graph: Graph) -> Graph:
    """A vertex in the middle of each face, and an edge across each edge between two faces."""
    if not graph.faces:
        return graph
    edges: dict[Pair, Pair] = {}
    for left, right in graph.beside:
        if -1 not in (left, right) and left != right:
            edges.setdefault(ascending(left, right), (left, right))
    return reorder(with_faces(linked(graph.face_points, [*edges.values()])))


def subdivide(graph: Graph, use: SiteType, least: int = 1) -> Graph:
    """Each face of at least so many sides divided into triangles around its middle."""
    if use is SiteType.VERTEX:
        graph = with_faces(graph, crossings=True)
    draft = Draft(graph)
    for face in range(len(graph.faces) - 1, -1, -1):
        corners = graph.faces[face]
        if len(corners) >= least:
            middle = draft.add_vertex(mean(graph.vertices, corners))
            for vertex in corners:
                draft.edge(middle, vertex)
    found = draft.done()
    if use is SiteType.CELL:
        return with_faces(found, crossings=True)
    return without_faces(found)


def without_faces(graph: Graph) -> Graph:
    """The graph with its vertices and edges alone."""
    return replace(graph, faces=(), faces_at=((),) * len(graph.vertices))


def complete(graph: Graph, *, each_cell: bool = False) -> Graph:
    """The graph with an edge between any two vertices, or any two of one face."""
    if each_cell:
        draft = Draft(graph)
        for corners in graph.faces:
            for a, b in _pairs(corners):
                draft.edge(a, b)
        return draft.done()
    count = len(graph.vertices)
    check_parts(count * (count - 1) // 2, "edges")
    edges = list(_pairs(range(count)))
    return with_faces(linked(graph.vertices, edges, graph.pivots), crossings=True)


def _pairs(numbers: Sequence[int]) -> Iterator[Pair]:
    return ((a, b) for place, a in enumerate(numbers) for b in numbers[place + 1 :])

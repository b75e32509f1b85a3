"""What the border of a graph says about its parts: outer, corners, sides, centre.

The border is walked over the vertices, corners are where it bends most, sides run between
corners. Thresholds are those of the reference implementation (Ludii 1.3.10,
Core/src/game/util/graph/MeasureGraph.java).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from interpreter.board.graph import Graph, Ids, Point, SiteType, contains, distance_to_line, mean

# sides by sixteenth of a turn, counter-clockwise from the east
SIDE_NAMES = (
    "E", "NE", "NE", "NE", "N", "NW", "NW", "NW",
    "W", "SW", "SW", "SW", "S", "SE", "SE", "SE",
)  # fmt: skip
SIMPLE_BORDER = 6
CONVEX = 0.32
CONCAVE = -0.25
SIMILAR = 0.95
LARGE_BOARD = 100

Parts = dict[SiteType, set[int]]


def _parts() -> Parts:
    return {kind: set() for kind in SiteType}


@dataclass(frozen=True, eq=False)
class Outline:
    """The border of a graph and what follows from it, for every kind of part."""

    graph: Graph

    @cached_property
    def loops(self) -> tuple[Ids, ...]:
        """The vertices around each separate part of the graph, clockwise."""
        points = self.graph.vertices
        loops: list[Ids] = []
        covered: set[int] = set()
        for start in sorted(range(len(points)), key=lambda v: points[v][0]):
            if start not in covered:
                loop = _walk_border(self.graph, start)
                loops.append(loop)
                covered.update(loop)
                rest = [v for v in range(len(points)) if v not in covered]
                covered.update(_enclosed(points, rest, [points[v] for v in loop]))
        return _without_holes(points, loops)

    @cached_property
    def perimeter(self) -> Parts:
        """The parts on the border: faces by their vertices, edges and vertices themselves."""
        graph = self.graph
        found = _parts()
        for loop in self.loops:
            found[SiteType.VERTEX].update(loop)
            for a, b in zip(loop, loop[1:] + loop[:1], strict=True):
                edge = graph.edge_between.get((a, b))
                if edge is not None:
                    found[SiteType.EDGE].add(edge)
                    found[SiteType.CELL].update(_outside_face(graph, edge))
        border = found[SiteType.VERTEX]
        for vertex in border:
            found[SiteType.CELL].update(graph.faces_at[vertex])
        for edge, (a, b) in enumerate(graph.edges):
            if a in border and b in border and -1 in graph.beside[edge]:
                found[SiteType.EDGE].add(edge)
        return found

    @cached_property
    def convex_corners(self) -> Parts:
        """The parts at corners of the border that point outwards."""
        return self._corners[0]

    @cached_property
    def concave_corners(self) -> Parts:
        """The parts at corners of the border that point inwards."""
        return self._corners[1]

    @cached_property
    def corners(self) -> Parts:
        """The parts at any corner of the border."""
        convex, concave = self._corners
        return {kind: convex[kind] | concave[kind] for kind in SiteType}

    @cached_property
    def _corners(self) -> tuple[Parts, Parts]:
        convex, concave = _parts(), _parts()
        for loop in self.loops:
            outwards, inwards = _bends([self.graph.vertices[v] for v in loop])
            convex[SiteType.VERTEX].update(loop[k] for k in outwards)
            concave[SiteType.VERTEX].update(loop[k] for k in inwards)
        either = convex[SiteType.VERTEX] | concave[SiteType.VERTEX]
        for vertex in sorted(either):
            inwards = vertex in concave[SiteType.VERTEX]
            self._mark_corner(vertex, either, concave if inwards else convex, inwards=inwards)
        return convex, concave

    def _mark_corner(self, vertex: int, corners: set[int], found: Parts, *, inwards: bool) -> None:
        """Mark the edges and faces at a corner of the border."""
        graph = self.graph
        shared = [e for e in graph.edges_at[vertex] if _other_end(graph, e, vertex) in corners]
        border = [e for e in graph.edges_at[vertex] if e in self.perimeter[SiteType.EDGE]]
        edges = shared or border
        found[SiteType.EDGE].update(edges)
        if shared or not inwards:
            for edge in edges:
                found[SiteType.CELL].update(_outside_face(graph, edge))
        elif border:
            touching = self.perimeter[SiteType.VERTEX]
            for face in graph.faces_at[vertex]:
                if sum(v in touching for v in graph.faces[face]) == 1:
                    found[SiteType.CELL].add(face)

    @cached_property
    def sides(self) -> dict[str, Parts]:
        """The parts along each side of the border, by compass name."""
        graph = self.graph
        names: list[set[str]] = [set() for _ in graph.vertices]
        for loop in self.loops:
            self._name_sides(loop, names)
        found = {name: _parts() for name in dict.fromkeys(SIDE_NAMES)}
        for vertex, sides in enumerate(names):
            for name in sides:
                found[name][SiteType.VERTEX].add(vertex)
                found[name][SiteType.EDGE].update(graph.edges_at[vertex])
                found[name][SiteType.CELL].update(graph.faces_at[vertex])
        return found

    def _name_sides(self, loop: Ids, names: list[set[str]]) -> None:
        points = self.graph.vertices
        middle = mean(points)
        corners = self.corners[SiteType.VERTEX]
        bends = [k for k, vertex in enumerate(loop) if vertex in corners]
        for start, end in zip(bends, bends[1:] + bends[:1], strict=True):
            length = (end - start - 1) % len(loop) + 2
            run = [loop[(start + k) % len(loop)] for k in range(length)]
            x, y = mean(points, run)
            name = SIDE_NAMES[sixteenth(math.atan2(y - middle[1], x - middle[0]))]
            for vertex in run:
                names[vertex].add(name)

    def extremes(self, kind: SiteType) -> dict[str, tuple[int, ...]]:
        """The parts at the left, right, bottom and top."""
        points = self.graph.points(kind)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
        return {
            "left": tuple(k for k, x in enumerate(xs) if x - left < 0.01),
            "right": tuple(k for k, x in enumerate(xs) if right - x < 0.01),
            "bottom": tuple(k for k, y in enumerate(ys) if y - bottom < 0.01),
            "top": tuple(k for k, y in enumerate(ys) if top - y < 0.01),
        }

    def centre(self, kind: SiteType) -> tuple[int, ...]:
        """The parts nearest to the border as a whole, or to the corners of a large board."""
        points = self.graph.points(kind)
        marks = [points[k] for k in self.corners[kind]]
        if len(points) < LARGE_BOARD:
            marks += [points[k] for k in self.perimeter[kind]]
        # the sum of squared distances to all marks, multiplied out
        count = len(marks)
        sx, sy = math.fsum(x for x, _ in marks), math.fsum(y for _, y in marks)
        squares = math.fsum(x * x + y * y for x, y in marks)
        far = [count * (x * x + y * y) - 2 * (x * sx + y * sy) + squares for x, y in points]
        least = min([1e6, *far])
        return tuple(k for k, total in enumerate(far) if abs(total - least) < 1e-4)


class Plane(Outline):
    """The border of what stands for a plane: there is none, only a centre."""

    @cached_property
    def perimeter(self) -> Parts:
        """Nothing."""
        return _parts()

    @cached_property
    def _corners(self) -> tuple[Parts, Parts]:
        return _parts(), _parts()

    @cached_property
    def sides(self) -> dict[str, Parts]:
        """None."""
        return {}

    def extremes(self, kind: SiteType) -> dict[str, tuple[int, ...]]:
        """Nothing at the left, right, bottom and top."""
        del kind
        return dict.fromkeys(("left", "right", "bottom", "top"), ())

    def centre(self, kind: SiteType) -> tuple[int, ...]:
        """The parts in the middle of what there is."""
        return Outline(self.graph).centre(kind)


def sixteenth(angle: float) -> int:
    """The sixteenth of a turn around which an angle lies, counter-clockwise from the east."""
    arc = math.pi / 8
    return int((angle % (2 * math.pi) + arc / 2) / arc) % 16


def _other_end(graph: Graph, edge: int, vertex: int) -> int:
    a, b = graph.edges[edge]
    return b if a == vertex else a


def _outside_face(graph: Graph, edge: int) -> Ids:
    """The one face beside an edge of the border."""
    left, right = graph.beside[edge]
    return (left,) if left >= 0 else ((right,) if right >= 0 else ())


def _walk_border(graph: Graph, start: int) -> Ids:
    """The vertices around the part of the graph that `start` is leftmost in, clockwise."""
    if not graph.edges_at[start]:
        return (start,)
    x, y = graph.vertices[start]

    def from_above(edge: int) -> float:
        tx, ty = graph.vertices[_other_end(graph, edge, start)]
        return math.atan2(tx - x, -(ty - y))

    edge = min(graph.edges_at[start], key=from_above)
    vertex, loop = start, list[int]()
    while True:
        loop.append(vertex)
        before, vertex = vertex, _other_end(graph, edge, vertex)
        if vertex == start:
            return tuple(loop)
        at = graph.edges_at[vertex]
        place = at.index(edge)
        for k in range(1, len(at)):
            edge = at[(place + k) % len(at)]
            if _other_end(graph, edge, vertex) != before:
                break


def _enclosed(points: Sequence[Point], vertices: Iterable[int], polygon: list[Point]) -> set[int]:
    """The vertices inside a polygon, found by sweeping upwards."""
    rising = sorted(
        ((min(a[1], b[1]), a, b) for a, b in zip(polygon, polygon[-1:] + polygon, strict=False)),
        key=lambda entry: entry[0],
    )
    active: list[tuple[Point, Point]] = []
    inside: set[int] = set()
    fresh = 0
    for vertex in sorted(vertices, key=lambda v: points[v][1]):
        x, y = points[vertex]
        while fresh < len(rising) and rising[fresh][0] < y:
            active.append(rising[fresh][1:])
            fresh += 1
        active = [(a, b) for a, b in active if a[1] >= y or b[1] >= y]
        odd = False
        for (ix, iy), (jx, jy) in active:
            if ix <= x or jx <= x:
                odd ^= ix + (y - iy) / (jy - iy) * (jx - ix) < x
        if odd:
            inside.add(vertex)
    return inside


def _without_holes(points: Sequence[Point], loops: list[Ids]) -> tuple[Ids, ...]:
    """The loops that do not begin inside another."""
    kept = list(loops)
    for k in range(len(loops) - 1, -1, -1):
        start = points[kept[k][0]]
        others = kept[:k] + kept[k + 1 :]
        if any(contains([points[v] for v in other], start) for other in others):
            del kept[k]
    return tuple(kept)


def _bends(border: Sequence[Point]) -> tuple[set[int], set[int]]:
    """Where a border bends outwards and where inwards."""
    count = len(border)
    if count < SIMPLE_BORDER:
        return set(range(count)), set()
    rough = [_sharpness(border, k) for k in range(count)]
    sharp = [(4 * rough[k] + rough[(k + 1) % count] + rough[k - 1]) / 6 for k in range(count)]
    outwards = {
        k
        for k in range(count)
        if sharp[k] >= CONVEX
        and sharp[k] >= sharp[k - 1] - 0.001
        and sharp[k] >= sharp[(k + 1) % count] - 0.001
    }
    inwards = {
        k
        for k in range(count)
        if sharp[k] <= CONCAVE
        and sharp[k] <= sharp[k - 1] + 0.001
        and sharp[k] <= sharp[(k + 1) % count] + 0.001
    }
    _spread(sharp, outwards)
    return outwards, inwards


def _spread(sharp: Sequence[float], corners: set[int]) -> None:
    """Add the neighbours of corners that bend about as much, once around from the first."""
    count = len(sharp)
    for k in range(count):
        if k in corners:
            for near in ((k - 1) % count, (k + 1) % count):
                if sharp[near] >= SIMILAR * sharp[k]:
                    corners.add(near)


def _sharpness(border: Sequence[Point], at: int) -> float:
    """How far a point of the border stands out from the lines between those around it."""
    total = 0.0
    x, y = border[at]
    for k in (1, 2, 3):
        a, b = border[(at - k) % len(border)], border[(at + k) % len(border)]
        far = distance_to_line((x, y), a, b)
        cross = (x - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (y - a[1])
        total += (-far if cross < 1e-7 else far) / k
    return total

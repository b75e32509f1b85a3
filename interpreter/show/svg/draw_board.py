"""Where the sites of a board, its lines and its names are on a picture, and the empty board."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from interpreter.board.graph import Graph, Point, SiteType, ascending, distance_to_line, mean
from interpreter.board.topology import Topology
from interpreter.show.svg.canvas import Sheet, course, number

EXTENT = 400.0
"""How long the longer side of a board is."""
LARGEST = 110.0
"""The distance of neighbours on a board of few sites."""
FILLED = {SiteType.CELL: 0.38, SiteType.VERTEX: 0.44, SiteType.EDGE: 0.3}
"""The radius of a piece by the distance of neighbours."""
STOUTEST = 34.0
"""The radius of a piece on a board of few sites."""
INSIDE = 0.8
"""The radius of a piece by that of the largest circle in its cell, at most."""
APART = 0.46
"""The same by the distance of the nearest site, at most."""
ALIKE = 0.5
"""Pieces on points are of one size if those on the narrowest are not smaller than so much of it."""

PAPER, INK, FAINT = "#fbf9f4", "#2f2a24", "#6b6257"
WOOD, DARKER, GRAIN = "#f2e0bb", "#e4c892", "#80613a"
STAR = 0.12
"""The radius of the points that are marked on a full grid, by the distance of neighbours."""
ARC_POINTS = 8
"""In so many parts an arc is measured."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A board in the units of a picture, y downwards.

    Args:
        unit: the distance of neighbours, as most have it
        places: the middle of each site
        radii: how large a piece is on each site
        vertices: the vertices of the graph
        stroke: how wide lines are
    """

    unit: float
    places: tuple[Point, ...]
    radii: tuple[float, ...]
    vertices: tuple[Point, ...]
    stroke: float

    @property
    def rim(self) -> float:
        """How far the board goes on behind its last points."""
        return max(0.55 * self.unit, 10.0) if self.unit < 50 else max(27.5, max(self.radii) + 6.0)


@lru_cache(maxsize=64)
def plan(board: Topology) -> Plan:
    """The measures of a board."""
    graph, use = board.graph, board.use
    seen = graph.vertices if use is not SiteType.VERTEX or graph.edges else board.points
    xs, ys = zip(*seen, strict=True)
    extent = max(max(xs) - min(xs), max(ys) - min(ys))
    gaps = nearest(board.points)
    middle = sorted(gaps)[len(gaps) // 2]
    scale = min(EXTENT / extent if extent else LARGEST, LARGEST / middle)
    left, top = min(xs), max(ys)

    def placed(points: Iterable[Point]) -> tuple[Point, ...]:
        return tuple(((x - left) * scale, (top - y) * scale) for x, y in points)

    wanted = min(FILLED[use] * middle, STOUTEST / scale)
    radii = [min(wanted, APART * gap) for gap in gaps]
    if use is SiteType.CELL:
        rooms = (INSIDE * _room(graph, cell) for cell in range(board.size))
        radii = [min(radius, room) for radius, room in zip(radii, rooms, strict=True)]
    elif min(radii) >= ALIKE * max(radii):
        radii = [min(radii)] * len(radii)
    return Plan(
        middle * scale,
        placed(board.points),
        tuple(radius * scale for radius in radii),
        placed(graph.vertices),
        max(0.7, min(2.0, 0.045 * middle * scale)),
    )


def nearest(points: Sequence[Point]) -> list[float]:
    """The distance of each point from the nearest elsewhere; 1 where there is no other."""
    distinct = sorted({(round(x, 4), round(y, 4)) for x, y in points})
    return [_gap(point, distinct) for point in points]


def _gap(point: Point, others: Sequence[Point]) -> float:
    """The same of one point; what lies farther to the left or the right is not looked at.

    Args:
        others: from the left to the right
    """
    found, at = math.inf, bisect_left(others, point)
    for side in (range(at - 1, -1, -1), range(at, len(others))):
        for place in side:
            other = others[place]
            if abs(other[0] - point[0]) >= found:
                break
            distance = math.dist(point, other)
            if 1e-3 < distance < found:
                found = distance
    return found if found < math.inf else 1.0


def _room(graph: Graph, cell: int) -> float:
    """The radius of the largest circle around the middle of a cell that stays inside."""
    corners = [graph.vertices[vertex] for vertex in graph.faces[cell]]
    middle = graph.face_points[cell]
    ring = zip(corners, [*corners[1:], corners[0]], strict=True)
    return min(distance_to_line(middle, a, b) for a, b in ring)


# The empty board


def draw_cells(
    sheet: Sheet, board: Topology, tones: Sequence[str], shown: Container[int] | None = None
) -> None:
    """A board of cells without names and pieces.

    Args:
        tones: the colour of each
        shown: which are drawn; all if not given
    """
    measures = plan(board)
    with sheet.group(stroke=GRAIN, stroke_width=measures.stroke, stroke_linejoin="round"):
        for cell, tone in enumerate(tones):
            if shown is None or cell in shown:
                _draw_cell(sheet, board.graph, measures, cell, tone)


def draw_wood(sheet: Sheet, board: Topology, more: float = 0.0) -> None:
    """The wood that lines are drawn on.

    Args:
        more: how much it goes on behind the rim
    """
    measures = plan(board)
    points = (*measures.vertices, *measures.places)
    rim = measures.rim + more
    left, top = (min(values) - rim for values in zip(*points, strict=True))
    right, bottom = (max(values) + rim for values in zip(*points, strict=True))
    corner = min(rim, 12.0)
    sheet.box((left, top), right - left, bottom - top, rx=corner, fill=WOOD)


def draw_net(sheet: Sheet, board: Topology) -> None:
    """The lines and points of a board whose sites are not cells."""
    _draw_lines(sheet, board, plan(board))
    _draw_dots(sheet, board, plan(board))


def _draw_lines(sheet: Sheet, board: Topology, measures: Plan) -> None:
    graph = board.graph
    style = {"fill": "none", "stroke": GRAIN, "stroke_width": measures.stroke}
    with sheet.group(**style, stroke_linecap="round"):
        for a, b in sorted({ascending(*edge) for edge in graph.edges}):
            begin, bow = measures.vertices[a], arc(graph, measures.vertices, a, b)
            points = [begin, *bow.points, measures.vertices[b]]
            sheet.path(course([begin]) + bow.course, points)


def draw_arcs(sheet: Sheet, board: Topology, pairs: Sequence[tuple[int, int]]) -> None:
    """Arcs outside the board, each around the corner that lies between the two sites it joins."""
    measures = plan(board)
    middle = mean(measures.places)
    with sheet.group(fill="none", stroke=GRAIN, stroke_width=measures.stroke):
        for a, b in pairs:
            begin, end = measures.places[a], measures.places[b]
            corners = (begin[0], end[1]), (end[0], begin[1])
            x, y = max(corners, key=lambda corner: math.dist(corner, middle))
            radius = math.dist((x, y), begin)
            first = math.atan2(begin[1] - y, begin[0] - x)
            quarter = math.remainder(math.atan2(end[1] - y, end[0] - x) - first, math.tau)
            turn = quarter - math.copysign(math.tau, quarter)
            angles = [first + turn * k / ARC_POINTS for k in range(1, ARC_POINTS)]
            points = [(x + radius * math.cos(at), y + radius * math.sin(at)) for at in angles]
            size, to = number(radius), f"{number(end[0])} {number(end[1])}"
            way = f"A{size} {size} 0 1 {int(turn > 0)} {to}"
            sheet.path(course([begin]) + way, [begin, *points, end])


def _draw_dots(sheet: Sheet, board: Topology, measures: Plan) -> None:
    """Dots where pieces stand, or on a full grid the few by which one counts."""
    spots, radius = measures.vertices, max(1.4 * measures.stroke, 0.05 * measures.unit)
    if board.use is SiteType.VERTEX and _is_grid(board):
        spots = tuple(measures.places[site] for site in _stars(board))
        radius = max(radius, STAR * measures.unit)
    with sheet.group(fill=GRAIN):
        for spot in spots:
            sheet.circle(spot, radius)


def _is_grid(board: Topology) -> bool:
    """Whether the board is a rectangle of points with level and upright lines."""
    full = board.size == len(board.row_sites) * len(board.column_sites)
    points = board.graph.vertices
    return full and all(
        min(abs(points[a][k] - points[b][k]) for k in (0, 1)) < 1e-3 for a, b in board.graph.edges
    )


def _stars(board: Topology) -> list[int]:
    """The points that are marked on a board of Go or one of its size."""
    rows, columns = len(board.row_sites), len(board.column_sites)
    if min(rows, columns) < 9 or not rows % 2 or not columns % 2:
        return []
    far = 2 if min(rows, columns) < 12 else 3
    marked = [{far, count // 2, count - 1 - far} for count in (rows, columns)]
    return [
        site
        for site, (row, column) in enumerate(zip(board.rows, board.columns, strict=True))
        if row in marked[0] and column in marked[1]
        and (rows > 15 or (row != rows // 2) == (column != columns // 2))
    ]  # fmt: skip


def _draw_cell(sheet: Sheet, graph: Graph, measures: Plan, cell: int, tone: str) -> None:
    face = graph.faces[cell]
    text, points = course([measures.vertices[face[0]]]), [measures.vertices[face[0]]]
    for a, b in pairwise((*face, face[0])):
        bow = arc(graph, measures.vertices, a, b)
        text += bow.course
        points += [*bow.points, measures.vertices[b]]
    sheet.path(f"{text}Z", points, fill=tone)


def tones(board: Topology, *, chequered: bool) -> list[str]:
    """The colour of each cell where nothing else is said: by its sides, and by chequers."""
    sides = [len(face) for face in board.graph.faces]
    most = max(sides)
    if len(set(sides)) > 1:
        return [WOOD if count == most else DARKER for count in sides]
    squares = most == 4 and len(set(board.phases)) == 2 and not board.graph.curved
    dark = chequered and squares
    return [DARKER if dark and phase == 0 else WOOD for phase in board.phases]


# Arcs


@dataclass(frozen=True, slots=True)
class Bow:
    """How a line goes on to its end.

    Args:
        course: as SVG has it
        points: some points on its way
    """

    course: str
    points: tuple[Point, ...]


def arc(graph: Graph, vertices: Sequence[Point], a: int, b: int) -> Bow:
    """The way along an edge: an arc around a middle if it is curved, else straight."""
    begin, end = vertices[a], vertices[b]
    straight = Bow(course([end]).replace("M", "L"), ())
    if ascending(a, b) not in graph.curved:
        return straight
    middle = _middle(graph, vertices, a, b)
    if middle is None:
        return straight
    (x, y), radius = middle, (math.dist(middle, begin) + math.dist(middle, end)) / 2
    first = math.atan2(begin[1] - y, begin[0] - x)
    turn = math.remainder(math.atan2(end[1] - y, end[0] - x) - first, math.tau)
    angles = [first + turn * k / ARC_POINTS for k in range(1, ARC_POINTS)]
    between = tuple((x + radius * math.cos(at), y + radius * math.sin(at)) for at in angles)
    size, to = number(radius), f"{number(end[0])} {number(end[1])}"
    return Bow(f"A{size} {size} 0 0 {int(turn > 0)} {to}", between)


def _middle(graph: Graph, vertices: Sequence[Point], a: int, b: int) -> Point | None:
    """What an arc turns around: the pivot of its ends, else the middle of its ring."""
    for pivot in (graph.every_pivot[a], graph.every_pivot[b]):
        if pivot >= 0 and _turns(vertices[pivot], vertices[a], vertices[b]):
            return vertices[pivot]
    inside = mean(vertices, _ring(graph, a))
    return inside if _turns(inside, vertices[a], vertices[b]) else None


def _turns(middle: Point, a: Point, b: Point) -> bool:
    """Whether two points lie about equally far from a middle, and not in it."""
    near, far = sorted((math.dist(middle, a), math.dist(middle, b)))
    return near > 1e-6 and far < 1.6 * near and math.dist(a, b) < 1.999 * far


def _ring(graph: Graph, start: int) -> set[int]:
    """The vertices that curved edges lead to."""
    found, pending = {start}, [start]
    while pending:
        vertex = pending.pop()
        for edge in graph.edges_at[vertex]:
            other = sum(graph.edges[edge]) - vertex
            if other not in found and ascending(*graph.edges[edge]) in graph.curved:
                found.add(other)
                pending.append(other)
    return found

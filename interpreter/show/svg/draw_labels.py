"""Where the names of rows, columns or sites are written on a picture of a board."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from interpreter.board.graph import Point, SiteType, contains
from interpreter.board.topology import Topology
from interpreter.show.svg.canvas import Sheet, width
from interpreter.show.svg.draw_board import FAINT, GRAIN, INK, WOOD, Plan, plan

SMALLEST, LARGEST = 6.0, 13.0
BENT = 0.3
"""How far a site may be off the line of its row, by the distance of neighbours."""
BEYOND = {SiteType.CELL: 0.9, SiteType.VERTEX: 0.95}
"""How far behind the last site of a row its name is, by the distance of neighbours."""
CLEAR = 0.72
"""How far names are from all sites, at least."""
WAYS = 16
"""Directions in which there may be room for the name of a point."""


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a row, a column or a site."""

    place: Point
    text: str


@dataclass(frozen=True, slots=True)
class _Row:
    """The name of a row or a column, and its sites from one end to the other."""

    name: str
    places: tuple[Point, ...]


def draw_labels(sheet: Sheet, board: Topology, taken: Sequence[bool]) -> None:
    """The names of rows and columns around the board, or of sites where that cannot be.

    Args:
        taken: whether a piece stands on each site, and hides its name
    """
    measures = plan(board)
    outside = edge_labels(board) if board.bounded else None
    if outside is not None:
        with sheet.group(fill=FAINT):
            for label in outside:
                sheet.text(label.place, label.text, _size(measures))
    elif board.use is SiteType.VERTEX:
        _beside_points(sheet, board, measures)
    else:
        _within(sheet, board, measures, taken)


def _size(measures: Plan) -> float:
    return max(SMALLEST, min(LARGEST, 0.38 * measures.unit))


# Around the board


@lru_cache(maxsize=64)
def edge_labels(board: Topology) -> tuple[Label, ...] | None:
    """A number at one end of every row and letters at one end of every column.

    None if rows or columns are not straight, or if sites or other names are in the way.
    """
    if board.use is SiteType.EDGE:
        return None
    measures = plan(board)
    rows = [_row(measures, str(k + 1), sites) for k, sites in enumerate(board.row_sites) if sites]
    columns = [
        _row(measures, board.labels[sites[0]].rstrip("0123456789").lower(), sites)
        for sites in board.column_sites
        if sites
    ]
    attempts = _attempts(board, measures, rows, columns)
    return next((labels for labels in attempts if _readable(labels, board, measures)), None)


def _attempts(
    board: Topology, measures: Plan, rows: Sequence[_Row], columns: Sequence[_Row]
) -> Iterator[tuple[Label, ...]]:
    along, across = _way(rows, (1.0, 0.0)), _way(columns, (0.0, -1.0))
    bent = BENT * measures.unit
    if abs(along[1]) < 1e-3 and abs(across[0]) < 1e-3:
        bends = [_bend(row, along) for row in rows] + [_bend(column, across) for column in columns]
        if max(bends) < bent:
            yield _in_margins(board, measures, rows, columns)
        return
    bent = 0.02 * measures.unit
    if (
        max(max(_bend(row, along) for row in rows), max(_bend(one, across) for one in columns))
        < bent
    ):
        far = BEYOND[board.use] * measures.unit
        if board.use is SiteType.VERTEX:
            far = min(far, measures.rim + _size(measures))
        for last in ((False, False), (False, True), (True, False), (True, True)):
            numbers = (_beyond(row, along, far, last=last[0]) for row in rows)
            letters = (_beyond(column, across, far, last=last[1]) for column in columns)
            yield (*numbers, *letters)


def _row(measures: Plan, name: str, sites: Iterable[int]) -> _Row:
    """A row from the left, or from the bottom if it is upright."""
    places = (measures.places[site] for site in sites)
    return _Row(name, tuple(sorted(places, key=lambda at: (round(at[0], 3), -at[1]))))


def _way(rows: Sequence[_Row], alone: Point) -> Point:
    """The direction of the longest row; `alone` if no row has two sites."""
    ends = [(row.places[0], row.places[-1]) for row in rows]
    (ax, ay), (bx, by) = max(ends, key=lambda pair: math.dist(*pair))
    if not (far := math.hypot(bx - ax, by - ay)):
        return alone
    if abs(bx - ax) < 0.3 * abs(by - ay) and by > ay:
        return (ax - bx) / far, (ay - by) / far
    return (bx - ax) / far, (by - ay) / far


def _bend(row: _Row, way: Point) -> float:
    """How far the sites of a row lie from a line in its direction."""
    offs = [x * way[1] - y * way[0] for x, y in row.places]
    return max(offs) - min(offs)


def _in_margins(
    board: Topology, measures: Plan, rows: Sequence[_Row], columns: Sequence[_Row]
) -> tuple[Label, ...]:
    """Numbers on the left and letters below, for rows and columns that are level and upright."""
    on_points = board.use is SiteType.VERTEX
    gap = (measures.rim if on_points else 0.0) + 0.85 * _size(measures)
    left = min(x for x, _ in measures.vertices) - gap
    bottom = max(y for _, y in measures.vertices) + gap
    numbers = [Label((left, _mean(row, 1)), row.name) for row in rows]
    letters = [Label((_mean(column, 0), bottom), column.name) for column in columns]
    return (*numbers, *letters)


def _mean(row: _Row, axis: int) -> float:
    return sum(place[axis] for place in row.places) / len(row.places)


def _beyond(row: _Row, way: Point, far: float, *, last: bool) -> Label:
    """The name of a row behind its last or its first site."""

    def along(place: Point) -> float:
        return place[0] * way[0] + place[1] * way[1]

    x, y = max(row.places, key=along) if last else min(row.places, key=along)
    sign = far if last else -far
    return Label((x + sign * way[0], y + sign * way[1]), row.name)


def _readable(labels: Sequence[Label], board: Topology, measures: Plan) -> bool:
    """Whether names are clear of sites and of each other."""
    size = _size(measures)
    clear = min(CLEAR * measures.unit, max(measures.radii) + size)
    if any(math.dist(one.place, at) < clear for one in labels for at in measures.places):
        return False
    boxes = [(one.place, width(one.text, size) / 2, size / 2) for one in labels]
    return not any(_covers(board, measures, one.place, size) for one in labels) and not any(
        abs(a[0] - b[0]) < wide + other_wide and abs(a[1] - b[1]) < high + other_high
        for k, (a, wide, high) in enumerate(boxes)
        for b, other_wide, other_high in boxes[:k]
    )


def _covers(board: Topology, measures: Plan, place: Point, size: float) -> bool:
    """Whether a name would be written across a cell."""
    if board.use is not SiteType.CELL:
        return False
    x, y = place
    half = 0.35 * size
    spots = [(x + a * half, y + b * half) for a in (-1, 1) for b in (-1, 1)]
    faces = ([measures.vertices[vertex] for vertex in face] for face in board.graph.faces)
    return any(contains(face, spot) for face in faces for spot in spots)


# On the board


def draw_numbers(sheet: Sheet, board: Topology) -> None:
    """The number of every site in its middle."""
    numbers = [str(site) for site in range(board.size)]
    _within(sheet, board, plan(board), [False] * board.size, numbers, INK)


def _within(
    sheet: Sheet,
    board: Topology,
    measures: Plan,
    taken: Sequence[bool],
    names: Sequence[str] | None = None,
    fill: str = FAINT,
) -> None:
    """The names of sites in their middle; on edges, and for numbers of points, on a spot."""
    spots = board.use is SiteType.EDGE or (names is not None and board.use is SiteType.VERTEX)
    with sheet.group(fill=fill):
        for site, (place, radius) in enumerate(zip(measures.places, measures.radii, strict=True)):
            if taken[site]:
                continue
            name = names[site] if names else board.labels[site].lower()
            size = min(LARGEST, 1.5 * radius / max(1.0, width(name, 1.0)), 0.8 * radius)
            if spots:
                wide = max(0.8 * size, 0.6 * width(name, size)) if names else 0.8 * size
                sheet.circle(place, wide, fill=WOOD)
            sheet.text(place, name, size)


def _beside_points(sheet: Sheet, board: Topology, measures: Plan) -> None:
    """The names of points beside them, where lines leave the most room."""
    with sheet.group(fill=GRAIN):
        for label in _beside(board, measures):
            sheet.text(label.place, label.text, _beside_size(measures))


def _beside_size(measures: Plan) -> float:
    return min(LARGEST, max(4.0, 0.24 * measures.unit))


def _beside(board: Topology, measures: Plan) -> Iterator[Label]:
    size = _beside_size(measures)
    for site, (x, y) in enumerate(measures.places):
        name = board.labels[site].lower()
        far = measures.radii[site] + 0.5 * max(size, width(name, size))
        angle = _free(board, measures, site)
        yield Label((x + far * math.cos(angle), y + far * math.sin(angle)), name)


def label_room(board: Topology) -> float:
    """How far the names of points go on behind the rim of the board."""
    if board.use is not SiteType.VERTEX or edge_labels(board) is not None:
        return 0.0
    measures = plan(board)
    size = _beside_size(measures)
    (xs, ys), rim = zip(*measures.places, strict=True), measures.rim - 0.5 * size
    beyond = 0.0
    for label in _beside(board, measures):
        (x, y), wide = label.place, width(label.text, size) / 2
        sides = (min(xs) - x + wide, x + wide - max(xs), min(ys) - y + size / 2,
                 y + size / 2 - max(ys))  # fmt: skip
        beyond = max(beyond, max(sides) - rim)
    return beyond


def _free(board: Topology, measures: Plan, site: int) -> float:
    """The direction that is farthest from all lines of a point; downwards to the right at best."""
    x, y = measures.places[site]
    lines: list[float] = []
    for edge in board.graph.edges_at[site]:
        ax, ay = measures.vertices[sum(board.graph.edges[edge]) - site]
        lines.append(math.atan2(ay - y, ax - x))

    def room(angle: float) -> tuple[float, float]:
        gaps = (abs(math.remainder(angle - line, math.tau)) for line in lines)
        return round(min(gaps, default=0.0), 3), -abs(math.remainder(angle - 0.8, math.tau))

    return max((math.tau * k / WAYS for k in range(WAYS)), key=room)

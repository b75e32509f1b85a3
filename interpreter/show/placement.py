"""Where the sites of a board, their lines and their names go on a grid of characters.

A character is about twice as high as wide; two columns are taken for the height of one line.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import gcd

from interpreter.board.graph import Point, SiteType
from interpreter.board.topology import Topology

Place = tuple[int, int]
"""Line from the top and column, both from 0."""

LARGEST_GRID = 60_000
"""Characters; what needs more is drawn by distance instead of level by level."""
NEAR = 0.05
FINEST = 32
"""How much finer a drawing may be than one of sites that lie evenly."""
TOUCHING = 2
"""Columns from one site to the next, so that the last move can be marked between them."""
SPARSE = 60
"""On boards of so many points there is room for lines between the names of all."""
DOT = "·"
GAP = 2
"""Columns between the edge of the board and the numbers of its rows."""

# The character of a crossing by its lines: east 1, north 2, west 4, south 8.
CROSSINGS = "·╶╵└╴─┘┴╷┌│├┐┬┤┼"


@dataclass(frozen=True, slots=True)
class Layout:
    """A board as characters.

    Args:
        sites: the place of each site
        empty: what is drawn on each site without a piece
        lines: characters between the sites
        labels: names of rows and columns at the edge, by the place of their first character
    """

    sites: tuple[Place, ...]
    empty: tuple[str, ...]
    lines: dict[Place, str]
    labels: dict[Place, str]


@lru_cache(maxsize=64)
def layout(board: Topology) -> Layout:
    """The characters of a board; sites that the edge cannot name bear their names themselves."""
    if board.use is SiteType.EDGE:
        return _between_vertices(board)
    places = lattice(board.xs, board.ys)
    if places is None:
        return _named(board, scattered(board.xs, board.ys))
    edges = _edges(board)
    slopes = {_slope(places[a], places[b]) for a, b in edges}
    drawable = board.use is SiteType.VERTEX and "steep" not in slopes
    if drawable and "diagonal" in slopes:
        places = tuple((2 * line, 2 * column) for line, column in places)
    labels = _edge_labels(board, places)
    if labels is not None and _crowded(labels):
        places = tuple((line, 2 * column) for line, column in places)
        labels = _edge_labels(board, places)
    if labels is None:
        return _named(board, places)
    if not drawable:
        return Layout(places, _shapes(board), {}, labels)
    crossings = ("·",) * board.size if "diagonal" in slopes else _crossings(places, edges)
    return Layout(places, crossings, _lines(places, edges), labels)


def cut(board: Topology, plan: Layout, rows: range, columns: range) -> Layout:
    """The characters of some rows and columns of a board of cells, named at their edge.

    Args:
        plan: of the whole board; sites that are cut away keep their places
    """
    labels = _edge_labels(board, plan.sites, within(board, rows, columns))
    return Layout(plan.sites, plan.empty, {}, plan.labels if labels is None else labels)


def within(board: Topology, rows: range, columns: range) -> set[int]:
    """The sites of some rows and columns."""
    places = enumerate(zip(board.rows, board.columns, strict=True))
    return {site for site, (row, column) in places if row in rows and column in columns}


# Places


def lattice(xs: Sequence[float], ys: Sequence[float]) -> tuple[Place, ...] | None:
    """Places when both coordinates go in whole steps; None if they do not."""
    columns, lines = _steps(xs), _steps(ys)
    if columns is None or lines is None:
        return None
    (across, unit_x), (up, unit_y) = columns, lines
    wide = max(1, round(2 * unit_x / unit_y)) if unit_x and unit_y else TOUCHING
    top = max(up)
    places = tuple((top - line, wide * column) for line, column in zip(up, across, strict=True))
    if len(set(places)) < len(places):
        return None
    while _nearest(places) < TOUCHING:
        places = tuple((line, 2 * column) for line, column in places)
    if (top + 1) * (max(column for _, column in places) + 1) > LARGEST_GRID:
        return None
    return places


def scattered(xs: Sequence[float], ys: Sequence[float]) -> tuple[Place, ...]:
    """Places by distance, for coordinates without steps; as close as they can stay apart."""
    left, top = min(xs), max(ys)
    scale = (len(xs) ** 0.5) / max(max(xs) - left, top - min(ys), 1e-6)
    largest = FINEST * scale
    # sites in one place stay there however large the drawing
    spots = {(round(x, 3), round(y, 3)) for x, y in zip(xs, ys, strict=True)}

    def placed(points: Iterable[tuple[float, float]]) -> tuple[Place, ...]:
        return tuple((round((top - y) * scale), round((x - left) * 2 * scale)) for x, y in points)

    while _nearest(placed(spots)) < TOUCHING and scale < largest:
        scale *= 1.1
    return _moved_apart(placed(zip(xs, ys, strict=True)))


def _moved_apart(places: Sequence[Place]) -> tuple[Place, ...]:
    """The places with those to the right that would cover an earlier one."""
    taken: dict[int, set[int]] = {}
    found: list[Place] = []
    for line, column in places:
        here = taken.setdefault(line, set())
        while any(near in here for near in range(column - TOUCHING + 1, column + TOUCHING)):
            column += 1
        here.add(column)
        found.append((line, column))
    return tuple(found)


def _steps(values: Sequence[float]) -> tuple[list[int], float] | None:
    """Values counted in their smallest difference, and that difference; None if it is no unit."""
    levels = _levels(values)
    unit = min((b - a for a, b in pairwise(levels)), default=0.0)
    if not unit:
        return [0] * len(values), 0.0
    counts = [(value - levels[0]) / unit for value in values]
    if any(abs(count - round(count)) > NEAR for count in counts):
        return None
    return [round(count) for count in counts], unit


def _levels(values: Iterable[float]) -> list[float]:
    levels: list[float] = []
    for value in sorted(values):
        if not levels or value - levels[-1] > 1e-3:
            levels.append(value)
    return levels


def _nearest(places: Iterable[Place]) -> int:
    """The least distance between two places on one line."""
    ordered = sorted(places)
    return min(
        (b[1] - a[1] for a, b in pairwise(ordered) if a[0] == b[0]),
        default=TOUCHING,
    )


# Lines of boards that are played on points


def _edges(board: Topology) -> tuple[tuple[int, int], ...]:
    return tuple(board.graph.edges) if board.use is SiteType.VERTEX else ()


def _slope(a: Place, b: Place) -> str:
    """How an edge runs; one that a single character cannot show is steep."""
    down, across = abs(a[0] - b[0]), abs(a[1] - b[1])
    if not down or not across:
        return "straight"
    return "diagonal" if across <= 2 * down <= 2 * across else "steep"


def _lines(places: Sequence[Place], edges: Iterable[tuple[int, int]]) -> dict[Place, str]:
    found: dict[Place, str] = {}
    for a, b in edges:
        (line, column), (below, beside) = sorted((places[a], places[b]))
        if line == below:
            found.update({(line, k): "─" for k in range(column + 1, beside)})
        elif column == beside:
            found.update({(k, column): "│" for k in range(line + 1, below)})
        else:
            stroke = "╲" if column < beside else "╱"
            for place in _between((line, column), (below, beside)):
                found[place] = "╳" if found.get(place, stroke) != stroke else stroke
    return found


def _between(a: Place, b: Place) -> Iterator[Place]:
    """Where the strokes of a diagonal go: on every line, or in its middle if it is no true one."""
    down, across = b[0] - a[0], b[1] - a[1]
    if abs(across) != 2 * down:
        yield (a[0] + b[0]) // 2, (a[1] + b[1]) // 2
        return
    for k in range(1, down):
        yield a[0] + k, a[1] + k * across // down


def _crossings(places: Sequence[Place], edges: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """The character of each site on a board of straight lines."""
    arms = [0] * len(places)
    for a, b in edges:
        if places[a] > places[b]:
            a, b = b, a
        level = places[a][0] == places[b][0]
        arms[a] |= 1 if level else 8
        arms[b] |= 4 if level else 2
    return tuple(CROSSINGS[arm] for arm in arms)


def _shapes(board: Topology) -> tuple[str, ...]:
    """Triangles where sites are triangles that stand on a side or on a corner, else dots."""
    return tuple(_shape(board.polygon(site)) for site in range(board.size))


def _shape(polygon: Sequence[Point]) -> str:
    levels = sorted(y for _, y in polygon)
    if len(levels) != 3:
        return "·"
    flat = [abs(a - b) < NEAR for a, b in pairwise(levels)]
    return {(True, False): "△", (False, True): "▽"}.get((flat[0], flat[1]), "·")


# Names


@lru_cache(maxsize=64)
def numbered(board: Topology) -> Layout:
    """The characters of a board on which every site bears its number."""
    numbers = tuple(map(str, range(board.size)))
    if board.use is SiteType.EDGE:
        return _between_vertices(board, numbers)
    return _named(board, lattice(board.xs, board.ys) or scattered(board.xs, board.ys), numbers)


def _named(
    board: Topology, places: Sequence[Place], names: tuple[str, ...] | None = None
) -> Layout:
    """A layout in which every site bears its name, with dotted lines between points."""
    names = names or tuple(label.lower() for label in board.labels)
    edges = _edges(board)
    wide = _spread(places, names, 2 if edges and board.size <= SPARSE else 1)
    taken = _around(zip(wide, names, strict=True))
    dots = (place for a, b in edges for place in _dotted(wide[a], wide[b]))
    return Layout(wide, names, {place: DOT for place in dots if place not in taken}, {})


def _between_vertices(board: Topology, names: tuple[str, ...] | None = None) -> Layout:
    """A layout in which every edge bears its name, between dots for the vertices."""
    xs, ys = zip(*board.points, *board.graph.vertices, strict=True)
    names = names or tuple(label.lower() for label in board.labels)
    dots = (DOT,) * len(board.graph.vertices)
    wide = _spread(lattice(xs, ys) or scattered(xs, ys), names + dots, 1)
    return Layout(wide[: board.size], names, dict.fromkeys(wide[board.size :], DOT), {})


def _spread(places: Sequence[Place], names: Sequence[str], times: int) -> tuple[Place, ...]:
    """Places with room for names, and so much farther apart than that needs."""
    room = max(len(name) for name in names) + 2
    stretch = -(-room // _nearest(places))
    return tuple((times * line, times * stretch * column) for line, column in places)


def _dotted(a: Place, b: Place) -> Iterator[Place]:
    """Places on the way from one to another."""
    down, across = b[0] - a[0], b[1] - a[1]
    count = max(abs(down), abs(across) // 2)
    for k in range(1, count):
        yield (a[0] + round(down * k / count), a[1] + round(across * k / count))


@dataclass(frozen=True, slots=True)
class _Row:
    """The name of a row or a column, and its places from the left or, if upright, the bottom."""

    name: str
    places: tuple[Place, ...]


def _edge_labels(
    board: Topology, places: Sequence[Place], shown: Container[int] | None = None
) -> dict[Place, str] | None:
    """A number at one end of every row and letters at one end of every column.

    None if rows or columns are not straight here, or if sites are in the way.

    Args:
        shown: the sites that are drawn; all if not given
    """

    def row(name: str, sites: Iterable[int]) -> _Row:
        found = (places[site] for site in sites if shown is None or site in shown)
        return _Row(name, tuple(sorted(found, key=lambda place: (place[1], -place[0]))))

    rows = [row(str(k + 1), sites) for k, sites in enumerate(board.row_sites) if sites]
    columns = [
        row(_letters(board.labels[sites[0]]), sites) for sites in board.column_sites if sites
    ]
    if shown is not None:
        rows, columns = ([one for one in some if one.places] for some in (rows, columns))
        places = [place for site, place in enumerate(places) if site in shown]
    along, across = _step(rows, (0, 1)), _step(columns, (-1, 0))
    if along is None or across is None:
        return None
    if not along[0] and not across[1]:
        return _in_margins(rows, columns)
    taken = _around((place, "x") for place in places)
    numbers = _beside(rows, along, taken, last=False)
    letters = _beside(columns, across, taken | _around(numbers.items()), last=across[0] > 0)
    return numbers | letters if numbers and letters else None


def _crowded(labels: dict[Place, str]) -> bool:
    """Whether two names run together."""
    return any((line, column + len(text)) in labels for (line, column), text in labels.items())


def _letters(label: str) -> str:
    return label.rstrip("0123456789").lower()


def _step(rows: Sequence[_Row], alone: Place) -> Place | None:
    """The shortest step along all rows; `alone` if no row has two sites, None if rows bend."""
    longest = max((row.places for row in rows), key=len)
    down, beside = longest[-1][0] - longest[0][0], longest[-1][1] - longest[0][1]
    for row in rows:
        for a, b in zip(row.places, row.places[1:], strict=False):
            if (b[0] - a[0]) * beside != (b[1] - a[1]) * down:
                return None
    unit = gcd(down, beside)
    return (down // unit, beside // unit) if unit else alone


def _in_margins(rows: Sequence[_Row], columns: Sequence[_Row]) -> dict[Place, str] | None:
    """Numbers on the left and letters below, for rows and columns that are level and upright.

    None if two of them lie on the same line.
    """
    left = min(row.places[0][1] for row in rows) - GAP
    bottom = max(column.places[0][0] for column in columns) + 1
    numbers = {(row.places[0][0], left - len(row.name)): row.name for row in rows}
    letters = {(bottom, column.places[0][1]): column.name for column in columns}
    return numbers | letters if len(numbers) + len(letters) == len(rows) + len(columns) else None


def _beside(
    rows: Sequence[_Row], step: Place, taken: set[Place], *, last: bool
) -> dict[Place, str]:
    """The names one step beyond the rows' last or first ends, where there is room; else none."""
    for at_last in (last, not last):
        found = dict(_beyond(row, step, last=at_last) for row in rows)
        if len(found) == len(rows) and not taken & _around(found.items(), 0):
            return found
    return {}


def _beyond(row: _Row, step: Place, *, last: bool) -> tuple[Place, str]:
    """Where the name of a row begins, and the name."""
    line, column = row.places[-1 if last else 0]
    down, across = step if step[0] else (0, GAP + 1)
    if last:
        return (line + down, column + across), row.name
    return (line - down, column - across - len(row.name) + 1), row.name


def _around(texts: Iterable[tuple[Place, str]], margin: int = 1) -> set[Place]:
    """The places that some texts take, with some to either side."""
    return {
        (line, column + k)
        for (line, column), text in texts
        for k in range(-margin, len(text) + margin)
    }

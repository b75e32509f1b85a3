"""Boards on the hexagonal and triangular tilings, in all their shapes.

Sizes count cells, or vertices where pieces stand on vertices. Shapes and the order in which
vertices are made follow the reference implementation (Ludii 1.3.10,
Core/src/game/functions/graph/generators/basis).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from interpreter.board.editing.faces import assemble, from_points
from interpreter.board.graph import (
    MOST_SITES,
    BoardError,
    Graph,
    Pair,
    Point,
    SiteType,
    check_size,
    contains,
    inflate,
    reorder,
)

ROOT3 = math.sqrt(3)
# the corners of a pointed hexagon, clockwise from the top
CORNERS = (
    (0.0, 1.0),
    (ROOT3 / 2, 0.5),
    (ROOT3 / 2, -0.5),
    (0.0, -1.0),
    (-ROOT3 / 2, -0.5),
    (-ROOT3 / 2, 0.5),
)
# the six lattice steps (row, column), counter-clockwise
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def check_sides(*sides: int, kind: SiteType = SiteType.CELL) -> None:
    """Refuse a side below one, and sides whose product no shape with few enough sites has."""
    if min(sides) <= 0:
        raise BoardError(f"the board has no {kind.plural}")
    if max(sides) > MOST_SITES:
        raise BoardError(f"the board has more than {MOST_SITES} {kind.plural}")


# Hexagonal tiling


def _hex_at(row: int, column: int) -> Point:
    return ROOT3 * (column - 0.5 * row), 1.5 * row


def _flat_hex_at(row: int, column: int) -> Point:
    return 1.5 * (column - row), ROOT3 * (row + column) * 0.5


def _hexes(cells: Iterable[Point], *, flat: bool = False) -> Graph:
    """The hexagons around some centres; those with a flat top stand on a side."""
    corners = [(y, x) for x, y in CORNERS] if flat else list(CORNERS)
    seen: set[Pair] = set()
    points: list[Point] = []
    for x, y in cells:
        for dx, dy in corners:
            point = (x + dx, y + dy)
            key = (round(point[0] * 4), round(point[1] * 4))
            if key not in seen:
                seen.add(key)
                points.append(point)
    return from_points(points)


def hex_hexagon(n: int) -> Graph:
    """A hexagon of n hexagons a side."""
    check_sides(n)
    check_size(3 * n * (n - 1) + 1)
    points: list[Point] = []
    rows: list[int] = []
    for row in range(2 * n - 1):
        first, last = max(0, row - n + 1), min(2 * n - 2, row + n - 1)
        cells = [_hex_at(row, column) for column in range(first, last + 1)]
        if row < n:
            rows.append(_zigzag(points, cells, (4, 3, 2)))
    for row in range(n - 1, 2 * n - 1):
        cells = [_hex_at(row, column) for column in range(row - n + 1, 2 * n - 1)]
        rows.append(_zigzag(points, cells, (5, 0, 1)))
    edges = _zigzag_edges(rows)
    return reorder(assemble(points, edges, faces_by_angle=False))


def _zigzag(points: list[Point], cells: Sequence[Point], corners: tuple[int, int, int]) -> int:
    """Add the vertices along one side of a row of hexagons; returns how many."""
    for x, y in cells:
        for corner in corners[:2]:
            points.append((x + CORNERS[corner][0], y + CORNERS[corner][1]))
    x, y = cells[-1]
    points.append((x + CORNERS[corners[2]][0], y + CORNERS[corners[2]][1]))
    return 2 * len(cells) + 1


def _zigzag_edges(rows: Sequence[int]) -> list[Pair]:
    """The edges along and between zigzag rows of vertices, first growing, then shrinking."""
    edges: list[Pair] = []
    start = 0
    for here, above in zip(rows, [*rows[1:], 0], strict=True):
        edges.extend((v, v + 1) for v in range(start, start + here - 1))
        if above:
            # a vertex that points up meets one that points down in the next row
            first, shift = (0, 1) if above > here else ((0, 0) if above == here else (1, -1))
            edges.extend(
                (start + k, start + here + k + shift)
                for k in range(first, here, 2)
                if 0 <= k + shift < above
            )
        start += here
    return edges


def hex_diamond(n: int) -> Graph:
    """A rhombus of n by n hexagons, standing on a corner."""
    check_sides(n)
    check_size(n * n)
    return _hexes((_flat_hex_at(r, c) for r in range(n) for c in range(n)), flat=True)


def hex_prism(rows: int, columns: int) -> Graph:
    """A hexagon with sides of two lengths, standing on a side."""
    check_sides(rows, columns)
    side = rows + columns - 1
    check_size(side * side - columns * (columns - 1))
    cells = (_flat_hex_at(r, c) for r in range(side) for c in range(side) if abs(r - c) < rows)
    return _hexes(cells, flat=True)


def hex_triangle(n: int) -> Graph:
    """A triangle of n hexagons a side."""
    check_sides(n)
    check_size(n * (n + 1) // 2)
    return _hexes(_hex_at(r, c) for r in range(n) for c in range(r, n))


def hex_rectangle(rows: int, columns: int) -> Graph:
    """Rows of hexagons, every second one moved by half a hexagon."""
    check_sides(rows, columns)
    check_size(rows * columns - rows // 2)
    return _hexes(_hex_at(r, c) for r in range(rows) for c in range((r + 1) // 2, columns + r // 2))


def hex_star(n: int) -> Graph:
    """A star of six points; each is a triangle of n hexagons a side."""
    check_sides(n)
    check_size(6 * n * (n + 1) + 1)
    return _hexes(_hex_at(r, c) for r, c in _star(n))


def hex_sides(sides: Sequence[int]) -> Graph:
    """A board with sides of these lengths in turn; a negative length turns the other way."""
    return _hexes(inside(_polygon(sides, _hex_at), _hex_at, 3))


def hex_polygon(points: Sequence[Point]) -> Graph:
    """The hexagons whose middles lie in a polygon."""
    return _hexes(inside(inflate(points, 0.1), _hex_at, 3))


def hex_limping(n: int) -> Graph:
    """A hexagon with sides of n and n+1 hexagons in turn."""
    check_sides(n)
    check_size(3 * n * n)
    return hex_sides((n, n + 1))


def _star(n: int) -> Iterator[Pair]:
    """Rows and columns of a star of six points."""
    for r in range(4 * n + 1):
        for c in range(4 * n + 1):
            up = c >= n and c - r <= n
            down = r - c <= n and c <= 3 * n
            if up if r < n or 2 * n < r <= 3 * n else down:
                yield r, c


# Triangular tiling


def _tri_at(row: int, column: int) -> Point:
    return column - 0.5 * row, ROOT3 / 2 * row


def _flat_tri_at(row: int, column: int) -> Point:
    return ROOT3 / 2 * (column - row), (row + column) * 0.5


def _vertices_of(n: int, use: SiteType) -> int:
    """Vertices along a side of n cells or vertices."""
    return n + 1 if use is SiteType.CELL else n


def tri_hexagon(n: int, use: SiteType) -> Graph:
    """A hexagon on the triangular tiling."""
    check_sides(n, kind=use)
    check_size(6 * n * n if use is SiteType.CELL else 3 * n * (n - 1) + 1, use)
    n = _vertices_of(n, use)
    points: list[Point] = []
    lengths: list[int] = []
    for row in range(2 * n - 1):
        first, last = max(0, row - n + 1), min(2 * n - 2, row + n - 1)
        points.extend(_tri_at(row, column) for column in range(first, last + 1))
        lengths.append(last + 1 - first)
    edges: list[Pair] = []
    start = 0
    for here, above in zip(lengths, [*lengths[1:], 0], strict=True):
        edges.extend((v, v + 1) for v in range(start, start + here - 1))
        if above > here:
            edges.extend((start + k, start + here + k + d) for k in range(here) for d in (0, 1))
        else:
            edges.extend((start + here + k, start + k + d) for k in range(above) for d in (0, 1))
        start += here
    return reorder(assemble(points, edges, faces_by_angle=False))


def tri_triangle(n: int, use: SiteType) -> Graph:
    """A triangle on the triangular tiling."""
    check_sides(n, kind=use)
    check_size(n * n if use is SiteType.CELL else n * (n + 1) // 2, use)
    n = _vertices_of(n, use)
    return from_points(_tri_at(r, c) for r in range(n) for c in range(r, n))


def tri_rectangle(rows: int, columns: int, use: SiteType) -> Graph:
    """Rows of vertices, every second one moved by half a step."""
    check_sides(rows, columns, kind=use)
    cells, vertices = rows * (2 * columns - 1), rows * columns - rows // 2
    check_size(cells if use is SiteType.CELL else vertices, use)
    rows, columns = _vertices_of(rows, use), _vertices_of(columns, use)
    return from_points(
        _tri_at(r, c) for r in range(rows) for c in range((r + 1) // 2, columns + r // 2)
    )


def tri_diamond(n: int, use: SiteType) -> Graph:
    """A rhombus on the triangular tiling, standing on a corner."""
    check_sides(n, kind=use)
    check_size(2 * n * n if use is SiteType.CELL else n * n, use)
    n = _vertices_of(n, use)
    return from_points(_flat_tri_at(r, c) for r in range(n) for c in range(n))


def tri_prism(rows: int, columns: int, use: SiteType) -> Graph:
    """A hexagon with sides of two lengths on the triangular tiling."""
    check_sides(rows, columns, kind=use)
    rows, columns = _vertices_of(rows, use), _vertices_of(columns, use)
    side = rows + columns - 1
    vertices, border = side * side - columns * (columns - 1), 4 * rows + 2 * columns - 6
    check_size(2 * vertices - border - 2 if use is SiteType.CELL else vertices, use)
    return from_points(
        _flat_tri_at(r, c) for r in range(side) for c in range(side) if abs(r - c) < rows
    )


def tri_star(n: int) -> Graph:
    """A star of six points on the triangular tiling."""
    check_sides(n)
    check_size(6 * n * (n + 1) + 1, SiteType.VERTEX)
    return from_points(_tri_at(r, c) for r, c in _star(n))


def tri_sides(sides: Sequence[int]) -> Graph:
    """A board with sides of these lengths in turn; a negative length turns the other way."""
    limping = len(sides) == 2 and sides[0] == sides[1] - 1
    return from_points(inside(_polygon(sides, _tri_at), _tri_at, sides[0] if limping else 2))


def tri_polygon(points: Sequence[Point]) -> Graph:
    """The part of the triangular tiling in a polygon."""
    return from_points(inside(inflate(points, 0.1), _tri_at, 2))


def tri_limping(n: int) -> Graph:
    """A hexagon with sides of n and n+1 vertices in turn."""
    check_sides(n)
    check_size(3 * n * n, SiteType.VERTEX)
    return tri_sides((n, n + 1))


# Shapes given by their sides


def _polygon(sides: Sequence[int], at: Callable[[int, int], Point]) -> list[Point]:
    """The corners of a board with the given sides, moved outwards a little."""
    row = column = 0
    turn = 1
    points = [at(row, column)]
    for side in range(max(5, len(sides))):
        length = sides[side % len(sides)]
        length += 1 if length < 0 else -1
        turn = (turn + (-1 if length < 0 else 1)) % 6
        if length > 0:
            row += length * STEPS[turn][0]
            column += length * STEPS[turn][1]
            points.append(at(row, column))
    return inflate(points, 0.1)


def inside(
    polygon: Sequence[Point], at: Callable[[int, int], Point], margin: int
) -> Iterator[Point]:
    """The lattice points in a polygon, row by row."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    if (max(xs) - min(xs)) * (max(ys) - min(ys)) > 16 * MOST_SITES:
        raise BoardError(f"the board has more than {MOST_SITES} sites")
    for row in range(int(min(ys)) - margin, int(max(ys)) + margin + 1):
        for column in range(int(min(xs)) - margin, int(max(xs)) + margin + 1):
            point = at(row, column)
            if contains(polygon, point):
                yield point

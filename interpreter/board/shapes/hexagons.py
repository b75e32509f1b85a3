"""Boards on the hexagonal tiling, in all their shapes.

Sizes count cells. Shapes and the order in which vertices are made follow the reference
implementation (Ludii 1.3.10, Core/src/game/functions/graph/generators/basis/hex).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.board.editing.faces import assemble, from_points
from interpreter.board.graph import Graph, Pair, Point, check_size, inflate, reorder
from interpreter.board.shapes.lattice import ROOT3, check_sides, inside, outline, star

# the corners of a pointed hexagon, clockwise from the top
CORNERS = (
    (0.0, 1.0),
    (ROOT3 / 2, 0.5),
    (ROOT3 / 2, -0.5),
    (0.0, -1.0),
    (-ROOT3 / 2, -0.5),
    (-ROOT3 / 2, 0.5),
)


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
    return _hexes(_hex_at(r, c) for r, c in star(n))


def hex_sides(sides: Sequence[int]) -> Graph:
    """A board with sides of these lengths in turn; a negative length turns the other way."""
    return _hexes(inside(outline(sides, _hex_at), _hex_at, 3))


def hex_polygon(points: Sequence[Point]) -> Graph:
    """The hexagons whose middles lie in a polygon."""
    return _hexes(inside(inflate(points, 0.1), _hex_at, 3))


def hex_limping(n: int) -> Graph:
    """A hexagon with sides of n and n+1 hexagons in turn."""
    check_sides(n)
    check_size(3 * n * n)
    return hex_sides((n, n + 1))

"""Boards on the triangular tiling, in all their shapes.

Sizes count cells, or vertices where pieces stand on vertices. Shapes and the order in which
vertices are made follow the reference implementation (Ludii 1.3.10,
Core/src/game/functions/graph/generators/basis/tri).
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.board.editing.faces import assemble, from_points
from interpreter.board.graph import Graph, Pair, Point, SiteType, check_size, inflate, reorder
from interpreter.board.shapes.lattice import ROOT3, check_sides, inside, outline, star


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
    return from_points(_tri_at(r, c) for r, c in star(n))


def tri_sides(sides: Sequence[int]) -> Graph:
    """A board with sides of these lengths in turn; a negative length turns the other way."""
    limping = len(sides) == 2 and sides[0] == sides[1] - 1
    return from_points(inside(outline(sides, _tri_at), _tri_at, sides[0] if limping else 2))


def tri_polygon(points: Sequence[Point]) -> Graph:
    """The part of the triangular tiling in a polygon."""
    return from_points(inside(inflate(points, 0.1), _tri_at, 2))


def tri_limping(n: int) -> Graph:
    """A hexagon with sides of n and n+1 vertices in turn."""
    check_sides(n)
    check_size(3 * n * n, SiteType.VERTEX)
    return tri_sides((n, n + 1))

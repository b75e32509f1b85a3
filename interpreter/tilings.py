"""Boards on the square, hexagonal and triangular tilings, in all their shapes.

Sizes count cells, or vertices where pieces stand on vertices. Shapes and the order in which
vertices are made follow the reference implementation (Ludii 1.3.10,
Core/src/game/functions/graph/generators/basis).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum

from interpreter.graph import (
    MOST_SITES,
    BoardError,
    Graph,
    Pair,
    Point,
    SiteType,
    assemble,
    check_size,
    contains,
    from_points,
    inflate,
    join_near,
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


class Diagonals(Enum):
    """Which diagonals are drawn into the cells of a square board."""

    Implied = "Implied"
    Solid = "Solid"
    SolidNoSplit = "SolidNoSplit"
    Alternating = "Alternating"
    Concentric = "Concentric"
    Radiating = "Radiating"


def _check_sides(*sides: int, kind: SiteType = SiteType.CELL) -> None:
    """Refuse a side below one, and sides whose product no shape with few enough sites has."""
    if min(sides) <= 0:
        raise BoardError(f"the board has no {kind.plural}")
    if max(sides) > MOST_SITES:
        raise BoardError(f"the board has more than {MOST_SITES} {kind.plural}")


# Square tiling


def square(n: int, use: SiteType, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A square of n by n."""
    return rectangle(n, n, use, diagonals)


def square_limping(n: int, use: SiteType, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A rectangle of n rows and n+1 columns."""
    return rectangle(n, n + 1, use, diagonals)


def rectangle(
    rows: int, columns: int, use: SiteType, diagonals: Diagonals = Diagonals.Implied
) -> Graph:
    """A rectangle on the square tiling."""
    check_size(rows * columns if min(rows, columns) > 0 else 0, use)
    extra = 1 if use is SiteType.CELL else 0
    rows, columns = rows + extra, columns + extra
    points = [(float(c), float(r)) for r in range(rows) for c in range(columns)]
    edges: list[Pair] = []
    for vertex, (x, y) in enumerate(points):
        if y < rows - 1:
            edges.append((vertex, vertex + columns))
        if x < columns - 1:
            edges.append((vertex, vertex + 1))
    add_diagonals(points, edges, (0, rows), (0, columns), diagonals)
    return reorder(assemble(points, edges, faces_by_angle=False))


def square_diamond(n: int, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A diamond on the square tiling."""
    _check_sides(n)
    check_size(2 * n * (n - 1) + 1 if n > 1 else 1)
    points = [
        (float(c), float(r))
        for r in range(2 * n)
        for c in range(2 * n)
        if n - 1 <= r + c < 3 * n and abs(c - r) <= n
    ]
    place = {point: vertex for vertex, point in enumerate(points)}
    edges = [
        (vertex, place[step])
        for vertex, (x, y) in enumerate(points)
        for step in ((x + 1, y), (x, y + 1))
        if step in place
    ]
    add_diagonals(points, edges, (0, 2 * n), (0, 2 * n), diagonals)
    return reorder(assemble(points, edges, faces_by_angle=False))


def square_polygon(points: Sequence[Point], diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """The part of the square tiling in a polygon."""
    polygon = inflate(points, 0.1)
    inside = list(_inside(polygon, _square_at, 2))
    edges = join_near(inside)
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    rows = int(min(ys)) - 2, int(max(ys)) + 2
    columns = int(min(xs)) - 2, int(max(xs)) + 2
    add_diagonals(inside, edges, rows, columns, diagonals)
    return reorder(assemble(inside, edges, faces_by_angle=False))


def square_sides(sides: Sequence[int], diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A board on the square tiling with sides of these lengths in turn.

    A negative length turns the other way.
    """
    x = y = 0
    turn = 3
    points: list[Point] = [(0.0, 0.0)]
    for side in sides:
        turn = (turn + (-1 if side < 0 else 1)) % 4
        dx, dy = ((0, 1), (1, 0), (0, -1), (-1, 0))[turn]
        x, y = x + side * dx, y + side * dy
        points.append((float(x), float(y)))
    return square_polygon(points, diagonals)


def _square_at(row: int, column: int) -> Point:
    return float(column), float(row)


def add_diagonals(
    points: list[Point], edges: list[Pair], rows: Pair, columns: Pair, diagonals: Diagonals
) -> None:
    """Draw the diagonals of a kind into the cells of a square board.

    Args:
        points: the vertices; the middles of cells may be added
        edges: the diagonals are added to these
        rows: the first and the last row there may be
        columns: the first and the last column there may be
        diagonals: what is drawn
    """
    if diagonals is Diagonals.Implied:
        return
    place = {point: vertex for vertex, point in enumerate(points)}
    middle = (int(sum(rows) / 2), int(sum(columns) / 2))
    if diagonals is Diagonals.Radiating:
        reach = max(rows[1] - rows[0], columns[1] - columns[0]) // 2
        rays = [(place.get(a), place.get(b)) for a, b in _radiating(middle, reach)]
        known = {(min(a, b), max(a, b)) for a, b in edges}
        for a, b in rays:
            if a is not None and b is not None and (min(a, b), max(a, b)) not in known:
                known.add((min(a, b), max(a, b)))
                edges.append((a, b))
        return
    for row in range(rows[0], rows[1] + 1):
        for column in range(columns[0], columns[1] + 1):
            corners = [(column, row), (column, row + 1), (column + 1, row + 1), (column + 1, row)]
            cell = [place[corner] for corner in corners if corner in place]
            if len(cell) == len(corners):
                inward = (row < middle[0]) == (column < middle[1])
                _draw(points, edges, (row, column), cell, diagonals, inward=inward)


def _draw(
    points: list[Point],
    edges: list[Pair],
    at: Pair,
    cell: Sequence[int],
    diagonals: Diagonals,
    *,
    inward: bool,
) -> None:
    """Draw the diagonals of one cell, given clockwise from its lower left corner."""
    a, b, c, d = cell
    row, column = at
    if diagonals is Diagonals.Solid:
        points.append((column + 0.5, row + 0.5))
        edges.extend((vertex, len(points) - 1) for vertex in cell)
    elif diagonals is Diagonals.SolidNoSplit:
        edges.extend([(a, c), (b, d)])
    elif diagonals is Diagonals.Concentric:
        edges.append((b, d) if inward else (a, c))
    else:
        edges.append((a, c) if (row + column) % 2 == 0 else (b, d))


def _radiating(middle: Pair, reach: int) -> Iterator[tuple[Point, Point]]:
    """The ends of the diagonals that leave the middle of the board."""
    # the reference takes rows for x here, which only shows on boards that are not square
    x, y = middle
    for n in range(reach + 1):
        for dx, dy in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
            yield (
                (float(x + n * dx), float(y + n * dy)),
                (float(x + (n + 1) * dx), float(y + (n + 1) * dy)),
            )


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
    _check_sides(n)
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
    _check_sides(n)
    check_size(n * n)
    return _hexes((_flat_hex_at(r, c) for r in range(n) for c in range(n)), flat=True)


def hex_prism(rows: int, columns: int) -> Graph:
    """A hexagon with sides of two lengths, standing on a side."""
    _check_sides(rows, columns)
    side = rows + columns - 1
    check_size(side * side - columns * (columns - 1))
    cells = (_flat_hex_at(r, c) for r in range(side) for c in range(side) if abs(r - c) < rows)
    return _hexes(cells, flat=True)


def hex_triangle(n: int) -> Graph:
    """A triangle of n hexagons a side."""
    _check_sides(n)
    check_size(n * (n + 1) // 2)
    return _hexes(_hex_at(r, c) for r in range(n) for c in range(r, n))


def hex_rectangle(rows: int, columns: int) -> Graph:
    """Rows of hexagons, every second one moved by half a hexagon."""
    _check_sides(rows, columns)
    check_size(rows * columns - rows // 2)
    return _hexes(_hex_at(r, c) for r in range(rows) for c in range((r + 1) // 2, columns + r // 2))


def hex_star(n: int) -> Graph:
    """A star of six points; each is a triangle of n hexagons a side."""
    _check_sides(n)
    check_size(6 * n * (n + 1) + 1)
    return _hexes(_hex_at(r, c) for r, c in _star(n))


def hex_sides(sides: Sequence[int]) -> Graph:
    """A board with sides of these lengths in turn; a negative length turns the other way."""
    return _hexes(_inside(_polygon(sides, _hex_at), _hex_at, 3))


def hex_polygon(points: Sequence[Point]) -> Graph:
    """The hexagons whose middles lie in a polygon."""
    return _hexes(_inside(inflate(points, 0.1), _hex_at, 3))


def hex_limping(n: int) -> Graph:
    """A hexagon with sides of n and n+1 hexagons in turn."""
    _check_sides(n)
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
    _check_sides(n, kind=use)
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
    _check_sides(n, kind=use)
    check_size(n * n if use is SiteType.CELL else n * (n + 1) // 2, use)
    n = _vertices_of(n, use)
    return from_points(_tri_at(r, c) for r in range(n) for c in range(r, n))


def tri_rectangle(rows: int, columns: int, use: SiteType) -> Graph:
    """Rows of vertices, every second one moved by half a step."""
    _check_sides(rows, columns, kind=use)
    cells, vertices = rows * (2 * columns - 1), rows * columns - rows // 2
    check_size(cells if use is SiteType.CELL else vertices, use)
    rows, columns = _vertices_of(rows, use), _vertices_of(columns, use)
    return from_points(
        _tri_at(r, c) for r in range(rows) for c in range((r + 1) // 2, columns + r // 2)
    )


def tri_diamond(n: int, use: SiteType) -> Graph:
    """A rhombus on the triangular tiling, standing on a corner."""
    _check_sides(n, kind=use)
    check_size(2 * n * n if use is SiteType.CELL else n * n, use)
    n = _vertices_of(n, use)
    return from_points(_flat_tri_at(r, c) for r in range(n) for c in range(n))


def tri_prism(rows: int, columns: int, use: SiteType) -> Graph:
    """A hexagon with sides of two lengths on the triangular tiling."""
    _check_sides(rows, columns, kind=use)
    rows, columns = _vertices_of(rows, use), _vertices_of(columns, use)
    side = rows + columns - 1
    vertices, border = side * side - columns * (columns - 1), 4 * rows + 2 * columns - 6
    check_size(2 * vertices - border - 2 if use is SiteType.CELL else vertices, use)
    return from_points(
        _flat_tri_at(r, c) for r in range(side) for c in range(side) if abs(r - c) < rows
    )


def tri_star(n: int) -> Graph:
    """A star of six points on the triangular tiling."""
    _check_sides(n)
    check_size(6 * n * (n + 1) + 1, SiteType.VERTEX)
    return from_points(_tri_at(r, c) for r, c in _star(n))


def tri_sides(sides: Sequence[int]) -> Graph:
    """A board with sides of these lengths in turn; a negative length turns the other way."""
    limping = len(sides) == 2 and sides[0] == sides[1] - 1
    return from_points(_inside(_polygon(sides, _tri_at), _tri_at, sides[0] if limping else 2))


def tri_polygon(points: Sequence[Point]) -> Graph:
    """The part of the triangular tiling in a polygon."""
    return from_points(_inside(inflate(points, 0.1), _tri_at, 2))


def tri_limping(n: int) -> Graph:
    """A hexagon with sides of n and n+1 vertices in turn."""
    _check_sides(n)
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


def _inside(
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

"""Boards on tilings of several kinds of regular polygons.

Each is made of patches: the corners of a large polygon, or of it and its neighbours, around the
points of a lattice. Patches, lattices and the order of vertices follow the reference
implementation (Ludii 1.3.10, Core/src/game/functions/graph/generators/basis/tiling).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from interpreter.board.editing.editor import Places
from interpreter.board.editing.faces import assemble, join_near
from interpreter.board.graph import Graph, Pair, Point, check_size, reorder, single
from interpreter.board.shapes.lattice import check_sides

ROOT3 = math.sqrt(3)
HALF = ROOT3 / 2
HEXAGON = ((-0.5, HALF), (0.5, HALF), (1.0, 0.0), (0.5, -HALF), (-0.5, -HALF), (-1.0, 0.0))


def _around(count: int, radius: float) -> tuple[Point, ...]:
    """The corners of a regular polygon, counter-clockwise from half a step above the east."""
    turns = (math.pi / count + k * 2 * math.pi / count for k in range(count))
    return tuple((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns)


DODECAGON = _around(12, 1 / math.sqrt(2 - ROOT3))
# a hexagon, and the outer corners of the squares on its sides
SQUARED_HEXAGON = (*HEXAGON, *_around(12, (1 + HALF) / math.cos(math.pi / 12)))
# a hexagon with the triangles around it
WREATH = (
    *HEXAGON, (-1.0, ROOT3), (0.0, ROOT3), (1.0, ROOT3), (1.5, HALF), (2.0, 0.0), (1.5, -HALF),
    (1.0, -ROOT3), (0.0, -ROOT3), (-1.0, -ROOT3), (-1.5, -HALF), (-2.0, 0.0), (-1.5, HALF),
)  # fmt: skip
# four squares turned against each other, with the triangles between them
PINWHEEL = (
    (-0.5, -0.5 - HALF), (0.5, -0.5 - HALF), (-0.5 - HALF, -HALF), (0.5 + HALF, -HALF),
    (0.0, -0.5), (-1.0 - HALF, 0.0), (-HALF, 0.0), (HALF, 0.0), (1.0 + HALF, 0.0), (0.0, 0.5),
    (-0.5 - HALF, HALF), (0.5 + HALF, HALF), (-0.5, 0.5 + HALF), (0.5, 0.5 + HALF),
)  # fmt: skip
WIDE = 1 + math.sqrt(2)
OCTAGON = tuple(
    (x / 2, y / 2)
    for x, y in (
        (1.0, WIDE), (WIDE, 1.0), (WIDE, -1.0), (1.0, -WIDE),
        (-1.0, -WIDE), (-WIDE, -1.0), (-WIDE, 1.0), (-1.0, WIDE),
    )
)  # fmt: skip
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def _patches(centres: Iterable[Point], corners: Sequence[Point], *, numbered: bool = True) -> Graph:
    """The graph of a patch around each centre; `numbered` row by row."""
    places, points = Places(0.1), list[Point]()
    for x, y in centres:
        for dx, dy in corners:
            point = (x + dx, y + dy)
            if places.find(point) < 0:
                places.add(len(points), point)
                points.append(point)
    graph = assemble([(single(x), single(y)) for x, y in points], join_near(points))
    return reorder(graph) if numbered else graph


def _block(rows: int, columns: int) -> Iterator[Pair]:
    """Rows and columns of a block; none is larger than a board may be."""
    check_sides(rows, columns)
    check_size(rows * columns)
    return ((row, column) for row in range(rows) for column in range(columns))


def _hexagonal(n: int) -> Iterator[Pair]:
    """Rows and columns of a hexagon on a slanted lattice."""
    return ((r, c) for r, c in _block(2 * n - 1, 2 * n - 1) if abs(r - c) < n)


def t3464(n: int, columns: int | None = None) -> Graph:
    """Hexagons among squares and triangles: a hexagon, or a parallelogram of rows and columns."""
    width, height = (3 + ROOT3) / 2, (1 + ROOT3) / 2
    places = _hexagonal(n) if columns is None else _block(n, columns)
    return _patches(((width * (c - r), height * (r + c)) for r, c in places), SQUARED_HEXAGON)


def t3636(n: int, columns: int | None = None) -> Graph:
    """Hexagons among triangles: a hexagon, or a rhombus."""
    places = _hexagonal(n) if columns is None else _block(2 * n - 1, 2 * columns - 1)
    corners = [(x, y) for y, x in ((0.0, 1.0), (HALF, 0.5), (HALF, -0.5), (0.0, -1.0),
                                   (-HALF, -0.5), (-HALF, 0.5))]  # fmt: skip
    return _patches(((2 * (c - 0.5 * r), ROOT3 * r) for r, c in places), corners)


def t33336(n: int) -> Graph:
    """A hexagon of hexagons with triangles around each."""
    centres = ((c * 2.5 - r * 2.0, r * ROOT3 + c * HALF) for r, c in _hexagonal(n))
    return _patches(centres, WREATH)


def t33344(rows: int, columns: int) -> Graph:
    """Rows of squares with rows of triangles between them."""
    centres = ((c + 0.5 * r, r * (1 + HALF)) for r, c in _block(rows, columns))
    return _patches(centres, SQUARE)


def t33434(n: int) -> Graph:
    """A diamond of squares and pairs of triangles."""
    unit = (1 + ROOT3) / 2
    return _patches(((unit * (c - r), unit * (r + c)) for r, c in _block(n, n)), PINWHEEL)


def t488(rows: int, columns: int) -> Graph:
    """Octagons with squares between them; its parts are numbered octagon by octagon."""
    centres = ((c * WIDE, r * WIDE) for r, c in _block(rows, columns))
    return _patches(centres, OCTAGON, numbered=False)


def t31212(n: int) -> Graph:
    """A hexagon of dodecagons with triangles between them."""
    return _patches(_slanted(n, 2 + ROOT3), DODECAGON)


def t4612(n: int) -> Graph:
    """A hexagon of dodecagons with squares and hexagons between them."""
    return _patches(_slanted(n, 3 + ROOT3), DODECAGON)


def _slanted(n: int, step: float) -> Iterator[Point]:
    return (((c - 0.5 * r) * step, r * step * HALF) for r, c in _hexagonal(n))


def t333333_33434(n: int) -> Graph:
    """A hexagon of hexagons in rings of squares and triangles, with triangles between them."""
    width, height = 1.5 + ROOT3, 1 + HALF
    centres = ((width * (c - r), height * (r + c)) for r, c in _hexagonal(n))
    return _patches(centres, SQUARED_HEXAGON)

"""Board graphs given by their corners: polygons, stars, wedges, outlines, graphs as written.

Measures and the order in which parts are made follow the reference implementation (Ludii 1.3.10,
Core/src/game/functions/graph/generators/shape).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from interpreter.board.editing.editor import Draft
from interpreter.board.editing.faces import faces_sorted, linked, with_faces
from interpreter.board.editing.operators import Polygon
from interpreter.board.graph import BoardError, Graph, Point, SiteType, check_size, reorder, single


def explicit(points: Sequence[Point], edges: Sequence[tuple[int, ...]]) -> Graph:
    """A graph of the vertices and edges given."""
    draft = Draft()
    for x, y in points:
        draft.add_vertex((single(x), single(y)))
    for edge in edges:
        if len(edge) != 2:
            raise BoardError(f"an edge joins two vertices, not {len(edge)}", edge)
        a, b = edge
        if not (0 <= a < len(points) and 0 <= b < len(points)):
            raise BoardError(
                f"there is no edge {{{a} {b}}}; the vertices are 0 to {len(points) - 1}", edge
            )
        draft.edge(a, b)
    return faces_sorted(with_faces(draft.done()))


def wedge(rows: int, columns: int = 3) -> Graph:
    """A triangle that widens downwards from one vertex."""
    if rows < 1 or columns < 2:
        raise BoardError("a wedge has at least one row and two columns")
    check_size(1 + (rows - 1) * columns, SiteType.VERTEX)
    top = float(rows - 1)
    points = [(top, top)]
    for row in range(1, rows):
        shares = (column / (columns - 1) for column in range(columns))
        points.extend((top - row + share * 2 * row, top - row) for share in shares)
    edges = [(0, column + 1) for column in range(columns) if rows > 1]
    for first in range(1, len(points), columns):
        edges.extend((first + c, first + c + 1) for c in range(columns - 1))
        if first + columns < len(points):
            edges.extend((first + c, first + c + columns) for c in range(columns))
    return linked(points, edges)


def regular(sides: int, use: SiteType, *, star: bool = False) -> Graph:
    """A regular polygon, or a star that joins each corner with those nearly opposite."""
    points = _corners(sides)
    reach = (sides - 1) // 2 if star else 1
    draft = Draft()
    for point in points:
        draft.add_vertex(point)
    for corner in range(sides):
        draft.edge(corner, (corner + reach) % sides)
    graph = draft.done()
    return reorder(with_faces(graph, crossings=True) if use is SiteType.CELL else graph)


def _corners(sides: int) -> list[Point]:
    """The corners of a regular polygon whose sides have about the length one."""
    check_size(sides, SiteType.VERTEX)
    radius = sides / (2 * math.pi)
    start = math.pi / 4 if sides == 4 else math.pi / 2
    turns = (start + n / sides * 2 * math.pi for n in range(sides))
    return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]


def repeat(
    rows: int, columns: int, step: tuple[Point, Point], outlines: Sequence[Polygon]
) -> Graph:
    """Outlines drawn again and again.

    Args:
        rows: how often along the second step
        columns: how often along the first step
        step: the ways to the next column and to the next row
        outlines: what is drawn
    """
    corners = sum(len(outline.points) for outline in outlines)
    check_size(max(0, rows) * max(0, columns) * corners, SiteType.VERTEX)
    (cx, cy), (rx, ry) = ((single(x), single(y)) for x, y in step)
    draft = Draft()
    for row in range(rows):
        for column in range(columns):
            dx, dy = column * cx + row * rx, column * cy + row * ry
            for outline in outlines:
                loop = [draft.vertex((dx + x, dy + y)) for x, y in outline.points]
                for a, b in zip(loop, loop[1:] + loop[:1], strict=True):
                    draft.edge(a, b)
    return reorder(with_faces(draft.done()))

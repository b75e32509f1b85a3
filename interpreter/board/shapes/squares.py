"""Boards on the square tiling, with diagonals or without.

Sizes count cells, or vertices where pieces stand on vertices. Shapes and the order in which
vertices are made follow the reference implementation (Ludii 1.3.10,
Core/src/game/functions/graph/generators/basis/square).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum

from interpreter.board.editing.faces import assemble, join_near, linked
from interpreter.board.graph import Graph, Pair, Point, SiteType, check_size, inflate, reorder
from interpreter.board.shapes.lattice import check_sides, inside


class Diagonals(Enum):
    """Which diagonals are drawn into the cells of a square board."""

    Implied = "Implied"
    Solid = "Solid"
    SolidNoSplit = "SolidNoSplit"
    Alternating = "Alternating"
    Concentric = "Concentric"
    Radiating = "Radiating"


def square(n: int, use: SiteType, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A square of n by n."""
    return rectangle(n, n, use, diagonals)


# the corners of a face, clockwise from the lower left
_AROUND = ((0, 0), (1, 0), (1, 1), (0, 1))


def pyramid(n: int) -> Graph:
    """Layers of squares on each other, each a step smaller and in the gaps of the one below.

    Args:
        n: vertices along each side of the lowest layer
    """
    check_sides(n)
    check_size(n * (n + 1) * (2 * n + 1) // 6, SiteType.VERTEX)
    places = [
        (layer, row, column)
        for layer in range(n)
        for row in range(n - layer)
        for column in range(n - layer)
    ]
    number = {place: vertex for vertex, place in enumerate(places)}
    points = [(column + layer / 2, row + layer / 2) for layer, row, column in places]
    steps = [(0, 1, 0), (0, 0, 1), (1, -1, -1), (1, -1, 0), (1, 0, -1), (1, 0, 0)]
    edges = [
        (vertex, number[over])
        for (layer, row, column), vertex in number.items()
        for up, north, east in steps
        if (over := (layer + up, row + north, column + east)) in number
    ]
    faces = [
        tuple(number[layer, row + north, column + east] for north, east in _AROUND)
        for layer, row, column in places
        if (layer, row + 1, column + 1) in number
    ]
    at: list[list[int]] = [[] for _ in points]
    for face, vertices in enumerate(faces):
        for vertex in vertices:
            at[vertex].append(face)
    return reorder(
        replace(
            linked(points, edges), faces=tuple(faces), faces_at=tuple(map(tuple, at)),
            heights=tuple(layer * math.sqrt(0.5) for layer, _, _ in places),
        )
    )  # fmt: skip


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
    check_sides(n)
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
    vertices = list(inside(polygon, _square_at, 2))
    edges = join_near(vertices)
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    rows = int(min(ys)) - 2, int(max(ys)) + 2
    columns = int(min(xs)) - 2, int(max(xs)) + 2
    add_diagonals(vertices, edges, rows, columns, diagonals)
    return reorder(assemble(vertices, edges, faces_by_angle=False))


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

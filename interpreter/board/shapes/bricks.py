"""Boards of bricks, each twice as long as it is high, and bonded: joints lie over middles.

A brick has six vertices, two of them in the middle of its long sides, so that it has an edge in
common with each of its six neighbours. Which bricks a board has follows the reference
implementation (Ludii 1.3.10, Core/src/game/functions/graph/generators/basis/brick).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.board.editing.faces import assemble
from interpreter.board.graph import Graph, Pair, ascending, check_size, reorder
from interpreter.board.shapes.lattice import check_sides

Corners = tuple[Pair, ...]


def _tile(column: int, row: int, wide: int, high: int) -> Corners:
    """What lies around a rectangle on the grid, as places along its outline."""
    right, top = column + wide, row + high
    return (
        *((column, y) for y in range(row, top)),
        *((x, top) for x in range(column, right)),
        *((right, y) for y in range(top, row, -1)),
        *((x, row) for x in range(right, column, -1)),
    )


def _wall(tiles: Iterable[Corners]) -> Graph:
    found = list(tiles)
    points = list(dict.fromkeys(point for tile in found for point in tile))
    number = {point: place for place, point in enumerate(points)}
    edges = dict.fromkeys(
        ascending(number[a], number[c])
        for tile in found
        for a, c in zip(tile, (*tile[1:], tile[0]), strict=True)
    )
    return reorder(assemble([(float(x), float(y)) for x, y in points], list(edges)))


def _laid(places: Iterable[Pair], columns: int, *, trim: bool) -> Iterator[Corners]:
    """Bricks at rows and columns; trimmed, those that stick out at the sides are cut in half."""
    for row, column in places:
        if trim and column == 0:
            yield _tile(1, row, 1, 1)
        elif trim and column >= columns - 1:
            yield _tile(column, row, 1, 1)
        else:
            yield _tile(column, row, 2, 1)


def rectangle(rows: int, columns: int, *, trim: bool = False) -> Graph:
    """Rows of bricks, with one brick more in every other row, from the lowest."""
    check_sides(rows, columns)
    check_size(rows * columns)
    wide = 2 * columns + 1
    places = ((row, column) for row in range(rows) for column in range(row % 2, wide, 2))
    return _wall(_laid(places, wide, trim=trim))


def diamond(side: int, *, trim: bool = False) -> Graph:
    """A diamond of bricks."""
    check_sides(side)
    check_size(side * side)
    places = (
        (row, column)
        for row in range(2 * side)
        for column in range((row + 1) % 2, 2 * side, 2)
        if side - 1 <= row + column < 3 * side - 1 and -side <= column - row < side
    )
    return _wall(_laid(places, 2 * side, trim=trim))


def spiral(rings: int) -> Graph:
    """Half a brick with rings of bricks around it, laid end to side."""
    check_sides(rings)
    check_size(rings * rings)
    return _wall(_wound(rings))


def _wound(rings: int) -> Iterator[Corners]:
    middle = rings - 1
    yield _tile(middle, middle, 1, 1)
    for ring in range(1, rings):
        low, high = middle - ring, middle + ring
        for n in range(0, 2 * ring, 2):
            yield _tile(low, low + 1 + n, 1, 2)
            yield _tile(low + 1 + n, high, 2, 1)
            yield _tile(high, low + n, 1, 2)
            yield _tile(low + n, low, 2, 1)

"""What shapes on a lattice share: sides that make sense, outlines, and the points in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from interpreter.board.graph import MOST_SITES, BoardError, Pair, Point, SiteType, contains, inflate

ROOT3 = math.sqrt(3)
# the six lattice steps (row, column), counter-clockwise
STEPS = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def check_sides(*sides: int, kind: SiteType = SiteType.CELL) -> None:
    """Refuse a side below one, and sides whose product no shape with few enough sites has."""
    if min(sides) <= 0:
        raise BoardError(f"the board has no {kind.plural}")
    if max(sides) > MOST_SITES:
        raise BoardError(f"the board has more than {MOST_SITES} {kind.plural}")


def star(n: int) -> Iterator[Pair]:
    """Rows and columns of a star of six points."""
    for r in range(4 * n + 1):
        for c in range(4 * n + 1):
            up = c >= n and c - r <= n
            down = r - c <= n and c <= 3 * n
            if up if r < n or 2 * n < r <= 3 * n else down:
                yield r, c


def outline(sides: Sequence[int], at: Callable[[int, int], Point]) -> list[Point]:
    """The corners of a board with the given sides, moved outwards a little.

    Raises:
        BoardError: there are none
    """
    if not sides:
        raise BoardError("a board has sides")
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


MOST_LOOKED_AT: Final = 32 * MOST_SITES
"""Points of the lattice that may lie around a polygon."""


def inside(
    polygon: Sequence[Point], at: Callable[[int, int], Point], margin: int
) -> Iterator[Point]:
    """The lattice points in a polygon, row by row."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    # With its margin, since a polygon may be as long as one likes and have no width.
    wide, high = (max(one) - min(one) + 2 * margin + 1 for one in (xs, ys))
    if wide * high > MOST_LOOKED_AT:
        raise BoardError(f"the board has more than {MOST_SITES} sites")
    for row in range(int(min(ys)) - margin, int(max(ys)) + margin + 1):
        for column in range(int(min(xs)) - margin, int(max(xs)) + margin + 1):
            point = at(row, column)
            if contains(polygon, point):
                yield point

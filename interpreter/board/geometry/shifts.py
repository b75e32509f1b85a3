"""Boards as rows and columns in which every direction is one constant step.

A back end may keep a set of sites with one row of the board in each lane of a vector; a direction
then moves lanes by a constant and bits by a constant. Whether a board lies so is read from where
its sites are: rows are sites of equal height, columns are counted in units of the distance
between neighbours of a row, and where rows are shifted against each other, as on a board of
hexagons, the columns lean.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

Grid = tuple[tuple[int, int], ...]

TOLERANCE = 1e-4
LEANS = (0.0, 0.5, -0.5, 1.0, -1.0)


def grid_of(places: Sequence[tuple[float, float]]) -> Grid | None:
    """(row, column) of each site, in ascending order of sites; None if the sites lie otherwise.

    Args:
        places: (x, y) of each site, in the order of their numbers
    """
    rows: list[list[float]] = []
    height = 0.0
    for x, y in places:
        if not rows or y - height > TOLERANCE:
            rows.append([])
            height = y
        if y < height - TOLERANCE or (rows[-1] and x <= rows[-1][-1]):
            return None
        rows[-1].append(x)
    gaps = [right - left for row in rows for left, right in pairwise(row)]
    unit = min(gaps, default=1.0)
    tries = [(unit / part, lean * unit / part) for part in (1, 2) for lean in LEANS]
    found = [grid for one in tries if (grid := _columns(rows, *one)) is not None]
    return min(found, key=_width) if found else None


def _width(grid: Grid) -> int:
    return max((column for _, column in grid), default=0)


def _columns(rows: Sequence[Sequence[float]], unit: float, lean: float) -> Grid | None:
    """The grid with columns that lean so much from row to row; None if they are not whole."""
    exact = [(number, (x - lean * number) / unit) for number, row in enumerate(rows) for x in row]
    least = min((column for _, column in exact), default=0.0)
    grid: list[tuple[int, int]] = []
    for number, column in exact:
        whole = round(column - least)
        if abs(column - least - whole) > TOLERANCE * 10:
            return None
        grid.append((number, whole))
    return tuple(grid)

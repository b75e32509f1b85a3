"""Loops: ways that leave a square board at its rim and come back beside a corner.

A loop has four legs, each a row or a column from rim to rim. From the end of a leg an arc around
the corner leads to the start of the next.

Source: Ludii 1.3.10 Core/src/game/equipment/container/board/custom/SurakartaBoard.java.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from interpreter.board.geometry.shifts import grid_of
from interpreter.board.graph import BoardError

Leg = tuple[int, ...]
Loop = tuple[Leg, ...]


def loops_of(
    places: Sequence[tuple[float, float]], count: int | None, first: int
) -> tuple[Loop, ...]:
    """The loops of a rectangle of points, counter-clockwise from the start of their lowest row.

    Args:
        places: (x, y) of each site, in the order of their numbers
        count: how many loops; if not given, as many as every line but the outer ones belongs to
        first: how far from the rim the first of them runs; the others lie inside it

    Raises:
        BoardError: the sites are no rectangle, or it has too few rows or columns
    """
    grid = grid_of(places)
    rows, columns = (1 + max(numbers) for numbers in zip(*grid, strict=True)) if grid else (0, 0)
    if grid is None or rows * columns != len(places):
        raise BoardError("loops join the rows and columns of a rectangle of points")
    least = min(rows, columns)
    number = (least - 2) // 2 if count is None else count
    if first < 0 or number < 1 or 2 * (first + number) > least:
        message = f"{number} loops from line {first} on do not fit a board of {rows} by {columns}"
        raise BoardError(message)
    at = {place: site for site, place in enumerate(grid)}

    def loop(line: int) -> Loop:
        right, top = columns - 1 - line, rows - 1 - line
        return (
            tuple(at[line, column] for column in range(columns)),
            tuple(at[row, right] for row in range(rows)),
            tuple(at[top, column] for column in reversed(range(columns))),
            tuple(at[row, line] for row in reversed(range(rows))),
        )

    return tuple(loop(line) for line in range(first, first + number))


def backwards(loop: Loop) -> Loop:
    """A loop that is gone the other way round."""
    return tuple(leg[::-1] for leg in reversed(loop))


def arcs_of(loop: Loop) -> tuple[tuple[int, int], ...]:
    """The sites that each arc of a loop joins, in the order in which they are passed."""
    return tuple((leg[-1], other[0]) for leg, other in zip(loop, (*loop[1:], loop[0]), strict=True))


def legs_together(loop: Loop) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The sites of a loop in order, and for each how many arcs come behind it: 0 or 1."""
    ends = chain.from_iterable((*(0 for _ in leg[1:]), 1) for leg in loop)
    return tuple(chain.from_iterable(loop)), tuple(ends)

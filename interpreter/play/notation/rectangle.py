"""Boards of full rows and columns, which most notations take for granted."""

from __future__ import annotations

from interpreter.board.topology import Topology

TOLERANCE = 1e-6


def rectangle(board: Topology) -> tuple[tuple[int, ...], ...]:
    """The sites of each row from left to right, the lowest row first.

    Raises:
        ValueError: the rows and columns of the board are no full rectangle
    """
    heights, widths = _apart(board.ys), _apart(board.xs)
    places = {(row, column): site
              for site, (row, column) in enumerate(zip(map(heights.get, map(_near, board.ys)),
                                                       map(widths.get, map(_near, board.xs)),
                                                       strict=True))}  # fmt: skip
    if len(places) != len(heights) * len(widths) or len(places) != board.size:
        raise ValueError("the board is no rectangle of rows and columns")
    return tuple(
        tuple(places[row, column] for column in range(len(widths))) for row in range(len(heights))
    )


def _near(number: float) -> int:
    return round(number / TOLERANCE)


def _apart(numbers: tuple[float, ...]) -> dict[int, int]:
    """The place of each number among those that differ."""
    return {number: place for place, number in enumerate(sorted(set(map(_near, numbers))))}

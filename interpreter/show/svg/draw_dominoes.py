"""Dominoes on a picture: a stone with two halves, and the pips on each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from interpreter.board.graph import Point, mean
from interpreter.board.topology import Topology
from interpreter.show.svg.canvas import ACCENT, Sheet
from interpreter.show.svg.draw_board import plan
from interpreter.show.svg.pieces.emblems import DARK, LIGHT

EDGE, CORNER, PIP, APART = 0.12, 0.25, 0.16, 0.56
"""The gap to the next stone, the corners of a stone, a pip and how far it lies from the middle of
its half, in steps from cell to cell."""
# Where pips lie in a half, as on dice: column and row, from the middle.
SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
    7: ((-1, -1), (-1, 0), (-1, 1), (0, 0), (1, -1), (1, 0), (1, 1)),
    8: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
    9: tuple((column, row) for column in (-1, 0, 1) for row in (-1, 0, 1)),
}


def draw_domino(
    sheet: Sheet, board: Topology, body: Sequence[int], pips: Sequence[int], *, halo: bool
) -> None:
    """A domino over all the cells that it covers.

    Args:
        body: the cells, those of the first half before those of the second
        pips: the numbers on the two halves
        halo: whether it is marked as the last move's
    """
    places = [plan(board).places[site] for site in body]
    half = len(body) // 2
    unit = max(math.dist(one, other) for one, other in pairwise(places))
    halves = places[:half], places[half:]
    first, second = (mean(cells, tuple(range(half))) for cells in halves)
    draw_stone(sheet, (first, second), unit, pips, ACCENT if halo else "")


def draw_stone(
    sheet: Sheet, middles: tuple[Point, Point], unit: float, pips: Sequence[int], halo: str = ""
) -> None:
    """A domino that lies along or across.

    Args:
        middles: of its two halves
        unit: half as wide as a half
        pips: the numbers on the two halves
        halo: the colour of a line around it, if there is one
    """
    left, right = (end(x for x, _ in middles) for end in (min, max))
    top, bottom = (end(y for _, y in middles) for end in (min, max))
    rim, line = (1 - EDGE) * unit, 0.06 * unit
    sheet.box(
        (left - rim, top - rim), right - left + 2 * rim, bottom - top + 2 * rim,
        rx=CORNER * unit, fill=LIGHT, stroke=halo or DARK, stroke_width=2 * line if halo else line,
    )  # fmt: skip
    across = right - left > bottom - top
    _draw_bar(sheet, mean(middles, (0, 1)), 0.75 * unit, line, across=across)
    for middle, number in zip(middles, pips, strict=True):
        for column, row in SPOTS[number]:
            # The rows of six run along the stone, as on dice laid side by side.
            dx, dy = (row, column) if across else (column, row)
            spot = (middle[0] + APART * unit * dx, middle[1] + APART * unit * dy)
            sheet.circle(spot, PIP * unit, fill=DARK)


def _draw_bar(sheet: Sheet, middle: Point, reach: float, line: float, *, across: bool) -> None:
    """The line between the two halves."""
    x, y = middle
    ends = ((x, y - reach), (x, y + reach)) if across else ((x - reach, y), (x + reach, y))
    sheet.line(*ends, stroke=DARK, stroke_width=line)

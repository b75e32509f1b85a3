"""The hints of a puzzle: numbers for rows of sites, and signs between sites that say which is less.

A number stands at the end of the row where its hint begins; that of a single site in a corner, or
in the middle where sites of its kind have no values themselves.
"""

from __future__ import annotations

import math

from interpreter.board.graph import Point
from interpreter.show.protocol import ShownGame
from interpreter.show.svg.beside import places_of
from interpreter.show.svg.canvas import Sheet
from interpreter.show.svg.draw_board import INK, Plan, plan

ASIDE = 0.38
"""How far a number is from the middle of its first site, by the distance of neighbours."""
SIZE = 0.2
INSIDE = 0.45
"""How large a number is in the middle of a cell, where values are those of lines or points."""
SIGN = 0.09
"""How large a sign between two sites is, likewise."""


def draw_hints(sheet: Sheet, game: ShownGame) -> None:
    """The hints of a game, if it is a puzzle with some."""
    measures, shown = plan(game.board), game.graphics
    if shown.hints:
        with sheet.group(fill=INK):
            for hint in shown.hints:
                first = hint.sites[0]
                if first < game.board.size:
                    place, size = _place(measures, hint.sites), SIZE
                else:
                    place, size = _middle(game, first), INSIDE
                sheet.text(place, str(hint.number), size * measures.unit)
    if shown.orders:
        style = {"stroke": INK, "stroke_width": 1.5 * measures.stroke, "stroke_linecap": "round"}
        with sheet.group(**style):
            for lower, upper in shown.orders:
                _draw_sign(sheet, measures, measures.places[lower], measures.places[upper])


def _place(measures: Plan, sites: tuple[int, ...]) -> Point:
    """Where the number of a hint stands."""
    x, y = measures.places[sites[0]]
    far = ASIDE * measures.unit
    if len(sites) == 1:
        return x - 0.8 * far, y - 0.8 * far
    dx, dy = measures.places[sites[1]][0] - x, measures.places[sites[1]][1] - y
    long = math.hypot(dx, dy) or 1.0
    # Beside the middle line, so that the numbers of two rows with one first site are apart.
    along, across = -far / long, 0.55 * far / long
    return x + along * dx - across * abs(dy), y + along * dy - across * abs(dx)


def _middle(game: ShownGame, site: int) -> Point:
    """Where a site of another kind than the board's own lies."""
    other = next(one for one in game.others if site in one.sites)
    return places_of(game.board, other.kind)[site - other.sites.start]


def _draw_sign(sheet: Sheet, measures: Plan, lower: Point, upper: Point) -> None:
    """An angle between two sites, whose tip is at the lesser one."""
    (x, y), (dx, dy) = lower, (upper[0] - lower[0], upper[1] - lower[1])
    long = math.hypot(dx, dy) or 1.0
    size = SIGN * measures.unit
    middle = x + dx / 2, y + dy / 2
    ex, ey = size * dx / long, size * dy / long
    tip = middle[0] - ex, middle[1] - ey
    for side in (1, -1):
        sheet.line(tip, (middle[0] + ex - side * ey, middle[1] + ey + side * ex))

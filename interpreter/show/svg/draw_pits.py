"""Boards for sowing: pits instead of points and lines, and seeds in them that can be counted."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence

from interpreter.board.graph import Point, SiteType
from interpreter.board.topology import Topology
from interpreter.show.pits import has_pits, stores
from interpreter.show.protocol import ShownGame
from interpreter.show.svg.canvas import Sheet
from interpreter.show.svg.draw_board import (
    DARKER,
    FAINT,
    GRAIN,
    INK,
    WOOD,
    Plan,
    draw_arcs,
    draw_cells,
    draw_net,
    draw_wood,
    plan,
    tones,
)
from interpreter.show.svg.draw_labels import LARGEST, draw_labels, label_room
from interpreter.show.svg.draw_regions import (
    draw_bands,
    draw_patches,
    draw_signs,
    ground_of,
    tinted,
)

MOST_SEEDS = 10
"""So many seeds are drawn; how many there are is written beside them in any case."""
ACROSS = 2
"""How many seeds lie side by side in a long pit."""
INNER = {6: 1, 7: 1, 8: 1, 9: 2, 10: 3}
"""Of so many seeds how many lie in the middle, and the others around them."""
PIT = 0.92
"""The radius of a pit by that of other pieces."""
SEED = 0.18
"""The radius of a seed by that of its pit."""
DIGITS = 0.46
"""The size of a number by the radius of its pit."""


def draw_empty(sheet: Sheet, game: ShownGame, shown: Container[int] | None = None) -> None:
    """The board of a game, without names and pieces.

    Args:
        shown: of cells, which are drawn; all if not given
    """
    if has_pits(game):
        _draw_pits(sheet, game.board)
    else:
        _draw_board(sheet, game, shown)


def _draw_board(sheet: Sheet, game: ShownGame, shown: Container[int] | None) -> None:
    board, ground = game.board, ground_of(game)
    if board.use is SiteType.CELL:
        draw_bands(sheet, board, ground)
        plain = tones(board, chequered=ground.chequered)
        draw_cells(sheet, board, tinted(plain, ground), shown)
    else:
        draw_wood(sheet, board, label_room(board))
        draw_arcs(sheet, board, game.graphics.arcs)
        draw_patches(sheet, board, ground)
        draw_net(sheet, board)
    draw_signs(sheet, board, ground)


def draw_names(sheet: Sheet, game: ShownGame, taken: Sequence[bool]) -> None:
    """The names of rows and columns, or of sites.

    Args:
        taken: whether a piece stands on each site, and hides its name
    """
    rows = {round(y, 3) for y in game.board.ys}
    if has_pits(game) and len(rows) == 3 and stores(game.board):
        _draw_pit_names(sheet, game.board)
    else:
        draw_labels(sheet, game.board, taken)


def _draw_pits(sheet: Sheet, board: Topology) -> None:
    measures, long = plan(board), stores(board)
    left, top, right, bottom = _ground(measures)
    sheet.box((left, top), right - left, bottom - top, rx=0.8 * measures.rim, fill=WOOD)
    with sheet.group(fill=DARKER, stroke=GRAIN, stroke_width=measures.stroke):
        for site, place in enumerate(measures.places):
            radius = PIT * measures.radii[site]
            if site in long:
                half = _half(measures, site)
                ys = [y for _, y in measures.places]
                high = max(ys) - min(ys) + 2 * radius
                sheet.box((place[0] - half, min(ys) - radius), 2 * half, high, rx=half)
            else:
                sheet.circle(place, radius)


def _ground(measures: Plan) -> tuple[float, float, float, float]:
    """The wood around all pits: left, top, right, bottom."""
    (xs, ys), rim = zip(*measures.places, strict=True), measures.rim
    return min(xs) - rim, min(ys) - rim, max(xs) + rim, max(ys) + rim


def _half(measures: Plan, store: int) -> float:
    """Half the width of a long pit: so much that it is clear of the others."""
    x, _ = measures.places[store]
    near = min(abs(x - other) for other, _ in measures.places if other != x)
    radius = PIT * measures.radii[store]
    return max(0.4 * radius, min(radius, near - radius - 3 * measures.stroke))


def _draw_pit_names(sheet: Sheet, board: Topology) -> None:
    """Names of two rows above and below, those of stores at either end."""
    measures = plan(board)
    left, top, right, bottom = _ground(measures)
    middle, long = (left + right) / 2, stores(board)
    size = min(LARGEST, 0.38 * measures.unit)
    with sheet.group(fill=FAINT):
        for site, (x, y) in enumerate(measures.places):
            spot = (x, top - size if y < (top + bottom) / 2 else bottom + size)
            if site in long:
                spot = (left - size if x < middle else right + size, y)
            sheet.text(spot, board.labels[site].lower(), size)


def draw_seeds(sheet: Sheet, board: Topology, site: int, count: int, fill: str) -> None:
    """The seeds in a pit, and their number."""
    radius = pit_radius(board, site)
    with sheet.group(fill=fill, stroke=INK, stroke_width=max(0.4, 0.03 * radius)):
        for spot in seed_places(board, site, count):
            sheet.circle(spot, SEED * radius)
    sheet.text(number_place(board, site), str(count), DIGITS * radius, fill=INK)


def pit_radius(board: Topology, site: int) -> float:
    """How large a pit is."""
    return PIT * plan(board).radii[site]


def seed_places(board: Topology, site: int, count: int) -> Iterator[Point]:
    """Where the seeds of a pit lie, as many as are drawn."""
    place, radius = plan(board).places[site], pit_radius(board, site)
    shown = min(count, MOST_SEEDS)
    if site in stores(board):
        bottom = max(y for _, y in plan(board).places)
        return _in_lines(place[0], bottom, _half(plan(board), site), radius, shown)
    return _around(place, radius, shown)


def number_place(board: Topology, site: int) -> Point:
    """Where the number of a pit's seeds is written."""
    (x, y), radius = plan(board).places[site], pit_radius(board, site)
    if site in stores(board):
        return x, min(y for _, y in plan(board).places) - 0.45 * radius
    return x + 0.84 * radius, y + 0.84 * radius


def _around(place: Point, radius: float, count: int) -> Iterator[Point]:
    """One in the middle, or a ring, or two rings with few inside."""
    inner = INNER.get(count, 0)
    far = 0.64 if inner else 0.0 if count == 1 else 0.36
    yield from _ring(place, far * radius, count - inner)
    yield from _ring(place, (0.0 if inner == 1 else 0.24) * radius, inner)


def _ring(middle: Point, far: float, count: int) -> Iterator[Point]:
    """Points around a middle, the first one above it."""
    for k in range(count):
        angle = math.tau * k / count - math.pi / 2
        yield middle[0] + far * math.cos(angle), middle[1] + far * math.sin(angle)


def _in_lines(x: float, bottom: float, half: float, radius: float, count: int) -> Iterator[Point]:
    """From the bottom of a long pit upwards, side by side."""
    for k in range(count):
        row, side = divmod(k, ACROSS)
        yield x + (side - 0.5) * min(half, 0.6 * radius), bottom - 0.44 * row * radius

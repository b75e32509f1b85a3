"""Pieces on a picture: discs and other shapes, figures, tiles, and what lies along edges."""

from __future__ import annotations

import math

from interpreter.board.graph import Point
from interpreter.show.svg.canvas import Sheet, number, width
from interpreter.show.svg.draw_dominoes import draw_stone
from interpreter.show.svg.pieces.emblems import DARK, DOMINO, LIGHT, Emblem
from interpreter.show.svg.pieces.figures import DRAWN
from interpreter.show.svg.pieces.outlines import draw_figure
from interpreter.show.svg.pieces.tiles import COIN, WEDGE, WOODEN_RIM

GAP = 0.14
"""How much of an edge is left free at either end of what lies on it."""
BADGE = 0.62
"""The size of a badge by the radius of a piece."""
CORNERS = ((0.0, -0.98), (0.56, -0.66), (0.74, 0.86), (-0.74, 0.86), (-0.56, -0.66))
"""A tile that looks north."""
POINTER = ((0.0, -1.05), (0.36, -0.58), (-0.36, -0.58))
"""A point to the north."""


def draw_piece(sheet: Sheet, emblem: Emblem, place: Point, radius: float) -> None:
    """A piece."""
    line = max(0.6, 0.07 * radius)
    match emblem.shape:
        case "double":
            _draw_double(sheet, emblem, place, radius, line)
        case "cross":
            _draw_cross(sheet, emblem, place, radius, line)
        case "ring":
            _draw_hoop(sheet, emblem, place, radius, line)
        case "square":
            _draw_square(sheet, emblem, place, radius, line)
        case "wedge" | "coin":
            _draw_tile(sheet, emblem, place, radius)
        case "domino":
            _draw_domino(sheet, emblem, place, radius)
        case figure if figure in DRAWN:
            draw_figure(sheet, DRAWN[figure], place, radius, emblem.fill, emblem.rim, emblem.ink)
        case _:
            _draw_disc(sheet, emblem, place, radius - line / 2, line)
            if not emblem.letters:
                _draw_groove(sheet, emblem, place, 0.64 * radius)
    if emblem.letters and emblem.shape not in (WEDGE, COIN, DOMINO):
        size = min(1.3, 1.35 / width(emblem.letters, 1.0)) * radius
        sheet.text(place, emblem.letters, size, fill=emblem.ink, font_weight="bold")


def draw_pointer(sheet: Sheet, emblem: Emblem, place: Point, radius: float, degrees: float) -> None:
    """A point at the rim of a piece that can be turned, to where it looks."""
    corners = [_turned(corner, place, radius, degrees) for corner in POINTER]
    sheet.polygon(corners, fill=emblem.ink, stroke=emblem.rim, stroke_width=max(0.5, 0.05 * radius))


def _draw_domino(sheet: Sheet, emblem: Emblem, place: Point, radius: float) -> None:
    """A domino that stands upright, a little higher than other pieces."""
    (x, y), unit = place, 0.6 * radius
    pips = [int(one) for one in emblem.letters.split(":")]
    draw_stone(sheet, ((x, y - unit), (x, y + unit)), unit, pips)


def _draw_disc(sheet: Sheet, emblem: Emblem, place: Point, radius: float, line: float) -> None:
    sheet.circle(place, radius, fill=emblem.fill, stroke=emblem.rim, stroke_width=line)


def _draw_double(sheet: Sheet, emblem: Emblem, place: Point, radius: float, line: float) -> None:
    """Two discs, one on the other."""
    x, y = place
    for up in (-0.14, 0.14):
        _draw_disc(sheet, emblem, (x, y - up * radius), 0.84 * radius, line)
    _draw_groove(sheet, emblem, (x, y - 0.14 * radius), 0.5 * radius)


def _draw_square(sheet: Sheet, emblem: Emblem, place: Point, radius: float, line: float) -> None:
    x, y = place
    half = 0.85 * radius
    sheet.box(
        (x - half, y - half), 2 * half, 2 * half, rx=0.15 * radius,
        fill=emblem.fill, stroke=emblem.rim, stroke_width=line,
    )  # fmt: skip


def _draw_tile(sheet: Sheet, emblem: Emblem, place: Point, radius: float) -> None:
    """A tile of wood with a character, which looks where the piece does if the tile has a point."""
    line = max(0.5, 0.06 * radius)
    if emblem.shape == COIN:
        for share, thick in ((1.0, line), (0.8, 0.8 * line)):
            sheet.circle(
                place, share * radius - thick / 2,
                fill=emblem.fill, stroke=emblem.ink, stroke_width=thick,
            )  # fmt: skip
        size, turn = 1.1 * radius, 0.0
    else:
        corners = [_turned(corner, place, radius, emblem.turn) for corner in CORNERS]
        with sheet.group(data_figure="", stroke_linejoin="round"):
            sheet.polygon(corners, fill=emblem.fill, stroke=WOODEN_RIM, stroke_width=line)
        size, turn = 1.15 * radius, emblem.turn
    style = {"transform": f"rotate({number(turn)} {number(place[0])} {number(place[1])})"}
    if emblem.letters:
        sheet.text(
            place, emblem.letters, size,
            fill=emblem.ink, font_family="serif", **(style if turn else {}),
        )  # fmt: skip


def _turned(corner: Point, place: Point, radius: float, degrees: float) -> Point:
    """A corner of a tile on its place."""
    (x, y), angle = corner, math.radians(degrees)
    cosine, sine = math.cos(angle), math.sin(angle)
    return place[0] + radius * (x * cosine - y * sine), place[1] + radius * (x * sine + y * cosine)


def _draw_hoop(sheet: Sheet, emblem: Emblem, place: Point, radius: float, line: float) -> None:
    wide = 0.34 * radius
    for stroke, thick in ((emblem.rim, wide + 2 * line), (emblem.fill, wide)):
        sheet.circle(place, 0.75 * radius, fill="none", stroke=stroke, stroke_width=thick)


def _draw_groove(sheet: Sheet, emblem: Emblem, place: Point, radius: float) -> None:
    wide = max(0.5, 0.1 * radius)
    sheet.circle(
        place, radius, fill="none", stroke=emblem.ink, stroke_opacity=0.35, stroke_width=wide
    )


def _draw_cross(sheet: Sheet, emblem: Emblem, place: Point, radius: float, line: float) -> None:
    x, y = place
    arm, wide = 0.62 * radius, 0.34 * radius
    for stroke, thick in ((emblem.rim, wide + 2 * line), (emblem.fill, wide)):
        with sheet.group(stroke=stroke, stroke_linecap="round"):
            for up in (-arm, arm):
                sheet.line((x - arm, y - up), (x + arm, y + up), stroke_width=thick)


def draw_bar(
    sheet: Sheet, emblem: Emblem, ends: tuple[Point, Point], wide: float, halo: str = ""
) -> None:
    """A piece that lies along an edge, with a line of a colour around it if one is given."""
    (ax, ay), (bx, by) = ends
    dx, dy = GAP * (bx - ax), GAP * (by - ay)
    line = max(0.6, 0.14 * wide)
    strokes = [(halo, wide + 6 * line)] if halo else []
    strokes += [(emblem.rim, wide + 2 * line), (emblem.fill, wide)]
    with sheet.group(stroke_linecap="round"):
        for stroke, thick in strokes:
            sheet.line((ax + dx, ay + dy), (bx - dx, by - dy), stroke=stroke, stroke_width=thick)
    if emblem.letters:
        middle = ((ax + bx) / 2, (ay + by) / 2)
        sheet.text(middle, emblem.letters, 1.2 * wide, fill=emblem.ink, font_weight="bold")


def draw_badge(sheet: Sheet, text: str, place: Point, radius: float) -> None:
    """A number at the lower right of a piece."""
    spot = (place[0] + 0.72 * radius, place[1] + 0.72 * radius)
    size = BADGE * radius
    around = 0.62 * max(size, width(text, size))
    sheet.circle(spot, around, fill=LIGHT, stroke=DARK, stroke_width=max(0.5, 0.05 * radius))
    sheet.text(spot, text, size, fill=DARK)

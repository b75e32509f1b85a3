"""What pieces look like on a picture: the colours of players, and a shape or letters for a kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.board.graph import Point
from interpreter.show.protocol import ShownGame
from interpreter.show.status import plain_name
from interpreter.show.svg.canvas import Sheet, width

if TYPE_CHECKING:
    from interpreter.language.parts import PieceKind

LIGHT, DARK = "#fffdf6", "#26262a"
# Of players 1, 2, …: those that come first can be told apart without seeing colours; Okabe and
# Ito 2008, then others. More than four players bear their numbers, too.
COLOURS = (
    LIGHT, DARK, "#d55e00", "#0072b2", "#009e73", "#f0e442", "#cc79a7", "#56b4e9",
    "#7b4a1e", "#5e3c99", "#b2df8a", "#8c1c3a", "#0b5d66", "#fdbf9f", "#6b6b1f", "#cab2d6",
)  # fmt: skip
NOBODY = "#a39c92"
FEW_PLAYERS = 4

SHAPES = {
    "ball": "disc", "bean": "disc", "counter": "disc", "disc": "disc", "marker": "disc",
    "seed": "disc", "stone": "disc", "cross": "cross", "nought": "ring", "ring": "ring",
    "half": "square", "square": "square",
}  # fmt: skip
LETTERS = {"bishop": "B", "king": "K", "knight": "N", "queen": "Q", "rook": "R"}
DOUBLE = "double"
GAP = 0.14
"""How much of an edge is left free at either end of what lies on it."""
BADGE = 0.62
"""The size of a badge by the radius of a piece."""


@dataclass(frozen=True, slots=True)
class Emblem:
    """What a kind of piece looks like.

    Args:
        name: the kind, without its owner
        fill: the colour of the owner
        shape: disc, double disc, cross, ring or square
        letters: what is written on it, if anything
    """

    name: str
    fill: str
    shape: str
    letters: str

    @property
    def ink(self) -> str:
        """A colour that can be read on the piece."""
        return DARK if luminance(self.fill) > 0.3 else LIGHT

    @property
    def rim(self) -> str:
        """The colour of its outline."""
        return "#8b8b92" if luminance(self.fill) < 0.05 else DARK


def colour(game: ShownGame, owner: int) -> str:
    """The colour of a player's pieces, or of those that belong to nobody."""
    return COLOURS[owner - 1] if 1 <= owner <= game.players else NOBODY


def luminance(colour: str) -> float:
    """How light a colour is, from 0 to 1 (WCAG 2.2, relative luminance)."""
    parts = (int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def emblems(game: ShownGame) -> dict[int, Emblem]:
    """What every kind of piece looks like, by its number."""
    letters = _letters(game)
    return {piece.number: _emblem(game, piece, letters) for piece in game.pieces}


def _emblem(game: ShownGame, piece: PieceKind, letters: dict[str, str]) -> Emblem:
    name = plain_name(piece)
    shape = _shape(name)
    written = letters.get(name, "")
    if not written and game.players > FEW_PLAYERS and 1 <= piece.owner <= game.players:
        written = str(piece.owner)
    return Emblem(name, colour(game, piece.owner), shape, written)


def _shape(name: str) -> str:
    word = name.lower()
    if word.startswith(DOUBLE):
        return DOUBLE
    return SHAPES.get(word, "disc")


def _letters(game: ShownGame) -> dict[str, str]:
    """What is written on pieces, by their names, so that no two kinds look the same.

    Where all kinds look different by their shapes, or there is one, nothing is.
    """
    names = list(dict.fromkeys(plain_name(piece) for piece in game.pieces))
    shapes: set[str] = set()
    found: dict[str, str] = {}
    for name in names:
        known = name.lower() in SHAPES or name.lower().startswith(DOUBLE)
        plain = known or (len(names) == 1 and name.lower() not in LETTERS)
        if plain and _shape(name) not in shapes:
            shapes.add(_shape(name))
        else:
            found[name] = ""
    for name in sorted(found, key=lambda name: name.lower() not in LETTERS):
        found[name] = next(text for text in _wanted(name) if text not in found.values())
    return found


def _wanted(name: str) -> Iterator[str]:
    """Letters for a name, the best first."""
    word = re.sub(r"\W", "", name) or "?"
    yield LETTERS.get(name.lower(), word[0].upper())
    yield from (word[0].upper() + letter.lower() for letter in word[1:])
    yield from (f"{word[0].upper()}{number}" for number in range(1, 1000))


# Drawing


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
        case _:
            _draw_disc(sheet, emblem, place, radius - line / 2, line)
            if not emblem.letters:
                _draw_groove(sheet, emblem, place, 0.64 * radius)
    if emblem.letters:
        size = min(1.3, 1.35 / width(emblem.letters, 1.0)) * radius
        sheet.text(place, emblem.letters, size, fill=emblem.ink, font_weight="bold")


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

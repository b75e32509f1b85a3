"""Figures of chess as outlines, by the names of pieces.

A figure stands in a square from -1 to 1, y downwards. Its outlines are lines and curves as SVG has
them, in absolute coordinates and without arcs, so that they can be put anywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from interpreter.board.graph import Point
from interpreter.show.svg.canvas import Sheet, number

PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")
SMALLER = 0.84
"""The size of two figures that stand together for one piece, by that of one alone."""


@dataclass(frozen=True, slots=True)
class Figure:
    """What a figure is drawn of, the first below.

    Args:
        outlines: areas in the owner's colour
        beads: circles in it: middle and radius
        lines: what is drawn on them
    """

    outlines: tuple[str, ...]
    beads: tuple[tuple[float, float, float], ...] = ()
    lines: tuple[str, ...] = ()

    def moved(self, by: Point, scale: float) -> Figure:
        """The same elsewhere and of another size."""
        return Figure(
            tuple(_placed(one, by, scale) for one in self.outlines),
            tuple((x * scale + by[0], y * scale + by[1], r * scale) for x, y, r in self.beads),
            tuple(_placed(one, by, scale) for one in self.lines),
        )


def _placed(course: str, by: Point, scale: float) -> str:
    """Lines and curves elsewhere and of another size."""

    def put(pair: re.Match[str]) -> str:
        x, y = (float(part) * scale + to for part, to in zip(pair.groups(), by, strict=True))
        return f"{number(x)} {number(y)}"

    return PAIR.sub(put, course)


PAWN = Figure(
    (
        "M-0.54 0.9L0.54 0.9L0.54 0.74C0.54 0.52 0.28 0.44 0.2 0.02L0.38 -0.06L0.38 -0.18"
        "L0.22 -0.22C0.44 -0.42 0.34 -0.82 0 -0.82C-0.34 -0.82 -0.44 -0.42 -0.22 -0.22"
        "L-0.38 -0.18L-0.38 -0.06L-0.2 0.02C-0.28 0.44 -0.54 0.52 -0.54 0.74Z",
    ),
    lines=("M-0.5 0.68L0.5 0.68",),
)
ROOK = Figure(
    (
        "M-0.64 0.9L0.64 0.9L0.64 0.7L0.46 0.6L0.38 -0.26L0.56 -0.4L0.56 -0.84L0.32 -0.84"
        "L0.32 -0.66L0.13 -0.66L0.13 -0.84L-0.13 -0.84L-0.13 -0.66L-0.32 -0.66L-0.32 -0.84"
        "L-0.56 -0.84L-0.56 -0.4L-0.38 -0.26L-0.46 0.6L-0.64 0.7Z",
    ),
    lines=("M-0.38 -0.26L0.38 -0.26", "M-0.46 0.6L0.46 0.6"),
)
BISHOP = Figure(
    (
        "M-0.62 0.9L0.62 0.9L0.62 0.74C0.62 0.58 0.4 0.62 0.28 0.34C0.58 0.12 0.54 -0.34 0 -0.72"
        "C-0.54 -0.34 -0.58 0.12 -0.28 0.34C-0.4 0.62 -0.62 0.58 -0.62 0.74Z",
    ),
    ((0.0, -0.8, 0.12),),
    ("M-0.28 0.34L0.28 0.34", "M0 -0.38L0 0.08", "M-0.2 -0.16L0.2 -0.16"),
)
KNIGHT = Figure(
    (
        "M-0.5 0.9L0.62 0.9C0.74 0.2 0.68 -0.56 0.08 -0.72L0.02 -0.96L-0.16 -0.74"
        "C-0.5 -0.62 -0.46 -0.34 -0.8 0C-0.9 0.14 -0.8 0.34 -0.64 0.32"
        "C-0.5 0.34 -0.46 0.2 -0.32 0.14"
        "C-0.14 0.12 -0.02 0.08 0.06 -0.06C0.1 0.28 -0.46 0.36 -0.5 0.9Z",
    ),
    lines=(
        "M-0.34 -0.36L-0.24 -0.38",
        "M-0.7 0.1L-0.66 0.08",
        "M0.14 -0.56C0.48 -0.36 0.52 0.2 0.44 0.72",
    ),
)
QUEEN = Figure(
    (
        "M-0.58 0.9L0.58 0.9L0.58 0.74L0.46 0.58L0.5 0.3L0.82 -0.44L0.46 -0.1L0.4 -0.66"
        "L0.15 -0.16L0 -0.74L-0.15 -0.16L-0.4 -0.66L-0.46 -0.1L-0.82 -0.44L-0.5 0.3L-0.46 0.58"
        "L-0.58 0.74Z",
    ),
    (
        (0, -0.8, 0.11),
        (0.42, -0.72, 0.1),
        (-0.42, -0.72, 0.1),
        (0.84, -0.5, 0.1),
        (-0.84, -0.5, 0.1),
    ),
    ("M-0.5 0.3C-0.2 0.2 0.2 0.2 0.5 0.3", "M-0.46 0.58C-0.2 0.5 0.2 0.5 0.46 0.58"),
)
KING = Figure(
    (
        "M-0.08 -0.5L-0.08 -0.66L-0.22 -0.66L-0.22 -0.81L-0.08 -0.81L-0.08 -0.96L0.08 -0.96"
        "L0.08 -0.81L0.22 -0.81L0.22 -0.66L0.08 -0.66L0.08 -0.5Z",
        "M0 0.1C-0.3 -0.26 -0.2 -0.54 0 -0.54C0.2 -0.54 0.3 -0.26 0 0.1Z",
        "M-0.6 0.9L0.6 0.9L0.6 0.74L0.48 0.6L0.48 0.36C0.98 0 0.84 -0.46 0.44 -0.4"
        "C0.16 -0.36 0.06 -0.12 0 0.1C-0.06 -0.12 -0.16 -0.36 -0.44 -0.4"
        "C-0.84 -0.46 -0.98 0 -0.48 0.36"
        "L-0.48 0.6L-0.6 0.74Z",
    ),
    lines=("M-0.48 0.36C-0.2 0.26 0.2 0.26 0.48 0.36", "M-0.48 0.6C-0.2 0.5 0.2 0.5 0.48 0.6"),
)
FERZ = Figure(
    (
        "M-0.56 0.9L0.56 0.9L0.56 0.74L0.4 0.58L0.42 0.3L0.58 -0.42L0.22 -0.1L0 -0.56L-0.22 -0.1"
        "L-0.58 -0.42L-0.42 0.3L-0.4 0.58L-0.56 0.74Z",
    ),
    ((0.0, -0.66, 0.15),),
    ("M-0.42 0.3L0.42 0.3", "M-0.4 0.58L0.4 0.58"),
)
ELEPHANT = Figure(
    (
        "M-0.24 0.86L-0.24 0.42C0 0.52 0.24 0.52 0.4 0.42L0.4 0.86L0.74 0.86"
        "C0.78 0.4 0.9 0.1 0.78 -0.2"
        "C0.62 -0.62 0.1 -0.66 -0.14 -0.54C-0.44 -0.72 -0.84 -0.5 -0.86 -0.1"
        "C-0.88 0.3 -0.96 0.4 -0.9 0.7"
        "L-0.74 0.7C-0.76 0.5 -0.64 0.3 -0.58 0.2L-0.56 0.86Z",
    ),
    lines=(
        "M-0.62 -0.22L-0.56 -0.22",
        "M-0.3 -0.46C-0.46 -0.1 -0.3 0.24 -0.12 0.14C0.08 0.02 0.08 -0.36 -0.1 -0.52",
    ),
)
STUPA = Figure(
    (
        "M-0.62 0.9L0.62 0.9L0.62 0.72L0.46 0.6C0.5 0.1 0.2 0 0.14 -0.3L0.06 -0.9L-0.06 -0.9"
        "L-0.14 -0.3C-0.2 0 -0.5 0.1 -0.46 0.6L-0.62 0.72Z",
    ),
    lines=("M-0.46 0.6L0.46 0.6", "M-0.14 -0.3L0.14 -0.3", "M-0.4 0.26L0.4 0.26"),
)


def _together(behind: Figure) -> Figure:
    """A knight and who else's moves a piece has, on one base."""
    back, front = behind.moved((0.2, -0.13), SMALLER), KNIGHT.moved((-0.2, 0.13), SMALLER)
    return replace(
        front,
        outlines=back.outlines + front.outlines,
        beads=back.beads,
    )


DRAWN = {
    "pawn": PAWN, "rook": ROOK, "bishop": BISHOP, "knight": KNIGHT, "queen": QUEEN, "king": KING,
    "ferz": FERZ, "elephant": ELEPHANT, "khon": STUPA, "met": STUPA.moved((0, 0.24), 0.74),
    "chancellor": _together(ROOK), "archbishop": _together(BISHOP), "amazon": _together(QUEEN),
}  # fmt: skip
NAMES = {
    **{name: name for name in DRAWN},
    "alfil": "elephant", "fers": "ferz", "sitke": "ferz", "sin": "elephant",
    "cardinal": "archbishop", "princess": "archbishop", "marshall": "chancellor",
    "empress": "chancellor",
}  # fmt: skip
"""Which figure a name stands for."""
CHESSMEN = frozenset(NAMES)
"""The names of what chess and its kin are played with."""


def draw_figure(
    sheet: Sheet, figure: Figure, place: Point, radius: float, fill: str, rim: str, ink: str
) -> None:
    """A figure in colours: its own, that of its outline and that of the lines on it."""
    put = figure.moved(place, radius)
    corners = [(place[0] - radius, place[1] - radius), (place[0] + radius, place[1] + radius)]
    line = max(0.5, 0.06 * radius)
    with sheet.group(
        data_figure="", fill=fill, stroke=rim, stroke_width=line, stroke_linejoin="round"
    ):
        for outline in put.outlines:
            sheet.path(outline, corners)
        for x, y, small in put.beads:
            sheet.circle((x, y), small)
        if put.lines:
            sheet.path("".join(put.lines), corners, fill="none", stroke=ink, stroke_linecap="round")

"""What a figure is drawn of: outlines in a square from -1 to 1, y downwards.

They are lines and curves as SVG has them, in absolute coordinates and without arcs, so that they
can be put anywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from interpreter.board.graph import Point
from interpreter.show.svg.canvas import Sheet, number

PAIR = re.compile(r"(-?[\d.]+) (-?[\d.]+)")


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

"""A drawing as SVG: shapes in the order they are drawn, and the box that they fill.

Everything is written as plain attributes: a style sheet or an id would reach into the page that
the drawing is shown in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from xml.etree.ElementTree import Element, indent, tostring

from interpreter.board.graph import Point

NAMESPACE = "http://www.w3.org/2000/svg"
MARGIN = 10.0
CORNER = 8.0
ACCENT = "#c2185b"
"""The colour of the last move."""
WIDE, NARROW = 1.0, 0.6
"""The width of a letter by its size, at most: nobody knows the fonts of the reader."""
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML file may hold, however it is written."""


class Sheet:
    """Shapes, with x to the right and y downwards."""

    def __init__(self) -> None:
        self._inside = Element("svg")
        self.left = self.top = float("inf")
        self.right = self.bottom = float("-inf")

    # What is filled

    def reach(self, points: Iterable[Point], margin: float = 0.0) -> None:
        """Make the box hold some points, and what lies so far around them."""
        for x, y in points:
            self.left, self.right = min(self.left, x - margin), max(self.right, x + margin)
            self.top, self.bottom = min(self.top, y - margin), max(self.bottom, y + margin)

    # Shapes

    def circle(self, middle: Point, radius: float, **style: object) -> None:
        """A circle."""
        self.reach([middle], radius + _half(style))
        self._add("circle", cx=middle[0], cy=middle[1], r=radius, **style)

    def line(self, a: Point, b: Point, **style: object) -> None:
        """A straight line."""
        self.reach([a, b], _half(style))
        self._add("line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], **style)

    def box(self, corner: Point, width: float, height: float, **style: object) -> None:
        """A rectangle from its corner at the top left."""
        x, y = corner
        self.reach([corner, (x + width, y + height)], _half(style))
        self._add("rect", x=x, y=y, width=width, height=height, **style)

    def path(self, course: str, around: Iterable[Point], **style: object) -> None:
        """Lines and arcs.

        Args:
            course: as SVG has it, such as `M0 0L1 1`
            around: points that span it
        """
        self.reach(around, _half(style))
        self._add("path", d=course, **style)

    def polygon(self, corners: Sequence[Point], **style: object) -> None:
        """Straight lines around an area."""
        self.path(f"{course(corners)}Z", corners, **style)

    def text(self, place: Point, text: str, size: float, **style: object) -> None:
        """A line of text, whose middle is at the height of the place.

        Args:
            place: where the anchor of the text is; its middle if the style names no other
        """
        x, y = place
        wide = width(text, size)
        anchor = style.setdefault("text_anchor", "middle")
        left = {"start": x, "end": x - wide}.get(str(anchor), x - wide / 2)
        self.reach([(left, y - size * 0.6), (left + wide, y + size * 0.6)])
        self._add("text", text, x=x, y=y + size * 0.35, font_size=size, **style)

    @contextmanager
    def group(self, **style: object) -> Generator[None]:
        """What is drawn inside has this style, where it says nothing else."""
        outside, self._inside = self._inside, element("g", **style)
        yield
        if len(self._inside):
            outside.append(self._inside)
        self._inside = outside

    def _add(self, tag: str, *inside: str, **attributes: object) -> None:
        self._inside.append(element(tag, *inside, **attributes))

    # The whole

    def document(
        self, title: str, description: str, size: float, paper: str, share: float = 1.0
    ) -> Element:
        """The picture.

        Args:
            title: what it shows
            description: the same for those who do not see it
            size: pixels of the longer side
            paper: the colour of the ground
            share: how wide the margin is by that of other pictures
        """
        margin = share * MARGIN
        left, top = self.left - margin, self.top - margin
        wide, high = self.right - left + margin, self.bottom - top + margin
        scale = size / max(wide, high)
        return element(
            "svg",
            element("title", title),
            element("desc", description),
            element("rect", x=left, y=top, width=wide, height=high, rx=share * CORNER, fill=paper),
            *self._inside,
            xmlns=NAMESPACE,
            width=wide * scale,
            height=high * scale,
            viewBox=" ".join(map(number, (left, top, wide, high))),
            role="img",
            font_family="sans-serif",
        )


def element(tag: str, *inside: Element | str, **attributes: object) -> Element:
    """An element of a picture.

    Args:
        tag: what it is, as SVG calls it
        inside: other elements, or a text
        attributes: `font_size` stands for `font-size`, and `class_` for `class`
    """
    made = Element(tag)
    for name, value in attributes.items():
        text = number(value) if isinstance(value, float) else str(value)
        made.set(name.rstrip("_").replace("_", "-"), text)
    for one in inside:
        if isinstance(one, str):
            made.text = one
        else:
            made.append(one)
    return made


def written(picture: Element) -> str:
    """A picture as text; what XML cannot hold is replaced."""
    indent(picture, " ")
    return FORBIDDEN.sub("\ufffd", tostring(picture, "unicode"))


def course(points: Iterable[Point]) -> str:
    """Straight lines from point to point, as SVG has them."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def number(value: float) -> str:
    """A number as short as it can be, to a hundredth."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def width(text: str, size: float) -> float:
    """How wide a text may be."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return size * (wide * WIDE + (len(text) - wide) * NARROW)


def _half(style: dict[str, object]) -> float:
    """How far a line goes beyond its middle."""
    wide = style.get("stroke_width", 0.0)
    return wide / 2 if isinstance(wide, float) else 0.0

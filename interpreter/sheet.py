"""A drawing as SVG: shapes in the order they are drawn, and the box that they fill.

Everything is written as plain attributes: a style sheet or an id would reach into the page that
the drawing is shown in.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager

from interpreter.graph import Point

MARGIN = 10.0
CORNER = 8.0
WIDE, NARROW = 1.0, 0.6
"""The width of a letter by its size, at most: nobody knows the fonts of the reader."""
UNSAFE = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML file may hold, however it is written."""


class Sheet:
    """Shapes, with x to the right and y downwards."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 1
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
        x, y = middle
        self._add("circle", {"cx": x, "cy": y, "r": radius} | style)

    def line(self, a: Point, b: Point, **style: object) -> None:
        """A straight line."""
        self.reach([a, b], _half(style))
        self._add("line", {"x1": a[0], "y1": a[1], "x2": b[0], "y2": b[1]} | style)

    def box(self, corner: Point, width: float, height: float, **style: object) -> None:
        """A rectangle from its corner at the top left."""
        x, y = corner
        self.reach([corner, (x + width, y + height)], _half(style))
        self._add("rect", {"x": x, "y": y, "width": width, "height": height} | style)

    def path(self, course: str, around: Iterable[Point], **style: object) -> None:
        """Lines and arcs.

        Args:
            course: as SVG has it, such as `M0 0L1 1`
            around: points that span it
        """
        self.reach(around, _half(style))
        self._add("path", {"d": course} | style)

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
        self._add("text", {"x": x, "y": y + size * 0.35, "font_size": size} | style, text)

    @contextmanager
    def group(self, **style: object) -> Generator[None]:
        """What is drawn inside has this style, where it says nothing else."""
        start = len(self._lines)
        self._lines.append(f"{' ' * self._depth}<g{_attributes(style)}>")
        self._depth += 1
        yield
        self._depth -= 1
        if len(self._lines) == start + 1:
            self._lines.pop()
        else:
            self._lines.append(f"{' ' * self._depth}</g>")

    def _add(self, tag: str, attributes: dict[str, object], text: str | None = None) -> None:
        end = "/>" if text is None else f">{escaped(text)}</{tag}>"
        self._lines.append(f"{' ' * self._depth}<{tag}{_attributes(attributes)}{end}")

    # The whole

    def document(self, title: str, description: str, size: float, paper: str) -> str:
        """The file, with a line feed behind its last line.

        Args:
            title: what it shows
            description: the same for those who do not see it
            size: pixels of the longer side
            paper: the colour of the ground
        """
        left, top = self.left - MARGIN, self.top - MARGIN
        wide, high = self.right - left + MARGIN, self.bottom - top + MARGIN
        scale = size / max(wide, high)
        box = " ".join(map(number, (left, top, wide, high)))
        ground = {"x": left, "y": top, "width": wide, "height": high, "rx": CORNER, "fill": paper}
        head = {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": wide * scale,
            "height": high * scale,
            "viewBox": box,
            "role": "img",
            "font_family": "sans-serif",
        }
        lines = [
            f"<svg{_attributes(head)}>",
            f" <title>{escaped(title)}</title>",
            f" <desc>{escaped(description)}</desc>",
            f" <rect{_attributes(ground)}/>",
            *self._lines,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"


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


def escaped(text: str) -> str:
    """Text as XML has it; what XML cannot hold is replaced."""
    safe = FORBIDDEN.sub("\ufffd", text)
    return "".join(UNSAFE.get(character, character) for character in safe)


def _attributes(named: Mapping[str, object]) -> str:
    texts = (
        (name.replace("_", "-"), number(value) if isinstance(value, float) else str(value))
        for name, value in named.items()
    )
    return "".join(f' {name}="{escaped(text)}"' for name, text in texts)


def _half(style: dict[str, object]) -> float:
    """How far a line goes beyond its middle."""
    wide = style.get("stroke_width", 0.0)
    return wide / 2 if isinstance(wide, float) else 0.0

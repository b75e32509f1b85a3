"""The kinds of games that were found, as a map; or, where there are no kinds, as points."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from interpreter.board.graph import Point
from interpreter.show.svg.canvas import element, written
from lab.breeding.keeping.archive import AXES, Axis
from lab.breeding.keeping.child import Child
from lab.breeding.telling.wording import name_of, score

Link = Callable[[Child], str]
"""Where on the page more is said of a game."""

CELL, GAP = 13.0, 12.0
SIDE, HEAD = 104.0, 22.0
LINE: Final = 15.0
SHADES: Final = 6
KEY: Final = 22.0
"""The height of the cells of the panel that explains the others."""
BROAD: Final = 46.0
"""The width of these."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Which scores have which shade.

    Args:
        low, high: the range of scores
    """

    low: float
    high: float

    def shade(self, value: float) -> int:
        """From 1 for the lowest to `SHADES`."""
        share = (value - self.low) / (self.high - self.low)
        return 1 + min(SHADES - 1, max(0, int(share * SHADES)))

    def bounds(self) -> list[float]:
        """Where shades meet, with both ends."""
        step = (self.high - self.low) / SHADES
        return [self.low + k * step for k in range(SHADES + 1)]


def scale(kept: Sequence[Child]) -> Scale:
    """A scale on which games differ; the few that are much worse than all others look alike."""
    scores = sorted(one.score for one in kept)
    low = math.floor(scores[len(scores) // 8] * 10) / 10
    high = math.ceil(scores[-1] * 10) / 10
    return Scale(min(low, high - 0.1), high)


def _ranges(axis: Axis) -> list[str]:
    """The bins of an axis without its name."""
    return [label.removeprefix(f"{axis.feature} ") for label in axis.labels]


# The map


def game_map(kept: Sequence[Child], link: Link, axes: Sequence[Axis] = AXES) -> Iterator[str]:
    """Panels for the first axis by the second; in each, cells for the last two axes.

    Where there are more axes, a row of panels is for one bin of each of these, too; rows without a
    game are left out then.
    """
    first, columns, *more, across, up = axes
    rows = _rows(kept, (first, *more))
    wide = SIDE + len(columns.labels) * (len(across.labels) * CELL + GAP)
    high = HEAD + len(rows) * (len(up.labels) * CELL + GAP)
    said, shades = f"{first.feature} by {columns.feature}", scale(kept)
    panels = _panels(kept, link, axes, rows, shades)
    yield '<p class="soft aside">The map goes on to the right: move it.</p>'
    yield '<div class="wide" tabindex="0" role="group" aria-label="map of kinds">'
    yield _picture(wide, high, panels, class_="map", role="group", aria_label=said)
    yield f'</div><div class="key">{_key(across, up)}'
    yield f'<div><p class="soft">{_what(across, up)}</p>{shading(shades)}</div></div>'


def _rows(kept: Sequence[Child], axes: Sequence[Axis]) -> list[tuple[int, ...]]:
    """The rows of panels: a bin of each of some axes."""
    if len(axes) == 1:
        return [(number,) for number in range(len(axes[0].labels))]
    return sorted({tuple(axis.bin(child) for axis in axes) for child in kept})


def _picture(wide: float, high: float, parts: Iterable[Element], **attributes: object) -> str:
    box = f"0 0 {wide:g} {high:g}"
    return written(element("svg", *parts, viewBox=box, width=wide, **attributes))


def _panels(
    kept: Sequence[Child],
    link: Link,
    axes: Sequence[Axis],
    rows: Sequence[tuple[int, ...]],
    shades: Scale,
) -> Iterator[Element]:
    first, columns, *more, across, up = axes
    wide, high = len(across.labels) * CELL, len(up.labels) * CELL
    for column, label in enumerate(columns.labels):
        x = SIDE + column * (wide + GAP) + wide / 2
        yield element("text", label, class_="mid", x=x, y=14)
    places = {tuple(axis.bin(child) for axis in axes): child for child in kept}
    for number, row in enumerate(rows):
        top = HEAD + number * (high + GAP)
        named = [axis.labels[at] for axis, at in zip((first, *more), row, strict=True)]
        middle = top + high / 2 + 4 - LINE / 2 * len(more)
        for line, label in enumerate(named):
            yield element("text", label, x=0, y=middle + line * LINE)
        for column in range(len(columns.labels)):
            left = SIDE + column * (wide + GAP)
            yield _cells(left, top, len(across.labels), len(up.labels), CELL, CELL)
            for (a, b, *rest, c, d), child in sorted(places.items()):
                if (a, *rest) == row and b == column:
                    corner = left + c * CELL, top + high - (d + 1) * CELL
                    yield _cell(child, corner, shades, link(child))


def _cells(left: float, top: float, columns: int, rows: int, wide: float, high: float) -> Element:
    """The lines between and around cells of the same size."""
    upright = "".join(f"M{left + k * wide:g} {top:g}v{rows * high:g}" for k in range(columns + 1))
    level = "".join(f"M{left:g} {top + k * high:g}h{columns * wide:g}" for k in range(rows + 1))
    return element("path", class_="cells", d=upright + level)


def _cell(child: Child, corner: Point, shades: Scale, link: str) -> Element:
    x, y = corner
    shade, size = f"s{shades.shade(child.score)}", CELL - 1
    cell = element("rect", class_=shade, x=x + 0.5, y=y + 0.5, width=size, height=size, rx=2)
    dot = element("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=2)
    said = f"{name_of(child)} {score(child.score)}: {child.place}"
    shown = [cell] if child.parents else [cell, dot]
    return element("a", element("title", said), *shown, href=link, aria_label=said)


def _key(across: Axis, up: Axis) -> str:
    """What cells mean."""
    columns, rows = _ranges(across), _ranges(up)
    left, top = 78.0, 16.0
    low, right = top + len(rows) * KEY, left + len(columns) * BROAD
    centre, middle = (left + right) / 2, (top + low) / 2
    parts = [
        element("text", text, class_="end", x=left - 6, y=low - (number + 0.5) * KEY + 4)
        for number, text in enumerate(rows)
    ]
    parts += [
        element("text", text, class_="mid", x=left + (number + 0.5) * BROAD, y=low + 15)
        for number, text in enumerate(columns)
    ]
    parts += [
        _cells(left, top, len(columns), len(rows), BROAD, KEY),
        element("text", f"{_meaning(across)} →", class_="mid", x=centre, y=low + 34),
        _upright(f"{_meaning(up)} →", middle),
    ]
    return _picture(right + 4, low + 40, parts, aria_hidden="true")


def _upright(text: str, middle: float) -> Element:
    """A text at the left, from below upwards."""
    turn = f"rotate(-90 11 {middle:g})"
    return element("text", text, class_="mid", transform=turn, x=11, y=middle)


MEANINGS: Final = {
    "length": ("plies", "longer games lie to the right"),
    "branching": ("moves to choose from", "those with more moves to choose from above"),
    "skill": ("skill", "those in which it pays more to search longer above"),
}
"""What an axis tells, and where in a panel more of it is."""


def _what(across: Axis, up: Axis) -> str:
    parts = [MEANINGS[axis.feature][1] for axis in (across, up) if axis.feature in MEANINGS]
    dot = "A dot marks a game that the run began with."
    return f"The cells of each panel: {', '.join(parts)}. {dot}" if parts else dot


def _meaning(axis: Axis) -> str:
    return MEANINGS.get(axis.feature, (axis.feature,))[0]


def shading(shades: Scale) -> str:
    """The shades and what they mean."""
    bounds = shades.bounds()
    said = f"darker is better: scores from {bounds[0]:.2f} to {bounds[-1]:.2f}"
    return _picture(SHADES * 44 + 40, 34, _shades(bounds), role="img", aria_label=said)


def _shades(bounds: Sequence[float]) -> Iterator[Element]:
    for number, low in enumerate(bounds):
        x = 20 + number * 44
        if number < SHADES:
            yield element("rect", class_=f"s{number + 1}", x=x, y=2, width=43, height=14, rx=2)
        text = f"≤ {low:.2f}" if not number and low > 0 else f"{low:.2f}"
        yield element("text", text, class_="mid", x=x, y=30)


# Points

FIELD, LOW = (640.0, 360.0), 40.0


def game_points(kept: Sequence[Child], link: Link) -> Iterator[str]:
    """Games by their length and the moves there are to choose from."""
    shades = scale(kept)
    said = "games by length and moves to choose from"
    points = _points(kept, link, shades)
    yield '<div class="wide">'
    yield _picture(*FIELD, points, class_="points", role="group", aria_label=said)
    yield f'</div><div class="key">{shading(shades)}</div>'


def _points(kept: Sequence[Child], link: Link, shades: Scale) -> Iterator[Element]:
    wide, high = FIELD
    lengths = _logs([_number(child, "length") for child in kept])
    choices = _logs([_number(child, "branching") for child in kept])
    for value in _rounds(lengths):
        x = _along(_log(value), lengths, 48, wide - 14)
        yield element("path", class_="grid", d=f"M{x:.1f} 10V{high - LOW:g}")
        yield element("text", f"{value:g}", class_="mid", x=x, y=high - LOW + 16)
    for value in _rounds(choices):
        y = _along(_log(value), choices, high - LOW, 10)
        yield element("path", class_="grid", d=f"M48 {y:.1f}H{wide - 14:g}")
        yield element("text", f"{value:g}", class_="end", x=42, y=y + 4)
    yield element("text", "plies →", class_="mid", x=wide / 2, y=high - 6)
    yield _upright("moves to choose from →", (high - LOW) / 2)
    for child in reversed(kept):  # the best on top
        x = _along(_log(_number(child, "length")), lengths, 48, wide - 14)
        y = _along(_log(_number(child, "branching")), choices, high - LOW, 10)
        yield _point(child, (x, y), shades, link(child))


def _point(child: Child, place: Point, shades: Scale, link: str) -> Element:
    x, y = place
    discs = [("paper", 7), (f"s{shades.shade(child.score)}", 7), ("dot", 2)]
    if child.parents:
        discs.pop()
    shown = [element("circle", class_=kind, cx=x, cy=y, r=radius) for kind, radius in discs]
    said = f"{name_of(child)} {score(child.score)}"
    return element("a", element("title", said), *shown, href=link, aria_label=said)


def _number(child: Child, name: str) -> float:
    value = child.features.get(name)
    return float(value) if isinstance(value, (int, float)) and value >= 1 else 1.0


def _log(value: float) -> float:
    return math.log2(value)


def _logs(values: Sequence[float]) -> tuple[float, float]:
    """The range of numbers on a scale on which doubling is a step."""
    low, high = _log(min(values)), _log(max(values))
    return (low - 0.3, high + 0.3) if high - low > 0.5 else (low - 1, high + 1)


def _rounds(span: tuple[float, float]) -> list[float]:
    """Round numbers whose logarithms lie in a range; two or more where there are."""
    found: list[float] = []
    for rounds in ((1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 8)):
        every = [one * 10**k for k in range(5) for one in rounds]
        found = [one for one in every if span[0] <= _log(one) <= span[1]]
        if len(found) > 1:
            break
    return found


def _along(value: float, span: tuple[float, float], start: float, end: float) -> float:
    return start + (end - start) * (value - span[0]) / (span[1] - span[0])

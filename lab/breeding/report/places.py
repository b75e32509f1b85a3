"""The kinds of games that were found, as a map; or, where there are no kinds, as points."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from lab.breeding.archive import AXES, Axis
from lab.breeding.child import Child
from lab.breeding.report.words import score

Link = Callable[[Child], str]
"""Where on the page more is said of a game."""

CELL, GAP = 13.0, 12.0
SIDE, HEAD = 74.0, 22.0
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


def is_mapped(kept: Sequence[Child], axes: Sequence[Axis] = AXES) -> bool:
    """Whether all games lie where these axes put them; other archives have other places."""
    return len(axes) == 4 and all(_place(child, axes) == child.place for child in kept)


def _place(child: Child, axes: Sequence[Axis]) -> str:
    return ", ".join(axis.labels[axis.bin(child)] for axis in axes)


def _ranges(axis: Axis) -> list[str]:
    """The bins of an axis without its name."""
    return [label.removeprefix(f"{axis.feature} ") for label in axis.labels]


# The map


def game_map(kept: Sequence[Child], link: Link, axes: Sequence[Axis] = AXES) -> Iterator[str]:
    """Panels for the first axis by the second; in each, cells for the third by the fourth."""
    rows, columns, across, up = axes
    wide, high = len(across.labels) * CELL, len(up.labels) * CELL
    whole = SIDE + len(columns.labels) * (wide + GAP), HEAD + len(rows.labels) * (high + GAP)
    shades = scale(kept)
    yield '<div class="wide" tabindex="0" role="group" aria-label="map of kinds">'
    yield (
        f'<svg class="map" viewBox="0 0 {whole[0]:g} {whole[1]:g}" width="{whole[0]:g}" '
        f'role="group" aria-label="{rows.feature} by {columns.feature}">'
    )
    for column, label in enumerate(columns.labels):
        x = SIDE + column * (wide + GAP) + wide / 2
        yield f'<text class="mid" x="{x:g}" y="14">{escape(label)}</text>'
    places = {tuple(axis.bin(child) for axis in axes): child for child in kept}
    for row, label in enumerate(rows.labels):
        top = HEAD + row * (high + GAP)
        yield f'<text x="0" y="{top + high / 2 + 4:g}">{escape(label)}</text>'
        for column in range(len(columns.labels)):
            left = SIDE + column * (wide + GAP)
            yield _panel(left, top, len(across.labels), len(up.labels), CELL)
            for (a, b, c, d), child in sorted(places.items()):
                if (a, b) == (row, column):
                    corner = left + c * CELL, top + high - (d + 1) * CELL
                    yield _cell(child, corner, shades, link(child))
    yield "</svg></div>"
    yield from _key(across, up, shades)


def _panel(left: float, top: float, columns: int, rows: int, size: float) -> str:
    upright = "".join(f"M{left + k * size:g} {top:g}v{rows * size:g}" for k in range(columns + 1))
    level = "".join(f"M{left:g} {top + k * size:g}h{columns * size:g}" for k in range(rows + 1))
    return f'<path class="cells" d="{upright}{level}"/>'


def _cell(child: Child, corner: tuple[float, float], shades: Scale, link: str) -> str:
    x, y = corner
    said = escape(f"{child.name or f'child {child.number}'} {score(child.score)}: {child.place}")
    dot = "" if child.parents else f'<circle cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}" r="2"/>'
    return (
        f'<a href="{link}" aria-label="{said}"><title>{said}</title>'
        f'<rect class="s{shades.shade(child.score)}" x="{x + 0.5:g}" y="{y + 0.5:g}" '
        f'width="{CELL - 1:g}" height="{CELL - 1:g}" rx="2"/>{dot}</a>'
    )


def _key(across: Axis, up: Axis, shades: Scale) -> Iterator[str]:
    """What cells and shades mean."""
    columns, rows = _ranges(across), _ranges(up)
    left, top = 62.0, 16.0
    low = top + len(rows) * KEY
    right = left + len(columns) * BROAD
    yield '<div class="key">'
    yield f'<svg viewBox="0 0 {right + 4:g} {low + 40:g}" width="{right + 4:g}" aria-hidden="true">'
    for number, text in enumerate(rows):
        y = low - (number + 0.5) * KEY + 4
        yield f'<text class="end" x="{left - 6:g}" y="{y:g}">{escape(text)}</text>'
    for number, text in enumerate(columns):
        x = left + (number + 0.5) * BROAD
        yield f'<text class="mid" x="{x:g}" y="{low + 15:g}">{escape(text)}</text>'
    grid = "".join(f"M{left + k * BROAD:g} {top:g}V{low:g}" for k in range(len(columns) + 1))
    grid += "".join(f"M{left:g} {top + k * KEY:g}H{right:g}" for k in range(len(rows) + 1))
    yield f'<path class="cells" d="{grid}"/>'
    centre, middle = (left + right) / 2, (top + low) / 2
    yield f'<text class="mid" x="{centre:g}" y="{low + 34:g}">{_meaning(across)} →</text>'
    yield (
        f'<text class="mid" transform="rotate(-90 11 {middle:g})" x="11" y="{middle:g}">'
        f"{_meaning(up)} →</text></svg>"
    )
    yield f'<div><p class="soft">{WHAT}</p>{shading(shades)}</div></div>'


WHAT: Final = (
    "The cells of each panel: longer games lie to the right, those with more moves to choose "
    "from above. A dot marks a game that the run began with."
)


def _meaning(axis: Axis) -> str:
    return {"length": "plies", "branching": "moves to choose from"}.get(axis.feature, axis.feature)


def shading(shades: Scale) -> str:
    """The shades and what they mean."""
    bounds = shades.bounds()
    parts = [
        f'<svg viewBox="0 0 {SHADES * 44 + 40} 34" width="{SHADES * 44 + 40}" role="img" '
        f'aria-label="darker is better: scores from {bounds[0]:.2f} to {bounds[-1]:.2f}">'
    ]
    for number, low in enumerate(bounds):
        x = 20 + number * 44
        if number < SHADES:
            parts.append(
                f'<rect class="s{number + 1}" x="{x}" y="2" width="43" height="14" rx="2"/>'
            )
        text = f"≤ {low:.2f}" if not number and low > 0 else f"{low:.2f}"
        parts.append(f'<text class="mid" x="{x}" y="30">{text}</text>')
    return "".join([*parts, "</svg>"])


# Points

FIELD, LOW = (640.0, 360.0), 40.0


def game_points(kept: Sequence[Child], link: Link) -> Iterator[str]:
    """Games by their length and the moves there are to choose from."""
    shades = scale(kept)
    wide, high = FIELD
    lengths = _logs([_number(child, "length") for child in kept])
    choices = _logs([_number(child, "branching") for child in kept])
    yield '<div class="wide">'
    yield (
        f'<svg class="points" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" role="group" '
        f'aria-label="games by length and moves to choose from">'
    )
    for value in _rounds(lengths):
        x = _along(_log(value), lengths, 48, wide - 14)
        yield f'<path class="grid" d="M{x:.1f} 10V{high - LOW:g}"/>'
        yield f'<text class="mid" x="{x:.1f}" y="{high - LOW + 16:g}">{value:g}</text>'
    for value in _rounds(choices):
        y = _along(_log(value), choices, high - LOW, 10)
        yield f'<path class="grid" d="M48 {y:.1f}H{wide - 14:g}"/>'
        yield f'<text class="end" x="42" y="{y + 4:.1f}">{value:g}</text>'
    yield f'<text class="mid" x="{wide / 2:g}" y="{high - 6:g}">plies →</text>'
    middle = (high - LOW) / 2
    yield (
        f'<text class="mid" transform="rotate(-90 11 {middle:g})" x="11" y="{middle:g}">'
        "moves to choose from →</text>"
    )
    for child in reversed(kept):  # the best on top
        x = _along(_log(_number(child, "length")), lengths, 48, wide - 14)
        y = _along(_log(_number(child, "branching")), choices, high - LOW, 10)
        yield _point(child, (x, y), shades, link(child))
    yield f'</svg></div><div class="key">{shading(shades)}</div>'


def _point(child: Child, place: tuple[float, float], shades: Scale, link: str) -> str:
    said = escape(f"{child.name or f'child {child.number}'} {score(child.score)}")
    x, y = place
    dot = "" if child.parents else f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="2"/>'
    return (
        f'<a href="{link}" aria-label="{said}"><title>{said}</title><circle class="paper" '
        f'cx="{x:.1f}" cy="{y:.1f}" r="7"/><circle class="s{shades.shade(child.score)}" '
        f'cx="{x:.1f}" cy="{y:.1f}" r="7"/>{dot}</a>'
    )


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

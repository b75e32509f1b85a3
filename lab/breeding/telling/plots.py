"""Plots of a run as SVG, in the colours of the page."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element

from interpreter.show.svg.canvas import element, written

WIDE, HIGH = 420.0, 210.0
LEFT, RIGHT, TOP, BOTTOM = 46.0, 14.0, 10.0, 36.0
POINTS: Final = 240
"""A line is drawn through so many points at most."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a plot.

    Args:
        name: what it shows
        values: for each child, in order
        style: its class
    """

    name: str
    values: Sequence[float]
    style: str = "line"


def plot(name: str, lines: Sequence[Line], across: str, *, least: float | None = 0.0) -> str:
    """Lines over the number of children.

    Args:
        name: what is shown, for those who do not see it
        lines: one or more, all as long
        across: what is counted from left to right
        least: where the upright axis begins; None for somewhere below the lowest value
    """
    count = len(lines[0].values)
    low, high = _range([value for line in lines for value in line.values], least)
    parts = (
        element("title", name),
        *_scales(low, high, count),
        *(element("path", class_=one.style, d=_course(one.values, low, high)) for one in lines),
        element("text", across, class_="tick mid", x=(LEFT + WIDE - RIGHT) / 2, y=HIGH - 4),
    )
    box = f"0 0 {WIDE:g} {HIGH:g}"
    return written(element("svg", *parts, role="img", viewBox=box, class_="plot"))


def _scales(low: float, high: float, count: int) -> Iterator[Element]:
    """Round numbers beside and below the plot."""
    for value in ticks(low, high):
        y = _y(value, low, high)
        yield element("path", class_="grid", d=f"M{LEFT:g} {y:.1f}H{WIDE - RIGHT:g}")
        yield element("text", f"{value:,g}", class_="tick end", x=LEFT - 6, y=y + 4)
    for value in ticks(0, count, whole=True):
        x, y = _x(value, count), HIGH - BOTTOM + 16
        yield element("text", f"{value:,g}", class_="tick mid", x=x, y=y)


def _range(values: Sequence[float], least: float | None) -> tuple[float, float]:
    high = max(values)
    low = min(values) if least is None else least
    if high <= low:
        high = low + 1.0
    return (low - 0.08 * (high - low) if least is None else low), high + 0.05 * (high - low)


def _x(number: float, count: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * (number / max(1, count))


def _y(value: float, low: float, high: float) -> float:
    return TOP + (HIGH - TOP - BOTTOM) * (high - value) / (high - low)


def _course(values: Sequence[float], low: float, high: float) -> str:
    """A line in steps; of many values some are left out, never the last."""
    count = len(values)
    every = max(1, math.ceil(count / POINTS))
    numbers = [*range(0, count - 1, every), count - 1]
    parts: list[str] = []
    before: float | None = None
    for number in numbers:
        value = values[number]
        x, y = _x(number + 1, count), _y(value, low, high)
        if before is None:
            parts.append(f"M{x:.1f} {y:.1f}")
        elif value != before or number == numbers[-1]:
            parts.append(f"H{x:.1f}V{y:.1f}")
        before = value
    return "".join(parts)


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """Round numbers between two others, three to seven of them."""
    size = 10 ** math.floor(math.log10((high - low) / 3))
    step = next(size * k for k in (1, 2, 5, 10) if (high - low) / (size * k) <= 6)
    if whole:
        step = max(1, round(step))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(k * step, 10) for k in range(first, last + 1)]


def bar(share: float, style: str = "") -> str:
    """A share from 0 to 1 as a bar."""
    kind = f' class="{style}"' if style else ""
    return f'<div class="bar"><i{kind} style="width:{100 * share:.2f}%"></i></div>'

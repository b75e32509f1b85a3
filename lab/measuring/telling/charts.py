"""Plots as SVG that takes its colours from the page it stands on, light or dark."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any
from xml.etree.ElementTree import fromstring, register_namespace

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator

from interpreter.show.svg.canvas import NAMESPACE, written
from lab.matches.ratings import interval
from lab.measuring.estimates import Floats
from lab.measuring.plan import FOOT
from lab.measuring.plies import Record, leads_of_winners

# Else `ns0:` is written before every name.
register_namespace("", NAMESPACE)
register_namespace("xlink", "http://www.w3.org/1999/xlink")
INK, LINE, FAINT, BAND = COLOURS = ("#010101", "#020202", "#030303", "#040404")
"""Stand for colours of the page; nothing else is drawn in these."""
NAMES = {INK: "ink", LINE: "line", FAINT: "faint", BAND: "band"}
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 11,
    "text.color": INK, "axes.edgecolor": FAINT, "axes.labelcolor": INK,
    "xtick.color": INK, "ytick.color": INK, "axes.spines.top": False, "axes.spines.right": False,
}  # fmt: skip
REFERENCE = re.compile(r'(?:href="|url\()#([^")]*)')
SIZE = (6.4, 3.4)
SHOWN = 5
"""Single games whose leads are drawn."""


def drawn(name: str, draw: Callable[[Any], None]) -> str:
    """A plot as SVG; the name keeps its identifiers apart from those of others."""
    with mpl.rc_context({**STYLE, "svg.hashsalt": name}):
        canvas = Canvas(figsize=SIZE, layout="constrained")
        canvas.patch.set_alpha(0)
        axes = canvas.add_subplot()
        axes.patch.set_alpha(0)
        draw(axes)
        text = io.StringIO()
        about = dict.fromkeys(("Creator", "Date", "Format", "Type"))  # nothing
        canvas.savefig(text, format="svg", metadata=about)
    return _inline(text.getvalue(), name)


def _inline(text: str, name: str) -> str:
    """What of a file can stand within a page."""
    used = {*REFERENCE.findall(text)}
    for colour, variable in NAMES.items():
        text = text.replace(colour, f"var(--{variable})")
    picture = fromstring(text)
    for part in picture.iter():
        if part.get("id") not in used:
            part.attrib.pop("id", None)
    del picture.attrib["width"], picture.attrib["height"]
    picture.attrib |= {"role": "img", "aria-label": name}
    return written(picture)


def leads(records: Sequence[Record], name: str) -> str | None:
    """The lead of the winner over the course of his games."""
    found = leads_of_winners(records)
    if found is None:
        return None
    when, curves, low, middle, high = found.when, found.curves, found.low, found.middle, found.high

    def draw(axes: Any) -> None:
        axes.axhline(0, color=FAINT, linewidth=0.8)
        axes.fill_between(100 * when, low, high, color=BAND, linewidth=0)
        for curve in curves[:SHOWN]:
            axes.plot(100 * when, curve, color=FAINT, linewidth=0.8)
        axes.plot(100 * when, middle, color=LINE, linewidth=2.2)
        axes.set(xlim=(0, 100), ylim=(-1.02, 1.02), xlabel="% of the game", ylabel="winner's lead")

    return drawn(name, draw)


def lengths(records: Sequence[Record], name: str) -> str:
    """How long games are."""
    counts = np.array([game.choices for game in records])
    span = int(counts.max() - counts.min()) + 1
    edges = np.arange(span + 1) if span <= 40 else np.linspace(0, span, 25)

    def draw(axes: Any) -> None:
        axes.hist(counts, bins=edges + counts.min() - 0.5, color=LINE, rwidth=0.9)
        axes.axvline(counts.mean(), color=INK, linewidth=1, linestyle=":")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set(xlabel="plies with a choice", ylabel="games")

    return drawn(name, draw)


def strength(ladder: Floats, name: str) -> str:
    """What it is worth to search more than the others, rung by rung."""
    rungs, games = ladder.shape
    places = np.arange(rungs)
    shares = ladder.mean(axis=1)
    bounds = np.array([interval(round(share * games), games) for share in shares])

    def draw(axes: Any) -> None:
        axes.axhline(50, color=FAINT, linewidth=0.8)
        axes.fill_between(places, *(100 * bounds.T), color=BAND, linewidth=0)
        axes.plot(places, 100 * shares, color=LINE, linewidth=2.2, marker="o")
        axes.set_xticks(places, [f"{FOOT * (1 << k):g}" for k in places])
        about = "iterations of the others for each legal move"
        axes.set(ylim=(0, 102), xlabel=about, ylabel="points won, %")

    return drawn(name, draw)

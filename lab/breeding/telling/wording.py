"""How numbers, names and commands are written on the page of a run."""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from lab.breeding.keeping.child import Child
from lab.breeding.kinds import DISTANCE, KNOWN, NEAREST
from lab.breeding.making.naming import title
from lab.measuring.estimates import short


def name_of(child: Child) -> str:
    """What a child is called; those that did not live have numbers alone."""
    return child.name or f"child {child.number}"


def founder_name(child: Child | None, text: str, number: int) -> str:
    """What a founder is called, also if it did not live."""
    return (child.name if child else "") or title(text) or f"founder {number}"


def score(value: float) -> str:
    """A score, to three digits."""
    return f"{value:.3f}"


def number(value: object) -> str:
    """A number that was measured, as short as it makes sense; a dash for none."""
    if not isinstance(value, (int, float)):
        return "–"
    return f"{value:.0f}" if value >= 20 or value == round(value) else f"{value:.1f}"


def measured(three: tuple[float, float, float]) -> str:
    """A measure with its interval."""
    value, low, high = three
    return f"{short(value)} ({short(low)} to {short(high)})"


def percent(share: float) -> str:
    """A share; of little a digit more."""
    return f"{share:.0%}" if share >= 0.1 or not share else f"{share:.1%}"


def duration(seconds: float) -> str:
    """As `3 h 20 min`, `5 min 10 s`, `7.2 s` or `20 ms`."""
    if seconds < 0.9995:
        return f"{1000 * seconds:.3g} ms" if seconds >= 0.001 else "< 1 ms"
    if seconds < 60:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:,} h {minutes} min" if hours else f"{minutes} min {rest} s"


LATEST_S = 253_402_300_799.0
"""The last second of the year 9999, behind which no system tells the time."""


def moment(seconds: float) -> str:
    """A point in time; the same wherever it is read."""
    known = min(max(seconds, 0.0), LATEST_S)
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(known))


def several(count: int, word: str) -> str:
    """As `1 game`, `12 games`; `1 child`, `2 children`."""
    plural = "children" if word == "child" else f"{word}s"
    return f"{count:,} {word if count == 1 else plural}"


def listed(names: Iterable[str]) -> str:
    """As `a`, `a and b`, `a, b and c`."""
    *most, last = [*names] or [""]
    return f"{', '.join(most)} and {last}" if most else last


def changes(child: Child) -> str:
    """How a child was made: `drop twice and word`; of our examiner, in the order of the steps."""
    times = {1: "", 2: " twice"}
    steps = [(name, len([*same])) for name, same in groupby(child.change.split())]
    return listed(f"{name}{times.get(count, f' {count} times')}" for name, count in steps)


def command(verb: str, *arguments: str) -> str:
    """A command as one types it."""
    return f"ludwright {verb} {' '.join(map(quoted, arguments))}"


def quoted(argument: str) -> str:
    """An argument of a command, in quotation marks if it needs them."""
    plain = all(letter.isalnum() or letter in "_-./:+,=@" for letter in argument)
    return argument if plain and argument else shlex.quote(argument)


def copied(text: str) -> str:
    """A command or a file on the page, with a button that copies it."""
    return f'<span class="copied"><code>{escape(text)}</code>{COPY}</span>'


def copier(text: str) -> str:
    """A button that copies a command which is not shown."""
    said = escape(text)
    return (
        f'<button type="button" class="copy" data-text="{said}" title="{said}" hidden>copy</button>'
    )


COPY = '<button type="button" class="copy" hidden>copy</button>'


def likeness(child: Child) -> Iterator[str]:
    """Which known game a child is most like, and how far it is from it; nothing if that is unknown.

    As `nearest known game Gomoku, distance 0.31 (rules 0.25, play 0.37)`.
    """
    features = child.features
    if features.get(KNOWN):
        yield f"plays the same as {features[KNOWN]}"
    elif features.get(NEAREST):
        names = (DISTANCE, f"{DISTANCE} of rules", f"{DISTANCE} of play")
        far, rules, play = (f"{float(features.get(name, 0.0)):.2f}" for name in names)
        yield f"nearest known game {features[NEAREST]}, distance {far} (rules {rules}, play {play})"

"""The family of a game: all it comes from, back to the games that the run began with.

The drawing has a row for every generation, founders at the top. A line that passes by other
generations has a place in each of their rows, so that it goes between games and not through them.

Source: Sugiyama and others 1981, Methods for visual understanding of hierarchical system
structures (the order of rows by the mean place of neighbours)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final
from xml.etree.ElementTree import Element

from interpreter.show.svg.canvas import element, written
from lab.breeding.keeping.child import Child
from lab.breeding.telling.wording import changes, listed, name_of, score, several

WIDE, HIGH, GAP, DROP, THIN = 132.0, 36.0, 12.0, 30.0, 8.0
MOST: Final = 60
"""Games that are drawn; of larger families those nearest to the game."""
TOLD: Final = 250
"""The same for those told in words."""
SWEEPS: Final = 6
LETTERS: Final = 16
Knot = tuple[int, int, int]
"""A game, as (number, -1, row), or where a line passes a row: (child, parent, row)."""


def near(family: Mapping[int, Child], number: int, most: int) -> dict[int, Child]:
    """A game and its nearest ancestors, parents before grandparents."""
    found = {number: family[number]}
    queue = [number]
    for one in queue:
        for parent in family[one].parents:
            if parent in family and parent not in found and len(found) < most:
                found[parent] = family[parent]
                queue.append(parent)
    return dict(sorted(found.items()))


def generations(family: Mapping[int, Child]) -> dict[int, int]:
    """How far each game is from those without parents, on the longest way."""
    found: dict[int, int] = {}
    for number, child in sorted(family.items()):  # parents have lower numbers
        found[number] = 1 + max((found[one] for one in child.parents if one in found), default=-1)
    return found


def family_tree(
    family: Mapping[int, Child], child: Child, link: Callable[[Child], str | None]
) -> Iterator[str]:
    """The drawing of a family, and the same in words.

    Args:
        family: a game and all it comes from, by number
        child: the game
        link: where on the page more is said of a game; None for nowhere
    """
    shown = near(family, child.number, MOST)
    yield f'<div class="wide" tabindex="0" role="group" aria-label="family of {_name(child)}">'
    yield written(_drawing(shown, child, link))
    yield "</div>"
    if len(shown) < len(family):
        yield f'<p class="soft">The nearest {MOST} of {len(family):,} ancestors are drawn.</p>'
    yield from _in_words(family, child)


def _name(child: Child) -> str:
    return escape(name_of(child))


# In words


def _in_words(family: Mapping[int, Child], child: Child) -> Iterator[str]:
    told = near(family, child.number, TOLD)
    depth = generations(family)[child.number]
    head = f"{several(len(family) - 1, 'ancestor')} in {several(depth, 'generation')}"
    yield f"<details><summary>In words: {head}</summary><ol>"
    for one in sorted(told.values(), key=lambda one: -one.number):
        yield f"<li>{_said(one, family)}</li>"
    yield "</ol>"
    if len(told) < len(family):
        yield f'<p class="soft">… and {len(family) - len(told):,} before them.</p>'
    yield "</details>"


def _said(child: Child, family: Mapping[int, Child]) -> str:
    head = f"<b>{_name(child)}</b> {score(child.score)}"
    if not child.parents:
        return f"{head}: a founder"
    parents = [name_of(family[one]) if one in family else f"child {one}" for one in child.parents]
    return f"{head}: {escape(changes(child))} of {escape(listed(parents))}"


# The drawing


@dataclass(frozen=True, slots=True)
class Layout:
    """Where games and lines are.

    Args:
        rows: the knots of each generation, from left to right
        ways: each line from a parent to a child, by its knots
    """

    rows: tuple[tuple[Knot, ...], ...]
    ways: tuple[tuple[Knot, ...], ...]

    @property
    def width(self) -> float:
        """Of the widest row."""
        return max(map(_extent, self.rows))

    def places(self) -> dict[Knot, tuple[float, float]]:
        """The middle of each knot."""
        found: dict[Knot, tuple[float, float]] = {}
        for depth, row in enumerate(self.rows):
            x = (self.width - _extent(row)) / 2
            for knot in row:
                wide = _size(knot)
                found[knot] = x + wide / 2, HIGH / 2 + 2 + depth * (HIGH + DROP)
                x += wide + GAP
        return found


def _size(knot: Knot) -> float:
    return WIDE if knot[1] < 0 else THIN


def _extent(row: Sequence[Knot]) -> float:
    return sum(map(_size, row)) + GAP * (len(row) - 1)


def layout(family: Mapping[int, Child]) -> Layout:
    """A place for every game of a family."""
    depths = generations(family)
    rows: list[list[Knot]] = [[] for _ in range(max(depths.values()) + 1)]
    for number, depth in depths.items():
        rows[depth].append((number, -1, depth))
    ways: list[tuple[Knot, ...]] = []
    for number, child in family.items():
        for parent in dict.fromkeys(child.parents):
            if parent in family:
                between = [
                    (number, parent, row) for row in range(depths[parent] + 1, depths[number])
                ]
                for knot in between:
                    rows[knot[2]].append(knot)
                ends = (parent, -1, depths[parent]), (number, -1, depths[number])
                ways.append((ends[0], *between, ends[1]))
    return Layout(tuple(map(tuple, _ordered(rows, ways))), tuple(ways))


def _ordered(rows: list[list[Knot]], ways: Sequence[Sequence[Knot]]) -> list[list[Knot]]:
    """Rows in an order in which few lines cross."""
    above: dict[Knot, list[Knot]] = {}
    below: dict[Knot, list[Knot]] = {}
    for way in ways:
        for upper, lower in pairwise(way):
            below.setdefault(upper, []).append(lower)
            above.setdefault(lower, []).append(upper)
    for sweep in range(SWEEPS):
        places = {knot: (k + 0.5) / len(row) for row in rows for k, knot in enumerate(row)}
        near_, order = (above, rows) if sweep % 2 else (below, rows[::-1])
        for row in order:
            row.sort(key=lambda knot: _mean([places[one] for one in near_.get(knot, [knot])]))
            places.update({knot: (k + 0.5) / len(row) for k, knot in enumerate(row)})
    return rows


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _drawing(
    family: Mapping[int, Child], child: Child, link: Callable[[Child], str | None]
) -> Element:
    found = layout(family)
    places = found.places()
    wide, high = found.width + 4, len(found.rows) * (HIGH + DROP) - DROP + 4
    box = f"-2 0 {wide:g} {high:g}"
    drawing = element("svg", class_="family", viewBox=box, width=wide, height=high, role="group")
    for way in found.ways:
        drawing.append(element("path", class_="way", d=_curve([places[knot] for knot in way])))
    for number, one in family.items():
        where = next(places[knot] for knot in places if knot[:2] == (number, -1))
        drawing.append(_box(one, where, link(one), own=number == child.number))
    return drawing


def _curve(points: Sequence[tuple[float, float]]) -> str:
    """From the foot of a game to the head of another."""
    parts = [f"M{points[0][0]:.1f} {points[0][1] + HIGH / 2:.1f}"]
    last = len(points) - 2
    for k, ((ax, ay), (bx, by)) in enumerate(pairwise(points)):
        start, end = ay + HIGH / 2, by - HIGH / 2
        middle = (start + end) / 2
        parts.append(f"C{ax:.1f} {middle:.1f} {bx:.1f} {middle:.1f} {bx:.1f} {end:.1f}")
        if k < last:
            parts.append(f"V{by + HIGH / 2:.1f}")
    return "".join(parts)


def _box(child: Child, where: tuple[float, float], link: str | None, *, own: bool) -> Element:
    x, y = where
    kind = "own" if own else "founder" if not child.parents else ""
    name, how = name_of(child), changes(child) if child.parents else "founder"
    inside = (
        element("title", f"{name}, child {child.number}, score {score(child.score)}: {how}"),
        element("rect", class_=kind, x=x - WIDE / 2, y=y - HIGH / 2, width=WIDE, height=HIGH, rx=6),
        element("text", _cut(name), class_="mid name", x=x, y=y - 3),
        element("text", f"{score(child.score)} {_cut(how)}", class_="mid how", x=x, y=y + 12),
    )
    return element("a", *inside, href=link) if link else element("g", *inside)


def _cut(text: str) -> str:
    return text if len(text) <= LETTERS else f"{text[: LETTERS - 1]}…"

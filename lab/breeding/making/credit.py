"""What came of the ways to make children, and so how often each is taken.

A way is taken as often as its children are worth it, which is known from the children told so far
in the order of their numbers. None is given up: each keeps a share, and before anything is known
the rates are those that the ways have by themselves.

Source: the allocation is probability matching with a least share, see D. Thierens, "Adaptive
Strategies for Operator Allocation", 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from lab.breeding.kinds import ALIVE, DUPLICATE, ILL_FORMED
from lab.breeding.making.variation import WAYS, Way

KEPT, LIVED = 1.0, 0.25
"""What a child that is kept is worth, and one that only lives."""
PRIOR: Final = 20.0
"""The usual rate of a way counts like so many children."""
LEAST: Final = 0.25
"""The share of all children that is divided among the ways whatever they are worth."""
WINDOW: Final = 1000
"""What came of a child counts less and less as so many others come after it."""


@dataclass(slots=True)
class Fared:
    """How children made in some way fared; a child of several steps counts for each.

    Args:
        name: the way, as `graft`
        made: children
        malformed: those whose rules make no game
        duplicates: those that were there before
        refused: those that random games or searching players spoke against
        lived: those that nothing spoke against
        kept: those that the archive took in
        wasted: tries that came to nothing and were made anew; they are no children
    """

    name: str
    made: int = 0
    malformed: int = 0
    duplicates: int = 0
    refused: int = 0
    lived: int = 0
    kept: int = 0
    wasted: int = 0

    def count(self, verdict: str, *, kept: bool) -> None:
        """Count what became of a child."""
        self.made += 1
        self.malformed += verdict == ILL_FORMED
        self.duplicates += verdict == DUPLICATE
        self.refused += verdict not in (ALIVE, ILL_FORMED, DUPLICATE)
        self.lived += verdict == ALIVE
        self.kept += kept


@dataclass
class Credit:
    """What came of each way, and how often it is to be taken.

    Args:
        fixed: ways that have a rate whatever comes of them, by name
    """

    fixed: Mapping[str, float] = field(default_factory=dict[str, float])
    ways: dict[str, Fared] = field(default_factory=dict[str, Fared])
    _worth: dict[str, float] = field(default_factory=dict[str, float])
    _tried: dict[str, float] = field(default_factory=dict[str, float])

    def tell(self, change: str, verdict: str, wasted: str = "", *, kept: bool) -> None:
        """Hear what became of a child.

        Args:
            change: the ways by which it was made
            verdict: why it was given up
            wasted: the ways of tries before it that came to nothing, with `;` between tries
            kept: whether the archive took it in
        """
        for known in (self._worth, self._tried):
            for name in known:
                known[name] *= 1 - 1 / WINDOW
        worth = KEPT if kept else LIVED if verdict == ALIVE else 0.0
        for name in _names(change):
            self._fared(name).count(verdict, kept=kept)
            self._worth[name] = self._worth.get(name, 0.0) + worth
            self._tried[name] = self._tried.get(name, 0.0) + 1
        for one in wasted.split(";"):
            for name in _names(one):
                self._fared(name).wasted += 1

    def rates(self) -> dict[str, float]:
        """How often each way is to be taken beside the others of its sort, by name.

        Those of a sort that are not fixed have together what they have by themselves.
        """
        found = {way.name: self.fixed.get(way.name, way.rate) for way in WAYS}
        for crosses in (False, True):
            # A way that is taken only where it is asked for has no rate of its own.
            free = [w for w in WAYS if w.crosses is crosses and w.name not in self.fixed and w.rate]
            if free:
                found |= self._shared(free)
        return found

    def in_order(self) -> Iterator[Fared]:
        """The ways, those that made most children first."""
        yield from sorted(self.ways.values(), key=lambda one: (-one.made, one.name))

    def _fared(self, name: str) -> Fared:
        return self.ways.setdefault(name, Fared(name))

    def _shared(self, free: list[Way]) -> dict[str, float]:
        usual = sum(way.rate for way in free)
        names = [way.name for way in free]
        tried = sum(self._tried.get(name, 0.0) for name in names)
        mean = (sum(self._worth.get(name, 0.0) for name in names) + 1) / (tried + PRIOR)
        values = [
            (self._worth.get(way.name, 0.0) + PRIOR * mean * way.rate * len(free) / usual)
            / (self._tried.get(way.name, 0.0) + PRIOR)
            for way in free
        ]
        whole = sum(values)
        return {
            name: round(usual * (LEAST / len(free) + (1 - LEAST) * value / whole), 6)
            for name, value in zip(names, values, strict=True)
        }


def _names(change: str) -> list[str]:
    """The ways in what is said of how a child was made, each once."""
    return list(dict.fromkeys(change.split()))


def rows(credit: Credit) -> Iterator[tuple[str, ...]]:
    """What came of each way, as cells of a table; the first row is its head."""
    yield "way", "made", "ill-formed", "duplicate", "refused", "lived", "kept", "made anew", "rate"
    rates = credit.rates()
    for one in credit.in_order():
        parts = one.malformed, one.duplicates, one.refused, one.lived, one.kept
        shares = (f"{count / one.made:.0%}" if one.made else "–" for count in parts)
        rate = f"{rates[one.name]:.2g}" if one.name in rates else "–"
        yield one.name, f"{one.made:,}", *shares, f"{one.wasted:,}", rate


def table(credit: Credit) -> Iterator[str]:
    """The same as lines of text."""
    found = [*rows(credit)]
    if len(found) == 1:
        return
    widths = [max(map(len, column)) for column in zip(*found, strict=True)]
    for first, *rest in found:
        cells = (f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
        yield f"  {first:{widths[0]}}  {'  '.join(cells)}"

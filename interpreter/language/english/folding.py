"""What is said twice is said once: later it is enough to say where it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.language.english.paragraphs import Item, Section

LONG = 25
"""Words: what has fewer is told again."""


def folded(sections: Sequence[Section]) -> list[Section]:
    """Sections in which a long item that comes again refers to where it came first."""
    folding = _Folding(sections)
    return [replace(one, items=tuple(map(folding.first, one.items))) for one in sections]


class _Folding:
    """Which items come again, and by what letter they are known.

    Items are told apart by what they say, lists below them included.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        self.letters: dict[Item, str] = {}
        counts = Counter(inner for one in sections for item in one.items for inner in _all(item))
        self.repeated = {one for one, many in counts.items() if many > 1 and _words(one) >= LONG}
        # What comes again only within what comes again needs no letter of its own.
        seen = Counter[Item]()
        for one in sections:
            for item in one.items:
                self._count(item, seen)
        needed = [one for one, many in seen.items() if many > 1]
        self.letters = {one: _letter(place) for place, one in enumerate(needed)}
        self._told = set[Item]()

    def _count(self, item: Item, seen: Counter[Item]) -> None:
        if item in self.repeated:
            seen[item] += 1
            if seen[item] > 1:
                return
        for inner in item.items:
            self._count(inner, seen)

    def first(self, item: Item) -> Item:
        """An item, or where it stands if it was told before."""
        letter = self.letters.get(item)
        if letter is not None and item in self._told:
            return Item(f"As in ({letter}).")
        self._told.add(item)
        text = item.text if letter is None else f"({letter}) {item.text}"
        return Item(text, tuple(map(self.first, item.items)))


def _all(item: Item) -> Iterator[Item]:
    yield item
    for inner in item.items:
        yield from _all(inner)


def _words(item: Item) -> int:
    return sum(len(one.text.split()) for one in _all(item))


def _letter(place: int) -> str:
    """A, B, …, Z, AA, AB and so on."""
    return (_letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)

"""What is said twice is said once: later it is enough to say where it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.language.english.paragraphs import Item, Section

LONG = 25
"""Words: what is not to be told again has as many, or has half and is told so much oftener."""
SENTENCE = re.compile(r"(?<=\.) (?=[A-Z“(])")
LETTER = re.compile(r"\([A-Z]+\) ")
LEAD = re.compile(r"(Otherwise|Then)?,? ?")


def folded(sections: Sequence[Section]) -> list[Section]:
    """Sections in which what comes again refers to where it came first.

    That is whole items with all that stands below them; then, of the rest, single sentences.
    """
    items = _Items(sections)
    found = [replace(one, items=tuple(map(items.first, one.items))) for one in sections]
    sentences = _Sentences(found, len(items.letters))
    return [replace(one, items=tuple(map(sentences.first, one.items))) for one in found]


def _pays(words: int, times: int) -> bool:
    return times > 1 and 2 * words >= LONG and words * (times - 1) >= LONG


class _Items:
    """Which items come again, and by what letter they are known.

    Items are told apart by what they say, lists below them included.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        self.letters: dict[Item, str] = {}
        counts = Counter(inner for one in sections for item in one.items for inner in _all(item))
        self.repeated = {one for one, many in counts.items() if _pays(_words(one), many)}
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


class _Sentences:
    """Which sentences come again, and by what letter they are known, which stands at their end.

    A sentence at the head of a list stays, and so does one that has a letter as an item.
    """

    def __init__(self, sections: Sequence[Section], letters: int) -> None:
        texts = (inner.text for one in sections for item in one.items for inner in _all(item))
        counts = Counter(one for text in texts for one in _sentences(text))
        again = [one for one, many in counts.items() if _pays(len(one.split()), many)]
        self.letters = {one: _letter(letters + place) for place, one in enumerate(again)}
        self._told = set[str]()

    def first(self, item: Item) -> Item:
        """An item with those of its sentences that were not told before."""
        told = " ".join(map(self._first, SENTENCE.split(item.text)))
        return Item(told, tuple(map(self.first, item.items)))

    def _first(self, sentence: str) -> str:
        letter = self.letters.get(sentence)
        if letter is None:
            return sentence
        if sentence in self._told:
            lead = LEAD.match(sentence)
            return f"{lead[0]}as in ({letter})." if lead and lead[1] else f"As in ({letter})."
        self._told.add(sentence)
        return f"{sentence.removesuffix('.')} ({letter})."


def _sentences(text: str) -> Iterator[str]:
    for one in SENTENCE.split(text):
        if one.endswith(".") and not LETTER.match(one):
            yield one


def _all(item: Item) -> Iterator[Item]:
    yield item
    for inner in item.items:
        yield from _all(inner)


def _words(item: Item) -> int:
    return sum(len(one.text.split()) for one in _all(item))


def _letter(place: int) -> str:
    """A, B, …, Z, AA, AB and so on."""
    return (_letter(place // 26 - 1) if place >= 26 else "") + chr(ord("A") + place % 26)

"""Sites by their labels, as people name them: whole rows, stretches, and single ones."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from interpreter.language.english.inflection import listed

LABEL = re.compile(r"([A-Z]+)(\d+)")
WHOLE = 3
"""So many sites make a row that is worth naming as a whole."""


def named(sites: Sequence[int], labels: Sequence[str]) -> list[str] | None:
    """What some sites are called, as few names as possible; None if a site has no usual label.

    Args:
        sites: their numbers, in order
        labels: of all sites of the board
    """
    rows: dict[int, list[int]] = defaultdict(list)
    every: dict[int, int] = defaultdict(int)
    for site, label in enumerate(labels):
        found = LABEL.fullmatch(label)
        if found is None:
            return None
        every[int(found[2])] += 1
        if site in sites:
            rows[int(found[2])].append(_column(found[1]))
    whole = [row for row, columns in rows.items() if len(columns) == every[row] >= WHOLE]
    names = [_rows(first, last) for first, last in _runs(sorted(whole))]
    for row in sorted(rows):
        if row not in whole:
            names += [_stretch(first, last, row) for first, last in _runs(sorted(rows[row]))]
    return names


def along(labels: Sequence[str]) -> list[str]:
    """Sites that follow each other, straight stretches by their ends: A1 to D1, D2."""
    found: list[str] = []
    start = 0
    for place in range(1, len(labels) + 1):
        stretch = labels[start : place + 1]
        if place < len(labels) and _is_straight(stretch):
            continue
        several = labels[start:place]
        ends = [f"{several[0]} to {several[-1]}"]
        found += ends if len(several) >= WHOLE else several
        start = place
    return found


def _is_straight(labels: Sequence[str]) -> bool:
    """Whether sites lie beside each other in a row or a column, in this order."""
    matches = [LABEL.fullmatch(one) for one in labels]
    places = [(_column(one[1]), int(one[2])) for one in matches if one]
    steps = {(c - a, d - b) for (a, b), (c, d) in itertools.pairwise(places)}
    return (
        len(places) == len(labels)
        and len(steps) == 1
        and all(abs(a) + abs(b) == 1 for a, b in steps)
    )


def _rows(first: int, last: int) -> str:
    if first == last:
        return f"row {first}"
    return f"rows {first} {'and' if last == first + 1 else 'to'} {last}"


def _stretch(first: int, last: int, row: int) -> str:
    ends = [f"{_letters(first)}{row}", f"{_letters(last)}{row}"]
    if last - first < WHOLE - 1:
        return listed(ends[: last - first + 1], "and")
    return f"{ends[0]} to {ends[1]}"


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of every unbroken run of numbers."""
    start = 0
    for place, number in enumerate(numbers):
        if place + 1 == len(numbers) or numbers[place + 1] != number + 1:
            yield numbers[start], number
            start = place + 1


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _letters(column: int) -> str:
    found = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        found = chr(ord("A") + letter) + found
    return found

"""Sites by their labels."""

from __future__ import annotations

import pytest

from interpreter.language.english.places import along, named

SQUARE = [f"{letter}{row}" for row in range(1, 5) for letter in "ABCD"]


@pytest.mark.parametrize(
    ("sites", "names"),
    [
        ((0,), ["A1"]),
        ((0, 1), ["A1 and B1"]),
        ((0, 1, 2), ["A1 to C1"]),
        ((0, 2), ["A1", "C1"]),
        ((0, 1, 2, 3), ["row 1"]),
        (range(8), ["rows 1 and 2"]),
        (range(12), ["rows 1 to 3"]),
        ((0, 1, 2, 3, 12, 13, 14, 15, 5), ["row 1", "row 4", "B2"]),
    ],
)
def test_names(sites: tuple[int, ...], names: list[str]) -> None:
    assert named(list(sites), SQUARE) == names


@pytest.mark.parametrize(
    ("way", "names"),
    [
        ("A1 B1 C1", ["A1 to C1"]),
        ("A1 B1", ["A1", "B1"]),
        ("C3 B3 A3 A2 A1", ["C3 to A3", "A2", "A1"]),
        ("A1 B2 C3", ["A1", "B2", "C3"]),
        ("the hand|A1|A2|A3|off the board", ["the hand", "A1 to A3", "off the board"]),
    ],
)
def test_ways_are_told_by_their_stretches(way: str, names: list[str]) -> None:
    assert along(way.split("|" if "|" in way else " ")) == names


def test_columns_behind_the_alphabet() -> None:
    assert named([0, 1, 2], ["Z1", "AA1", "AB1", "C1"]) == ["Z1 to AB1"]


def test_boards_with_other_labels() -> None:
    assert named([0], ["", "B"]) is None

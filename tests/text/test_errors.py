"""What bad input gets: one clear message each, in the exact words."""

from __future__ import annotations

import os

import pytest

from helpers.cases.mistakes import Mistake, cases, rewrite
from interpreter.text.errors import suggest

if os.environ.get("GOLDEN") == "write":
    rewrite()
CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_message(case: Mistake) -> None:
    assert case.said().splitlines() == case.message


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 40
    assert all(case.message for case in CASES)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("Tpo", "did you mean Top or To?"),
        ("emtpy", "did you mean Empty?"),
        ("TOP", "did you mean Top?"),
        ("Xyzzy", None),
    ],
)
def test_letters_that_changed_places_are_guessed_first(word: str, said: str | None) -> None:
    assert suggest(word, ["To", "Top", "Empty", "Row"]) == said

"""What bad input gets: one clear message each, in the exact words."""

from __future__ import annotations

import os

import pytest

from helpers.cases.mistakes import Mistake, cases, rewrite

if os.environ.get("GOLDEN") == "write":
    rewrite()
CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=str)
def test_message(case: Mistake) -> None:
    assert case.said().splitlines() == case.message


def test_there_are_many_cases() -> None:
    assert len(CASES) >= 40
    assert all(case.message for case in CASES)

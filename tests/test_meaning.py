"""Every row of `tests/meaning/*.txt` gives what it says, and every form has a row."""

from __future__ import annotations

import pytest

from helpers.backends import NATIVE_IS_SLOW, WITH_PLAIN
from helpers.cases.meaning import Row, rows
from helpers.marks import some
from interpreter.play.load import catalogue

ROWS = list(rows())


def same(found: str, expected: str) -> bool:
    """Whether a row says what it should; the order in which moves are listed means nothing."""
    listed = ":" not in expected or expected.startswith("after ")
    return found == expected or (listed and sorted(found.split()) == sorted(expected.split()))


@pytest.mark.alike
@WITH_PLAIN
@pytest.mark.parametrize("row", some(ROWS, 3), ids=str)
def test_row(row: Row, backend: str) -> None:
    assert same(row.found(backend), row.expected)


@pytest.mark.alike
@NATIVE_IS_SLOW
@pytest.mark.parametrize("row", some(ROWS, 12, tested=2), ids=str)
def test_what_the_plain_program_gives_in_its_order(row: Row, backend: str) -> None:
    assert row.found(backend) == row.found("plain")


@pytest.mark.alike
@NATIVE_IS_SLOW
@pytest.mark.parametrize("row", some(ROWS, 12, tested=2), ids=str)
def test_row_where_there_are_more_kinds_of_pieces(row: Row, backend: str) -> None:
    # Above a few kinds, the piece on each site is kept beside the sets of sites.
    assert same(row.found(backend, spare=True), row.expected)


@pytest.mark.slow
def test_every_form_has_a_row() -> None:
    used = {form for row in ROWS for form in row.forms()}
    assert [str(form) for form in catalogue() if form not in used] == []

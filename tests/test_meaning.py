"""Every row of `tests/meaning/*.txt` gives what it says."""

from __future__ import annotations

import pytest
from meaning import Row, ask, play, rows


@pytest.mark.parametrize("row", list(rows()), ids=str)
def test_row(row: Row) -> None:
    name, colon, wanted = row.expected.partition(":")
    if row.expression.startswith("play ") and colon and " " not in name:
        found = play(row.position, row.expression.removeprefix("play "), name)
        assert found == wanted.strip()
    else:
        assert ask(row.position, row.expression) == row.expected

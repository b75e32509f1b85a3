"""The search against chance, game by game."""

from __future__ import annotations

import pytest

from interpreter import load
from lab.checks.sanity import Tried, main, trial


def test_more_games_where_not_all_are_won() -> None:
    told: list[int] = []
    found = trial(load("Tic-Tac-Toe"), "here", 300, 2, 40, told.append)
    assert [sum(one) for one in found.seats] in ([1, 1], [20, 20])
    assert sum(one[2] for one in found.seats) == 0
    assert told[-1] in (2, 40)
    never = trial(load("Obstruction"), "here", 1, 2, 6)
    assert sum(map(sum, never.seats)) in (2, 6)


def test_a_line_of_the_table() -> None:
    line = Tried("Hex", ((9, 0, 1), (8, 1, 1)), 0.5).row
    assert line.split() == [
        *("Hex", "20", "17", "1", "2", "85.0%", "64.0%", "to", "94.8%", "9-0-1", "8-1-1", "0.50")
    ]


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["Nim", "Eight Queens", "--iterations", "100", "--games", "2", "--more", "2"])
    lines = capsys.readouterr().out.splitlines()
    assert (lines[0].split()[:2], [line.split()[:2] for line in lines[1:]]) == (
        ["game", "games"],
        [["Nim", "2"]],
    )


def test_numbers_that_make_no_sense() -> None:
    with pytest.raises(SystemExit):
        main(["--games", "0"])

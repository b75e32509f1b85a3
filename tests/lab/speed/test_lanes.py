"""What random games gain in lanes: which games are told of, and that they have to be the same."""

from __future__ import annotations

import pytest

from helpers.backends import needs_native
from helpers.twins import native
from interpreter import load
from interpreter.targets.kernels.lanes import NARROW
from interpreter.targets.native import Machine
from lab.speed import lanes


@needs_native
def test_a_row_for_each_game_that_has_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "LONG", 0.001)
    head, line, row = lanes.rows(["Hex", "Tic-Tac-Toe"], NARROW)
    assert head.count("|") == line.count("|") == row.count("|") == 5
    name, *figures = (cell.strip() for cell in row.strip("| ").split("|"))
    assert name == "Tic-Tac-Toe"
    assert all(float(one) > 0 for one in figures)


@needs_native
def test_other_games_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = native(load("Tic-Tac-Toe"))
    assert isinstance(game.machine, Machine)
    other = native(load("Connect Four")).machine
    assert isinstance(other, Machine)
    monkeypatch.setattr(game.machine.random_games, "in_lanes", other.random_games.in_lanes)
    with pytest.raises(ValueError, match="other games"):
        lanes.gains(game, NARROW)


def test_who_does_not_play_native_code_has_no_lanes() -> None:
    assert lanes.gains(load("Tic-Tac-Toe", backend="python"), NARROW) is None

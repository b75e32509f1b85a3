"""Whether a game can be solved, told beforehand."""

from __future__ import annotations

import pytest

from interpreter import load
from lab.checks.reach import reach


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Nim", "Chomp", "Dodgem"])
def test_small_games(name: str) -> None:
    assert not reach(load(name)).hopeless


@pytest.mark.parametrize("name", ["Hex", "Breakthrough", "Yavalath"])
def test_large_games(name: str) -> None:
    found = reach(load(name))
    assert found.hopeless
    assert f"10^{found.lines:.0f} ways" in str(found)


def test_near_the_end_a_large_game_is_small() -> None:
    game = load("Tic-Tac-Toe")
    state = game.start()
    for name in ("a1", "b2", "c3", "a2", "c2", "c1"):
        state = state.after(name)
    assert reach(game, state).lines < 1

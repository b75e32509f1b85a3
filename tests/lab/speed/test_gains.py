"""What each idea of the search gains: the games that tell it, and the table."""

from __future__ import annotations

import math
from random import Random

import pytest

from helpers.backends import needs_native
from interpreter import load
from interpreter.targets.kernels.search.weights import PLAIN
from lab.speed.gains import BEGUN, ENDED, IDEAS, OPENING, Gain, elo, gain, opened, row, table


@needs_native
def test_an_idea_is_played_from_both_seats() -> None:
    told: list[int] = []
    found = gain(load("Tic-Tac-Toe"), PLAIN, 2, 0.002, lambda: told.append(1))
    assert found.games == 4
    assert 0 <= found.points <= 4
    assert len(told) == 2


def test_openings_end_no_game_and_follow_from_their_seed() -> None:
    game = load("Tic-Tac-Toe", backend="python")
    first, second = (opened(game, Random(3)) for _ in range(2))
    assert first.text() == second.text()
    assert first.plies == OPENING
    assert not first.over


def test_shares_as_ratings() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert (elo(0), elo(1)) == (-math.inf, math.inf)
    middle, low, high = Gain(15, 20).rating
    assert low < middle < high
    assert middle == pytest.approx(190.8, abs=0.1)


def test_the_table_has_a_column_for_each_idea() -> None:
    gains = [Gain(one, 4) for one in range(1, len(IDEAS) + 1)]
    said = table({"Hex": gains, "Go": gains}, 0.02)
    assert said.startswith(BEGUN)
    assert said.endswith(ENDED)
    rows = [line for line in said.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in rows} == {len(IDEAS) + 2}
    assert row("Hex", [Gain(4, 4)]).startswith("| Hex | +∞ (")

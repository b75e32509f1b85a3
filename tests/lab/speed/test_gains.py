"""What each idea of the search gains: the games that tell it, and the table."""

from __future__ import annotations

import math
from random import Random

import pytest

from helpers.backends import needs_native
from interpreter import load
from lab.speed.gains import (
    IDEAS,
    LANES,
    OPENING,
    Gain,
    Question,
    elo,
    gain,
    opened,
    row,
    table,
)


@needs_native
@pytest.mark.parametrize("asked", [IDEAS, LANES])
def test_an_idea_is_played_from_both_seats(asked: Question) -> None:
    told: list[int] = []
    without = list(asked.without.values())[-1]
    found = gain(load("Tic-Tac-Toe"), asked.usual, without, 2, 0.002, lambda: told.append(1))
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


@pytest.mark.parametrize("asked", [IDEAS, LANES])
def test_the_table_has_a_column_for_each_idea(asked: Question) -> None:
    gains = [Gain(one, 4) for one in range(1, len(asked.without) + 1)]
    said = table(asked, {"Hex": gains, "Go": gains}, 0.02)
    assert said.startswith(asked.begun)
    assert said.endswith(asked.ended)
    assert ("--lanes" in said) == (asked is LANES)
    rows = [line for line in said.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in rows} == {len(asked.without) + 2}
    assert row("Hex", [Gain(4, 4)]).startswith("| Hex | +∞ (")

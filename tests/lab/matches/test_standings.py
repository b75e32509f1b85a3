"""Standings and ratings."""

from __future__ import annotations

import math

import pytest

from lab.matches.playing import Played
from lab.matches.ratings import interval, ratings
from lab.matches.standings import labels, rows


def test_intervals() -> None:
    # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
    for (successes, trials), (low, high) in {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0, 0.1611),
        (1, 29): (0.0061, 0.1718),
        (29, 29): (0.8830, 1.0),
    }.items():
        assert interval(successes, trials) == pytest.approx((low, high), abs=5e-5)
    assert interval(0, 0) == (0, 1)


def test_ratings_are_near_those_of_elo() -> None:
    won, lost = ((0, 1), (1, 2)), ((0, 1), (2, 1))
    strong, weak = ratings(2, ([won] * 3 + [lost]) * 100)
    assert strong.value - weak.value == pytest.approx(400 * math.log10(3), abs=20)
    assert strong.value + weak.value == pytest.approx(3000)
    assert strong.margin < 60
    even = ratings(2, [((0, 1), (1.5, 1.5))] * 50)
    assert even[0].value == pytest.approx(even[1].value)


def test_ratings_without_a_meeting() -> None:
    assert {one.value for one in ratings(2, [((0,), (1,)), ((1,), (0,))])} == {1500}


def test_the_same_player_twice() -> None:
    assert labels(["random", "uct:5", "random"]) == ["random", "uct:5", "random (2)"]


def game(number: int, seats: tuple[int, ...], moves: str, *ranking: float) -> Played:
    return Played(number, seats, 0, tuple(moves.split()), ranking, None)


TABLE = """\
  player   games   wins  draws  losses  win rate    95 % interval  points      rating
  one          3      2      1       0     66.7%   20.8% to 93.9%   83.3%  1595 ± 342
  another      3      0      1       2      0.0%    0.0% to 56.1%   16.7%  1405 ± 342

  seat 1 wins 33.3% of the games, 6.1% to 79.2%
  seat 2 wins 33.3% of the games, 6.1% to 79.2%
  length: mean 2.33, least 2, most 3 plies
  only 2 of the 3 games are different; see --opening"""


def test_table() -> None:
    played = [
        game(1, (0, 1), "a1 b1", 1, 2),
        game(2, (1, 0), "a1 b1", 2, 1),
        game(3, (0, 1), "a1 b1 c1", 1.5, 1.5),
    ]
    assert "\n".join(rows(["one", "another"], played)) == TABLE


def test_table_of_pairs() -> None:
    played = [
        game(1, (0, 1), "a1", 1, 2),
        game(2, (2, 1), "a2", 2, 1),
        game(3, (2, 0), "a3", 1, 2),
    ]
    text = "\n".join(rows(["one", "two", "three"], played))
    assert (
        "  pair          wins  draws  losses\n"
        "  one : two        1      0       0\n"
        "  one : three      0      0       1\n"
        "  two : three      1      0       0\n"
    ) in text

"""Figures and their intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lab.measuring.estimates import Figure, Resampling, Sample, Undefined, figure, mean, short


def test_a_mean_leaves_out_games_that_tell_nothing() -> None:
    sample = mean([1.0, None, 0.0, 1.0])
    assert sample.count == 3
    values = Resampling(100, 1).values(sample, "selfplay")
    assert values[0] == pytest.approx(2 / 3)
    assert values.shape == (101,)
    with pytest.raises(Undefined):
        mean([None])


def test_the_interval_holds_what_it_should() -> None:
    rng = np.random.default_rng(5)
    held = 0
    for seed in range(200):
        drawn = rng.normal(3, 1, 40)
        rows = np.stack([drawn, np.ones(40)], axis=1)
        found = figure(Resampling(300, seed).values(Sample(rows), "x"), 40)
        held += found.low <= 3 <= found.high
    assert 0.88 <= held / 200 <= 0.99


def test_what_is_not_a_mean_is_resampled_as_a_whole() -> None:
    rows = np.array([[1.0, 0, 1]] * 6 + [[0, 1.0, 1]] * 4)
    sample = Sample(rows, lambda sums: 1 - np.abs(sums[..., 0] - sums[..., 1]) / sums[..., 2])
    found = figure(Resampling(2000, 1).values(sample, "x"), 10)
    assert found.value == pytest.approx(0.8)
    # The mean of |difference| is above 0, so that the interval reaches to 1 and no further.
    assert found.high == 1
    assert found.low < 0.5


def test_all_games_alike_are_no_certainty() -> None:
    values = Resampling(100, 1).values(mean([1.0] * 20), "x")
    assert figure(values, 20, (0.0, 1.0)).low == pytest.approx(1 / (1 + 1.959964**2 / 20))
    assert figure(values, 20).low == 1  # no share of anything


def test_one_source_is_resampled_once() -> None:
    resampling = Resampling(50, 7)
    first, second = (resampling.values(mean([float(n) for n in range(9)]), "x") for _ in range(2))
    assert (first == second).all()
    assert (first != resampling.values(mean([float(n) for n in range(9)]), "y")).any()
    assert (first == Resampling(50, 7).values(mean([float(n) for n in range(9)]), "x")).all()


def test_figures_in_words() -> None:
    assert str(Figure(0.5, 0.25, 0.75, 9)) == "0.500 (0.250 to 0.750)"
    assert str(Figure(math.nan, math.nan, math.nan, 0, "so")) == "–"
    assert [short(one) for one in (1.23456, 12.3456, 123.456, 1234.56, -0.5)] == [
        "1.235", "12.35", "123.5", "1235", "-0.500",
    ]  # fmt: skip


def test_figures_of_what_a_game_does_not_have_are_equal() -> None:
    ours, theirs = (Figure(float("nan"), float("nan"), float("nan"), 0, "so") for _ in range(2))
    assert ours == theirs
    assert hash(ours) == hash(theirs)
    assert ours != Figure(math.nan, math.nan, math.nan, 0, "otherwise")
    assert ours != Figure(0.5, 0.25, 0.75, 0, "so")

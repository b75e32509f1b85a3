"""Figures in one sentence."""

from __future__ import annotations

import math

import pytest

from lab.measuring.estimates import Figure
from lab.measuring.measures import Measures, Plan
from lab.measuring.telling.verdict import verdict

NONE = Figure(math.nan, 0, 0, 0, "not asked for")
GOOD = {
    "completion": (1, 0.97, 1), "advantage": (0.46, 0.41, 0.51), "drawishness": (0, 0, 0.03),
    "late_uncertainty": (0.6, 0.5, 0.7), "length": (31.4, 30, 33),
}  # fmt: skip


def told(**changed: tuple[float, float, float]) -> str:
    figures = {name: Figure(*found, 100) for name, found in {**GOOD, **changed}.items()}
    return verdict(Measures("Some", {}, 2, Plan(), figures, NONE, NONE, NONE))


def test_a_good_game() -> None:
    assert told() == (
        "fair, decisive, open to the end; "
        "the second player has 54% ± 5% of the points, 31 moves a game"
    )


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"completion": (0.5, 0.4, 0.6)}, "breaks off in 50% of games, fair"),
        ({"advantage": (0.9, 0.8, 0.95)}, "unfair, decisive"),
        ({"advantage": (0.56, 0.52, 0.6)}, "nearly fair"),
        ({"advantage": (0.7, 0.4, 0.9)}, "perhaps fair"),
        ({"drawishness": (0.7, 0.6, 0.8)}, "fair, mostly drawn"),
        ({"drawishness": (0.3, 0.2, 0.4)}, "fair, often drawn"),
        ({"late_uncertainty": (0.1, 0, 0.2)}, "decided early;"),
        ({"depth": (0.1, 0, 0.3)}, "thinking hardly pays;"),
    ],
)
def test_what_is_said(changed: dict[str, tuple[float, float, float]], said: str) -> None:
    assert said in told(**changed)


def test_little_was_measured() -> None:
    assert verdict(Measures("Some", {}, 2, Plan(), {}, NONE, NONE, NONE)) == ""

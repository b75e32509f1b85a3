"""The score: from 0 to 1, 0 for what is worthless, and no better than what known games have."""

from __future__ import annotations

import numpy as np
import pytest

from lab.breeding.trials.ordering.fit import alike, data_of, fitted, left_out, ranges, rows
from lab.breeding.trials.ordering.known import known, read
from lab.measuring.estimates import Floats
from lab.measuring.summary import SCORED, TERMS, promise, score

GOOD = {
    "balance": 0.9, "completion": 1.0, "decisiveness": 1.0, "agency": 1.0, "ladder": 0.8,
    "depth": 0.9, "branching": 30.0, "aftermath": 0.4, "drama": 0.4, "lead_change": 0.1,
    "permanence": 0.6,
}  # fmt: skip


def of(**other: float) -> float:
    values: dict[str, Floats] = {name: np.array(one) for name, one in (GOOD | other).items()}
    return float(score(values))


def test_a_good_game_and_worthless_ones() -> None:
    assert {*GOOD} == {*SCORED}
    assert 0.4 < of() < 1
    for name in ("balance", "completion", "decisiveness", "agency"):
        assert of(**{name: 0.0}) == 0
        assert of(**{name: 0.25}) < of()
        assert of(**{name: 0.6}) == of()
    assert of(depth=0.0, ladder=0.5) == 0
    assert of(depth=0.0, ladder=0.3) == 0
    assert np.isnan(of(balance=np.nan))


@pytest.mark.parametrize(
    ("name", "better"),
    [("ladder", 1), ("depth", 1), ("branching", 1), ("aftermath", -1), ("drama", 1)],
)
def test_nobody_is_better_than_known_games(name: str, better: int) -> None:
    ends = {"ladder": (0.5, 1.0), "depth": (0.0, 1.0), "branching": (1.0, 4000.0)}
    low, high = (of(**{name: end}) for end in ends.get(name, (0.0, 1.0))[::better])
    assert 0 <= low < of() < high <= 1
    if name == "branching":
        assert of(branching=400.0) == of(branching=4000.0)


def test_leads_that_turn_with_every_move_count_against_a_game() -> None:
    assert of(lead_change=0.2, permanence=0.6) == of()
    assert of(lead_change=0.9, permanence=0.0) < 0.7 * of()
    assert of(lead_change=0.9, permanence=1.0) == of()


def test_short_games_tell_less() -> None:
    values = {name: np.array(0.5) for name in ("balance", "completion", "decisiveness", "agency")}
    assert promise(values) == 1
    assert promise(values | {"balance": np.array(0.0)}) == 0


def test_the_weights_are_those_of_the_fit() -> None:
    games = rows(known(), read())
    assert len(games) >= 40
    for name, term in fitted(data_of(games)).items():
        one = TERMS[name]
        assert (one.low, one.high, one.weight) == (term.low, term.high, term.weight), name


def test_a_game_that_is_left_out_has_no_say() -> None:
    data = data_of(rows(known(), read()))
    before = left_out(data, ridge=10.0)
    changed = data.ratings.copy()
    changed[3] = 1.0
    after = left_out(type(data)(data.terms, data.sound, changed), ridge=10.0)
    assert after[3] == pytest.approx(before[3])
    assert (after != before).sum() > len(data) // 2
    assert (ranges(data)[0] < ranges(data)[1]).all()


def test_rank_correlation() -> None:
    one = np.array([1.0, 2.0, 3.0, 4.0])
    assert alike(one, one**2) == pytest.approx(1)
    assert alike(one, -one) == pytest.approx(-1)
    assert alike(one, np.ones(4)) == 0

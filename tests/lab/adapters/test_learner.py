"""The example that learns: it gets better than it began, and the same from the same seed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from helpers.backends import needs_native
from interpreter import load
from lab.adapters.learner import Learner, Match, elo, learn, main, plot

# To import it takes seconds, of every run that only collects these tests.
needs_sklearn = pytest.mark.skipif(
    find_spec("sklearn") is None, reason="scikit-learn is not installed"
)
pytestmark = [needs_sklearn, needs_native, pytest.mark.slow]


def test_it_gets_better_than_it_began() -> None:
    first, last = learn(Learner(load("Tic-Tac-Toe"), seed=1), rounds=8, every=8, games=200)
    assert last.low > first.high
    assert last.rating > first.rating + 100


def test_a_seed_fixes_what_is_learned() -> None:
    one, other = (Learner(load("Tic-Tac-Toe"), seed=3) for _ in range(2))
    for learner in (one, other):
        learner.learn()
    assert np.array_equal(one.policy(one.batch), other.policy(other.batch))
    assert one.match(10).score == other.match(10).score


def test_nothing_illegal_is_likely() -> None:
    learner = Learner(load("Connect Four"), seed=1)
    learner.learn()
    likely = learner.policy(learner.batch)
    assert not likely[~learner.batch.legal_mask()].any()
    assert np.allclose(likely.sum(axis=1), 1)


def test_the_rating_is_drawn(tmp_path: Path) -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    path = tmp_path / "rating.svg"
    plot([Match(0, 0.1, 0.05, 0.2), Match(9, 0.5, 0.4, 0.6)], "A game", path)
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    main(["Tic-Tac-Toe", "--rounds", "1", "--games", "4"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all(line.endswith("Elo") for line in lines)


def test_other_games_are_refused() -> None:
    for name in ("Backgammon", "Peg Solitaire"):
        with pytest.raises(ValueError, match="games for two without chance"):
            Learner(load(name))

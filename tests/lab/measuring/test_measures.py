"""Measuring whole games: the same twice, nothing where there is nothing, and a sensible order."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from helpers.backends import needs_native
from helpers.paths import TESTS
from interpreter import LudError, load
from lab.measuring import Measures, Plan, measure, study
from lab.measuring.criteria.known import CRITERIA, ordered
from lab.measuring.summary import PARTS, WEIGHTS
from lab.measuring.telling.tables import ranked

pytestmark = needs_native

GAMES = TESTS / "lab" / "measuring" / "games"
SMALL = Plan(games=16, iterations=100, rivals=40, rungs=2, ladder=8, puzzles=4, resamples=200)
SUMMED = (*WEIGHTS, *PARTS)

ALONE = """(game "Alone" (players 1)
    (equipment { (board (square 3)) (piece "Stone" P1) })
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (is Line 3) (result P1 Loss))
        (if (= (count Pieces P1) 5) (result P1 Win))
    }))
)"""
THREE = """(game "Three" (players 3)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (is Line 3) (result Mover Win))
        (if (is Full) (result Mover Draw))
    }))
)"""


@pytest.mark.slow
def test_the_same_twice_however_many_jobs() -> None:
    game = load("Yavalath")
    alone = measure(game, SMALL)
    together = measure(load("Yavalath"), replace(SMALL, jobs=3))
    assert alone.data() == together.data()
    assert alone.figures == measure(game, SMALL).figures
    assert measure(game, replace(SMALL, seed=1)).figures != alone.figures


def test_every_criterion_of_a_game_for_two() -> None:
    found = measure(load("Yavalath"), replace(SMALL, games=30))
    assert list(found.figures) == [one.name for one in ordered()]
    for name, figure in found.figures.items():
        if name not in ("puzzle_quality", "luck"):
            assert figure.known, name
        if figure.known:
            assert figure.low <= figure.value <= figure.high, name
            span = CRITERIA[name].span or (0.0, float("inf"))
            assert span[0] <= figure.low, name
            assert figure.high <= span[1], name
    assert found.predicted.low < found.predicted.value < found.predicted.high
    assert found.quality.low <= found.quality.value <= 1
    assert found.quality.value > 0.3


def test_only_what_is_needed_is_gathered() -> None:
    found = study(load("Tic-Tac-Toe"), replace(SMALL, criteria=("depth",)))
    gathered = vars(found.material)
    assert "rivals" in gathered
    assert not {"trials", "ladder", "puzzles"} & set(gathered)
    assert list(found.measures.figures) == ["depth"]
    assert "balance" in found.measures.quality.reason
    assert found.measures.data()["quality"] == {
        "value": None,
        "reason": found.measures.quality.reason,
    }


def test_json_and_back() -> None:
    for name in ("Yavalath", "First Move"):
        text = GAMES / "first_move.lud" if name == "First Move" else name
        found = measure(load(text), SMALL)
        again = Measures.read(json.loads(json.dumps(found.data())))
        assert again.data() == found.data()
        assert again.plan == replace(found.plan, jobs=1)


@pytest.mark.slow
def test_bad_games_rank_below_good_ones() -> None:
    plan = replace(SMALL, criteria=SUMMED)
    names = ["Yavalath", GAMES / "first_move.lud", GAMES / "nothing_matters.lud"]
    found = [measure(load(name), plan) for name in [*names, GAMES / "lottery.lud"]]
    assert ranked(found)[0].game == "Yavalath"
    good, *bad = found
    assert good.quality.value > 0.5
    for one in bad:
        assert one.quality.value < 0.5
    for one in bad[:2]:
        assert one.quality.high == 0
        assert one.predicted.high < good.predicted.low


def test_who_plays_alone_has_no_rivals() -> None:
    found = measure(load(ALONE), SMALL)
    assert found["completion"].value == 1
    assert found["length"].known
    for name in ("balance", "drama", "lead_change", "depth", "ladder", "puzzle_quality"):
        assert found[name].reason == "a game for 1 has none"
    assert found.quality.reason.startswith("not defined for this game: balance")


def test_three_players() -> None:
    found = measure(load(THREE), SMALL)
    assert found.players == 3
    assert found["puzzle_quality"].reason == "puzzles are looked for in games for two"
    assert all(found[name].known for name in ("balance", "drama", "lead_change", "permanence"))


def test_no_puzzle_where_chance_decides() -> None:
    found = measure(load(GAMES / "lottery.lud"), SMALL)
    assert found["puzzle_quality"].reason == "chance decides"


def test_games_that_are_broken_off_are_not_complete() -> None:
    found = measure(load("Yavalath"), replace(SMALL, plies=4))
    assert found["completion"].value == 0
    assert found["timeouts"].value == 1
    assert found["length"].value == 4
    assert found["drama"].reason == "no game had a winner"
    assert found.quality.value == 0


def test_progress_comes_to_its_end() -> None:
    told: list[tuple[int, int]] = []
    measure(load("Tic-Tac-Toe"), SMALL, lambda done, total: told.append((done, total)))
    assert told[-1] == (16 + 40 + 2 * 8 + 4,) * 2
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_mistakes() -> None:
    with pytest.raises(LudError, match="no criterion is called dramma") as caught:
        measure(load("Tic-Tac-Toe"), Plan(criteria=("dramma",)))
    assert "did you mean drama" in str(caught.value)
    with pytest.raises(ValueError, match="games of a plan is 1 or more"):
        Plan(games=0)
    with pytest.raises(ValueError, match="native code"):
        measure(load("Tic-Tac-Toe", backend="python"), SMALL)

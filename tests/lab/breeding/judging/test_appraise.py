"""Appraisals: a score is one of long games, and who does not come to them has none."""

from __future__ import annotations

from dataclasses import replace
from operator import is_

import pytest

from helpers.backends import needs_native
from interpreter import load
from interpreter.play.load import read
from lab.breeding.judging.examine import appraise
from lab.breeding.judging.plans import LONG, RUNGS, SHORT, Work, long_plan, short_plan
from lab.breeding.kinds import ALIVE, Candidate, Effort, Settings
from lab.measuring import Plan, measure
from lab.measuring.measures import study

pytestmark = needs_native

EFFORT = Effort(short_games=6, short_iterations=30, long_games=10, long_iterations=60, gate=False)
SETTINGS = Settings((), effort=EFFORT)
FEATURES = {"branching": 20.0, "length": 20.0}
FIRST_MOVE = """(game "First Move" (players 2)
    (equipment { (board (square 5)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 1) (result Mover Win))))
)"""


def candidate(text: str) -> Candidate:
    return Candidate(7, ALIVE, "", "fingerprint", text, "founder", features=FEATURES)


@pytest.mark.slow
def test_the_score_is_that_of_the_long_games() -> None:
    text = read("Breakthrough").text
    found = appraise(candidate(text), SETTINGS)
    assert (found.verdict, found.stage) == (ALIVE, "tidy")
    short = measure(load(text), short_plan(EFFORT, SETTINGS, Work.guessed(FEATURES)))
    plan = long_plan(EFFORT, SETTINGS, Work.of(short, FEATURES))
    assert found.score == pytest.approx(measure(load(text), plan).score.value, abs=1e-6)
    assert found.measures["score"][1] <= found.score <= found.measures["score"][2]
    assert {"ladder", "depth"} <= {*found.measures}


@pytest.mark.parametrize("gate", [False, True])
def test_who_fails_in_short_games_has_no_score(gate: bool) -> None:
    settings = replace(SETTINGS, effort=replace(EFFORT, gate=gate))
    found = appraise(candidate(FIRST_MOVE), settings)
    assert (found.verdict, found.stage, found.score) == ("weak", "short", 0.0)
    assert "balance" in found.detail
    assert "ladder" not in found.measures


def test_what_is_worthless_in_long_games_is_weak() -> None:
    settings = replace(SETTINGS, effort=replace(EFFORT, promising=0.0))
    found = appraise(candidate(FIRST_MOVE), settings)
    assert (found.verdict, found.stage, found.score) == ("weak", "long", 0.0)


def test_the_ladder_of_a_plan() -> None:
    small, large = Work(100, 10), Work(3000, 100)
    plans = [long_plan(EFFORT, SETTINGS, work) for work in (small, large)]
    assert plans[0].rungs == plans[1].rungs == RUNGS
    assert RUNGS >= 4
    assert plans[0].ladder > plans[1].ladder > 0
    assert plans[0].criteria == LONG
    assert "ladder" not in SHORT
    more = long_plan(replace(EFFORT, times=3), SETTINGS, large)
    assert (more.games, more.rivals) == (3 * plans[1].games, 3 * plans[1].rivals)
    assert (more.ladder, more.iterations) == (3 * plans[1].ladder, plans[1].iterations)


def test_short_games_of_long_games_are_no_stronger_than_the_long_ones() -> None:
    brief, endless = Work(100, 10), Work(1e6, 5)
    assert short_plan(EFFORT, SETTINGS, brief).iterations == EFFORT.short_iterations
    plans = short_plan(EFFORT, SETTINGS, endless), long_plan(EFFORT, SETTINGS, endless)
    assert plans[0].selfplay == plans[1].selfplay


def test_no_game_is_played_twice() -> None:
    game = load("Tic-Tac-Toe")
    few, many = (Plan(games=count, iterations=20, criteria=("length",)) for count in (3, 5))
    before = study(game, few)
    found = study(game, many, before=before.material)
    assert all(map(is_, found.material.trials, before.material.trials))
    alone = study(game, many)
    assert found.measures == alone.measures
    assert [one.moves.tolist() for one in found.material.trials] == [
        one.moves.tolist() for one in alone.material.trials
    ]
    stronger = study(game, replace(many, iterations=40), before=before.material)
    assert stronger.material.trials[0] is not before.material.trials[0]

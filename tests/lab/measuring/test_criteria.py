"""Each criterion on games made by hand, with values computed by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from helpers.backends import needs_native
from helpers.lab.made_records import gathered, made
from interpreter import load
from lab.measuring import measure
from lab.measuring.criteria.criterion import Undefined
from lab.measuring.criteria.known import CRITERIA, chosen
from lab.measuring.estimates import Resampling
from lab.measuring.material import Material
from lab.measuring.plan import Plan
from lab.measuring.plies import Record
from lab.measuring.puzzles import Found
from lab.measuring.summary import PARTS, SCORED, WEIGHTS


def value(name: str, *records: Record, plan: Plan | None = None) -> float:
    return of(name, gathered(*records, plan=plan))


def of(name: str, material: Material) -> float:
    criterion = CRITERIA[name]
    return float(Resampling(3, 0).values(criterion.of(material), criterion.source)[0])


WON = made([0.5, 0.5])
LOST = made([0.5, 0.5], (0, 1))
DRAWN = made([0.5, 0.5], (0.5, 0.5))
BROKEN = made([0.5, 0.5], (0.5, 0.5), complete=False)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("completion", 4 / 5),
        ("timeouts", 1 / 5),
        ("decisiveness", 3 / 5),
        ("drawishness", 1 / 5),
        ("balance", 1 - (2 - 1) / 5),
        ("advantage", (1 + 1 + 0 + 0.5) / 4),
    ],
)
def test_viability(name: str, expected: float) -> None:
    assert value(name, WON, WON, LOST, DRAWN, BROKEN) == pytest.approx(expected)


def test_a_broken_game_that_stood_well_is_won_by_nobody() -> None:
    assert value("decisiveness", made([0.9], (1, 0), complete=False)) == 0


SHORT = made([0.5] * 3, counts=[9, 8, 7])
LONG = made([0.5] * 6, counts=[9, 8, 7, 6, 5, 4], plies=8)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("length", 4.5),
        ("duration", abs(4.5 - 10) / 10),
        ("spread", 1.5 / 4.5),
        ("branching", (8 + 6.5) / 2),
        # 9 against 7 with one between them, and (9 + 8 + 7) / 3 against (6 + 5 + 4) / 3.
        ("convergence", (0.5 + 0.5 * 2 / 9 + 0.5 + 0.5 * 3 / 8) / 2),
        ("agency", (3 / 3 + 6 / 8) / 2),
        ("complexity", (math.log10(504) + math.log10(60480)) / 2),
    ],
)
def test_course(name: str, expected: float) -> None:
    assert value(name, SHORT, LONG, plan=Plan(preferred=10)) == pytest.approx(expected)


def test_forced_passes_are_nobodys_plies() -> None:
    # Eleven plies of which three were choices: no length of eleven, and no half of an odd number.
    game = made([0.5] * 3, plies=11)
    assert value("length", game) == 3
    assert value("agency", game) == pytest.approx(3 / 11)
    assert value("length", made([0.5] * 2), made([0.5] * 3)) == 2.5


def test_coverage_counts_sites_once_and_knows_the_board() -> None:
    game = made([0.5] * 4, targets=[0, 4, 4, 12])
    assert value("coverage", game) == pytest.approx(2 / 9)


# The first seat is behind by 0.2 and 0.6, then wins.
TURNED = made([0.5, 0.4, 0.2, 0.7, 0.9])
LEADS = [0.0, -0.2, -0.6, 0.4, 0.8]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("drama", (math.sqrt(0.2) + math.sqrt(0.6)) / 2),
        ("drama_most", math.sqrt(0.6)),
        ("lead_change", 1 / 5),
        ("threshold", 0.6),
        ("aftermath", 1 / 5),
        ("killer_moves", 0.5),
        ("stability", 1 - (0.1 + 0.2 + 0.5 + 0.2 + 0.1) / 5),
        ("uncertainty", 1 - sum(map(abs, LEADS)) / 5),
        ("early_uncertainty", 1 - (0.0 + 0.2) / 2),
        ("late_uncertainty", 1 - (0.4 + 0.8) / 2),
        # The first choice costs the first seat 0.1, the fourth costs the second seat 0.2.
        ("coolness", 2 / 5),
    ],
)
def test_tension(name: str, expected: float) -> None:
    assert value(name, TURNED) == pytest.approx(expected)


def test_the_numbers_of_a_loser_are_no_drama() -> None:
    assert value("drama", made([0.6, 0.7, 0.8])) == 0
    assert value("threshold", made([0.6, 0.7, 0.8])) == 0
    assert value("aftermath", made([0.6, 0.7, 0.8])) == 1
    with pytest.raises(Undefined, match="no game had a winner"):
        value("drama", DRAWN)


def test_what_may_be_chance_is_no_lead() -> None:
    # To and fro by 0.04: a lead of 0.08 each time.
    game = [0.54, 0.46, 0.54, 0.46, 0.54]
    assert value("lead_change", made(game)) == pytest.approx(4 / 5 + 0)
    assert value("lead_change", made(game, slack=0.1)) == 0
    assert value("drama", made(game, slack=0.1)) == 0


def test_permanence_is_what_the_answer_leaves() -> None:
    # 0.2 forward, and 0.05 taken back; then the second seat's 0.05, of which 0.05 is taken back.
    game = made([0.5, 0.7, 0.65, 0.7], (0.5, 0.5))
    lost = 0.05 + 0.05 + 0.05
    assert value("permanence", game) == pytest.approx(1 - lost / (0.2 + 0.05 + 0.05))
    with pytest.raises(Undefined):
        value("permanence", made([0.5, 0.5]))


def test_an_answer_is_that_of_another() -> None:
    game = made([0.5, 0.7, 0.6, 0.6], (0.5, 0.5), seats=[0, 0, 0, 0])
    with pytest.raises(Undefined):
        value("permanence", game)


def test_momentum_goes_by_a_players_own_plies() -> None:
    # The first seat steps forward three times, the second never.
    game = made([0.5, 0.6, 0.6, 0.7, 0.7, 0.8], (0.8, 0.2))
    assert value("momentum", game) == 1
    # The first seat: forward, back, forward.
    game = made([0.5, 0.6, 0.6, 0.5, 0.5, 0.6], (0.6, 0.4))
    assert value("momentum", game) == 0


def test_correction() -> None:
    # Behind: the second seat at 0.6 (worse after it), and at 0.7 (better after it).
    game = made([0.5, 0.6, 0.7, 0.7, 0.6], (0.9, 0.1))
    assert value("correction", game) == 0.5


MOVES = [[0.0, 0.5, 1.0, math.nan], [0.4, 0.4, 0.4, 0.4]]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("clarity_variance", (np.var([0, 0.5, 1]) + 0) / 2 / 0.25),
        ("clarity", 1 - (1 / 3 + 1) / 2),
        ("foul_up", (2 / 3 + 0) / 2),
    ],
)
def test_choice(name: str, expected: float) -> None:
    assert value(name, made([0.5, 0.5], values=MOVES)) == pytest.approx(expected)


def test_moves_that_were_tried_once_tell_nothing() -> None:
    game = made([0.5], values=[[0.0, 1.0]], visits=[[1, 1]])
    assert value("clarity_variance", game) == pytest.approx(0)


def test_variance_of_few_random_games_is_taken_off() -> None:
    game = made([0.5], values=[[0.25, 0.75]], visits=[[4, 4]])
    assert value("clarity_variance", game) == pytest.approx((0.0625 - 0.0625) / 0.25)
    game = made([0.5], values=[[0.25, 0.75]], visits=[[7, 7]])
    assert value("clarity_variance", game) == pytest.approx((0.0625 - 0.03125) / 0.25)


def test_one_move_looked_at_tells_nothing() -> None:
    with pytest.raises(Undefined, match="two moves"):
        value("clarity", made([0.5], values=[[0.5, math.nan]]))


def test_depth_and_ladder() -> None:
    material = gathered(WON)
    material.rivals = np.array([1, 1, 1, 0.5])
    material.ladder = np.array([[1, 0], [1, 1]])
    assert of("depth", material) == pytest.approx(2 * 3.5 / 4 - 1)
    assert of("ladder", material) == 0.75
    material.rivals = np.array([0.0, 0.5])
    assert of("depth", material) == 0


def test_puzzles_have_one_hidden_solution() -> None:
    material = gathered(WON)
    material.puzzles = [
        Found(0, 5, 1, missed=True),
        Found(1, 5, 1, missed=False),
        Found(2, 5, 2, missed=True),
        Found(3, 5, 1, missed=True),
    ]
    assert of("puzzle_quality", material) == 0.5


def test_a_game_without_a_choice_tells_nothing_but_that() -> None:
    nothing = made([], plies=2)
    assert value("agency", nothing) == 0
    for name in ("branching", "uncertainty", "killer_moves", "stability", "clarity", "drama"):
        with pytest.raises(Undefined):
            value(name, nothing)


def test_every_criterion_says_what_it_is_and_where_from() -> None:
    for one in CRITERIA.values():
        assert one.summary.endswith(".")
        assert "Source: " in one.about, one.name
        assert len(one.summary) > 30


def test_asked_for_by_name() -> None:
    assert [one.name for one in chosen(["Lead change", "balance"])] == ["balance", "lead_change"]
    assert len(chosen(())) == len(CRITERIA)
    assert [one.name for one in chosen(["choice"])] == ["clarity_variance", "clarity", "foul_up"]
    assert {one.name for one in chosen(["summaries"])} == {*WEIGHTS, *PARTS, *SCORED}


def test_criteria_of_the_rules_need_no_games() -> None:
    found = measure(load("Breakthrough"), Plan(games=1, criteria=("rules",)))
    values = {name: one.value for name, one in found.figures.items()}
    assert values["board_size"] == 64
    assert values["crowding"] == 0.5
    assert values["piece_kinds"] == 2
    assert values["end_rules"] == 2
    assert values["neighbours"] == (4 * 3 + 24 * 5 + 36 * 8) / 64
    assert values["rule_length"] > values["vocabulary"] > values["nesting"] > 3
    assert all(one.low == one.value == one.high for one in found.figures.values())
    small = measure(load("Hex", {"Size": "4"}), Plan(games=1, criteria=("board_size",)))
    assert small["board_size"].value == 16


def test_luck_is_what_games_with_the_same_draws_share() -> None:
    material = gathered(WON)
    wins, losses = [1.0, 0.0], [0.0, 1.0]
    material.twins = np.array([[wins, losses, wins, losses], [wins, losses, wins, losses]])
    assert of("luck", material) == pytest.approx(1)
    material.twins = np.array([[wins, losses, wins, losses], [wins, wins, losses, losses]])
    assert of("luck", material) == 0
    # The first seat wins both games of two pairs of four, and five games of eight.
    material.twins = np.array([[wins, losses, wins, losses], [wins, losses, wins, wins]])
    first, second = 2 / 4 - (5 / 8) ** 2, 1 / 4 - (3 / 8) ** 2
    whole = 5 / 8 - (5 / 8) ** 2 + 3 / 8 - (3 / 8) ** 2
    assert of("luck", material) == pytest.approx((first + second) / whole)
    material.twins = np.array([[wins, wins], [wins, wins]])
    assert of("luck", material) == 0


@needs_native
@pytest.mark.slow
def test_who_only_throws_has_luck_alone() -> None:
    plan = Plan(games=2, iterations=10, rivals=12, criteria=("luck",), resamples=10)
    assert measure(load("Snakes and Ladders"), plan)["luck"].value == pytest.approx(1)
    nothing = measure(load("Tic-Tac-Toe"), plan)["luck"]
    assert (nothing.known, nothing.reason) == (False, "nothing is drawn")

"""Searches where chance has a part: they know what lies on the table, not what will be thrown."""

from __future__ import annotations

import math

import pytest

from helpers.backends import needs_native
from helpers.searched import BEFORE, BEHIND
from interpreter import Move, State, load
from lab.players import Uct

NEAR = 0.1
"""How far the value of a search may be from the true one; some four times its own uncertainty."""
# The throw says where the reply goes; four of the six places win for it.
ONE_REPLY = """(game "One Reply" (players 2)
    (equipment { (board (rectangle 1 7)) (piece "Stone" Each) (dice d:6 num:1) })
    (rules
        (play (if (= (count Moves) 0)
            (move Add (piece (id "Stone" Mover)) (to 0))
            (do (roll) next:(move Add (piece (id "Stone" Mover)) (to (count Pips))))
        ))
        (end (if (= (count Moves) 2) {
            (if (<= 3 (last To)) (result P2 Win))
            (if (= 1 1) (result P1 Win))
        }))
    )
)"""
RULES = {"behind": (BEHIND, "b1"), "before": (BEFORE, "a1")}


@needs_native
@pytest.mark.parametrize("case", RULES)
def test_looks_at_no_draw_to_come(case: str) -> None:
    rules, best = RULES[case]
    game = load(rules)
    # Who knew the draw would win always, and mostly with another move.
    for seed in range(12):
        found = game.uct(game.start(seed), iterations=4000, seed=seed)
        assert str(found.best) == best
        assert found.value == pytest.approx(1 / 3, abs=NEAR)
        assert not found.proven
        assert sum(one.visits for one in found.moves) == 4000


@needs_native
def test_knows_the_throw_on_the_table() -> None:
    game = load(BEFORE)
    values: set[float] = set()
    for seed in range(12):
        state = game.start(seed).after("a1")
        (fallen,) = state.drawn(state.moves()[0])
        found = game.uct(state, iterations=100, seed=1)
        assert found.value == (-1 if fallen < 4 else 1)
        values.add(found.value)
    assert values == {-1, 1}


@needs_native
def test_only_what_is_legal_is_chosen_below_the_root() -> None:
    game = load(ONE_REPLY)
    found = game.uct(game.start(), iterations=4000, seed=1)
    assert found.value == pytest.approx(-1 / 3, abs=NEAR)


@pytest.mark.parametrize("case", RULES)
def test_nor_does_the_search_in_python(case: str) -> None:
    rules, best = RULES[case]
    game = load(rules, backend="python")
    for seed in range(3):
        found = Uct(iterations=800, seed=seed).judge(game.start(seed))
        assert str(found[0].move) == best
        assert found[0].value == pytest.approx(1 / 3, abs=3 * NEAR)
        assert not any(one.certain for one in found)
        assert sum(one.visits for one in found) == 800


# Stronger than who sees one ply


def greedy(state: State) -> Move:
    """The move that wins at once, or else leaves the mover's first cube nearest to its corner."""
    points, player = state.game.board.points, state.mover
    goal = points[(4, 20)[player - 1]]
    cube = next(one.number for one in state.game.pieces if one.owner == player)

    def merit(move: Move) -> tuple[float, ...]:
        then = state.after(move)
        mine = [site for site in range(state.game.board.size) if then.what(site) == cube]
        farness = min((math.dist(points[site], goal) for site in mine), default=0.0)
        return then.utilities[player - 1] if then.over else 0.0, -farness

    return max(state.moves(), key=merit)


def beaten(number: int, iterations: int) -> bool:
    """Whether a search wins a game of EinStein würfelt nicht against `greedy`."""
    state, seat = load("EinStein würfelt nicht").start(number), number % 2
    player = Uct(iterations=iterations, seed=number)
    while not state.over:
        mine = state.mover - 1 == seat
        state = state.after(player.choose(state) if mine else greedy(state))
    return state.utilities[seat] == 1


@needs_native
@pytest.mark.slow
def test_beats_a_player_who_looks_one_ply_ahead() -> None:
    assert sum(beaten(number, 1000) for number in range(20)) >= 14


@needs_native
@pytest.mark.thorough
def test_beats_him_more_often_than_if_it_knew_one_course_of_chance() -> None:
    """It wins three games of four, or some 150 here, give or take 6; that would win 133."""
    assert sum(beaten(number, 1000) for number in range(200)) > 133

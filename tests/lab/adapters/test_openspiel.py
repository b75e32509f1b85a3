"""Games for OpenSpiel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from helpers.lab.adapted import GAMES, each_adapted
from interpreter import LudError, load

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
import pyspiel
from open_spiel.python.algorithms.minimax import alpha_beta_search
from open_spiel.python.observation import make_observation

from lab.adapters.openspiel import game

# Games by lot go on for hundreds of plies, and each serialisation plays all before it again.
LONG = ("dice", "one", "passes", "stacks")


def made(name: str) -> Any:
    what, options = GAMES[name]
    return game(what, options=options)


@pytest.mark.slow
@each_adapted
def test_the_checks_of_openspiel(name: str) -> None:
    if name not in LONG:
        pyspiel.random_sim_test(made(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_the_checks_of_openspiel_without_serialisation(name: str) -> None:
    pyspiel.random_sim_test(made(name), num_sims=1, serialize=False, verbose=False)


@each_adapted
def test_a_game_is_made_again_from_its_parameters(name: str) -> None:
    one = made(name)
    state, rng = one.new_initial_state(), np.random.default_rng(1)
    for _ in range(12):
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
    text = pyspiel.serialize_game_and_state(one, state)
    again, found = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(one)
    assert str(found) == str(state)
    assert found.legal_actions() == state.legal_actions()
    assert state.clone().legal_actions() == state.legal_actions()


def test_what_falls_is_drawn_by_nodes_of_chance() -> None:
    """The throw before a move is drawn die by die; moves, planes and text are of what fell."""
    one = game("Backgammon")
    state = one.new_initial_state()
    for outcome in (2, 4):
        assert state.is_chance_node()
        assert state.chance_outcomes() == [(face, pytest.approx(1 / 6)) for face in range(6)]
        state.apply_action(outcome)
    held = load("Backgammon")
    first = held.start().moves(draws=(2, 4))
    assert state.legal_actions() == sorted(held.actions.of(move) for move in first)
    seen = make_observation(one)
    seen.set_from(state, player=0)
    assert seen.dict["dice"].tolist() == [3, 5]


@pytest.mark.slow
def test_players_of_openspiel_play() -> None:
    value, _ = alpha_beta_search(made("two"))
    assert value == 0


def test_rules_of_ones_own() -> None:
    rules = """(game "Three, = (or) so" (players 2)
        (equipment { (board (square 3)) (piece "Disc" P1) (piece "Cross" P2) })
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
    pyspiel.random_sim_test(game(rules), num_sims=2, serialize=True, verbose=False)


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(LudError, match="Tic-Tac-Too"):
        game("Tic-Tac-Too")
    with pytest.raises(LudError, match="which game"):
        pyspiel.load_game("ludwright")
    with pytest.raises(LudError, match="chance has a part in Pig"):
        pyspiel.load_game("ludwright(game=Pig)")

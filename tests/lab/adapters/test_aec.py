"""Games as environments of PettingZoo."""

from __future__ import annotations

import pickle
import warnings
from functools import partial
from typing import Any

import numpy as np
import pytest

from helpers.lab.adapted import GAMES, each_adapted
from interpreter import LudError, load

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
from pettingzoo.test import api_test, render_test, seed_test

from lab.adapters.aec import env, raw_env

# What the check says of every environment whose observations have a mask, but for those it knows.
KNOWN = ("Observation is not a NumPy array", "Observation space for each agent probably should be")
# What it says at the end of a game, when nobody may do anything, and of boards without a piece.
EMPTY = ("Action mask is all zeros", "Action mask numpy array is all zeros",
         "Observation numpy array is all zeros")  # fmt: skip


def made(name: str, **settings: Any) -> Any:
    game, options = GAMES[name]
    return env(game, options=options, **settings)


@each_adapted
def test_the_checks_of_pettingzoo(name: str) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        api_test(made(name), num_cycles=200)
        seed_test(partial(made, name), num_cycles=100)
    said = {str(one.message) for one in told if one.category is UserWarning}
    assert [text for text in said if not text.startswith((*KNOWN, *EMPTY))] == []


@pytest.mark.parametrize("name", ["two", "three", "one"])
def test_positions_are_shown(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(made, name), {"ansi": lambda text: len(text.splitlines()) > 2})
    assert len(capsys.readouterr().out.splitlines()) > 10
    shown = made(name, render_mode="ansi")
    shown.reset()
    assert shown.render() == str(shown.unwrapped.position)


@each_adapted
def test_a_game_is_the_game(name: str) -> None:
    """The same moves from the same start lead to the same agents, masks, planes and rewards."""
    game = load(*GAMES[name])
    played = raw_env(game)
    played.reset(seed=3)
    state, rng = game.start(3), np.random.default_rng(1)
    batch = game.batch(1)
    while not state.over:
        agent = played.agent_selection
        seen, reward, ended, cut, _ = played.last()
        assert seen is not None
        batch.set_state(0, state)
        assert agent == f"player_{batch.seats[0] + 1}"
        assert (reward, ended, cut) == (0, False, False)
        assert (seen["observation"] == batch.observe()[0]).all()
        legal = [game.actions.of(move) for move in state.moves()]
        assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)
        action = int(rng.choice(legal))
        played.step(action)
        state = state.after(game.actions.move(state, action))
        assert played.position == state
    assert list(played.rewards.values()) == pytest.approx(state.utilities)
    assert all(played.terminations.values())


def test_after_a_swap_agents_are_the_same() -> None:
    game = load("Hex", {"Size": "5"})
    played = raw_env(game)
    played.reset()
    for name in ("c3", "swap"):
        played.step(game.actions.of(played.position.move(name)))
    assert played.position.swapped
    assert played.agent_selection == "player_1"
    assert played.position.mover == 2


def test_those_who_wait_see_the_position_as_theirs() -> None:
    game = load("Tic-Tac-Toe")
    played = raw_env(game)
    played.reset()
    played.step(4)
    first, second = played.observe("player_1"), played.observe("player_2")
    names = game.planes.names
    for seen, whose in ((first, "own"), (second, "other")):
        plane = next(at for at, name in enumerate(names) if name.startswith(whose))
        assert seen["observation"][plane].sum() == 1
        assert seen["observation"][names.index("player 2 to move")].all()
        assert not seen["observation"][names.index("player 1 to move")].any()
    assert first["action_mask"].sum() == 0
    assert second["action_mask"].sum() == 8


def test_an_illegal_action_ends_the_game(capfd: pytest.CaptureFixture[str]) -> None:
    played = made("two")
    played.reset()
    played.step(4)
    played.step(4)
    assert played.rewards == {"player_1": 0, "player_2": -1}
    assert all(played.terminations.values())
    assert played.last()[0]["action_mask"].sum() == 0
    with pytest.raises(AssertionError, match="action is not in action space"):
        made_and_begun("two").step(10)
    raw = raw_env("Tic-Tac-Toe")
    raw.reset()
    raw.step(4)
    with pytest.raises(ValueError, match=r"^action 4 \(b2\) is not legal here$"):
        raw.step(4)


def made_and_begun(name: str) -> Any:
    played = made(name)
    played.reset()
    return played


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(LudError, match="Tic-Tac-Too"):
        env("Tic-Tac-Too")
    with pytest.raises(ValueError, match='the render modes are ansi, human; not "rgb_array"'):
        env("Hex", render_mode="rgb_array")
    with pytest.raises(ValueError, match="Hex is loaded; its options are chosen when"):
        env(load("Hex"), options={"Size": "5"})


def test_it_can_be_pickled_in_the_midst_of_a_game() -> None:
    played = made_and_begun("dice")
    for _ in range(5):
        mask = played.last()[0]["action_mask"]
        played.step(int(mask.argmax()))
    again = pickle.loads(pickle.dumps(played.unwrapped))
    assert again.position.text() == played.unwrapped.position.text()
    assert again.agent_selection == played.agent_selection

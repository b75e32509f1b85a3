"""One seat of a game as an environment of Gymnasium."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

from helpers.backends import needs_native
from helpers.lab.adapted import GAMES, each_adapted
from interpreter import LudError, load

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
import gymnasium
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from lab.adapters.gym import ID, env


def made(name: str, **settings: Any) -> Any:
    game, options = GAMES[name]
    return env(game, options=options, **settings)


@each_adapted
def test_the_checks_of_gymnasium(name: str) -> None:
    game, options = GAMES[name]
    players = load(game, options).players
    for seat in (1, players):
        held = gymnasium.make(ID, game=game, options=options, seat=seat, render_mode="ansi")
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(held.unwrapped)


def played(held: Any, seed: int) -> tuple[list[int], float, dict[str, Any]]:
    """The actions of a game by lot, its reward and what was told at the end."""
    _, info = held.reset(seed=seed)
    held.action_space.seed(seed)
    actions: list[int] = []
    while True:
        actions.append(int(held.action_space.sample(info["action_mask"])))
        _, reward, over, cut, info = held.step(actions[-1])
        assert not cut
        assert over == held.unwrapped.position.over
        if over:
            return actions, reward, info
        assert reward == 0


@each_adapted
def test_games_are_played_to_their_end(name: str) -> None:
    seat = load(*GAMES[name]).players
    held = made(name, seat=seat)
    first = played(held, 7)
    assert first[1] == pytest.approx(held.position.utilities[seat - 1])
    assert first[2]["action_mask"].sum() == 0
    assert "illegal" not in first[2]
    again = played(made(name, seat=seat), 7)
    assert again[:2] == first[:2]


@pytest.mark.slow
@needs_native
def test_others_are_players_in_words() -> None:
    """One who thinks ahead never loses Tic-Tac-Toe, and often wins against chance."""
    held = made("two", others="alphabeta:9", seat=2)
    rewards = [played(held, seed)[1] for seed in range(10)]
    assert max(rewards) <= 0
    assert min(rewards) == -1


def test_an_illegal_action_ends_the_game_and_costs_it() -> None:
    held = made("two", seat=2)
    held.reset(seed=1)
    taken = int(np.flatnonzero(held.reset(seed=1)[1]["action_mask"] == 0)[0])
    before = held.position
    _, reward, over, cut, info = held.step(taken)
    assert (reward, over, cut) == (-1, True, False)
    assert info["illegal"] == held.game.actions.name(taken)
    assert info["action_mask"].sum() == 0
    assert held.position == before
    with pytest.raises(ResetNeeded, match="the game is over"):
        held.step(0)
    held.reset()
    with pytest.raises(ValueError, match="10 is no action: they go from 0 to 9"):
        held.step(10)


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(LudError, match="Tic-Tac-Too"):
        env("Tic-Tac-Too")
    with pytest.raises(ValueError, match="Hex has the seats 1 to 2, and no seat 3"):
        env("Hex", seat=3)
    with pytest.raises(ValueError, match="Tower of Hanoi has one seat, 1, and no seat 0"):
        env("Tower of Hanoi", seat=0)
    with pytest.raises(LudError, match='nobody is called "randon"'):
        env("Hex", others="randon")
    with pytest.raises(ValueError, match="Yavalath has 2 other seats, not 3"):
        made("three", others="random, random, random")
    with pytest.raises(ValueError, match="render modes"):
        env("Hex", render_mode="rgb_array")
    with pytest.raises(ResetNeeded, match="call reset"):
        env("Hex").step(0)


def test_it_is_shown_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    held = made("two", render_mode="human")
    held.reset()
    assert held.render() is None
    assert str(held.position) in capsys.readouterr().out


def test_it_can_be_pickled_in_the_midst_of_a_game() -> None:
    held = made("dice", seat=2)
    _, info = held.reset(seed=4)
    again = pickle.loads(pickle.dumps(held))
    for one in (held, again):
        one.step(int(info["action_mask"].argmax()))
    assert again.position.text() == held.position.text()

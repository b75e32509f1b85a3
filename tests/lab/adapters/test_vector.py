"""Many games in the vector interface of Gymnasium."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from helpers.lab.adapted import GAMES, each_adapted
from interpreter import LudError, load

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
import gymnasium
from gymnasium.utils.env_checker import check_returned_data_not_reused, data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from lab.adapters.vector import ID, env

MODES = ("SameStep", "NextStep", "Disabled")


def made(name: str, n: int = 5, **settings: Any) -> Any:
    game, options = GAMES[name]
    return env(game, n, options=options, **settings)


def chosen(info: dict[str, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A legal action of each row by lot; 0 where there is none."""
    return np.array([int(rng.choice(np.flatnonzero(row))) if row.any() else 0
                     for row in info["action_mask"]])  # fmt: skip


@each_adapted
@pytest.mark.parametrize("mode", MODES)
def test_steps_are_as_gymnasium_has_them(name: str, mode: str) -> None:
    """Spaces hold what comes, a seed fixes it, and the wrappers that read ends find them."""
    one, other = (made(name, autoreset_mode=mode) for _ in range(2))
    listed = DictInfoToList(RecordEpisodeStatistics(one))
    seen, infos = listed.reset(seed=5)
    again, info = other.reset(seed=5)
    rng, ends = np.random.default_rng(2), 0
    for _ in range(60):
        assert data_equivalence(seen, again, exact=True)
        assert seen in one.observation_space
        assert len(infos) == one.num_envs
        actions = chosen(info, rng)
        assert actions in one.action_space
        seen, rewards, over, cut, infos = listed.step(actions)
        again, *rest, info = other.step(actions)
        assert data_equivalence([rewards, over, cut], rest, exact=True)
        assert (rewards.dtype, over.dtype, cut.dtype) == (np.float64, np.bool_, np.bool_)
        assert not cut.any()
        assert not info["illegal"].any()
        ends += int(over.sum())
        if mode == "Disabled" and over.any():
            options = {"reset_mask": over}
            again, info = other.reset(options=options)
            seen, infos = listed.reset(options=dict(options))
    assert ends or name in ("alone", "one", "stacks", "passes", "dice")


@each_adapted
def test_games_are_those_of_the_batch(name: str) -> None:
    """Row i plays game i of the seed; rewards are those of the seat that moved."""
    game = load(*GAMES[name])
    held = env(game, 3, autoreset_mode="Disabled")
    _, info = held.reset(seed=8)
    states = [held.batch.state(row) for row in range(3)]
    assert states[0] == game.start(8)
    rng = np.random.default_rng(3)
    while not held.ended.all():
        actions, seats, before = chosen(info, rng), info["seats"], held.ended
        seen, rewards, over, _, info = held.step(actions)
        for row in np.flatnonzero(~before):
            states[row] = states[row].after(game.actions.move(states[row], int(actions[row])))
            assert over[row] == states[row].over
            worth = states[row].utilities if over[row] else [0] * game.players
            assert info["rewards"][row] == pytest.approx(worth)
            assert rewards[row] == pytest.approx(worth[seats[row]])
            assert held.batch.state(row) == states[row]
        assert (seen == held.batch.observe()).all()


def test_a_game_that_ends_begins_anew_in_the_same_step() -> None:
    held = made("two", 2)
    held.reset(seed=0)
    for action in (0, 3, 1, 4):
        held.step([action, 8 - action])
    seen, rewards, over, _, info = held.step([2, 3])
    assert over.tolist() == [True, False]
    assert rewards.tolist() == [1, 0]
    assert info["rewards"].tolist() == [[1, -1], [0, 0]]
    assert info["_final_obs"].tolist() == [True, False]
    assert info["final_obs"][0].shape == seen[0].shape
    assert info["final_obs"][1] is None
    assert info["final_obs"][0][:2].sum() == 5
    assert seen[0][:2].sum() == 0
    assert info["action_mask"][0].sum() == 9


def test_a_game_that_ends_begins_anew_in_the_next_step() -> None:
    held = made("two", 1, autoreset_mode=AutoresetMode.NEXT_STEP)
    held.reset(seed=0)
    for action in (0, 3, 1, 4):
        held.step([action])
    seen, rewards, over, _, info = held.step([2])
    assert over.all()
    assert seen[0][:2].sum() == 5
    assert info["action_mask"].sum() == 0
    seen, rewards, over, _, info = held.step([9])
    assert not over.any()
    assert rewards.tolist() == [0]
    assert seen[0][:2].sum() == 0
    assert info["action_mask"].sum() == 9


@pytest.mark.parametrize("mode", MODES)
def test_an_illegal_action_ends_the_game_of_its_row(mode: str) -> None:
    held = made("two", 2, autoreset_mode=mode)
    held.reset(seed=0)
    held.step([4, 4])
    seen, rewards, over, _, info = held.step([4, 0])
    assert rewards.tolist() == [-1, 0]
    assert over.tolist() == [True, False]
    assert info["illegal"].tolist() == [True, False]
    assert info["rewards"].tolist() == [[0, -1], [0, 0]]
    assert info["action_mask"].sum(axis=1).tolist() == [9 if mode == "SameStep" else 0, 7]
    last = info["final_obs"][0] if mode == "SameStep" else seen[0]
    assert last[:2].sum() == 1
    if mode == "SameStep":
        return
    seen, rewards, over, _, info = held.step([8, 8])
    assert rewards.tolist() == [0, 0]
    assert over.tolist() == [mode == "Disabled", False]
    assert seen[0][:2].sum() == (1 if mode == "Disabled" else 0)


def test_nothing_that_is_returned_changes_later() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_returned_data_not_reused(made("dice", 1))


def test_gymnasium_makes_it_by_name() -> None:
    held = gymnasium.make_vec(ID, num_envs=3, game="Hex", options={"Size": "5"})
    assert held.reset(seed=1)[0].shape[0] == 3
    assert held.spec.id == ID


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(LudError, match="Tic-Tac-Too"):
        env("Tic-Tac-Too", 2)
    with pytest.raises(ValueError, match="a batch has from 1"):
        env("Hex", 0)
    with pytest.raises(ValueError, match="Never"):
        env("Hex", 1, autoreset_mode="Never")
    held = made("two", 2)
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset"):
        held.step([0, 0])
    held.reset()
    with pytest.raises(ValueError, match="row 1: 10 is no action: they go from 0 to 9"):
        held.step([0, 10])
    with pytest.raises(ValueError, match=r"the shape \(2,\), not \(3,\)"):
        held.step([0, 0, 0])
    with pytest.raises(TypeError, match="whole numbers"):
        held.step([0.5, 0])

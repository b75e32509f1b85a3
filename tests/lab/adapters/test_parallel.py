"""Games in which all choose at once, as parallel environments of PettingZoo."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
from pettingzoo.test import parallel_api_test

from lab.adapters.parallel import env


@pytest.mark.parametrize("name", ["Undercut", "Morra"])
def test_the_check_of_pettingzoo(name: str) -> None:
    parallel_api_test(env(name), num_cycles=60)


def test_a_step_is_one_move_of_each() -> None:
    played = env("Undercut")
    seen, _ = played.reset(seed=1)
    legal = {agent: one["action_mask"].nonzero()[0].tolist() for agent, one in seen.items()}
    assert list(map(len, legal.values())) == [5, 5]
    # The first player says two, the second three.
    actions = {"player_1": legal["player_1"][1], "player_2": legal["player_2"][2]}
    _, rewards, over, *_ = played.step(actions)
    assert played.position.scores == (5, 0)
    assert set(rewards.values()) == {0.0}
    assert not any(over.values())


def test_an_illegal_action_ends_the_game() -> None:
    played = env("Morra")
    seen, _ = played.reset(seed=1)
    legal = {agent: int(one["action_mask"].argmax()) for agent, one in seen.items()}
    # Another number of the second player is not legal if his mask says so.
    wrong = next((n for n, m in enumerate(seen["player_2"]["action_mask"]) if not m), None)
    if wrong is None:
        pytest.fail("every action is legal: nothing is tested")
    _, rewards, over, *_ = played.step({**legal, "player_2": wrong})
    assert rewards == {"player_1": 0.0, "player_2": -1.0}
    assert all(over.values())
    assert played.agents == []


def test_players_who_take_turns_have_no_parallel_game() -> None:
    with pytest.raises(ValueError, match="take turns"):
        env("Tic-Tac-Toe")

"""Games for PettingZoo, one agent a seat: `from lab.adapters.aec import env`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from interpreter import Game
from lab.adapters.agents import Agents
from lab.adapters.table import RENDER_MODES


def env(
    game: Game | str | Path,
    *,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """A game as an environment of PettingZoo, for agents that take turns.

    An illegal action ends the game: -1 for the agent who chose it, 0 for the others.

    Args:
        game, options, ruleset: as `load` takes them; or a game that is loaded
        render_mode: `ansi`, text is returned; `human`, it is printed after each step

    Raises:
        LudError: there is no such game, option or ruleset
        ValueError: another render mode, a game with more actions than can be numbered
    """
    made = raw_env(game, options=options, ruleset=ruleset, render_mode=render_mode)
    ended = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


class raw_env(Agents, AECEnv[str, Any, Any]):  # noqa: N801  as PettingZoo calls them
    """The environment without wrappers: an illegal action raises `ValueError`.

    Agents are called `player_1`, `player_2` …, by seat: after a swap of colours each agent is still
    the same. An observation is a dictionary: `observation`, the planes of `Batch.observe` as the
    agent sees them, his own pieces first; `action_mask`, 1 for each legal action, nothing but zeros
    for those whose turn it is not. Rewards come at the end: `State.utilities`.

    Args:
        game, options, ruleset, render_mode: see `env`
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  as PettingZoo has it
        "render_modes": list(RENDER_MODES),
        "name": "ludwright",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game.

        Args:
            seed: the game is `game.start(seed)`; if not given, the next game of the seed before
            options: not looked at
        """
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._look()

    def _look(self) -> None:
        """Tell everybody how things stand."""
        table = self._table
        self.rewards = dict(zip(self.agents, table.utilities, strict=True))
        self.terminations = dict.fromkeys(self.agents, table.over)
        self.agent_selection = self.possible_agents[0 if table.over else table.seat - 1]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and what he may do."""
        seat = self.possible_agents.index(agent) + 1
        # A game that was ended from outside, by an illegal action, offers nothing any more.
        on = agent == self.agent_selection and not self.terminations.get(agent, True)
        mask = self._table.mask(seat) if on else np.zeros(self.game.actions.size, np.int8)
        return {"observation": self._table.observe(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Make the action of the agent whose turn it is; None when it is over for him.

        Raises:
            ValueError: the action is not legal
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.step(action)
        self._cumulative_rewards[agent] = 0.0
        self._look()

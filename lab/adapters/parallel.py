"""Games in which all choose at once, for PettingZoo: `from lab.adapters.parallel import env`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv

from interpreter import Game, State
from interpreter.play.joint import at_once
from lab.adapters.table import RENDER_MODES, Table, game_of, render_mode_in


class env(ParallelEnv[str, Any, Any]):  # noqa: N801  as PettingZoo calls them
    """A game as a parallel environment of PettingZoo: every step is one action of each agent.

    Agents are called `player_1`, `player_2` … An observation is a dictionary: `observation`, the
    planes of `Batch.observe` as the agent sees them; `action_mask`, 1 for each legal action.
    Rewards come at the end: `State.utilities`. An illegal action ends the game: -1 for those who
    chose one, 0 for the others. Agents who are out of the game have nothing to choose, and what
    they send is not looked at.

    Args:
        game, options, ruleset: as `load` takes them; or a game that is loaded
        render_mode: `ansi`, text is returned; `human`, it is printed after each step

    Raises:
        LudError: there is no such game, option or ruleset
        ValueError: players of the game take turns, another render mode, a game with more actions
            than can be numbered
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  as PettingZoo has it
        "render_modes": list(RENDER_MODES),
        "name": "ludwright",
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game | str | Path,
        *,
        options: Mapping[str, str] | None = None,
        ruleset: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode_in(render_mode)
        self.game = game_of(game, options, ruleset)
        if not at_once(self.game):
            raise ValueError(f"the players of {self.game.name} take turns: see lab.adapters.aec")
        self.metadata = {**type(self).metadata, "name": self.game.name}
        self._table = Table(self.game)
        self.possible_agents = [f"player_{seat}" for seat in range(1, self.game.players + 1)]
        self.agents: list[str] = []
        self.observation_spaces: dict[str, gymnasium.Space[Any]] = {}
        self.action_spaces: dict[str, gymnasium.Space[Any]] = {}
        for agent in self.possible_agents:
            seen, actions = self._table.spaces()
            mask = spaces.Box(0, 1, (self.game.actions.size,), np.int8)
            self.observation_spaces[agent] = spaces.Dict({"observation": seen, "action_mask": mask})
            self.action_spaces[agent] = actions

    @property
    def position(self) -> State:
        """The position of the game."""
        return self._table.state

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of what an agent sees, the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """The space of an agent's actions, the same object at each call."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a game.

        Args:
            seed: the game is `game.start(seed)`; if not given, the next game of the seed before
            options: not looked at
        """
        self._table.begin(seed)
        self.agents = self.possible_agents[:]
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, Any]:
        """What each agent sees, and what he may do."""
        seats = {agent: self.possible_agents.index(agent) + 1 for agent in self.agents}
        return {
            agent: {
                "observation": self._table.observe(seat),
                "action_mask": self._table.mask_at_once(seat),
            }
            for agent, seat in seats.items()
        }

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Make the actions of all agents."""
        before, agents = self._seen(), self.agents
        due = [self.possible_agents[player - 1] for player in self.position.movers]
        wrong = [one for one in due if not before[one]["action_mask"][int(actions[one])]]
        if wrong:
            rewards = {agent: -1.0 if agent in wrong else 0.0 for agent in agents}
        else:
            for agent in due:
                self._table.step(actions[agent])
            rewards = dict(zip(agents, self._table.utilities, strict=True))
        over = bool(wrong) or self._table.over
        seen = self._seen()
        if self.render_mode == "human":
            self.render()
        if over:
            self.agents = []
        told = {agent: {} for agent in agents}
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), told

    def render(self) -> str | None:
        """The position as text: returned, or printed for people."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: ansi or human")
            return None
        text = str(self._table.state)
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")  # noqa: T201  it is asked for
        return None

    def close(self) -> None:
        """Nothing is to be closed."""

"""What the environments of PettingZoo share: agents by seat, their spaces, the board as text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from interpreter import Game, State
from lab.adapters.table import Table, game_of, render_mode_in


class Agents:
    """A game whose seats are agents, called `player_1`, `player_2` …

    Args:
        game, options, ruleset: as `load` takes them; or a game that is loaded
        render_mode: `ansi`, text is returned; `human`, it is printed after each step

    Raises:
        LudError: there is no such game, option or ruleset
        ValueError: another render mode, a game with more actions than can be numbered
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: Game | str | Path,
        *,
        options: Mapping[str, str] | None = None,
        ruleset: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.render_mode = render_mode_in(render_mode)
        self.game = game_of(game, options, ruleset)
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

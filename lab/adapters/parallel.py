"""Games in which all choose at once, for PettingZoo: `from lab.adapters.parallel import env`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pettingzoo import ParallelEnv

from interpreter import Game
from interpreter.play.joint import at_once
from lab.adapters.agents import Agents
from lab.adapters.table import RENDER_MODES


class env(Agents, ParallelEnv[str, Any, Any]):  # noqa: N801  as PettingZoo calls them
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
        super().__init__(game, options=options, ruleset=ruleset, render_mode=render_mode)
        if not at_once(self.game):
            raise ValueError(f"the players of {self.game.name} take turns: see lab.adapters.aec")

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
            agent: {"observation": self._table.observe(seat), "action_mask": self._mask(seat)}
            for agent, seat in seats.items()
        }

    def _mask(self, seat: int) -> Any:
        return self._table.mask_at_once(seat)

    def step(self, actions: dict[str, Any]) -> tuple[Any, Any, Any, Any, Any]:
        """Make the actions of all agents."""
        agents, movers = self.agents, self.position.movers
        due = {player: self.possible_agents[player - 1] for player in movers}
        wrong = [agent for player, agent in due.items()
                 if not self._mask(player)[int(actions[agent])]]  # fmt: skip
        if wrong:
            rewards = {agent: -1.0 if agent in wrong else 0.0 for agent in agents}
        else:
            for agent in due.values():
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

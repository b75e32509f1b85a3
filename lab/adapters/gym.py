"""One seat of a game for Gymnasium, against players of ours: `from lab.adapters.gym import env`.

With this module, `gymnasium.make("ludwright/Seat-v0", game="Hex")` is known too.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.error import ResetNeeded

from interpreter import Game, State
from lab.adapters.table import RENDER_MODES, Table, game_of, render_mode_in, seat_in
from lab.players.player import Player
from lab.players.specification import Specification, specification, words

Planes = npt.NDArray[np.uint8]
ID = "ludwright/Seat-v0"
MOST_SEED = 1 << 63


class SeatEnv(gymnasium.Env[Planes, np.int64]):
    """A game as one of its seats plays it.

    An observation is what the seat sees, in the planes of `Batch.observe`, his own pieces first.
    `info["action_mask"]` has 1 for each legal action. A step makes the action and then all moves
    until it is the turn of the seat again. The reward is 0 until the game is over, then what
    `State.utilities` says of the seat. An illegal action ends the game with the reward -1, and
    `info["illegal"]` says its name.

    Args:
        game, options, ruleset: as `load` takes them; or a game that is loaded
        seat: the seat, from 1
        others: who plays the other seats, in words, as in `lab/players/specification.py`: one for
            all, or one for each in the order of seats; a player is made anew for every game
        render_mode: `ansi`, text is returned; `human`, it is printed after each step

    Raises:
        LudError: there is no such game, option, ruleset or player
        ValueError: another seat, number of players or render mode, a game with more actions than
            can be numbered
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  as Gymnasium has it
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: Game | str | Path,
        *,
        options: Mapping[str, str] | None = None,
        ruleset: str | None = None,
        seat: int = 1,
        others: str | Sequence[str] = "random",
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode_in(render_mode)
        self.game = game_of(game, options, ruleset)
        self.seat = seat_in(self.game, seat)
        self._others = _others(self.game, self.seat, others)
        self._table: Table | None = None
        self._players: dict[int, Player] = {}
        self._ended = True
        self.observation_space, self.action_space = Table(self.game, 0).spaces()

    @property
    def position(self) -> State:
        """The position of the game.

        Raises:
            ResetNeeded: no game was begun
        """
        return self._begun().state

    def _begun(self) -> Table:
        if self._table is None:
            raise ResetNeeded("call reset() first")
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Begin a game, and play it until it is the turn of the seat.

        Args:
            seed: the game is `game.start(seed)`; if not given, the next game of the seed before
            options: not looked at
        """
        super().reset(seed=seed)
        if self._table is None:
            first = int(self.np_random.integers(MOST_SEED)) if seed is None else seed
            self._table = Table(self.game, first)
        else:
            self._table.begin(seed)
        self._players = {
            number: player.make(int(self.np_random.integers(MOST_SEED)))
            for number, player in self._others.items()
        }
        self._ended = False
        self._let_others_play(self._table)
        return self._told(self._table)

    def step(self, action: Any) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """Make an action of the seat, and let the others play until it is his turn again.

        Raises:
            ResetNeeded: no game is on
            ValueError: there is no such action
        """
        table = self._begun()
        if self._ended:
            raise ResetNeeded("the game is over: call reset()")
        if not self.action_space.contains(action):
            last = self.game.actions.size - 1
            raise ValueError(f"{action!r} is no action: they go from 0 to {last}")
        if not table.over and not table.mask(self.seat)[action]:
            return self._forfeit(table, int(action))
        # A game can be over before it is the turn of the seat for the first time.
        if not table.over:
            table.step(action)
            self._let_others_play(table)
        self._ended = table.over
        seen, info = self._told(table)
        return seen, table.utilities[self.seat - 1], table.over, False, info

    def _forfeit(
        self, table: Table, action: int
    ) -> tuple[Planes, float, bool, bool, dict[str, Any]]:
        """The end of a game by an illegal action."""
        self._ended = True
        seen, info = self._told(table)
        return seen, -1.0, True, False, {**info, "illegal": self.game.actions.name(action)}

    def _let_others_play(self, table: Table) -> None:
        while not table.over and table.seat != self.seat:
            move = self._players[table.seat].choose(table.state)
            table.step(self.game.actions.of(move))

    def _told(self, table: Table) -> tuple[Planes, dict[str, Any]]:
        """What the seat sees, and what he may do."""
        mask = np.zeros(self.game.actions.size, np.int8) if self._ended else table.mask(self.seat)
        if self.render_mode == "human":
            self.render()
        return table.observe(self.seat), {"action_mask": mask}

    def render(self) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The position as text: returned, or printed for people."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: ansi or human")
            return None
        text = str(self._begun().state)
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(f"{text}\n\n")
        return None


env = SeatEnv


def _others(game: Game, seat: int, said: str | Sequence[str]) -> dict[int, Specification]:
    """Who plays each of the other seats."""
    seats = [number for number in range(1, game.players + 1) if number != seat]
    named = words(said) if isinstance(said, str) else list(said)
    players = [specification(one) for one in named]
    if len(players) == 1:
        players *= len(seats)
    if len(players) != len(seats):
        raise ValueError(f"{game.name} has {len(seats)} other seats, not {len(players)}")
    return dict(zip(seats, players, strict=True))


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point=f"{__name__}:SeatEnv")

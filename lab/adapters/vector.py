"""Many games at once for the vector interface of Gymnasium: `from lab.adapters.vector import env`.

With this module, `gymnasium.make_vec("ludwright/Batch-v0", num_envs=64, game="Hex")` is known too.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from interpreter import Game
from lab.adapters.table import game_of

Array = npt.NDArray[Any]
Mask = npt.NDArray[np.bool_]
ID = "ludwright/Batch-v0"
ILLEGAL = -1.0


class BatchEnv(VectorEnv[Array, Array, Array]):
    """Games side by side, in which the learner plays all seats.

    Observations are the planes of `Batch.observe`, as the player to move sees them. The reward of a
    row is that of the seat that made the action: 0 until the game is over, then what
    `State.utilities` says. An illegal action ends the game of its row, with -1 for the seat that
    chose it and 0 for the others. Of each row `info` has:

    * `action_mask`, int8 (n, actions): 1 for each legal action
    * `seats`, uint8 (n,): whose turn it is, from 0
    * `rewards`, float32 (n, players): what the step gave to every seat
    * `illegal`, bool (n,): whether an illegal action has ended the game; after steps alone

    and the same with `_` before the name, true in all rows, as Gymnasium has it. A row whose game
    is over begins anew as `autoreset_mode` says. With `SAME_STEP` it does so in the step that ends
    the game: observation and mask are of the new game, the last planes of the old one are in
    `info["final_obs"]`, its seats in `info["final_info"]`.

    Args:
        game, options, ruleset: as `load` takes them; or a game that is loaded
        num_envs: how many games
        autoreset_mode: one of Gymnasium's, or its text: `SameStep`, `NextStep`, `Disabled`
        threads: how many share the games; results do not depend on it

    Raises:
        LudError: there is no such game, option or ruleset
        ValueError: another mode, no game, no thread, or too many of either, more actions than can
            be numbered
    """

    def __init__(
        self,
        game: Game | str | Path,
        num_envs: int = 1,
        *,
        options: Mapping[str, str] | None = None,
        ruleset: str | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        threads: int = 1,
    ) -> None:
        self.game = game_of(game, options, ruleset)
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self.autoreset_mode}
        self.num_envs = num_envs
        self.batch = self.game.batch(num_envs, threads=threads)
        self.single_observation_space = spaces.Box(0, 255, self.game.planes.shape, np.uint8)
        self.single_action_space = spaces.Discrete(self.game.actions.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)
        self._begun = False
        # Rows that an illegal action has ended: the batch knows nothing of it.
        self._forfeited = np.zeros(num_envs, np.bool_)

    @property
    def ended(self) -> Mask:
        """In which rows the game is over, and not yet begun anew: bool (n,)."""
        return self.batch.done | self._forfeited

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin new games.

        Args:
            seed: row i begins with game i of the seed; if not given, all go on to their next games
            options: `reset_mask`, bool (n,): in which rows; in all if not given

        Raises:
            ValueError, TypeError: the mask has another shape or holds something else
        """
        super().reset(seed=seed)
        mask = (options or {}).get("reset_mask")
        which = np.ones(self.num_envs, np.bool_) if mask is None else mask
        if seed is None and not self._begun:
            seed = int(self.np_random.integers(1 << 63))
        self.batch.reset(which, seed)
        self._forfeited[which] = False
        self._begun = True
        return self.batch.observe(), self._info()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Make one action in each row.

        Rows that begin anew in this step, with `NEXT_STEP`, and rows that are over, with
        `DISABLED`, do not look at theirs.

        Args:
            actions: whole numbers (n,)

        Raises:
            ResetNeeded: no game was begun
            ValueError: an action that is not in the action space, another shape
            TypeError: actions are no whole numbers
        """
        if not self._begun:
            raise gymnasium.error.ResetNeeded("call reset() first")
        before, movers = self.ended, self.batch.seats
        rewards, illegal = self._made(self._numbers(actions), before)
        over = self.ended
        told: dict[str, Any] = {"rewards": rewards, "illegal": illegal}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            told |= self._last(over)
            self._renew(over)
        elif self.autoreset_mode is AutoresetMode.NEXT_STEP:
            self._renew(before)
            over &= ~before
        own = rewards[self._rows, movers].astype(np.float64)
        cut = np.zeros(self.num_envs, np.bool_)
        return self.batch.observe(), own, over, cut, self._info(**told)

    def _numbers(self, actions: Any) -> npt.NDArray[np.int64]:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError("actions are whole numbers")
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape ({self.num_envs},), not {given.shape}")
        last = self.game.actions.size - 1
        wrong = (given < 0) | (given > last)
        if wrong.any():
            row = int(wrong.argmax())
            raise ValueError(f"row {row}: {given[row]} is no action: they go from 0 to {last}")
        return given.astype(np.int64)

    def _made(self, chosen: npt.NDArray[np.int64], before: Mask) -> tuple[Array, Mask]:
        """What a step gives to each seat, and where an illegal action was chosen.

        The batch makes legal actions alone; rows that are not to move are put back.
        """
        legal = self.batch.legal_mask()
        illegal = ~legal[self._rows, chosen] & ~before
        still = illegal | self._forfeited
        if not still.any():
            return self.batch.step(chosen)[0], illegal
        kept = [
            (row, self.batch.state(row))
            for row in np.flatnonzero(still & ~self.batch.done).tolist()
        ]
        seats = self.batch.seats
        rewards, _ = self.batch.step(np.where(still, legal.argmax(axis=1), chosen))
        for row, state in kept:
            self.batch.set_state(row, state)
        rewards[still] = 0
        rewards[illegal, seats[illegal]] = ILLEGAL
        self._forfeited |= illegal
        return rewards, illegal

    def _renew(self, which: Mask) -> None:
        if which.any():
            self.batch.reset(which)
            self._forfeited[which] = False

    def _last(self, over: Mask) -> dict[str, Any]:
        """The last planes of games that are over, and whose turn it was."""
        planes = np.full(self.num_envs, None, object)
        seen = self.batch.observe()
        for row in np.flatnonzero(over):
            planes[row] = seen[row].copy()
        seats = np.where(over, self.batch.seats, 0)
        info = {"seats": seats, "_seats": over.copy()}
        return {
            "final_obs": planes, "_final_obs": over.copy(),
            "final_info": info, "_final_info": over.copy(),
        }  # fmt: skip

    def _info(self, **told: Any) -> dict[str, Any]:
        mask = self.batch.legal_mask().astype(np.int8)
        mask[self._forfeited] = 0
        found = {"action_mask": mask, "seats": self.batch.seats, **told}
        bare = [name for name in found if not (name.startswith("_") or f"_{name}" in found)]
        return found | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in bare}


env = BatchEnv


if ID not in gymnasium.registry:
    gymnasium.register(ID, vector_entry_point=f"{__name__}:BatchEnv")

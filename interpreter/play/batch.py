"""Many games at once, for learners: states, actions, rewards and observations as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from interpreter.ir.meaning.splitmix import MASK, stream
from interpreter.play.batch_states import NativeRows, rows_of
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.targets.spaces.actions import Actions

Position = TypeVar("Position", bound=PlayedState)
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.integer[Any]] | Sequence[int]
MOST_ROWS = 1 << 24
MOST_THREADS = 1 << 10


class Batch(Generic[Position]):
    """Games that are played side by side, one in each row of the arrays.

    Row i begins with game i of the seed, the one that `game.random_games` plays as its i-th; each
    time it begins anew, it takes the game n further on. Players are seats, counted from 0 in the
    last axis of rewards: after a swap the first player still has the first place there.

    Args:
        game: what is played
        position: what makes a position of what the machine has of it
        n: how many games
        seed: fixes what chance decides in the games, and what `sample` draws
        threads: how many share the rows; results do not depend on it
        auto_reset: whether a row begins anew as soon as its game is over

    Attributes:
        actions: what the numbers of actions mean

    Raises:
        ValueError: no row or more than `MOST_ROWS`, no thread or more than `MOST_THREADS`, a game
            with more actions than can be numbered
        TypeError: what counts something is no whole number
    """

    def __init__(
        self,
        game: PlayedGame,
        position: Callable[[Any], Position],
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        auto_reset: bool = False,
    ) -> None:
        n, threads = index(n), index(threads)
        if not 1 <= n <= MOST_ROWS:
            raise ValueError(f"a batch has from 1 to {MOST_ROWS} rows")
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"a batch takes from 1 to {MOST_THREADS} threads")
        self.game, self.n, self.threads = game, n, threads
        self._position = position
        self.auto_reset = bool(auto_reset)
        self.actions: Actions = game.actions
        self._rows = rows_of(game, n, threads)
        self._worth = _worth(game.players)
        self._numbers = np.arange(n)
        self._begun = np.zeros(n, np.int64)
        self._seed, self._drawn = index(seed), 0
        self._legal: npt.NDArray[np.uint8] | None = None
        self.reset(seed=seed)

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game.name!r}>"

    # Playing

    def reset(self, mask: npt.ArrayLike | None = None, seed: int | None = None) -> None:
        """Begin new games.

        Args:
            mask: in which rows, bool (n,); in all if not given
            seed: from now on; each of these rows begins with its first game of the seed. If not
                given, each goes on to its next game.

        Raises:
            ValueError: the mask has another shape
            TypeError: the mask is not of truths, the seed no whole number
        """
        which = np.ones(self.n, np.bool_) if mask is None else self._truths(mask)
        if seed is not None:
            self._seed, self._drawn = index(seed), 0
            self._begun[which] = 0
        games = np.where(which, self._numbers + self.n * self._begun, -1)
        self._rows.begin(games, self._seed)
        self._begun += which
        self._legal = None

    def step(self, actions: Numbers) -> tuple[npt.NDArray[np.float32], Mask]:
        """Make one action in each row.

        Rows whose game is over stay as they are, and their actions are not looked at. With
        `auto_reset` a row whose game this ends begins anew at once: rewards and `done` are of the
        game that has ended, and everything that is asked from then on of the new one.

        Args:
            actions: whole numbers (n,)

        Returns:
            Rewards (n, players): what the outcome is worth to each seat, from -1 to 1, in the
            step that ends a game; else zeros. And whether the game of each row is over (n,).

        Raises:
            ValueError: an action is not legal; then no row has changed. Another shape than (n,).
            TypeError: actions are no whole numbers
        """
        chosen = self._checked(actions)
        looks = self._rows.looks
        before = looks.over.copy()
        self._rows.step(chosen)
        self._legal = None
        done = looks.over.astype(np.bool_)
        ended = done & (before == 0)
        rewards = np.zeros((self.n, self.game.players), np.float32)
        if ended.any():
            rewards[ended] = self._worth[looks.ranks[ended]]
            if self.auto_reset:
                self.reset(ended)
        return rewards, done

    def _checked(self, actions: Numbers) -> npt.NDArray[np.int64]:
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise TypeError("actions are whole numbers")
        if given.shape != (self.n,):
            raise ValueError(f"actions have the shape ({self.n},), not {given.shape}")
        chosen = np.ascontiguousarray(given, np.int64)
        inside = (chosen >= 0) & (chosen < self.actions.size)
        safe = chosen if inside.all() else np.where(inside, chosen, 0)
        legal = self._mask()[self._numbers, safe].astype(np.bool_) & inside
        wrong = ~legal & (self._rows.looks.over == 0)
        if wrong.any():
            row = int(wrong.argmax())
            action = int(given[row])
            named = f" ({self.actions.name(action)})" if inside[row] else ""
            raise ValueError(f"row {row}: action {action}{named} is not legal")
        return chosen

    def _mask(self) -> npt.NDArray[np.uint8]:
        if self._legal is None:
            self._legal = self._rows.mask()
            self._legal.flags.writeable = False
        return self._legal

    def legal_mask(self) -> Mask:
        """Which actions are legal: bool (n, actions), not to be written to.

        No action is legal where the game is over.
        """
        return self._mask().view(np.bool_)

    def sample(self, rng: int | np.random.Generator | None = None) -> npt.NDArray[np.int64]:
        """A legal action of each row by lot, all of a row equally likely: whole numbers (n,).

        0 where the game is over.

        Args:
            rng: a seed that fixes the draw; or where to take one from; if not given, each call
                takes another, as the batch's own seed says

        Raises:
            TypeError: neither a whole number nor a generator
        """
        if isinstance(rng, np.random.Generator):
            seed = int(rng.integers(1 << 63))
        elif rng is None:
            seed = stream(~self._seed & MASK, self._drawn)
            self._drawn += 1
        else:
            seed = index(rng)
        return self._rows.sample(self._mask(), seed & MASK)

    def observe(
        self, dtype: npt.DTypeLike = np.uint8, *, out: npt.NDArray[Any] | None = None
    ) -> npt.NDArray[Any]:
        """What the player to move sees: (n, planes, rows, columns), or (n, planes, sites).

        `observation_names` says what the planes show; `Planes` says more.

        Args:
            dtype: uint8 or float32
            out: where to write it, an array of this type and shape, which is returned; a new one
                if not given

        Raises:
            TypeError: another type
            ValueError: `out` has another type or shape, or does not lie in one piece
        """
        wanted: np.dtype[Any] = np.dtype(dtype)
        shape = (self.n, *self.observation_shape)
        if wanted.name not in ("uint8", "float32"):
            raise TypeError("planes are of uint8 or float32")
        found: npt.NDArray[Any] = np.empty(shape, wanted) if out is None else out
        if found.dtype != wanted or found.shape != shape:
            raise ValueError(f"planes are {wanted} and of the shape {shape}")
        if not (found.flags.c_contiguous and found.flags.writeable):
            raise ValueError("planes are written to an array in one piece")
        if wanted == np.uint8:
            self._rows.observe(found)
        else:
            held = np.empty(shape, np.uint8)
            self._rows.observe(held)
            found[:] = held
        return found

    # What the rows hold

    @property
    def observation_names(self) -> tuple[str, ...]:
        """What each plane shows."""
        return self.game.planes.names

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """(planes, rows, columns), or (planes, sites)."""
        return self.game.planes.shape

    @property
    def done(self) -> Mask:
        """Whether the game is over: bool (n,)."""
        return self._rows.looks.over.astype(np.bool_)

    @property
    def movers(self) -> npt.NDArray[np.uint8]:
        """The player to move, from 1; after a swap, the colour to move: (n,)."""
        return self._rows.looks.movers.copy()

    @property
    def seats(self) -> npt.NDArray[np.uint8]:
        """Whose turn it is, as the place in rewards, from 0: (n,)."""
        return self._rows.looks.seats.copy()

    @property
    def plies(self) -> npt.NDArray[np.int32]:
        """How many moves were made: (n,)."""
        return self._rows.looks.plies.copy()

    @property
    def rankings(self) -> npt.NDArray[np.float64]:
        """The rank of each seat, 1.0 best, 0.0 for those who still play: (n, players)."""
        return self._rows.looks.ranks / 2

    @property
    def utilities(self) -> npt.NDArray[np.float64]:
        """What is sure to come of it for each seat, from -1 to 1; else 0: (n, players)."""
        found = self._worth[self._rows.looks.ranks]
        if self.game.players == 1:
            found = np.where(self.done[:, None], found, 0)
        return found.astype(np.float64)

    @property
    def states(self) -> npt.NDArray[np.uint8]:
        """The states as native code has them, (n, bytes), not to be written to.

        Rows begin at multiples of 64 bytes. In games in which no position may come again, the
        positions so far stand at the end: there is room for 256, which is doubled whenever some
        row needs more, up to 10064, more than a game can have.

        Raises:
            ValueError: games in Python keep no bytes
        """
        if not isinstance(self._rows, NativeRows):
            raise ValueError("games in Python keep no bytes")
        found = self._rows.block.view()
        found.flags.writeable = False
        return found

    def state(self, row: int) -> Position:
        """The state of a row.

        Raises:
            IndexError: there is no such row
            TypeError: the row is no whole number
        """
        return self._position(self._rows.raw(self._row(row)))

    def set_state(self, row: int, state: PlayedState) -> None:
        """Change the state of a row.

        Raises:
            IndexError: there is no such row
            TypeError: the row is no whole number
            ValueError: the state is of another game
        """
        row = self._row(row)
        if state.game is not self.game:
            raise ValueError("the state is of another game")
        self._rows.put(row, state.raw)
        self._legal = None

    def _row(self, row: int) -> int:
        row = index(row)
        if not -self.n <= row < self.n:
            raise IndexError(f"a batch of {self.n} has no row {row}")
        return row % self.n

    def _truths(self, mask: npt.ArrayLike) -> Mask:
        found = np.asarray(mask)
        if found.dtype != np.bool_:
            raise TypeError("a mask holds truths")
        if found.shape != (self.n,):
            raise ValueError(f"a mask has the shape ({self.n},), not {found.shape}")
        return found

    # Copies

    def copy(self) -> Batch[Position]:
        """The same games once more; what happens to one does not touch the other."""
        made = type(self).__new__(type(self))
        made._restore(self.__getstate__())
        return made

    __copy__ = copy

    def __deepcopy__(self, _: dict[int, Any]) -> Batch[Position]:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What a pickled batch is made of; it can be read where states lie alike in memory."""
        return {
            "game": self.game, "position": self._position, "n": self.n, "threads": self.threads,
            "auto_reset": self.auto_reset, "seed": self._seed, "drawn": self._drawn,
            "begun": self._begun.copy(), "rows": self._rows.held(),
        }  # fmt: skip

    def __setstate__(self, held: dict[str, Any]) -> None:
        self._restore(held)

    def _restore(self, held: dict[str, Any]) -> None:
        self.__init__(
            held["game"], held["position"], held["n"], seed=held["seed"], threads=held["threads"],
            auto_reset=held["auto_reset"],
        )  # fmt: skip
        self._rows.take(held["rows"])
        self._begun, self._drawn = held["begun"].copy(), held["drawn"]


def _worth(players: int) -> npt.NDArray[np.float32]:
    """What a doubled rank is worth to a seat; see `State.utilities`."""
    doubled = np.arange(256)
    if players == 1:
        return (doubled - 1).astype(np.float32)
    found = 1 - (doubled - 2) / (players - 1)
    found[0] = 0
    return found.astype(np.float32)

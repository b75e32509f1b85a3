"""Exact values of games in which chance has a part: what is expected if nobody errs.

All positions that can be reached are found first, each with what can fall before its moves and
where each move can lead. Then every position is given the mean of what its throws are worth, of
each of which the mover takes the move that is best for him, until nothing changes any more (value
iteration, Bellman 1957; Shapley 1953 for games of two). Positions may come again, as in races where
tokens are sent back; a game that never ends counts as a draw.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.play import chance
from interpreter.play.future import Future
from interpreter.play.protocol import PlayedGame, PlayedState
from interpreter.play.search.findings import Solution
from interpreter.play.search.positions import seat_of
from interpreter.targets.protocol import Progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

EXACT = 1e-13
"""No value changes by more in a round that is the last."""
LARGE = 1 << 62


class Enough(Exception):  # noqa: N818
    """A limit is reached."""


class Expected:
    """The positions of a game that can be reached from one of them.

    Args:
        state: the first
        nodes: positions at most
        end: until when there is time
        progress: told how many were found
    """

    def __init__(
        self, state: PlayedState, nodes: int, end: float, progress: Progress | None
    ) -> None:
        self.game = state.game
        self.nodes, self.end, self.progress = nodes, end, progress
        self.future = Future(self.game.program, self.game.machine)
        # Of each position the seat whose turn it is and, at an end, what it is worth to each seat.
        self.movers: list[int] = []
        self.worth: list[tuple[float, ...]] = []
        # What can fall before moves: in which position, how likely.
        self._thrown = _Rows()
        # The moves then: behind which throw. Where each can lead, how likely.
        self._moved = _Rows()
        self._led = _Rows()
        self._targets: list[int] = []
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._waiting: list[tuple[int, PlayedState]] = []
        self._number(state)
        while self._waiting:
            self._look(*self._waiting.pop())

    def __len__(self) -> int:
        return len(self.movers)

    def _number(self, state: PlayedState) -> int:
        """The number of a position; one that is new waits to be looked at."""
        key = self.future.of(state.raw)
        number = self._numbers.get(key)
        if number is None:
            self._check()
            number = self._numbers[key] = len(self)
            self.movers.append(seat_of(state))
            self.worth.append(tuple(state.utilities))
            if not state.over:
                self._waiting.append((number, state))
        return number

    def _check(self) -> None:
        if len(self) >= self.nodes or time.perf_counter() > self.end:
            raise Enough
        if self.progress is not None and len(self) % 64 == 0:
            self.progress(len(self))

    def _look(self, number: int, state: PlayedState) -> None:
        """Find out where the moves of a position lead."""
        game = self.game
        for likely, fallen, raw in chance.every_throw(state):
            throw = self._thrown.add(number, likely)
            told = game.at(raw)
            for packed in game.machine.legal(raw):
                move = self._moved.add(throw, 1.0)
                for share, following in chance.every_fall(told, packed, fallen):
                    self._targets.append(self._number(game.at(following)))
                    self._led.add(move, share)

    def settle(self) -> npt.NDArray[np.float64]:
        """What every position is worth to each seat: an array by position and seat."""
        import numpy as np  # noqa: PLC0415

        values = np.array(self.worth)
        targets = np.array(self._targets, np.int64)
        led, moved, thrown = (one.joined() for one in (self._led, self._moved, self._thrown))
        movers = np.array(self.movers, np.int64)[thrown.owners]
        change = 1.0
        while change > EXACT:
            self._check_time()
            worth = led.mean(values[targets])
            best = moved.first_best(worth[np.arange(len(worth)), movers[moved.owners]])
            found = thrown.mean(worth[best])
            inner = thrown.owners[thrown.starts]
            change = float(np.abs(values[inner] - found).max()) if len(inner) else 0.0
            values[inner] = found
        return values

    def _check_time(self) -> None:
        if time.perf_counter() > self.end:
            raise Enough

    def best(self, values: npt.NDArray[np.float64]) -> int | None:
        """Which of the first position's moves is best; None if something falls before them."""
        if self._thrown.owners[1:2] == [0]:
            return None
        led = self._led.joined()
        of_first = led.mean(values[self._targets])[: self._moved.owners.count(0)]
        return int(of_first[:, self.movers[0]].argmax())


class _Rows:
    """Things that belong to others, each with a weight; those of one owner stand together."""

    def __init__(self) -> None:
        self.owners: list[int] = []
        self.weights: list[float] = []

    def add(self, owner: int, weight: float) -> int:
        """Add one; its number."""
        self.owners.append(owner)
        self.weights.append(weight)
        return len(self.owners) - 1

    def joined(self) -> _Joined:
        """All of them, as arrays."""
        import numpy as np  # noqa: PLC0415

        owners = np.array(self.owners, np.int64)
        starts = np.flatnonzero(np.diff(owners, prepend=-1))
        return _Joined(owners, np.array(self.weights)[:, None], starts)


@dataclass(slots=True)
class _Joined:
    """Rows as arrays.

    Args:
        owners: to whom each belongs
        weights: of each, as a column
        starts: where those of each owner begin
    """

    owners: npt.NDArray[np.int64]
    weights: npt.NDArray[np.float64]
    starts: npt.NDArray[np.intp]

    def mean(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """For each owner the weighted sum of the values of his rows, column by column."""
        import numpy as np  # noqa: PLC0415

        return np.add.reduceat(values * self.weights, self.starts)

    def first_best(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
        """For each owner the first of his rows with the greatest value."""
        import numpy as np  # noqa: PLC0415

        counts = np.diff(self.starts, append=len(values))
        highest = np.repeat(np.maximum.reduceat(values, self.starts), counts)
        places = np.where(values == highest, np.arange(len(values)), LARGE)
        return np.minimum.reduceat(places, self.starts)


def solve(
    game: PlayedGame,
    state: PlayedState,
    *,
    seconds: float,
    nodes: int,
    progress: Progress | None,
) -> Solution:
    """What is expected if nobody errs; see `Game.solve`."""
    start = time.perf_counter()
    found = 0

    def count(number: int) -> None:
        nonlocal found
        found = number
        if progress is not None:
            progress(number)

    try:
        every = Expected(state, nodes, start + seconds, count)
        values = every.settle()
    except Enough:
        return Solution(None, None, (), 0, found, time.perf_counter() - start)
    chosen = every.best(values)
    best = None if chosen is None else state.moves()[chosen]
    value = float(values[0, every.movers[0]])
    return Solution(value, best, (), 0, len(every), time.perf_counter() - start)

"""Games of the native search against itself, with what it thinks at every ply.

    for trial in play(game, range(100), iterations=(1000, 1000), seed=1, threads=2):
        print(trial.plies, trial.ranking)

A game follows from the seed and its number alone, however many threads play. The search is the
plain one, since figures of games are told beside those of other games, which were measured with it.
"""

from __future__ import annotations

import ctypes
import queue
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from interpreter.ir.meaning.splitmix import stream, wrap
from interpreter.ir.program import MOST_MOVES, MOST_TURNS_PER_PLAYER
from interpreter.play.protocol import PlayedGame
from interpreter.play.search.lookahead import board_of
from interpreter.play.search.requirements import native
from interpreter.play.search.tree import Nodes
from interpreter.targets.calls import in_threads
from interpreter.targets.kernels.search import selfplay
from interpreter.targets.kernels.search import trial as layout
from interpreter.targets.kernels.search.weights import PLAIN

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

MEMORY = 64 << 20
"""Bytes of the tree of one thread; what is not used is not taken from the machine."""
ROOM = 1 << 22
"""Moves of a game of which is kept what was thought of them; later ones are not."""
CAREFUL, COPIER, IDLER, GREEDY = layout.CAREFUL, layout.COPIER, layout.IDLER, layout.GREEDY
SEARCHES = 0x5EA4C4E5
"""Sets the random numbers of the searches apart from those of the game."""


@dataclass(frozen=True, eq=False)
class Trial:
    """A game that was played, ply by ply.

    Args:
        number: which of the seed
        seats: who moved, from 0; shape (plies,), as the following
        counts: legal moves
        moves: the packed moves that were made
        settled: whether the outcome was certain
        firsts: where the moves of the ply that were thought about begin in `values`
        noted: how many they are; 0 if nobody thought
        chosen: which of them was the best
        rounds: random games of the search
        liked: whether the idea of one who hardly thinks chose the move
        estimates: what the position was worth to each seat, from -1 to 1; shape (plies, seats)
        values: what each move was worth to the mover, from -1 to 1; NaN if it was not visited
        visits: random games behind each move
        doubled: twice the rank of each seat; 0 for those who still played
        over: whether the game came to an end
        turns: how many there were
    """

    number: int
    seats: Ints
    counts: Ints
    moves: Ints
    settled: Ints
    firsts: Ints
    noted: Ints
    chosen: Ints
    rounds: Ints
    liked: Ints
    estimates: Floats
    values: npt.NDArray[np.float32]
    visits: npt.NDArray[np.int32]
    doubled: npt.NDArray[np.int8]
    over: bool
    turns: int

    @property
    def plies(self) -> int:
        """How many moves were made."""
        return len(self.moves)

    @property
    def timeout(self) -> bool:
        """Whether a limit ended the game: of turns, of moves, or the one that was asked for."""
        most = MOST_TURNS_PER_PLAYER * len(self.doubled)
        return not self.over or self.plies >= MOST_MOVES or self.turns + 1 >= most

    @property
    def ranking(self) -> tuple[float, ...]:
        """The rank of each seat, 1.0 best; 0.0 for those who still played."""
        return tuple(float(rank) / 2 for rank in self.doubled)

    def considered(self, ply: int) -> slice:
        """The moves of a ply in `values` and `visits`; none if nobody thought."""
        first = int(self.firsts[ply])
        return slice(first, first + int(self.noted[ply]))


class Arena:
    """Where one thread plays: memory for the search and for the record of a game."""

    def __init__(self, game: PlayedGame, limit: int) -> None:
        machine = native(game)
        part = machine.part(
            selfplay.NAME,
            selfplay.ENTRIES,
            lambda t, module: selfplay.write(t, module, board_of(game)),
            [selfplay.NAME],
            traced=True,
        )
        self._play = part.function(selfplay.NAME, None, ctypes.c_void_p, ctypes.c_void_p)
        self.nodes = Nodes(game, MEMORY)
        self.nodes.weigh(PLAIN)
        players = game.players
        self.rows: Ints = np.empty((limit, len(layout.ROW)), np.int64)
        self.estimates: Floats = np.empty((limit, players))
        self.values: npt.NDArray[np.float32] = np.empty(ROOM, np.float32)
        self.visits: npt.NDArray[np.int32] = np.empty(ROOM, np.int32)
        self.ranks: npt.NDArray[np.int8] = np.zeros(players, np.int8)
        self.iterations: Ints = np.zeros(players, np.int64)
        # Where each site comes to lie; a copier who is told no symmetry answers on the same site.
        self.images: Ints = np.arange(game.program.sites, dtype=np.int64)
        self.head: Ints = np.zeros(len(layout.TRIAL), np.int64)
        self._put("limit", limit)
        self._put("room", ROOM)
        arrays: dict[str, npt.NDArray[Any]] = {
            "iterations": self.iterations, "rows": self.rows, "estimates": self.estimates,
            "values": self.values, "visits": self.visits, "ranks": self.ranks,
            "images": self.images,
        }  # fmt: skip
        for name, array in arrays.items():
            self._put(name, array.ctypes.data)

    def _put(self, name: str, value: int) -> None:
        self.head[layout.TRIAL.index(name)] = value

    def _get(self, name: str) -> int:
        return int(self.head[layout.TRIAL.index(name)])

    def stop(self) -> None:
        """End the game that is played at once."""
        self.nodes.put("stop", 1)

    def play(
        self,
        number: int,
        seed: int,
        iterations: Sequence[int],
        thoughts: int = 0,
        per: int = 0,
        images: Sequence[int] = (),
    ) -> Trial:
        """One game."""
        self.images[: len(images)] = images
        self._put("per", per)
        self._put("seed", wrap(seed))
        self._put("number", number)
        self._put("searches", wrap(stream(seed ^ SEARCHES ^ thoughts, number)))
        self.iterations[:] = iterations
        self._play(self.nodes.address, self.head.ctypes.data)
        plies, filled = self._get("plies"), self._get("filled")
        columns = self.rows[:plies].T.copy()
        row = {name: columns[place] for place, name in enumerate(layout.ROW)}
        return Trial(
            number,
            row["seat"],
            row["count"],
            row["move"],
            row["settled"],
            row["first"],
            row["noted"],
            row["chosen"],
            row["rounds"],
            row["liked"],
            self.estimates[:plies].copy(),
            self.values[:filled].copy(),
            self.visits[:filled].copy(),
            self.ranks.copy(),
            bool(self._get("over")),
            self._get("turns"),
        )


def play(
    game: PlayedGame,
    numbers: Sequence[int],
    *,
    iterations: Sequence[int],
    seed: int = 0,
    threads: int = 1,
    limit: int = MOST_MOVES,
    progress: Callable[[int], None] | None = None,
    thoughts: int = 0,
    per: int = 0,
    images: Sequence[int] = (),
) -> list[Trial]:
    """Play games of a search, in the order of their numbers.

    Args:
        numbers: which games of the seed
        iterations: random games a move of each seat; 0 for one who plays by lot, `CAREFUL` for one
            who does so too, but takes a win and avoids what loses at once or at the reply;
            `COPIER`, `IDLER` and `GREEDY` are careful, and have an idea besides
        seed: fixes every game
        threads: at most so many at once; the games do not depend on it
        limit: plies of a game, at most
        progress: called with the number of games done
        thoughts: with another number the searches try other random games, while what the rules draw
            stays as it is
        per: the iterations are for so many legal moves, and in proportion for more or fewer; for
            any number of moves if 0
        images: for a copier, where each site of the board comes to lie; they stay where not given

    Raises:
        ValueError: no native code, numbers that make no sense
    """
    native(game)
    if len(iterations) != game.players or min(iterations) < GREEDY or per < 0:
        raise ValueError("self-play takes a number of iterations for each seat, 0 or more")
    if len(images) > game.program.sites:
        raise ValueError("a copier takes at most an image for each site")
    if threads < 1 or not 1 <= limit <= MOST_MOVES:
        raise ValueError(f"self-play takes a thread, and from 1 to {MOST_MOVES} plies a game")
    arenas = [Arena(game, limit) for _ in range(min(threads, len(numbers)))]
    free: queue.SimpleQueue[Arena] = queue.SimpleQueue()
    for arena in arenas:
        free.put(arena)
    found: dict[int, Trial] = {}

    def task(number: int) -> None:
        arena = free.get()
        found[number] = arena.play(number, seed, iterations, thoughts, per, images)
        free.put(arena)

    look = None if progress is None else lambda: progress(len(found))
    in_threads([partial(task, number) for number in numbers], len(arenas), arenas, look)
    return [found[number] for number in numbers]

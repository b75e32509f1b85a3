"""Random games in native code: one by one, or several at once where that is faster.

Games are the same either way. Which way is faster is found while they are played: after a while
of games one by one, code for lanes is made, where the processor and the rules allow it, and kept
if it is faster. Where it is, or nearly so, code for more lanes is tried after another while.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.ir.meaning.splitmix import wrap
from interpreter.targets.calls import I64, Control, P, in_pieces, in_threads
from interpreter.targets.kernels import lanes, playouts
from interpreter.targets.llvm import jit
from interpreter.targets.llvm.assembly import Module
from interpreter.targets.llvm.sanitizer import Checked
from interpreter.targets.llvm.target import Target
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.protocol import Progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Results = tuple[npt.NDArray[np.int32], npt.NDArray[np.int8]]

# Of so few random games it is found out how long they take with code that is made in a fraction of
# the time, before better code is made; of more it is known that they are worth it.
FEW_GAMES = 2048
# To make better code takes a few times as long as to make the other, at least so long, and games
# then take half the time: it pays where they take so many times as long as making the other did.
LEAST_S, WORTH = 0.01, 4
# Code for lanes takes about so long to make, or so many times as long as that for games one by one
# did: games that are over sooner do without. For twice as many lanes it takes twice as long.
PATIENCE_S, AS_LONG = 0.15, 3
# After so many times as long, few games at a time are likely to be followed by more: they are worth
# code for lanes.
AGAIN = 4
# Who wants to know at once which way is faster waits so long at most.
MOST_S = 2.0
# Where lanes are nearly so fast as the fastest way, more of them may be faster.
NEARLY = 0.85
# So many trials tell how fast a way is; pieces of work of so many games or more count for them, and
# a trial takes so long.
TRIALS, ENOUGH_GAMES, ENOUGH_S = 3, 64, 0.004
# What tells ways apart: the time of the processor, so that other work on the machine does not; in
# Windows it goes on in steps that are too long.
CLOCK = time.perf_counter if sys.platform == "win32" else time.process_time


class Parts(Protocol):
    """A machine that compiles parts of a program."""

    checked: bool
    target: Target

    @property
    def translator(self) -> Translator:
        """What writes the program as LLVM's text."""
        ...

    def scratch(self) -> Any:
        """Memory for the kept order and the history, one for each thread."""
        ...

    def part(self, *what: Any, **how: Any) -> jit.Library | Checked:
        """A compiled part of the game."""
        ...


class Way:
    """A way to play random games, and how fast it was.

    Attributes:
        made_in: seconds that it took to make its code
        games: how many it has played
        seconds: how long it has played, by the clock that tells ways apart
        rate: the most games a second of any trial
        trials: how often it was long enough in use to tell how fast it is
    """

    def __init__(self, play: Callable[..., Any], made_in: float = 0.0) -> None:
        self.play, self.made_in = play, made_in
        self.games, self.seconds, self.rate, self.trials = 0, 0.0, 0.0, 0
        # Games since the last trial, and how long they took: short pieces make one together.
        self._games, self._took = 0, 0.0

    @contextmanager
    def timed(self, games: int) -> Generator[Way]:
        """Note how long a piece of work takes."""
        start = CLOCK()
        yield self
        seconds = CLOCK() - start
        self.games += games
        self.seconds += seconds
        if games < ENOUGH_GAMES:
            return
        self._games, self._took = self._games + games, self._took + seconds
        if self._took >= ENOUGH_S:
            self.rate = max(self.rate, self._games / self._took)
            self.trials += 1
            self._games, self._took = 0, 0.0


class RandomGames:
    """Plays the random games of a machine.

    Attributes:
        lanes: how many games are played at once, as far as that is known
    """

    def __init__(self, machine: Parts) -> None:
        self.machine = machine
        self.lanes = 1
        self._quick: Way | None = None
        self._alone: Way | None = None
        # The fastest way with lanes, the one that is tried, and how many lanes are still to try.
        self._together: Way | None = None
        self._tried: Way | None = None
        self._untried = () if machine.checked else lanes.widths(machine.target)
        self._patience = PATIENCE_S

    def play(
        self, n: int, players: int, seed: int, threads: int, progress: Progress | None
    ) -> Results:
        """Random games: plies (games,), and doubled ranks (games, players)."""
        import numpy as np  # noqa: PLC0415

        lengths = np.zeros(n, np.int32)
        ranks = np.zeros((n, players), np.int8)
        signed = wrap(seed)

        def piece(way: Way, control: Control, first: int, count: int) -> None:
            scratch = ctypes.addressof(self.machine.scratch())
            places = lengths[first:].ctypes.data, ranks[first:].ctypes.data, scratch
            way.play(control.address, first, count, signed, *places)

        if threads == 1:
            control = Control()

            def timed(first: int, count: int) -> None:
                with self._next(count, n - first).timed(count) as way:
                    piece(way, control, first, count)

            in_pieces(n, timed, progress, self._alone_for(n).rate)
            return lengths, ranks
        size = max(1, min(4096, n // (16 * threads)))
        controls = [Control() for _ in range(0, n, size)]
        with self._next(size, n // threads).timed(n // threads) as way:
            tasks = [
                (lambda one=one, first=first: piece(way, one, first, min(size, n - first)))
                for one, first in zip(controls, range(0, n, size), strict=True)
            ]
            in_threads(tasks, threads, controls, _look(controls, progress))
        if progress is not None:
            progress(n)
        return lengths, ranks

    def settle(self, players: int) -> None:
        """Find out now which way is faster, as who measures wants to know it before.

        Games that take long are played one by one, and what is measured of few would say little.
        """
        games, self._patience = 4 * ENOUGH_GAMES, 0.0
        self.one_by_one()
        if self._untried and lanes.rounds(self.machine.translator) is None:
            self._untried = ()
        start = time.perf_counter()
        while self._untried and time.perf_counter() - start < MOST_S:
            before = time.perf_counter()
            self.play(games, players, seed=0, threads=1, progress=None)
            if time.perf_counter() - before < TRIALS * ENOUGH_S:
                games *= 2
        self._patience = PATIENCE_S

    def _next(self, count: int, left: int) -> Way:
        """The way for the next games.

        Args:
            count: how many are played in one call
            left: how many are left in all
        """
        alone = self._alone_for(left)
        # Most lanes would wait for the last of few games; and it is the best code that lanes are
        # compared with.
        if count < ENOUGH_GAMES or self._alone is None:
            return alone
        best = alone if self._together is None else self._together
        if not self._untried:
            return best
        if self._tried is None:
            # Who does not want to wait at all does not care how long it takes.
            patience = self._patience and max(self._patience, self._expected(self._alone))
            many = left >= patience * best.rate or best.seconds >= AGAIN * patience
            if best.seconds < patience or best.trials < TRIALS or not many:
                return best
            self._tried = self.in_lanes(self._untried[0])
        tried = self._tried
        if tried is not None and tried.trials < TRIALS:
            return tried
        if tried is not None and tried.rate > best.rate:
            best, self._together, self.lanes = tried, tried, self._untried[0]
        more = tried is not None and tried.rate > NEARLY * best.rate
        self._tried, self._untried = None, self._untried[1:] if more else ()
        return best

    def _expected(self, alone: Way) -> float:
        """Seconds that code for the lanes that are tried next is likely to take to make."""
        return AS_LONG * alone.made_in if self._together is None else 2 * self._together.made_in

    def one_by_one(self, *, quick: bool = False) -> Way:
        """Games one after another, by the best code; if quick, by code that is made soon."""
        if quick:
            if self._quick is None:
                self._quick = self._way(quick=True)
            return self._quick
        if self._alone is None:
            self._alone = self._way(quick=False)
        return self._alone

    def _alone_for(self, left: int) -> Way:
        """Games one after another, by better code if there is some or if so many are worth it."""
        quick = self._quick
        if self._alone is not None or (quick is None and left >= FEW_GAMES):
            return self.one_by_one()
        if quick is not None and quick.games:
            whole = quick.seconds + left * quick.seconds / quick.games
            if whole > WORTH * max(quick.made_in, LEAST_S):
                return self.one_by_one()
        return self.one_by_one(quick=True)

    def _way(self, *, quick: bool) -> Way:
        start = CLOCK()
        part = self.machine.part(
            playouts.NAME, playouts.ENTRIES, playouts.write, [playouts.NAME],
            quick=quick, roomy=True,
        )  # fmt: skip
        play = part.function(playouts.NAME, None, P, I64, I64, I64, P, P, P)
        return Way(play, CLOCK() - start)

    def in_lanes(self, width: int) -> Way | None:
        """So many games at once, whether this is faster or not; None where it cannot be."""
        if self.machine.checked or lanes.rounds(self.machine.translator) is None:
            return None

        def write(t: Translator, module: Module) -> None:
            lanes.write(t, module, width)

        start = CLOCK()
        part = self.machine.part(f"{lanes.NAME} {width}", (), write, [lanes.NAME], roomy=True)
        return Way(part.function(lanes.NAME, None, P, I64, I64, I64, P, P, P), CLOCK() - start)


def _look(controls: Iterable[Control], progress: Progress | None) -> Callable[[], None] | None:
    if progress is None:
        return None
    return lambda: progress(sum(one.done for one in controls))

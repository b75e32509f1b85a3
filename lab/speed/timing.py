"""How fast games are: random games, searches, compiling and memory, measured.

Everything is measured in one process, on one core, in several rounds; a figure is the median of
the rounds, its spread half the way from the lowest to the highest. The programs in C run between
our rounds, so that what slows the machine down for a while slows both.
"""

from __future__ import annotations

import gc
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from operator import truediv
from pathlib import Path

from interpreter import Game, State, load
from interpreter.play.load import games as library
from interpreter.play.load import read
from interpreter.play.search.tree import make_best
from interpreter.targets.native import Machine
from lab.files.find import rules
from lab.players import Uct
from lab.speed.peers import (
    Program,
    build,
    compiler,
    compiler_version,
    peers_of,
    program_names,
    recorded,
    usual,
)

ROUNDS = 5
COMPILES = 3
LARGEST = 1_000_000
"""Games asked for at once, at most: their lengths and rankings must not fill the memory."""
OTHER = ("Tic-Tac-Toe", "Hex")
"""Games to compile before the first is measured, for what is done once in a process."""


@dataclass(frozen=True)
class Figure:
    """A number that was measured several times.

    Args:
        median: in the middle
        spread: half the way from the lowest to the highest, as a share of the median
    """

    median: float
    spread: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        """The figure for all that was measured."""
        median = statistics.median(values)
        return cls(median, (max(values) - min(values)) / 2 / median if median else 0.0)


@dataclass(frozen=True)
class Compiled:
    """How long it takes from the text of a game to the end of its first random game.

    Args:
        name: the game
        cold: seconds with an empty cache
        cached: seconds when the game was compiled before
    """

    name: str
    cold: Figure
    cached: Figure


@dataclass(frozen=True)
class Result:
    """What was measured of a game.

    Args:
        name: the game
        options: the options chosen, where they are not the usual ones
        machine: what runs the game
        lanes: how many random games are played at once in the vectors of the processor
        plies: mean length of a random game
        playouts: random games a second
        compiled: how long compiling takes; None for games that are not ours
        uct: iterations of a search from the start, a second; None where there is nothing to search
        uct_in_lanes: the same with the random games of several at once; None where they cannot be
        state_bytes: memory of a state
        growth_bytes: how far memory grew at most while playing; None where it cannot be told
        threads: how many times as fast two threads are; None if not asked for
        c: random games a second of the program in C; None without one
        ratio: ours to C
        peers: recorded random games a second of others
    """

    name: str
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    machine: str = ""
    lanes: int = 1
    plies: float = 0.0
    playouts: Figure | None = None
    compiled: Compiled | None = None
    uct: Figure | None = None
    uct_in_lanes: Figure | None = None
    state_bytes: int | None = None
    growth_bytes: int | None = None
    threads: Figure | None = None
    c: Figure | None = None
    ratio: Figure | None = None
    peers: Mapping[str, float] = field(default_factory=dict[str, float])

    @property
    def plies_per_s(self) -> float:
        """Plies a second in random games."""
        return self.playouts.median * self.plies if self.playouts else 0.0

    @property
    def title(self) -> str:
        """The name, with the options."""
        return " ".join((self.name, *(f"{key}={item}" for key, item in self.options.items())))


@dataclass(frozen=True)
class Wish:
    """What to measure of every game.

    Args:
        options: items of options, which go before those under which games are compared
        seconds: how long each figure is measured
        c: whether to run the programs in C
        threads: whether to measure two threads
    """

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    seconds: float = 1.0
    c: bool = True
    threads: bool = False


def everything(*, c: bool) -> list[str]:
    """All games of the library, and those there is only a program in C of."""
    others = [name for name in program_names() if name not in library()]
    return [*library(), *(others if c and compiler() else ())]


def measure_all(
    names: Sequence[str], wish: Wish, advance: Callable[[int], None] | None = None
) -> Iterator[Result]:
    """Measure one game after the other: ours, by name or path, or those in C."""
    with tempfile.TemporaryDirectory() as folder:
        warm_up()
        for done, name in enumerate(names, 1):
            options = {**usual(name), **wish.options}
            program = build(name, Path(folder), options) if wish.c else None
            if is_ours(name):
                yield measure(name, wish, program)
            elif program is not None:
                yield measure_program(name, wish.seconds, program)
            else:
                read(rules(name))  # says what is wrong with it
            if advance is not None:
                advance(done)


def is_ours(name: str) -> bool:
    """Whether there are rules of a game, or it is no name at all."""
    known = {title.casefold() for title in library()}
    programs = {title.casefold() for title in program_names()}
    return name.casefold() in known or name.casefold() not in programs


def warm_up() -> None:
    """Compile and play, so that no measured game pays for what is done once in a process."""
    for name in OTHER:
        load(name).playouts(1)


def measure(name: str, wish: Wish, program: Program | None) -> Result:
    """Measure a game of ours, in turn with a program in C if it is the same game."""
    options = {**usual(name), **wish.options}
    compiled = compile_times(name, options)
    before = resident_bytes(peak=False)
    game = load(rules(name), options)
    peers = peers_of(name, game)
    ours = Ours(game)
    with one_core():
        rates, theirs = alternate(ours, program if peers else None, wish.seconds)
        uct = uct_rate(game, wish.seconds)
        in_lanes = uct_rate(game, wish.seconds, lanes=True) if has_lanes(game) else None
    after = resident_bytes(peak=True)
    return Result(
        game.name,
        options,
        game.machine.name,
        game.machine.random_games.lanes if isinstance(game.machine, Machine) else 1,
        ours.plies / ours.games,
        Figure.of(rates),
        compiled,
        uct,
        in_lanes,
        state_bytes(game.start()),
        None if before is None or after is None else max(0, after - before),
        two_threads(ours, wish.seconds) if wish.threads else None,
        Figure.of(theirs) if theirs else None,
        Figure.of(list(map(truediv, rates, theirs))) if theirs else None,
        peers.rates if peers else {},
    )


def measure_program(name: str, seconds: float, program: Program) -> Result:
    """Measure a game that there is only a program in C of."""
    with one_core():
        games = enough(program, seconds / ROUNDS)
        rates = [program.rate(games, seed) for seed in range(ROUNDS)]
    done = program.play(games, ROUNDS)
    rates_of_others = next((one.rates for one in recorded() if one.game == name.capitalize()), {})
    return Result(
        name.capitalize(),
        plies=done["plies"] / done["games"],
        c=Figure.of(rates),
        peers=rates_of_others,
    )


# Random games


def settle(game: Game) -> None:
    """Find out how random games are played fastest, where there is a choice."""
    if isinstance(game.machine, Machine):
        game.machine.random_games.settle(game.players)


def make_better(game: Game) -> None:
    """Make the better code for random games, which is else made for those that take long."""
    if isinstance(game.machine, Machine):
        game.machine.random_games.one_by_one()


class Ours:
    """Random games of ours; every round plays other ones."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.batch = 1
        self.seed = 0
        self.games = 0
        self.plies = 0

    def rate(self, seconds: float, threads: int = 1) -> float:
        """Random games a second, played for about so long."""
        games, spent = 0, 0.0
        while spent < seconds:
            start = time.perf_counter()
            played = self.game.playouts(self.batch, seed=self.seed, threads=threads)
            took = time.perf_counter() - start
            spent += took
            games += self.batch
            self.seed += 1
            self.plies += int(played.lengths.sum())
            if took < seconds / 8:
                self.batch = min(2 * self.batch, LARGEST)
        self.games += games
        return games / spent


def alternate(
    ours: Ours, program: Program | None, seconds: float
) -> tuple[list[float], list[float]]:
    """Random games a second of ours and of a program, round by round."""
    settle(ours.game)
    ours.rate(seconds / ROUNDS)  # warms up, and finds how many games to ask for
    games = enough(program, seconds / ROUNDS) if program else 0
    rates: list[float] = []
    theirs: list[float] = []
    for seed in range(ROUNDS):
        gc.collect()
        rates.append(ours.rate(seconds / ROUNDS))
        if program:
            theirs.append(program.rate(games, seed))
    return rates, theirs


def enough(program: Program, seconds: float) -> int:
    """How many games take a program about so long."""
    games = 100
    while program.play(games, 0)["seconds"] < seconds / 8:
        games *= 4
    return max(1, round(program.rate(games, 1) * seconds))


def two_threads(ours: Ours, seconds: float) -> Figure:
    """How many times as fast two threads are as one, measured five times as long as the rest.

    In short calls it shows that threads have to begin and to wait for each other at the end.
    """
    seconds *= 5
    return Figure.of(
        [
            ours.rate(seconds / ROUNDS, threads=2) / ours.rate(seconds / ROUNDS)
            for _ in range(ROUNDS)
        ]
    )


def has_lanes(game: Game) -> bool:
    """Whether a search can play several of its random games at once."""
    machine = game.machine
    return isinstance(machine, Machine) and machine.rounds_in_lanes.fixed() > 1


def uct_rate(game: Game, seconds: float, *, lanes: bool = False) -> Figure | None:
    """Iterations a second of a search from the start; None if the start is decided."""
    state = game.start(seed=1)
    if state.over:
        return None
    if isinstance(state.game.machine, Machine):
        make_best(state.game)
    search(state, 1, lanes=lanes)  # whatever else is done once
    iterations = 16
    while True:
        done, took = search(state, iterations, lanes=lanes)
        if took >= seconds / ROUNDS or done < iterations:
            break
        iterations *= 2
    rates = [
        done / took
        for done, took in (search(state, iterations, lanes=lanes) for _ in range(ROUNDS))
    ]
    return Figure.of(rates) if min(rates) > 0 else None


def search(state: State, iterations: int, *, lanes: bool) -> tuple[int, float]:
    """Search; how many iterations were made before everything was proven, and the seconds."""
    start = time.perf_counter()
    if lanes:
        found = state.game.uct(state, iterations=iterations, seed=1, lanes=True)
        return found.iterations, time.perf_counter() - start
    judged = Uct(iterations=iterations, seed=1).judge(state)
    return sum(one.visits for one in judged), time.perf_counter() - start


# Compiling


def compile_times(name: str, options: Mapping[str, str]) -> Compiled:
    """How long compiling a game takes, several times over, with a cache of its own."""
    text = read(rules(name)).text
    cold: list[float] = []
    cached: list[float] = []
    for _ in range(COMPILES):
        with own_cache():
            cold.append(first_game(text, options))
            cached.append(first_game(text, options))
    return Compiled(name, Figure.of(cold), Figure.of(cached))


def compile_all(
    names: Sequence[str], options: Mapping[str, str], advance: Callable[[int], None] | None = None
) -> Iterator[Compiled]:
    """How long compiling each game takes."""
    warm_up()
    for done, name in enumerate(names, 1):
        yield compile_times(name, options)
        if advance is not None:
            advance(done)


def first_game(text: str, options: Mapping[str, str]) -> float:
    """Seconds from the text of a game to the end of its first random game."""
    gc.collect()
    start = time.perf_counter()
    load(text, options).playouts(1)
    return time.perf_counter() - start


@contextmanager
def own_cache() -> Iterator[None]:
    """An empty cache of compiled games, for a while."""
    before = os.environ.get("LUDWRIGHT_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["LUDWRIGHT_CACHE"] = folder
        try:
            yield
        finally:
            if before is None:
                del os.environ["LUDWRIGHT_CACHE"]
            else:
                os.environ["LUDWRIGHT_CACHE"] = before


# The machine


@contextmanager
def one_core() -> Iterator[None]:
    """Stay on one core, with all that is started, where that can be asked for."""
    if sys.platform != "linux":
        yield
        return
    usable = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(usable)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, usable)


def state_bytes(state: State) -> int:
    """The memory of a state, without what all states share."""
    raw: object = state.raw
    if isinstance(raw, (bytes, bytearray, memoryview)):
        return len(raw)
    size = getattr(raw, "nbytes", None)
    if size is not None:
        return size
    entries = {id(entry): sys.getsizeof(entry) for entry in raw} if isinstance(raw, list) else {}
    return sys.getsizeof(raw) + sum(entries.values())


def resident_bytes(*, peak: bool) -> int | None:
    """The memory in use now, after which the peak counts anew; or the peak. None if not told."""
    status = Path("/proc/self/status")
    if not status.exists():
        return None
    if not peak:
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    wanted = "VmHWM:" if peak else "VmRSS:"
    for line in status.read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith(wanted):
            return int(line.split()[1]) * 1024
    return None


def machine() -> dict[str, str | int]:
    """What the figures were measured on, and when."""
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "cpu": processor(),
        "cores": os.cpu_count() or 1,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "compiler": compiler_version(),
    }


def processor() -> str:
    """The model of the processor."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()

"""Where a game spends its time, as the clock tells: `ludwright profile`."""

from __future__ import annotations

import copy
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table

from interpreter import Game, load
from interpreter.ir import schema
from interpreter.ir.program import Program, walk
from interpreter.language.bind import bind
from interpreter.language.nodes import Node
from interpreter.language.parts import GameRules
from interpreter.passes.order_of_passes import PASSES, finish
from interpreter.play.load import catalogue, defines, meant, read
from interpreter.rules.assemble import ENTRIES, write
from interpreter.rules.builder import Builder
from interpreter.targets.collecting import uncollected
from interpreter.text.expand import expand
from lab.cli.told import tell
from lab.speed.timing import Ours, make_better, own_cache, settle
from lab.terminal.tables import BAR_WIDTH, bar
from lab.told.results import Pass, Profile, Stage

REPEATS = 5
ROUNDS = 4
WIDTH = 120  # where the tables are not printed to a terminal

Kept = TypeVar("Kept")
Raw = Any


class Clock:
    """The seconds spent on each of several things, by name."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def time(self, what: str, action: Callable[[], Kept]) -> Kept:
        """Do something, and note how long it took."""
        start = time.perf_counter()
        found = action()
        self.spent[what] = self.spent.get(what, 0.0) + time.perf_counter() - start
        return found


def loading(
    what: str | Path, options: Mapping[str, str] | None, ruleset: str | None
) -> dict[str, float]:
    """Seconds of each stage from a file to a game that has played once: medians.

    The last stage is what the whole takes beyond the others.
    """
    load(what, options, ruleset).playouts(1)  # what is done once in a process
    times: list[dict[str, float]] = []
    for _ in range(REPEATS):
        with own_cache(), uncollected():
            times.append(_stages(what, options, ruleset))
    return {stage: statistics.median(one[stage] for one in times) for stage in times[0]}


def _stages(
    what: str | Path, options: Mapping[str, str] | None, ruleset: str | None
) -> dict[str, float]:
    clock = Clock()
    source = clock.time("read", lambda: read(what))
    expanded = clock.time("expand", lambda: expand(source, options, ruleset, defines()))
    node = clock.time("bind", lambda: bind(expanded.game, GameRules, catalogue()))
    _program(node, meant(), clock)
    before = sum(clock.spent.values())
    start = time.perf_counter()
    load(what, options, ruleset).playouts(1)
    clock.spent["compile"] = max(0.0, time.perf_counter() - start - before)
    return clock.spent


def _program(node: Node, passes: Sequence[str], clock: Clock) -> Program:
    """The program of bound rules, with these passes."""
    b = Builder()
    with b.at(node.span):
        rules: GameRules = clock.time("lower", lambda: b.lower(node))
        program = clock.time("write", lambda: write(b, rules))
        return clock.time("passes", lambda: finish(program, ENTRIES, passes))


@dataclass(frozen=True, slots=True)
class Worth:
    """What a pass costs and gains, beside a game that is compiled with all others.

    Args:
        seconds: which it takes; negative where it spares those after it more
        steps: instructions of the program, with it and without
        rates: random plies a second, with it and without
    """

    seconds: float
    steps: tuple[int, int]
    rates: tuple[float, float]


def worths(
    what: str | Path, options: Mapping[str, str] | None, ruleset: str | None, seconds: float
) -> Iterator[tuple[str, Worth]]:
    """What each pass costs and gains, and all of them together, named `all`.

    Args:
        seconds: how long random games are played for each
    """
    node = bind(expand(read(what), options, ruleset, defines()).game, GameRules, catalogue())
    every = _tried(node, PASSES)
    best = Ours(load(what, options, ruleset, passes=PASSES))
    for name in (*PASSES, "all"):
        rest = () if name == "all" else tuple(one for one in PASSES if one != name)
        spent, steps = _tried(node, rest)
        other = Ours(load(what, options, ruleset, passes=rest))
        rates = [_plies_per_s(one, seconds / 2) for one in (best, other)]
        yield name, Worth(every[0] - spent, (every[1], steps), (rates[0], rates[1]))


def _tried(node: Node, passes: Sequence[str]) -> tuple[float, int]:
    """Seconds that some passes take, and the instructions that they leave."""
    spent: list[float] = []
    steps = 0
    for _ in range(REPEATS):
        clock = Clock()
        program = _program(node, passes, clock)
        spent.append(clock.spent["passes"])
        steps = sum(1 for one in program.functions for _ in walk(one.body))
    return min(spent), steps


def _plies_per_s(ours: Ours, seconds: float) -> float:
    """Random plies a second in the best of some rounds: code is compiled in those before."""
    make_better(ours.game)
    best = max(ours.rate(seconds / ROUNDS) for _ in range(ROUNDS))
    return best * ours.plies / ours.games


def playing(game: Game, seconds: float) -> tuple[dict[str, float], float | None, int]:
    """Seconds that random games spend on each part of a ply, on the clock, and their plies."""
    if game.machine.name == "llvm":
        from interpreter.targets.native import Machine  # noqa: PLC0415

        machine = game.machine
        assert isinstance(machine, Machine)
        machine.profile(0)  # what is done once
        return machine.profile(seconds)
    return _playing_python(game, seconds)


def _playing_python(game: Game, seconds: float) -> tuple[dict[str, float], None, int]:
    """The same for plain Python, each part called by itself, beside which the clock is nothing."""
    clock, rng, plies = Clock(), Random(1), 0
    end = time.perf_counter() + seconds
    while plies == 0 or time.perf_counter() < end:
        raw = game.start(rng.getrandbits(32)).raw
        while not game.field(raw, schema.OVER):
            _ply(game, raw, clock)
            plies += 1
    spent = clock.spent
    spent["pick"] = max(0.0, spent["pick"] - spent["generate"])
    return spent, None, plies


def _ply(game: Game, raw: Raw, clock: Clock) -> None:
    run = game.machine.run
    blank = copy.copy(raw)
    clock.time("generate", lambda: run("generate", blank))
    move = clock.time("pick", lambda: run("pick", raw))
    clock.time("perform", lambda: run("perform", raw, move))
    clock.time("end", lambda: run("end", raw))
    if not game.field(raw, schema.OVER):
        clock.time("proceed", lambda: run("proceed", raw))


MEANINGS = {
    "read": "the file",
    "expand": "options and defines",
    "bind": "words to ludemes",
    "lower": "ludemes to parts of a game",
    "write": "parts to a program",
    "passes": "the program made faster; checks",
    "compile": "the program to code, and a first game",
    "generate": "the moves that are offered",
    "pick": "one of them by lot that turns out legal",
    "perform": "the move and its consequences",
    "end": "whether the game is over",
    "proceed": "phases, and whose turn it is",
}


def report(
    what: str | Path,
    options: Mapping[str, str] | None,
    ruleset: str | None,
    seconds: float,
    json: Path | None = None,
) -> None:
    """Print where the time of a game goes, as tables or as JSON."""
    game = load(what, options, ruleset)
    stages = {one: 1e3 * spent for one, spent in loading(what, options, ruleset).items()}
    # A part that stands in the place of its one call cannot be timed.
    apart = [one for one in meant() if one != "inline"]
    parts, reading, plies = playing(load(what, options, ruleset, passes=apart), seconds)
    per_ply = {one: 1e9 * spent / plies for one, spent in parts.items()}
    clock = None if reading is None else 1e9 * reading / plies
    settle(game)
    ours = Ours(game)
    ours.rate(seconds / 2)
    whole = 1e9 * ours.games / ours.plies / ours.rate(seconds / 2)
    rows = _stages_of(stages), _stages_of(per_ply)
    told = Profile(game.name, game.machine.name, *rows, clock, whole, ())
    if not tell(told, json):
        return
    console = _console()
    console.print(f"{game.name}, back end {game.machine.name}", highlight=False)
    console.print(_table("loading", "ms", stages))
    console.print()
    console.print(_table(f"random play, {plies:,} plies", "ns a ply", per_ply))
    if clock is not None:
        console.print(f"to read the clock takes up to {clock:.0f} ns of each part", highlight=False)
    console.print(f"\nwhole games, all parts as one: {whole:.0f} ns a ply", highlight=False)


def report_passes(
    what: str | Path,
    options: Mapping[str, str] | None,
    ruleset: str | None,
    seconds: float,
    json: Path | None = None,
) -> None:
    """Print what each pass costs and gains, as a table or as JSON."""
    found = [_pass_of(name, worth) for name, worth in worths(what, options, ruleset, seconds)]
    game = load(what, options, ruleset)
    if not tell(Profile(game.name, game.machine.name, (), (), None, None, found), json):
        return
    console = _console()
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("pass", no_wrap=True)
    for title in ("costs ms", "instructions without", "with it", "times as fast"):
        table.add_column(title, justify="right", no_wrap=True)
    for one in found:
        figures = f"{one.costs_ms:.1f}", str(one.without), str(one.with_it)
        table.add_row(one.name, *figures, f"{one.times_as_fast:.2f}")
    console.print(table)


def _console() -> Console:
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH
    return console


def _stages_of(spent: Mapping[str, float]) -> list[Stage]:
    whole = sum(spent.values()) or 1.0
    return [Stage(one, MEANINGS[one], value, value / whole) for one, value in spent.items()]


def _pass_of(name: str, worth: Worth) -> Pass:
    left, without = worth.steps
    return Pass(name, 1e3 * worth.seconds, without, left, worth.rates[0] / worth.rates[1])


def _table(title: str, unit: str, spent: Mapping[str, float]) -> Table:
    table = Table(title=title, title_justify="left", box=None, header_style="bold", pad_edge=False)
    table.add_column("stage", no_wrap=True)
    table.add_column(unit, justify="right", no_wrap=True)
    table.add_column("share", justify="right", no_wrap=True)
    table.add_column(width=BAR_WIDTH)
    table.add_column("that is", no_wrap=True)
    whole = sum(spent.values()) or 1.0
    for what, value in spent.items():
        share = value / whole
        table.add_row(what, f"{value:.2f}", f"{share:.0%}", bar(share), MEANINGS[what])
    table.add_row("all", f"{whole:.2f}")
    return table

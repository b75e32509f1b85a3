"""What `ludwright bench` measured, as tables and as JSON."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.table import Table

from lab.speed.peers import recorded
from lab.speed.timing import Compiled, Figure, Result

NONE = "–"
WIDTH = 160  # where the tables are not printed to a terminal
SLOWEST = 5


def short(value: float) -> str:
    """A number to three digits: `20.1M`, `6.54k`, `87.2`."""
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{_digits(value / size)}{unit}"
    return _digits(value)


def _digits(value: float) -> str:
    for places, limit in ((2, 10), (1, 100)):
        if value < limit:
            return f"{value:.{places}f}"
    return f"{value:.0f}"


def figure(found: Figure | None, factor: float = 1) -> str:
    """A figure with its spread."""
    return NONE if found is None else f"{short(found.median * factor)} ±{found.spread:.0%}"


def times(found: Figure | None) -> str:
    """A ratio with its spread, if it has one."""
    if found is None:
        return NONE
    number = short(found.median) if found.median >= 1 else f"{found.median:.2g}"
    return f"{number}× ±{found.spread:.0%}" if found.spread else f"{number}×"


def recorded_times(ours: Figure | None, theirs: float | None) -> str:
    """How many times as fast ours is as a recorded figure."""
    return NONE if ours is None or not theirs else times(Figure(ours.median / theirs, 0))


def amount(size: int | None) -> str:
    """Bytes, in the unit that suits."""
    if size is None:
        return NONE
    return f"{size} B" if size < 10_000 else f"{size / 2**20:.1f} MB"


def print_all(results: Sequence[Result], machine: Mapping[str, object], console: Console) -> None:
    """All tables, and what they were measured on."""
    if not console.is_terminal:
        console.width = WIDTH
    console.print(heading(machine, results), highlight=False, soft_wrap=True)
    console.print()
    console.print(measured(results))
    if any(one.peers or one.c for one in results):
        console.print()
        console.print(compared(results))
    compiled = [one.compiled for one in results if one.compiled]
    if len(compiled) > 1:
        print_summary(compiled, console)


def print_compiled(
    compiled: Sequence[Compiled], machine: Mapping[str, object], console: Console
) -> None:
    """The times of compiling, game by game, and over all."""
    console.print(heading(machine, ()), highlight=False, soft_wrap=True)
    console.print()
    console.print(compile_table(compiled))
    print_summary(compiled, console)


def print_summary(compiled: Sequence[Compiled], console: Console) -> None:
    """The median and the worst times of compiling."""
    console.print()
    for line in summary(compiled):
        console.print(line, highlight=False, soft_wrap=True)


def heading(machine: Mapping[str, object], results: Sequence[Result]) -> str:
    """When and on what it was measured, and what ran the games."""
    words = [f"{machine['date']}", f"{machine['cpu']}, {machine['cores']} cores"]
    words += [f"{machine['system']}", f"Python {machine['python']}"]
    words += sorted({f"back end {one.machine}" for one in results if one.machine})
    return ", ".join([*words, *([f"{machine['compiler']}"] if machine["compiler"] else [])])


def measured(results: Sequence[Result]) -> Table:
    """What was measured, a game a row."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("game")
    threads = any(one.threads for one in results)
    lanes = any(one.lanes > 1 for one in results)
    heads = ("plies", "playouts/s", *(("lanes",) if lanes else ()), "plies/s", "UCT/s")
    abreast = any(one.uct_in_lanes for one in results)
    heads += (*(("in lanes",) if abreast else ()), "cold ms", "cached ms", "state", "memory")
    for head in (*heads, *(("2 threads",) if threads else ())):
        table.add_column(head, justify="right", no_wrap=True)
    for one in results:
        cells = [f"{one.plies:.1f}", figure(one.playouts), short(one.plies_per_s), figure(one.uct)]
        if one.playouts is None:
            cells[2] = NONE
        if lanes:
            cells.insert(2, str(one.lanes) if one.lanes > 1 else NONE)
        if abreast:
            cells.append(figure(one.uct_in_lanes))
        cold, cached = (one.compiled.cold, one.compiled.cached) if one.compiled else (None, None)
        cells += [figure(cold, 1000), figure(cached, 1000)]
        cells += [amount(one.state_bytes), amount(one.growth_bytes)]
        table.add_row(one.title, *cells, *((figure(one.threads),) if threads else ()))
    return table


def compared(results: Sequence[Result]) -> Table:
    """How many times as fast ours is, a game a row; the programs in C as they ran just now."""
    present = {name for one in results for name in one.peers}
    who = [name for name in recorded()[0].rates if name in present]
    title = "times as fast as others, of which only the C of today ran on this machine"
    table = Table(box=None, header_style="bold", pad_edge=False, title=title, title_justify="left")
    table.add_column("game")
    for head in ("C today, playouts/s", "C today", *who):
        table.add_column(head, justify="right", no_wrap=True)
    for one in results:
        if one.peers or one.c:
            cells = [recorded_times(one.playouts, one.peers.get(name)) for name in who]
            table.add_row(one.title, figure(one.c), times(one.ratio), *cells)
    return table


def summary(compiled: Sequence[Compiled]) -> Iterator[str]:
    """How long compiling takes over several games: the median, and the worst."""
    yield f"from the text to the first random game, {len(compiled)} games:"
    yield _extremes("cold", [(one.cold.median, one.name) for one in compiled])
    yield _extremes("from the cache", [(one.cached.median, one.name) for one in compiled])


def _extremes(what: str, timed: Sequence[tuple[float, str]]) -> str:
    median = statistics.median(seconds for seconds, _ in timed)
    worst = sorted(timed, reverse=True)[:SLOWEST]
    listed = ", ".join(f"{name} {seconds * 1000:.1f}" for seconds, name in worst)
    return f"  {what:14}  median {median * 1000:.1f} ms, worst {listed} ms"


def compile_table(compiled: Sequence[Compiled]) -> Table:
    """How long compiling takes, a game a row."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("game")
    table.add_column("cold ms", justify="right")
    table.add_column("cached ms", justify="right")
    for one in compiled:
        table.add_row(one.name, figure(one.cold, 1000), figure(one.cached, 1000))
    return table

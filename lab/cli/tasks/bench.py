"""The command `ludwright bench`: what is measured, for whom, and where it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from interpreter.play.load import games as library
from lab.cli.told import tell
from lab.files.records import check_place
from lab.speed.ablation import GAMES, HEADS, ablate, rows
from lab.speed.tables import heading, print_all, print_compiled
from lab.speed.timing import (
    Wish,
    compile_all,
    everything,
    machine,
    measure_all,
    one_core,
    own_cache,
)
from lab.terminal.progress import progress
from lab.told.results import Bench, Gain


def run(names: Sequence[str], wish: Wish, json: Path | None) -> None:
    """Measure games, all there are if none is named, and print how fast they are."""
    check_place(json)
    names = names or everything(c=wish.c)
    with progress(len(names)) as advance:
        results = list(measure_all(names, wish, advance))
    where = machine()
    if tell(Bench(where, [asdict(one) for one in results]), json):
        print_all(results, where, Console())


def run_compiling(names: Sequence[str], wish: Wish, json: Path | None) -> None:
    """Measure how long games take to compile, all of the library if none is named."""
    check_place(json)
    names = names or list(library())
    with progress(len(names)) as advance:
        compiled = list(compile_all(names, wish.options, advance))
    where = machine()
    if tell(Bench(where, [asdict(one) for one in compiled]), json):
        print_compiled(compiled, where, Console())


def run_breeding(names: Sequence[str], wish: Wish, json: Path | None) -> None:
    """Measure how fast children are bred, of the usual founders if none is named."""
    from lab.breeding.making.founders import FOUNDERS, founders  # noqa: PLC0415
    from lab.breeding.trials.throughput import throughput  # noqa: PLC0415  imports what measures games

    check_place(json)
    with own_cache(), one_core():
        found = throughput(founders(names) or FOUNDERS)
    where, console = machine(), Console()
    if tell(Bench(where, breeding=found.data), json):
        console.print(heading(where, ()), "", *found.rows(), sep="\n", highlight=False)


def run_ablation(names: Sequence[str], wish: Wish, json: Path | None) -> None:
    """Measure what each pass gains, in some games of many kinds if none is named."""
    check_place(json)
    names = names or GAMES
    with progress(len(names)) as advance:
        found = ablate(names, wish.seconds, advance)
    where, console = machine(), Console()
    gains = [Gain(one.name, one.mean, one.ratios) for one in found]
    if not tell(Bench(where, ablation=gains), json):
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for head in HEADS:
        table.add_column(head)
    for row in rows(found):
        table.add_row(*row)
    console.print(heading(where, ()), "", highlight=False, sep="\n")
    console.print(table)

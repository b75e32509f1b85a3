"""Measures as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lab.measuring.criterion import CRITERIA, FAMILIES, Criterion, ordered
from lab.measuring.figures import NONE, Figure, short
from lab.measuring.measures import Measures

WIDTH = 120  # where the tables are not printed to a terminal
MARKS = {"higher": "↑", "lower": "↓", "neither": ""}
"""Which way is better."""
SUMMARIES = ("predicted", "quality")


def show(measured: Sequence[Measures], console: Console) -> None:
    """All tables: game by game, and several games side by side."""
    if not console.is_terminal:
        console.width = WIDTH
    for number, one in enumerate(measured):
        if number:
            console.print()
        _show_one(one, console)
    if len(measured) > 1:
        console.print()
        console.print(compared(measured))


def _show_one(one: Measures, console: Console) -> None:
    console.print(Text.assemble((one.game, "bold"), f": {heading(one)}"), soft_wrap=True)
    if one.options:
        console.print(Text(chosen(one), style="dim"), soft_wrap=True)
    console.print()
    console.print(figures(one))
    reasons = list(_reasons(one))
    if reasons:
        console.print()
    for line in reasons:
        console.print(line, style="dim", highlight=False, soft_wrap=True)


def titles(measured: Sequence[Measures]) -> list[str]:
    """The names of games, with what was chosen of those that are called the same."""
    names = [one.game for one in measured]
    return [
        name if names.count(name) == 1 else f"{name} ({chosen(one)})"
        for name, one in zip(names, measured, strict=True)
    ]


def chosen(one: Measures) -> str:
    """The chosen options of a game."""
    return ", ".join(f"{heading}: {item}" for heading, item in one.options.items())


def heading(one: Measures) -> str:
    """How a game was measured."""
    plan = one.plan
    return f"{plan.games} games of {plan.iterations} iterations a move, seed {plan.seed}"


def figures(one: Measures) -> Table:
    """The criteria of a game, by family, and the summaries."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("", no_wrap=True)
    for head in ("value", "95 % interval", "games"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("better", justify="center")
    present = [criterion for criterion in ordered() if criterion.name in one.figures]
    for family, group in groupby(present, key=lambda criterion: criterion.family):
        table.add_row(Text(FAMILIES[family], style="italic"))
        for criterion in group:
            found = one.figures[criterion.name]
            table.add_row(f"  {criterion.title}", *cells(found), MARKS[criterion.better])
    table.add_row(Text("Summaries", style="italic"))
    for name in SUMMARIES:
        table.add_row(f"  {name}", *cells(getattr(one, name)), MARKS["higher"])
    return table


def cells(one: Figure) -> tuple[str, str, str]:
    """Value, interval and number of games."""
    if not one.known:
        return NONE, "", ""
    return short(one.value), f"{short(one.low)} to {short(one.high)}", str(one.count)


def _reasons(one: Measures) -> Iterator[str]:
    """Why there is no figure, where there is none."""
    named = [(CRITERIA[name].title, found) for name, found in one.figures.items()]
    named += [(name, getattr(one, name)) for name in SUMMARIES]
    for name, found in named:
        if not found.known:
            yield f"{NONE} {name}: {found.reason}"


def ranked(measured: Sequence[Measures]) -> list[Measures]:
    """The games, best first: by quality, and by what is predicted where that is the same."""

    def key(one: Measures) -> tuple[float, float]:
        values = (one.quality, one.predicted)
        first, second = (found.value if found.known else -9.0 for found in values)
        return first, second

    return sorted(measured, key=key, reverse=True)


def compared(measured: Sequence[Measures]) -> Table:
    """Several games side by side, best first."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("game")
    table.add_column("quality", justify="right", no_wrap=True)
    table.add_column("predicted", justify="right", no_wrap=True)
    shown = [one for one in _telling() if any(one.name in game.figures for game in measured)]
    for criterion in shown:
        table.add_column(criterion.title, justify="right")
    best_first = ranked(measured)
    for game, name in zip(best_first, titles(best_first), strict=True):
        rest = [game.figures.get(criterion.name) for criterion in shown]
        values = [NONE if one is None else short(one.value) for one in rest]
        table.add_row(name, str(game.quality), str(game.predicted), *values)
    return table


def _telling() -> list[Criterion]:
    """The criteria by which games are compared at a glance."""
    names = ("balance", "completion", "decisiveness", "agency", "depth", "length")
    return [CRITERIA[name] for name in names]


def listing() -> Iterator[str]:
    """All criteria with what they are, line by line."""
    width = max(len(name) for name in CRITERIA)
    for family, group in groupby(ordered(), key=lambda criterion: criterion.family):
        yield FAMILIES[family]
        for one in group:
            yield f"  {one.name:{width}} {MARKS[one.better] or ' '} {one.summary}"

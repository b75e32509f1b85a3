"""Measures as tables for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.console import Console
from rich.table import Table
from rich.text import Text

from lab.measuring.criteria.criterion import FAMILIES
from lab.measuring.criteria.known import CRITERIA, ordered
from lab.measuring.estimates import NONE, Figure, short
from lab.measuring.measures import Measures
from lab.measuring.summary import PARTS, SCORED, WEIGHTS
from lab.measuring.telling.verdict import verdict

WIDTH = 120  # where the tables are not printed to a terminal
MARKS = {"higher": "↑", "lower": "↓", "neither": ""}
"""Which way is better."""
MARGIN = "± half of the 95 % interval; ↑ more is better, ↓ less"
SUMMARIES = {"score": SCORED, "quality": PARTS, "predicted": tuple(WEIGHTS)}
"""The summaries, and what each is made of."""


def show(measured: Sequence[Measures], console: Console) -> None:
    """What was measured: a game with all there is to say, or several side by side, best first."""
    if not console.is_terminal:
        console.width = WIDTH
    if len(measured) == 1:
        _show_one(measured[0], console)
        return
    console.print(Text(heading(measured[0])), soft_wrap=True)
    console.print()
    best_first = ranked(measured)
    console.print(ranking(best_first))
    console.print()
    console.print(side_by_side(best_first))
    console.print()
    console.print(MARGIN, style="dim", highlight=False, soft_wrap=True)


def _show_one(one: Measures, console: Console) -> None:
    said = verdict(one)
    if said:
        console.print(Text.assemble((one.game, "bold"), f": {said}"), soft_wrap=True)
        console.print(Text(heading(one), style="dim"), soft_wrap=True)
    else:
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
    summed = summaries(one)
    if summed:
        table.add_row(Text("Summaries", style="italic"))
    for name in summed:
        table.add_row(f"  {name}", *cells(getattr(one, name)), MARKS["higher"])
    return table


def summaries(one: Measures) -> list[str]:
    """The summaries whose parts were asked for."""
    return [name for name, parts in SUMMARIES.items() if set(parts) <= set(one.figures)]


def cells(one: Figure) -> tuple[str, str, str]:
    """Value, interval and number of games."""
    if not one.known:
        return NONE, "", ""
    return short(one.value), f"{short(one.low)} to {short(one.high)}", str(one.count)


def _reasons(one: Measures) -> Iterator[str]:
    """Why there is no figure, where there is none."""
    named = [(CRITERIA[name].title, found) for name, found in one.figures.items()]
    named += [(name, getattr(one, name)) for name in summaries(one)]
    for name, found in named:
        if not found.known:
            yield f"{NONE} {name}: {found.reason}"


def ranked(measured: Sequence[Measures]) -> list[Measures]:
    """The games, best first: by score, then by quality, then by what is predicted."""

    def key(one: Measures) -> tuple[float, ...]:
        values = (one.score, one.quality, one.predicted)
        return tuple(found.value if found.known else -9.0 for found in values)

    return sorted(measured, key=key, reverse=True)


def ranking(best_first: Sequence[Measures]) -> Table:
    """The summaries of several games."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("")
    table.add_column("game", no_wrap=True)
    summed = summaries(best_first[0])
    for name in summed:
        table.add_column(name, justify="right", no_wrap=True)
    for place, (game, name) in enumerate(zip(best_first, titles(best_first), strict=True), 1):
        table.add_row(f"{place}.", name, *(str(getattr(game, summary)) for summary in summed))
    return table


def side_by_side(best_first: Sequence[Measures]) -> Table:
    """All criteria of several games, each with half of its interval."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("", no_wrap=True)
    for name in titles(best_first):
        table.add_column(name, justify="right")
    present = [one for one in ordered() if one.name in best_first[0].figures]
    for family, group in groupby(present, key=lambda criterion: criterion.family):
        table.add_row(Text(FAMILIES[family].split(":")[0], style="italic"))
        for one in group:
            found = (_with_margin(game.figures[one.name]) for game in best_first)
            table.add_row(f"  {one.title} {MARKS[one.better]}".rstrip(), *found)
    return table


def _with_margin(one: Figure) -> str:
    return f"{short(one.value)} ±{short((one.high - one.low) / 2)}" if one.known else NONE


def listing() -> Iterator[str]:
    """All criteria with what they are, line by line."""
    width = max(len(name) for name in CRITERIA)
    for family, group in groupby(ordered(), key=lambda criterion: criterion.family):
        yield FAMILIES[family]
        for one in group:
            yield f"  {one.name:{width}} {MARKS[one.better] or ' '} {one.summary}"

"""A report of one game or several as a page that needs nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from lab.measuring.criteria.criterion import FAMILIES, Criterion
from lab.measuring.criteria.known import CRITERIA, ordered
from lab.measuring.estimates import NONE, Figure, short
from lab.measuring.material import LADDER
from lab.measuring.measures import Measures, Study
from lab.measuring.plan import STEP
from lab.measuring.plies import outcomes
from lab.measuring.telling import charts
from lab.measuring.telling.heatmap import LAST, heat, winning_sites
from lab.measuring.telling.tables import MARKS, chosen, heading, ranked, summaries, titles
from lab.pages.shell import page, rail

ABOUT = {
    "score": "what orders games: soundness times what is worth thinking about",
    "quality": "harmonic mean of balance, completion, decisiveness, agency and depth",
    "predicted": "weighted sum of eleven criteria; compares games measured alike",
}
LEGIBLE = 0.15
"""The share of the bar of outcomes in which there is room for words."""


def report(studies: Sequence[Study]) -> str:
    """The page, best game first."""
    best_first = ranked([one.measures for one in studies])
    by_measures = {id(one.measures): one for one in studies}
    ordered_ = [by_measures[id(one)] for one in best_first]
    names = titles(best_first)
    title = " · ".join(names)
    lines: list[str] = []
    if len(studies) > 1:
        lines += [f"<h1>{len(studies)} games, measured</h1>", *_comparison(best_first, names)]
    for number, (one, name) in enumerate(zip(ordered_, names, strict=True)):
        lines += _game(one, name, number, "h1" if len(studies) == 1 else "h2")
    return page(f"{title}: measures", lines)


def _comparison(measured: Sequence[Measures], names: Sequence[str]) -> Iterator[str]:
    summed = summaries(measured[0])
    yield '<div class="wide"><table><tr><th>game</th>'
    for name in summed:
        yield f'<th class="number">{name}</th><th></th>'
    yield "</tr>"
    for one, name in zip(measured, names, strict=True):
        cells = "".join(
            f'<td class="number">{short(found.value)}</td><td class="track">{_rail(found)}</td>'
            for found in (getattr(one, summary) for summary in summed)
        )
        yield f"<tr><td>{escape(name)}</td>{cells}</tr>"
    yield "</table></div>"


def _game(one: Study, name: str, number: int, head: str) -> Iterator[str]:
    measures = one.measures
    yield f"<{head}>{escape(name)}</{head}>"
    yield f'<p class="soft">{escape(heading(measures))}. {escape(chosen(measures))}</p>'
    yield '<div class="heads">'
    for summary in summaries(measures):
        found: Figure = getattr(measures, summary)
        between = f"{short(found.low)} to {short(found.high)}" if found.known else found.reason
        yield (
            f'<div class="head">{summary}<b>{short(found.value)}</b>'
            f'<span class="soft">{escape(between)}<br>{ABOUT[summary]}</span></div>'
        )
    yield "</div>"
    yield from _outcomes(one)
    yield from _plots(one, number)
    yield from _table(measures)


def _outcomes(one: Study) -> Iterator[str]:
    """Who wins how often, as a bar."""
    if "records" not in vars(one.material) or one.material.players < 2:
        return
    records = one.material.records
    counts = outcomes(records, one.material.players)
    seen = [(name, count, "" if name.startswith("player") else "none")
            for name, count in counts.items() if count]  # fmt: skip
    yield '<h3>Who wins</h3><div class="share">'
    for name, count, kind in seen:
        words = f"{name} {count}"
        inside = words if count >= LEGIBLE * len(records) else ""
        yield f'<span class="{kind}" style="flex:{count}" title="{words}">{inside}</span>'
    yield "</div>"
    said = ", ".join(f"{name} {count}" for name, count, _ in seen)
    yield f'<p class="soft">Of {len(records)} games: {said}.</p>'


def _plots(one: Study, number: int) -> Iterator[str]:
    shown = [
        (caption, picture, kind) for caption, picture, kind in _pictures(one, number) if picture
    ]
    if shown:
        yield '<div class="plots">'
        for caption, picture, kind in shown:
            yield f'<figure class="{kind}"><figcaption>{caption}</figcaption>{picture}</figure>'
        yield "</div>"


def _pictures(one: Study, number: int) -> Iterator[tuple[str, str | None, str]]:
    """What was gathered, as pictures with their captions."""
    material, gathered = one.material, vars(one.material)
    if "records" in gathered:
        records = material.records
        if material.players > 1:
            caption = (
                "The winner's lead over the game: the median, and where eight of ten games lie; "
                "thin, single games"
            )
            yield caption, charts.leads(records, f"lead over the game {number}"), "plot"
        yield "How long games are", charts.lengths(records, f"lengths {number}"), "plot"
        counts = winning_sites(records, [trial.seats for trial in material.trials], material.sites)
        caption = f"Where games are won: where the last {LAST} moves of the winner went"
        yield caption, heat(material.game, counts), "board"
    if LADDER in gathered:
        caption = f"What thinking is worth: points of who searches {STEP} times as much"
        yield caption, charts.strength(material.ladder, f"win rate {number}"), "plot"


def _table(measures: Measures) -> Iterator[str]:
    present = [one for one in ordered() if one.name in measures.figures]
    yield '<div class="wide"><table><tr><th></th><th class="number">value</th>'
    yield '<th class="number">95 % interval</th><th></th><th class="about"></th></tr>'
    for family, group in groupby(present, key=lambda one: one.family):
        yield f'<tr><th class="family" colspan="5">{FAMILIES[family]}</th></tr>'
        for one in group:
            yield _row(one, measures.figures[one.name])
    yield "</table></div>"


def _row(one: Criterion, found: Figure) -> str:
    about = escape(CRITERIA[one.name].summary.replace("`", "").replace("_", " "))
    mark = MARKS[one.better]
    if not found.known:
        return (
            f'<tr><td>{one.title}&nbsp;{mark}</td><td class="number">{NONE}</td>'
            f'<td colspan="2" class="soft">{escape(found.reason)}</td>'
            f'<td class="about">{about}</td></tr>'
        )
    rail = _rail(found) if one.span == (0.0, 1.0) else ""
    return (
        f'<tr><td>{one.title}&nbsp;{mark}</td><td class="number">{short(found.value)}</td>'
        f'<td class="number soft">{short(found.low)} to {short(found.high)}</td>'
        f'<td class="track">{rail}</td><td class="about">{about}</td></tr>'
    )


def _rail(found: Figure) -> str:
    """A number between 0 and 1 with its interval, if there is one."""
    if not found.known:
        return ""
    return rail(found.value, found.low, found.high)

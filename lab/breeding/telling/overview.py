"""How a run went: numbers, plots, what became of the children, settings and founders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from html import escape
from typing import Any, Final

from lab.breeding.keeping.child import Child
from lab.breeding.keeping.store import Store
from lab.breeding.kinds import STAGES
from lab.breeding.making.credit import Fared
from lab.breeding.making.variation import WAYS
from lab.breeding.telling.history import BEATEN, KEPT, LIVED, REPLACED, Fate, History
from lab.breeding.telling.plots import Line, bar, plot
from lab.breeding.telling.wording import (
    duration,
    founder_name,
    moment,
    name_of,
    percent,
    score,
    several,
)

HEADS: Final = {
    "vary": "could not be varied",
    "bind": "no rules: a clause does not fit, or something is missing",
    "compile": "no game that can be compiled",
    "sieve": "refused after random games",
    "fingerprint": "the same as an earlier child",
    "short": "refused after a few games of searching players",
    "gate": "held by a player who hardly thinks",
    "tidy": "failed while its rules were tidied",
    "long": "refused after many games of searching players",
    LIVED: "lived",
}
ENDS: Final = {
    BEATEN: "no better than what was kept already",
    KEPT: "are kept now",
    REPLACED: "were kept, until a better one came",
}
WAYS_SHOWN: Final = 20
LEAST: Final = 0.0005
"""A smaller share is nothing."""


def overview(
    store: Store, found: History, kept: Sequence[Child], link: Callable[[Child], str]
) -> Iterator[str]:
    """The head of the page."""
    yield f'<p class="soft">{_when(store, found)}</p>'
    yield '<div class="heads">'
    best = kept[0] if kept else None
    rate = f"{found.per_second:.2g} a second" if found.worked else ""
    yield _head("children", f"{found.told:,}", rate)
    yield _head("rejected", percent(found.share(found.rejected)), f"{found.rejected:,} children")
    new = sum(bool(child.parents) for child in kept)
    founders = f"and {several(len(kept) - new, 'founder')}" if len(kept) > new else ""
    yield _head("games kept", f"{new:,}", founders)
    if best is not None:
        named = f'<a href="{link(best)}">{escape(name_of(best))}</a>'
        yield _head("best score", score(best.score), named)
    yield "</div>"
    yield from _plots(found)
    yield from _shares("What became of the children", _by_stage(found), "course")
    yield from _shares("Where the time went", _by_time(found), "time")


def _by_stage(found: History) -> dict[str, float]:
    counts: dict[str, float] = {}
    for one in found.in_order():
        counts[one.stage] = counts.get(one.stage, 0) + one.count
    return counts


def _by_time(found: History) -> dict[str, float]:
    return {one.name: one.seconds for one in found.stages_in_order()}


def _shares(title: str, parts: Mapping[str, float], target: str) -> Iterator[str]:
    """Parts of a whole as one bar, with a link to where more is said of them."""
    whole = sum(parts.values())
    if not whole:
        return
    yield f'<h3>{title}</h3><div class="share" aria-hidden="true">'
    said = {name: percent(part / whole) for name, part in parts.items() if part / whole >= LEAST}
    for name, share in said.items():
        kind = "" if name == LIVED else ' class="none"' if target == "course" else ""
        words = escape(f"{name} {share}")
        yield f'<span{kind} style="flex:{parts[name] / whole:.4f}" title="{words}">{words}</span>'
    yield "</div>"
    listed = ", ".join(f"{escape(name)} {share}" for name, share in said.items())
    yield f'<p class="soft">{listed}: <a href="#{target}">details</a></p>'


def _head(what: str, value: str, more: str) -> str:
    return f'<div class="head">{what}<b>{value}</b><span class="soft">{more}</span></div>'


def _when(store: Store, found: History) -> str:
    parts = [f"Begun {moment(store.created)}"]
    if found.ended > store.created:
        parts.append(f"last written {moment(found.ended)}")
        sittings = f" in {several(found.sittings, 'sitting')}" if found.sittings > 1 else ""
        parts.append(f"{duration(found.worked)} of work{sittings}")
    if found.under_way:
        parts.append(f"{several(found.under_way, 'child')} under way")
    return escape("; ".join([*parts, f"version {store.program}"]))


def _plots(found: History) -> Iterator[str]:
    if found.told < 2:
        return
    best = plot(
        f"The best score rose to {found.best[-1]:.3f}, the mean of those kept is now "
        f"{found.mean[-1]:.3f}",
        [Line("mean", found.mean, "second"), Line("best", found.best)],
        "children",
        least=None,
    )
    kept = plot(f"{found.kept[-1]} games are kept", [Line("kept", found.kept)], "children")
    yield '<div class="plots">'
    yield (
        '<figure><figcaption>Score: <span class="mark first"></span>the best so far, '
        f'<span class="mark other"></span>the mean of those kept</figcaption>{best}</figure>'
    )
    yield f"<figure><figcaption>Games kept</figcaption>{kept}</figure>"
    yield "</div>"


# What became of the children


def fates(found: History) -> Iterator[str]:
    """How many came how far, with the reasons."""
    if not found.told:
        return
    counts: dict[str, int] = {}
    ordered = [*found.in_order()]
    for one in ordered:
        counts[one.stage] = counts.get(one.stage, 0) + one.count
    longest = max(one.count for one in ordered)
    yield '<table class="bars"><thead><tr><th>stage and reason</th><th></th>'
    yield '<th class="number">share</th><th class="number">children</th></tr></thead>'
    stage = ""
    for one in ordered:
        if one.stage != stage:
            stage = one.stage
            yield _stage(stage, counts[stage], found)
        yield _fate(one, found, longest)
    yield "</table>"


def _stage(stage: str, count: int, found: History) -> str:
    head = HEADS.get(stage, stage)
    kind = f"<b>{escape(stage)}</b>: " if stage in STAGES else ""
    head = head if kind else f"<b>{escape(head)}</b>"
    return (
        f'<tr class="stage"><th scope="row" colspan="2">{kind}{head}</th>'
        f'<td class="number">{percent(found.share(count))}</td>'
        f'<td class="number">{count:,}</td></tr>'
    )


def _fate(one: Fate, found: History, longest: int) -> str:
    lived = one.stage == LIVED
    name = ENDS.get(one.verdict, one.verdict) if lived else one.verdict
    usual = f"mostly: {one.usual}" if len(one.details) > 1 else one.usual
    more = f'<br><span class="soft">{escape(usual)}</span>' if usual else ""
    return (
        f'<tr><th scope="row">{escape(name)}{more}</th>'
        f'<td class="track">{bar(one.count / longest, "alive" if lived else "")}</td>'
        f'<td class="number">{percent(found.share(one.count))}</td>'
        f'<td class="number">{one.count:,}</td></tr>'
    )


def ways(found: History) -> Iterator[str]:
    """How children made in different ways fared."""
    ordered = [*found.credit.in_order()][:WAYS_SHOWN]
    if not ordered:
        return
    yield '<div class="wide" tabindex="0" role="group" aria-label="ways"><table class="bars">'
    yield '<thead><tr><th>made by</th><th></th><th class="number">made</th>'
    for head in ("ill-formed", "duplicate", "lived"):
        yield f'<th class="number">{head}</th>'
    yield '<th class="number">kept</th><th class="number" title="tries that came to nothing">'
    yield 'made anew</th><th class="number" title="beside others of its sort">rate now</th>'
    yield "</tr></thead>"
    longest, rates = max(1, ordered[0].made), found.credit.rates()
    for one in ordered:
        lived = f'<i class="alive" style="width:{100 * one.lived / longest:.2f}%"></i>'
        dead = f'<i style="width:{100 * (one.made - one.lived) / longest:.2f}%"></i>'
        yield (
            f'<tr><th scope="row">{escape(one.name)}{_meaning(one.name)}</th>'
            f'<td class="track"><div class="bar">{lived}{dead}</div></td>'
            f'<td class="number">{one.made:,}</td>'
            f'<td class="number">{_part(one.malformed, one)}</td>'
            f'<td class="number">{_part(one.duplicates, one)}</td>'
            f'<td class="number">{_part(one.lived, one)}</td>'
            f'<td class="number">{one.kept:,}</td><td class="number">{one.wasted:,}</td>'
            f'<td class="number">{_rate(one, rates)}</td></tr>'
        )
    yield "</table></div>"


def _part(count: int, one: Fared) -> str:
    return percent(count / one.made) if one.made else "–"


def _rate(one: Fared, rates: Mapping[str, float]) -> str:
    return f"{rates[one.name]:.2g}" if one.name in rates else "–"


def _meaning(way: str) -> str:
    summary = next((one.summary for one in WAYS if one.name == way), "")
    return f'<br><span class="soft">{escape(summary)}</span>' if summary else ""


def stages(found: History) -> Iterator[str]:
    """Where the time went."""
    ordered = found.stages_in_order()
    whole = sum(one.seconds for one in ordered)
    if not whole:
        return
    longest = max(one.seconds for one in ordered)
    yield '<table class="bars"><thead><tr><th>stage</th><th></th><th class="number">time</th>'
    yield '<th class="number">share</th><th class="number">a child</th></tr></thead>'
    for one in ordered:
        yield (
            f'<tr><th scope="row">{escape(one.name)}</th>'
            f'<td class="track">{bar(one.seconds / longest)}</td>'
            f'<td class="number">{duration(one.seconds)}</td>'
            f'<td class="number">{percent(one.seconds / whole)}</td>'
            f'<td class="number">{duration(one.seconds / one.children)}</td></tr>'
        )
    yield "</table>"


# What it began with


def settings(store: Store) -> Iterator[str]:
    """What fixed the run."""
    yield '<dl class="settings">'
    data = asdict(store.settings)
    del data["founders"]
    if store.settings.mode != "ludi":
        del data["population"]
    data["rates"] = data["rates"] or "as they pay"
    data["wishes"] = {
        name: ", ".join(words) for name, words in data["wishes"].items() if words
    } or "none"
    for opinion in store.opinions:
        child, what = store.child(opinion.number), "liked" if opinion.liked else "not liked"
        if child is not None:
            data[f"{what} from child {opinion.since}"] = name_of(child)
    for name, value in _flat(data):
        yield f"<div><dt>{escape(name)}</dt><dd>{escape(str(value))}</dd></div>"
    yield "</dl>"


def _flat(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for key, value in data.items():
        if isinstance(value, dict):
            yield from ((f"{key}: {name}", inner) for name, inner in value.items())
        else:
            yield key, value


def founders(
    store: Store, found: History, link: Callable[[Child], str], on_page: Callable[[Child], bool]
) -> Iterator[str]:
    """The games that it began with, and what came of them."""
    yield '<div class="wide"><table class="all"><thead><tr><th>founder</th>'
    yield '<th class="number">score</th>'
    yield '<th class="number" title="games kept that come from it">heirs</th>'
    yield "<th>what became of it</th></tr></thead>"
    for number, text in enumerate(store.founders):
        child = store.child(number)
        name = escape(founder_name(child, text, number))
        if child is not None and on_page(child):
            name = f'<a href="{link(child)}">{name}</a>'
        heirs, scored, became = "", "", "is waited for"
        if child is not None:
            heirs, became = f"{found.heirs[number]:,}", _became(child, store)
            scored = score(child.score) if child.score else "–"
        yield (
            f'<tr><th scope="row">{name}</th><td class="number">{scored}</td>'
            f'<td class="number">{heirs}</td><td class="soft">{escape(became)}</td></tr>'
        )
    yield "</table></div>"


def _became(child: Child, store: Store) -> str:
    if not child.alive:
        return f"{child.verdict}: {child.detail}"
    if not child.place:
        return child.detail or "not told yet"
    if child.left is None:
        return f"kept as {child.place}"
    later = store.child(child.left)
    return f"gave way to {name_of(later)}" if later else "gave way to a better game"

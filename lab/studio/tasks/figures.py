"""How good games are: measured, and compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter import LudError
from lab.studio.messages import number_of
from lab.studio.tasks.asked import About, Emit

if TYPE_CHECKING:
    from lab.measuring.estimates import Figure
    from lab.measuring.material import Material
    from lab.measuring.measures import Measures, Study

FEWEST, MOST = 10, 2_000
"""Games that are played to measure."""
LOOKS = 3
"""How often figures are told before the last: after an eighth, a quarter and half of the games."""


def measure(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """Measure one text, or several to be compared; the figures are told as they come."""
    given = asked.get("texts")
    if not isinstance(given, list) or not 1 <= len(given) <= 4:
        raise LudError("one text is to be measured, or up to four")
    number = number_of(asked, "games", FEWEST, MOST, 100)
    found: list[Study] = []
    for text in given:
        _measured(About.of({**asked, "text": text}), number, found, len(given), emit)
    return _told(found, number)


def _measured(about: About, number: int, found: list[Study], total: int, emit: Emit) -> None:
    """Measure one more text, with more and more games."""
    from lab.measuring.criteria.known import ordered, sources  # noqa: PLC0415
    from lab.measuring.material import SELFPLAY, amount  # noqa: PLC0415
    from lab.measuring.measures import Plan, study  # noqa: PLC0415
    from lab.measuring.plan import QUICK  # noqa: PLC0415

    game, before = about.game(), [*found]
    plan = Plan(**{**QUICK, "games": number})
    # What the search against itself shows is known early; the rest is found out at the end.
    early = replace(plan, criteria=tuple(one.name for one in ordered() if one.source == SELFPLAY))
    looks = [number >> look for look in range(LOOKS, 0, -1)]
    plans = [replace(early, games=one) for one in looks if one >= FEWEST]
    whole, done = amount(plan, sources(ordered())), 0
    material: Material | None = None
    for one in (*plans, plan):
        last = 0

        def tell(now: int, _: int, before_it: int = done) -> None:
            nonlocal last
            last = now
            share = min(1.0, (before_it + now) / max(1, whole))
            emit({"done": len(before) + share, "total": total})

        studied = study(game, one, tell, material)
        done, material = done + last, studied.material
        found[len(before) :] = [studied]
        if one is not plan:
            emit(_told(found, one.games))


def _told(found: Sequence[Study], games: int) -> dict[str, Any]:
    """Figures row by row, with what plots are made of."""
    from lab.measuring.criteria.known import ordered  # noqa: PLC0415
    from lab.measuring.telling.tables import summaries  # noqa: PLC0415

    measures = [one.measures for one in found]
    rows = [
        {"name": one.name, "title": one.title, "family": one.family, "better": str(one.better),
         "about": one.summary.replace("`", "").replace("_", " "), "share": one.span == (0.0, 1.0),
         "figures": [figure(each.figures.get(one.name)) for each in measures]}
        for one in ordered() if any(one.name in each.figures for each in measures)
    ]  # fmt: skip
    summed = [
        {"name": name, "title": name, "family": "summary", "better": "higher", "about": "",
         "share": True, "figures": [figure(_summary(each, name)) for each in measures]}
        for name in summaries(measures[0])
    ]  # fmt: skip
    return {"rows": summed + rows, "games": games, "plots": [_plots(one) for one in found]}


def _summary(one: Measures, name: str) -> Figure:
    return getattr(one, name)


def _plots(one: Study) -> dict[str, Any]:
    """What is drawn of a game: who wins, how long games are, who leads when, where it is won."""
    from lab.measuring.material import LADDER  # noqa: PLC0415
    from lab.measuring.plan import FOOT  # noqa: PLC0415
    from lab.measuring.plies import leads_of_winners, outcomes  # noqa: PLC0415
    from lab.measuring.telling.heatmap import heat, winning_sites  # noqa: PLC0415

    material, gathered = one.material, vars(one.material)
    records = material.records
    leads = leads_of_winners(records) if material.players > 1 else None
    movers = [trial.seats for trial in material.trials]
    ladder = material.ladder.mean(axis=1).tolist() if LADDER in gathered else []
    return {
        "outcomes": outcomes(records, material.players),
        "lengths": [game.choices for game in records],
        "leads": None if leads is None else {
            "low": leads.low.tolist(), "middle": leads.middle.tolist(), "high": leads.high.tolist()
        },
        "ladder": [{"against": FOOT * (1 << rung), "won": won} for rung, won in enumerate(ladder)],
        "where": heat(material.game, winning_sites(records, movers, material.sites)) or "",
    }  # fmt: skip


def figure(one: Figure | None) -> dict[str, Any] | None:
    """A figure with its interval; None where there is none."""
    if one is None or not one.known:
        return None
    return {"value": one.value, "low": one.low, "high": one.high}

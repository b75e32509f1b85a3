"""How good games are: measured, and compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from interpreter import LudError
from lab.studio.tasks.asked import About, Emit

if TYPE_CHECKING:
    from lab.measuring.estimates import Figure

FEWEST, MOST = 10, 2_000
"""Games that are played to measure."""


def measure(asked: Mapping[str, Any], emit: Emit) -> dict[str, Any]:
    """Measure one text, or several to be compared."""
    from lab.measuring.criteria.known import ordered  # noqa: PLC0415
    from lab.measuring.measures import Plan  # noqa: PLC0415
    from lab.measuring.measures import measure as measured  # noqa: PLC0415
    from lab.measuring.plan import QUICK  # noqa: PLC0415
    from lab.measuring.telling.tables import summaries  # noqa: PLC0415

    given = asked.get("texts")
    if not isinstance(given, list) or not 1 <= len(given) <= 4:
        raise LudError("one text is to be measured, or up to four")
    number = asked.get("games", 100)
    if not isinstance(number, int) or not FEWEST <= number <= MOST:
        raise LudError(f"{FEWEST} to {MOST} games may be played to measure")
    plan = Plan(**{**QUICK, "games": number})
    found: list[Any] = []
    for at, text in enumerate(given):
        game = About.of({**asked, "text": text}).game()

        def tell(done: int, total: int, at: int = at) -> None:
            emit({"done": at + done / max(1, total), "total": len(given)})

        found.append(measured(game, plan, tell))
    first = found[0]
    rows = [
        {"name": one.name, "title": one.title, "family": one.family, "better": str(one.better),
         "figures": [figure(each.figures.get(one.name)) for each in found]}
        for one in ordered() if one.name in first.figures
    ]  # fmt: skip
    summed = [
        {"name": name, "title": name, "family": "summary", "better": "higher",
         "figures": [figure(getattr(each, name)) for each in found]}
        for name in summaries(first)
    ]  # fmt: skip
    return {"rows": summed + rows, "games": number}


def figure(one: Figure | None) -> dict[str, Any] | None:
    """A figure with its interval; None where there is none."""
    if one is None or not one.known:
        return None
    return {"value": one.value, "low": one.low, "high": one.high}

"""All criteria, family by family."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter import LudError
from interpreter.text.errors import suggest
from lab.measuring.criteria import choice, course, depth, tension, viability, written
from lab.measuring.criteria.criterion import CRITERIA, FAMILIES, Criterion
from lab.measuring.summary import PARTS, SCORED, WEIGHTS

__all__ = ["CRITERIA", "ENTERED", "SUMMARIES", "chosen", "ordered", "sources"]

ENTERED = (choice, course, depth, tension, viability, written)
"""The families: to import one is to enter its criteria."""
SUMMARIES = "summaries"
"""Stands for all criteria that the summaries are made of."""


def chosen(names: Iterable[str]) -> list[Criterion]:
    """The criteria of these names, in their order; all if there are none.

    The name of a family stands for all of it, and `summaries` for what the summaries are made of.

    Raises:
        LudError: no criterion is called so
    """
    groups = {
        family: [one.name for one in ordered() if one.family == family] for family in FAMILIES
    }
    groups |= {SUMMARIES: [*WEIGHTS, *PARTS, *SCORED]} | {name: [name] for name in CRITERIA}
    wanted: set[str] = set()
    for given in names:
        name = given.strip().lower().replace(" ", "_").replace("-", "_")
        if name not in groups:
            hint = suggest(name, groups) or f"known: {', '.join(groups)}"
            raise LudError(f"no criterion is called {name}", None, hint)
        wanted |= set(groups[name])
    return [one for one in ordered() if not wanted or one.name in wanted]


def ordered() -> list[Criterion]:
    """All criteria, family by family."""
    return sorted(CRITERIA.values(), key=lambda one: list(FAMILIES).index(one.family))


def sources(criteria: Sequence[Criterion]) -> list[str]:
    """The parts of the material that some criteria need."""
    return list(dict.fromkeys(one.source for one in criteria))

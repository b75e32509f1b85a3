"""Strides: several steps of a direction at once, where the steps make straight lines."""

from __future__ import annotations

from functools import lru_cache

from interpreter.ir.relations import Relation

# Straight lines have at most two to this power sites.
MOST_DOUBLINGS = 6


@lru_cache(maxsize=1024)
def strides_of(relation: Relation) -> tuple[Relation, ...] | None:
    """One, two, four, … steps of a relation whose steps make straight lines; None for others."""
    if any(len(targets) > 1 for targets in relation.targets):
        return None
    once = [targets[0] if targets else -1 for targets in relation.targets]
    reached = [site for site in once if site >= 0]
    if len(set(reached)) < len(reached):
        return None
    found: list[Relation] = []
    here = once
    while any(site >= 0 for site in here):
        found.append(Relation(f"{relation.name}_{1 << len(found)}",
                              tuple((site,) if site >= 0 else () for site in here)))  # fmt: skip
        if len(found) > MOST_DOUBLINGS:
            return None  # the lines close in circles
        here = [here[site] if site >= 0 else -1 for site in here]
    return tuple(found)

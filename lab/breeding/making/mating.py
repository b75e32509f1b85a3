"""Who has children with whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from lab.breeding.keeping.archive import Archive
from lab.breeding.keeping.child import Child

REDRAWS: Final = 8
"""How often another mate is looked for instead of a relation."""

Ancestry = Mapping[int, Sequence[int]]
"""The parents of every child, by number."""


def parents(
    archive: Archive, rng: Random, crossing: float, ancestry: Ancestry
) -> tuple[Child, ...]:
    """One parent for a mutation, two for a crossing, which are no close relations if possible.

    Args:
        archive: of which they are chosen
        rng: makes the choices
        crossing: the share of children with two parents
        ancestry: who is whose child
    """
    first = archive.choose(rng)
    if rng.random() >= crossing:
        return (first,)
    mate: Child | None = None
    for _ in range(REDRAWS):
        other = archive.choose(rng)
        if other.number == first.number:
            continue
        mate = other
        if not related(first.number, other.number, ancestry):
            break
    return (first,) if mate is None else (first, mate)


def related(first: int, second: int, ancestry: Ancestry) -> bool:
    """Whether two are siblings, halves included, or one is the other's parent."""
    ours = {first, *ancestry.get(first, ())}
    return not ours.isdisjoint((second, *ancestry.get(second, ())))

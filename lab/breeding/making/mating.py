"""Who has children with whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from lab.breeding.keeping.archive import Archive
from lab.breeding.keeping.child import Child

REDRAWS: Final = 8
"""How often another mate is looked for instead of a relation."""

FAVOUR: Final = 0.5
"""How likely a parent is one of those that are liked."""

Ancestry = Mapping[int, Sequence[int]]
"""The parents of every child, by number."""


@dataclass(frozen=True, slots=True)
class Taste:
    """Which games are liked for parents, and which are not.

    Args:
        liked: these have as many children as all others together
        disliked: the numbers of those that have none, unless there are no others
    """

    liked: tuple[Child, ...] = ()
    disliked: frozenset[int] = frozenset()

    def choose(self, archive: Archive, rng: Random) -> Child:
        """One of the liked, or of the archive."""
        if self.liked and rng.random() < FAVOUR:
            return self.liked[rng.randrange(len(self.liked))]
        chosen = archive.choose(rng)
        if chosen.number not in self.disliked:
            return chosen
        rest = [one for one in archive if one.number not in self.disliked]
        rest.sort(key=lambda one: one.number)
        return rest[rng.randrange(len(rest))] if rest else chosen


def parents(
    archive: Archive, rng: Random, crossing: float, ancestry: Ancestry, taste: Taste = Taste()
) -> tuple[Child, ...]:
    """One parent for a mutation, two for a crossing, which are no close relations if possible.

    Args:
        archive: of which they are chosen
        rng: makes the choices
        crossing: the share of children with two parents
        ancestry: who is whose child
        taste: who is preferred
    """
    first = taste.choose(archive, rng)
    if rng.random() >= crossing:
        return (first,)
    mate: Child | None = None
    for _ in range(REDRAWS):
        other = taste.choose(archive, rng)
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

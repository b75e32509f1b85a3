"""Maps from each site to one site, and relations, which lead from a site to several."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from interpreter.ir.meaning.sites import listed
from interpreter.ir.program import Instruction
from interpreter.ir.relations import Compass, Relation, Table
from interpreter.passes.tools.lifted import Map, Step

# So many sites of a set are counted one by one.
MOST_COUNTED = 16
# So many kinds of steps a joined relation has, by how far they lead in the numbers of sites.
MOST_JOINED = 16


@lru_cache(maxsize=64)
def identity(size: int) -> Map:
    """Every site stands for itself."""
    return tuple(range(size))


def compose(first: Map, then: Map) -> Map:
    """One map behind the other."""
    return tuple([then[site] if site >= 0 else -1 for site in first])


@lru_cache(maxsize=4096)
def backward(place: Map) -> Map | None:
    """The map back; None if two sites share one."""
    found = [-1] * len(place)
    for site, there in enumerate(place):
        if there >= 0:
            if found[there] >= 0:
                return None
            found[there] = site
    return tuple(found)


@lru_cache(maxsize=4096)
def as_relation(place: Map) -> Relation:
    """A map as a relation."""
    return interned(tuple((there,) if there >= 0 else () for there in place))


@lru_cache(maxsize=4096)
def inverse(place: Map) -> Relation:
    """The relation that leads back."""
    return turned(as_relation(place))


@lru_cache(maxsize=4096)
def turned(relation: Relation) -> Relation:
    """The relation that leads back."""
    back: list[list[int]] = [[] for _ in relation.targets]
    for site, targets in enumerate(relation.targets):
        for target in targets:
            back[target].append(site)
    return interned(tuple(map(tuple, back)))


@lru_cache(maxsize=4096)
def interned(targets: tuple[tuple[int, ...], ...]) -> Relation:
    """The one relation that leads from each site to these."""
    return Relation("steps", targets)


@lru_cache(maxsize=4096)
def either_way(left: Relation, right: Relation) -> Relation | None:
    """Steps of either relation; None where there would be too many kinds of them."""
    both = zip(left.targets, right.targets, strict=True)
    targets = tuple(tuple(sorted({*one, *other})) for one, other in both)
    lengths = {target - site for site, row in enumerate(targets) for target in row}
    return interned(targets) if len(lengths) <= MOST_JOINED else None


@lru_cache(maxsize=4096)
def function_of(relation: Relation) -> Map | None:
    """A relation as a map; None if a site leads to several."""
    if any(len(several) > 1 for several in relation.targets):
        return None
    return tuple(several[0] if several else -1 for several in relation.targets)


@lru_cache(maxsize=1024)
def functions_of(relation: Relation) -> tuple[Relation, ...]:
    """A relation as several of which each leads one site to one other, and no two to the same."""
    apart: dict[int, dict[int, int]] = {}
    for site, several in enumerate(relation.targets):
        for target in several:
            apart.setdefault(target - site, {})[site] = target
    if len(apart) > MOST_COUNTED:
        apart = {}
        for site, several in enumerate(relation.targets):
            for target in several:
                number = 0
                while site in (one := apart.setdefault(number, {})) or target in one.values():
                    number += 1
                one[site] = target
    sites = range(len(relation.targets))
    return tuple(
        interned(tuple((one[site],) if site in one else () for site in sites))
        for one in apart.values()
    )


@lru_cache(maxsize=1024)
def from_table(table: Table, size: int) -> Relation:
    """From each site to those in its entry of a table of sets."""
    entries = [table.entries[min(site, len(table.entries) - 1)] for site in range(size)]
    return interned(tuple(tuple(listed(one)) for one in entries))


def relation_of(step: Step) -> Relation:
    """The relation of a step that has one."""
    assert step.relation is not None
    return step.relation


@lru_cache(maxsize=4096)
def _ray(compass: Compass, way: int, far: int) -> Map:
    rays = (compass.ray(site, way) for site in range(compass.sites))
    return tuple(ray[far - 1] if 0 < far <= len(ray) else -1 for ray in rays)


def ahead(step: Instruction, way: int, far: int) -> Map:
    """So many steps ahead on a way of an instruction's compass."""
    return _ray(cast(Compass, step.attribute), way, far)


def overlap(places: Sequence[Map]) -> bool:
    """Whether two places can be one site."""
    apart = [_taken(place) for place in places]
    return len(frozenset[tuple[int, int]]().union(*apart)) < sum(map(len, apart))


@lru_cache(maxsize=4096)
def _taken(place: Map) -> frozenset[tuple[int, int]]:
    """The sites that a place is, each with where it is this one from."""
    return frozenset((site, there) for site, there in enumerate(place) if there >= 0)

"""Moves of many pieces at once: steps and hops in groups that each go one constant way.

Where the pieces of a set all go the same way, the set of sites that they reach tells by itself
which piece reaches which: the from-site is known by the to-site. So all steps of a kind of piece
in one direction are one bundle, and no loop over pieces is needed. A group holds the ways of one
constant distance; on boards of rows and columns these are the directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from interpreter.ir import Rays, Relation, Table

MOST_STRIDES = 16
# Up to so many sites a set is one word of bits, in which a constant distance is one shift.
WORD = 64

Way = tuple[int, ...]
"""From-site, the sites between, to-site."""


@dataclass(frozen=True, slots=True, eq=False)
class Strides:
    """Ways from sites to others, in groups of which each goes one constant way.

    Args:
        of: for each group, which of the directions that were asked for it belongs to
        groups: for each group the relation of every leg, such as to the site that is hopped over
            and on from there; each leads from a site to one other, and no two to the same
        origins: the from-site by group and to-site: entry group * sites + to; -1 where none
        between: the sites between in the same way, one table for each
    """

    of: tuple[int, ...]
    groups: tuple[tuple[Relation, ...], ...]
    origins: Table
    between: tuple[Table, ...]


def strides(
    several: Sequence[Iterable[Way]], places: Sequence[tuple[int, int]], name: str
) -> Strides | None:
    """Ways in groups; None if there would be too many groups.

    Args:
        several: the ways in each of some directions, all of one length
        places: row and column of each site
    """
    groups: dict[tuple[object, ...], list[Way]] = {}
    labelled = ((number, way) for number, ways in enumerate(several) for way in ways)
    for number, way in dict.fromkeys(labelled):
        row, column = places[way[0]]
        steps = ((places[site][0] - row, places[site][1] - column) for site in way[1:])
        groups.setdefault((number, *steps), []).append(way)
        if len(groups) > MOST_STRIDES:
            return None
    count = len(places)
    legs = max((len(way) - 1 for way in next(iter(groups.values()), [()])), default=0)
    tables = [[-1] * (len(groups) * count) for _ in range(max(legs, 1))]
    relations: list[tuple[Relation, ...]] = []
    for number, members in enumerate(groups.values()):
        relations.append(tuple(_leg(members, leg, count, f"{name}{number}") for leg in range(legs)))
        for way in members:
            for place, site in enumerate(way[:-1]):
                tables[place][number * count + way[-1]] = site
    made = [Table(f"{name}_{place}", (*table, -1)) for place, table in enumerate(tables)]
    of = tuple(cast(int, key[0]) for key in groups)
    return Strides(of, tuple(relations), made[0], tuple(made[1:]))


def _leg(ways: Sequence[Way], leg: int, count: int, name: str) -> Relation:
    targets: list[tuple[int, ...]] = [()] * count
    for way in ways:
        targets[way[leg]] = (way[leg + 1],)
    return Relation(f"{name}_{leg}", tuple(targets))


def places_of(count: int, grid: Sequence[tuple[int, int]] | None) -> Sequence[tuple[int, int]]:
    """Row and column of each site, such that equal differences are equal shifts of a set."""
    if count > WORD and grid is not None:
        return grid
    return [(0, site) for site in range(count)]


@dataclass(frozen=True, slots=True, eq=False)
class Fan:
    """Several rays from each site, as one table.

    Args:
        rays: ray number `w` from a site is entry w * sites + site
        count: how many rays a site has
        longest: sites of the longest ray
    """

    rays: Rays
    count: int
    longest: int


def fan(several: Sequence[Rays], name: str) -> Fan:
    """Rays laid one behind the other."""
    sites = tuple(ray for rays in several for ray in rays.sites)
    return Fan(Rays(name, sites), len(several), max(map(len, sites), default=0))

"""Maps: numbers that stand for others, such as a piece for what becomes of it."""

from __future__ import annotations

from enum import Enum

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import MapItem, MapPair
from interpreter.language.signatures import Lazy, Player
from interpreter.language.words import Role
from interpreter.rules.builder import Builder


class Landmark(Enum):
    """A site that every board has."""

    BottomSite = "BottomSite"
    CentreSite = "CentreSite"
    LeftSite = "LeftSite"
    RightSite = "RightSite"
    TopSite = "Topsite"
    FirstSite = "FirstSite"
    LastSite = "LastSite"


@ludeme(
    "map",
    source="equipment/other/Map.java",
    examples=('(map "Opposite" {(pair 0 8) (pair 8 0)})', '(map {(pair P1 "A1") (pair P2 "C3")})'),
    words="in the table[ “{name}”], {pairs}",
)
def map_of_pairs(b: Builder, name: str | None, pairs: tuple[MapPair, ...]) -> MapItem:
    """Numbers, each of which stands for another.

    Args:
        name: what the map is called
        pairs: each number and what it stands for; of two for one number the later counts
    """
    return MapItem(name, pairs, b.span)


@ludeme(
    "map",
    source="equipment/other/Map.java",
    examples=("(map {1..3} {10 20 30})",),
    grown=False,
    words="in the table[ “{name}”], {keys:list} stand for {values:list} in this order",
)
def map_of_lists(
    b: Builder, name: str | None, keys: tuple[Lazy[Int], ...], values: tuple[Lazy[Int], ...]
) -> MapItem:
    """Numbers, each of which stands for another, as two lists.

    Args:
        name: what the map is called
        keys: the numbers
        values: what each stands for
    """
    if len(keys) != len(values):
        raise b.fail(f"{len(keys)} numbers stand for {len(values)} others", code="unequal-lists")
    pairs = tuple(map(MapPair, keys, values))
    return MapItem(name, pairs, b.span)


@ludeme(
    "pair",
    source="util/math/Pair.java",
    examples=('(map {(pair 1 "A1") (pair "B2" 7) (pair P1 CentreSite)})',),
    words="{key} stands for {value}",
)
def pair(
    b: Builder, key: Lazy[Int] | Role | str, value: Lazy[Int] | Role | Landmark | str
) -> MapPair:
    """A number of a map, and what it stands for.

    Args:
        key: the number: a player's, or that of the site with a label
        value: what it stands for; a text is the label of a site or the full name of a piece
    """
    if not isinstance(value, Landmark):
        return MapPair(key, value)
    return MapPair(key, lambda: b.int(_landmark(b, value)))


def _landmark(b: Builder, which: Landmark) -> int:
    """The number of a site that every board has."""
    topology = b.board.topology
    ends = {Landmark.FirstSite: 0, Landmark.LastSite: topology.size - 1}
    if which in ends:
        return ends[which]
    side = which.name.removesuffix("Site").lower()
    sites: tuple[int, ...] = getattr(topology, side)
    if not sites:
        raise b.fail(f"this board has no {side}", code="unknown-site")
    return sites[0]


@ludeme(
    "mapEntry",
    source="functions/ints/board/MapEntry.java",
    examples=('(mapEntry "Opposite" (last To))', "(mapEntry Mover)"),
    grown=False,
    words="what {key} stands for[ in the table “{name}”]",
)
def map_entry(b: Builder, name: str | None, key: Player) -> Int:
    """What a number stands for in a map; the number itself, if the map has no such number.

    Args:
        name: the map, or the maps, of which the first that has the number counts; all if not given
        key: the number
    """
    return b.names.entry(name, b.players.number(key))

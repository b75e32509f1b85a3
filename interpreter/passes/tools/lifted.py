"""What values become when a block is worked out for all sites at once.

None of these is ever changed; to say so to Python would make them take three times as long to make.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.ir.program import Access, Template
from interpreter.ir.relations import Relation
from interpreter.ir.values import Int, Sites, Value

Map = tuple[int, ...]
"""For each site a number; of a place the site that it stands for, or -1."""


class StuckError(Exception):
    """The block cannot be worked out for all sites at once."""


@dataclass(slots=True, unsafe_hash=True)
class Place:
    """A site at a fixed place from the first."""

    map: Map


@dataclass(slots=True, unsafe_hash=True)
class Numbers:
    """A number that is known beforehand for each first site."""

    numbers: Map


@dataclass(slots=True, unsafe_hash=True)
class Term:
    """What holds where the site at some place is in a set.

    Args:
        beside: whether it holds where there is no such place
    """

    map: Map
    sites: Sites
    beside: bool = False


@dataclass(slots=True, unsafe_hash=True)
class Truth:
    """Holds where all terms hold; without terms, everywhere."""

    terms: tuple[Term, ...] = ()


EVERYWHERE = Truth()


@dataclass(slots=True, unsafe_hash=True)
class Cases:
    """A number: disjoint sets of a place that cover the board, and the number in each.

    Args:
        beside: the number where there is no such place
        field: the sets are the entries of this field, by the number
        least: the lowest number for which they are
    """

    map: Map
    cases: tuple[tuple[Sites, Int], ...]
    beside: Int
    field: Access | None = None
    least: int = 0


@dataclass(slots=True, unsafe_hash=True)
class Step:
    """One step of a chain: `image`, `intersect`, `minus`, `flood`, with what it needs."""

    name: str
    within: Sites | None = None
    relation: Relation | None = None


@dataclass(slots=True, unsafe_hash=True)
class Chain:
    """What some steps lead to from a place.

    Args:
        when: if this holds; else to nothing
    """

    map: Map
    steps: tuple[Step, ...] = ()
    when: Truth = EVERYWHERE


@dataclass(slots=True, unsafe_hash=True)
class Walk:
    """How a set was found by walking: from what, by which step, and what lies behind."""

    starts: tuple[Chain, ...]
    relation: Relation
    behind: tuple[Chain, ...]


@dataclass(slots=True, unsafe_hash=True)
class Chains:
    """A set: what several chains lead to, together.

    Args:
        walk: how it was found, if by walking
    """

    chains: tuple[Chain, ...]
    walk: Walk | None = None


@dataclass(slots=True, unsafe_hash=True)
class OneOf:
    """A set, which is one of several: disjoint sets of a place, and what it is in each.

    They cover the board but for what it is not asked of.
    """

    map: Map
    cases: tuple[tuple[Sites, Sites], ...]


@dataclass(slots=True, unsafe_hash=True)
class Unknown:
    """What could not be worked out; that does no harm where nobody asks for it."""

    why: str


Lifted = Place | Numbers | Truth | Cases | Chains | OneOf | Unknown


@dataclass(slots=True, unsafe_hash=True)
class Made:
    """Moves of a template for all sites at once, where `when` holds."""

    template: Template
    origin: Place | Int
    targets: Lifted | Sites
    extras: tuple[Value, ...]
    when: Truth

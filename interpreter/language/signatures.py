"""What the signatures of ludemes say: the types that they take and give, and hints about them.

`int`, `float`, `bool`, `str` and the enumerations are known when a game is compiled; `Int`, `Bool`
and `Sites` are values of the program, found while it runs. `Lazy[X]` is lowered only where and
when the ludeme calls it: conditions asked for each site, and moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Generic, Protocol, TypeVar

from interpreter.board.topology import SiteType
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.language.words import Direction, Relative, Role

__all__ = [
    "MOVES",
    "NO",
    "ONE",
    "YES",
    "ZERO",
    "AtBetween",
    "AtFrom",
    "AtSite",
    "AtTo",
    "Between",
    "Binds",
    "Body",
    "Bool",
    "Effects",
    "Headings",
    "Int",
    "Ints",
    "Lazy",
    "LazyPlayer",
    "Moves",
    "Otherwise",
    "PieceName",
    "Player",
    "Range",
    "RegionName",
    "Site",
    "SiteType",
    "Sites",
    "Unit",
    "Value",
    "Ways",
    "Where",
]

# What is taken for a number or a truth where nothing else is said.
ZERO, ONE = Int(constant=0), Int(constant=1)
NO, YES = Bool(constant=0), Bool(constant=1)

T_co = TypeVar("T_co", covariant=True)


class Lazy(Protocol, Generic[T_co]):
    """A part of the rules that is lowered, at the builder's present place, when called."""

    def __call__(self) -> T_co:
        """Lower it here."""
        ...


class Moves:
    """What a ludeme gives that generates moves: the moves themselves went into the program."""


MOVES = Moves()


@dataclass(frozen=True, slots=True)
class Unit:
    """What a number counts or names; read by the generator of random rules."""

    name: str


@dataclass(frozen=True, slots=True)
class Between:
    """The sensible values of a number, both ends included; read by the generator."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Binds:
    """The iterators that have a value in this argument; read by the generator and the reference."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Otherwise:
    """The iterator whose value is taken if the argument is not given."""

    name: str


Site = Annotated[Int, Unit("site")]
PieceName = Annotated[str, Unit("piece")]
RegionName = Annotated[str, Unit("region")]
# Moves that follow another and are not chosen: `(add …)`, not `(move Add …)`.
Effects = Annotated[Lazy[Moves], Unit("effect")]

# Conditions asked about one site after another.
AtTo = Annotated[Lazy[Bool], Binds(("to",))]
AtFrom = Annotated[Lazy[Bool], Binds(("from",))]
AtBetween = Annotated[Lazy[Bool], Binds(("between",))]
AtSite = Annotated[Lazy[Bool], Binds(("site",))]


Player = Int | Role
LazyPlayer = Lazy[Int] | Role


Where = dict[Direction, Sites]


class Ways:
    """Directions of which each counts from some sites only.

    Args:
        where: the sites from which each direction counts, written out when it is asked
        fixed: the directions, where they are the same everywhere
        first: the first of them alone, which is another for each piece; None if all can stand
            for the first
        one: where it is one of several, the same for all sites: these, and which of them it is
            (-1 for none), written out when it is asked
    """

    def __init__(
        self,
        where: Callable[[], Where],
        fixed: tuple[Direction, ...] | None = None,
        first: Ways | None = None,
        one: Callable[[], tuple[tuple[Direction, ...], Int]] | None = None,
    ) -> None:
        self.where = where
        self.fixed = fixed
        self.first = first
        self.one = one


# Directions in moves and wherever else they may depend on the piece that looks.
Headings = Direction | Relative | Ways

Body = Callable[[Int], object]


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `least` to `most`, both included."""

    least: Int
    most: Int


class Ints:
    """A list of numbers: something that runs a body for each of them, in order."""

    def __init__(self, each: Callable[[Body], object]) -> None:
        self.each = each

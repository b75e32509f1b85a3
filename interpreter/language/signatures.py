"""The types that ludemes take and give, and the words of the language that are values.

Players count from 1 (0 is nobody), sites from 0 (-1 is off the board), pieces from 1 (0 is empty).

`int`, `float`, `bool`, `str` and the enumerations are known when a game is compiled; `Int`, `Bool`
and `Sites` are values of the program, found while it runs. `Lazy[X]` is lowered only where and
when the ludeme calls it: conditions asked for each site, and moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Generic, Protocol, TypeVar

from interpreter.board.topology import SiteType
from interpreter.ir import Bool, Int, Sites, Value
from interpreter.text.errors import Span

__all__ = [
    "MOVES",
    "AtBetween",
    "AtFrom",
    "AtSite",
    "AtTo",
    "Between",
    "Binds",
    "Body",
    "Bool",
    "Direction",
    "Directions",
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
    "RelationType",
    "Relative",
    "Role",
    "Several",
    "Site",
    "SiteType",
    "Sites",
    "Text",
    "Unit",
    "Value",
    "WalkStep",
    "Ways",
    "Where",
]

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


class Role(Enum):
    """Who a rule speaks of."""

    Neutral = "Neutral"
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"
    P6 = "P6"
    P7 = "P7"
    P8 = "P8"
    P9 = "P9"
    P10 = "P10"
    P11 = "P11"
    P12 = "P12"
    P13 = "P13"
    P14 = "P14"
    P15 = "P15"
    P16 = "P16"
    Each = "Each"
    Shared = "Shared"
    All = "All"
    Any = "Any"
    Player = "Player"
    Mover = "Mover"
    Next = "Next"
    Prev = "Prev"
    NonMover = "NonMover"
    Enemy = "Enemy"
    Friend = "Friend"

    @property
    def player(self) -> int | None:
        """The player's number for `Neutral` (0) and `P1` to `P16`, else None."""
        if self is Role.Neutral:
            return 0
        return int(self.value[1:]) if self.value[1:].isdigit() else None


class Text(str):
    """A text that a rule file has between quotes, and where it stands."""

    __slots__ = ("span",)

    def __new__(cls, text: str, span: Span) -> Text:
        """The text, which is a `str` like any other."""
        made = super().__new__(cls, text)
        made.span = span
        return made

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        """A copy elsewhere is a plain text."""
        return str, (str(self),)


Player = Int | Role
LazyPlayer = Lazy[Int] | Role


class Direction(Enum):
    """A direction on the board, or a class of them."""

    Adjacent = "Adjacent"
    Orthogonal = "Orthogonal"
    Diagonal = "Diagonal"
    OffDiagonal = "OffDiagonal"
    All = "All"
    N = "N"
    NNE = "NNE"
    NE = "NE"
    ENE = "ENE"
    E = "E"
    ESE = "ESE"
    SE = "SE"
    SSE = "SSE"
    S = "S"
    SSW = "SSW"
    SW = "SW"
    WSW = "WSW"
    W = "W"
    WNW = "WNW"
    NW = "NW"
    NNW = "NNW"
    CW = "CW"
    CCW = "CCW"
    In = "In"
    Out = "Out"
    Rotational = "Rotational"


Directions = Direction | tuple[Direction, ...]
Several = tuple[Direction, ...]


class Relative(Enum):
    """A direction as a piece sees it, or as the last move went."""

    Forward = "Forward"
    Backward = "Backward"
    Rightward = "Rightward"
    Leftward = "Leftward"
    Forwards = "Forwards"
    Backwards = "Backwards"
    Rightwards = "Rightwards"
    Leftwards = "Leftwards"
    FL = "FL"
    FLL = "FLL"
    FLLL = "FLLL"
    BL = "BL"
    BLL = "BLL"
    BLLL = "BLLL"
    FR = "FR"
    FRR = "FRR"
    FRRR = "FRRR"
    BR = "BR"
    BRR = "BRR"
    BRRR = "BRRR"
    SameDirection = "SameDirection"
    OppositeDirection = "OppositeDirection"


class RelationType(Enum):
    """How two sites can lie next to each other."""

    Adjacent = "Adjacent"
    Orthogonal = "Orthogonal"
    Diagonal = "Diagonal"
    OffDiagonal = "OffDiagonal"
    All = "All"


Where = dict[Direction, Sites]


class Ways:
    """Directions of which each counts from some sites only.

    Args:
        where: the sites from which each direction counts, written out when it is asked; given the
            piece that is asked about, where that is known better than from the site
        fixed: the directions, where they are the same everywhere
        first: the first of them alone, which is another for each piece; None if all can stand
            for the first
        chosen: where it is one of several, the same for all sites: the names of these, and the
            number of the one (-1 for none), written out when it is asked
    """

    def __init__(
        self,
        where: Callable[[Int | None], Where],
        fixed: tuple[Direction, ...] | None = None,
        first: Ways | None = None,
        chosen: Callable[[], tuple[Sequence[str], Int]] | None = None,
    ) -> None:
        self.chosen = chosen
        self.where = where
        self.fixed = fixed
        self.first = first


# Directions in moves and wherever else they may depend on the piece that looks.
Headings = Direction | Relative | Ways


Body = Callable[[Int], object]


class WalkStep(Enum):
    """A step of a walk: forward, or a turn to the next orthogonal direction on one side."""

    F = "F"
    L = "L"
    R = "R"


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `least` to `most`, both included."""

    least: Int
    most: Int


class Ints:
    """A list of numbers: something that runs a body for each of them, in order."""

    def __init__(self, each: Callable[[Body], object]) -> None:
        self.each = each

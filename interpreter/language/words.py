"""The words of the language that are values: who, which way, and how to walk.

Players count from 1 (0 is nobody), sites from 0 (-1 is off the board), pieces from 1 (0 is empty).
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any

from interpreter.text.errors import Span


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
    Player = "Player"
    Mover = "Mover"
    Next = "Next"
    Prev = "Prev"
    NonMover = "NonMover"
    Enemy = "Enemy"
    Friend = "Friend"
    Ally = "Ally"
    TeamMover = "TeamMover"
    Team1 = "Team1"
    Team2 = "Team2"
    Team3 = "Team3"
    Team4 = "Team4"
    Team5 = "Team5"
    Team6 = "Team6"
    Team7 = "Team7"
    Team8 = "Team8"
    Team9 = "Team9"
    Team10 = "Team10"
    Team11 = "Team11"
    Team12 = "Team12"
    Team13 = "Team13"
    Team14 = "Team14"
    Team15 = "Team15"
    Team16 = "Team16"

    @property
    def player(self) -> int | None:
        """The player's number for `Neutral` (0) and `P1` to `P16`, else None."""
        if self is Role.Neutral:
            return 0
        return int(self.value[1:]) if self.value[1:].isdigit() else None

    @property
    def team(self) -> int | None:
        """The team's number for `Team1` to `Team16`, else None."""
        number = self.value.removeprefix("Team")
        return int(number) if number.isdigit() else None


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


class Braces(tuple[Any, ...]):
    """Values that a rule file has between braces, and where they stand."""

    span: Span

    def __new__(cls, values: Iterable[Any], span: Span) -> Braces:
        """The values, which are a tuple like any other."""
        made = super().__new__(cls, values)
        made.span = span
        return made

    def __reduce__(self) -> tuple[type[tuple[Any, ...]], tuple[tuple[Any, ...]]]:
        """A copy elsewhere is a plain tuple."""
        return tuple, (tuple(self),)


def place_of(value: object) -> Span | None:
    """Where a value stands in the rule file; None if it is not known."""
    return value.span if isinstance(value, Text | Braces) else None


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
    Axial = "Axial"
    Angled = "Angled"
    SameLayer = "SameLayer"
    Upward = "Upward"
    Downward = "Downward"
    U = "U"
    UN = "UN"
    UNE = "UNE"
    UE = "UE"
    USE = "USE"
    US = "US"
    USW = "USW"
    UW = "UW"
    UNW = "UNW"
    D = "D"
    DN = "DN"
    DNE = "DNE"
    DE = "DE"
    DSE = "DSE"
    DS = "DS"
    DSW = "DSW"
    DW = "DW"
    DNW = "DNW"


LAYERED = frozenset(one for one in Direction if one.value == "SameLayer" or one.value[0] in "UD")
"""Directions that make a difference on boards of several layers alone."""
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


class RegionKind(Enum):
    """Regions that every board has."""

    Rows = "Rows"
    Columns = "Columns"
    Diagonals = "Diagonals"
    SubGrids = "SubGrids"
    AllDirections = "AllDirections"
    HintRegions = "HintRegions"


class Turns(Enum):
    """How players take turns."""

    Alternating = "Alternating"
    Simultaneous = "Simultaneous"


class HiddenData(Enum):
    """What of a site can be hidden, where not all is."""

    What = "What"
    Who = "Who"
    Count = "Count"
    State = "State"
    Rotation = "Rotation"
    Value = "Value"


class RelationType(Enum):
    """How two sites can lie next to each other."""

    Adjacent = "Adjacent"
    Orthogonal = "Orthogonal"
    Diagonal = "Diagonal"
    OffDiagonal = "OffDiagonal"
    All = "All"


class WalkStep(Enum):
    """A step of a walk: forward, or a turn to the next orthogonal direction on one side."""

    F = "F"
    L = "L"
    R = "R"

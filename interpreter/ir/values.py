"""The values of a program, and their kinds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["int", "bool", "sites", "move", "history", "none"]


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the program: a constant, or the one result of an instruction.

    Args:
        number: which value of its function this is; -1 for a constant
        constant: an integer, 0 or 1 for a boolean, a set as a bit mask with bit i for site i, or a
            packed move
    """

    number: int = -1
    constant: int | None = None

    def __hash__(self) -> int:
        """Values are looked up often; so it is quicker than by all that makes them equal."""
        return self.number if self.constant is None else hash(self.constant)

    def __reduce__(self) -> tuple[type[Value], tuple[int, int | None]]:
        """How it is pickled: much faster than a dataclass is by itself."""
        return type(self), (self.number, self.constant)

    @property
    def kind(self) -> Kind:
        """Which of the three kinds of values this is."""
        return KINDS[type(self)]


class Int(Value):
    """A whole number; sites, players and pieces are numbers too."""

    __slots__ = ()


class Bool(Value):
    """True or false."""

    __slots__ = ()


class Sites(Value):
    """A set of sites."""

    __slots__ = ()


class Move(Value):
    """A move: a template, two sites, and what else it carries."""

    __slots__ = ()


KINDS: dict[type, Kind] = {Int: "int", Bool: "bool", Sites: "sites", Move: "move"}
CLASSES: dict[Kind, type[Value]] = {"int": Int, "bool": Bool, "sites": Sites, "move": Move}

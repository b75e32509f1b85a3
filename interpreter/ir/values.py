"""The values of a program, and their kinds."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Self
from weakref import WeakValueDictionary

Kind = Literal["int", "bool", "sites", "move", "history", "none"]


class Value:
    """A value of the program: a constant, or the one result of an instruction.

    Values are looked up often, so equal ones are one object.

    Args:
        number: which value of its function this is; -1 for a constant
        constant: an integer, 0 or 1 for a boolean, a set as a bit mask with bit i for site i, or a
            packed move

    Attributes:
        kind: which of the kinds of values this is
    """

    __slots__ = ("__weakref__", "constant", "number")
    kind: ClassVar[Kind] = "none"
    _results: ClassVar[dict[int, Any]] = {}
    _constants: ClassVar[WeakValueDictionary[int, Any]] = WeakValueDictionary()
    number: int
    constant: int | None

    def __init_subclass__(cls, *, kind: Kind) -> None:
        cls.kind, cls._results, cls._constants = kind, {}, WeakValueDictionary()

    def __new__(cls, number: int = -1, constant: int | None = None) -> Self:
        """The value that there is, or a new one."""
        found: Self | None = (
            cls._results.get(number) if constant is None else cls._constants.get(constant)
        )
        if found is not None:
            return found
        made = super().__new__(cls)
        made.number, made.constant = number, constant
        if constant is None:
            return cls._results.setdefault(number, made)
        return cls._constants.setdefault(constant, made)

    def __reduce__(self) -> tuple[type[Value], tuple[int, int | None]]:
        """How it is pickled."""
        return type(self), (self.number, self.constant)

    def __repr__(self) -> str:
        said = f"%{self.number}" if self.constant is None else str(self.constant)
        return f"{type(self).__name__}({said})"


class Int(Value, kind="int"):
    """A whole number; sites, players and pieces are numbers too."""

    __slots__ = ()


class Bool(Value, kind="bool"):
    """True or false."""

    __slots__ = ()


class Sites(Value, kind="sites"):
    """A set of sites."""

    __slots__ = ()


class Move(Value, kind="move"):
    """A move: a template, two sites, and what else it carries."""

    __slots__ = ()


CLASSES: dict[Kind, type[Value]] = {"int": Int, "bool": Bool, "sites": Sites, "move": Move}
# Small numbers come up again and again; other constants go when nobody needs them any more.
KEPT = tuple(Int(constant=number) for number in range(-1, 1024))

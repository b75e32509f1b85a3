"""The forms of moves: what a kind of move does itself, and what belongs to it besides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from interpreter.ir.program import Function, Shape
from interpreter.ir.relations import Compass, Relation
from interpreter.ir.values import Int, Kind, Value
from interpreter.language.signatures import Lazy

Action = Callable[[Int, Int], object]
Ask = Callable[[], object]
THEN, DEMAND, PRIOR, CLOSING = "then", "demand", "prior", "closing"
# What follows when all players have moved, where they choose at once.
FINALLY = "finally"


@dataclass(eq=False)
class Written:
    """A function of the sites of a move, and what else it asks for.

    Args:
        taken: the iterators that stand behind the two sites among its parameters
    """

    function: Function
    taken: tuple[tuple[str, Kind], ...] = ()

    def own(self, name: str) -> str:
        """What an iterator is called that keeps what it stood for where this was first asked."""
        return f"{self.function.name} {name}"


@dataclass(eq=False)
class Shared:
    """A part of a rule that belongs to all moves inside it, written once for them.

    Args:
        leaving: it leaves something pending, in place of what was pending before
    """

    name: str
    body: Callable[[], Value | None]
    written: Written | None = None
    leaving: bool = False

    @property
    def speaks_of_around(self) -> bool:
        """Whether it asks for an iterator of the place where it is made."""
        return self.written is not None and bool(self.written.taken)


@dataclass(frozen=True, slots=True)
class Around:
    """What belongs to every move at this place besides its own action.

    Args:
        before: effects that come first
        closing: what each does besides, from the inside out; it belongs to the move itself
        after: what follows, from the inside out
        of_another: they are looked for as if another player were the mover, in a part of the rule
            that lies inside so many of those that follow
        taken: who that player is: what a move itself does is worked out for him
    """

    before: tuple[Shared, ...] = ()
    closing: tuple[Shared, ...] = ()
    after: tuple[Shared, ...] = ()
    of_another: int | None = None
    taken: Lazy[Int] | None = None

    @property
    def demanding(self) -> bool:
        """Whether something is demanded of the position after each move."""
        return any(one.name == DEMAND for one in self.after)


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of move."""

    name: str
    act: Action
    shape: Shape
    around: Around
    passing: bool = False
    note: str = ""
    on: Compass | None = None
    along: tuple[Relation, ...] = ()

"""Numbers that rules remember in lists, how many pieces a site has, and a rule for each number."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Binds, Ints, Lazy, Moves
from interpreter.rules.builder import Builder
from interpreter.rules.parts.course import Remembered
from ludemes.moves.parts import EFFECT, FOREACH


class Everything(Enum):
    """All numbers of a list."""

    All = "All"


@ludeme(
    "remember Value",
    source=f"{EFFECT}/state/remember/value/RememberValue.java",
    examples=('(move Pass (then (remember Value "Seen" (last To) unique:True)))',),
    keeps=("memory",),
    words="remember {value}[ as “{name}”]",
)
def remember_value(
    b: Builder,
    name: str | None,
    value: Lazy[Int],
    *,
    unique: Lazy[Bool] | None = None,
) -> Moves:
    """Put a number at the end of a list that is remembered.

    Args:
        name: the list; that without a name if not given
        value: the number
        unique: where it is there already nothing is done, and nothing follows
    """

    def make() -> None:
        b.moves.effect(lambda: b.memory.remember(name or "", value(), b.false))

    if unique is None:
        make()
        return MOVES
    known = b.memory.holds(name or "", value())
    b.if_(b.negate(b.both(unique(), known)), make)
    return MOVES


@ludeme(
    "remember State",
    source=f"{EFFECT}/state/remember/state/RememberState.java",
    examples=("(move Pass (then (remember State)))",),
    grown=False,
    words="remember this position",
)
def remember_state(b: Builder) -> Moves:
    """Remember the position after this move, in place of the one that was remembered before.

    `(avoidStoredState ...)` asks for it.
    """
    return b.moves.effect(b.turn.remember_this)


@ludeme(
    "avoidStoredState",
    source=f"{EFFECT}/requirement/AvoidStoredState.java",
    examples=("(avoidStoredState (or (move Add (to (sites Empty))) (move Pass)))",),
    grown=False,
    words="{moves:block}\nwithout bringing back the position that was remembered",
)
def avoid_stored_state(b: Builder, moves: Lazy[Moves]) -> Moves:
    """The moves of a rule that do not lead to the position that was remembered.

    What follows from a move belongs to the position that it leads to. What stands where makes two
    positions the same. `(remember State)` remembers one.

    Args:
        moves: the rule
    """

    def avoiding() -> None:
        with b.moves.demanding(lambda: b.negate(b.turn.repeats(Remembered.TOLD))):
            moves()

    b.moves.unfollowed(avoiding)
    return MOVES


@ludeme(
    "forget Value",
    source=f"{EFFECT}/state/forget/value/ForgetValue.java",
    examples=(
        '(move Pass (then (forget Value "Seen" (last To))))',
        "(move Pass (then (forget Value All)))",
    ),
    keeps=("memory",),
    words="forget {value}[ of “{name}”]",
)
def forget_value(b: Builder, name: str | None, value: Lazy[Int] | Everything) -> Moves:
    """Take a number out of a list that is remembered, where it occurs first.

    Args:
        name: the list; that without a name if not given
        value: the number; `All` for all of the list, or of all lists if there is no name
    """

    def act() -> None:
        if not isinstance(value, Everything):
            b.memory.forget(name or "", value())
            return
        for one in b.names.remembered if name is None else (name,):
            b.memory.forget_all(one)

    return b.moves.effect(act)


@ludeme(
    "set Count",
    source=f"{EFFECT}/set/site/SetCount.java",
    examples=("(move Select (from (sites Occupied by:All)) (then (set Count at:(last To) 3)))",),
    aliases=("move Set Count",),
    keeps=("counts",),
    grown=False,
    words="make {count} pieces of what is on {at:piece}",
    kind_at=0,
    ahead={"at": "count"},
)
def set_count(b: Builder, count: Lazy[Int], *, at: Lazy[Int]) -> Moves:
    """Set how many pieces there are on a site; no piece is there for none.

    Args:
        count: how many there are from now on
        at: where they are
    """
    return b.moves.effect(lambda: b.handling.set_count(at(), count()))


@ludeme(
    "forEach Value",
    source=f"{FOREACH}/value/ForEachValue.java",
    examples=("(move Pass (then (forEach Value (array {1 2}) (addScore Mover (value)))))",),
    words="for each number of {values}, {moves:block}",
)
def for_each_value(
    b: Builder, values: Ints, moves: Annotated[Lazy[Moves], Binds(("value",))]
) -> Moves:
    """The moves of a rule for every number of a list, which is `(value)`.

    Args:
        values: the numbers
        moves: the rule
    """

    def one(value: Int) -> None:
        with b.names.bind(value=value):
            moves()

    values.each(one)
    return MOVES


@ludeme(
    "forEach Value",
    source=f"{FOREACH}/value/ForEachValue.java",
    examples=("(move Pass (then (forEach Value min:1 max:3 (addScore Mover (value)))))",),
    words="for each number from {min} to {max}, {moves:block}",
    ahead={"min": "moves", "max": "moves"},
)
def for_each_value_between(
    b: Builder, moves: Annotated[Lazy[Moves], Binds(("value",))], *, min_: Int, max_: Int
) -> Moves:
    """The moves of a rule for every number between two, which is `(value)`.

    Args:
        moves: the rule
        min_: the first number
        max_: the last number
    """
    b.names.each_value(min_, max_, moves)
    return MOVES

"""Pieces that turn where they stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import To
from interpreter.language.signatures import MOVES, Lazy, Moves, Otherwise
from interpreter.rules.builder import Builder
from ludemes.moves.parts import EFFECT


@ludeme(
    "set Rotation",
    source=f"{EFFECT}/set/direction/SetRotation.java",
    examples=(
        "(forEach Piece (move Set Rotation (to (from))))",
        "(move Pass (then (set Rotation (to (last To)) 2 previous:False next:False)))",
    ),
    aliases=("move Set Rotation",),
    keeps=("rotations",),
    grown=False,
    words="turn {to.sites:piece}",
)
def set_rotation(
    b: Builder,
    to: Annotated[To | None, Otherwise("from")] = None,
    directions: Lazy[Int] | tuple[Lazy[Int], ...] | None = None,
    *,
    previous: Lazy[Bool] | None = None,
    next_: Lazy[Bool] | None = None,
) -> Moves:
    """Turn a piece where it stands: one move for each way in which it may come to lie.

    Relative directions are then counted from where it looks. An effect makes all of the turns, each
    from how the piece lay before, so that only the last is seen.

    Args:
        to: where it stands; `(from)` if not given
        directions: how far it is turned from then on, in steps of the compass from where it looks
            by itself, clockwise; a number or several
        previous: it may turn one step to the left; true if not given
        next_: it may turn one step to the right; true if not given
    """
    named = None if to is None or to.sites is None else to.sites
    spots = b.as_sites(b.names.bound("from") if named is None else named())
    goals = () if directions is None else directions
    goals = goals if isinstance(goals, tuple) else (goals,)
    last = b.int(b.tiles.states - 1)

    def left(now: Int) -> Int:
        return b.pick(b.less(b.zero, now), b.subtract(now, b.one), last)

    def right(now: Int) -> Int:
        return b.pick(b.less(now, last), b.add(now, b.one), b.zero)

    # How far the piece is turned, by how far it was; whether it may turn so; what is noted of it.
    turns: list[tuple[Callable[[Int], Int], Lazy[Bool] | None, str]] = [
        *((lambda _, goal=goal: goal(), None, _noted(b, goal)) for goal in goals),
        (left, previous, "left"),
        (right, next_, "right"),
    ]

    def turn_once(goal: Callable[[Int], Int], if_: Lazy[Bool] | None, note: str) -> None:
        def act(_: Int, site: Int) -> None:
            b.tiles.turn_to(site, goal(b.tiles.rotation(site)))

        here = spots if if_ is None else b.pick_sites(if_(), spots, b.nowhere)
        b.moves.move("SetRotation", None, here, act, note=note)

    def turn_at_all(_: Int, site: Int) -> None:
        with b.live():
            now = b.tiles.rotation(site)
            found = now
            for goal, if_, _note in turns:
                found = goal(now) if if_ is None else b.pick(if_(), goal(now), found)
            b.tiles.turn_to(site, found)

    if b.asker.making:
        return b.moves.move("SetRotation", None, spots, turn_at_all)
    for one in turns:
        turn_once(*one)
    return MOVES


def _noted(b: Builder, goal: Lazy[Int]) -> str:
    """A number that is known when the game is compiled, as it is noted."""
    with b.open():  # what is written to find out is dropped
        number = b.settled(goal()).constant
    return "" if number is None else str(number)

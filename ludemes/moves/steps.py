"""Moves of pieces: steps, leaps, and moves from anywhere to anywhere."""

from __future__ import annotations

from interpreter.ir.values import Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import From, To
from interpreter.language.signatures import MOVES, Headings, Moves
from interpreter.language.words import Direction, Role, WalkStep
from interpreter.rules.builder import Builder
from ludemes.moves.parts import EFFECT, allowed, apply_effect, carried, from_each, targets_of


@ludeme(
    "move Step",
    source=f"{EFFECT}/Step.java",
    examples=(
        "(forEach Piece (move Step (to if:(is Empty (to)))))",
        "(move Step (from (last To)) Orthogonal (to if:(is Enemy (who at:(to)))))",
    ),
    aliases=("step",),
    later=("stack",),
    words="step[ with {start}][ {directions}] to {to}[, and {to.apply}]",
)
def move_step(b: Builder, start: From | None, directions: Headings | None, to: To) -> Moves:
    """Move a piece to a neighbouring site.

    Args:
        start: the piece; `(from)` if not given
        directions: where it may go; `Adjacent` if not given
        to: what the site there must be
    """
    ways = b.ways.headed(directions or Direction.Adjacent)

    def one(site: Int, several: bool) -> None:
        def onward(way: Int) -> Sites:
            return b.onward(ways.compass, b.ways.starts(ways, site, way), way)

        targets = allowed(b, to, b.ways.across(ways, onward))
        along = ways.compass.relations if several else ()
        b.moves.move("Step", site, targets, carried(b, to), along=along)

    from_each(b, start, one)
    return MOVES


@ludeme(
    "move Leap",
    source=f"{EFFECT}/Leap.java",
    examples=("(forEach Piece (move Leap {{F F R F} {F F L F}} (to if:(is Empty (to)))))",),
    aliases=("leap",),
    words="leap[ with {start}] to {to} at the end of the walk {walk}[, and {to.apply}]",
)
def move_leap(
    b: Builder,
    start: From | None,
    walk: tuple[tuple[WalkStep, ...], ...],
    to: To,
    *,
    forward: bool = False,
    rotations: bool = True,
) -> Moves:
    """Move a piece to where walks from its site end, whatever is on the way.

    Args:
        start: the piece; `(from)` if not given
        walk: the walks, each of steps forward and turns to the left or right
        to: what the site there must be
        forward: only to sites ahead of the piece
        rotations: walks may set out in any orthogonal direction, not only where the piece looks
    """

    def one(site: Int, several: bool) -> None:
        ends = b.ways.leaps(b.single(site), walk, forward=forward, rotations=rotations)
        along = b.ways.leaps_from(walk) if several else ()
        b.moves.move("Leap", site, allowed(b, to, ends), carried(b, to), along=along)

    from_each(b, start, one)
    return MOVES


@ludeme(
    "move",
    source=f"{EFFECT}/FromTo.java",
    examples=(
        "(move (from (handSite Mover)) (to (sites Empty)))",
        "(forEach Piece (move (from) (to (sites Empty))))",
    ),
    aliases=("fromTo",),
    later=("stack", "count"),
    words="move {start:named} to {to}[, and {to.apply}]",
)
def move_from_to(
    b: Builder, start: From, to: To, mover: Role | None = None, *, copy: bool = False
) -> Moves:
    """Move a piece from one site to another.

    Args:
        start: the piece
        to: where to
        mover: whose move it is
        copy: the piece stays, and another of its kind is put there
    """

    def act(origin: Int, target: Int) -> None:
        apply_effect(b, to.apply)
        if copy:
            b.pieces.put(target, b.pieces.what(origin), state=b.pieces.state(origin))
        else:
            b.pieces.carry(origin, target)

    def one(site: Int, _: bool) -> None:
        b.moves.move("Move", site, targets_of(b, to), act)

    from_each(b, start, one, taken=True)
    return MOVES

"""Moves of pieces: steps, leaps, and moves from anywhere to anywhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import BetweenPart, From, To
from interpreter.language.signatures import MOVES, Binds, Headings, Lazy, Moves, Range
from interpreter.language.words import Direction, Role, WalkStep
from interpreter.rules.builder import Builder
from interpreter.rules.parts.ways import Headed
from ludemes.moves.parts import (
    EFFECT,
    allowed,
    apply_effect,
    carried,
    carry,
    expect_no_sites,
    from_each,
    spots_of,
    targets_of,
)


@ludeme(
    "move Step",
    source=f"{EFFECT}/Step.java",
    examples=(
        "(forEach Piece (move Step (to if:(is Empty (to)))))",
        "(move Step (from (last To)) Orthogonal (to if:(is Enemy (who at:(to)))))",
    ),
    aliases=("step",),
    keeps=("stacks:stack",),
    words="step[ with {start}][ {directions}] to {to}[, and {to.apply}]",
)
def move_step(
    b: Builder,
    start: From | None,
    directions: Headings | None,
    to: To,
    *,
    stack: bool = False,
) -> Moves:
    """Move a piece to a neighbouring site.

    Args:
        start: the piece; `(from)` if not given
        directions: where it may go; `Adjacent` if not given
        to: what the site there must be
        stack: all pieces of its site move with it
    """
    ways = b.ways.headed(directions or Direction.Adjacent)
    level = start.level if start is not None and start.level is not None else lambda: b.nothing
    expect_no_sites(b, to)

    def one(site: Int, several: bool) -> None:
        def onward(way: Int) -> Sites:
            return b.onward(ways.compass, b.ways.starts(ways, site, way), way)

        targets = allowed(b, to, b.ways.across(ways, onward))
        along = ways.compass.relations if several else ()
        b.moves.move("Step", site, targets, carried(b, to, level, stack=stack), along=along)

    from_each(b, start, one)
    return MOVES


@ludeme(
    "move Leap",
    source=f"{EFFECT}/Leap.java",
    examples=("(forEach Piece (move Leap {{F F R F} {F F L F}} (to if:(is Empty (to)))))",),
    aliases=("leap",),
    words="leap[ with {start}] to {to} at the end of the walk {walk}[, and {to.apply}]",
    ahead={"forward": "to", "rotations": "to"},
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
        forward: only to sites in a row (or column, or both) further on where the piece looks; to
            all where no piece and no player is said to look anywhere
        rotations: walks may set out in any orthogonal direction, not only in the first
    """
    expect_no_sites(b, to)

    def one(site: Int, several: bool) -> None:
        ends = b.walks.ends(b.single(site), walk, forward=forward, rotations=rotations)
        along = b.walks.relations(walk) if several else ()
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
    keeps=("stacks:stack", "stacks:start.level"),
    words="move [{count} of ]{start:named} to {to}[, {to.rotations}][, and {to.apply}]",
    ahead={"count": "mover", "copy": "mover", "stack": "mover"},
)
def move_from_to(
    b: Builder,
    start: From,
    to: To,
    mover: Role | None = None,
    *,
    count: Lazy[Int] | None = None,
    copy: bool = False,
    stack: bool = False,
) -> Moves:
    """Move a piece from one site to another.

    A large piece, which covers several sites, comes to lie in any of its states, on the sites of
    the set and those that it has covered. A tile is turned in each of the ways that
    `(rotations …)` names.

    Args:
        start: the piece
        to: where to
        mover: whose move it is, where all players choose at once
        count: how many pieces, of several in a hand, or from the top of those on each other; 1 if
            not given
        copy: the piece stays, and another of its kind is put there
        stack: all pieces of its site move with it, if neither a level nor a count is said
    """
    turns = b.tiles.turns(to.rotations)
    to = replace(to, rotations=None)

    def act(origin: Int, target: Int) -> None:
        apply_effect(b, to.apply)
        if copy:
            b.handling.copy(origin, target)
        elif count is not None and start.level is None and to.level is None:
            b.handling.carry_several(origin, target, b.names.bound("many"))
        else:
            carry(b, origin, target, start.level, to, stack=stack and start.level is None)

    def small(site: Int) -> None:
        with b.names.bind(many=b.one if count is None else count()):
            for turn in turns:
                lie = b.tiles.turning(turn, act)
                b.moves.move("Move", site, targets_of(b, to), lie, note=turn.name)

    def one(site: Int, _: bool) -> None:
        def large() -> None:
            b.large.move(site, spots_of(b, to))

        b.large.if_large(lambda: b.pieces.what(site), large, lambda: small(site))

    with b.moves.of(mover):
        from_each(b, start, one, taken=True)
    return MOVES


@ludeme(
    "forEach Direction",
    source="rules/play/moves/nonDecision/operators/foreach/direction/ForEachDirection.java",
    examples=(
        "(forEach Piece (forEach Direction Orthogonal (to if:(is Empty (to)) "
        "(apply (move (from) (to (to)))))))",
        "(forEach Piece (forEach Direction Orthogonal (to if:(is Empty (to)) "
        "(apply (forEach Direction (from (to)) (directions {FR FL}) "
        "(to (apply (move (from) (to (to))))))))))",
    ),
    words=(
        "for {what} next to it[ ({directions})], {what.apply:block}",
        "for each site next to it[ ({directions})], {what:block}",
    ),
)
def for_each_direction(
    b: Builder,
    start: From | None,
    directions: Headings | None,
    between: BetweenPart | None,
    what: To | Annotated[Lazy[Moves], Binds(("to",))],
) -> Moves:
    """The moves of a rule for every site that lies in some direction, which is `(to)`.

    Where `(to)` has a value already, relative directions are those of the step from `(from)` to it,
    if it is one; else those of the piece on `(from)`.

    Args:
        start: where the directions start; `(from)` if not given
        directions: which; `Adjacent` if not given
        between: how far away, one step if not given, and what must hold for nearer sites
        what: the moves, or what each site on the way must be and, in `apply`, the moves
    """
    origin = b.names.bound("from")
    site = origin if start is None or start.sites is None else start.sites()
    site = site if isinstance(site, Int) else b.first(site)
    ways = headed_from(b, start, origin, directions or Direction.Adjacent)
    reach = between.range if between and between.range else Range(b.one, b.one)
    fits = b.names.at("to", what.condition if isinstance(what, To) else None)
    nearer = b.names.at("between", between.condition if between else None)
    moves = what if not isinstance(what, To) else what.apply.effect if what.apply else None

    def passes(there: Int, steps: Int) -> Bool:
        inside = (lambda: b.at_most(reach.least, steps), lambda: nearer(there))
        return b.all_of((lambda: b.any_of(inside), lambda: fits(there)))

    def along(way: Int) -> None:
        here = b.single(site)
        found = b.walk(ways.compass, here, way, passes, most=reach.most)
        near = b.walk(ways.compass, here, way, lambda _, __: b.true,
                      most=b.subtract(reach.least, b.one))  # fmt: skip
        b.each(b.minus(found, without=near), lambda there: one(there, way))

    def one(there: Int, way: Int) -> None:
        with b.names.bind(to=there), b.ways.went(ways.compass, (site, there), way, reach):
            if moves is not None:
                moves()

    b.ways.each(ways, site, along)
    return MOVES


def headed_from(b: Builder, start: From | None, origin: Int, directions: Headings) -> Headed:
    """The ways in some directions, as the piece on a site sees them or the step from there goes."""
    if start is None and not b.names.is_bound("to"):
        return b.ways.headed(directions)
    with b.ways.looking(b.ways.stepping(origin, b.names.bound_or("to", b.nothing))):
        return b.ways.headed(directions)

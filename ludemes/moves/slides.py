"""Slides: moves along straight lines, and shots along them."""

from __future__ import annotations

from functools import partial

from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import BetweenPart, From, PiecePart, To
from interpreter.language.signatures import MOVES, AtTo, Headings, Moves
from interpreter.language.words import Direction
from interpreter.rules.builder import Builder
from interpreter.rules.parts.ways import Headed
from ludemes.moves.parts import (
    EFFECT,
    apply_effect,
    carry,
    expect_no_sites,
    from_each,
    landed,
    with_between,
)


@ludeme(
    "move Slide",
    source=f"{EFFECT}/Slide.java",
    examples=(
        "(forEach Piece (move Slide Orthogonal))",
        "(forEach Piece (move Slide Diagonal (between (max 2)) (to if:(is Enemy (who at:(to))) "
        "(apply (remove (to))))))",
    ),
    aliases=("slide",),
    keeps=("stacks:stack",),
    words="slide[ with {start}][ {directions}] over empty sites",
)
def move_slide(
    b: Builder,
    start: From | None = None,
    directions: Headings = Direction.Adjacent,
    between: BetweenPart | None = None,
    to: To | None = None,
    *,
    stack: bool = False,
) -> Moves:
    """Move a piece any number of steps in a straight line.

    Args:
        start: the piece; `(from)` if not given
        directions: where it may go
        between: how far it goes, and what the sites on its way must be: empty if not given
        to: where a slide ends besides: at the first site that is like this, such as an enemy's;
            with `(apply if:…)`, no slide ends on a site that is not like that
        stack: all pieces of its site move with it
    """
    expect_no_sites(b, to)
    ways = b.ways.headed(directions)

    def act(origin: Int, target: Int) -> None:
        _passed(b, between, origin, target)
        if b.keeps("between"):
            b.turn.pass_over(b.ways.between(origin, target, Direction.All))
        apply_effect(b, landed(to))
        carry(b, origin, target, stack=stack)
        _leave_trail(b, between, origin, target)

    def one(site: Int, _: bool) -> None:
        b.moves.move("Slide", site, slid(b, ways, site, between, to), act)

    from_each(b, start, one)
    return MOVES


def slid(
    b: Builder,
    ways: Headed,
    site: Int,
    between: BetweenPart | None,
    to: To | None,
    through: AtTo | None = None,
) -> Sites:
    """The sites that a piece can slide to: those on its way, and where a slide must end.

    Conditions of the `(to …)` know the site before as `(between)`; of a slide that ends short of
    its end, it is where it ends.

    Args:
        through: what each site of the way must be besides
    """
    stops = None if to is None else to.condition
    allowed = None if to is None or to.apply is None else to.apply.condition
    reach = between.range if between else None

    def asked(condition: AtTo, way: Int, there: Int, steps: Int) -> Bool:
        before = b.along(ways.compass, site, way, b.subtract(steps, b.one))
        with b.names.bind(between=before, to=there):
            return condition()

    def ended(condition: AtTo, there: Int) -> Bool:
        with b.names.bind(between=there, to=there):
            return condition()

    def goes_on(way: Int, there: Int, far: Int) -> Bool:
        passes = may_pass(b, between, there)
        if through is not None:
            passes = b.both(asked(through, way, there, far), passes)
        if stops is None:
            return passes
        stop = asked(stops, way, there, far)
        if reach is not None:  # nearer than the rule allows, no slide ends
            stop = b.both(b.at_most(reach.least, far), stop)
        return b.both(b.negate(stop), passes)

    def along(way: Int) -> Sites:
        start = b.ways.starts(ways, site, way)
        most = None if reach is None else reach.most
        free = b.walk(ways.compass, start, way, partial(goes_on, way), most=most)
        end = b.nowhere
        if stops is not None:
            steps = b.add(b.count(free), b.one)
            end = b.beyond(ways.compass, start, free, way)
            end = b.where(end, lambda there: asked(stops, way, there, steps))
            if allowed is not None:
                end = b.where(end, lambda there: asked(allowed, way, there, steps))
        if allowed is not None:
            free = b.where(free, lambda there: ended(allowed, there))
        if reach is None:
            return b.union(free, end)

        def first(steps: Int) -> Sites:
            return b.walk(ways.compass, start, way, lambda _, __: b.true, most=steps)

        found = b.union(free, b.intersect(end, first(reach.most)))
        return b.minus(found, without=first(b.subtract(reach.least, b.one)))

    return b.ways.across(ways, along)


def may_pass(b: Builder, between: BetweenPart | None, there: Int) -> Bool:
    """Whether a slide goes on over a site, which is `(between)` and `(to)`."""
    if between is None or between.condition is None:
        return b.contains(b.pieces.vacant(), there)
    with b.names.bind(between=there, to=there):
        return between.condition()


def _passed(b: Builder, between: BetweenPart | None, origin: Int, target: Int) -> None:
    """What a slide does to the sites that it passes."""
    if between is not None and between.apply is not None:
        passed = b.ways.between(origin, target, Direction.All)
        b.each(passed, lambda one: with_between(b, one, between.apply))


def _leave_trail(b: Builder, between: BetweenPart | None, origin: Int, target: Int) -> None:
    """Put the piece of a trail where a slide started and on the sites that it passed."""
    if between is None or between.trail is None:
        return
    number = b.pieces.kind(between.trail())
    passed = b.union(b.single(origin), b.ways.between(origin, target, Direction.All))
    with b.live():
        b.each(passed, lambda one: b.pieces.lay(one, number))


@ludeme(
    "move Shoot",
    source=f"{EFFECT}/Shoot.java",
    examples=('(move Shoot (piece "Dot0"))',),
    aliases=("shoot",),
    words="shoot {piece}[ from {start.sites}][ {direction}] over empty sites to any of them",
)
def move_shoot(
    b: Builder,
    piece: PiecePart,
    start: From | None = None,
    direction: Headings = Direction.Adjacent,
    between: BetweenPart | None = None,
    to: To | None = None,
) -> Moves:
    """Put a piece on a site of a straight line, as far as all sites of it are free.

    Args:
        piece: the piece that is put there
        start: where the line starts; the last move's destination if not given
        direction: where it may go
        between: how far the line goes, and what else its sites must be
        to: what every site of the line must be: empty if not given
    """
    site = b.turn.last_to() if start is None or start.sites is None else start.sites()

    def act(_: Int, target: Int) -> None:
        number = b.pieces.number_of(piece.pieces[0])
        apply_effect(b, None if to is None else to.apply)
        b.pieces.lay(target, number)

    conditions = [between.condition] if between and between.condition else []
    through = None if to is None else to.condition
    if through is None:
        conditions.append(lambda: b.contains(b.pieces.vacant(), b.names.bound("to")))
    line = BetweenPart(lambda: b.all_of(conditions), None, between.range if between else None)
    ways = b.ways.headed(direction)
    reached = b.gather(b.as_sites(site), lambda origin: slid(b, ways, origin, line, None, through))
    return b.moves.move("Shoot", None, reached, act)

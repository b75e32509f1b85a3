"""Slides: moves along straight lines, and shots along them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import BetweenPart, From, PiecePart, To
from interpreter.language.signatures import MOVES, AtTo, Headings, Moves
from interpreter.language.words import Direction
from interpreter.rules.builder import Builder
from interpreter.rules.parts.tracks import ALL
from interpreter.rules.parts.ways import Headed
from ludemes.moves.parts import (
    EFFECT,
    apply_effect,
    begun,
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


@ludeme(
    "move Slide",
    source=f"{EFFECT}/Slide.java",
    examples=(
        '(forEach Piece (move Slide "AllTracks" (between if:(is Empty (between))) '
        "(to if:(is Enemy (who at:(to))) (apply if:(is Enemy (who at:(to))) (remove (to))))))",
    ),
    aliases=("slide",),
    grown=False,
    words="slide[ with {start}] along “{track}”",
)
def move_slide_round(
    b: Builder,
    start: From | None,
    track: str,
    between: BetweenPart | None = None,
    to: To | None = None,
) -> Moves:
    """Move a piece along tracks.

    Args:
        start: the piece; `(from)` if not given
        track: what the tracks are called; `AllTracks` for all of them, and then the move may end
            only where the piece has come around a corner
        between: what the sites on its way must be: empty if not given; and how many steps the piece
            makes along a track with a name
        to: where a slide ends in any case, with its effect; with `(apply if:…)`, no slide ends
            elsewhere on a site that is not like that
    """
    expect_no_sites(b, to)
    reach = between.range if between else None
    stops = None if to is None else to.condition
    allowed = None if to is None or to.apply is None else to.apply.condition

    def stop(origin: Int, target: Int) -> None:
        apply_effect(b, None if to is None else to.apply)
        b.handling.carry(origin, target)

    def along(site: Int, _: bool) -> None:
        def arrive(there: Int, steps: Int, turned: Bool) -> None:
            ends = b.false if stops is None else asked(b, stops, there)
            free = b.true if allowed is None else asked(b, allowed, there)
            least = b.true if reach is None else b.at_most(reach.least, steps)
            far = turned if track == ALL else least

            def end() -> None:
                b.moves.move("Slide", site, b.single(there), stop)
                b.leave()

            def pause() -> None:
                b.moves.move("Slide", site, b.single(there), b.handling.carry)

            b.if_(far, lambda: b.if_(ends, end, lambda: b.if_(free, pause)))
            b.leave_if(b.negate(may_pass(b, between, there)))

        most = None if reach is None or track == ALL else reach.most
        b.tracks.each_along(track, site, most, arrive)

    from_each(b, start, along)
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

    Args:
        through: what each site of the way must be besides
    """
    apply = None if to is None else to.apply
    rules = (None if to is None else to.condition, apply and apply.condition, through)
    sliding = Sliding(b, ways, site, between, *rules)
    return b.ways.across(ways, sliding.along)


@dataclass(frozen=True, eq=False)
class Sliding:
    """How a piece slides.

    Its conditions on `(to)` know the site before it as `(between)`, but for a slide that ends
    where it might go on: there both are the same.

    Args:
        stops: where a slide must end
        allowed: where it may end
        through: what each site of the way must be besides
    """

    b: Builder
    ways: Headed
    site: Int
    between: BetweenPart | None
    stops: AtTo | None
    allowed: AtTo | None
    through: AtTo | None

    def along(self, way: Int) -> Sites:
        """Where slides end on a way."""
        b, compass = self.b, self.ways.compass
        reach = self.between.range if self.between else None
        start = b.ways.starts(self.ways, self.site, way)
        most = None if reach is None else reach.most
        free = b.walk(compass, start, way, partial(self._goes_on, way), most=most)
        end = self._end(way, start, free)
        allowed = self.allowed
        if allowed is not None:
            free = b.where(free, lambda there: asked(b, allowed, there))
        if reach is None:
            return b.union(free, end)

        def first(steps: Int) -> Sites:
            return b.walk(compass, start, way, lambda _, __: b.true, most=steps)

        found = b.union(free, b.intersect(end, first(reach.most)))
        return b.minus(found, without=first(b.subtract(reach.least, b.one)))

    def _goes_on(self, way: Int, there: Int, far: Int) -> Bool:
        b, reach = self.b, self.between.range if self.between else None
        passes = may_pass(b, self.between, there)
        if self.through is not None:
            passes = b.both(asked(b, self.through, there, self._before(way, far)), passes)
        if self.stops is None:
            return passes
        stop = asked(b, self.stops, there, self._before(way, far))
        if reach is not None:  # nearer than the rule allows, no slide ends
            stop = b.both(b.at_most(reach.least, far), stop)
        return b.both(b.negate(stop), passes)

    def _end(self, way: Int, start: Sites, free: Sites) -> Sites:
        """The site behind all that are free, if a slide must end there and may."""
        b = self.b
        if self.stops is None:
            return b.nowhere
        before = self._before(way, b.add(b.count(free), b.one))
        end = b.beyond(self.ways.compass, start, free, way)
        for condition in filter(None, (self.stops, self.allowed)):
            end = b.where(end, lambda there, one=condition: asked(b, one, there, before))
        return end

    def _before(self, way: Int, steps: Int) -> Int:
        """The site before that which is so many steps away; -1 for the first."""
        return self.b.along(self.ways.compass, self.site, way, self.b.subtract(steps, self.b.one))


def asked(b: Builder, condition: AtTo, there: Int, before: Int | None = None) -> Bool:
    """Whether a condition holds for a site, with the one before it, or itself, as `(between)`."""
    with b.names.bind(between=there if before is None else before, to=there):
        return condition()


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
    number = b.box.kind(between.trail())
    passed = b.union(b.single(origin), b.ways.between(origin, target, Direction.All))
    with b.live():
        b.each(passed, lambda one: b.handling.lay(one, number))


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
    site = b.turn.last_to() if start is None else begun(b, start)

    def act(_: Int, target: Int) -> None:
        number = b.box.number_of(piece.pieces[0])
        apply_effect(b, None if to is None else to.apply)
        b.handling.lay(target, number)

    conditions = [between.condition] if between and between.condition else []
    through = None if to is None else to.condition
    if through is None:
        conditions.append(lambda: b.contains(b.pieces.vacant(), b.names.bound("to")))
    line = BetweenPart(lambda: b.all_of(conditions), None, between.range if between else None)
    ways = b.ways.headed(direction)
    reached = b.gather(b.as_sites(site), lambda origin: slid(b, ways, origin, line, None, through))
    return b.moves.move("Shoot", None, reached, act)

"""Slides: moves along straight lines, and shots along them."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.builder import Builder
from interpreter.emit import NONE, NOWHERE, TRUE
from interpreter.ir import Bool, Int, Sites, Variable
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Headings, Moves
from interpreter.language.words import Direction, Several
from interpreter.rules import BetweenPart, From, PiecePart, Then, To
from ludemes.moves import EFFECT, apply_effect, as_applied, consequence
from ludemes.starts import from_each, known, starts_of, takes_crowd, with_between


@ludeme(
    "move Slide",
    source=f"{EFFECT}/Slide.java",
    examples=(
        "(forEach Piece (move Slide Orthogonal))",
        "(forEach Piece (move Slide Diagonal (between (max 2)) (to if:(is Enemy (who at:(to))) "
        "(apply (remove (to))))))",
    ),
    aliases=("slide",),
    later=("stack",),
    crowd=True,
    words="slide[ with {start}][ {directions}] over empty sites",
)
def move_slide(
    b: Builder,
    start: From | None = None,
    directions: Headings = Direction.Adjacent,
    between: BetweenPart | None = None,
    to: To | None = None,
    then: Then | None = None,
) -> Moves:
    """Move a piece any number of steps in a straight line.

    Args:
        start: the piece; `(from)` if not given
        directions: where it may go
        between: how far it goes, and what the sites on its way must be: empty if not given
        to: where a slide ends besides: at the first site that is like this, such as an enemy's
        then: what follows
    """
    starts, piece = starts_of(b, start)

    def act(origin: Int, target: Int) -> None:
        _passed(b, between, origin, target)
        apply_effect(b, None if to is None else to.apply)
        b.carry(origin, target, known(piece))
        _leave_trail(b, between, origin, target)

    for several, where in b.headed(directions, piece=known(piece)):
        if b.only_asks and takes_crowd(b, start):
            first = _first_glides(b, b.intersect(starts, where), several, between, to)
            if first is not None:
                b.move("Slide", NONE, first, act)
                continue

        def one(site: Int, several: Several = several) -> None:
            free, stops = slides(b, site, several, between, to)
            b.move("Slide", site, b.union(free, stops), act, consequence(then))

        from_each(b, b.intersect(starts, where), piece, one)
    return MOVES


def slides(
    b: Builder, site: Int, several: Several, between: BetweenPart | None, to: To | None
) -> tuple[Sites, Sites]:
    """The sites that a piece can slide to: those on its way, and those where a slide must end."""
    may_pass = _passing(b, between)
    stop = None if to is None or to.condition is None else b.at("to", to.condition)
    both = _glides(b, site, several, between, (may_pass, stop))
    if both is None:
        both = _slides(b, site, several, between, (may_pass, stop))
    return both if to is None else (as_applied(b, to, both[0]), as_applied(b, to, both[1]))


Question = Callable[[Int], Bool]
Questions = tuple[Question, Question | None]


def _glides(
    b: Builder, site: Int, several: Several, between: BetweenPart | None, questions: Questions
) -> tuple[Sites, Sites] | None:
    """The same, by set algebra, where lines are straight and slides as long as they can be."""
    ways = [b.glides(one) for one in several]
    if (between is not None and between.range is not None) or None in ways:
        return None
    may_pass, stop = questions
    ends = NOWHERE if stop is None else b.lifted(stop)
    through = b.lifted(may_pass) if ends is not None else None
    if ends is None or through is None:
        return None
    through = b.minus(through, without=ends)
    free, stops = NOWHERE, NOWHERE
    start = b.single(site)
    for relation in (one for way in ways for one in way or ()):
        first = b.image(start, relation)
        reached = b.flood(first, through, relation)
        free = b.union(free, reached)
        if ends.constant != 0:
            behind = b.union(first, b.image(reached, relation))
            stops = b.union(stops, b.intersect(behind, ends))
    return free, stops


def _first_glides(
    b: Builder, starts: Sites, several: Several, between: BetweenPart | None, to: To | None
) -> Sites | None:
    """Where pieces come to by the first step of a slide: enough to know whether any can slide."""
    ways = [b.glides(one) for one in several]
    if (between is not None and between.range is not None) or None in ways or to is not None:
        return None
    through = b.lifted(_passing(b, between))
    if through is None:
        return None
    first = [b.image(starts, one) for way in ways for one in way or ()]
    return b.intersect(b.union(*first), through)


def _slides(
    b: Builder, site: Int, several: Several, between: BetweenPart | None, questions: Questions
) -> tuple[Sites, Sites]:
    """The same, step by step."""
    may_pass, stops_at = questions
    reach = between.range if between else None
    free, stops = b.local("free", NOWHERE), b.local("stops", NOWHERE)

    def note(found: Variable, there: Int) -> None:
        b.set(found, b.union(b.get_sites(found), b.single(there)))

    def step(there: Int, far: Int) -> None:
        enough = TRUE if reach is None else b.at_most(reach.least, far)
        ends = stops_at
        if ends is not None:

            def stop() -> None:
                note(stops, there)
                b.leave()

            # Nearer than the rule allows, no slide ends.
            b.if_(b.all_of((lambda: enough, lambda: ends(there))), stop)
        b.leave_if(b.negate(may_pass(there)))
        b.if_(enough, lambda: note(free, there))

    farthest = reach.most if reach is not None else None
    b.each_ray(several, lambda fan, way: b.along_ray(fan, way, site, step, farthest))
    return b.get_sites(free), b.get_sites(stops)


def _passing(b: Builder, between: BetweenPart | None) -> Question:
    """Whether a slide goes on over a site, which is `(between)` and `(to)`."""

    def may_pass(there: Int) -> Bool:
        if between is None or between.condition is None:
            return b.contains(b.vacant(), there)
        with b.bind(between=there, to=there):
            return between.condition()

    return may_pass


def _passed(b: Builder, between: BetweenPart | None, origin: Int, target: Int) -> None:
    """What a slide does to the sites that it passes."""
    if between is not None and between.apply is not None:
        passed = b.between_sites(origin, target, (Direction.All,))
        b.each(passed, lambda one: with_between(b, one, between.apply))


def _leave_trail(b: Builder, between: BetweenPart | None, origin: Int, target: Int) -> None:
    """Put the piece of a trail where a slide started and on the sites that it passed."""
    if between is None or between.trail is None:
        return
    number = between.trail()
    b.uses_piece(number)
    passed = b.union(b.single(origin), b.between_sites(origin, target, (Direction.All,)))
    with b.live():
        b.each(passed, lambda one: b.lay(one, number))


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
    then: Then | None = None,
) -> Moves:
    """Put a piece on a site of a straight line, as far as all sites of it are free.

    Args:
        piece: the piece that is put there
        start: where the line starts; the last move's destination if not given
        direction: where it may go
        between: how far the line goes, and what else its sites must be
        to: what every site of the line must be: empty if not given
        then: what follows
    """
    site = b.scalar("last_to") if start is None or start.sites is None else start.sites()

    def act(_: Int, target: Int) -> None:
        number = b.piece_of(piece.pieces[0])
        apply_effect(b, None if to is None else to.apply)
        b.lay(target, number)

    conditions = [one.condition for one in (to, between) if one and one.condition]
    if to is None or to.condition is None:
        conditions.append(lambda: b.contains(b.vacant(), b.bound("to")))
    reach = between.range if between else None
    line = BetweenPart(lambda: b.all_of(conditions), None, reach)
    reached = b.local("shot", NOWHERE)

    def shoot(origin: Int, several: Several) -> None:
        free, _ = slides(b, origin, several, line, None)
        b.set(reached, b.union(b.get_sites(reached), free))

    for several, where in b.headed(direction):
        here = b.intersect(b.as_sites(site), where)
        b.each(here, lambda one, several=several: shoot(one, several))
    return b.move("Shoot", None, b.get_sites(reached), act, consequence(then))

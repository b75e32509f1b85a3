"""Effects on pieces near a move: captures of many kinds, pushing and attracting."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.builder import Builder
from interpreter.emit import NOWHERE, ONE, ZERO
from interpreter.ir import Bool, Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Headings, Lazy, Moves
from interpreter.language.words import Direction, RelationType, Role, Several
from interpreter.rules import Apply, BetweenPart, From, PiecePart, Then, To
from ludemes.moves import EFFECT, apply_effect, consequence

Question = Callable[[Int], Bool]


def start_of(b: Builder, part: From | None) -> Int | Sites:
    """Where a capture starts: the last move's destination if not said otherwise."""
    return b.scalar("last_to") if part is None or part.sites is None else part.sites()


def enemy(b: Builder) -> Question:
    """Whether a site holds a piece of an enemy."""
    return lambda site: b.contains(b.pieces_of(Role.Enemy), site)


def asks(b: Builder, name: str, condition: Lazy[Bool] | None, otherwise: Question) -> Question:
    """The condition of a part of a rule as a question about a site."""
    return otherwise if condition is None else b.at(name, condition)


def strike(
    b: Builder, name: str, caught: Sites, iterator: str, effect: Apply | None, then: Then | None
) -> Moves:
    """Do to each of some sites what a rule says; take off what stands there if it says nothing."""

    def act(_: Int, target: Int) -> None:
        if effect is None:
            b.take_away(target)
            return
        with b.bind(**{iterator: target}):
            apply_effect(b, effect)

    return b.move(name, None, caught, act, consequence(then))


def each_start(
    b: Builder, start: Int | Sites, headings: Headings, body: Callable[[Int, Several], object]
) -> None:
    """Run the body for each site to start from, with the directions that count there."""
    for several, where in b.headed(headings):
        here = b.intersect(b.as_sites(start), where)
        b.each(here, lambda site, several=several: body(site, several))


@ludeme(
    "custodial",
    source=f"{EFFECT}/Custodial.java",
    examples=(
        "(move Add (to (sites Empty)) (then (custodial)))",
        "(move Add (to (sites Empty)) (then (custodial (from (last To)) Orthogonal "
        "(between (max 1) if:(is Enemy (who at:(between))) (apply (remove (between)))))))",
    ),
)
def custodial(
    b: Builder,
    start: From | None = None,
    directions: Headings = Direction.Adjacent,
    between: BetweenPart | None = None,
    to: To | None = None,
    then: Then | None = None,
) -> Moves:
    """Do something to every unbroken row of pieces between a site and another in a straight line.

    Args:
        start: one end; the last move's destination if not given
        directions: where the rows may run
        between: the pieces of the rows (enemies if not given), how many at most, and what is done
            to each (it is taken off if not given)
        to: what is at the other end; a piece of the mover's if not given
        then: what follows
    """
    target = asks(b, "between", between.condition if between else None, enemy(b))
    friend = asks(b, "to", to.condition if to else None,
                  lambda site: b.contains(b.owned_by(b.mover()), site))  # fmt: skip
    most = between.range.most if between and between.range else None
    effect = between.apply if between else None
    known = b.outflanked(b.as_sites(start_of(b, start)), b.headed(directions), target, friend, most)
    if known is not None:
        return strike(b, "Custodial", known, "between", effect, then)
    caught = b.local("caught", NOWHERE)

    def look(site: Int, several: Several) -> None:
        b.each_ray(
            several, lambda fan, way: b.sandwich(fan, way, site, target, friend, caught, most)
        )

    each_start(b, start_of(b, start), directions, look)
    return strike(b, "Custodial", b.get_sites(caught), "between", effect, then)


@ludeme(
    "intervene",
    source=f"{EFFECT}/Intervene.java",
    examples=("(move Add (to (sites Empty)) (then (intervene (from (last To)) Orthogonal)))",),
    words="remove the enemy pieces on both sides of the piece just moved[, {directions}]",
)
def intervene(
    b: Builder,
    start: From | None = None,
    directions: Headings = Direction.Adjacent,
    between: BetweenPart | None = None,
    to: To | None = None,
    then: Then | None = None,
) -> Moves:
    """Do something to the pieces on both sides of a site, in a straight line through it.

    Args:
        start: the site; the last move's destination if not given
        directions: where the line may run
        between: how many pieces on each side at most; one if not given
        to: which pieces (enemies if not given), and what is done to each (it is taken off if not
            given)
        then: what follows
    """
    target = asks(b, "to", to.condition if to else None, enemy(b))
    most = between.range.most if between and between.range else ONE
    caught = b.local("caught", NOWHERE)

    def look(site: Int, several: Several) -> None:
        for direction in several:
            for axis in b.axes(direction):
                both = [b.row_of(rays, site, target, most) for rays in b.both_rays(axis)]
                whole = b.both(*(b.negate(b.is_empty(one)) for one in both))
                more = b.union(b.get_sites(caught), *both)
                b.set(caught, b.pick_sites(whole, more, b.get_sites(caught)))

    each_start(b, start_of(b, start), directions, look)
    return strike(b, "Intervene", b.get_sites(caught), "to", to.apply if to else None, then)


@ludeme(
    "surround",
    source=f"{EFFECT}/Surround.java",
    examples=("(move Add (to (sites Empty)) (then (surround (from (last To)) Orthogonal)))",),
)
def surround(
    b: Builder,
    start: From | None = None,
    relation: RelationType = RelationType.Adjacent,
    between: BetweenPart | None = None,
    to: To | None = None,
    then: Then | None = None,
    *,
    except_: Int = ZERO,
    with_: PiecePart | None = None,
) -> Moves:
    """Do something to every piece next to a site that is surrounded on all sides.

    Args:
        start: the site; the last move's destination if not given
        relation: which sites are next to each other
        between: which pieces (enemies if not given), and what is done to each (it is taken off if
            not given)
        to: what surrounds them; pieces of the mover's if not given
        then: what follows
        except_: so many of the sites around may be otherwise
        with_: at least one of the surrounding pieces is of this kind
    """
    direction = Direction(relation.value)
    target = asks(b, "between", between.condition if between else None, enemy(b))
    friend = asks(b, "to", to.condition if to else None,
                  lambda site: b.contains(b.owned_by(b.mover()), site))  # fmt: skip
    near = b.around(b.as_sites(start_of(b, start)), direction)
    friends = b.filter(b.board, friend)
    kinds = [b.placed_by_piece(b.piece_of(one)) for one in with_.pieces] if with_ else None

    def closed(site: Int) -> Bool:
        ring = b.neighbours(site, direction)
        open_ = b.at_most(b.count(b.minus(ring, without=friends)), except_)
        if kinds is None:
            return open_
        return b.both(open_, b.negate(b.is_empty(b.intersect(ring, b.union(*kinds)))))

    caught = b.filter(b.filter(near, target), closed)
    effect = between.apply if between else None
    return strike(b, "Surround", caught, "between", effect, then)


@ludeme(
    "directional",
    source=f"{EFFECT}/Directional.java",
    examples=("(move Add (to (sites Empty)) (then (directional (from (last To)) E)))",),
    words="remove the unbroken row of enemy pieces that begins next to the piece just moved",
)
def directional(
    b: Builder,
    start: From | None = None,
    directions: Headings | None = None,
    to: To | None = None,
    then: Then | None = None,
) -> Moves:
    """Do something to the unbroken row of pieces that starts next to a site.

    Args:
        start: the site; the last move's destination if not given
        directions: where the row runs; where the last move went if not given
        to: which pieces (enemies if not given), and what is done to each (it is taken off if not
            given)
        then: what follows
    """
    target = asks(b, "to", to.condition if to else None, enemy(b))
    went = directions or b.leading(b.scalar("last_from"), b.scalar("last_to"))
    effect = to.apply if to else None
    known = b.rows_from(b.as_sites(start_of(b, start)), b.headed(went), target)
    if known is not None:
        return strike(b, "Directional", known, "to", effect, then)
    caught = b.local("caught", NOWHERE)

    def look(site: Int, several: Several) -> None:
        for rays in (one for direction in several for one in b.rays(direction)):
            row = b.row_of(rays, site, target, None)
            b.set(caught, b.union(b.get_sites(caught), row))

    each_start(b, start_of(b, start), went, look)
    return strike(b, "Directional", b.get_sites(caught), "to", effect, then)


# Moving others


@ludeme(
    "push",
    source=f"{EFFECT}/Push.java",
    examples=("(move Add (to (sites Empty)) (then (push (from (last To)) E)))",),
    words="push[ {start}] one step {directions}, with every piece in its way",
)
def push(b: Builder, start: From | None, directions: Headings, then: Then | None = None) -> Moves:
    """Move a piece one step, and every piece in its way before it; off the board at its edge.

    Args:
        start: the piece; the one that moved last if not given
        directions: where it goes
        then: what follows
    """

    def act() -> None:
        site = start_of(b, start)
        each_start(b, site, directions, lambda one, several: b.push_along(one, several))

    return b.effect(act, consequence(then))


@ludeme(
    "attract",
    source=f"{EFFECT}/Attract.java",
    examples=("(move Add (to (sites Empty)) (then (attract (from (last To)) Orthogonal)))",),
)
def attract(
    b: Builder,
    start: From | None = None,
    directions: Headings = Direction.Adjacent,
    then: Then | None = None,
) -> Moves:
    """Draw all pieces in straight lines from a site as near to it as they can come.

    Args:
        start: the site; the last move's destination if not given
        directions: where the lines run
        then: what follows
    """

    def act() -> None:
        each_start(b, start_of(b, start), directions, lambda one, several: b.attract(one, several))

    return b.effect(act, consequence(then))

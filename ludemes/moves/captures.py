"""Effects on pieces near a move: captures of many kinds, pushing and attracting."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir.relations import Compass
from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import Apply, BetweenPart, From, PiecePart, To
from interpreter.language.signatures import ZERO, Headings, Lazy, Moves, Sites
from interpreter.language.words import Direction, Directions, RelationType, Role
from interpreter.rules.builder import Builder
from interpreter.rules.parts.board import Question
from interpreter.rules.parts.ways import Headed
from ludemes.moves.parts import EFFECT, apply_effect, begun


def start_of(b: Builder, part: From | None) -> Int | Sites:
    """Where a capture starts: the last move's destination if not said otherwise."""
    return b.turn.last_to() if part is None else begun(b, part)


def enemy(b: Builder) -> Question:
    """Whether a site holds a piece of an enemy."""
    return lambda site: b.contains(b.pieces.of(Role.Enemy), site)


def asks(b: Builder, name: str, condition: Lazy[Bool] | None, otherwise: Question) -> Question:
    """The condition of a part of a rule as a question about a site."""
    return otherwise if condition is None else b.names.at(name, condition)


def strike(b: Builder, name: str, caught: Sites, iterator: str, effect: Apply | None) -> Moves:
    """Do to each of some sites what a rule says; take off what stands there if it says nothing."""

    def act(_: Int, target: Int) -> None:
        if effect is None:
            b.handling.take_away(target)
            return
        with b.names.bind(**{iterator: target}):
            apply_effect(b, effect)

    return b.moves.move(name, None, caught, act)


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
) -> Moves:
    """Do something to every unbroken row of pieces between a site and another in a straight line.

    Args:
        start: one end; the last move's destination if not given
        directions: where the rows may run
        between: the pieces of the rows (enemies if not given), how many, and what is done to each
            (it is taken off if not given)
        to: what is at the other end; a piece of the mover's if not given
    """
    target = asks(b, "between", between.condition if between else None, enemy(b))
    friend = asks(b, "to", to.condition if to else None, own(b))
    several = between.range if between else None
    most = several.most if several else None
    ways = b.ways.headed(directions)

    def along(site: Int, way: Int) -> Sites:
        start = b.ways.starts(ways, site, way)
        row = b.walk(ways.compass, start, way, lambda one, _: target(one), most=most)
        end = b.beyond(ways.compass, start, row, way)
        if several is not None and several.least.constant not in (0, 1):
            # A row is too short if it ends among the first sites that it must have.
            first = b.walk(ways.compass, start, way, lambda one, _: b.true, most=several.least)
            end = b.minus(end, without=first)
        return b.if_any(b.where(end, friend), row)

    caught = rows(b, start_of(b, start), ways, along)
    return strike(b, "Custodial", caught, "between", between.apply if between else None)


def own(b: Builder) -> Question:
    """Whether a site holds a piece of the mover's."""
    return lambda site: b.contains(b.pieces.owned_by(b.players.mover()), site)


def rows(
    b: Builder, starts: Int | Sites, ways: Headed, along: Callable[[Int, Int], Sites]
) -> Sites:
    """What lies along all ways from some sites."""
    return b.gather(
        b.as_sites(starts), lambda site: b.ways.across(ways, lambda way: along(site, way))
    )


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
) -> Moves:
    """Do something to the pieces on both sides of a site, in a straight line through it.

    Args:
        start: the site; the last move's destination if not given
        directions: where the line may run
        between: how many pieces on each side at most; one if not given
        to: which pieces (enemies if not given), and what is done to each (it is taken off if not
            given)
    """
    target = asks(b, "to", to.condition if to else None, enemy(b))
    most = between.range.most if between and between.range else b.one
    caught = b.nowhere
    for several, where in b.ways.by_sites(directions):
        compass = b.ways.both_sides(several)

        def through(site: Int, axis: Int, compass: Compass = compass) -> Sites:
            way, start = b.multiply(axis, b.int(2)), b.single(site)
            sides = [b.walk(compass, start, one, lambda there, _: target(there), most=most)
                     for one in (way, b.add(way, b.one))]  # fmt: skip
            return b.if_any(sides[0], b.if_any(sides[1], b.union(*sides)))

        def around(site: Int, count: int = compass.count // 2) -> Sites:
            return b.across(count, lambda axis: through(site, axis))

        here = b.intersect(b.as_sites(start_of(b, start)), where)
        caught = b.union(caught, b.gather(here, around))
    return strike(b, "Intervene", caught, "to", to.apply if to else None)


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
    *,
    except_: Int = ZERO,
    with_: PiecePart | None = None,
) -> Moves:
    """Do something to every piece next to a site that is surrounded on all sides.

    Args:
        start: the site; `(from)` if not given
        relation: which sites are next to each other
        between: which pieces (enemies if not given), and what is done to each (it is taken off if
            not given)
        to: what surrounds them; pieces of the mover's if not given
        except_: so many of the sites around may be otherwise
        with_: at least one of the surrounding pieces is of this kind
    """
    direction = Direction(relation.value)
    target = asks(b, "between", between.condition if between else None, enemy(b))
    friend = asks(b, "to", to.condition if to else None, own(b))
    middle = b.as_sites(b.names.bound("from") if start is None else begun(b, start))
    near = b.board.around(middle, direction)
    friends = b.union(b.where(b.board.sites, friend), middle)
    kinds = [b.pieces.placed(b.box.number_of(one)) for one in with_.pieces] if with_ else None

    def closed(site: Int) -> Bool:
        ring = b.board.neighbours(site, direction)
        open_ = b.at_most(b.count(b.minus(ring, without=friends)), except_)
        if kinds is None:
            return open_
        return b.both(open_, b.board.meet(ring, b.union(*kinds)))

    caught = b.where(b.where(near, target), closed)
    return strike(b, "Surround", caught, "between", between.apply if between else None)


@ludeme(
    "directional",
    source=f"{EFFECT}/Directional.java",
    examples=("(move Add (to (sites Empty)) (then (directional (from (last To)) E)))",),
    words="remove the unbroken row of enemy pieces that begins next to the piece just moved",
)
def directional(
    b: Builder, start: From | None = None, directions: Headings | None = None, to: To | None = None
) -> Moves:
    """Do something to the unbroken row of pieces that starts next to a site.

    Args:
        start: the site; the last move's destination if not given
        directions: where the row runs; where the last move went if not given
        to: which pieces (enemies if not given), and what is done to each (it is taken off if not
            given)
    """
    target = asks(b, "to", to.condition if to else None, enemy(b))
    went = directions or b.ways.leading(b.turn.last_from(), b.turn.last_to())
    ways = b.ways.headed(went)

    def along(site: Int, way: Int) -> Sites:
        start = b.ways.starts(ways, site, way)
        return b.walk(ways.compass, start, way, lambda one, _: target(one))

    caught = rows(b, start_of(b, start), ways, along)
    return strike(b, "Directional", caught, "to", to.apply if to else None)


@ludeme(
    "enclose",
    source=f"{EFFECT}/Enclose.java",
    examples=(
        "(move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal "
        "(between if:(is Enemy (who at:(between))) (apply (remove (between)))))))",
    ),
    words="remove every enemy group next to the piece just moved that has no empty neighbour",
    kind_at=0,
)
def enclose(
    b: Builder,
    start: From | None = None,
    direction: Directions = Direction.Adjacent,
    between: BetweenPart | None = None,
    *,
    num_exception: Int = ZERO,
) -> Moves:
    """Do something to every group of pieces next to a site that has no empty neighbour.

    If empty sites may be part of a group, all that lies around the group hangs together, by sides
    or corners.

    Args:
        start: the site; the last move's destination if not given
        direction: what connects sites
        between: which pieces make up the groups (the enemy's if not given), and what is done to
            each of them (it is removed if not given)
        num_exception: how many empty neighbours do not matter
    """
    place = start_of(b, start)
    condition = between.condition if between else None
    # Exceptions are empty sites that count as part of the group.
    spare = b.pick_sites(b.less(b.zero, num_exception), b.pieces.vacant(), b.nowhere)
    with b.pieces.noting_empty() as asked:
        wanted = b.pieces.of(Role.Enemy)
        if condition is not None:
            wanted = b.names.where(b.board.sites, condition, "between")
    alike = b.union(wanted, spare)
    middle = b.intersect(b.as_sites(place), b.pieces.occupied())
    near = b.intersect(b.board.around(middle, direction), alike)
    caught = b.local("caught", b.nowhere)

    def look(group: Sites) -> None:
        ring = b.minus(b.board.around(group, direction), without=group)
        free = b.is_empty(b.intersect(ring, b.pieces.vacant()))
        filled = b.at_most(b.count(b.intersect(group, spare)), num_exception)
        closed = b.both(free, filled)
        if asked.empty:
            part = b.board.group(b.single(b.first(ring)), ring, Direction.All)
            closed = b.both(closed, b.both(b.same(part, ring), b.negate(b.is_empty(ring))))
        both = b.union(b.get_sites(caught), group)
        b.if_(closed, lambda: b.set(caught, both))

    b.board.each_group(b.board.group(near, alike, direction), direction, look)
    effect = between.apply if between else None

    def strike(_: Int, target: Int) -> None:
        if effect is None:
            b.handling.set(target, b.zero)
            return
        with b.names.bind(between=target):
            apply_effect(b, effect)

    return b.moves.move("Enclose", None, b.get_sites(caught), strike)


@ludeme(
    "push",
    source=f"{EFFECT}/Push.java",
    examples=("(move Add (to (sites Empty)) (then (push (from (last To)) E)))",),
    words="push[ {start}] one step {directions}, with every piece in its way",
)
def push(b: Builder, start: From | None, directions: Headings) -> Moves:
    """Move a piece one step, and every piece in its way before it; off the board at its edge.

    Args:
        start: the piece; the one that moved last if not given
        directions: where it goes
    """

    def act() -> None:
        ways = b.ways.headed(directions)

        def along(site: Int, way: Int) -> None:
            held = b.local("held", b.pieces.what(site))
            kept = b.local("kept", b.pieces.state(site))
            b.handling.set(site, b.zero)

            def step(index: Int) -> None:
                there = b.along(ways.compass, site, way, b.add(index, b.one))
                b.leave_if(b.less(there, b.zero))
                kind, state = b.pieces.what(there), b.pieces.state(there)
                b.handling.set(there, b.get_int(held), b.get_int(kept))
                b.set(held, kind)
                b.set(kept, state)
                b.leave_if(b.equal(kind, b.zero))

            longest = ways.compass.longest
            b.loop(b.int(longest), step, most=max(longest, 1))

        each_way(b, start_of(b, start), ways, along)

    return b.moves.effect(act)


@ludeme(
    "attract",
    source=f"{EFFECT}/Attract.java",
    examples=("(move Add (to (sites Empty)) (then (attract (from (last To)) Orthogonal)))",),
)
def attract(
    b: Builder, start: From | None = None, directions: Headings = Direction.Adjacent
) -> Moves:
    """Draw all pieces in straight lines from a site as near to it as they can come.

    Args:
        start: the site; the last move's destination if not given
        directions: where the lines run
    """

    def act() -> None:
        ways = b.ways.headed(directions)

        def along(site: Int, way: Int) -> None:
            filled = b.local("filled", b.zero)

            def step(index: Int) -> None:
                there = b.along(ways.compass, site, way, b.add(index, b.one))
                b.leave_if(b.less(there, b.zero))
                kind, state = b.pieces.what(there), b.pieces.state(there)

                def draw() -> None:
                    b.set(filled, b.add(b.get_int(filled), b.one))
                    b.handling.set(there, b.zero)
                    nearest = b.along(ways.compass, site, way, b.get_int(filled))
                    b.handling.set(nearest, kind, state)

                b.if_(b.differ(kind, b.zero), draw)

            longest = ways.compass.longest
            b.loop(b.int(longest), step, most=max(longest, 1))

        each_way(b, start_of(b, start), ways, along)

    return b.moves.effect(act)


def each_way(
    b: Builder, starts: Int | Sites, ways: Headed, body: Callable[[Int, Int], object]
) -> None:
    """Move pieces along all ways from some sites, as they stood before all of them."""

    def one(site: Int) -> None:
        b.ways.each(ways, site, lambda way: body(site, way))

    b.each(b.as_sites(starts), one)

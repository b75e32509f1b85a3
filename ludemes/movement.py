"""Moves of pieces: which pieces move, and the ways they go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from interpreter.builder import Builder
from interpreter.catalogue import ludeme
from interpreter.emit import NONE, NOWHERE, ONE, TRUE, ZERO
from interpreter.facing import Several
from interpreter.ir import Int, Sites, Variable
from interpreter.lowering import Crowd
from interpreter.rules import Apply, BetweenPart, From, PiecePart, Then, To
from interpreter.strides import Fan, Strides
from interpreter.types import (
    MOVES,
    Binds,
    Bool,
    Direction,
    Headings,
    Lazy,
    LazyPlayer,
    Moves,
    PieceName,
    Role,
    SiteType,
    WalkStep,
)
from ludemes.moves import EFFECT, allowed, apply_effect, as_applied, consequence, targets_of

# Up to so many stretches of rays are kept in a table.
MOST_PATHS = 1 << 15

# Which pieces move


@ludeme(
    "forEach Piece",
    source="rules/play/moves/nonDecision/operators/foreach/piece/ForEachPiece.java",
    examples=(
        "(forEach Piece)",
        '(forEach Piece "Disc" (move Step (to if:(is Empty (to)))))',
        "(forEach Piece P2)",
    ),
    later=("top",),
)
def for_each_piece(
    b: Builder,
    names: PieceName | tuple[PieceName, ...] | None = None,
    moves: Annotated[Lazy[Moves], Binds(("from",))] | None = None,
    who: LazyPlayer = Role.Mover,
    then: Then | None = None,
    *,
    on: SiteType | None = None,
    container: Int | None = None,
) -> Moves:
    """The moves of every piece of a player on the board, each of which is `(from)`.

    Args:
        names: the kinds of pieces, with or without their owner's number; all if not given
        moves: how they move; as their own rules say if not given
        who: whose pieces
        then: what follows
        on: the kind of site
        container: 0 for the board, or the number of a hand; the board if not given
    """
    b.same_sites(on)
    wanted = names if isinstance(names, tuple) else () if names is None else (names,)
    numbers = {number for name in wanted for number in b.numbers_called(name)}
    kinds = [kind for kind in b.pieces
             if (moves or kind.moves) and (not wanted or kind.number in numbers)]  # fmt: skip

    def of_kind(number: Lazy[Int], rule: Lazy[Moves] | None, mover: Int | None) -> None:
        sites = b.placed_by_piece(number())
        place = b.here(sites) if container is None else b.within_container(sites, container)
        with b.assuming(mover), b.crowded(Crowd(place, number)):
            (moves or rule or nothing)()

    def of_player(player: Int) -> None:
        for kind in kinds:
            if player.constant in (None, kind.owner):
                mover = b.int(kind.owner) if who is Role.Mover else b.assumed
                mine = b.equal(player, b.int(kind.owner))
                number = b.int(kind.number)
                b.if_(mine, lambda: of_kind(lambda: number, kind.moves, mover))  # noqa: B023

    def of_mover() -> None:
        """Kinds that every player has alike are written once, as the mover's."""
        for family in b.families(kinds):
            if len(family) == b.players:
                table = b.table(0, *(kind.number for kind in family), 0)
                of_kind(lambda: b.lookup(table, b.mover()), family[0].moves, None)  # noqa: B023
            else:
                for kind in family:
                    mine = b.equal(b.mover(), b.int(kind.owner))
                    owner, number = b.int(kind.owner), b.int(kind.number)
                    b.if_(mine, lambda: of_kind(lambda: number, kind.moves, owner))  # noqa: B023

    with b.also(consequence(then)):
        if who is Role.Mover and b.assumed is None:
            of_mover()
        elif isinstance(who, Role):
            b.each_player(who, of_player)
        else:
            of_player(who())
    return MOVES


def nothing() -> Moves:
    """No moves."""
    return MOVES


# From where


def known(piece: Lazy[Int] | None) -> Int | None:
    """The kind of a piece where the rules know it, worked out at this place."""
    return None if piece is None else piece()


def starts_of(b: Builder, part: From | None) -> tuple[Sites, Lazy[Int] | None]:
    """The sites that moves start from, and the kind of the pieces there where it is known."""
    if part is None or part.sites is None or b.asks_from(part.sites):
        if b.crowd is not None:
            sites, piece = b.crowd.sites, b.crowd.piece
        else:
            sites, piece = b.single(b.bound("from")), b.moving
    else:
        sites, piece = b.as_sites(part.sites()), None
    if part is not None and part.condition is not None:
        sites = b.where(sites, "from", part.condition)
    return sites, piece


def from_each(
    b: Builder, starts: Sites, piece: Lazy[Int] | None, body: Callable[[Int], object]
) -> None:
    """Run the body for each site that moves start from, which is then `(from)`."""

    def one(site: Int) -> None:
        with b.bind(**{"from": site}):
            body(site)

    with b.crowded(None, piece):
        only = b.only(starts)
        if only is not None:
            one(only)
        else:
            b.each_rule(starts, one)


def carried(
    b: Builder, to: To, piece: Lazy[Int] | None, *, vacant: bool = False
) -> Callable[[Int, Int], None]:
    """The action of moving a piece, after the effect of a `(to …)`.

    Args:
        vacant: the sites that it may go to are known to be empty
    """

    def act(origin: Int, target: Int) -> None:
        apply_effect(b, to.apply)
        b.carry(origin, target, known(piece), vacant=vacant and to.apply is None)

    return act


Headed = Sequence[tuple[Direction, Sites]]


def headed(b: Builder, headings: Headings | None, piece: Lazy[Int] | None) -> Headed:
    """Directions one by one, or a class of them, and from which sites each counts."""
    several = b.headed(headings or Direction.Adjacent, piece=known(piece))
    return [(one, where) for directions, where in several for one in directions]


# Steps


@ludeme(
    "move Step",
    source=f"{EFFECT}/Step.java",
    examples=(
        "(forEach Piece (move Step (to if:(is Empty (to)))))",
        "(move Step (from (last To)) Orthogonal (to if:(is Enemy (who at:(to)))))",
    ),
    aliases=("step",),
    later=("stack",),
    crowd=True,
)
def move_step(
    b: Builder,
    start: From | None,
    directions: Headings | None,
    to: To,
    then: Then | None = None,
) -> Moves:
    """Move a piece to a neighbouring site.

    Args:
        start: the piece; `(from)` if not given
        directions: where it may go; `Adjacent` if not given
        to: what the site there must be
        then: what follows
    """
    starts, piece = starts_of(b, start)
    ways = headed(b, directions, piece)
    made = b.steps(tuple(one for one, _ in ways)) if takes_crowd(b, start) else None
    if made is not None:
        legs = [b.image(b.intersect(starts, ways[which][1]), group[0])
                for which, group in zip(made.of, made.groups, strict=True)]  # fmt: skip
        fit = allowed(b, to, b.union(*legs))
        act = carried(b, to, piece, vacant=b.surely_bare(fit))
        targets = [b.intersect(leg, fit) for leg in legs]
        return b.move_along("Step", made, targets, act, consequence(then))

    def one(site: Int) -> None:
        here = b.single(site)
        reached = b.union(*(b.image(b.intersect(here, where), b.relation(way))
                            for way, where in ways))  # fmt: skip
        targets = allowed(b, to, reached)
        act = carried(b, to, piece, vacant=b.surely_bare(targets))
        b.move("Step", site, targets, act, consequence(then))

    from_each(b, starts, piece, one)
    return MOVES


def takes_crowd(b: Builder, start: From | None) -> bool:
    """Whether moves start from the pieces of a crowd."""
    return b.crowd is not None and (
        start is None or start.sites is None or b.asks_from(start.sites)
    )


# Hops


@ludeme(
    "move Hop",
    source=f"{EFFECT}/Hop.java",
    examples=(
        "(forEach Piece (move Hop (between if:(is Enemy (who at:(between))) "
        "(apply (remove (between)))) (to if:(is Empty (to)))))",
        "(move Hop (from (last To)) Orthogonal (between if:(is Occupied (between))) "
        "(to if:(is Empty (to))))",
    ),
    aliases=("hop",),
    later=("stack",),
    crowd=True,
)
def move_hop(
    b: Builder,
    start: From | None,
    directions: Headings | None,
    between: BetweenPart | None,
    to: To,
    then: Then | None = None,
) -> Moves:
    """Move a piece over others, in a straight line.

    Args:
        start: the piece; `(from)` if not given
        directions: where it may go; `Adjacent` if not given
        between: what it hops over: one site if not said otherwise
        to: what the site behind must be
        then: what follows
    """
    starts, piece = starts_of(b, start)
    between = between or BetweenPart(None, None)
    ways = headed(b, directions, piece)
    simple = between.range is None and between.before is None and between.after is None
    made = b.hops(tuple(one for one, _ in ways)) if simple else None
    parts = between, to, then
    if made is not None and takes_crowd(b, start):
        _hop_together(b, starts, ways, made, piece, parts)
        return MOVES

    def one(site: Int) -> None:
        if made is not None:
            _hop_together(b, b.single(site), ways, made, piece, parts)
            return
        b.toward(
            directions or Direction.Adjacent,
            site,
            lambda several: _hop_one(b, site, several, piece, parts),
            piece=known(piece),
        )

    from_each(b, starts, piece, one)
    return MOVES


def _hop_together(
    b: Builder,
    starts: Sites,
    ways: Headed,
    made: Strides,
    piece: Lazy[Int] | None,
    parts: tuple[BetweenPart, To, Then | None],
) -> None:
    """The hops of many pieces over one neighbour each."""
    between, to, then = parts
    first = [b.image(b.intersect(starts, ways[which][1]), group[0])
             for which, group in zip(made.of, made.groups, strict=True)]  # fmt: skip
    hurdles = b.where(b.union(*first), "between", between.condition)
    over = [b.intersect(one, hurdles) for one in first]
    behind = [b.image(one, group[1]) for one, group in zip(over, made.groups, strict=True)]
    fit = allowed(b, to, b.union(*behind))
    vacant = b.surely_bare(fit) and to.apply is None
    targets = [b.intersect(one, fit) for one in behind]

    def act(origin: Int, target: Int) -> None:
        with b.bind(between=b.between_strides(made, target)):
            apply_effect(b, between.apply)
            apply_effect(b, to.apply)
        b.carry(origin, target, known(piece), vacant=vacant)

    b.move_along("Hop", made, targets, act, consequence(then))


def _hop_one(
    b: Builder,
    site: Int,
    several: Several,
    piece: Lazy[Int] | None,
    parts: tuple[BetweenPart, To, Then | None],
) -> None:
    """The hops of one piece: over as many sites as the rule allows, with gaps as it allows."""
    if _hop_exactly(b, site, several, piece, parts):
        return
    between, to, then = parts
    least, most = (between.range.least, between.range.most) if between.range else (ONE, ONE)
    before, after = between.before or ZERO, between.after or ZERO
    single = between.range is None

    def act(origin: Int, target: Int) -> None:
        if single and between.apply is not None:
            apply_effect(b, between.apply)
        elif between.apply is not None:
            over = b.where(b.between_sites(origin, target, several), "between", between.condition)
            b.each(over, lambda one: _with_between(b, one, between.apply))
        apply_effect(b, to.apply)
        b.carry(origin, target, known(piece))

    def along(fan: Fan, way: Int) -> None:
        first, hurdles = b.local("first", NONE), b.local("hurdles", ZERO)
        free, reached = b.local("free", ZERO), b.local("reached", NOWHERE)
        asks = b.at("between", between.condition)

        def step(there: Int, far: Int) -> None:
            # over nothing at all, a hop is a step
            near = b.both(b.equal(least, ZERO), b.equal(far, ONE))
            alights = b.all_of((lambda: near, lambda: b.at("to", to.condition)(there)))
            next_to = b.union(b.get_sites(reached), b.single(there))
            b.if_(alights, lambda: b.set(reached, next_to))
            count = b.get_int(hurdles)
            open_ = b.both(b.equal(b.get_int(free), ZERO), b.less(count, most))
            hurdle = b.all_of((lambda: open_, lambda: asks(there)))
            b.if_(hurdle, lambda: meet(there), lambda: on(there, far))

        def meet(there: Int) -> None:
            b.set(first, b.pick(b.equal(b.get_int(hurdles), ZERO), there, b.get_int(first)))
            b.set(hurdles, b.add(b.get_int(hurdles), ONE))

        def on(there: Int, far: Int) -> None:
            none = b.equal(b.get_int(hurdles), ZERO)
            b.if_(none, lambda: approach(there, far), lambda: land(there))

        def approach(there: Int, far: Int) -> None:
            near = b.both(b.at_most(far, before), b.contains(b.vacant(), there))
            b.leave_if(b.negate(near))

        def land(there: Int) -> None:
            b.leave_if(b.less(b.get_int(hurdles), least))
            b.set(free, b.add(b.get_int(free), ONE))
            b.leave_if(b.less(b.add(after, ONE), b.get_int(free)))
            with b.bind(between=b.get_int(first)):
                b.leave_if(b.negate(b.at("to", to.condition)(there)))
            b.set(reached, b.union(b.get_sites(reached), b.single(there)))

        b.along_ray(fan, way, site, step)
        with b.bind(between=b.get_int(first)):
            b.move("Hop", site, b.get_sites(reached), act, consequence(then))

    b.each_ray(several, along)


def _hop_exactly(
    b: Builder,
    site: Int,
    several: Several,
    piece: Lazy[Int] | None,
    parts: tuple[BetweenPart, To, Then | None],
) -> bool:
    """The hops of one piece over just so many sites, by set algebra; whether that was possible."""
    between, to, then = parts
    steps = between.range.least if between.range else None
    fan = b.fan(several)
    plain = between.before is None and between.after is None and between.apply is None
    if steps is None or between.range is None or steps != between.range.most or not plain:
        return False
    entries = len(fan.rays.sites) * (fan.longest + 1)
    hurdles = b.lifted(b.at("between", between.condition)) if entries <= MOST_PATHS else None
    if hurdles is None:
        return False
    most = b.int(fan.longest)
    steps = b.least(b.greatest(steps, ZERO), most)
    reached = NOWHERE
    for way in range(fan.count):
        spot = b.add(b.int(way * b.site_count), site)
        place = b.add(b.multiply(spot, b.add(most, ONE)), steps)
        path = b.lookup_sites(b.paths(fan), place)
        there = b.single(b.along(fan.rays, spot, b.add(steps, ONE)))
        over = b.is_empty(b.minus(path, without=hurdles))
        reached = b.union(reached, b.pick_sites(over, there, NOWHERE))
    act = carried(b, to, piece)
    b.move("Hop", site, allowed(b, to, reached), act, consequence(then))
    return True


def _with_between(b: Builder, site: Int, effect: Apply | None) -> None:
    with b.bind(between=site):
        apply_effect(b, effect)


# Slides


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
        to: a site where the slide ends, though no other may be like it, such as one with an enemy
        then: what follows
    """
    starts, piece = starts_of(b, start)

    def act(part: To | None) -> Callable[[Int, Int], None]:
        def carry(origin: Int, target: Int) -> None:
            _passed(b, between, origin, target)
            apply_effect(b, None if part is None else part.apply)
            b.carry(origin, target, known(piece))

        return carry

    for several, where in b.headed(directions, piece=known(piece)):
        if b.only_asks and takes_crowd(b, start):
            first = _first_glides(b, b.intersect(starts, where), several, between, to)
            if first is not None:
                b.move("Slide", NONE, first, act(None))
                continue

        def one(site: Int, several: Several = several) -> None:
            free, stops = slides(b, site, several, between, to)
            ends = to is not None and to.apply is not None
            if ends:
                b.move("Slide", site, stops, act(to), consequence(then))
            reached = free if ends else b.union(free, stops)
            b.move("Slide", site, reached, act(None), consequence(then))

        from_each(b, b.intersect(starts, where), piece, one)
    return MOVES


def slides(
    b: Builder, site: Int, several: Several, between: BetweenPart | None, to: To | None
) -> tuple[Sites, Sites]:
    """The sites that a piece can slide to: those on its way, and those where a slide must end."""

    def may_pass(there: Int) -> Bool:
        with b.bind(to=there):
            return _may_pass(b, between, there)

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
    through = b.lifted(lambda there: _may_pass(b, between, there))
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

    def note(found: Variable, there: Int, far: Int) -> None:
        enough = TRUE if reach is None else b.at_most(reach.least, far)
        b.if_(enough, lambda: b.set(found, b.union(b.get_sites(found), b.single(there))))

    def step(there: Int, far: Int) -> None:
        if stops_at is not None:

            def stop() -> None:
                note(stops, there, far)
                b.leave()

            b.if_(stops_at(there), stop)
        b.leave_if(b.negate(may_pass(there)))
        note(free, there, far)

    farthest = reach.most if reach is not None else None
    b.each_ray(several, lambda fan, way: b.along_ray(fan, way, site, step, farthest))
    return b.get_sites(free), b.get_sites(stops)


def _may_pass(b: Builder, between: BetweenPart | None, there: Int) -> Bool:
    if between is None or between.condition is None:
        return b.contains(b.vacant(), there)
    return b.at("between", between.condition)(there)


def _passed(b: Builder, between: BetweenPart | None, origin: Int, target: Int) -> None:
    """What a slide does to the sites that it passes."""
    if between is None or (between.apply is None and between.trail is None):
        return
    passed = b.between_sites(origin, target, (Direction.All,))
    if between.apply is not None:
        b.each(passed, lambda one: _with_between(b, one, between.apply))
    if between.trail is not None:
        number = b.piece_of(between.trail.pieces[0])
        b.each(passed, lambda one: b.set_site(one, number))


@ludeme(
    "move Shoot",
    source=f"{EFFECT}/Shoot.java",
    examples=('(move Shoot (piece "Dot0"))',),
    aliases=("shoot",),
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
    """Put a piece on a site that a straight line of free sites leads to.

    Args:
        piece: the piece that is put there
        start: where the line starts; the last move's destination if not given
        direction: where it may go
        between: what the sites on its way must be: empty if not given
        to: what the site itself must be: empty if not given
        then: what follows
    """
    site = b.scalar("last_to") if start is None or start.sites is None else start.sites()
    number = b.piece_of(piece.pieces[0])

    def act(_: Int, target: Int) -> None:
        apply_effect(b, None if to is None else to.apply)
        b.set_site(target, number)

    reached = b.local("shot", NOWHERE)

    def shoot(origin: Int, several: Several) -> None:
        free, stops = slides(b, origin, several, between, to)
        found = free if to is None or to.condition is None else stops
        b.set(reached, b.union(b.get_sites(reached), found))

    for several, where in b.headed(direction):
        here = b.intersect(b.as_sites(site), where)
        b.each(here, lambda one, several=several: shoot(one, several))
    return b.move("Shoot", None, b.get_sites(reached), act, consequence(then))


# Leaps


@ludeme(
    "move Leap",
    source=f"{EFFECT}/Leap.java",
    examples=("(forEach Piece (move Leap {{F F R F} {F F L F}} (to if:(is Empty (to)))))",),
    aliases=("leap",),
)
def move_leap(
    b: Builder,
    start: From | None,
    walk: tuple[tuple[WalkStep, ...], ...],
    to: To,
    then: Then | None = None,
    *,
    forward: bool = False,
    rotations: bool = True,
) -> Moves:
    """Move a piece to where walks from its site end, whatever is on the way.

    Args:
        start: the piece; `(from)` if not given
        walk: the walks, each of steps forward and turns to the left or right
        to: what the site there must be
        then: what follows
        forward: only to sites ahead of the piece
        rotations: walks may set out in any orthogonal direction, not only where the piece looks
    """
    starts, piece = starts_of(b, start)
    act = carried(b, to, piece)

    def one(site: Int) -> None:
        reached = b.leaps(b.single(site), walk, known(piece), forward=forward, rotations=rotations)
        targets = allowed(b, to, reached)
        b.move("Leap", site, targets, act, consequence(then))

    from_each(b, starts, piece, one)
    return MOVES


# From anywhere to anywhere


@ludeme(
    "move",
    source=f"{EFFECT}/FromTo.java",
    examples=(
        "(move (from (handSite Mover)) (to (sites Empty)))",
        "(forEach Piece (move (from) (to (sites Empty))))",
    ),
    aliases=("fromTo",),
    later=("stack", "count"),
)
def move_from_to(
    b: Builder,
    start: From,
    to: To,
    mover: Role | None = None,
    then: Then | None = None,
    *,
    copy: bool = False,
) -> Moves:
    """Move a piece from one site to another.

    Args:
        start: the piece
        to: where to
        mover: whose move it is
        then: what follows
        copy: the piece stays, and another of its kind is put there
    """
    starts, piece = starts_of(b, start)

    def act(origin: Int, target: Int) -> None:
        apply_effect(b, to.apply)
        if copy:
            b.put(target, b.what(origin), state=b.state_at(origin))
        else:
            b.carry(origin, target, known(piece))

    def one(site: Int) -> None:
        b.move("Move", site, targets_of(b, to), act, consequence(then))

    from_each(b, b.minus(starts, without=b.bare()), piece, one)
    return MOVES

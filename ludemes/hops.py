"""Hops: moves over other pieces."""

from __future__ import annotations

from interpreter.builder import Builder, Fan, Strides
from interpreter.emit import NONE, NOWHERE, ONE, ZERO
from interpreter.ir import Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Headings, Lazy, Moves
from interpreter.language.words import Direction, Several
from interpreter.rules import BetweenPart, From, Then, To
from ludemes.moves import EFFECT, allowed, apply_effect, as_applied, consequence
from ludemes.starts import (
    Headed,
    carried,
    from_each,
    headed,
    known,
    starts_of,
    takes_crowd,
    with_between,
)

# Up to so many stretches of rays are kept in a table.
MOST_PATHS = 1 << 15


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
    words="hop[ with {start}][ {directions}] over one site to {to}[, and {to.apply}]",
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
    # Where it matters which site is hopped over, each piece hops by itself.
    alone = b.asks("between", to.condition)
    if made is not None and takes_crowd(b, start) and not alone:
        _hop_together(b, starts, ways, made, piece, parts)
        return MOVES
    if b.only_asks and takes_crowd(b, start) and (over := _flights(b, starts, ways, parts)):
        return b.move("Hop", NONE, b.union(*(sites for _, sites in over)), lambda _, __: None)

    def one(site: Int) -> None:
        if made is not None:
            _hop_together(b, b.single(site), ways, made, piece, parts)
            return
        if (over := _flights(b, b.single(site), ways, parts)) is not None:
            _fly(b, site, over, piece, parts)
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
    vacant = False
    if b.asks("between", to.condition):
        targets: list[Sites] = []
        for hurdle, landing in zip(over, behind, strict=True):
            with b.bind(between=b.first(hurdle)):
                targets.append(allowed(b, to, landing))
    else:
        fit = allowed(b, to, b.union(*behind))
        vacant = b.surely_bare(fit) and to.apply is None
        targets = [b.intersect(one, fit) for one in behind]

    def act(origin: Int, target: Int) -> None:
        with b.bind(between=b.between_strides(made, target)):
            apply_effect(b, between.apply)
            apply_effect(b, to.apply)
        b.carry(origin, target, known(piece), vacant=vacant)

    b.move_along("Hop", made, targets, act, consequence(then))


def _flights(
    b: Builder, starts: Sites, ways: Headed, parts: tuple[BetweenPart, To, Then | None]
) -> list[tuple[Sites, Sites]] | None:
    """For each way the sites that are hopped over and those where hops end, by set algebra.

    The free sites before and behind what is hopped over may be none, or as many as there are. None
    where it takes a walk: lines that bend, only so many free sites, conditions that take loops.
    """
    between, to, _ = parts
    glides = [b.glides(way) for way, _ in ways]
    longest = max((b.fan((way,)).longest for way, _ in ways), default=0)
    before, after = _all_or_none(between.before, longest), _all_or_none(between.after, longest)
    if between.range is not None or None in (before, after, *glides):
        return None
    hurdles = b.lifted(b.at("between", between.condition))
    known = hurdles is not None and not b.asks("between", to.condition)
    fits = b.lifted(b.at("to", to.condition)) if known else None
    if hurdles is None or fits is None:
        return None
    found: list[tuple[Sites, Sites]] = []
    for (_, where), relations in zip(ways, glides, strict=True):
        for relation in relations or ():
            here = b.intersect(starts, where)
            if before:
                free = b.minus(b.vacant(), without=hurdles)
                here = b.union(here, b.flood(b.image(here, relation), free, relation))
            over = b.intersect(b.image(here, relation), hurdles)
            behind = b.image(over, relation)
            landing = b.intersect(behind, fits)
            if after and not b.only_asks:
                landing = b.flood(behind, fits, relation)
            found.append((over, as_applied(b, to, landing)))
    return found


def _all_or_none(count: Int | None, longest: int) -> bool | None:
    """Whether so many free sites are as many as there can be (True) or none (False)."""
    if count is None or count.constant == 0:
        return False
    return True if count.constant is not None and count.constant >= longest else None


def _fly(
    b: Builder,
    site: Int,
    over: list[tuple[Sites, Sites]],
    piece: Lazy[Int] | None,
    parts: tuple[BetweenPart, To, Then | None],
) -> None:
    """The hops of one piece, each over the one site on its way."""
    between, to, then = parts

    def act(origin: Int, target: Int) -> None:
        apply_effect(b, between.apply)
        apply_effect(b, to.apply)
        b.carry(origin, target, known(piece))

    ways = [(b.first(hurdle), landing) for hurdle, landing in over]
    b.move_over("Hop", site, ways, act, consequence(then))


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

    def act(origin: Int, target: Int) -> None:
        if between.range is None:
            apply_effect(b, between.apply)
        elif between.apply is not None:
            over = b.where(b.between_sites(origin, target, several), "between", between.condition)
            b.each(over, lambda one: with_between(b, one, between.apply))
        apply_effect(b, to.apply)
        b.carry(origin, target, known(piece))

    def along(fan: Fan, way: Int) -> None:
        flight = _Flight(b, between, to)
        b.along_ray(fan, way, site, flight.step)
        with b.bind(between=b.get_int(flight.first)):
            b.move("Hop", site, b.get_sites(flight.reached), act, consequence(then))

    b.each_ray(several, along)


class _Flight:
    """A hop along one ray, site by site: before the hurdles, over them, behind them.

    Attributes:
        first: the first site that is hopped over; -1 for none
        reached: the sites where the hop can end
    """

    def __init__(self, b: Builder, between: BetweenPart, to: To) -> None:
        self.b = b
        self.least, self.most = ONE, ONE
        if between.range is not None:
            self.least, self.most = between.range.least, between.range.most
        self.before, self.after = between.before or ZERO, between.after or ZERO
        self.asks, self.fits = b.at("between", between.condition), b.at("to", to.condition)
        self.first, self.hurdles = b.local("first", NONE), b.local("hurdles", ZERO)
        self.free, self.reached = b.local("free", ZERO), b.local("reached", NOWHERE)

    def step(self, there: Int, far: Int) -> None:
        """Come to the next site."""
        b = self.b
        # Over nothing at all, a hop is a step.
        near = b.both(b.equal(self.least, ZERO), b.equal(far, ONE))
        alights = b.all_of((lambda: near, lambda: self.fits(there)))
        b.if_(alights, lambda: self._reach(there))
        open_ = b.both(b.equal(b.get_int(self.free), ZERO),
                       b.less(b.get_int(self.hurdles), self.most))  # fmt: skip
        hurdle = b.all_of((lambda: open_, lambda: self.asks(there)))
        b.if_(hurdle, lambda: self._meet(there), lambda: self._go_on(there, far))

    def _reach(self, there: Int) -> None:
        b = self.b
        b.set(self.reached, b.union(b.get_sites(self.reached), b.single(there)))

    def _meet(self, there: Int) -> None:
        b = self.b
        count = b.get_int(self.hurdles)
        b.set(self.first, b.pick(b.equal(count, ZERO), there, b.get_int(self.first)))
        b.set(self.hurdles, b.add(count, ONE))

    def _go_on(self, there: Int, far: Int) -> None:
        b = self.b
        none = b.equal(b.get_int(self.hurdles), ZERO)
        b.if_(none, lambda: self._approach(there, far), lambda: self._land(there))

    def _approach(self, there: Int, far: Int) -> None:
        b = self.b
        near = b.both(b.at_most(far, self.before), b.contains(b.vacant(), there))
        b.leave_if(b.negate(near))

    def _land(self, there: Int) -> None:
        b = self.b
        b.leave_if(b.less(b.get_int(self.hurdles), self.least))
        b.set(self.free, b.add(b.get_int(self.free), ONE))
        b.leave_if(b.less(b.add(self.after, ONE), b.get_int(self.free)))
        with b.bind(between=b.get_int(self.first)):
            b.leave_if(b.negate(self.fits(there)))
        self._reach(there)


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

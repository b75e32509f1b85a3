"""Hops: moves over other pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from interpreter.ir.relations import Compass, Relation
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import BetweenPart, From, To
from interpreter.language.signatures import MOVES, Headings, Moves
from interpreter.language.words import Direction
from interpreter.rules.builder import Builder
from interpreter.rules.parts.board import Question
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
    "move Hop",
    source=f"{EFFECT}/Hop.java",
    examples=(
        "(forEach Piece (move Hop (between if:(is Enemy (who at:(between))) "
        "(apply (remove (between)))) (to if:(is Empty (to)))))",
        "(move Hop (from (last To)) Orthogonal (between if:(is Occupied (between))) "
        "(to if:(is Empty (to))))",
    ),
    aliases=("hop",),
    keeps=("stacks:stack",),
    words="hop[ with {start}][ {directions}] over one site to {to}[, and {to.apply}]",
)
def move_hop(
    b: Builder,
    start: From | None,
    directions: Headings | None,
    between: BetweenPart | None,
    to: To,
    *,
    stack: bool = False,
) -> Moves:
    """Move a piece over others, in a straight line.

    Args:
        start: the piece; `(from)` if not given, and also where a set is given while `(from)` stands
            for a piece already
        directions: where it may go; `Adjacent` if not given
        between: what it hops over: one site if not said otherwise; nothing, where there is no `if:`
        to: what the site behind must be; with `(apply if:…)` the hop goes on over such sites, and
            ends on the first other, if that is what the `if:` says
        stack: all pieces of its site move with it
    """
    expect_no_sites(b, to)
    over = _hurdle(b, between)
    ways = b.ways.headed(directions or Direction.Adjacent)
    near = over.range is None and over.before is None and over.after is None

    def one(site: Int, several: bool) -> None:
        along = ways.compass.farther(1) if several and near else ()

        def by_way(way: Int) -> None:
            with b.names.bind(way=way):
                hop_over(b, Line(b, ways.compass, site, way), over, to, along, stack=stack)

        def ends(way: Int) -> Sites:
            line = Line(b, ways.compass, site, way)
            here = b.ways.starts(ways, site, way)
            far = over_one if over.range is None else hopped
            return b.if_any(here, far(b, line, over, to))

        if over.range is None and (over.apply or to.apply or not ways.compass.one_way):
            b.ways.each(ways, site, by_way)
        else:
            targets = b.ways.across(ways, ends)
            act = hop_several(b, over, to, stack=stack)
            b.moves.move("Hop", site, targets, act, along=along)

    from_each(b, _without_set(b, start), one)
    return MOVES


def _hurdle(b: Builder, between: BetweenPart | None) -> BetweenPart:
    """What is hopped over: any site where nothing is said, and none without a condition."""
    if between is None:
        return BetweenPart(None, None)
    if between.condition is not None:
        return between
    b.warn(
        "this (between ...) says nothing of what is hopped over, and so nothing is",
        "(between if:True) is for any site, occupied or not",
        code="hops-over-nothing",
    )
    return replace(between, condition=lambda: b.false)


def _without_set(b: Builder, start: From | None) -> From | None:
    """What a `(from …)` says without its sites, if they are a set and `(from)` stands for one."""
    if start is None or start.sites is None or not b.names.is_bound("from"):
        return start
    with b.open():  # what is written to find out is dropped
        if not isinstance(start.sites(), Sites):
            return start
    b.warn(
        "the sites of this (from ...) are not asked: (from) stands for a piece here, which hops",
        "without the rule around it, such as forEach Piece, all of them are",
        code="sites-not-asked",
    )
    return replace(start, sites=None)


class Line:
    """The sites on one way from a piece that hops."""

    def __init__(self, b: Builder, compass: Compass, site: Int, way: Int) -> None:
        self.b, self.compass, self.site, self.way = b, compass, site, way

    def at(self, steps: Int) -> Int:
        """The site so many steps away; -1 past the end."""
        return self.b.along(self.compass, self.site, self.way, steps)

    def passed(self, condition: Question, *, skip: Int, most: Int | None) -> Sites:
        """The sites behind so many others for which a condition holds, in an unbroken row."""
        b = self.b
        start = b.single(self.site)
        return b.walk(
            self.compass, start, self.way, lambda site, _: condition(site), skip=skip, most=most
        )


def approach(b: Builder, line: Line, over: BetweenPart) -> Int:
    """How many free sites lie before what is hopped over, as far as the rule allows any."""
    if over.before is None:
        return b.zero
    hurdle = b.names.at("between", over.condition)

    def free(site: Int) -> Bool:
        return b.both(b.contains(b.pieces.vacant(), site), b.negate(hurdle(site)))

    return b.count(line.passed(free, skip=b.zero, most=over.before()))


def landing(
    b: Builder, line: Line, over: BetweenPart, to: To, passed: Int, nearer: Sites | None = None
) -> Sites:
    """The sites where a hop can end, behind so many others.

    Args:
        nearer: sites before those, in front of any of which it may have passed enough
    """
    fits = b.names.at("to", to.condition)
    after = b.zero if over.after is None else over.after()
    free = line.passed(fits, skip=passed, most=b.add(after, b.one))
    near = b.nowhere if nearer is None else nearer
    if not strikes(to):
        return b.union(free, b.where(near, fits))
    end = b.single(line.at(b.add(b.add(passed, b.count(free)), b.one)))
    ends = b.union(near, b.pick_sites(b.at_most(b.count(free), after), end, b.nowhere))
    ends = b.where(ends, lambda site: b.negate(fits(site)))
    return b.names.where(ends, to.apply.condition if to.apply else None, "to")


def strikes(to: To) -> bool:
    """Whether a hop flies on over the sites of a `(to …)`, to the first that is not like them."""
    return to.apply is not None and to.apply.condition is not None


def over_one(b: Builder, line: Line, over: BetweenPart, to: To) -> Sites:
    """Where the hops of a piece on one way end, over one site."""
    before = b.add(approach(b, line, over), b.one)
    first = line.at(before)
    hurdle = b.names.at("between", over.condition)

    def ends() -> Sites:
        with b.names.bind(between=first):
            return landing(b, line, over, to, before)

    hops = b.all_of((lambda: b.at_most(b.zero, first), lambda: hurdle(first)))
    return b.choose(hops, ends, lambda: b.nowhere)


def hop_over(
    b: Builder,
    line: Line,
    over: BetweenPart,
    to: To,
    along: Sequence[Relation],
    *,
    stack: bool,
) -> None:
    """The hops of a piece on one way, over one site, with what they do to it."""
    before = b.add(approach(b, line, over), b.one)
    first = line.at(before)

    def act(origin: Int, target: Int) -> None:
        way = Line(b, line.compass, origin, b.names.bound("way"))
        between = way.at(b.add(approach(b, way, over), b.one))
        with b.names.bind(between=between):
            if not strikes(to):
                apply_effect(b, over.apply)
            apply_effect(b, landed(to))
        b.turn.pass_over(b.single(between))
        carry(b, origin, target, stack=stack)

    def hop() -> None:
        with b.names.bind(between=first):
            ends = landing(b, line, over, to, before)
            b.moves.move("Hop", line.site, ends, act, on=line.compass, along=along)

    hurdle = b.names.at("between", over.condition)
    b.if_(b.all_of((lambda: b.at_most(b.zero, first), lambda: hurdle(first))), hop)


def hopped(b: Builder, line: Line, over: BetweenPart, to: To) -> Sites:
    """Where the hops of a piece on one way end, over as many sites as the rule allows."""
    assert over.range is not None
    least, most = over.range.least, over.range.most
    before = approach(b, line, over)
    hurdle = b.names.at("between", over.condition)
    over_many = b.count(line.passed(hurdle, skip=before, most=most))
    fewest = b.greatest(least, b.one)
    # It may come down on what it could hop over, if it has hopped over enough by then.
    nearer = line.passed(hurdle, skip=b.add(before, fewest), most=b.subtract(most, fewest))
    with b.names.bind(between=line.at(b.add(before, b.one))):
        ends = landing(b, line, over, to, b.add(before, over_many), nearer)
        # Over nothing at all, a hop is a step.
        near = b.names.where(b.single(line.at(b.one)), to.condition, "to")
    stepping = b.pick_sites(b.equal(least, b.zero), near, b.nowhere)
    return b.union(b.pick_sites(b.at_most(fewest, over_many), ends, b.nowhere), stepping)


def hop_several(
    b: Builder, over: BetweenPart, to: To, *, stack: bool
) -> Callable[[Int, Int], None]:
    """What a hop over several sites does."""

    def act(origin: Int, target: Int) -> None:
        acts = over.apply is not None and not strikes(to)
        if acts or b.keeps("between"):
            passed = b.ways.between(origin, target, Direction.All)
            hurdles = b.names.where(passed, over.condition, "between")
            b.turn.pass_over(hurdles)
            b.each(hurdles if acts else b.nowhere, lambda one: with_between(b, one, over.apply))
        apply_effect(b, landed(to))
        carry(b, origin, target, stack=stack)

    return act

"""Ludemes that make sets of sites out of others."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import AtSite, Binds, Lazy, Site, Sites
from interpreter.rules.builder import Builder
from ludemes.numbers.stacks import StackDirection


@ludeme(
    "union",
    source="functions/region/math/Union.java",
    examples=("(union (sites Top) (sites Bottom))",),
    joins=True,
    words="+{left} and {right}",
)
def union(b: Builder, left: Sites, right: Sites) -> Sites:
    """The sites in either of two sets.

    Args:
        left: the first
        right: the second
    """
    return b.union(left, right)


@ludeme(
    "union",
    source="functions/region/math/Union.java",
    examples=("(union {(sites Top) (sites Bottom) (sites Left)})",),
    joins=True,
    words="+{sets}",
)
def union_all(b: Builder, sets: tuple[Sites, ...]) -> Sites:
    """The sites in any of several sets.

    Args:
        sets: the sets
    """
    return b.union(*sets)


@ludeme(
    "intersection",
    source="functions/region/math/Intersection.java",
    examples=("(intersection (sites Top) (sites Left))",),
    joins=True,
    words="+the {left:some} that are {right:in}",
)
def intersection(b: Builder, left: Sites, right: Sites) -> Sites:
    """The sites in both of two sets.

    Args:
        left: the first
        right: the second
    """
    return b.intersect(left, right)


@ludeme(
    "intersection",
    source="functions/region/math/Intersection.java",
    examples=("(intersection {(sites Top) (sites Left) (sites Empty)})",),
    joins=True,
    words="+the sites common to {sets}",
)
def intersection_all(b: Builder, sets: tuple[Sites, ...]) -> Sites:
    """The sites in all of several sets.

    Args:
        sets: the sets
    """
    found = b.board.sites
    for one in sets:
        found = b.intersect(found, one)
    return found


@ludeme(
    "difference",
    source="functions/region/math/Difference.java",
    examples=("(difference (sites Board) (sites Corners))", "(difference (sites Board) (last To))"),
    joins=True,
    words="+{sites} except {without}",
)
def difference(b: Builder, sites: Sites, without: Sites | Site) -> Sites:
    """The sites of a set that are not in another, or are not a certain site.

    Args:
        sites: the set
        without: what to leave out
    """
    other = b.as_sites(without)
    return b.minus(sites, without=other)


@ludeme(
    "if",
    source="functions/region/math/If.java",
    examples=("(if (is Mover P1) (sites Top) (sites Bottom))",),
    words="{yes} (if {condition})[ or {no} (if not)]",
)
def choose(b: Builder, condition: Bool, yes: Lazy[Sites], no: Lazy[Sites] | None = None) -> Sites:
    """One of two sets.

    Args:
        condition: what decides
        yes: the set if it holds
        no: the set if it does not; the empty set if not given
    """
    other = (lambda: b.nowhere) if no is None else no
    return b.choose(condition, yes, other)


@ludeme(
    "forEach",
    source="functions/region/foreach/sites/ForEachSite.java",
    examples=("(forEach (sites Board) if:(is Occupied (site)))",),
    words="+the {sites:some} {if:those}",
)
def for_each(b: Builder, sites: Sites, *, if_: AtSite) -> Sites:
    """The sites of a set that satisfy a condition on `(site)`.

    Args:
        sites: the set
        if_: the condition
    """
    return b.names.where(sites, if_, "site")


@ludeme(
    "forEach",
    source="functions/region/foreach/ForEach.java",
    examples=("(forEach of:(sites Corners) (sites Around (site)))",),
    words="{sites} for each of {of}",
    ahead={"of": "sites"},
)
def for_each_union(
    b: Builder, sites: Annotated[Lazy[Sites], Binds(("site",))], *, of: Sites
) -> Sites:
    """The union of a set computed for every `(site)` of another.

    Args:
        sites: the set for one site
        of: the sites
    """

    def one(site: Int) -> Sites:
        with b.names.bind(site=site):
            return sites()

    return b.gather(of, one)


@ludeme(
    "forEach Level",
    source="functions/region/foreach/level/ForEachLevel.java",
    examples=(
        "(forEach Level at:(last To))",
        "(forEach Level at:(last To) FromBottom if:(is Enemy (who at:(last To) level:(level))))",
    ),
    keeps=("stacks",),
    grown=False,
    words="+the levels of {at}[ from {startAt:digits} on][, {order}][ {if:those}]",
    kind_at=0,
    ahead={"at": "order"},
)
def levels(
    b: Builder,
    order: StackDirection | None = None,
    *,
    at: Site,
    if_: Annotated[Lazy[Bool], Binds(("level",))] | None = None,
    start_at: Int | None = None,
) -> Sites:
    """The levels on which pieces stand on a site, as a set of numbers.

    Args:
        order: which levels there are from one on: those below it, or with `FromBottom` those above
        at: the site
        if_: a level is included only if it satisfies this
        start_at: the level from which they are taken; all if not given or negative
    """
    upwards = order is StackDirection.FromBottom
    found = b.local("levels", b.nowhere)

    def one(level: Int) -> None:
        with b.names.bind(level=level):
            holds = b.true if if_ is None else if_()
        b.if_(holds, lambda: b.set(found, b.union(b.get_sites(found), b.single(level))))

    def asked(level: Int) -> None:
        if start_at is None:
            one(level)
            return
        beyond = b.less(level, start_at) if upwards else b.less(start_at, level)
        b.if_(b.either(b.less(start_at, b.zero), b.negate(beyond)), lambda: one(level))

    b.stacks.each_level(at, asked, from_top=not upwards)
    return b.get_sites(found)

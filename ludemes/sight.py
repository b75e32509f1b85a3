"""Ludemes that look along rays, or count steps over the board."""

from __future__ import annotations

from enum import Enum

from interpreter.builder import Builder
from interpreter.emit import FALSE, NOWHERE, ONE
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import (
    AtBetween,
    AtTo,
    Bool,
    Effects,
    Headings,
    Int,
    Range,
    Site,
    Sites,
    SiteType,
)
from interpreter.language.words import Direction, RelationType, Relative


class Sighted(Enum):
    """What is looked for along rays."""

    Empty = "Empty"
    Farthest = "Farthest"
    Piece = "Piece"


@ludeme(
    "sites Direction",
    source="functions/region/sites/direction/SitesDirection.java",
    examples=("(sites Direction from:(last To) Orthogonal)",),
    words="+the sites {direction} of {from}",
)
def sites_direction(
    b: Builder,
    direction: Headings = Direction.Adjacent,
    use: SiteType | None = None,
    *,
    from_: Site | Sites,
    included: Bool = FALSE,
    stop: AtTo | None = None,
    stop_included: AtTo | None = None,
    distance: Int | None = None,
) -> Sites:
    """The sites along rays from a site or from every site of a region.

    Args:
        direction: along which rays
        use: the kind of site
        from_: where the rays start
        included: the start belongs to it too
        stop: a ray ends before the first site that satisfies this
        stop_included: that first site belongs to it too, where this holds
        distance: a ray is no longer than this
    """
    b.same_sites(use)
    middle = b.as_sites(from_)
    found = b.pick_sites(included, middle, NOWHERE)
    limit = None if distance is None else distance.constant
    for ways, sites in b.headed(direction):
        starts = from_ if sites == b.board else b.intersect(middle, sites)
        if stop is None and (distance is None or limit is not None):
            far = b.rayed(starts, ways, limit)
        else:
            ends = None if stop is None else b.at("to", stop)
            last = None if stop_included is None else b.at("to", stop_included)
            far = b.rays_until(b.as_sites(starts), ways, ends, last, distance)
        found = b.union(found, far)
    return found


@ludeme(
    "sites LineOfSight",
    source="functions/region/sites/lineOfSight/SitesLineOfSight.java",
    examples=("(sites LineOfSight at:(last To))", "(sites LineOfSight Empty at:0 Orthogonal)"),
    words="+the farthest empty sites in sight of {at}[, {direction}]",
)
def sites_line_of_sight(
    b: Builder,
    kind: Sighted = Sighted.Piece,
    use: SiteType | None = None,
    direction: Headings = Direction.Adjacent,
    *,
    at: Site | None = None,
) -> Sites:
    """What is seen from a site: along each ray the first piece, or the empty sites before it.

    Args:
        kind: the first `Piece`, all `Empty` sites before it, or the `Farthest` of them
        use: the kind of site
        direction: along which rays
        at: from where; from the last move's destination if not given
    """
    b.same_sites(use)
    site = b.scalar("last_to") if at is None else at
    taken = b.occupied()
    found = b.local("seen", NOWHERE)

    def stop(one: Int) -> Bool:
        return b.contains(taken, one)

    def look(ways: tuple[Direction, ...]) -> None:
        if kind is Sighted.Farthest:
            seen = b.ray_ends(b.single(site), ways, stop)
        else:
            seen = b.rays_until(b.single(site), ways, stop, stop)
        b.set(found, b.union(b.get_sites(found), seen))

    b.toward(direction, site, look)
    seen, empty = b.get_sites(found), b.vacant()
    # What is seen is empty but for the piece at the end.
    return b.minus(seen, without=empty) if kind is Sighted.Piece else b.intersect(seen, empty)


@ludeme(
    "sites Between",
    source="functions/region/sites/between/SitesBetween.java",
    examples=("(sites Between from:(last From) to:(last To))",),
    words="+the sites between {from} and {to}[, {direction}][ {cond:those}]",
)
def sites_between(
    b: Builder,
    direction: Headings = Direction.Adjacent,
    use: SiteType | None = None,
    *,
    from_: Site,
    from_included: Bool = FALSE,
    to: Site,
    to_included: Bool = FALSE,
    cond: AtBetween | None = None,
) -> Sites:
    """The sites between two others on a ray; none if no ray leads from one to the other.

    Args:
        direction: along which rays
        use: the kind of site
        from_: where the ray starts
        from_included: that site belongs to it too
        to: where it leads
        to_included: that site belongs to it too
        cond: only sites that satisfy this
    """
    b.same_sites(use)
    found = b.local("between", NOWHERE)

    def look(ways: tuple[Direction, ...]) -> None:
        b.set(found, b.union(b.get_sites(found), b.between_sites(from_, to, ways)))

    b.each(b.single(from_), lambda _: b.toward(direction, from_, look))
    with b.bind(**{"from": from_, "to": to}):
        inner = b.where(b.get_sites(found), "between", cond)
    first = b.pick_sites(from_included, b.single(from_), NOWHERE)
    last = b.pick_sites(to_included, b.single(to), NOWHERE)
    whole = b.union(inner, first, last)
    there = b.both(b.contains(b.board, from_), b.contains(b.board, to))
    return b.pick_sites(there, whole, NOWHERE)


@ludeme(
    "sites Distance",
    source="functions/region/sites/distance/SitesDistance.java",
    examples=("(sites Distance from:(last To) (exact 2))",),
    later=("newRotation",),
    words="+the sites {distance} step(s) from {from}",
)
def sites_distance(
    b: Builder,
    use: SiteType | None,
    relation: RelationType | None,
    step: Effects | None,
    distance: Range,
    *,
    from_: Site,
) -> Sites:
    """The sites at some number of steps from a site.

    Args:
        use: the kind of site
        relation: of the steps; `Adjacent` if not given
        step: steps that a move would take from `(from)`, instead
        distance: how many steps
        from_: from where
    """
    b.same_sites(use)
    if step is None:
        return b.within_steps(from_, distance, Direction((relation or RelationType.Adjacent).value))
    return b.within_rounds(from_, distance, lambda sites: stepped(b, step, sites))


def stepped(b: Builder, step: Effects, sites: Sites) -> Sites:
    """Where a move leads from any of several sites."""
    found = b.local("stepped", NOWHERE)

    def one(site: Int) -> None:
        with b.bind(**{"from": site}):
            b.set(found, b.union(b.get_sites(found), b.ends_of(step).targets))

    b.each(sites, one)
    return b.get_sites(found)


# Numbers


@ludeme(
    "count Steps",
    source="functions/ints/count/steps/CountSteps.java",
    examples=("(count Steps (last From) (last To))", "(count Steps Orthogonal 0 (sites Top))"),
    later=("newRotation",),
    words="the number of steps from {start} to {target}",
)
def count_steps(
    b: Builder,
    use: SiteType | None,
    relation: RelationType | None,
    step: Effects | None,
    start: Site,
    target: Site | Sites,
) -> Int:
    """The least number of steps from a site to another, or to one of a set.

    It is 0 where there is no such site, and `Infinity` where no steps lead there.

    Args:
        use: the kind of site
        relation: of the steps; `Adjacent` if not given
        step: steps that a move would take from `(from)`, instead
        start: from where
        target: where to
    """
    b.same_sites(use)
    if step is None:
        return b.step_count(start, target, Direction((relation or RelationType.Adjacent).value))
    targets = b.intersect(b.as_sites(target), b.board)
    return b.rounds(start, targets, lambda sites: stepped(b, step, sites))


@ludeme(
    "ahead",
    source="functions/ints/board/Ahead.java",
    examples=("(ahead (last To))", "(ahead 0 steps:2 E)"),
    words="the site {steps} steps[ {direction}] from {site}",
)
def ahead(
    b: Builder,
    use: SiteType | None,
    site: Site,
    direction: Headings = Relative.Forward,
    *,
    steps: Int = ONE,
) -> Int:
    """The site some steps ahead of another; the site itself if the board ends before.

    Args:
        use: the kind of site
        site: the site
        direction: the way ahead, of which the first that the board has counts
        steps: how many
    """
    b.same_sites(use)
    if direction in (Relative.SameDirection, Relative.OppositeDirection):
        ends = b.bound_or("from", "last_from"), b.bound_or("to", "last_to")
        origin, target = ends if direction is Relative.SameDirection else ends[::-1]
        direction = b.leading(origin, target)
    return b.ahead(site, direction, steps)

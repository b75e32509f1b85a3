"""Sets of sites along lines, or at some number of steps."""

from __future__ import annotations

from enum import Enum

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import (
    NO,
    AtBetween,
    AtTo,
    Effects,
    Headings,
    Range,
    Site,
    Sites,
)
from interpreter.language.words import Direction, RelationType
from interpreter.rules.builder import Builder
from interpreter.rules.parts.board import Question


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
    kind_at=1,
    ahead={
        "from": "direction",
        "included": "use",
        "stop": "use",
        "stopIncluded": "use",
        "distance": "use",
    },
)
def sites_direction(
    b: Builder,
    direction: Headings = Direction.Adjacent,
    *,
    from_: Site | Sites,
    included: Bool = NO,
    stop: AtTo | None = None,
    stop_included: AtTo | None = None,
    distance: Int | None = None,
) -> Sites:
    """The sites along rays from a site or from every site of a region.

    Args:
        direction: along which rays
        from_: where the rays start
        included: the start belongs to it too
        stop: a ray ends before the first site that satisfies this
        stop_included: that first site belongs to it too, where this holds
        distance: a ray is no longer than this
    """
    middle, ways = b.as_sites(from_), b.ways.anywhere(direction)
    found = b.pick_sites(included, middle, b.nowhere)
    limit = None if distance is None else distance.constant
    if stop is None and (distance is None or limit is not None):
        for several, sites in b.ways.by_sites(ways):
            here = from_ if sites == b.board.sites else b.intersect(middle, sites)
            found = b.union(found, b.board.rayed(here, several, limit))
        return found
    ends: Question = b.names.at("to", stop) if stop else lambda _: b.false
    last = b.names.at("to", stop_included) if stop_included else None
    return b.union(found, b.ways.until(ways, middle, ends, last, distance))


@ludeme(
    "sites LineOfSight",
    source="functions/region/sites/lineOfSight/SitesLineOfSight.java",
    examples=("(sites LineOfSight at:(last To))", "(sites LineOfSight Empty at:0 Orthogonal)"),
    words="+the farthest empty sites in sight of {at}[, {direction}]",
    kind_at=1,
    ahead={"at": "direction"},
)
def sites_line_of_sight(
    b: Builder,
    kind: Sighted = Sighted.Piece,
    direction: Headings = Direction.Adjacent,
    *,
    at: Site | None = None,
) -> Sites:
    """What is seen from a site: along each ray the first piece, or the empty sites before it.

    Args:
        kind: the first `Piece`, all `Empty` sites before it, or the `Farthest` of them
        direction: along which rays
        at: from where; from the last move's destination if not given
    """
    site = b.turn.last_to() if at is None else at
    taken, empty = b.pieces.occupied(), b.pieces.vacant()

    def stop(one: Int) -> Bool:
        return b.contains(taken, one)

    ways = b.ways.anywhere(direction)
    if kind is Sighted.Farthest:
        return b.intersect(b.ways.farthest(ways, site, stop), empty)
    seen = b.ways.until(ways, b.single(site), stop, stop)
    # What is seen is empty but for the piece at the end.
    return b.minus(seen, without=empty) if kind is Sighted.Piece else b.intersect(seen, empty)


@ludeme(
    "sites Between",
    source="functions/region/sites/between/SitesBetween.java",
    examples=("(sites Between from:(last From) to:(last To))",),
    words="+the sites between {from} and {to}[, {direction}][ {cond:those}]",
    kind_at=1,
)
def sites_between(
    b: Builder,
    direction: Headings = Direction.Adjacent,
    *,
    from_: Site,
    from_included: Bool = NO,
    to: Site,
    to_included: Bool = NO,
    cond: AtBetween | None = None,
) -> Sites:
    """The sites between two others on a ray; none if no ray leads from one to the other.

    Args:
        direction: along which rays
        from_: where the ray starts
        from_included: that site belongs to it too
        to: where it leads
        to_included: that site belongs to it too
        cond: only sites that satisfy this
    """
    passed = b.ways.between(from_, to, direction)
    with b.names.bind(**{"from": from_, "to": to}):
        inner = b.names.where(passed, cond, "between")
    first = b.pick_sites(from_included, b.single(from_), b.nowhere)
    last = b.pick_sites(to_included, b.single(to), b.nowhere)
    there = b.both(b.contains(b.board.sites, from_), b.contains(b.board.sites, to))
    return b.pick_sites(there, b.union(inner, first, last), b.nowhere)


@ludeme(
    "sites Distance",
    source="functions/region/sites/distance/SitesDistance.java",
    examples=("(sites Distance from:(last To) (exact 2))",),
    later=("newRotation",),
    words="+the sites {distance} step(s) from {from}",
    kind_at=0,
    ahead={"from": "distance"},
)
def sites_distance(
    b: Builder, relation: RelationType | None, step: Effects | None, distance: Range, *, from_: Site
) -> Sites:
    """The sites at some number of steps from a site.

    Args:
        relation: of the steps; `Adjacent` if not given
        step: steps that a move would take instead, from each site that is reached; all are seen
            as the piece on the first site sees them
        distance: how many steps
        from_: from where
    """
    if step is None:
        return b.board.within_steps(
            from_, distance, Direction((relation or RelationType.Adjacent).value)
        )
    with b.ways.looking(b.ways.looks(from_)):
        return b.board.within_rounds(from_, distance, lambda sites: stepped(b, step, sites))


def stepped(b: Builder, step: Effects, sites: Sites) -> Sites:
    """Where a move leads from any of several sites."""
    return b.gather(sites, lambda site: b.questions.targets_from(site, step))

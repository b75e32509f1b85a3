"""Sets of sites by what touches or crosses them."""

from __future__ import annotations

from typing import Annotated

from interpreter.board.graph import SiteType
from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Otherwise, Player, Site, Sites
from interpreter.language.words import Role
from interpreter.rules.builder import Builder


@ludeme(
    "sites Incident",
    source="functions/region/sites/incidents/SitesIncident.java",
    examples=("(sites Incident Cell of:Cell at:(last To))",),
    exclusive=(("who", "owner"),),
    grown=False,
    words="+the sites of kind {result} that touch {at}",
    ahead={"of": "who", "at": "who", "owner": "who"},
)
def sites_incident(
    b: Builder,
    result: SiteType,
    who: Role | None = None,
    *,
    of: SiteType,
    at: Site,
    owner: Int | None = None,
) -> Sites:
    """The cells, vertices or edges that touch a site of the same or another kind.

    Two cells touch at an edge, two edges at a vertex, and two vertices touch where an edge joins
    them.

    Args:
        result: the kind of site that is looked for
        who: only those with pieces of this player; with `All` or `Shared` of anybody at all
        of: the kind of the site in the middle
        at: the site in the middle
        owner: only those with pieces of the player with this number
    """
    b.same_sites(result)
    found = b.network.touching(result, of, at)
    whose = who if owner is None else owner
    return found if whose is None else b.network.held_by(found, whose)


@ludeme(
    "sites Crossing",
    source="functions/region/sites/crossing/SitesCrossing.java",
    examples=("(sites Crossing at:(last To) All)",),
    keeps=("edges",),
    grown=False,
    words="+the edges that cross {at}",
    ahead={"at": "who"},
)
def sites_crossing(
    b: Builder,
    who: Annotated[Player | None, Otherwise("everybody")] = None,
    *,
    at: Site,
) -> Sites:
    """The edges with a piece that cross an edge, not where they end.

    Args:
        who: whose pieces; anybody's if not given. With `Neutral`, edges without a piece count too
        at: the edge
    """
    found = b.network.crossing(b.kinds.read(at, SiteType.EDGE) if b.kinds.others else at)
    if who is Role.Neutral:
        free = b.intersect(found, b.pieces.bare())
        return b.union(free, b.intersect(found, b.pieces.owned_by(b.zero)))
    if who is None or who is Role.All:
        return b.intersect(found, b.pieces.taken())
    return b.intersect(found, b.pieces.of(who))

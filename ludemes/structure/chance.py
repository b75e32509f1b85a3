"""Start rules and sites that leave something to chance."""

from __future__ import annotations

from interpreter.ir.values import Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import STARTED, StartRule
from interpreter.language.signatures import ONE, ZERO, PieceName
from interpreter.rules.builder import Builder


@ludeme(
    "place Random",
    source="rules/start/place/random/PlaceRandom.java",
    examples=(
        '(place Random {"Disc1"})',
        '(place Random (sites Bottom) {"Disc1" "Disc2"} count:2)',
    ),
    keeps=("counts:count",),
    words="put {count} of each of {names} on sites[ of {sites}] drawn by lot",
    kind_at=2,
)
def place_random(
    b: Builder,
    sites: Sites | None,
    names: tuple[PieceName, ...],
    *,
    count: Int = ONE,
    value: Int = ZERO,
    state: Int = ZERO,
) -> StartRule:
    """Put pieces on free sites that are drawn by chance, each as likely as the others.

    Args:
        sites: the sites that are drawn from; the whole board if not given
        names: the pieces, with their owner's number, one after the other
        count: how many of each, as long as there are free sites
        value: their value
        state: their state
    """
    region = b.board.sites if sites is None else sites
    for number in map(b.pieces.placed_as, names):
        free = b.local("free", b.intersect(region, b.pieces.bare()))

        def put(_: Int, number: Int = number) -> None:
            left = b.get_sites(free)  # noqa: B023
            b.leave_if(b.is_empty(left))
            site = b.nth(left, b.turn.draw(b.count(left)))
            b.set(free, b.minus(left, without=b.single(site)))  # noqa: B023
            b.pieces.set(site, number, state, value)

        b.loop(count, put, most=b.site_count)
    return STARTED


# So often a site is drawn again before the game goes on with those that were found.
MOST_DRAWS = 1 << 16


@ludeme(
    "sites Random",
    source="functions/region/sites/random/SitesRandom.java",
    examples=("(move Pass (then (add (to (sites Random (sites Empty) num:2)))))",),
    keeps=("chance",),
    grown=False,
    words="{num} sites drawn by lot[ from {region}]",
)
def sites_random(b: Builder, region: Sites | None = None, *, num: Int = ONE) -> Sites:
    """Sites that are drawn by chance, each as likely as the others.

    Args:
        region: the sites that are drawn from; the empty ones of the board if not given
        num: how many are drawn, if there are so many
    """
    among = b.board.here(b.pieces.bare()) if region is None else region
    drawn = b.local("drawn_sites", b.nowhere)
    there = b.count(among)
    wanted = b.least(num, there)

    def once(_: Int) -> None:
        found = b.get_sites(drawn)
        b.leave_if(b.at_most(wanted, b.count(found)))
        site = b.nth(among, b.turn.draw(there))
        b.set(drawn, b.union(found, b.single(site)))

    b.loop(b.int(MOST_DRAWS), once, most=MOST_DRAWS)
    return b.get_sites(drawn)


@ludeme(
    "deal Dominoes",
    source="rules/start/deal/Deal.java",
    examples=("(deal Dominoes 7)",),
    grown=False,
    words="deal {count} dominoes to each player",
)
def deal_dominoes(b: Builder, count: int = 1) -> StartRule:
    """Deal dominoes by chance to one player after the other, from those that lie nowhere.

    Args:
        count: how many to each, onto the places of his hand
    """
    b.dominoes.deal(count)
    return STARTED

"""Start rules and sites that leave something to chance."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir.values import Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import STARTED, SoMany, StartRule
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
    ahead={"count": "use", "value": "use", "state": "use"},
)
def place_random(
    b: Builder,
    sites: Sites | None,
    names: tuple[PieceName, ...],
    *,
    count: Int = ONE,
    state: Int = ZERO,
    value: Int = ZERO,
) -> StartRule:
    """Put pieces on free sites that are drawn by chance, each as likely as the others.

    Args:
        sites: the sites that are drawn from; the whole board if not given
        names: the pieces, with their owner's number, one after the other
        count: how many of each, as long as there are free sites
        state: their state
        value: their value
    """
    region = b.board.sites if sites is None else sites
    for number in map(b.box.placed_as, names):
        free = b.local("free", b.intersect(region, b.pieces.bare()))

        def put(_: Int, number: Int = number) -> None:
            left = b.get_sites(free)  # noqa: B023
            b.leave_if(b.is_empty(left))
            site = b.nth(left, b.turn.draw(b.count(left)))
            b.set(free, b.minus(left, without=b.single(site)))  # noqa: B023
            b.progress.added(site, number)
            b.handling.set(site, number, state, value)

        b.loop(count, put, most=b.site_count)
    return STARTED


@ludeme(
    "count",
    source="game/util/equipment/Count.java",
    examples=('(place Random {(count "Disc1" 2) (count "Disc2" 3)} 4)',),
    grown=False,
    words="{count} {name:s}",
)
def so_many(b: Builder, name: PieceName, count: Int) -> SoMany:
    """So many pieces of a kind.

    Args:
        name: the piece, with its owner's number
        count: how many
    """
    return SoMany(name, count)


@ludeme(
    "place Random",
    source="rules/start/place/random/PlaceRandom.java",
    examples=('(place Random {(count "Disc1" 2) (count "Disc2" 3)} 4)',),
    keeps=("stacks",),
    grown=False,
    words="shuffle {several} and put them on each other on {site}",
)
def place_shuffled(b: Builder, several: tuple[SoMany, ...], site: Int) -> StartRule:
    """Put pieces on each other on one site, in an order that is drawn by chance.

    Args:
        several: the pieces
        site: where
    """
    _shuffled(b, several, site)
    return STARTED


@ludeme(
    "place Random",
    source="rules/start/place/random/PlaceRandom.java",
    examples=(
        '(place Random {"Disc1" "Disc2"} 4)',
        '(place Random {"Disc1" "Disc2"} count:{2 3} 4)',
    ),
    keeps=("stacks",),
    grown=False,
    words="shuffle {names} and put them on each other on {site}",
    ahead={"count": "site", "value": "site", "state": "site"},
)
def place_names_shuffled(
    b: Builder,
    names: tuple[PieceName, ...],
    site: Int,
    *,
    count: tuple[Int, ...] = (),
    state: Int = ZERO,
    value: Int = ZERO,
) -> StartRule:
    """Put pieces on each other on one site, in an order that is drawn by chance.

    Args:
        names: the pieces, with their owner's number
        site: where
        count: how many of each; one if not given
        state: their state
        value: their value
    """
    counts = count or (ONE,) * len(names)
    if len(counts) != len(names):
        message = f"{len(names)} names get {len(counts)} counts"
        raise b.fail(message, "give one for each", code="unequal-lists")
    _shuffled(b, list(map(SoMany, names, counts)), site, state, value)
    return STARTED


def _shuffled(
    b: Builder, several: Sequence[SoMany], site: Int, state: Int = ZERO, value: Int = ZERO
) -> None:
    kinds = [b.box.placed_as(one.name) for one in several]
    counts = [one.count for one in several]
    b.stacks.shuffle(b.board.known_site(site), kinds, counts, state, value)


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

"""Sets of sites by what stands on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Annotated

from interpreter.board.graph import SiteType
from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import PiecePart
from interpreter.language.signatures import (
    AtTo,
    Between,
    Lazy,
    PieceName,
    Player,
    RegionName,
    Site,
    Sites,
    Unit,
)
from interpreter.language.words import Direction, Directions, HiddenData, Role, WalkStep
from interpreter.rules.builder import Builder
from interpreter.rules.parts.players import EVERYBODY


@ludeme(
    "sites",
    source="functions/region/sites/player/SitesEquipmentRegion.java",
    examples=("(sites P1)", '(sites Mover "Home")'),
    words="{who:own} region",
    kind_at=1,
)
def sites_of_player(
    b: Builder, who: Annotated[Int, Between(1, 2)] | Role, name: RegionName | None = None
) -> Sites:
    """The regions of a player.

    Args:
        who: whose
        name: only the regions with this text in their name
    """
    return b.names.regions_of(who, name)


@ludeme(
    "sites Empty",
    source="functions/region/sites/index/SitesEmpty.java",
    examples=("(sites Empty)", "(sites Empty 1)"),
    words="+the empty sites[ of container {container:digits}]",
    kind_at=0,
)
def sites_empty(b: Builder, container: Int | None = None) -> Sites:
    """The sites with no piece.

    Args:
        container: of the board, 0, or of a hand, counted from 1; of the board if not given
    """
    empty = b.pieces.empty()
    return b.board.here(empty) if container is None else b.hands.within(empty, container)


@ludeme(
    "sites State",
    source="functions/region/sites/index/SitesState.java",
    examples=("(sites State 1)",),
    words="+the sites in state {index}",
    kind_at=0,
)
def sites_state(b: Builder, index: Int) -> Sites:
    """The sites in a state; where no piece stands it is 0.

    Args:
        index: the state
    """
    return b.where(b.board.sites, lambda site: b.equal(b.pieces.state(site), index))


@ludeme(
    "sites Occupied",
    source="functions/region/sites/occupied/SitesOccupied.java",
    examples=("(sites Occupied by:Mover)", '(sites Occupied by:All component:"Disc")'),
    exclusive=(("component", "components"),),
    words="+the sites of {by:the} pieces",
)
def sites_occupied(
    b: Builder,
    *,
    by: Player,
    container: Annotated[Int | str | None, Unit("container")] = None,
    component: PieceName | Int | None = None,
    components: tuple[PieceName, ...] = (),
    top: bool = True,
    on: SiteType | None = None,
) -> Sites:
    """The sites with pieces of a player.

    Args:
        by: whose pieces
        container: where: on the `"Board"` or in the `"Hand"`, or the number of one of them; the
            board is 0; everywhere if not given, but on vertices and edges only on the board
        component: only pieces of this kind; where pieces stand on each other, on any level
        components: only pieces of these kinds, likewise
        top: the uppermost piece of a site is such a player's, not any of those on each other
        on: the kind of site
    """
    b.same_sites(on)
    kind = on or b.board.use
    kinds = [_of_kind(b, name, by) for name in components]
    if component is not None:
        kinds.append(_of_kind(b, component, by))
    anywhere = b.pieces.stacked and not top
    sites = b.stacks.with_piece_of(by) if anywhere else b.pieces.of(by)
    if container is not None:
        sites = b.intersect(sites, b.hands.in_container(container, by))
    elif kind is not SiteType.CELL or on is not None:
        sites = b.intersect(sites, b.kinds.sites(kind))
    elif b.kinds.others:
        sites = b.minus(sites, without=b.kinds.beside)
    return b.intersect(sites, b.union(*kinds)) if kinds else sites


def _of_kind(b: Builder, kind: str | Int, who: Player) -> Sites:
    """The sites with a kind of piece, on any level; pieces on each other are a player's."""
    if not b.pieces.stacked:
        return b.pieces.called(kind) if isinstance(kind, str) else b.pieces.placed(kind)
    if isinstance(kind, str):
        several = [b.int(one) for one in b.box.numbers_called(kind, exact=False)]
    else:
        several = [kind]

    def counts(there: Int) -> Bool:
        owner = b.lookup(b.box.known.owners, there)
        alike = [partial(b.equal, there, one) for one in several]
        theirs = b.true if who in EVERYBODY else b.players.is_one_of(owner, who)
        return b.both(b.any_of(alike), theirs)

    return b.stacks.with_kind(counts)


@ludeme(
    "sites Group",
    source="functions/region/sites/group/SitesGroup.java",
    examples=("(sites Group at:(last To))",),
    exclusive=(("at", "from"),),
    words="the group of {at:piece}[ (connected {direction})][ on sites {if:those}]",
    kind_at=0,
    ahead={"at": "direction", "from": "direction"},
)
def sites_group(
    b: Builder,
    direction: Directions = Direction.Adjacent,
    *,
    at: Site | None = None,
    from_: Sites | None = None,
    if_: AtTo | None = None,
) -> Sites:
    """The connected group at a site, or the groups at several.

    Args:
        direction: what connects sites
        at: a site of the group
        from_: sites, of each of which the group is taken
        if_: which sites belong to a group; those with the same kind of piece if not given
    """
    if from_ is None:
        return group_at(b, b.turn.last_to() if at is None else at, direction, if_)
    return b.gather(from_, lambda site: group_at(b, site, direction, if_))


def group_at(b: Builder, site: Int, directions: Directions, condition: AtTo | None) -> Sites:
    """The group at a site: like pieces, or sites for which a condition on `(to)` holds.

    The condition may name the site itself, `(from)`.
    """
    alike = b.pieces.placed(b.pieces.what(site))
    if condition is not None:
        with b.names.bind(**{"from": site}):
            alike = b.names.where(b.board.sites, condition, "to")
    return b.board.group(b.single(site), alike, directions)


@ludeme(
    "sites Start",
    source="functions/region/sites/piece/SitesStart.java",
    examples=('(sites Start (piece "Disc1"))', "(sites Start (piece (what at:(last To))))"),
    words="+the sites where {piece} stood at the start",
)
def sites_start(b: Builder, piece: PiecePart) -> Sites:
    """The sites where pieces of a kind stood when the game started.

    Args:
        piece: the kind
    """
    kinds = [b.box.named(one) if isinstance(one, str) else one() for one in piece.pieces]
    return b.union(*(b.pieces.started_with(kind) for kind in kinds))


@ludeme(
    "sites Hand",
    source="functions/region/sites/player/SitesHand.java",
    examples=("(sites Hand Mover)",),
    grown=False,
    words=("{who:own} hand", "nobody’s hand"),
)
def sites_hand(b: Builder, who: Player | None = None) -> Sites:
    """The places of a player's hand.

    Args:
        who: the player; nobody if not given
    """
    if who is None:
        b.warn("this is nobody's hand", "(sites Hand Mover) is the mover's", code="nothing-meant")
        return b.nowhere
    return b.hands.of(who)


@ludeme(
    "sites Hidden",
    source="functions/region/sites/hidden",
    examples=("(sites Hidden to:Mover)", "(sites Hidden What to:P2)"),
    grown=False,
    words="+the sites that are hidden from {to}",
    kind_at=1,
)
def sites_hidden(b: Builder, data: HiddenData | None = None, *, to: Player) -> Sites:
    """The sites of the board that are hidden from a player, or of which something is.

    Where pieces stand on each other, the lowest are meant.

    Args:
        data: what of them; all of the site if not given, which is hidden for itself
        to: from whom
    """
    return b.board.here(b.hiding.sites(data, to))


@ludeme(
    "sites LargePiece",
    source="functions/region/sites/largePiece/SitesLargePiece.java",
    examples=("(sites LargePiece at:(last To))",),
    grown=False,
    words="+the sites that the piece on {at} covers",
    kind_at=0,
)
def sites_large_piece(b: Builder, *, at: Site) -> Sites:
    """The sites that the piece on a site covers, its own included; none where no piece stands.

    Args:
        at: the site; of a large piece, the one that it stands on
    """
    return b.pick_sites(b.contains(b.pieces.taken(), at), b.large.standing(at), b.nowhere)


def patterns(
    b: Builder, walk: Sequence[WalkStep], start: Int | None, kinds: Sequence[Int]
) -> list[tuple[Lazy[Bool], Sites]]:
    """Whether a walk passes only certain pieces, and its sites, for each way of setting out.

    Args:
        start: where it starts; the last move's destination if not given
        kinds: the pieces on its sites, again and again; that on the first site if not given
    """
    site = b.turn.last_to() if start is None else start
    taken = b.true if kinds else b.contains(b.pieces.occupied(), site)
    kinds = kinds or (b.pieces.what(site),)
    length = 1 + list(walk).count(WalkStep.F)
    placed = [b.pieces.placed(kinds[place % len(kinds)]) for place in range(length)]

    def fits(place: int, sites: list[int]) -> Bool:
        return b.contains(placed[place], b.lookup(b.table(*sites, -1), site))

    def passes(ways: list[tuple[int, ...]]) -> Bool:
        columns = [[way[place] if way else -1 for way in ways] for place in range(length)]
        found = [partial(fits, place, sites) for place, sites in enumerate(columns)]
        return b.all_of([lambda: taken, *found])

    return [
        (lambda ways=ways: passes(ways), b.entry_of(ways, site))
        for ways in b.walks.passed(tuple(walk))
    ]


@ludeme(
    "sites Pattern",
    source="functions/region/sites/pattern/SitesPattern.java",
    examples=("(sites Pattern {F R F})", "(sites Pattern {F} whats:{(mover) (next)})"),
    exclusive=(("what", "whats"),),
    grown=False,
    words="+the sites along “{walk}” from {from;the site just moved to}, where like pieces stand",
    kind_at=1,
)
def sites_pattern(
    b: Builder,
    walk: tuple[WalkStep, ...],
    *,
    from_: Site | None = None,
    what: Int | None = None,
    whats: tuple[Int, ...] = (),
) -> Sites:
    """The sites of all walks, started in any orthogonal direction, that pass only certain pieces.

    Args:
        walk: `F` goes forward, `L` and `R` turn to the next orthogonal direction
        from_: where it starts; the last move's destination if not given
        what: the piece on every site; the one where the walk starts if not given
        whats: the pieces on the sites one after the other, then from the first again
    """
    ways = patterns(b, walk, from_, (what,) if what is not None else whats)
    return b.union(b.nowhere, *(b.pick_sites(fits(), sites, b.nowhere) for fits, sites in ways))

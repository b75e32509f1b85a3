"""Ludemes that give sets of sites."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.board.graph import SiteType
from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import PiecePart
from interpreter.language.signatures import (
    ONE,
    AtTo,
    Between,
    Effects,
    Ints,
    Otherwise,
    PieceName,
    Player,
    RegionName,
    Site,
    Sites,
    Unit,
)
from interpreter.language.words import Direction, Directions, Role, WalkStep
from interpreter.rules.builder import Builder


class Zone(Enum):
    """A part of the board that the board itself defines."""

    Board = "Board"
    Top = "Top"
    Bottom = "Bottom"
    Left = "Left"
    Right = "Right"
    Centre = "Centre"
    Corners = "Corners"
    ConvexCorners = "ConvexCorners"
    ConcaveCorners = "ConcaveCorners"
    Outer = "Outer"
    Inner = "Inner"
    Perimeter = "Perimeter"
    Major = "Major"
    Minor = "Minor"
    Playable = "Playable"


class Neighbourhood(Enum):
    """Which sites around count, by what stands there."""

    Empty = "Empty"
    NotEmpty = "NotEmpty"
    Own = "Own"
    NotOwn = "NotOwn"
    Enemy = "Enemy"
    NotEnemy = "NotEnemy"


class Compass(Enum):
    """A side of the board by its compass direction."""

    N = "N"
    NE = "NE"
    E = "E"
    SE = "SE"
    S = "S"
    SW = "SW"
    W = "W"
    NW = "NW"


@ludeme(
    "sites",
    source="functions/region/sites/simple",
    examples=("(sites Board)", "(sites Bottom)", "(sites Outer)"),
    kind_at=1,
)
def sites_zone(b: Builder, zone: Zone) -> Sites:
    """A part of the board.

    Args:
        zone: which part; `Playable` are the empty sites next to pieces, and at first the centre
    """
    if zone is Zone.Board:
        return b.board.sites
    if zone is Zone.Playable:
        started = b.less(b.zero, b.turn.moves())
        beside = b.intersect(
            b.board.around(b.pieces.occupied(), Direction.Adjacent), b.pieces.vacant()
        )
        return b.pick_sites(started, beside, b.sites(b.board.topology.centre))
    names = {Zone.ConvexCorners: "convex_corners", Zone.ConcaveCorners: "concave_corners"}
    return b.sites(getattr(b.board.topology, names.get(zone, zone.value.lower())))


@ludeme(
    "sites",
    source="functions/region/sites/custom/SitesCustom.java",
    examples=("(sites {0 4 8})",),
    words="{sites}",
)
def sites_numbered(b: Builder, sites: tuple[Site, ...] | Ints) -> Sites:
    """Sites by number.

    Args:
        sites: the numbers
    """
    if isinstance(sites, tuple):
        return b.union(*(b.single(b.board.known_site(site)) for site in sites))
    found = b.local("listed", b.nowhere)

    def add(site: Int) -> None:
        b.set(found, b.union(b.get_sites(found), b.single(site)))

    sites.each(add)
    return b.get_sites(found)


@ludeme(
    "sites",
    source="functions/region/sites/coords/SitesCoords.java",
    examples=('(sites {"A1" "B2"})',),
    words="{labels}",
)
def sites_labelled(b: Builder, labels: tuple[Annotated[str, Unit("label")], ...]) -> Sites:
    """Sites by label.

    Args:
        labels: column letters and row number of each; one that the board has not is left out
    """
    return b.board.all_called(labels)


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
    "sites",
    source="functions/region/sites/player/SitesEquipmentRegion.java",
    examples=('(sites "Temple")',),
    words="“{name}”",
    kind_at=0,
)
def sites_named(b: Builder, name: RegionName) -> Sites:
    """The regions with a name.

    Args:
        name: what they are called
    """
    return b.names.regions_called(name)


@ludeme(
    "sites",
    source="functions/region/iterator/Region.java",
    examples=("(move Pass (then (forEach Group (addScore P1 (count Sites in:(sites))))))",),
    needs="sites",
    words="the group",
)
def sites_iterated(b: Builder) -> Sites:
    """The set that `forEach Group` is looking at."""
    return b.names.bound_sites("sites")


@ludeme(
    "sites",
    source="functions/region/sites/walk/SitesWalk.java",
    examples=("(sites (last To) {{F F R F} {F F L F}})",),
    words="+the ends of the walks {walks} from {start}",
    kind_at=0,
)
def sites_walked(
    b: Builder,
    start: Annotated[Int | None, Otherwise("from")],
    walks: tuple[tuple[WalkStep, ...], ...],
    *,
    rotations: bool = True,
) -> Sites:
    """The sites where walks end.

    Args:
        start: where they start; `(from)` if not given
        walks: each a list of steps: `F` goes forward, `L` and `R` turn to the next orthogonal
            direction
        rotations: a walk may start in every orthogonal direction, not only in the first
    """
    ends: list[set[int]] = [set() for _ in range(b.board.topology.size)]
    for walk in walks:
        for ways in b.ways.walks(walk, turned=rotations):
            for site, way in enumerate(ways):
                ends[site] |= set(way[-1:])
    return b.entry_of(
        [sorted(one) for one in ends], b.names.bound("from") if start is None else start
    )


@ludeme(
    "sites Empty",
    source="functions/region/sites/index/SitesEmpty.java",
    examples=("(sites Empty)",),
    words="+the empty sites",
    kind_at=0,
)
def sites_empty(b: Builder) -> Sites:
    """The sites with no piece."""
    return b.board.here(b.pieces.empty())


@ludeme(
    "sites Row",
    source="functions/region/sites/index/SitesRow.java",
    examples=("(sites Row 0)",),
    words="row {index}",
    kind_at=0,
)
def sites_row(b: Builder, index: Int) -> Sites:
    """The sites of a row.

    Args:
        index: the row, from 0
    """
    return b.entry_of(b.board.topology.row_sites, index)


@ludeme(
    "sites Column",
    source="functions/region/sites/index/SitesColumn.java",
    examples=("(sites Column 0)",),
    words="column {index}",
    kind_at=0,
)
def sites_column(b: Builder, index: Int) -> Sites:
    """The sites of a column.

    Args:
        index: the column, from 0
    """
    return b.entry_of(b.board.topology.column_sites, index)


@ludeme(
    "sites Phase",
    source="functions/region/sites/index/SitesPhase.java",
    examples=("(sites Phase 1)",),
    words="+the sites of colour {index}",
    kind_at=0,
)
def sites_phase(b: Builder, index: Int) -> Sites:
    """The sites of one colour where the board is coloured so that neighbours differ.

    Args:
        index: the colour, from 0
    """
    return b.entry_of(b.board.topology.phase_sites, index)


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
    "sites Side",
    source="functions/region/sites/side/SitesSide.java",
    examples=("(sites Side NE)",),
    words="the {direction|N=north|E=east|S=south|W=west} side",
    kind_at=0,
)
def sites_side(b: Builder, direction: Compass) -> Sites:
    """The sites along one side of the board.

    Args:
        direction: where the side lies as seen from the middle
    """
    return b.sites(b.board.topology.sides.get(direction.value, ()))


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
        component: only pieces of this kind
        components: only pieces of these kinds
        top: only the uppermost piece of a site counts; there is never more than one
        on: the kind of site
    """
    b.same_sites(on)
    kinds = [b.pieces.called(name) for name in components]
    if isinstance(component, str):
        kinds.append(b.pieces.called(component))
    elif component is not None:
        kinds.append(b.pieces.placed(component))
    sites = b.pieces.of(by)
    if container is not None:
        sites = b.intersect(sites, b.pieces.in_container(container, by))
    elif b.board.use is not SiteType.CELL:
        sites = b.board.here(sites)
    return b.intersect(sites, b.union(*kinds)) if kinds else sites


@ludeme(
    "sites Around",
    source="functions/region/sites/around/SitesAround.java",
    examples=("(sites Around (last To))", "(sites Around (sites Occupied by:Mover) Orthogonal)"),
    words="+the sites next to {where}",
    kind_at=0,
)
def sites_around(
    b: Builder,
    where: Site | Sites,
    kind: Neighbourhood | None = None,
    direction: Direction = Direction.Adjacent,
    *,
    distance: int = 1,
    if_: AtTo | None = None,
    include_self: bool = False,
) -> Sites:
    """The sites around a site or a region.

    Args:
        where: the site or region in the middle
        kind: which sites count, by what stands there
        direction: along which rays
        distance: how many steps away, exactly
        if_: a site is included only if it satisfies this
        include_self: the middle is included too
    """
    middle = b.as_sites(where)
    found = b.board.ring(where, direction, distance)
    if kind is not None:
        found = b.intersect(found, _standing(b, kind))
    found = b.names.where(found, if_, "to")
    if include_self:
        return b.union(found, middle)
    return b.minus(found, without=middle)


def only_board(b: Builder, container: int | str | None) -> None:
    """Refuse any container but the board."""
    if container not in (None, 0, "Board"):
        raise b.fail(f"the container {container} is not supported yet; there is only the board")


def _standing(b: Builder, kind: Neighbourhood) -> Sites:
    mine = b.pieces.owned_by(b.players.mover())
    enemy = b.pieces.of(Role.Enemy)
    choices = {
        Neighbourhood.Empty: b.pieces.vacant(),
        Neighbourhood.NotEmpty: b.pieces.occupied(),
        Neighbourhood.Own: mine,
        Neighbourhood.NotOwn: b.minus(b.board.sites, without=mine),
        Neighbourhood.Enemy: enemy,
        Neighbourhood.NotEnemy: b.minus(b.board.sites, without=enemy),
    }
    return choices[kind]


@ludeme(
    "sites Group",
    source="functions/region/sites/group/SitesGroup.java",
    examples=("(sites Group at:(last To))",),
    exclusive=(("at", "from"),),
    words="the group of {at:piece}[ (connected {direction})][ on sites {if:those}]",
    kind_at=0,
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
    "sites Winning",
    source="functions/region/sites/player/SitesWinning.java",
    examples=("(sites Winning Next (add (to (sites Empty))))",),
    grown=False,
    words="+the sites where {who} would win with this move: {moves}",
)
def sites_winning(b: Builder, who: Player | None, moves: Effects) -> Sites:
    """The sites that a player would win the game by moving to.

    Args:
        who: the player, who is taken to be the mover; the mover if not given
        moves: the moves he might make
    """
    found = b.local("winning", b.nowhere)
    end = b.turn.entry("end")

    def look(player: Int) -> None:
        def won(_: Int, target: Int) -> None:
            b.call(end)
            rank = b.players.rank(player)
            first = b.both(b.less(b.zero, rank), b.at_most(rank, b.int(2)))
            ahead = b.union(b.get_sites(found), b.single(target))
            b.if_(first, lambda: b.set(found, ahead))

        b.players.set_mover(player)
        b.moves.try_each(moves, won)

    player = b.players.number(Role.Mover if who is None else who)
    b.probe(lambda: look(player))
    return b.get_sites(found)


@ludeme(
    "sites To",
    source="functions/region/sites/moves/SitesTo.java",
    examples=("(sites To (add (to (sites Empty))))",),
    grown=False,
    words="+the sites to which you could {moves}",
)
def sites_to(b: Builder, moves: Effects) -> Sites:
    """The sites that moves go to; none of them is made.

    Args:
        moves: the moves
    """
    return b.moves.targets(moves)


@ludeme(
    "sites From",
    source="functions/region/sites/moves/SitesFrom.java",
    examples=("(sites From (remove (sites Occupied by:Mover)))",),
    grown=False,
    words="+the sites from which you could {moves}",
)
def sites_from(b: Builder, moves: Effects) -> Sites:
    """The sites that moves come from; none of them is made.

    Args:
        moves: the moves
    """
    return b.moves.starts(moves)


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
    kinds = [b.pieces.named(one) if isinstance(one, str) else one() for one in piece.pieces]
    return b.union(*(b.pieces.started_with(kind) for kind in kinds))


@ludeme(
    "expand",
    source="functions/region/math/Expand.java",
    examples=("(expand (sites Bottom) steps:2)",),
    words="+{sites} and all sites within {steps} step(s)[, {direction}]",
    kind_at=3,
)
def expand(
    b: Builder,
    container: Annotated[int | str | None, Unit("container")],
    sites: Sites,
    direction: Direction = Direction.Adjacent,
    *,
    steps: Int = ONE,
) -> Sites:
    """A set with everything within some steps of it.

    Args:
        container: where; there is only the board, `"Board"` or 0
        sites: the set
        direction: of the steps
        steps: how many
    """
    only_board(b, container)
    return b.board.grown(sites, direction, steps)


@ludeme(
    "expand",
    source="functions/region/math/Expand.java",
    examples=("(expand origin:(last To) Orthogonal)",),
    words="{origin} and all sites within {steps} step(s)[, {direction}]",
    kind_at=2,
)
def expand_site(
    b: Builder,
    container: Annotated[int | str | None, Unit("container")] = None,
    direction: Direction = Direction.Adjacent,
    *,
    origin: Site,
    steps: Int = ONE,
) -> Sites:
    """A site with everything within some steps of it.

    Args:
        container: where; there is only the board, `"Board"` or 0
        direction: of the steps
        origin: the site
        steps: how many
    """
    return expand(b, container, b.single(origin), direction, steps=steps)

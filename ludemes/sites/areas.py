"""Sets of sites that lie somewhere on the board."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import (
    ONE,
    AtTo,
    Ints,
    Otherwise,
    RegionName,
    Site,
    Sites,
    Unit,
)
from interpreter.language.words import Direction, Role, WalkStep
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
    """Which sites around count, by what stands there: nothing, or a piece of whom."""

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
        zone: which part; `Playable` are the empty sites next to pieces, or the centre where there
            are none
    """
    if zone is Zone.Board:
        return b.board.sites
    if zone is Zone.Playable:
        occupied = b.pieces.occupied()
        beside = b.intersect(b.board.around(occupied, Direction.Adjacent), b.pieces.vacant())
        centre = b.kinds.some(b.kinds.topology.centre)
        return b.pick_sites(b.is_empty(occupied), centre, beside)
    names = {Zone.ConvexCorners: "convex_corners", Zone.ConcaveCorners: "concave_corners"}
    return b.kinds.some(getattr(b.kinds.topology, names.get(zone, zone.value.lower())))


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
        found = b.union(*(b.board.as_known(site) for site in sites))
        return b.kinds.in_list(found)
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
    kind_at=0,
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
        for ways in b.walks.passed(walk, turned=rotations):
            for site, way in enumerate(ways):
                ends[site] |= set(way[-1:])
    return b.entry_of(
        [sorted(one) for one in ends], b.names.bound("from") if start is None else start
    )


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
    return b.kinds.one_of(b.kinds.topology.row_sites, index)


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
    return b.kinds.one_of(b.kinds.topology.column_sites, index)


@ludeme(
    "sites Layer",
    source="functions/region/sites/index/SitesLayer.java",
    examples=("(sites Layer 0)",),
    words="layer {index}",
    kind_at=0,
)
def sites_layer(b: Builder, index: Int) -> Sites:
    """The sites of a layer; a flat board has one.

    Args:
        index: the layer, from 0 for the lowest
    """
    return b.kinds.one_of(b.kinds.topology.layer_sites, index)


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
    return b.kinds.one_of(b.kinds.topology.phase_sites, index)


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
    return b.kinds.some(b.kinds.topology.sides.get(direction.value, ()))


@ludeme(
    "sites Around",
    source="functions/region/sites/around/SitesAround.java",
    examples=("(sites Around (last To))", "(sites Around (sites Occupied by:Mover) Orthogonal)"),
    words="+the sites next to {where}",
    kind_at=0,
    ahead={"distance": "direction"},
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
        kind: which sites count, by what stands there; a site is `NotOwn` or `NotEnemy` only if a
            piece stands on it
        direction: along which rays
        distance: how many steps away, exactly
        if_: a site is included only if it satisfies this
        include_self: the middle is included too
    """
    middle = b.as_sites(where)

    def around(site: Int) -> Sites:
        with b.names.bind(**{"from": site}):
            return b.names.where(b.board.ring(site, direction, distance), if_, "to")

    if if_ is None:
        found = b.board.ring(where, direction, distance)
    else:
        found = around(where) if isinstance(where, Int) else b.gather(where, around)
    if kind is not None:
        found = b.intersect(found, _standing(b, kind))
    if include_self:
        return b.union(found, middle)
    return b.minus(found, without=middle)


def only_board(b: Builder, container: int | str | None) -> None:
    """Refuse any container but the board."""
    if container not in (None, 0, "Board"):
        raise b.fail(
            f"the container {container} is not supported yet; there is only the board",
            code="not-supported",
        )


def _standing(b: Builder, kind: Neighbourhood) -> Sites:
    """The sites on which such pieces stand; everybody's are the mover's, too."""
    everybodys = b.pieces.owned_by(b.int(b.players.count + 1))
    match kind:
        case Neighbourhood.Empty:
            return b.pieces.vacant()
        case Neighbourhood.NotEmpty:
            return b.pieces.occupied()
        case Neighbourhood.Enemy:
            return b.pieces.of(Role.Enemy)
        case Neighbourhood.NotEnemy if b.players.teamed:  # as the reference has it
            return b.union(b.pieces.of(Role.Enemy), everybodys)
        case Neighbourhood.Own | Neighbourhood.NotEnemy:
            return b.union(b.pieces.owned_by(b.players.mover()), everybodys)
        case Neighbourhood.NotOwn:
            mine = b.union(b.pieces.owned_by(b.players.mover()), everybodys)
            return b.minus(b.pieces.occupied(), without=mine)


@ludeme(
    "expand",
    source="functions/region/math/Expand.java",
    examples=("(expand (sites Bottom) steps:2)",),
    words="+{sites} and all sites within {steps} step(s)[, {direction}]",
    kind_at=3,
    ahead={"steps": "direction"},
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
    ahead={"origin": "direction", "steps": "direction"},
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

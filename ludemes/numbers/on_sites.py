"""Sites as numbers, and what is on them."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import (
    ONE,
    ZERO,
    Headings,
    Otherwise,
    PieceName,
    Player,
    Site,
    Sites,
    SiteType,
    Unit,
)
from interpreter.language.words import Relative, Role
from interpreter.rules.builder import Builder

STATE = "functions/ints/state"


@ludeme(
    "who",
    source="functions/ints/state/Who.java",
    examples=("(who at:(to))",),
    words="the owner of the piece on {at}",
    kind_at=0,
    of_hands=True,
)
def who(b: Builder, *, at: Site, level: Int | None = None) -> Int:
    """The owner of the piece on a site; 0 for no piece or a neutral one.

    Args:
        at: the site
        level: where pieces stand on each other, the level of the one that is meant, from 0; the top
            if not given
    """
    return b.pieces.who(at, level)


@ludeme(
    "what",
    source="functions/ints/state/What.java",
    examples=("(what at:(to))",),
    words="the kind of the piece on {at}",
    kind_at=0,
)
def what(b: Builder, *, at: Site, level: Int | None = None) -> Int:
    """The kind of piece on a site; 0 for no piece.

    Args:
        at: the site
        level: where pieces stand on each other, the level of the one that is meant, from 0 (-1: the
            top); the lowest if not given
    """
    return b.pieces.what(at, b.zero if level is None else level)


@ludeme(
    "id",
    source="functions/ints/board/Id.java",
    examples=('(id "Disc" Mover)', '(id "Disc1")'),
    words=(
        "one of {who:the} {name:s}",
        "{who}",
    ),
)
def piece_id(b: Builder, name: PieceName | None = None, who: Player | None = None) -> Int:
    """The number of a kind of piece; of a player if there is no name.

    Args:
        name: the name of the piece; with its owner, any part of the name
        who: its owner; the mover if the name alone does not say
    """
    if name is None:
        return b.players.number(Role.Mover if who is None else who)
    return b.box.named(name, who)


@ludeme(
    "row",
    source="functions/ints/board/Row.java",
    examples=("(row of:(to))",),
    words="the row of {of} (from 0)",
    kind_at=0,
)
def row(b: Builder, *, of: Site) -> Int:
    """The row of a site, from 0.

    Args:
        of: the site
    """
    return b.lookup(b.table(*b.kinds.topology.rows, -1), b.kinds.index(of))


@ludeme(
    "layer",
    source="functions/ints/board/Layer.java",
    examples=("(layer of:(to))",),
    words="the layer of {of} (from 0)",
    kind_at=0,
    ahead={"of": "use"},
)
def layer(b: Builder, *, of: Site) -> Int:
    """The layer of a site, from 0 for the lowest; on a flat board there is no other.

    Args:
        of: the site
    """
    return b.lookup(b.table(*b.kinds.topology.layers, -1), b.kinds.index(of))


@ludeme(
    "column",
    source="functions/ints/board/Column.java",
    examples=("(column of:(to))",),
    words="the column of {of} (from 0)",
    kind_at=0,
)
def column(b: Builder, *, of: Site) -> Int:
    """The column of a site, from 0.

    Args:
        of: the site
    """
    return b.lookup(b.table(*b.kinds.topology.columns, -1), b.kinds.index(of))


@ludeme(
    "centrePoint",
    source="functions/ints/board/CentrePoint.java",
    examples=("(centrePoint)",),
    words="the middle of the board",
    kind_at=0,
)
def centre_point(b: Builder) -> Int:
    """The site in the middle of the board."""
    centre = b.kinds.shifted(b.kinds.topology.centre)
    if not centre:
        raise b.fail("the board has no site in its middle", code="no-centre")
    return b.int(centre[0])


@ludeme(
    "coord",
    source="functions/ints/board/Coord.java",
    examples=('(coord "A1")',),
    words="{label}",
)
def coordinate(b: Builder, label: Annotated[str, Unit("label")]) -> Int:
    """The site with a label.

    Args:
        label: column letters and row number
    """
    return b.int(b.board.called(label))


@ludeme(
    "regionSite",
    source="functions/ints/board/RegionSite.java",
    examples=("(regionSite (sites Empty) index:0)",),
    words="site number {index} of {sites}",
)
def region_site(b: Builder, sites: Sites, *, index: Int) -> Int:
    """The site at some place in a set, the lowest number first; -1 where there are not so many.

    Args:
        sites: the set
        index: the place, from 0
    """
    return b.nth(sites, index)


@ludeme(
    "where",
    source="functions/ints/board/where/WhereSite.java",
    examples=('(where "Disc" Mover)', '(where "Disc" (next))'),
    words="the site of {who:own} {name}[ in state {state:digits}]",
    kind_at=2,
    ahead={"state": "use"},
)
def where_named(b: Builder, name: PieceName, who: Player, *, state: Int | None = None) -> Int:
    """The site of a player's piece; -1 if it is not on the board.

    Args:
        name: any part of the piece's name
        who: whose
        state: only a piece with this state
    """
    return b.pieces.first(b.box.containing(name, who), state)


@ludeme(
    "where",
    source="functions/ints/board/where/WhereSite.java",
    examples=("(where (what at:(last To)))",),
    words="the site of {piece:a}",
    kind_at=1,
)
def where_numbered(b: Builder, piece: Int) -> Int:
    """The site of a kind of piece; -1 if none is on the board.

    Args:
        piece: the number of the kind
    """
    return b.pieces.first(piece, None)


@ludeme(
    "coord",
    source="functions/ints/board/Coord.java",
    examples=("(coord row:0 column:1)",),
    words="the site in row {row:digits} and column {column:digits}",
    kind_at=0,
)
def coordinate_at(b: Builder, *, row: Int, column: Int) -> Int:
    """The site in a row and a column; -1 if there is none.

    Args:
        row: the row, from 0
        column: the column, from 0
    """
    topology = b.kinds.topology
    places = list(zip(topology.rows, topology.columns, strict=True))
    wide, high = max(topology.columns) + 1, max(topology.rows) + 1
    sites = {place: site for site, place in reversed(list(enumerate(places)))}
    numbers = (*b.kinds.numbers(b.kinds.now), -1)
    entries = [
        numbers[sites.get((down, across), -1)] for down in range(high) for across in range(wide)
    ]
    inside = b.both(b.at_most(b.zero, column), b.less(column, b.int(wide)))
    inside = b.both(inside, b.at_most(b.zero, row))
    index = b.add(b.multiply(row, b.int(wide)), column)
    return b.lookup(b.table(*entries, -1), b.pick(inside, index, b.nothing))


@ludeme(
    "handSite",
    source="functions/ints/iterator/HandSite.java",
    examples=("(handSite Mover)", "(handSite P1 1)"),
    grown=False,
    words="{who:own} hand[ (place {place})]",
)
def hand_site(b: Builder, who: Player, place: Int = ZERO) -> Int:
    """A place of a player's hand; -1 if he has no such place.

    Args:
        who: the player
        place: which of the places of the hand, from 0
    """
    return b.hands.site(who, place)


@ludeme(
    "count",
    source="functions/ints/count/site/CountNumber.java",
    examples=("(count at:(handSite Mover))", "(count Cell at:(handSite P1))"),
    exclusive=(("at", "in"),),
    keeps=("several",),
    words="the number of pieces on {at}",
    kind_at=0,
    of_hands=True,
)
def count_at(
    b: Builder, *, at: Annotated[Int | None, Otherwise("to")] = None, in_: Sites | None = None
) -> Int:
    """How many pieces are on a site or a set: several in a hand, at most one on most boards.

    In a game with dice that asks this, like pieces that meet on the board are on one site.

    Args:
        at: the site; the last move's destination if neither is given
        in_: the set
    """
    if in_ is not None:
        return b.pieces.count_on(b.intersect(in_, b.pieces.taken()))
    return b.pieces.count(b.turn.last_to() if at is None else at)


@ludeme(
    "state",
    source=f"{STATE}/State.java",
    examples=("(state at:(last To))",),
    words="the state of {at:piece}",
    kind_at=0,
)
def state_at(b: Builder, *, at: Int, level: Int | None = None) -> Int:
    """The state of the piece on a site; 0 where there is none.

    Args:
        at: the site
        level: where pieces stand on each other, the level of the one that is meant, from 0; the top
            if not given
    """
    return b.pieces.state(at, level)


@ludeme(
    "rotation",
    source=f"{STATE}/Rotation.java",
    examples=("(rotation at:(last To))",),
    words="how far the tile on {at} is turned",
    kind_at=0,
)
def rotation_at(b: Builder, *, at: Site) -> Int:
    """How far the tile on a site is turned, in steps of the compass of the board from the north.

    On squares east is 2, on hexagons the next direction is 1; 0 where no tile lies.

    Args:
        at: the site
    """
    return b.tiles.rotation(at)


@ludeme(
    "pathExtent",
    source="functions/ints/tile/PathExtent.java",
    examples=("(pathExtent (mover))", "(pathExtent 1 (last To))"),
    keeps=("touched",),
    grown=False,
    words="the number of rows or columns that {colour:own} path leads[ from {start}]",
)
def path_extent(
    b: Builder,
    colour: Int | None = None,
    start: Site | Sites | None = None,
) -> Int:
    """How far paths of a colour lead away from tiles, in rows or columns, whichever is more.

    Where a path ends at an empty site, that site counts too.

    Args:
        colour: the colour; the mover's number if not given
        start: the tiles where the paths begin; those that the last move and what followed from it
            put down if not given
    """
    sites = None if start is None else b.as_sites(start)
    return b.tiles.extent(b.players.mover() if colour is None else colour, sites)


@ludeme(
    "ahead",
    source="functions/ints/board/Ahead.java",
    examples=("(ahead (last To))", "(ahead 0 steps:2 E)"),
    words="the site {steps} steps[ {direction}] from {site}",
    kind_at=0,
    ahead={"steps": "direction"},
)
def ahead(
    b: Builder, site: Site, direction: Headings = Relative.Forward, *, steps: Int = ONE
) -> Int:
    """The site some steps ahead of another; the site itself if the board ends before.

    Args:
        site: the site
        direction: the way ahead, of which the first that the board has counts
        steps: how many
    """
    if direction in (Relative.SameDirection, Relative.OppositeDirection):
        origin = b.names.bound_or("from", b.turn.last_from())
        target = b.names.bound_or("to", b.turn.last_to())
        if direction is Relative.OppositeDirection:
            origin, target = target, origin
        direction = b.ways.leading(origin, target)
    return b.ways.ahead(site, direction, steps)


@ludeme(
    "hint",
    source="functions/ints/iterator/Hint.java",
    examples=("(satisfy (is Sum (hint)))",),
    grown=False,
    words="the[ {use|Cell=cell|Vertex=point|Edge=edge}] hint[ of {at}]",
)
def hint_number(b: Builder, use: SiteType | None = None, *, at: Int | None = None) -> Int:
    """The number of a hint of a puzzle.

    Args:
        use: the kind of the site; the board's if not given
        at: the first site of the hint, -1 for one without; if not given, it is the number of the
            hint that a constraint looks at, or of the region of its sites
    """
    return b.puzzle.hint(use, at)

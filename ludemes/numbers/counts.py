"""Numbers that count: sites, pieces, groups, steps."""

from __future__ import annotations

from enum import Enum
from functools import reduce

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import (
    ZERO,
    AtTo,
    Effects,
    Ints,
    PieceName,
    Player,
    Site,
    Sites,
)
from interpreter.language.words import Direction, Directions, RelationType, Role
from interpreter.rules.builder import Builder
from ludemes.sites.lines import stepped
from ludemes.sites.occupied import group_at

BAG = "Bag"
"""What holds the dominoes that are still to be drawn."""


class SimpleCount(Enum):
    """What can be counted without saying where."""

    Moves = "Moves"
    MovesThisTurn = "MovesThisTurn"
    Turns = "Turns"
    Players = "Players"
    Active = "Active"
    Rows = "Rows"
    Columns = "Columns"
    Cells = "Cells"
    Vertices = "Vertices"
    Edges = "Edges"
    Trials = "Trials"


@ludeme(
    "count",
    source="functions/ints/count/simple",
    examples=("(count Moves)",),
    kind_at=1,
)
def count_simple(b: Builder, kind: SimpleCount) -> Int:
    """How many moves were made, players there are, rows the board has.

    Args:
        kind: what to count; `MovesThisTurn` counts those before the present one, `Active` the
            players who are still in the game, `Trials` the games of a match that are over
    """
    if kind is SimpleCount.Moves:
        return b.turn.moves()
    if kind is SimpleCount.MovesThisTurn:
        return b.turn.turn_moves()
    if kind is SimpleCount.Turns:
        return b.add(b.turn.turns(), b.int(1))
    if kind is SimpleCount.Trials:
        return b.turn.games_played()
    if kind is SimpleCount.Active:
        active = (b.as_int(b.players.is_active(player)) for player in b.players.all())
        return reduce(b.add, active)
    sizes = {
        SimpleCount.Players: b.players.count,
        SimpleCount.Cells: len(b.board.topology.graph.faces),
        SimpleCount.Vertices: len(b.board.topology.graph.vertices),
        SimpleCount.Edges: len(b.board.topology.graph.edges),
        SimpleCount.Rows: len(b.board.topology.row_sites),
        SimpleCount.Columns: len(b.board.topology.column_sites),
    }
    return b.int(sizes[kind])


def _beside(b: Builder, direction: Direction, sites: Sites | None, at: Site | None) -> Int:
    """How many sites of the board lie next to one, whatever stands there."""
    site = b.first(sites) if sites is not None else b.turn.last_to() if at is None else at
    number = b.count(b.board.ring(site, direction, 1))
    return b.pick(b.contains(b.board.sites, site), number, b.nothing)


@ludeme(
    "count Adjacent",
    source="functions/ints/count/site/CountAdjacent.java",
    examples=("(count Adjacent at:(last To))",),
    exclusive=(("in", "at"),),
    grown=False,
    words="the number of adjacent sites of {at;the site just moved to}",
    kind_at=0,
)
def count_adjacent(b: Builder, *, in_: Sites | None = None, at: Site | None = None) -> Int:
    """How many sites of the board are adjacent to one; -1 off the board.

    Args:
        in_: a set, of which the first site is meant
        at: the site; the last move's destination if neither is given
    """
    return _beside(b, Direction.Adjacent, in_, at)


@ludeme(
    "count Orthogonal",
    source="functions/ints/count/site/CountOrthogonal.java",
    examples=("(count Orthogonal at:(last To))",),
    exclusive=(("in", "at"),),
    grown=False,
    words="the number of orthogonally adjacent sites of {at;the site just moved to}",
    kind_at=0,
)
def count_orthogonal(b: Builder, *, in_: Sites | None = None, at: Site | None = None) -> Int:
    """How many sites of the board are orthogonally adjacent to one; -1 off the board.

    Args:
        in_: a set, of which the first site is meant
        at: the site; the last move's destination if neither is given
    """
    return _beside(b, Direction.Orthogonal, in_, at)


@ludeme(
    "count Diagonal",
    source="functions/ints/count/site/CountDiagonal.java",
    examples=("(count Diagonal at:(last To))",),
    exclusive=(("in", "at"),),
    grown=False,
    words="the number of diagonally adjacent sites of {at;the site just moved to}",
    kind_at=0,
)
def count_diagonal(b: Builder, *, in_: Sites | None = None, at: Site | None = None) -> Int:
    """How many sites of the board are diagonally adjacent to one; -1 off the board.

    Args:
        in_: a set, of which the first site is meant
        at: the site; the last move's destination if neither is given
    """
    return _beside(b, Direction.Diagonal, in_, at)


@ludeme(
    "count Neighbours",
    source="functions/ints/count/site/CountNeighbours.java",
    examples=("(count Neighbours at:(last To))",),
    exclusive=(("in", "at"),),
    grown=False,
    words="the number of neighbouring sites of {at;the site just moved to}",
    kind_at=0,
)
def count_neighbouring(b: Builder, *, in_: Sites | None = None, at: Site | None = None) -> Int:
    """How many sites of the board are next to one in any way; -1 off the board.

    Args:
        in_: a set, of which the first site is meant
        at: the site; the last move's destination if neither is given
    """
    return _beside(b, Direction.All, in_, at)


@ludeme(
    "count Off",
    source="functions/ints/count/site/CountOff.java",
    examples=("(count Off at:(last To))",),
    exclusive=(("in", "at"),),
    grown=False,
    words="the number of off-diagonal sites of {at;the site just moved to}",
    kind_at=0,
)
def count_off_diagonal(b: Builder, *, in_: Sites | None = None, at: Site | None = None) -> Int:
    """How many sites of the board lie off the diagonals next to one; -1 off the board.

    Args:
        in_: a set, of which the first site is meant
        at: the site; the last move's destination if neither is given
    """
    return _beside(b, Direction.OffDiagonal, in_, at)


@ludeme(
    "size LargePiece",
    source="functions/ints/size/largePiece/SizeLargePiece.java",
    examples=("(size LargePiece at:(last To))", "(size LargePiece in:(sites Occupied by:All))"),
    exclusive=(("at", "in"),),
    either=(("in", "at"),),
    grown=False,
    words=("how many sites the piece on {at} covers", "how many sites the pieces on {in} cover"),
    kind_at=0,
)
def size_large_piece(b: Builder, *, in_: Sites | None = None, at: Site | None = None) -> Int:
    """How many sites pieces cover together; a piece that is not large covers one.

    Args:
        in_: the sites that the pieces stand on
        at: the site that one piece stands on
    """
    sites = in_ if in_ is not None else b.single(b.nothing if at is None else at)
    standing = b.intersect(sites, b.pieces.taken())
    return b.sum_over(standing, lambda site: b.count(b.large.standing(site)))


@ludeme(
    "count Sites",
    source="functions/ints/count/site/CountNumber.java",
    examples=("(count Sites in:(sites Empty))",),
    words="the number of {in:many}",
    kind_at=0,
)
def count_sites(b: Builder, *, in_: Sites) -> Int:
    """How many sites a set has.

    Args:
        in_: the set
    """
    return b.count(in_)


@ludeme(
    "count Sites",
    source="functions/ints/count/site/CountNumber.java",
    examples=('(count Sites "Board")',),
    words="the number of sites of “{name}”",
)
def count_contained(b: Builder, name: str) -> Int:
    """How many sites the board or a hand has.

    Args:
        name: `"Board"`, or `"Hand1"` for the hand of the first player
    """
    return b.count(b.hands.container(name))


@ludeme(
    "count Pieces",
    source="functions/ints/count/component/CountPieces.java",
    examples=("(count Pieces Mover)", "(count Pieces P1 in:(sites Bottom))"),
    exclusive=(("who", "of"),),
    words="the number of pieces[ on {in}][ on sites {if:those}]",
    kind_at=0,
    ahead={"of": "name"},
)
def count_pieces(
    b: Builder,
    who: Role | None = None,
    name: PieceName | None = None,
    *,
    of: Int | None = None,
    in_: Sites | None = None,
    if_: AtTo | None = None,
) -> Int:
    """How many pieces there are, those in hands too.

    Args:
        who: whose; everybody's if not given
        name: of which kind; `Bag` counts the dominoes that are still to be drawn
        of: whose, as a number
        in_: where; on the whole board if not given
        if_: only on sites that satisfy this
    """
    if name == BAG:
        return b.dominoes.left()
    sites = b.names.where(b.pieces.among(who, of, name, in_), if_, "to")
    return b.pieces.count_on(sites, who if of is None else of, name)


@ludeme(
    "count Groups",
    source="functions/ints/count/groups/CountGroups.java",
    examples=("(count Groups)", "(count Groups Orthogonal if:(= (who at:(to)) (mover)))"),
    words="the number of connected groups[ of sites {if:those}][ of at least {min} site(s)]",
    kind_at=0,
)
def count_groups(
    b: Builder,
    direction: Directions = Direction.Adjacent,
    *,
    if_: AtTo | None = None,
    min_: Int = ZERO,
) -> Int:
    """How many connected groups of sites there are.

    Args:
        direction: what connects sites
        if_: which sites; those with a piece if not given
        min_: the least size of a group that counts
    """
    sites = b.pieces.occupied() if if_ is None else b.names.where(b.board.sites, if_, "to")
    return b.board.count_groups(sites, direction, min_)


@ludeme(
    "count Liberties",
    source="functions/ints/count/liberties/CountLiberties.java",
    examples=("(count Liberties Orthogonal)",),
    words="the number of empty sites next to the group of {at:piece}[ (counting sites {if:those})]",
    kind_at=0,
    ahead={"at": "direction"},
)
def count_liberties(
    b: Builder,
    direction: Directions = Direction.Adjacent,
    *,
    at: Site | None = None,
    if_: AtTo | None = None,
) -> Int:
    """How many empty sites lie next to the group at a site.

    Args:
        direction: what connects sites
        at: a site of the group; the last move's destination if not given
        if_: which of the like pieces belong to the group; all of them if not given
    """
    site = b.turn.last_to() if at is None else at
    alike = b.pieces.placed(b.pieces.what(site))
    if if_ is not None:
        with b.names.bind(**{"from": site}):
            alike = b.names.where(alike, if_, "to")
    group = b.board.group(b.single(site), alike, direction)
    empty = b.minus(b.pieces.vacant(), without=group)
    return b.count(b.intersect(b.board.around(group, direction), empty))


@ludeme(
    "size Group",
    source="functions/ints/size/connection/SizeGroup.java",
    examples=("(size Group at:(last To))",),
    words="the size of the group of {at:piece}[ (counting sites {if:those})]",
    kind_at=0,
    ahead={"at": "direction"},
)
def size_group(
    b: Builder,
    direction: Directions = Direction.Adjacent,
    *,
    at: Site | None = None,
    if_: AtTo | None = None,
) -> Int:
    """How many sites the group at a site has.

    Args:
        direction: what connects sites
        at: a site of the group; the last move's destination if not given
        if_: which sites belong to the group; those with the same kind of piece if not given
    """
    return b.count(group_at(b, b.turn.last_to() if at is None else at, direction, if_))


@ludeme(
    "size Territory",
    source="functions/ints/size/site/SizeTerritory.java",
    examples=("(size Territory P1)",),
    words="the number of empty sites in areas that only {who:own} pieces border",
    kind_at=0,
)
def size_territory(
    b: Builder, who: Player = Role.Mover, direction: Directions = Direction.Adjacent
) -> Int:
    """How many empty sites lie in groups that only this player's pieces border.

    Args:
        who: the player
        direction: what connects sites
    """
    own = b.pieces.owned_by(b.players.number(who))
    total = b.local("territory", b.zero)

    def one(group: Sites) -> None:
        border = b.minus(b.board.around(group, direction), without=group)
        closed = b.is_empty(b.minus(border, without=own))
        size = b.pick(closed, b.count(group), b.zero)
        b.set(total, b.add(b.get_int(total), size))

    b.board.each_group(b.pieces.vacant(), direction, one)
    return b.get_int(total)


@ludeme(
    "size Array",
    source="functions/ints/size/array/SizeArray.java",
    examples=("(size Array (sizes Group Mover))",),
    words="how many there are of {numbers}",
)
def size_array(b: Builder, numbers: Ints) -> Int:
    """How many numbers a list has.

    Args:
        numbers: the list
    """
    return b.fold(numbers, b.zero, lambda total, _: b.add(total, b.int(1)))


@ludeme(
    "count Steps",
    source="functions/ints/count/steps/CountSteps.java",
    examples=("(count Steps (last From) (last To))", "(count Steps Orthogonal 0 (sites Top))"),
    later=("newRotation",),
    words="the number of steps from {start} to {target}",
    kind_at=0,
)
def count_steps(
    b: Builder,
    relation: RelationType | None,
    step: Effects | None,
    start: Site,
    target: Site | Sites,
) -> Int:
    """The least number of steps from a site to another, or to one of a set.

    It is 0 where there is no such site. Where no steps lead to one it is 0, too, or `Infinity` if
    the steps are those of a move.

    Args:
        relation: of the steps; `Adjacent` if not given
        step: steps that a move would take instead, from each site that is reached; all are seen
            as the piece on the first site sees them
        start: from where
        target: where to
    """
    if step is None:
        return b.board.step_count(
            start, target, Direction((relation or RelationType.Adjacent).value)
        )
    targets = b.intersect(b.as_sites(target), b.board.sites)
    with b.ways.looking(b.ways.looks(start)):
        return b.board.rounds(start, targets, lambda sites: stepped(b, step, sites))


@ludeme(
    "count Value",
    source="functions/ints/count/value/CountValue.java",
    examples=('(count Value 3 in:(values Remembered "Seen"))',),
    words="how often {value} is among {in}",
)
def count_value(b: Builder, value: Int, *, in_: Ints) -> Int:
    """How often a number is in a list.

    Args:
        value: the number
        in_: the list
    """
    return b.fold(in_, b.zero, lambda total, one: b.add(total, b.as_int(b.equal(one, value))))

"""Ludemes that give numbers: players, sites, counts, sizes, arithmetic."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import (
    ZERO,
    AtTo,
    Between,
    PieceName,
    Player,
    Range,
    Site,
    Sites,
    Unit,
)
from interpreter.language.words import Direction, Directions, Role
from interpreter.rules.builder import Builder
from ludemes.sites.areas import group_at

INFINITY = 1_000_000_000


class SimpleCount(Enum):
    """What can be counted without saying where."""

    Moves = "Moves"
    MovesThisTurn = "MovesThisTurn"
    Turns = "Turns"
    Players = "Players"
    Rows = "Rows"
    Columns = "Columns"


# Iterators


@ludeme(
    "to",
    source="functions/ints/iterator/To.java",
    examples=("(is Empty (to))",),
    needs="to",
    words="the destination",
)
def to_site(b: Builder) -> Int:
    """The site that a move goes to, or that a condition is asked about."""
    return b.names.bound("to")


@ludeme(
    "from",
    source="functions/ints/iterator/From.java",
    examples=("(is Enemy (who at:(from)))",),
    needs="from",
    words="the start",
)
def from_site(b: Builder) -> Int:
    """The site that a move comes from."""
    return b.names.bound("from")


@ludeme(
    "between",
    source="functions/ints/iterator/Between.java",
    examples=("(remove (between))",),
    needs="between",
    words="the site in between",
)
def between_site(b: Builder) -> Int:
    """The site in between that a rule is looking at."""
    return b.names.bound("between")


@ludeme(
    "site",
    source="functions/ints/iterator/Site.java",
    examples=("(= (row of:(site)) 0)",),
    needs="site",
    words="that site",
)
def iterated_site(b: Builder) -> Int:
    """The site that `forEach` or `all Sites` is looking at."""
    return b.names.bound("site")


@ludeme(
    "player",
    source="functions/ints/iterator/Player.java",
    examples=("(= (player) (mover))",),
    needs="player",
    words="that player",
)
def iterated_player(b: Builder) -> Int:
    """The player that `forEach` is looking at."""
    return b.names.bound("player")


@ludeme(
    "player",
    source="util/moves/Player.java",
    examples=("(player 2)",),
    words="the player whose number is {number}",
)
def numbered_player(b: Builder, number: Annotated[Int, Between(1, 2)]) -> Int:
    """The player with a number.

    Args:
        number: from 1
    """
    if number.constant is not None and not 1 <= number.constant <= b.players.count:
        raise b.fail(f"there is no player {number.constant}: the game has {b.players.count}")
    return number


# Chance


@ludeme(
    "range",
    source="functions/range/Range.java",
    examples=("(value Random (range 1 6))",),
    words="{least} to {most}",
)
def range_between(b: Builder, least: Int, most: Int | None = None) -> Range:
    """The numbers from one to another.

    Args:
        least: the first
        most: the last, which belongs to the range; the first if not given
    """
    return Range(least, least if most is None else most)


@ludeme(
    "exact",
    source="functions/range/math/Exact.java",
    examples=("(sites Distance from:0 (exact 2))",),
    words="exactly {number}",
)
def exactly(b: Builder, number: Int) -> Range:
    """One number alone.

    Args:
        number: the number
    """
    return Range(number, number)


@ludeme(
    "min",
    source="functions/range/math/Min.java",
    examples=("(sites Distance from:0 (min 2))",),
    words="at least {least}",
)
def range_from(b: Builder, least: Int) -> Range:
    """A number and all greater ones.

    Args:
        least: the number
    """
    return Range(least, b.int(INFINITY))


@ludeme(
    "max",
    source="functions/range/math/Max.java",
    examples=("(value Random (max 2))",),
    words="at most {most}",
)
def range_to(b: Builder, most: Int) -> Range:
    """The numbers from -1 to another.

    Args:
        most: the last, which belongs to the range
    """
    return Range(b.nothing, most)


@ludeme(
    "value Random",
    source="functions/ints/value/random/ValueRandom.java",
    examples=("(value Random (range 1 6))",),
    words="a number drawn by lot from {numbers}",
)
def value_random(b: Builder, numbers: Range) -> Int:
    """A number drawn by chance, each of a range as likely as the others.

    Args:
        numbers: the range
    """
    span = b.add(b.subtract(numbers.most, numbers.least), b.int(1))
    return b.add(numbers.least, b.draw(span))


# Players and the last move


@ludeme(
    "mover",
    source="functions/ints/state/Mover.java",
    examples=("(= (who at:(to)) (mover))",),
    words="+you",
)
def mover(b: Builder) -> Int:
    """The player to move, or who has just moved while consequences and end rules are looked at."""
    return b.players.mover()


@ludeme(
    "next",
    source="functions/ints/state/Next.java",
    examples=("(= (who at:(to)) (next))",),
    words="the next player",
)
def next_player(b: Builder) -> Int:
    """The player who moves next."""
    return b.players.next()


@ludeme(
    "prev",
    source="functions/ints/state/Prev.java",
    examples=("(= (prev) (mover))",),
    words="the player who moved before",
)
def previous_player(b: Builder) -> Int:
    """The player who made the move before this one."""
    return b.players.previous()


@ludeme(
    "last To",
    source="functions/ints/last/LastTo.java",
    examples=("(row of:(last To))",),
    later=("afterConsequence",),
    words="the site just moved to",
)
def last_to(b: Builder) -> Int:
    """The site that the last move went to; -1 after a pass."""
    return b.turn.last_to()


@ludeme(
    "last From",
    source="functions/ints/last/LastFrom.java",
    examples=("(row of:(last From))",),
    later=("afterConsequence",),
    words="the site just left",
)
def last_from(b: Builder) -> Int:
    """The site that the last move came from; -1 after a pass."""
    return b.turn.last_from()


@ludeme(
    "score",
    source="functions/ints/state/Score.java",
    examples=("(score Mover)",),
    words="{who:own} score",
)
def score(b: Builder, who: Player) -> Int:
    """A player's score.

    Args:
        who: which player
    """
    return b.players.score(b.players.number(who))


@ludeme(
    "phase",
    source="functions/ints/state/Phase.java",
    examples=("(phase of:(to))",),
    words="the colour of {of}",
)
def phase_of(b: Builder, *, of: Site) -> Int:
    """The colour of a site where the board is coloured so that neighbours differ.

    Args:
        of: the site
    """
    return b.lookup(b.table(*b.board.topology.phases, -1), of)


# Sites and pieces


@ludeme(
    "who",
    source="functions/ints/state/Who.java",
    examples=("(who at:(to))",),
    later=("level",),
    words="the owner of the piece on {at}",
    kind_at=0,
)
def who(b: Builder, *, at: Site) -> Int:
    """The owner of the piece on a site; 0 for no piece or a neutral one.

    Args:
        at: the site
    """
    return b.pieces.who(at)


@ludeme(
    "what",
    source="functions/ints/state/What.java",
    examples=("(what at:(to))",),
    later=("level",),
    words="the kind of the piece on {at}",
    kind_at=0,
)
def what(b: Builder, *, at: Site) -> Int:
    """The kind of piece on a site; 0 for no piece.

    Args:
        at: the site
    """
    return b.pieces.what(at)


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
    return b.pieces.named(name, who)


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
    return b.lookup(b.table(*b.board.topology.rows, -1), of)


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
    return b.lookup(b.table(*b.board.topology.columns, -1), of)


@ludeme(
    "centrePoint",
    source="functions/ints/board/CentrePoint.java",
    examples=("(centrePoint)",),
    words="the middle of the board",
    kind_at=0,
)
def centre_point(b: Builder) -> Int:
    """The site in the middle of the board."""
    return b.int(b.board.topology.centre[0])


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


# Counts and sizes


@ludeme(
    "count",
    source="functions/ints/count/simple",
    examples=("(count Moves)",),
    kind_at=1,
)
def count_simple(b: Builder, kind: SimpleCount) -> Int:
    """How many moves were made, players take part, rows the board has.

    Args:
        kind: what to count; `MovesThisTurn` counts those before the present one
    """
    if kind is SimpleCount.Moves:
        return b.turn.moves()
    if kind is SimpleCount.MovesThisTurn:
        return b.turn.turn_moves()
    if kind is SimpleCount.Turns:
        return b.add(b.turn.turns(), b.int(1))
    sizes = {
        SimpleCount.Players: b.players.count,
        SimpleCount.Rows: len(b.board.topology.row_sites),
        SimpleCount.Columns: len(b.board.topology.column_sites),
    }
    return b.int(sizes[kind])


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
    return b.count(b.pieces.container(name))


@ludeme(
    "count Pieces",
    source="functions/ints/count/component/CountPieces.java",
    examples=("(count Pieces Mover)", "(count Pieces P1 in:(sites Bottom))"),
    exclusive=(("who", "of"),),
    words="the number of pieces[ on {in}][ on sites {if:those}]",
    kind_at=0,
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
        name: of which kind
        of: whose, as a number
        in_: where; on the whole board if not given
        if_: only on sites that satisfy this
    """
    return b.pieces.count_on(b.names.where(b.pieces.among(who, of, name, in_), if_, "to"))


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

"""The equipment of a game: board, pieces, hands, regions."""

from __future__ import annotations

from typing import Annotated

from interpreter.board.graph import Graph
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import Board, Equipment, HandItem, Piece, Regions
from interpreter.language.signatures import Between, Int, Lazy, Moves, Sites, SiteType
from interpreter.language.words import Direction, Role
from interpreter.rules.builder import Builder

MOST_HAND = 100


@ludeme(
    "equipment",
    source="equipment/Equipment.java",
    examples=('(equipment {(board (hex 5)) (piece "Disc" Each)})',),
    words="{items:lines}",
)
def equipment(b: Builder, items: tuple[Board | Piece | Regions | HandItem, ...]) -> Equipment:
    """What the game is played with.

    Args:
        items: the board, the pieces, the hands, the regions
    """
    return Equipment(items, b.span)


@ludeme(
    "board",
    source="equipment/container/board/Board.java",
    examples=("(board (square 8))", "(board (square 9) use:Vertex)"),
    later=("largeStack",),
    words="the board is {graph}",
)
def board(b: Builder, graph: Lazy[Graph], *, use: SiteType = SiteType.CELL) -> Board:
    """The board.

    Args:
        graph: its shape
        use: whether pieces stand on its cells, its vertices or its edges
    """
    return Board(graph, use, b.span)


@ludeme(
    "piece",
    source="equipment/component/Piece.java",
    examples=('(piece "Disc" Each)', '(piece "Block" Neutral)'),
    words="{role} ~has {name:s}[.\nA(n) {name} may {moves:last}]",
)
def piece(
    b: Builder,
    name: str,
    role: Role = Role.Each,
    facing: Direction | None = None,
    moves: Lazy[Moves] | None = None,
    *,
    max_state: int | None = None,
    max_count: int | None = None,
    max_value: int | None = None,
) -> Piece:
    """A kind of piece.

    Args:
        name: what it is called; the number of its owner is put behind the name
        role: whose it is; `Each` makes one kind for every player
        facing: the direction it looks in
        moves: how pieces of this kind move
        max_state: the greatest state they can have, for the reader: any number can be kept
        max_count: how many there can be on one site, likewise
        max_value: the greatest value they can have, likewise
    """
    return Piece(name, role, facing, moves, b.span)


@ludeme(
    "hand",
    source="equipment/container/other/Hand.java",
    examples=("(hand Each)", "(hand P1 size:2)"),
    words="{role} ~has a hand beside the board[ of {size} places]",
)
def hand(b: Builder, role: Role, *, size: Annotated[int, Between(1, 5)] = 1) -> HandItem:
    """Places beside the board where a player keeps pieces.

    Any number of pieces of one kind may be on each place.

    Args:
        role: whose; `Each` makes one for every player
        size: how many places
    """
    if not 1 <= size <= MOST_HAND:
        raise b.fail(f"a hand has 1 to {MOST_HAND} places, not {size}")
    return HandItem(role, size, b.span)


@ludeme(
    "regions",
    source="equipment/other/Regions.java",
    examples=("(regions P1 {(sites Side NE) (sites Side SW)})",),
    words="{role} ~owns {sites}",
)
def regions(
    b: Builder,
    name: str | None,
    role: Role | None,
    sites: Lazy[Sites] | tuple[Lazy[Sites], ...] | tuple[Lazy[Int], ...],
) -> Regions:
    """Sets of sites that belong to a player or have a name.

    Args:
        name: what they are called
        role: whose they are
        sites: one set, or several that are counted one by one, or a list of sites
    """
    several = sites if isinstance(sites, tuple) else (sites,)
    return Regions(name, role, several, b.span)

"""The equipment of a game: board, pieces, hands, regions."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, cast

from interpreter.board.geometry.tracks import END
from interpreter.board.graph import Graph
from interpreter.board.shapes.hexagons import hex_hexagon
from interpreter.board.shapes.mancala import mancala
from interpreter.board.shapes.squares import square
from interpreter.board.shapes.triangles import tri_triangle
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import (
    Board,
    DiceItem,
    DominoSet,
    Equipment,
    Flips,
    HandItem,
    Hints,
    Loops,
    MapItem,
    Piece,
    Regions,
    TilePath,
    TrackItem,
    Values,
)
from interpreter.language.signatures import Between, Int, Lazy, Moves, Sites, SiteType
from interpreter.language.words import Direction, Role, WalkStep
from interpreter.rules.builder import Builder
from ludemes.boards.making import built

MOST_HAND = 100
MOST_PIPS = 9
# The dice that a move uses are a set in one of the numbers that it carries.
MOST_DICE, MOST_FACES = 14, 1000


class StoreType(Enum):
    """Where the stores of a board for sowing are."""

    NONE = "None"
    Inner = "Inner"
    Outer = "Outer"


class TrackEnd(Enum):
    """Where pieces leave the board."""

    End = "End"


@ludeme(
    "equipment",
    source="equipment/Equipment.java",
    examples=('(equipment {(board (hex 5)) (piece "Disc" Each)})',),
    words="{items:lines}",
)
def equipment(
    b: Builder,
    items: tuple[Board | Piece | DominoSet | Regions | HandItem | MapItem | DiceItem | Hints, ...],
) -> Equipment:
    """What the game is played with.

    Args:
        items: the board, the pieces, the dominoes, the hands, the regions, the maps, the dice, the
            hints
    """
    return Equipment(items, b.span)


@ludeme(
    "board",
    source="equipment/container/board/Board.java",
    examples=("(board (square 8))", "(board (square 9) use:Vertex)"),
    words="the board is {graph}[{use|Edge=, played on its edges}][, with {tracks}]"
    "[, with {values}]",
)
def board(
    b: Builder,
    graph: Lazy[Graph],
    tracks: TrackItem | tuple[TrackItem, ...] = (),
    values: Values | None = None,
    *,
    use: SiteType = SiteType.CELL,
    large_stack: bool = False,
) -> Board:
    """The board.

    On points, the class of directions `Adjacent`, which most rules take if none is given, follows
    the lines of the board alone; `All` goes straight across its squares as well. The page on
    directions shows each class on each kind of board.

    Args:
        graph: its shape
        tracks: ways along which pieces go round it
        values: in a puzzle, the values that its sites can have
        use: whether pieces stand on its cells, its vertices or its edges
        large_stack: up to 256 pieces can stand on each other, where else it is 32
    """
    ways = tracks if isinstance(tracks, tuple) else (tracks,)
    return Board(graph, use, b.span, ways, values=values, large_stacks=large_stack)


class Tiling(Enum):
    """What a plane is paved with."""

    Square = "Square"
    Hexagonal = "Hexagonal"
    Triangular = "Triangular"


@ludeme(
    "boardless",
    source="equipment/container/board/Boardless.java",
    examples=("(boardless Hexagonal)", "(boardless Square 9)"),
    words="there is no board: pieces lie on a plane of {tiling} cells",
)
def boardless(
    b: Builder,
    tiling: Tiling,
    dimension: Annotated[int, Between(1, 63)] = 41,
    *,
    large_stack: bool = False,
) -> Board:
    """A plane without corners and sides, as large as the number says; nothing lies beyond.

    Args:
        tiling: the shape of its cells
        dimension: how many cells lie side by side at most
        large_stack: up to 256 pieces can stand on each other, where else it is 32
    """
    cells = SiteType.CELL
    if tiling is Tiling.Hexagonal:
        graph = lambda: built(b, hex_hexagon, dimension // 2 + 1)  # noqa: E731
    elif tiling is Tiling.Square:
        graph = lambda: built(b, square, dimension, cells)  # noqa: E731
    else:
        graph = lambda: built(b, tri_triangle, dimension, cells)  # noqa: E731
    return Board(graph, cells, b.span, (), bounded=False, large_stacks=large_stack)


@ludeme(
    "mancalaBoard",
    source="equipment/container/board/custom/MancalaBoard.java",
    examples=(
        '(mancalaBoard 2 6 (track "Track" "1,E,N,W" loop:True))',
        '(mancalaBoard 4 8 store:None (track "Track" {0..7 15..8} loop:True))',
    ),
    words="the board has {rows} rows of {columns} holes[, with {tracks}]",
    ahead={"store": "tracks", "numStores": "tracks", "largeStack": "tracks"},
)
def mancala_board(
    b: Builder,
    rows: Annotated[int, Between(2, 4)],
    columns: Annotated[int, Between(2, 8)],
    tracks: TrackItem | tuple[TrackItem, ...] = (),
    *,
    store: StoreType = StoreType.Outer,
    num_stores: int = 2,
    large_stack: bool = False,
) -> Board:
    """The board for sowing: rows of holes, and a store beside them on the left and on the right.

    Args:
        rows: how many rows, from 2 to 6
        columns: how many holes in each
        tracks: ways along which seeds are sown
        store: `None` for a board without stores
        num_stores: how many stores there are: 2
        large_stack: up to 256 pieces can stand on each other, where else it is 32
    """
    if store is StoreType.Inner or num_stores != 2:
        raise b.fail("a store is beside the holes on either side, or there is none",
                     "store:Outer or store:None", code="store")  # fmt: skip
    stores = store is StoreType.Outer
    graph = lambda: built(b, mancala, rows, columns, stores=stores)  # noqa: E731
    several = tracks if isinstance(tracks, tuple) else (tracks,)
    return Board(graph, SiteType.VERTEX, b.span, several, large_stacks=large_stack)


@ludeme(
    "surakartaBoard",
    source="equipment/container/board/custom/SurakartaBoard.java",
    examples=("(surakartaBoard (square 6))", "(surakartaBoard (square 8) loops:2 from:2)"),
    grown=False,
    words="the board is {graph}, with loops around its corners",
)
def surakarta_board(
    b: Builder,
    graph: Lazy[Graph],
    *,
    loops: int | None = None,
    from_: int = 1,
    large_stack: bool = False,
) -> Board:
    """A board whose rows and columns go on around its corners, and so join into loops.

    Each loop consists of the two rows and the two columns that are equally far from the rim. Every
    loop is a track in either direction, along which `(move Slide "AllTracks")` goes.

    Args:
        graph: a square or a rectangle of points
        loops: how many loops; if not given, as many as all lines but the outer ones make
        from_: how far from the rim the first loop runs
        large_stack: up to 256 pieces can stand on each other, where else it is 32
    """
    ways = Loops(loops, from_)
    return Board(graph, SiteType.VERTEX, b.span, loops=ways, large_stacks=large_stack)


@ludeme(
    "track",
    source="equipment/container/board/Track.java",
    examples=(
        '(board (square 3) (track "Ring" "0,E,N,W,S1" loop:True))',
        '(board (square 3) (track "Way" {0..2 5 End} P1 directed:True))',
        '(board (square 3) (track "Way" {"A1" "B1" "C1" "C2" End}))',
    ),
    grown=False,
    words="the track “{name}”",
    ahead={"loop": "owner"},
)
def track(
    b: Builder,
    name: str,
    path: str | tuple[int | TrackEnd | str, ...],
    owner: Role | int | None = None,
    *,
    loop: bool = False,
    directed: bool = False,
) -> TrackItem:
    """A way along which pieces go round the board.

    Args:
        name: what it is called
        path: its sites in order, by number or label; or a text of sites and directions, such as
            `0,E,N2,End`, where a direction goes on to the edge of the board or so many steps, and
            at `End` pieces leave
        owner: whose it is; nobody's if not given
        loop: from its last site it goes on to the first
        directed: it is never gone backwards
    """
    number = owner if isinstance(owner, int) else (owner.player if owner is not None else 0)
    if number is None:
        raise b.fail(f"no track can belong to {owner}", code="no-such-player")
    if isinstance(path, tuple):
        path = tuple(END if isinstance(one, TrackEnd) else one for one in path)
    return TrackItem(name, path, number, loop, directed, b.span)


@ludeme(
    "flips",
    source="game/util/moves/Flips.java",
    examples=('(piece "Disc" Neutral (flips 1 2))',),
    words="turned over, {first:digits} becomes {second:digits} and {second:digits} {first:digits}",
)
def flips(b: Builder, first: int, second: int) -> Flips:
    """The two states of a piece that has two sides.

    Args:
        first: its state with one side up
        second: its state with the other side up
    """
    return Flips(first, second)


@ludeme(
    "piece",
    source="equipment/component/Piece.java",
    examples=('(piece "Disc" Each)', '(piece "Block" Neutral)'),
    words="{role} ~has {name:s}[, which face {facing}][.\nA(n) {name} may {moves:last}]",
)
def piece(
    b: Builder,
    name: str,
    role: Role = Role.Each,
    facing: Direction | None = None,
    flips: Flips | None = None,
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
        flips: its two states, where it has two sides that `flip` turns over
        moves: how pieces of this kind move
        max_state: the greatest state they can have, for the reader: any number can be kept
        max_count: how many there can be on one site, likewise
        max_value: the greatest value they can have, likewise
    """
    return Piece(name, role, facing, moves, b.span, flips)


@ludeme(
    "tile",
    source="equipment/component/tile/Tile.java",
    examples=(
        '(tile "Domino" Each {F})',
        '(tile "L" Each {{F R F F} {F L F F}} numSides:4)',
        '(tile "Cross" numSides:4 {(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)})',
    ),
    exclusive=(("slots", "slotsPerSide"),),
    grown=False,
    words="{role} ~has {name:s}[ with {paths:and}][.\nA(n) {name} may {moves:last}]",
    ahead={"numSides": "paths", "slots": "paths", "slotsPerSide": "paths"},
)
def tile(
    b: Builder,
    name: str,
    role: Role = Role.Each,
    walks: tuple[WalkStep, ...] | tuple[tuple[WalkStep, ...], ...] = (),
    paths: tuple[TilePath, ...] = (),
    flips: Flips | None = None,
    moves: Lazy[Moves] | None = None,
    *,
    num_sides: int | None = None,
    slots: tuple[int, ...] | None = None,
    slots_per_side: int = 1,
    max_state: int | None = None,
) -> Piece:
    """A tile; with a walk, a large piece that covers every site which the walk passes.

    A large piece lies with the start of its walk on its anchor. Its state is four times the number
    of the walk, from 0, and the direction in which the walk starts: north, east, south or west.

    Args:
        name: what it is called; the number of its owner is put behind the name
        role: whose it is; `Each` makes one kind for every player
        walks: the steps from site to site, or several such walks, such as one for each side up
        paths: the paths on it; its sides count clockwise from the north
        flips: its two states, where it has two sides that `flip` turns over
        moves: how pieces of this kind move
        num_sides: how many sides it has; those of a cell of the board if not given
        slots: how many places each side has where paths end, the same number for all
        slots_per_side: the same, as one number
        max_state: the greatest state it can have, likewise
    """
    several = tuple(one if isinstance(one, tuple) else (one,) for one in walks)
    alone = bool(walks) and not isinstance(walks[0], tuple)
    ways = (cast(tuple[WalkStep, ...], walks),) if alone else several
    if slots is not None and len(set(slots)) > 1:
        raise b.fail(
            "all sides of a tile have the same number of slots",
            "slotsPerSide: is their number",
            code="tile-slots",
        )
    places = slots[0] if slots else slots_per_side
    return Piece(name, role, None, moves, b.span, flips, ways, paths, num_sides, places)


@ludeme(
    "path",
    source="equipment/component/tile/Path.java",
    examples=('(tile "Bend" numSides:4 {(path from:0 to:1 colour:1)})',),
    grown=False,
    words="a path of colour {colour:digits} from side {from:digits} to side {to:digits}",
)
def path(
    b: Builder, *, from_: int, slots_from: int = 0, to: int, slots_to: int = 0, colour: int
) -> TilePath:
    """A path on a tile, from one side to another.

    Args:
        from_: the side where it begins, from 0, clockwise from the north
        slots_from: the slot of that side, from 0, clockwise
        to: the side where it ends
        slots_to: the slot of that side
        colour: its colour, from 1; that of a player is his number
    """
    if colour < 1:
        raise b.fail("colours of paths count from 1", code="tile-colours")
    return TilePath(from_, slots_from, to, slots_to, colour)


@ludeme(
    "dominoes",
    source="equipment/other/Dominoes.java",
    examples=("(dominoes)", "(dominoes upTo:3)"),
    grown=False,
    words="the players share a set of dominoes, with 0 to {upTo:digits} pips on each half",
)
def dominoes(b: Builder, *, up_to: int = 6) -> DominoSet:
    """A set of dominoes: one for each pair of numbers of pips, which nobody owns alone.

    A domino is a large piece that covers two sites by four. Those that lie neither on the board nor
    in a hand are in the bag; `(count Pieces "Bag")` is their number. They are called `Domino00`,
    `Domino01` and so on.

    Args:
        up_to: the greatest number of pips, at most 9
    """
    if not 0 <= up_to <= MOST_PIPS:
        raise b.fail(
            f"a domino has 0 to {MOST_PIPS} pips on each half, not {up_to}", code="number-of-pips"
        )
    return DominoSet(up_to, b.span)


@ludeme(
    "hand",
    source="equipment/container/other/Hand.java",
    examples=("(hand Each)", "(hand P1 size:2)"),
    keeps=("several",),
    words="{role} ~has a hand beside the board[ of {size} places]",
)
def hand(b: Builder, role: Role, *, size: Annotated[int, Between(1, 5)] = 1) -> HandItem:
    """Places beside the board where a player keeps pieces.

    Any number of pieces of one kind may be on each place, and on a site of the board where a piece
    comes to one of its own kind.

    Args:
        role: whose; `Each` makes one for every player
        size: how many places
    """
    if not 1 <= size <= MOST_HAND:
        raise b.fail(f"a hand has 1 to {MOST_HAND} places, not {size}", code="size-of-hand")
    return HandItem(role, size, b.span)


@ludeme(
    "dice",
    source="equipment/container/other/Dice.java",
    examples=(
        "(dice num:2)",
        "(dice d:4 from:0 num:3)",
        "(dice faces:{1 2 5 6} num:2)",
        "(dice facesByDie:{{0 1} {0 5}} num:2)",
    ),
    exclusive=(("faces", "facesByDie", "from"),),
    keeps=("counts",),
    grown=False,
    words="there are {num} dice[ with the faces {faces:list}]",
    ahead={"d": "role", "faces": "role", "facesByDie": "role", "from": "role"},
)
def dice(
    b: Builder,
    role: Role = Role.Shared,
    *,
    d: int = 6,
    faces: tuple[int, ...] | None = None,
    faces_by_die: tuple[tuple[int, ...], ...] | None = None,
    from_: int = 1,
    num: int,
    biased: tuple[int, ...] = (),
) -> DiceItem:
    """Dice, each of which lies on a place of its own behind all hands.

    Args:
        role: whose they are: everybody's
        d: how many faces each has, with numbers one after the other
        faces: the numbers on the faces instead
        faces_by_die: the numbers on the faces of each die
        from_: the lowest number
        num: how many dice
        biased: for the reader: each face is as likely as the others
    """
    if role is not Role.Shared:
        raise b.fail("dice belong to everybody", "(dice Shared num:2)", code="dice-of-all")
    if not 1 <= num <= MOST_DICE or not 1 <= d <= MOST_FACES:
        message = f"a game has 1 to {MOST_DICE} dice, each with 1 to {MOST_FACES} faces"
        raise b.fail(message, code="number-of-dice")
    plain = tuple(range(from_, from_ + d)) if faces is None else faces
    made = (plain,) * num if faces_by_die is None else faces_by_die
    if len(made) != num or not all(made):
        raise b.fail(f"each of {num} dice has faces", code="number-of-dice")
    return DiceItem(made, b.span)


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

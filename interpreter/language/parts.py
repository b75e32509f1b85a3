"""What structural ludemes give: the parts of a game, before it becomes a program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from interpreter.board.graph import Graph
from interpreter.board.topology import SiteType
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.signatures import Lazy, Moves, Range
from interpreter.language.words import Direction, RegionKind, Role, WalkStep
from interpreter.text.errors import Span


class StartRule:
    """What a start rule gives: its instructions are in the program."""


@dataclass(frozen=True, slots=True)
class EndRule:
    """What an end rule gives: its instructions are in the program.

    Args:
        holds: whether its condition holds, so that of several none after it is asked
    """

    holds: Bool


class Result:
    """What a result of the game gives: its instructions are in the program."""


STARTED, CONCLUDED = StartRule(), Result()


@dataclass(frozen=True, slots=True)
class TrackItem:
    """A way along which pieces go round the board.

    Args:
        path: the sites in order, by number or label, or these and directions in one text
        owner: the number of the player whose it is, 0 for nobody
        loop: from its last site it goes on to the first
        directed: it is never gone backwards
    """

    name: str
    path: str | tuple[int | str, ...]
    owner: int
    loop: bool
    directed: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Values:
    """The values that sites of a kind can have in a puzzle."""

    use: SiteType
    range: Range


@dataclass(frozen=True, slots=True)
class Loops:
    """Loops around the corners of a board.

    Args:
        count: how many; None for as many as there is room for
        first: how far from the rim the first one runs
    """

    count: int | None
    first: int


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its graph, made only once the kind of its sites is known, and that kind.

    Args:
        tracks: the ways along which pieces go round it
        bounded: it has a border; else it stands for a plane, and has neither corners nor sides
        large_stacks: more pieces than usual can stand on each other
        loops: how many loops lead around its corners, and how far from the rim the first one runs
    """

    graph: Lazy[Graph]
    use: SiteType
    span: Span
    tracks: tuple[TrackItem, ...] = ()
    bounded: bool = True
    values: Values | None = None
    large_stacks: bool = False
    loops: Loops | None = None


@dataclass(frozen=True, slots=True)
class Flips:
    """The two states that a piece has when it is turned over and turned back."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class TilePath:
    """A path on a tile, from a slot of one side to a slot of another.

    Args:
        start: the side where it begins, from 0, clockwise from the north
        start_slot: the slot of that side, from 0, clockwise
        end, end_slot: the same for the other end
        colour: its number
    """

    start: int
    start_slot: int
    end: int
    end_slot: int
    colour: int


@dataclass(frozen=True, slots=True)
class Rotations:
    """The directions to which a tile can be turned."""

    directions: tuple[Direction, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece in the equipment: `Each` stands for one of every player.

    Args:
        walks: of a large piece, the ways that pass the sites it covers
        paths: the paths on a tile
        sides: how many sides a tile has, if that is said
        slots: how many places each side has where paths end
        pips: of a domino, the numbers on its two halves
    """

    name: str
    role: Role
    facing: Direction | None
    moves: Lazy[Moves] | None
    span: Span
    flips: Flips | None = None
    walks: tuple[tuple[WalkStep, ...], ...] = ()
    paths: tuple[TilePath, ...] = ()
    sides: int | None = None
    slots: int = 1
    pips: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DominoSet:
    """A set of dominoes: one for each pair of numbers of pips, up to the greatest."""

    most: int
    span: Span


@dataclass(frozen=True, slots=True)
class Regions:
    """Named sets of sites, of a player or of nobody.

    Args:
        kinds: sorts of regions that every board has, instead of sites
    """

    name: str | None
    role: Role | None
    sites: tuple[Lazy[Sites] | Lazy[Int], ...]
    span: Span
    kinds: tuple[RegionKind, ...] = ()


@dataclass(frozen=True, slots=True)
class HintItem:
    """A hint of a puzzle: sites, and a number that says something of them.

    Args:
        use: what kind of sites; the board's if not said
    """

    sites: tuple[int, ...]
    number: int | None
    use: SiteType | None
    span: Span


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints of a puzzle."""

    several: tuple[HintItem, ...]


@dataclass(frozen=True, slots=True)
class SoMany:
    """So many pieces with a name, with their owner's number."""

    name: str
    count: Int


@dataclass(frozen=True, slots=True)
class HandItem:
    """Places beside the board for a player's pieces: as many for each whom the role means."""

    role: Role
    size: int
    span: Span


@dataclass(frozen=True, slots=True)
class MapPair:
    """A number and what it stands for; a text is the label of a site, or a piece."""

    key: Lazy[Int] | Role | str
    value: Lazy[Int] | Role | str


@dataclass(frozen=True, slots=True)
class MapItem:
    """Numbers that stand for others."""

    name: str | None
    pairs: tuple[MapPair, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class DiceItem:
    """Dice: the numbers on the faces of each."""

    faces: tuple[tuple[int, ...], ...]
    span: Span


Item = Board | Piece | DominoSet | Regions | Hints | HandItem | MapItem | DiceItem


@dataclass(frozen=True, slots=True)
class OnePlayer:
    """A player, and the direction he looks in."""

    facing: Direction


@dataclass(frozen=True, slots=True)
class Players:
    """How many players take part, and where they look, if that is said."""

    count: int
    facing: tuple[Direction, ...] = ()


@dataclass(frozen=True, slots=True)
class Equipment:
    """Boards, pieces, regions."""

    items: tuple[Item, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Play:
    """The moves of a game or of a phase."""

    moves: Lazy[Moves]


@dataclass(frozen=True, slots=True)
class End:
    """The end rules of a game or of a phase."""

    rules: tuple[Lazy[EndRule], ...]


@dataclass(frozen=True, slots=True)
class Start:
    """The start rules."""

    rules: tuple[Lazy[StartRule], ...]


@dataclass(frozen=True, slots=True)
class Swap:
    """The second player may take over the first player's colour."""


@dataclass(frozen=True, slots=True)
class NoRepeat:
    """No move may repeat a position: of the game, or only of the turn."""

    in_turn: bool


@dataclass(frozen=True, slots=True)
class NoSuicide:
    """No move by which the player who makes it loses."""


@dataclass(frozen=True, slots=True)
class PassNoEnd:
    """A round of passes does not end the game."""


@dataclass(frozen=True, slots=True)
class Automove:
    """A site for which a move leaves only one move is dealt with by that at once."""


MetaRule = Swap | NoRepeat | NoSuicide | PassNoEnd | Automove


@dataclass(frozen=True, slots=True)
class Meta:
    """Rules above the rules."""

    rules: tuple[MetaRule, ...]


@dataclass(frozen=True, slots=True)
class NextPhase:
    """When a player leaves a phase (None: everybody), and for which (None: the following one)."""

    who: Role | Lazy[Int] | None
    condition: Lazy[Bool] | None
    name: str | None
    span: Span


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the game, for one player or for all."""

    name: str
    role: Role | None
    play: Play
    end: End | None
    following: tuple[NextPhase, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Rules:
    """How a game goes."""

    meta: Meta | None
    start: Start | None
    phases: tuple[Phase, ...]
    end: End | None


@dataclass(frozen=True, slots=True)
class Match:
    """What a match adds to the games that it plays, each once or several times.

    Args:
        games: what is played, the first game first
        end: when the match ends
    """

    games: tuple[Subgame, ...]
    end: End


@dataclass(frozen=True, slots=True)
class Mode:
    """How players take turns: one after another, or all at once."""

    at_once: bool


@dataclass(frozen=True, slots=True)
class GameRules:
    """A whole game, or a match of several."""

    name: str
    players: Players
    equipment: Equipment
    rules: Rules
    match: Match | None = None
    at_once: bool = False

    @property
    def games(self) -> tuple[GameRules, ...]:
        """The games of a match; of other rules, they themselves."""
        return (self,) if self.match is None else tuple(one.game for one in self.match.games)


@dataclass(frozen=True, slots=True)
class Subgame:
    """A game of a match.

    Args:
        following: the number of the game that comes after it, from 0; the next in the list, and
            the first after the last, if not given
        result: what it adds to the score of who has won it
    """

    game: GameRules
    following: Lazy[Int] | None
    result: Lazy[Int] | None
    span: Span


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a match."""

    several: tuple[Subgame, ...]


# What the equipment comes to


SPOKEN = {"DoubleCounter": "King"}
"""What pieces are called whose names in rule files say what they look like: two counters."""


def spoken(name: str) -> str:
    """What people call a piece; without the number of its owner."""
    return SPOKEN.get(name, name)


Bodies = tuple[tuple[tuple[int, ...], ...], ...]
"""The sites that a large piece covers, in each state and from each site; none where it cannot."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece.

    Args:
        number: counts from 1
        name: its name, with the owner's number behind it
        owner: whose it is; 0 is nobody, one more than there are players is everybody
        facing: where it looks
        moves: how pieces of this kind move
        flips: the states between which they are turned over
        bodies: of large pieces, the sites that they cover, in each state and from each site
        part: it lies where a large piece covers a site besides the one it stands on
        paths: the paths on it
        slots: how many places each of its sides has where paths end
        pips: of a domino, the numbers on its two halves
    """

    number: int
    name: str
    owner: int
    facing: Direction = Direction.N
    moves: Lazy[Moves] | None = field(default=None, compare=False)
    flips: Flips | None = field(default=None, compare=False)
    bodies: Bodies = ()
    part: bool = False
    paths: tuple[TilePath, ...] = ()
    slots: int = 1
    pips: tuple[int, ...] = ()

    @property
    def bare(self) -> str:
        """Its name without any number behind it."""
        return self.name.rstrip("0123456789")

    def __reduce__(self) -> tuple[type[PieceKind], tuple[object, ...]]:
        """A copy elsewhere has no rules."""
        known = self.number, self.name, self.owner, self.facing
        shape = self.bodies, self.part, self.paths, self.slots, self.pips
        return type(self), (*known, None, None, *shape)


def covering(pieces: Iterable[PieceKind]) -> set[int]:
    """The numbers of the kinds that lie where large pieces cover sites besides their own."""
    return {one.number for one in pieces if one.part}


@dataclass(frozen=True, slots=True)
class Hand:
    """Places beside the board where a player keeps pieces; numbered after the sites before it."""

    owner: int
    sites: range


@dataclass(frozen=True, slots=True)
class OtherSites:
    """The sites of a kind that is not the board's own; numbered after those of hands."""

    kind: SiteType
    sites: range


# Parts of moves


@dataclass(frozen=True, slots=True)
class Apply:
    """An effect that is part of a move, on a condition."""

    condition: Lazy[Bool] | None
    effect: Lazy[Moves] | None


@dataclass(frozen=True, slots=True)
class From:
    """Where a move starts: a site or a set, a condition on `(from)`, and the level of a piece."""

    sites: Lazy[Int | Sites] | None
    condition: Lazy[Bool] | None
    level: Lazy[Int] | None = None


@dataclass(frozen=True, slots=True)
class To:
    """Where a move ends: a site or a set, a condition on `(to)`, an effect, and a level there.

    Args:
        rotations: how a tile can be turned that is put there, where that is said
    """

    sites: Lazy[Int | Sites] | None
    condition: Lazy[Bool] | None
    apply: Apply | None
    level: Lazy[Int] | None = None
    rotations: Rotations | None = None


@dataclass(frozen=True, slots=True)
class BetweenPart:
    """What lies between: a condition on `(between)`, and an effect on each such site.

    Args:
        range: how many such sites
        before, after: how many free sites may lie before and behind them
        trail: the piece that is left where the piece was and on them
    """

    condition: Lazy[Bool] | None
    apply: Apply | None
    range: Range | None = None
    before: Lazy[Int] | None = None
    after: Lazy[Int] | None = None
    trail: Lazy[Int] | None = None


@dataclass(frozen=True, slots=True)
class PiecePart:
    """Which pieces a move is about: each by name or by number, and in which state."""

    pieces: tuple[str | Lazy[Int], ...]
    state: Lazy[Int] | None = None


@dataclass(frozen=True, slots=True)
class Then:
    """What follows a move; `last` where it comes when all players have moved."""

    moves: Lazy[Moves]
    last: bool = False


# How a game wants to be drawn


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of a picture.

    Args:
        name: in plain words; nothing for one that is given by its shares
        code: `#rrggbb`; nothing for what is not to be seen
    """

    name: str
    code: str


@dataclass(frozen=True, slots=True)
class Area:
    """A region of the equipment, or other sites that a hint colours.

    Args:
        name: what the rules call it, if they do
        owner: the number of its player; 0 for nobody
        parts: the sites of each of its parts
        colour: what a hint says of it; None if none does
    """

    name: str
    owner: int
    parts: tuple[tuple[int, ...], ...]
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign that is drawn on sites of the board."""

    shape: str
    sites: tuple[int, ...]
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class Graphics:
    """What is known of how a game is drawn: its regions, and the hints of its metadata.

    Args:
        players: the colour of a player, by his number
        pieces: the colour of a kind of piece, by its number
        chequered: whether squares are of two tones; None if no hint says it
        hints: of a puzzle, those with a number
        orders: of a puzzle, the pairs of sites of which the first has the smaller value
        arcs: pairs of sites that an arc around a corner of the board joins
        piled: several pieces may be on a site of the board, by what rules say of their number;
            where like pieces only happen to meet, it is not
    """

    players: Mapping[int, Colour] = field(default_factory=dict[int, Colour])
    pieces: Mapping[int, Colour] = field(default_factory=dict[int, Colour])
    chequered: bool | None = None
    areas: tuple[Area, ...] = ()
    signs: tuple[Sign, ...] = ()
    hints: tuple[HintItem, ...] = ()
    orders: tuple[tuple[int, int], ...] = ()
    arcs: tuple[tuple[int, int], ...] = ()
    piled: bool = False

"""The frame of a game: players, equipment, rules, phases, and rules above the rules."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.board.graph import Graph
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import (
    Board,
    End,
    EndRule,
    Equipment,
    GameRules,
    HandItem,
    MapItem,
    Meta,
    NextPhase,
    NoRepeat,
    OnePlayer,
    PassNoEnd,
    Phase,
    Piece,
    Play,
    Players,
    Regions,
    Rules,
    Start,
    StartRule,
    Swap,
)
from interpreter.language.signatures import (
    Between,
    Bool,
    Int,
    Lazy,
    LazyPlayer,
    Moves,
    Sites,
    SiteType,
)
from interpreter.language.words import Direction, Role
from interpreter.rules.builder import Builder

MOST_HAND = 100


class Mode(Enum):
    """How players take turns."""

    Alternating = "Alternating"


class Repetition(Enum):
    """What makes two positions the same."""

    Positional = "Positional"
    PositionalInTurn = "PositionalInTurn"


class NoEnd(Enum):
    """What a round of passes does."""

    NoEnd = "NoEnd"


@ludeme(
    "game",
    source="Game.java",
    examples=(
        '(game "Fill" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) '
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))",
    ),
    words="{rules}",
)
def game(
    b: Builder,
    name: str,
    players: Players,
    mode: Mode | None,
    equipment: Equipment,
    rules: Rules,
) -> GameRules:
    """A whole game.

    Args:
        name: what the game is called
        players: how many play
        mode: how they take turns
        equipment: the board and the pieces
        rules: how the game starts, goes on and ends
    """
    return GameRules(name, players, equipment, rules)


@ludeme(
    "players",
    source="players/Players.java",
    examples=("(players 2)",),
    words="{count} player(s)",
)
def players(b: Builder, count: Annotated[int, Between(1, 4)]) -> Players:
    """How many players there are.

    Args:
        count: the number of players, 1 to 16
    """
    return Players(b.players.so_many(count))


@ludeme(
    "players",
    source="players/Players.java",
    examples=("(players {(player N) (player S)})",),
    words="players who look {several}",
)
def players_facing(b: Builder, several: tuple[OnePlayer, ...]) -> Players:
    """The players one by one.

    Args:
        several: each player, in order
    """
    return Players(b.players.so_many(len(several)), tuple(one.facing for one in several))


@ludeme(
    "player",
    source="players/Player.java",
    examples=("(players {(player N) (player S)})",),
    words="{facing}",
)
def one_player(b: Builder, facing: Direction) -> OnePlayer:
    """A player.

    Args:
        facing: the direction he looks in
    """
    return OnePlayer(facing)


@ludeme(
    "equipment",
    source="equipment/Equipment.java",
    examples=('(equipment {(board (hex 5)) (piece "Disc" Each)})',),
    words="{items:lines}",
)
def equipment(
    b: Builder, items: tuple[Board | Piece | Regions | HandItem | MapItem, ...]
) -> Equipment:
    """What the game is played with.

    Args:
        items: the board, the pieces, the hands, the regions, the maps
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


@ludeme(
    "rules",
    source="rules/Rules.java",
    examples=(
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw))))",
    ),
    words="{meta, start, play, phases, end:lines}",
)
def rules(
    b: Builder,
    meta: Meta | None = None,
    start: Start | None = None,
    play: Play | None = None,
    end: End | None = None,
    *,
    phases: tuple[Phase, ...] = (),
) -> Rules:
    """How the game starts, goes on and ends.

    Args:
        meta: rules above the rules
        start: what stands on the board at the start
        play: the moves, unless the phases say
        end: when the game ends, and who has won
        phases: the phases of the game, each with moves of its own
    """
    if play is None and not phases:
        raise b.fail("(rules ...) lacks its (play ...)")
    if play is not None:
        phases = (Phase("", None, play, None, (), b.span), *phases)
    return Rules(meta, start, phases, end)


@ludeme(
    "play",
    source="rules/play/Play.java",
    examples=("(play (move Add (to (sites Empty))))",),
    words="on your turn, {moves:last}",
)
def play(b: Builder, moves: Lazy[Moves]) -> Play:
    """The moves of the game.

    Args:
        moves: what the mover may do
    """
    return Play(moves)


@ludeme(
    "start",
    source="rules/start/Start.java",
    examples=('(start (place "Disc1" (sites Bottom)))',),
    words="{rules:lines}",
)
def start(b: Builder, rules: Lazy[StartRule] | tuple[Lazy[StartRule], ...]) -> Start:
    """What happens before the first move.

    Args:
        rules: the start rules, in order
    """
    return Start(rules if isinstance(rules, tuple) else (rules,))


@ludeme(
    "end",
    source="rules/end/End.java",
    examples=("(end (if (is Line 3) (result Mover Win)))",),
    words="{rules:cases}",
)
def end(b: Builder, rules: Lazy[EndRule] | tuple[Lazy[EndRule], ...]) -> End:
    """When the game ends, and who has won.

    Args:
        rules: all are asked in order after every move; the first to decide a player's rank counts
    """
    return End(rules if isinstance(rules, tuple) else (rules,))


@ludeme(
    "meta",
    source="rules/meta/Meta.java",
    examples=("(meta (swap))",),
    words="{rules:lines}",
)
def meta(
    b: Builder, rules: Swap | NoRepeat | PassNoEnd | tuple[Swap | NoRepeat | PassNoEnd, ...]
) -> Meta:
    """Rules above the rules.

    Args:
        rules: which
    """
    return Meta(rules if isinstance(rules, tuple) else (rules,))


@ludeme(
    "swap",
    source="rules/meta/Swap.java",
    examples=("(meta (swap))",),
    words="after the first move, the second player may swap colours instead of moving",
)
def swap(b: Builder) -> Swap:
    """After the first move the second player may take over the first player's colour."""
    return Swap()


@ludeme(
    "no Repeat",
    source="rules/meta/no/repeat/NoRepeat.java",
    examples=("(meta (no Repeat))",),
    words="no move may bring back an earlier position",
)
def no_repeat(b: Builder, kind: Repetition = Repetition.Positional) -> NoRepeat:
    """No move may bring back an earlier position.

    Args:
        kind: which positions: all of the game (`Positional`), or those that moves of the present
            turn have led to, or of the turn before for the first move of one (`PositionalInTurn`);
            what stands where makes two of them the same
    """
    return NoRepeat(in_turn=kind is Repetition.PositionalInTurn)


@ludeme(
    "passEnd",
    source="rules/meta/PassEnd.java",
    examples=("(meta (passEnd NoEnd))",),
    words="passing does not end the game",
)
def pass_end(b: Builder, kind: NoEnd) -> PassNoEnd:
    """A round in which everybody passes does not end the game.

    Args:
        kind: `NoEnd`
    """
    return PassNoEnd()


@ludeme(
    "phase",
    source="rules/phase/Phase.java",
    examples=('(phase "Opening" (play (move Add (to (sites Empty)))) (nextPhase "Main"))',),
    words="phase “{name}”[ of {role}]: {play, end, following:lines}",
)
def phase(
    b: Builder,
    name: str,
    role: Role | None,
    play: Play,
    end: End | None = None,
    following: NextPhase | tuple[NextPhase, ...] = (),
) -> Phase:
    """A phase of the game; players are in phases independently.

    Args:
        name: what it is called
        role: whose phase it is; everybody's if not given
        play: its moves
        end: end rules asked while the mover is in this phase
        following: the ways out, of which the first that applies is taken
    """
    ways = following if isinstance(following, tuple) else (following,)
    everyone = role in (Role.Shared, Role.All, Role.Each)
    return Phase(name, None if everyone else role, play, end, ways, b.span)


@ludeme(
    "nextPhase",
    source="rules/phase/NextPhase.java",
    examples=('(nextPhase "Main")', '(nextPhase Mover (is Full) "Main")'),
    words="after that the next phase follows",
)
def next_phase(
    b: Builder,
    who: LazyPlayer | None = None,
    condition: Lazy[Bool] | None = None,
    name: str | None = None,
) -> NextPhase:
    """A way out of a phase, looked at after every move.

    Args:
        who: whose; everybody's who is in the phase if not given
        condition: when; always if not given
        name: where to; the next phase in the list if not given
    """
    return NextPhase(who, condition, name, b.span)

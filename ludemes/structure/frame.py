"""The frame of a game: its players, rules and phases, and rules above the rules."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

from interpreter.language.catalogue import ludeme
from interpreter.language.parts import (
    Automove,
    End,
    EndRule,
    Equipment,
    GameRules,
    Meta,
    MetaRule,
    Mode,
    NextPhase,
    NoRepeat,
    NoSuicide,
    OnePlayer,
    PassNoEnd,
    Phase,
    Play,
    Players,
    Rules,
    Start,
    StartRule,
    Swap,
)
from interpreter.language.signatures import Between, Bool, Lazy, LazyPlayer, Moves
from interpreter.language.words import Direction, Role, Turns
from interpreter.rules.builder import Builder
from interpreter.rules.parts.players import EVERYBODY


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
    at_once = mode is not None and mode.at_once and players.count > 1
    return GameRules(name, players, equipment, rules, at_once=at_once)


@ludeme(
    "mode",
    source="mode/Mode.java",
    examples=("(mode Simultaneous)",),
    grown=False,
    words="{turns|Simultaneous=All players move at once|Alternating=}",
)
def mode_of_play(b: Builder, turns: Turns) -> Mode:
    """How players take turns.

    Where all move at once, everybody chooses without knowing what the others choose. Then the moves
    are made in the order of the players, and count as one.

    Args:
        turns: one after another, or all at once
    """
    return Mode(turns is Turns.Simultaneous)


@ludeme(
    "players",
    source="players/Players.java",
    examples=("(players 2)",),
    words="{count} player(s)",
)
def players(b: Builder, count: Annotated[int, Between(1, 4)]) -> Players:
    """How many players there are.

    A game without players is a simulation: all moves that the rules give are made together, as one
    step, and again, until they give none. Somebody looks on, as player 1.

    Args:
        count: the number of players, 0 to 16
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
    "rules",
    source="rules/Rules.java",
    examples=(
        "(rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result All Draw))))",
    ),
    either=(("play", "phases"),),
    words="{meta, start, play, phases, end:lines}",
    ahead={"phases": "end"},
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
        rules: all are asked in order after every move; the first to decide a player's rank counts,
            but for those that rank all, which do so anew
    """
    return End(rules if isinstance(rules, tuple) else (rules,))


@ludeme(
    "meta",
    source="rules/meta/Meta.java",
    examples=("(meta (swap))",),
    words="{rules:lines}",
)
def meta(b: Builder, rules: MetaRule | tuple[MetaRule, ...]) -> Meta:
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
    "no Suicide",
    source="rules/meta/no/simple/NoSuicide.java",
    examples=("(meta (no Suicide))",),
    grown=False,
    words="no move may be made by which the player who makes it loses",
)
def no_suicide(b: Builder) -> NoSuicide:
    """No move may be made by which the player who makes it loses.

    He has lost if it gives him a rank, and no other player has as low a one.
    """
    return NoSuicide()


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
    "automove",
    source="rules/meta/Automove.java",
    examples=("(meta (automove))",),
    keeps=("automove",),
    grown=False,
    words="a site for which only one move is left is dealt with by it at once",
)
def automove(b: Builder) -> Automove:
    """A site for which a move leaves its player only one move is dealt with by that at once.

    That goes on as long as there are such sites. What is done so belongs to the same move.
    """
    return Automove()


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
        role: who may begin in it: everybody, if not given or `Shared`, or one player
        play: its moves
        end: end rules asked while the mover is in this phase
        following: the ways out, of which the first that applies is taken
    """
    ways = following if isinstance(following, tuple) else (following,)
    return Phase(name, None if role is Role.Shared else role, play, end, ways, b.span)


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
        who: whose; everybody's who is in the phase if not given, as of `All`, `Each`, `Shared`
        condition: when; always if not given
        name: where to; the next phase in the list if not given
    """
    everybody = who is Role.Shared or who in EVERYBODY
    return NextPhase(None if everybody else who, condition, name, b.span)

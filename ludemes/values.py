"""What is kept besides pieces: values of pieces and of players, the counter, events."""

from __future__ import annotations

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Lazy, LazyPlayer, Moves, Player
from interpreter.rules.builder import Builder
from interpreter.rules.parts.players import EVERYBODY
from ludemes.moves.parts import EFFECT

VALUE = "functions/ints/value"


# Values


@ludeme(
    "set Value",
    source=f"{EFFECT}/set/player/SetValue.java",
    examples=("(move Pass (then (set Value Mover 3)))",),
    aliases=("move Set Value",),
    words="{who:own} value becomes {value}",
)
def set_value_of_player(b: Builder, who: LazyPlayer, value: Lazy[Int]) -> Moves:
    """Keep a number for a player.

    Args:
        who: the player
        value: the number
    """

    def act() -> None:
        number = value()
        b.players.set_value(b.players.worked_out(who), number)

    if who in EVERYBODY:
        b.players.warn_of_nobody(who, "a value is one player's")
        return MOVES
    return b.moves.effect(act)


@ludeme(
    "set Value",
    source=f"{EFFECT}/set/site/SetValue.java",
    examples=("(move Add (to (sites Empty)) (then (set Value at:(last To) 1)))",),
    aliases=("move Set Value",),
    words="give {at:piece} the value {value:digits}",
    kind_at=0,
    of_hands=True,
    ahead={"at": "value", "level": "value"},
)
def set_value_of_piece(
    b: Builder, value: Lazy[Int], *, at: Lazy[Int], level: Lazy[Int] | None = None
) -> Moves:
    """Set the value of the piece on a site, or of the site, until a piece moves there.

    Args:
        value: its value from now on; nothing changes if it is negative
        at: the site
        level: where pieces stand on each other, the level of the one that is meant, from 0; the top
            if not given
    """

    def act() -> None:
        b.handling.set_value(at(), value(), None if level is None else level())

    return b.moves.effect(act)


@ludeme(
    "value Player",
    source=f"{VALUE}/player/ValuePlayer.java",
    examples=("(value Player Mover)", "(value Player (next))"),
    words="{who:own} value",
)
def value_of_player(b: Builder, who: Player) -> Int:
    """The number kept for a player; -1 before it is set.

    Args:
        who: the player
    """
    return b.players.value(b.players.number(who))


@ludeme(
    "value Piece",
    source=f"{VALUE}/piece/ValuePiece.java",
    examples=("(value Piece at:(last To))",),
    words="the value of {at:piece}",
    kind_at=0,
)
def value_of_piece(b: Builder, *, at: Int, level: Int | None = None) -> Int:
    """The value of the piece on a site; 0 where none was set.

    Args:
        at: the site
        level: where pieces stand on each other, the level of the one that is meant, from 0; the top
            if not given
    """
    return b.pieces.value(at, level)


# The counter


@ludeme(
    "counter",
    source="functions/ints/state/Counter.java",
    examples=("(end (if (= (counter) 50) (result All Draw)))",),
    words="the number of moves since the counter was set",
)
def counter(b: Builder) -> Int:
    """A number that grows by one after every move and its end rules; at first it is -1."""
    return b.turn.counter()


@ludeme(
    "set Counter",
    source=f"{EFFECT}/set/value/SetCounter.java",
    examples=("(move Pass (then (set Counter)))", "(move Pass (then (set Counter 5)))"),
    aliases=("move Set Counter",),
    words=("set the counter to {value}", "set the counter back"),
)
def set_counter(b: Builder, value: Lazy[Int] | None = None) -> Moves:
    """Set the counter, which goes on from there after the move.

    Args:
        value: the number; -1 if not given
    """
    return b.moves.lone_effect(lambda: b.turn.set_counter(b.nothing if value is None else value()))


# Events


@ludeme(
    "trigger",
    source=f"{EFFECT}/Trigger.java",
    examples=('(move Pass (then (trigger "Caught" Next)))',),
    words="note that “{event}” has come about for {who}",
)
def trigger(b: Builder, event: str, who: LazyPlayer) -> Moves:
    """Note that an event has come about for a player; that is never forgotten.

    Args:
        event: its name, for the reader: there is one event for each player
        who: the player
    """

    def act() -> None:
        b.players.trigger(b.players.worked_out(who))

    if who in EVERYBODY:
        b.players.warn_of_nobody(who, "an event is one player's")
        return MOVES
    return b.moves.lone_effect(act)


@ludeme(
    "is Triggered",
    source="functions/booleans/is/triggered/IsTriggered.java",
    examples=('(end (if (is Triggered "Caught" Next) (result Mover Win)))',),
    words="“{event}” ~has come about for {who}",
)
def is_triggered(b: Builder, event: str, who: Player) -> Bool:
    """Whether an event has come about for a player who still takes part.

    Args:
        event: its name, for the reader: there is one event for each player
        who: the player
    """
    return b.players.is_triggered(b.players.number(who))


# Pieces that change places


@ludeme(
    "swap Pieces",
    source=f"{EFFECT}/state/swap/sites/SwapPieces.java",
    examples=("(move Swap Pieces 0 1)", "(move Pass (then (swap Pieces 0 1)))"),
    aliases=("move Swap Pieces",),
    words=(
        "swap {first:piece} and the piece that moved last",
        "swap what stands where the last move began and ended",
    ),
)
def swap_pieces(
    b: Builder, first: Lazy[Int] | None = None, second: Lazy[Int] | None = None
) -> Moves:
    """Let the pieces on two sites change places; the first keeps its state, the second does not.

    Args:
        first: one site; where the last move came from if not given
        second: the other; the last move's destination if not given
    """
    origin = b.turn.last_from() if first is None else first()
    target = b.turn.last_to() if second is None else second()

    def act(one: Int, other: Int) -> None:
        kind = b.pieces.what(other)
        b.handling.carry(one, other)
        # In what follows a move, one that is no site may be meant.
        b.each(b.single(one), lambda site: b.handling.set(site, kind))

    return b.moves.move("Swap", origin, b.single(target), act)

"""Numbers that say how the game stands: players, the last move, scores, what the rules keep."""

from __future__ import annotations

from enum import Enum

from interpreter.ir.values import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Player, Site
from interpreter.rules.builder import Builder


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


class Before(Enum):
    """Which of those who moved before."""

    Mover = "Mover"
    MoverLastTurn = "MoverLastTurn"


@ludeme(
    "prev",
    source="functions/ints/state/Prev.java",
    examples=("(= (prev) (mover))", "(= (prev MoverLastTurn) (next))"),
    words="the player who moved before",
)
def previous_player(b: Builder, kind: Before = Before.Mover) -> Int:
    """The player who made the move before this one.

    Args:
        kind: with `MoverLastTurn`, the last one who is not the mover; 0 if nobody else has moved
    """
    return b.players.previous() if kind is Before.Mover else b.players.last_other()


@ludeme(
    "last To",
    source="functions/ints/last/LastTo.java",
    examples=("(row of:(last To))", "(last To afterConsequence:True)"),
    keeps=("reached:after_consequence",),
    words="the site just moved to",
)
def last_to(b: Builder, *, after_consequence: bool = False) -> Int:
    """The site that the last move went to; -1 after a pass.

    Before the first move it is where start rules put a piece last, unless lots were drawn.

    Args:
        after_consequence: the last site that the move and all that followed dealt with
    """
    return b.turn.last_reached() if after_consequence else b.turn.last_to()


@ludeme(
    "last From",
    source="functions/ints/last/LastFrom.java",
    examples=("(row of:(last From))", "(last From afterConsequence:True)"),
    keeps=("left:after_consequence",),
    words="the site just left",
)
def last_from(b: Builder, *, after_consequence: bool = False) -> Int:
    """The site that the last move came from; -1 after a pass.

    Before the first move it is where start rules put a piece last, unless lots were drawn.

    Args:
        after_consequence: where what the move and all that followed dealt with last came from; of
            what came from nowhere else, its own site
    """
    return b.turn.last_left() if after_consequence else b.turn.last_from()


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
    return b.lookup(b.table(*b.kinds.topology.phases, -1), b.kinds.index(of))


STATE = "functions/ints/state"


@ludeme(
    "var",
    source=f"{STATE}/Var.java",
    examples=("(var)", '(var "Replay")'),
    words="the number kept",
)
def variable(b: Builder, name: str = "") -> Int:
    """A number that the rules keep; -1 before it is set.

    Args:
        name: its name, if it has one
    """
    return b.read_int(b.names.variable(name))


@ludeme(
    "value Pending",
    source="functions/ints/value/simple/ValuePending.java",
    examples=("(value Pending)",),
    words="the number that the last move left",
)
def value_pending(b: Builder) -> Int:
    """The number that the last move left; 0 if it left none, or several."""
    return b.greatest(b.turn.only_pending(), b.zero)


class Bound(Enum):
    """How long a game can be."""

    MoveLimit = "MoveLimit"
    TurnLimit = "TurnLimit"


@ludeme(
    "value",
    source="functions/ints/value/simple",
    examples=("(= (count Moves) (value MoveLimit))",),
    words="the greatest number of {kind}",
)
def value_of_limit(b: Builder, kind: Bound) -> Int:
    """How many moves or turns a game has at most.

    Args:
        kind: `MoveLimit` or `TurnLimit`, which is that of one player
    """
    return b.turn.most_moves() if kind is Bound.MoveLimit else b.turn.most_turns()

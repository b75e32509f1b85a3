"""Conditions on the course of the game: who can move, what has been before."""

from __future__ import annotations

from enum import Enum

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Lazy, Moves, PieceName, Site, Sites
from interpreter.language.words import Role
from interpreter.rules.builder import Builder


@ludeme(
    "no Moves",
    source="functions/booleans/no/moves/NoMoves.java",
    examples=("(no Moves Next)", "(no Moves Mover)"),
    grown=False,
    words="{who} ~has no move",
)
def no_moves(b: Builder, who: Role) -> Bool:
    """Whether a player cannot move.

    For the next player his moves are generated. For another it is whether he had none the last
    time they were generated, when he was to move or a rule asked so for the next player. Where a
    rule for moves asks it of the next player, his own rules that ask the same are told no.

    Args:
        who: the player
    """
    if who is not Role.Next:
        return b.players.is_stuck(b.players.number(who))
    if b.turn.asked_ahead:
        return b.false
    name = "next_could_move" if b.turn.is_generating else "next_can_move"
    none = b.negate(b.turn.ask(name))
    b.players.set_stuck(b.players.next(), none)
    return none


@ludeme(
    "no Pieces",
    source="functions/booleans/no/pieces/NoPieces.java",
    examples=("(no Pieces Mover)", "(no Pieces Next in:(sites Top))"),
    exclusive=(("who", "of"),),
    words="{who} ~has no pieces[ on {in}]",
    kind_at=0,
    ahead={"of": "name"},
)
def no_pieces(
    b: Builder,
    who: Role | None = None,
    name: PieceName | None = None,
    *,
    of: Int | None = None,
    in_: Sites | None = None,
) -> Bool:
    """Whether a player has no pieces.

    Args:
        who: whose; anybody's if not given
        name: of which kind
        of: whose, as a number
        in_: where; on the whole board if not given
    """
    return b.is_empty(b.pieces.among(who, of, name, in_))


class Passed(Enum):
    """What all players have done."""

    Passed = "Passed"


@ludeme(
    "all",
    source="functions/booleans/all/simple/AllPassed.java",
    examples=("(all Passed)",),
    words="all players have passed in turn",
)
def all_passed(b: Builder, what: Passed) -> Bool:
    """Whether the last turn of every player was a pass.

    Args:
        what: `Passed`
    """
    return b.turn.ask("all_passed")


IS = "functions/booleans/is"


class Was(Enum):
    """What a move may have been."""

    Pass = "Pass"


class Repetition(Enum):
    """What makes two positions the same."""

    Positional = "Positional"
    PositionalInTurn = "PositionalInTurn"


@ludeme(
    "is Visited",
    source=f"{IS}/integer/IsVisited.java",
    examples=("(is Visited (last From))",),
    words="{site} ~was visited in this turn",
)
def is_visited(b: Builder, site: Site) -> Bool:
    """Whether a move of the present turn came from a site or went there.

    Where it is asked what can move, the last move is one of them, though its turn may have ended.

    Args:
        site: the site
    """
    visited = b.contains(b.turn.visited(), site)
    if not b.asker.counting_last:
        return visited
    origin, target = b.turn.last_from(), b.turn.last_to()
    return b.either(visited, b.either(b.equal(site, origin), b.equal(site, target)))


@ludeme(
    "is Repeat",
    source=f"{IS}/repeat/IsRepeat.java",
    examples=("(if (is Repeat) (result Mover Loss))", "(is Repeat PositionalInTurn)"),
    grown=False,
    words="the position ~has occurred before",
)
def is_repeat(b: Builder, kind: Repetition = Repetition.Positional) -> Bool:
    """Whether the position was there before.

    Args:
        kind: in the game (`Positional`), or after a move of the present turn, or of the turn before
            for the first move of one (`PositionalInTurn`)
    """
    return b.turn.repeats(in_turn=kind is Repetition.PositionalInTurn)


@ludeme(
    "is Cycle",
    source=f"{IS}/simple/IsCycle.java",
    examples=("(if (is Cycle) (result Mover Draw))",),
    grown=False,
    words="positions ~come round for the third time",
)
def is_cycle(b: Builder) -> Bool:
    """Whether the last positions are as many as players times players, three times over.

    So with two players the last twelve positions are four, one after another, three times. The
    position that is looked at is not among them: positions are counted when a move is over.
    """
    return b.turn.cycles()


@ludeme(
    "was",
    source="functions/booleans/was/Was.java",
    examples=("(was Pass)",),
    words="the last move ~was a pass",
)
def was_pass(b: Builder, what: Was) -> Bool:
    """Whether the last move was a pass.

    Args:
        what: `Pass`
    """
    return b.turn.last_passed()


@ludeme(
    "can Move",
    source="functions/booleans/can/CanMove.java",
    examples=("(if (can Move (move Add (to (sites Empty)))) (move Pass) (move Pass))",),
    words="you can {moves:able}",
)
def can_move(b: Builder, moves: Lazy[Moves]) -> Bool:
    """Whether a rule has any move.

    Args:
        moves: the rule
    """
    return b.questions.any(moves, counting_last=True)

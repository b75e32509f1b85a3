"""Hands, and what a site holds besides a piece: how many, in which state."""

from __future__ import annotations

from typing import Annotated

from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import ZERO, Otherwise, Player
from interpreter.language.words import Role
from interpreter.rules.builder import Builder

STATE = "functions/ints/state"


@ludeme(
    "handSite",
    source="functions/ints/iterator/HandSite.java",
    examples=("(handSite Mover)", "(handSite P1 1)"),
    grown=False,
    words="{who:own} hand[ (place {place})]",
)
def hand_site(b: Builder, who: Player, place: Int = ZERO) -> Int:
    """A place of a player's hand; -1 if he has no such place.

    Args:
        who: the player
        place: which of the places of the hand, from 0
    """
    return b.pieces.hand_site(who, place)


@ludeme(
    "sites Hand",
    source="functions/region/sites/player/SitesHand.java",
    examples=("(sites Hand Mover)",),
    grown=False,
    words="{who:own} hand",
)
def sites_hand(b: Builder, who: Player = Role.Mover) -> Sites:
    """The places of a player's hand.

    Args:
        who: the player
    """
    return b.pieces.hand_of(who)


@ludeme(
    "count",
    source="functions/ints/count/site/CountNumber.java",
    examples=("(count at:(handSite Mover))", "(count Cell at:(handSite P1))"),
    aliases=("count Stack",),
    exclusive=(("at", "in"),),
    words="the number of pieces on {at}",
    kind_at=0,
    of_hands=True,
)
def count_at(
    b: Builder, *, at: Annotated[Int | None, Otherwise("to")] = None, in_: Sites | None = None
) -> Int:
    """How many pieces are on a site or a set: several in a hand, at most one on the board.

    Args:
        at: the site; the last move's destination if neither is given
        in_: the set
    """
    if in_ is not None:
        return b.pieces.count_on(b.intersect(in_, b.pieces.taken()))
    return b.pieces.count(b.turn.last_to() if at is None else at)


@ludeme(
    "state",
    source=f"{STATE}/State.java",
    examples=("(state at:(last To))",),
    later=("level",),
    words="the state of {at:piece}",
    kind_at=0,
    of_hands=True,
)
def state_at(b: Builder, *, at: Int) -> Int:
    """The state of the piece on a site; 0 where there is none.

    Args:
        at: the site
    """
    return b.pieces.state(at)


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


# What is pending


@ludeme(
    "is Pending",
    source="functions/booleans/is/simple/IsPending.java",
    examples=("(if (is Pending) (move Pass) (move Add (to (sites Empty))))",),
    words="something ~is left to be done",
)
def is_pending(b: Builder) -> Bool:
    """Whether the last move left something to be done."""
    return b.differ(b.turn.first_pending(), b.nothing)


@ludeme(
    "value Pending",
    source="functions/ints/value/simple/ValuePending.java",
    examples=("(value Pending)",),
    words="the number that the last move left",
)
def value_pending(b: Builder) -> Int:
    """The number that the last move left; 0 if it left none."""
    return b.greatest(b.turn.first_pending(), b.zero)


@ludeme(
    "sites Pending",
    source="functions/region/sites/simple/SitesPending.java",
    examples=("(sites Pending)",),
    words="+the sites that the last move left to be dealt with",
)
def sites_pending(b: Builder) -> Sites:
    """The sites that the last move left to be dealt with."""
    return b.turn.pending()


@ludeme(
    "sites LastTo",
    source="functions/region/sites/simple/SitesLastTo.java",
    examples=("(is Line 3 throughAny:(sites LastTo))",),
    keeps=("touched",),
    words="+the sites that the last move changed",
)
def sites_last_to(b: Builder) -> Sites:
    """The sites that the last move went to, with all that followed from it.

    Those are its destination, and the sites of the board where pieces were put, moved to, taken off
    or given a state.
    """
    return b.board.here(b.turn.touched())


@ludeme(
    "sites ToClear",
    source="functions/region/sites/simple/SitesToClear.java",
    examples=("(sites ToClear)",),
    words="+the sites marked for removal at the end of the turn",
)
def sites_to_clear(b: Builder) -> Sites:
    """The sites whose pieces are taken off at the end of the turn."""
    return b.pieces.marked()

"""Conditions on players."""

from __future__ import annotations

from interpreter.ir.values import Bool
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Player
from interpreter.rules.builder import Builder


@ludeme(
    "is Mover",
    source="functions/booleans/is/player/IsMover.java",
    examples=("(is Mover P1)", "(is Mover (who at:0))"),
    words="you ~are {who}",
)
def is_mover(b: Builder, who: Player) -> Bool:
    """Whether a player is the mover.

    Args:
        who: the player
    """
    return b.equal(b.players.told(who), b.players.mover())


@ludeme(
    "is Next",
    source="functions/booleans/is/player/IsNext.java",
    examples=("(is Next P1)",),
    words="{who} ~moves next",
)
def is_next(b: Builder, who: Player) -> Bool:
    """Whether a player moves next.

    Args:
        who: the player
    """
    return b.equal(b.players.told(who), b.players.next())


@ludeme(
    "is Prev",
    source="functions/booleans/is/player/IsPrev.java",
    examples=("(is Prev Mover)",),
    words="{who} ~made the last move",
)
def is_previous(b: Builder, who: Player) -> Bool:
    """Whether a player made the move before this one.

    Args:
        who: the player; with `Mover`, whether this is the same turn
    """
    return b.equal(b.players.told(who), b.players.previous())


@ludeme(
    "is Enemy",
    source="functions/booleans/is/player/IsEnemy.java",
    examples=("(is Enemy (who at:0))",),
    words="{who} ~is an enemy",
)
def is_enemy(b: Builder, who: Player) -> Bool:
    """Whether a player is neither the mover nor of his team; nobody is no enemy.

    Args:
        who: the player
    """
    return b.players.is_enemy(b.players.told(who))


@ludeme(
    "is Friend",
    source="functions/booleans/is/player/IsFriend.java",
    examples=("(is Friend (who at:0))",),
    words="you ~are {who}",
)
def is_friend(b: Builder, who: Player) -> Bool:
    """Whether a player is the mover, or of his team.

    Args:
        who: the player
    """
    return b.players.is_friend(b.players.told(who))


@ludeme(
    "is Active",
    source="functions/booleans/is/player/IsActive.java",
    examples=("(is Active P1)",),
    words="{who} ~is still in the game",
)
def is_active(b: Builder, who: Player) -> Bool:
    """Whether a player still takes part.

    Args:
        who: the player
    """
    return b.players.is_active(b.players.told(who))


@ludeme(
    "is Proposed",
    source="functions/booleans/is/string/IsProposed.java",
    examples=('(is Proposed "End")',),
    keeps=("votes",),
    grown=False,
    words="“{name}” ~is proposed",
)
def is_proposed(b: Builder, name: str) -> Bool:
    """Whether something is put to the vote.

    Args:
        name: what may have been proposed
    """
    return b.ballot.is_proposed(name)


@ludeme(
    "is Decided",
    source="functions/booleans/is/string/IsDecided.java",
    examples=('(is Decided "End")',),
    keeps=("votes",),
    grown=False,
    words="the players ~have decided “{name}”",
)
def is_decided(b: Builder, name: str) -> Bool:
    """Whether the vote that the last move brought to its end accepted something.

    Args:
        name: what may have been decided
    """
    return b.ballot.is_decided(name)

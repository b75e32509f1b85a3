"""Votes, notes to players, and players who change sides."""

from __future__ import annotations

from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Lazy, LazyPlayer, Moves
from interpreter.rules.builder import Builder
from ludemes.moves.parts import EFFECT


@ludeme(
    "propose",
    source=f"{EFFECT}/Propose.java",
    examples=('(move Propose "End")', '(move Pass (then (propose "End")))'),
    aliases=("move Propose",),
    keeps=("votes",),
    grown=False,
    words="propose “{name}”",
)
def propose(b: Builder, name: str) -> Moves:
    """Put something to the vote.

    Args:
        name: what is proposed
    """
    return b.moves.effect(lambda: b.ballot.propose(name), "Propose", note=name)


@ludeme(
    "vote",
    source=f"{EFFECT}/Vote.java",
    examples=('(move Vote "Yes")', '(move Pass (then (vote "Yes")))'),
    aliases=("move Vote",),
    keeps=("votes",),
    grown=False,
    words="vote for “{name}”",
)
def vote(b: Builder, name: str) -> Moves:
    """Give one's vote for something.

    When there are as many votes as players, what more than half of the players want is decided, and
    all votes and proposals are gone.

    Args:
        name: what the vote is for
    """
    return b.moves.effect(lambda: b.ballot.vote(name), "Vote", note=name)


@ludeme(
    "note",
    source=f"{EFFECT}/Note.java",
    examples=('(move Pass (then (note "Check" to:Next)))',),
    grown=False,
    words="say “{message}”[ to {to}]",
    ahead={"player": "message"},
)
def note(
    b: Builder,
    message: str | Lazy[Int] | Lazy[Bool] | Lazy[Sites],
    *,
    player: LazyPlayer | None = None,
    to: LazyPlayer | None = None,
) -> Moves:
    """Tell players something; it changes nothing in the game.

    Args:
        message: what is told
        player: whom it is about
        to: who is told; everybody if not given
    """
    return b.moves.effect(lambda: None, "Note")

"""Effects: what follows a move without being chosen, besides placing, moving and capturing."""

from __future__ import annotations

from typing import Annotated

from interpreter.builder import Builder
from interpreter.emit import NONE, ONE
from interpreter.ir import Int, Sites
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Lazy, LazyPlayer, Moves, Otherwise, SiteType
from interpreter.language.words import Role
from interpreter.rules import PiecePart, Then
from ludemes.moves import EFFECT, consequence

# Numbers that the rules keep


@ludeme(
    "set Var",
    source=f"{EFFECT}/set/var/SetVar.java",
    examples=(
        '(move Pass (then (set Var "Last" (count Moves))))',
        "(move Pass (then (set Var 1)))",
    ),
    aliases=("move Set Var",),
    words=(
        "keep {value}[ as “{name}”]",
        "forget the number[ “{name}”]",
    ),
)
def set_var(
    b: Builder, name: str | None = None, value: Lazy[Int] | None = None, then: Then | None = None
) -> Moves:
    """Keep a number.

    Args:
        name: the name to find it by
        value: the number; -1 if not given
        then: what follows
    """

    def act() -> None:
        b.write(b.variable(name or ""), NONE if value is None else value())

    return b.effect(act, consequence(then))


@ludeme(
    "set Score",
    source=f"{EFFECT}/set/player/SetScore.java",
    examples=("(move Pass (then (set Score Mover 5)))",),
    aliases=("move Set Score",),
    words="{who:own} score becomes {points}",
)
def set_score(b: Builder, who: LazyPlayer, points: Lazy[Int], then: Then | None = None) -> Moves:
    """Set a player's score.

    Args:
        who: the player
        points: his score from now on
        then: what follows
    """

    def act() -> None:
        score = points()
        everybody = who in (Role.All, Role.Each)
        for player in b.everybody() if everybody else [b.player_of(who)]:
            b.write(b.arrays["score"], score, player)

    return b.effect(act, consequence(then))


@ludeme(
    "set Pending",
    source=f"{EFFECT}/set/pending/SetPending.java",
    examples=("(move Pass (then (set Pending)))", "(move Pass (then (set Pending (sites Top))))"),
    aliases=("move Set Pending",),
    words=(
        "leave {value} to be dealt with by the next move",
        "leave something to be done by the next move",
    ),
)
def set_pending(
    b: Builder, value: Lazy[Int] | Lazy[Sites] | None = None, then: Then | None = None
) -> Moves:
    """Leave something to be done by the next move.

    Args:
        value: a number, or sites to be dealt with; 1 if not given
        then: what follows
    """
    return b.effect(lambda: b.set_pending(ONE if value is None else value()), consequence(then))


@ludeme(
    "set State",
    source=f"{EFFECT}/set/site/SetState.java",
    examples=("(move Add (to (sites Empty)) (then (set State at:(last To) 1)))",),
    aliases=("move Set State",),
    later=("level",),
    words="give {at:piece} the state {state:digits}",
)
def set_state(
    b: Builder,
    use: SiteType | None,
    state: Lazy[Int],
    then: Then | None = None,
    *,
    at: Annotated[Lazy[Int] | None, Otherwise("to")] = None,
) -> Moves:
    """Set the state of a piece.

    Args:
        use: the kind of site
        state: its state from now on
        then: what follows
        at: the site where it stands; after a move, its destination if not given
    """

    def act() -> None:
        site = b.scalar("last_to") if at is None else at()
        b.write(b.states, state(), b.add(site, ONE))
        b.touch(site)

    return b.effect(act, consequence(then))


# Pieces


@ludeme(
    "move Promote",
    source=f"{EFFECT}/Promote.java",
    examples=(
        '(move Promote (last To) (piece "Disc"))',
        '(move Pass (then (promote (last To) (piece "Disc") Mover)))',
    ),
    aliases=("promote",),
    words="promote {site:piece} to {piece}",
)
def promote(
    b: Builder,
    use: SiteType | None,
    site: Annotated[Lazy[Int] | None, Otherwise("to")],
    piece: PiecePart,
    who: LazyPlayer | None = None,
    then: Then | None = None,
) -> Moves:
    """Make another piece of the one on a site.

    Args:
        use: the kind of site
        site: where it stands
        piece: what it becomes; each of several makes a move of its own
        who: whose piece it becomes; the mover's if not given
        then: what follows
    """
    b.same_sites(use)
    place = b.bound("to") if site is None else site()
    target = b.single(place)

    def become(kind: str | Lazy[Int]) -> None:
        def act(_: Int, there: Int) -> None:
            owner = None if who is None else who if isinstance(who, Role) else who()
            number = b.piece_named(kind, owner) if isinstance(kind, str) else kind()
            b.uses_piece(number)
            state = b.state_at(there) if piece.state is None else piece.state()
            b.set_site(there, number, state=state)

        note = kind if isinstance(kind, str) else b.name_of_piece(kind)
        b.move("Promote", None, target, act, consequence(then), note=note)

    for kind in piece.pieces:
        become(kind)
    return MOVES

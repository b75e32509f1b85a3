"""Effects: what follows a move without being chosen, besides placing, moving and capturing."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import PiecePart
from interpreter.language.signatures import MOVES, Lazy, LazyPlayer, Moves, Otherwise, Sites
from interpreter.language.words import HiddenData, Role
from interpreter.rules.builder import Builder
from ludemes.moves.parts import EFFECT, note_of


@ludeme(
    "set NextPlayer",
    source=f"{EFFECT}/set/nextPlayer/SetNextPlayer.java",
    examples=("(move Pass (then (set NextPlayer (player 1))))",),
    keeps=("replays",),
    aliases=("move Set NextPlayer",),
    words="{who} ~moves next",
)
def set_next_player(b: Builder, who: LazyPlayer) -> Moves:
    """Say who moves next.

    Args:
        who: the player; nothing comes of a number that is no player's
    """

    def say() -> None:
        b.moves.effect(lambda: b.players.say_next(b.players.worked_out(who)))

    b.if_(b.players.takes_part(b.players.worked_out(who)), say)
    return MOVES


@ludeme(
    "moveAgain",
    source=f"{EFFECT}/MoveAgain.java",
    examples=("(move Pass (then (moveAgain)))",),
    keeps=("replays",),
    words="move again",
)
def move_again(b: Builder) -> Moves:
    """The mover moves again."""
    return b.moves.effect(lambda: b.players.say_next(b.players.mover()))


@ludeme(
    "swap Players",
    source=f"{EFFECT}/state/swap/players/SwapPlayers.java",
    examples=("(move Swap Players P1 P2)", "(move Pass (then (swap Players P1 P2)))"),
    keeps=("replays",),
    aliases=("move Swap Players",),
    grown=False,
    words="{first} and {second} change sides, and the same side moves again",
)
def swap_players(b: Builder, first: LazyPlayer, second: LazyPlayer) -> Moves:
    """Two players change sides: each goes on with the pieces of the other.

    The side that has just moved moves again, and so who had the other moves now.

    Args:
        first: a player
        second: another player
    """
    if b.players.count != 2:
        raise b.fail(
            f"players change sides in games for two, not for {b.players.count}",
            code="number-of-players",
        )

    def change() -> None:
        b.turn.count_no_pass()  # this is a decision, also where it follows a pass
        other = b.differ(b.players.worked_out(first), b.players.worked_out(second))
        b.if_(other, b.players.change_sides)

    return b.moves.effect(change, "Swap")


@ludeme(
    "addScore",
    source=f"{EFFECT}/AddScore.java",
    examples=("(move Pass (then (addScore Mover 1)))",),
    words="{who:own} score grows by {points}",
)
def add_score(b: Builder, who: LazyPlayer, points: Lazy[Int]) -> Moves:
    """Add to a player's score.

    Args:
        who: the player, or `All`, or those of another role that stands for several
        points: how much
    """

    def act() -> None:
        amount = points()

        def one(player: Int) -> None:
            with b.live():
                total = b.add(b.players.score(player), amount)
            b.players.set_score(player, total)

        b.players.about(who, one)

    return b.moves.effect(act)


@ludeme(
    "addScore",
    source=f"{EFFECT}/AddScore.java",
    examples=("(move Pass (then (addScore {P1 P2} {1 2})))",),
    grown=False,
    words="{who} score {points} points",
)
def add_scores(b: Builder, who: tuple[LazyPlayer, ...], points: tuple[Lazy[Int], ...]) -> Moves:
    """Add to the scores of several players.

    Args:
        who: the players
        points: how much, for each
    """
    if len(who) != len(points):
        raise b.fail(f"{len(who)} players get {len(points)} numbers", code="unequal-lists")
    for player, amount in zip(who, points, strict=True):
        add_score(b, player, amount)
    return MOVES


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
def set_var(b: Builder, name: str | None = None, value: Lazy[Int] | None = None) -> Moves:
    """Keep a number.

    Args:
        name: the name to find it by
        value: the number; -1 if not given
    """

    def act() -> None:
        b.write(b.names.variable(name or ""), b.nothing if value is None else value())

    return b.moves.effect(act)


@ludeme(
    "set Score",
    source=f"{EFFECT}/set/player/SetScore.java",
    examples=("(move Pass (then (set Score Mover 5)))",),
    aliases=("move Set Score",),
    words="{who:own} score becomes {points}",
)
def set_score(b: Builder, who: LazyPlayer, points: Lazy[Int]) -> Moves:
    """Set a player's score.

    Args:
        who: the player, or `All`, or those of another role that stands for several
        points: the score from now on
    """

    def act() -> None:
        score = points()
        b.players.about(who, lambda player: b.players.set_score(player, score))

    return b.moves.effect(act)


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
def set_pending(b: Builder, value: Lazy[Int] | Lazy[Sites] | None = None) -> Moves:
    """Leave something to be done by the next move.

    Args:
        value: a number, or sites to be dealt with; 1 if not given
    """
    return b.moves.lone_effect(lambda: b.turn.set_pending(b.one if value is None else value()))


@ludeme(
    "set State",
    source=f"{EFFECT}/set/site/SetState.java",
    examples=("(move Add (to (sites Empty)) (then (set State at:(last To) 1)))",),
    aliases=("move Set State",),
    words="give {at:piece} the state {state:digits}",
    kind_at=0,
    of_hands=True,
    ahead={"at": "state", "level": "state"},
)
def set_state(
    b: Builder,
    state: Lazy[Int],
    *,
    at: Annotated[Lazy[Int] | None, Otherwise("to")] = None,
    level: Lazy[Int] | None = None,
) -> Moves:
    """Set the state of a piece.

    Args:
        state: its state from now on
        at: the site where it stands; after a move, its destination if not given
        level: where pieces stand on each other, the level of the one that is meant, from 0; the top
            if not given
    """

    def act() -> None:
        site = b.turn.last_to() if at is None else at()
        b.handling.set_state(site, state(), None if level is None else level())

    return b.moves.effect(act)


@ludeme(
    "flip",
    source=f"{EFFECT}/Flip.java",
    examples=("(move Select (from (sites Occupied by:All)) (then (flip (last To))))",),
    words="turn {site:piece} over",
    kind_at=0,
)
def flip(b: Builder, site: Annotated[Lazy[Int] | None, Otherwise("to")] = None) -> Moves:
    """Turn a piece over: its state changes between the two that its `(flips …)` names.

    Pieces that stand on each other come to lie in opposite order. Nothing is done to a piece that
    has no other side.

    Args:
        site: where it stands; `(to)` if not given
    """

    def place() -> Int:
        return b.names.bound("to") if site is None else site()

    effect = partial(b.moves.effect, lambda: b.handling.flip(place()))
    b.if_(b.handling.can_flip(place()), effect)
    return MOVES


@ludeme(
    "move Promote",
    source=f"{EFFECT}/Promote.java",
    examples=(
        '(move Promote (last To) (piece "Disc"))',
        '(move Pass (then (promote (last To) (piece "Disc") Mover)))',
    ),
    aliases=("promote",),
    words="promote {site:piece} to {piece}",
    kind_at=0,
)
def promote(
    b: Builder,
    site: Annotated[Lazy[Int] | None, Otherwise("to")],
    piece: PiecePart,
    who: LazyPlayer | None = None,
) -> Moves:
    """Make another piece of the one on a site.

    Args:
        site: where it stands
        piece: what it becomes; each of several makes a move of its own
        who: whose piece it becomes; the mover's if not given
    """
    place = b.names.bound("to") if site is None else site()

    def become(kind: str | Lazy[Int]) -> None:
        def act(_: Int, there: Int) -> None:
            owner = None if who is None else who if isinstance(who, Role) else who()
            number = b.box.number_of(kind, owner)
            b.handling.set(there, number, None if piece.state is None else piece.state())

        some = b.true if isinstance(kind, str) else b.at_most(b.one, kind())
        spot = b.pick_sites(some, b.single(place), b.nowhere)
        b.moves.move("Promote", None, spot, act, note=note_of(b, piece, kind))

    for kind in piece.pieces:
        become(kind)
    return MOVES


@ludeme(
    "take Control",
    source=f"{EFFECT}/take/control/TakeControl.java",
    examples=(
        "(move Pass (then (take Control of:Next by:Mover)))",
        "(move Pass (then (take Control of:All by:P1 to:(sites Top))))",
    ),
    exclusive=(("at", "to"),),
    grown=False,
    words="{by} ~takes over the pieces of {of}[ on {at}][ on {to}]",
    kind_at=4,
    ahead={"of": "use", "by": "use", "at": "use", "to": "use"},
)
def take_control(
    b: Builder,
    *,
    of: LazyPlayer,
    by: LazyPlayer,
    at: Lazy[Int] | None = None,
    to: Lazy[Sites] | None = None,
) -> Moves:
    """Pieces become those of another player that have the same name; others stay as they are.

    Args:
        of: whose they are
        by: whose they become
        at: on which site
        to: on which sites; everywhere if neither is given
    """
    taken = b.pieces.of(of if isinstance(of, Role) else of())

    def new() -> Int:
        return b.players.number(by if isinstance(by, Role) else by())

    if at is not None or to is not None:
        taken = b.intersect(
            taken, b.as_sites(at() if at is not None else to() if to else b.nothing)
        )
    player = new()
    found = b.where(taken, lambda site: b.less(b.zero, b.pieces.counterpart(site, player)))
    # Asked anew where it is done: as a move it is a function of its own.
    b.moves.move("TakeControl", None, found, lambda _, site: b.handling.hand_over(site, new()))
    return MOVES


@ludeme(
    "set Hidden",
    source=f"{EFFECT}/set/hidden/SetHidden.java",
    examples=(
        "(move Add (to (sites Empty)) (then (set Hidden at:(last To) to:Next)))",
        "(move Pass (then (set Hidden {What State} (sites Top) False to:All)))",
    ),
    exclusive=(("sites", "at"),),
    either=(("sites", "at"),),
    keeps=("hidden",),
    aliases=("move Set Hidden",),
    grown=False,
    words="hide {sites} from {to}",
    kind_at=1,
    of_hands=True,
    ahead={"at": "value", "level": "value"},
)
def set_hidden(
    b: Builder,
    data: HiddenData | tuple[HiddenData, ...] | None = None,
    sites: Lazy[Sites] | None = None,
    value: Lazy[Bool] | None = None,
    *,
    at: Lazy[Int] | None = None,
    level: Lazy[Int] | None = None,
    to: LazyPlayer,
) -> Moves:
    """Hide what stands on sites from a player, or show it again.

    Hidden sites show nothing, not even whether anything is there. What is hidden goes with a piece
    that moves, unless pieces stand on each other.

    Args:
        data: what of it is hidden; all of the site if not given
        sites: the sites
        value: whether it is hidden from now on; true if not given
        at: the site
        level: where pieces stand on each other, the level that is meant, from 0; the lowest if not
            given
        to: from whom, or `All`
    """

    def act() -> None:
        there = b.nowhere if sites is None else sites()
        if at is not None:
            there = b.single(at())
        on = b.true if value is None else value()
        b.hiding.hide(data, there, None if level is None else level(), on, to)

    return b.moves.effect(act)

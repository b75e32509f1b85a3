"""Moves of pieces: which move; steps, leaps, and moves from anywhere to anywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated

from interpreter.builder import Builder, Crowd, PieceKind
from interpreter.ir import Int
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import (
    MOVES,
    Binds,
    Headings,
    Lazy,
    LazyPlayer,
    Moves,
    PieceName,
    SiteType,
)
from interpreter.language.words import Role, WalkStep
from interpreter.rules import From, Then, To
from ludemes.moves import EFFECT, allowed, apply_effect, consequence, targets_of
from ludemes.starts import carried, from_each, headed, known, starts_of, takes_crowd

# Which pieces move


@ludeme(
    "forEach Piece",
    source="rules/play/moves/nonDecision/operators/foreach/piece/ForEachPiece.java",
    examples=(
        "(forEach Piece)",
        '(forEach Piece "Disc" (move Step (to if:(is Empty (to)))))',
        "(forEach Piece P2)",
    ),
    words="with one of {who:the} {names:s}, {moves:block}",
)
def for_each_piece(
    b: Builder,
    names: PieceName | tuple[PieceName, ...] | None = None,
    moves: Annotated[Lazy[Moves], Binds(("from",))] | None = None,
    who: LazyPlayer = Role.Mover,
    then: Then | None = None,
    *,
    on: SiteType | None = None,
    container: Int | None = None,
    top: bool = False,
) -> Moves:
    """The moves of every piece of a player on the board, each of which is `(from)`.

    Args:
        names: the kinds of pieces, with or without their owner's number; all if not given
        moves: how they move; as their own rules say if not given
        who: whose pieces
        then: what follows
        on: the kind of site
        container: 0 for the board, or the number of a hand; the board if not given
        top: of pieces on each other only the uppermost, which is all there is on a site
    """
    b.same_sites(on)
    kinds = [kind for kind in b.kinds_called(names) if moves or kind.moves]

    def of_kind(kind: PieceKind, number: Lazy[Int], mover: Int | None) -> None:
        sites = b.placed_by_piece(number())
        place = b.here(sites) if container is None else b.within_container(sites, container)
        rule = moves or kind.moves
        with b.assuming(mover), b.crowded(Crowd(place, number)):
            if rule is not None:
                rule()

    with b.also(consequence(then)):
        each_kind(b, kinds, who, of_kind)
    return MOVES


def each_kind(
    b: Builder,
    kinds: Sequence[PieceKind],
    who: LazyPlayer,
    body: Callable[[PieceKind, Lazy[Int], Int | None], object],
) -> None:
    """Run the body for the kinds of pieces of those a rule means, each with its number.

    Kinds that every player has alike are written once, as the mover's. Else the body is told
    which player is the mover where it runs.
    """

    def of_player(player: Int) -> None:
        for kind in kinds:
            if player.constant in (None, kind.owner):
                mover = b.int(kind.owner) if who is Role.Mover else b.assumed
                _of_owner(b, kind, player, mover, body)

    if who is Role.Mover and b.assumed is None:
        for family in b.families(kinds):
            table = b.table(0, *(kind.number for kind in family), 0)
            number: Lazy[Int] = lambda table=table: b.lookup(table, b.mover())  # noqa: E731
            alike = len(family) == b.players
            if alike and b.shared(lambda: body(family[0], number, None)):  # noqa: B023
                continue
            for kind in family:
                _of_owner(b, kind, b.mover(), b.int(kind.owner), body)
    elif isinstance(who, Role):
        b.each_player(who, of_player)
    else:
        of_player(who())


def _of_owner(
    b: Builder,
    kind: PieceKind,
    player: Int,
    mover: Int | None,
    body: Callable[[PieceKind, Lazy[Int], Int | None], object],
) -> None:
    """Run the body for a kind of pieces, if it is the player's."""
    number = b.int(kind.number)
    b.if_(b.equal(player, b.int(kind.owner)), lambda: body(kind, lambda: number, mover))


# From where to where


@ludeme(
    "move Step",
    source=f"{EFFECT}/Step.java",
    examples=(
        "(forEach Piece (move Step (to if:(is Empty (to)))))",
        "(move Step (from (last To)) Orthogonal (to if:(is Enemy (who at:(to)))))",
    ),
    aliases=("step",),
    later=("stack",),
    crowd=True,
    words="step[ with {start}][ {directions}] to {to}[, and {to.apply}]",
)
def move_step(
    b: Builder,
    start: From | None,
    directions: Headings | None,
    to: To,
    then: Then | None = None,
) -> Moves:
    """Move a piece to a neighbouring site.

    Args:
        start: the piece; `(from)` if not given
        directions: where it may go; `Adjacent` if not given
        to: what the site there must be
        then: what follows
    """
    starts, piece = starts_of(b, start)
    ways = headed(b, directions, piece)
    made = b.steps(tuple(one for one, _ in ways)) if takes_crowd(b, start) else None
    if made is not None:
        legs = [b.image(b.intersect(starts, ways[which][1]), group[0])
                for which, group in zip(made.of, made.groups, strict=True)]  # fmt: skip
        fit = allowed(b, to, b.union(*legs))
        act = carried(b, to, piece, vacant=b.surely_bare(fit))
        targets = [b.intersect(leg, fit) for leg in legs]
        return b.move_along("Step", made, targets, act, consequence(then))

    def one(site: Int) -> None:
        here = b.single(site)
        reached = b.union(*(b.image(b.intersect(here, where), b.relation(way))
                            for way, where in ways))  # fmt: skip
        targets = allowed(b, to, reached)
        act = carried(b, to, piece, vacant=b.surely_bare(targets))
        b.move("Step", site, targets, act, consequence(then))

    from_each(b, starts, piece, one)
    return MOVES


# Leaps


@ludeme(
    "move Leap",
    source=f"{EFFECT}/Leap.java",
    examples=("(forEach Piece (move Leap {{F F R F} {F F L F}} (to if:(is Empty (to)))))",),
    aliases=("leap",),
    words="leap[ with {start}] to {to} at the end of the walk {walk}[, and {to.apply}]",
)
def move_leap(
    b: Builder,
    start: From | None,
    walk: tuple[tuple[WalkStep, ...], ...],
    to: To,
    then: Then | None = None,
    *,
    forward: bool = False,
    rotations: bool = True,
) -> Moves:
    """Move a piece to where walks from its site end, whatever is on the way.

    Args:
        start: the piece; `(from)` if not given
        walk: the walks, each of steps forward and turns to the left or right
        to: what the site there must be
        then: what follows
        forward: only to sites ahead of the piece
        rotations: walks may set out in any orthogonal direction, not only where the piece looks
    """
    starts, piece = starts_of(b, start)
    act = carried(b, to, piece)

    def one(site: Int) -> None:
        reached = b.leaps(b.single(site), walk, known(piece), forward=forward, rotations=rotations)
        targets = allowed(b, to, reached)
        b.move("Leap", site, targets, act, consequence(then))

    from_each(b, starts, piece, one)
    return MOVES


# From anywhere to anywhere


@ludeme(
    "move",
    source=f"{EFFECT}/FromTo.java",
    examples=(
        "(move (from (handSite Mover)) (to (sites Empty)))",
        "(forEach Piece (move (from) (to (sites Empty))))",
    ),
    aliases=("fromTo",),
    later=("stack", "count"),
    words="move {start:named} to {to}[, and {to.apply}]",
)
def move_from_to(
    b: Builder,
    start: From,
    to: To,
    mover: Role | None = None,
    then: Then | None = None,
    *,
    copy: bool = False,
) -> Moves:
    """Move a piece from one site to another.

    Args:
        start: the piece
        to: where to
        mover: whose move it is
        then: what follows
        copy: the piece stays, and another of its kind is put there
    """
    starts, piece = starts_of(b, start)

    def act(origin: Int, target: Int) -> None:
        apply_effect(b, to.apply)
        if copy:
            b.put(target, b.what(origin), state=b.state_at(origin))
        else:
            b.carry(origin, target, known(piece))

    def one(site: Int) -> None:
        b.move("Move", site, targets_of(b, to), act, consequence(then))

    from_each(b, b.minus(starts, without=b.bare()), piece, one)
    return MOVES

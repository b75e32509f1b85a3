"""Parts of moves, and what is done with them: where a move starts and ends, what lies between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import ludeme
from interpreter.language.parts import (
    Apply,
    BetweenPart,
    From,
    PiecePart,
    Rotations,
    Then,
    To,
)
from interpreter.language.signatures import (
    MOVES,
    AtBetween,
    AtFrom,
    AtTo,
    Effects,
    Lazy,
    Moves,
    Otherwise,
    PieceName,
    Range,
    Sites,
)
from interpreter.language.words import Direction
from interpreter.rules.builder import Builder

EFFECT = "rules/play/moves/nonDecision/effect"
FOREACH = "rules/play/moves/nonDecision/operators/foreach"


@ludeme(
    "to",
    source="util/moves/To.java",
    examples=("(to (sites Empty))", "(to (last To) level:0)"),
    keeps=("levels:level",),
    words="{sites:one}[ {if:that}]",
    kind_at=0,
    of_hands=True,
    ahead={"level": "rotations", "if": "apply"},
)
def to_part(
    b: Builder,
    sites: Annotated[Lazy[Int] | Lazy[Sites] | None, Otherwise("to")] = None,
    rotations: Rotations | None = None,
    apply: Apply | None = None,
    *,
    level: Lazy[Int] | None = None,
    if_: AtTo | None = None,
) -> To:
    """Where a move ends.

    Args:
        sites: a site or a set of sites
        rotations: how a tile that is put there can be turned
        apply: an effect that is part of the move
        level: where pieces stand on each other, the level to which a piece comes, from 0, where
            those from there on go up; the top if not given
        if_: the site satisfies this
    """
    return To(sites, if_, apply, level if b.pieces.stacked else None, rotations)


@ludeme(
    "rotations",
    source="functions/intArray/state/Rotations.java",
    examples=('(move Add (piece "Cross") (to (sites Empty) (rotations {N E})))',),
    keeps=("rotations",),
    grown=False,
    words="turned {directions:or}",
)
def rotations(b: Builder, directions: Direction | tuple[Direction, ...]) -> Rotations:
    """The ways in which a tile can be turned.

    Args:
        directions: where its north may point; a class of directions stands for all of its own
    """
    return Rotations(directions if isinstance(directions, tuple) else (directions,))


@ludeme(
    "from",
    source="util/moves/From.java",
    examples=("(from (last To))", "(from (last To) level:0)"),
    keeps=("levels:level",),
    words="{sites:piece}[ {if:that}]",
    kind_at=0,
    of_hands=True,
)
def from_part(
    b: Builder,
    sites: Annotated[Lazy[Int] | Lazy[Sites] | None, Otherwise("from")] = None,
    *,
    level: Lazy[Int] | None = None,
    if_: AtFrom | None = None,
) -> From:
    """Where a move starts.

    Args:
        sites: a site or a set of sites
        level: where pieces stand on each other, the level of the one that moves, from 0; the top if
            not given, which then leaves its state and value behind
        if_: the site satisfies this
    """
    return From(sites, if_, level if b.pieces.stacked else None)


@ludeme(
    "between",
    source="util/moves/Between.java",
    examples=("(between if:(is Enemy (who at:(between))) (apply (remove (between))))",),
    words="{if:held}",
    ahead={"before": "count", "after": "apply", "if": "apply", "trail": "apply"},
)
def between_part(
    b: Builder,
    count: Range | None = None,
    apply: Apply | None = None,
    *,
    before: Lazy[Int] | None = None,
    after: Lazy[Int] | None = None,
    if_: AtBetween | None = None,
    trail: Lazy[Int] | None = None,
) -> BetweenPart:
    """What lies between.

    Args:
        count: how many such sites, or how far a slide goes
        apply: an effect on each such site
        before: how many free sites may lie before them
        after: how many free sites may lie behind them
        if_: each such site satisfies this
        trail: the number of the piece that is left where a slide started and on each
            site that it passed
    """
    return BetweenPart(if_, apply, count, before, after, trail)


@ludeme(
    "piece",
    source="util/moves/Piece.java",
    examples=('(piece "Disc")', "(piece (mover))"),
    words="a(n) {pieces:or}[ in state {state:digits}]",
)
def piece_part(
    b: Builder,
    pieces: PieceName | Lazy[Int] | tuple[PieceName, ...] | tuple[Lazy[Int], ...],
    *,
    state: Lazy[Int] | None = None,
) -> PiecePart:
    """Which pieces a move is about.

    Args:
        pieces: by name or by number; each of several makes moves of its own
        state: the state in which it is put down
    """
    if pieces == ():
        raise b.fail("(piece {}) names no piece", code="no-piece")
    return PiecePart(pieces if isinstance(pieces, tuple) else (pieces,), state)


@ludeme(
    "apply",
    source=f"{EFFECT}/Apply.java",
    examples=("(apply (remove (between)))",),
    either=(("effect", "if"),),
    words=(
        "{effect:block}[ if {if}]",
        "",
    ),
    ahead={"if": "effect"},
)
def apply(b: Builder, effect: Effects | None = None, *, if_: Lazy[Bool] | None = None) -> Apply:
    """An effect that is part of a move.

    Args:
        effect: what happens
        if_: only if this holds
    """
    return Apply(if_, effect)


@ludeme(
    "apply",
    source=f"{EFFECT}/Apply.java",
    examples=("(forEach Site (sites Top) (apply if:(is Occupied (site)) (remove (site))))",),
    either=(("effect", "if"),),
    grown=False,
    words="{effect:block}[ if {if}]",
    ahead={"if": "effect"},
)
def apply_alone(
    b: Builder, effect: Lazy[Moves] | None = None, *, if_: Lazy[Bool] | None = None
) -> Moves:
    """An effect where no move is, as a rule of its own.

    Args:
        effect: what happens
        if_: only if this holds
    """
    if effect is not None:
        b.if_(b.true if if_ is None else if_(), effect)
    return MOVES


@ludeme(
    "then",
    source="rules/play/moves/nonDecision/effect/Then.java",
    examples=("(then (moveAgain))",),
    words="{moves}",
)
def then_part(b: Builder, moves: Effects, *, apply_after_all_moves: bool = False) -> Then:
    """What follows a move.

    Args:
        moves: effects, generated and applied when the move has been made; by then no iterator has a
            value any more: `(last To)` is where it went, not `(to)`
        apply_after_all_moves: where players choose at once, the effects come when all their moves
            have been made, once for each of these moves
    """
    return Then(moves, apply_after_all_moves)


def apply_effect(b: Builder, part: Apply | None) -> None:
    """Apply the effect of a part of a move where its condition holds."""
    if part is None or part.effect is None:
        return
    condition = b.true if part.condition is None else part.condition()
    b.if_(condition, part.effect)


def note_of(b: Builder, part: PiecePart | None, kind: str | Lazy[Int]) -> str:
    """What tells a move of one piece from that of another between the same sites."""
    if part is None or isinstance(kind, str):
        return kind if isinstance(kind, str) else ""
    with b.open():  # what is written to find out is dropped
        return b.box.name_of(kind())


def spots_of(b: Builder, to: To) -> Sites:
    """The sites that a `(to …)` names, whatever its conditions."""
    return b.as_sites(b.names.bound("to") if to.sites is None else to.sites())


def targets_of(b: Builder, to: To) -> Sites:
    """The sites that a `(to …)` allows."""
    return allowed(b, to, spots_of(b, to))


def allowed(b: Builder, to: To, sites: Sites) -> Sites:
    """The sites of a set for which the conditions of a `(to …)` hold."""
    if to.rotations is not None:
        raise b.fail(
            "(rotations ...) stands in (move Add ...) and in (move (from ...) ...)",
            code="misplaced-rotations",
        )
    return as_applied(b, to, b.names.where(sites, to.condition, "to"))


def expect_no_sites(b: Builder, to: To | None) -> None:
    """Warn of sites in the `(to …)` of a move whose end follows from its way alone."""
    if to is not None and to.sites is not None:
        hint = "(to if:(is In (to) ...)) asks for them"
        b.warn(
            "the sites of this (to ...) are not asked: the move ends where its way ends",
            hint,
            code="sites-not-asked",
        )


def as_applied(b: Builder, to: To, sites: Sites) -> Sites:
    """The sites of a set that an `(apply if:…)` without an effect, a mere condition, allows."""
    if to.apply is None or to.apply.effect is not None:
        return sites
    return b.names.where(sites, to.apply.condition, "to")


def begun(b: Builder, part: From) -> Int | Sites:
    """What a `(from …)` names: the site `(from)` if nothing."""
    return b.names.bound("from") if part.sites is None else part.sites()


def starts_of(b: Builder, part: From | None) -> tuple[Sites, bool]:
    """The sites that moves start from, and whether there can be several pieces on them."""
    if b.asker.going_on:
        return b.single(b.names.bound("from")), False
    several = True
    if part is not None and part.sites is not None:
        given = part.sites()
        sites = b.as_sites(given)
        several = isinstance(given, Sites) or b.names.is_iterator(given)
    elif b.names.is_bound("from"):
        sites = b.single(b.names.bound("from"))
    else:
        b.warn(
            "this moves no piece: (from) has no value here",
            "(from ...) inside the rule, or a rule around it such as forEach Piece, sets it",
            code="moves-no-piece",
        )
        sites = b.nowhere
    return b.names.where(sites, None if part is None else part.condition, "from"), several


def from_each(
    b: Builder, part: From | None, body: Callable[[Int, bool], object], *, taken: bool = False
) -> None:
    """Run the body for each site that moves start from, which is then `(from)`.

    Args:
        body: is also told whether it is one of several
        taken: only where a piece stands
    """
    starts, several = starts_of(b, part)

    def one(site: Int) -> None:
        with b.names.bind(**{"from": site}):
            body(site, several)

    b.each(b.minus(starts, without=b.pieces.without_piece()) if taken else starts, one)


def carried(
    b: Builder, to: To | None, level: Lazy[Int] | None = None, *, stack: bool = False
) -> Callable[[Int, Int], None]:
    """The action of moving a piece, after the effect of a `(to …)`.

    Args:
        level: of pieces on each other, that of the one that moves, with what it keeps besides
        stack: all that stand there move together
    """

    def act(origin: Int, target: Int) -> None:
        apply_effect(b, None if to is None else to.apply)
        carry(b, origin, target, level, to, stack=stack)

    return act


def carry(
    b: Builder,
    origin: Int,
    target: Int,
    level: Lazy[Int] | None = None,
    to: To | None = None,
    *,
    stack: bool = False,
) -> None:
    """Move a piece, or all of a stack."""
    if stack:
        b.stacks.carry_all(origin, target)
        return
    onto = None if to is None or to.level is None else to.level()
    given = None if level is None else level()
    leave_level(b, origin, given)
    b.handling.carry(origin, target, given, onto)


def leave_level(b: Builder, site: Int, level: Int | None) -> None:
    """Note from which level a move takes its piece, if it is one's own and not an effect."""
    if b.pieces.stacked and b.asker.deciding:
        top = level is None or level.constant == -1
        b.turn.choose_level_from(b.zero if top else b.stacks.level(site, level))


def landed(to: To | None) -> Apply | None:
    """The effect of a `(to …)` whose `(apply if:…)` says where moves may end."""
    return None if to is None or to.apply is None else replace(to.apply, condition=None)


def with_between(b: Builder, site: Int, effect: Apply | None) -> None:
    """Apply an effect to a site between."""
    with b.names.bind(between=site):
        apply_effect(b, effect)

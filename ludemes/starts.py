"""From where pieces move, where they look, and what moving one does."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.builder import Builder
from interpreter.emit import NOWHERE
from interpreter.ir import Int, Sites
from interpreter.language.signatures import Headings, Lazy
from interpreter.language.words import Direction
from interpreter.lowering import CrowdedError
from interpreter.rules import Apply, From, To
from ludemes.moves import apply_effect


def known(piece: Lazy[Int] | None) -> Int | None:
    """The kind of a piece where the rules know it, worked out at this place."""
    return None if piece is None else piece()


def starts_of(b: Builder, part: From | None) -> tuple[Sites, Lazy[Int] | None]:
    """The sites that moves start from, and the kind of the pieces there where it is known."""
    if part is None or part.sites is None or b.asks_from(part.sites):
        if b.crowd is not None:
            sites, piece = b.crowd.sites, b.crowd.piece
        elif b.has_from:
            sites, piece = b.single(b.bound("from")), b.moving
        else:
            b.warn(
                "this moves no piece: (from) has no value here",
                "(from ...) inside the rule, or a rule around it such as forEach Piece, sets it",
            )
            sites, piece = NOWHERE, None
    else:
        if b.crowd is not None:
            raise CrowdedError  # once for each of the pieces, wherever these moves start
        sites, piece = b.as_sites(part.sites()), None
    if part is not None and part.condition is not None:
        sites = b.where(sites, "from", part.condition)
    return sites, piece


def from_each(
    b: Builder, starts: Sites, piece: Lazy[Int] | None, body: Callable[[Int], object]
) -> None:
    """Run the body for each site that moves start from, which is then `(from)`."""

    def one(site: Int) -> None:
        with b.bind(**{"from": site}):
            body(site)

    with b.crowded(None, piece):
        only = b.only(starts)
        if only is not None:
            one(only)
        else:
            b.each_rule(starts, one)


def carried(
    b: Builder, to: To, piece: Lazy[Int] | None, *, vacant: bool = False
) -> Callable[[Int, Int], None]:
    """The action of moving a piece, after the effect of a `(to …)`.

    Args:
        vacant: the sites that it may go to are known to be empty
    """

    def act(origin: Int, target: Int) -> None:
        apply_effect(b, to.apply)
        b.carry(origin, target, known(piece), vacant=vacant and to.apply is None)

    return act


Headed = Sequence[tuple[Direction, Sites]]


def headed(b: Builder, headings: Headings | None, piece: Lazy[Int] | None) -> Headed:
    """Directions one by one, or a class of them, and from which sites each counts."""
    several = b.headed(headings or Direction.Adjacent, piece=known(piece))
    return [(one, where) for directions, where in several for one in directions]


def takes_crowd(b: Builder, start: From | None) -> bool:
    """Whether moves start from the pieces of a crowd."""
    return b.crowd is not None and (
        start is None or start.sites is None or b.asks_from(start.sites)
    )


def with_between(b: Builder, site: Int, effect: Apply | None) -> None:
    """Apply an effect to a site between."""
    with b.bind(between=site):
        apply_effect(b, effect)

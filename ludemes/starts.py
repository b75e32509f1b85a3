"""From where pieces move, and what moving one does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from interpreter.ir.values import Int, Sites
from interpreter.language.parts import Apply, From, To
from interpreter.rules.builder import Builder
from ludemes.moves import apply_effect


def starts_of(b: Builder, part: From | None) -> tuple[Sites, bool]:
    """The sites that moves start from, and whether there can be several pieces on them."""
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

    b.each(b.minus(starts, without=b.pieces.bare()) if taken else starts, one)


def carried(b: Builder, to: To | None) -> Callable[[Int, Int], None]:
    """The action of moving a piece, after the effect of a `(to …)`."""

    def act(origin: Int, target: Int) -> None:
        apply_effect(b, None if to is None else to.apply)
        b.pieces.carry(origin, target)

    return act


def landed(to: To | None) -> Apply | None:
    """The effect of a `(to …)` whose `(apply if:…)` says where moves may end."""
    return None if to is None or to.apply is None else replace(to.apply, condition=None)


def with_between(b: Builder, site: Int, effect: Apply | None) -> None:
    """Apply an effect to a site between."""
    with b.names.bind(between=site):
        apply_effect(b, effect)

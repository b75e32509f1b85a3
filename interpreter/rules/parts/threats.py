"""Threats: whether somebody else could move to where a piece stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.signatures import Lazy, Moves

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


class Threats:
    """What the moves of others would hit.

    A rule that asks about threats in its turn is answered no, so that a condition on what follows a
    move which asks about nothing else is no condition here.
    """

    def __init__(self, b: Builder) -> None:
        self.b = b

    def on(self, kind: Int, sites: Sites | None, moves: Lazy[Moves] | None) -> Bool:
        """Whether a piece is hit, or would be on any of some sites.

        Args:
            kind: the piece
            sites: where it is put; where it stands first, if not given
            moves: the moves of others; all that they have in their phases, if not given
        """
        b = self.b
        if b.asker.unthreatened:
            return b.false
        owner = b.lookup(b.box.known.owners, kind)
        found = b.local("threatened", b.false)

        def look(site: Int) -> None:
            for other in b.players.all():
                b.if_(b.differ(owner, other), lambda one=other: ask(site, one))
            b.leave_if(b.get_bool(found))

        def ask(site: Int, other: Int) -> None:
            hit = self._hit(site, kind if sites is not None else None, owner, other, moves)
            b.set(found, b.either(b.get_bool(found), hit))

        def look_all() -> None:
            here = b.board.here(b.pieces.placed(kind))
            b.each(b.single(b.first(here)) if sites is None else sites, look)

        b.if_(b.less(b.zero, kind), look_all)
        return b.get_bool(found)

    def on_any(self, sites: Sites, moves: Lazy[Moves] | None) -> Bool:
        """Whether what stands on any of some sites is hit."""
        b = self.b
        found = b.local("threatened", b.false)

        def look(site: Int) -> None:
            hit = self.on(b.pieces.what(site), b.single(site), moves)
            b.set(found, b.either(b.get_bool(found), hit))

        b.each(b.minus(sites, without=b.pieces.bare()), look)
        return b.get_bool(found)

    def _hit(
        self, site: Int, kind: Int | None, owner: Int, other: Int, moves: Lazy[Moves] | None
    ) -> Bool:
        """Whether a player would hit a site, where a piece is put first if one is given.

        A site that was empty goes on being called so by the rules that are asked: the piece is only
        thought there.
        """
        b = self.b
        found = b.local("hit", b.false)
        was_empty = b.false if kind is None else b.contains(b.pieces.bare(), site)

        def ask(*, put: bool) -> None:
            if moves is None:
                hit = b.turn.ask("hit_when_put" if put else "hit", site)
            else:
                hit = b.questions.hits(moves, site, put=put)
            b.set(found, hit)

        def look() -> None:
            b.write(b.part(schema.PREVIOUS), owner)
            b.players.set_mover(other)
            if kind is not None:
                b.handling.fill(site, kind)
            b.if_(was_empty, lambda: ask(put=True), lambda: ask(put=False))

        b.probe(look)
        return b.get_bool(found)

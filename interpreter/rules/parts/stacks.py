"""Pieces that stand on each other.

Where a game has stacks, what stands on a site is what stands on top there: sets of sites, kinds and
owners are those of the top pieces. The levels below, counted from 0, are kept beside them.

Source: Ludii 1.3.10 Core/src/other/state/stacking.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.values import Int, Sites

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


class Stacks:
    """The stacks of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b

    def height(self, site: Int) -> Int:
        """How many pieces stand on a site."""
        return self.b.pieces.of_site(schema.COUNT, site)

    def at(self, site: Int, level: Int) -> Int:
        """The kind of piece on a level of a site; 0 for none."""
        return self.b.read_int(self.b.part(schema.LEVEL), self._place(site, level))

    def _place(self, site: Int, level: Int) -> Int:
        b = self.b
        return b.add(b.multiply(site, b.int(schema.MOST_HEIGHT)), level)

    def push(self, site: Int, kind: Int, count: Int | None = None) -> None:
        """Put pieces of a kind on top of what is on a site, as high as a stack can be."""
        b = self.b

        def one(_: Int) -> None:
            height = self.height(site)
            b.leave_if(b.at_most(b.int(schema.MOST_HEIGHT), height))
            self._write(site, height, kind)
            self._top(site, b.add(height, b.one), kind)

        b.turn.touch(site)
        with b.live():
            b.loop(b.one if count is None else count, one, most=schema.MOST_HEIGHT)

    def pop(self, site: Int, count: Int | None = None) -> None:
        """Take pieces from the top of a site, no more than there are."""
        b = self.b

        def one(_: Int) -> None:
            height = self.height(site)
            b.leave_if(b.at_most(height, b.zero))
            left = b.subtract(height, b.one)
            self._write(site, left, b.zero)
            below = self.at(site, b.greatest(b.subtract(left, b.one), b.zero))
            self._top(site, left, b.pick(b.less(b.zero, left), below, b.zero))

        b.turn.touch(site)
        with b.live():
            b.loop(b.one if count is None else count, one, most=schema.MOST_HEIGHT)

    def replace(self, site: Int, kind: Int) -> None:
        """Put a piece in place of the top piece of a site; 0 takes that away."""
        self.pop(site)
        self.b.if_(self.b.less(self.b.zero, kind), lambda: self.push(site, kind))

    def _write(self, site: Int, level: Int, kind: Int) -> None:
        self.b.write(self.b.part(schema.LEVEL), kind, self._place(site, level))

    def _top(self, site: Int, height: Int, kind: Int) -> None:
        """Of what is on a site only the height and the top are told anew."""
        b = self.b
        b.pieces.set_of_site(schema.COUNT, site, height)
        b.emit("put", site, kind, b.nothing)

    # Whose pieces there are, on any level

    def with_piece_of(self, player: Int) -> Sites:
        """The sites with a piece of a player on any level."""
        b = self.b
        return b.where(b.pieces.taken(), lambda site: b.less(b.zero, self._owned(site, player)))

    def count_of(self, player: Int, sites: Sites) -> Int:
        """How many pieces of a player there are on a set of sites."""
        return self.b.sum_over(sites, lambda site: self._owned(site, player))

    def _owned(self, site: Int, player: Int) -> Int:
        """How many pieces of a player stand on a site."""
        b = self.b
        found = b.local("found", b.zero)

        def look(level: Int) -> None:
            owner = b.lookup(b.pieces.owner_table, self.at(site, level))
            b.set(found, b.add(b.get_int(found), b.as_int(b.equal(owner, player))))

        b.loop(self.height(site), look, most=schema.MOST_HEIGHT)
        return b.get_int(found)

    def each(
        self, sites: Sites, kinds: Sequence[int], player: Int, body: Callable[[Int], object]
    ) -> None:
        """Run the body with the site of each piece of a player on any level, of some kinds."""
        b = self.b
        wanted = b.table(*(int(kind in kinds) for kind in range(len(b.pieces.kinds) + 1)), 0)

        def on(site: Int) -> None:
            def look(level: Int) -> None:
                kind = self.at(site, level)
                owned = b.equal(b.lookup(b.pieces.owner_table, kind), player)
                fits = b.both(owned, b.equal(b.lookup(wanted, kind), b.one))
                b.if_(fits, lambda: body(site))

            b.loop(self.height(site), look, most=schema.MOST_HEIGHT)

        b.each(sites, on)

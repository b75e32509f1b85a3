"""Pieces that stand on each other.

Where a game has stacks, what stands on a site is what stands on top there: sets of sites, kinds and
owners are those of the top pieces. The levels below, counted from 0, are kept beside them.

Source: Ludii 1.3.10 Core/src/other/state/stacking.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.program import Variable
from interpreter.ir.schema import MOST_HEIGHT, Part
from interpreter.ir.values import Bool, Int, Sites
from interpreter.rules.parts.names import Player
from interpreter.rules.parts.players import EVERYBODY

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


OF_A_PIECE = (schema.LEVEL, schema.LEVEL_STATE, schema.LEVEL_VALUE)


class Stacks:
    """The stacks of the game, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        # So many pieces stand on each other at most.
        self.most = MOST_HEIGHT

    def height(self, site: Int) -> Int:
        """How many pieces stand on a site."""
        return self.b.pieces.of_site(schema.COUNT, site)

    def top(self, site: Int) -> Int:
        """The level of the top piece of a site; 0 where there is none."""
        b = self.b
        return b.greatest(b.subtract(self.height(site), b.one), b.zero)

    def level(self, site: Int, level: Int | None) -> Int:
        """A level of a site; that of the top if none is given, or a negative one."""
        b = self.b
        if level is None:
            return self.top(site)
        return b.pick(b.less(level, b.zero), self.top(site), level)

    def unless_top(self, site: Int, level: Int) -> Int:
        """A level of a site; -1 where it is the top."""
        b = self.b
        return b.pick(b.equal(level, self.top(site)), b.nothing, level)

    def at(self, site: Int, level: Int) -> Int:
        """The kind of piece on a level of a site; 0 for none."""
        return self.read(schema.LEVEL, site, level)

    def read(self, part: Part, site: Int, level: Int | None) -> Int:
        """What a part that is kept for each level says of a level of a site, or of its top."""
        b = self.b
        lies = b.contains(self.b.pieces.taken(), site)
        found = b.read_int(b.part(part), self._place(site, self.level(site, level)))
        return b.pick(lies, found, b.zero)

    def write(self, part: Part, site: Int, level: Int | None, number: Int) -> None:
        """Set what a part that is kept for each level says of the piece on a level, or the top.

        Where no piece is, nothing is set: not what the next one there will find.
        """
        b = self.b
        with b.live():
            here = self.level(site, level)
            lies = b.less(here, self.height(site))
            b.if_(lies, lambda: self._write(part, site, here, number))

    def _place(self, site: Int, level: Int) -> Int:
        b = self.b
        inside = b.both(b.at_most(b.zero, level), b.less(level, b.int(self.most)))
        place = b.add(b.multiply(site, b.int(self.most)), level)
        return b.pick(inside, place, b.nothing)

    def push(
        self, site: Int, kind: Int, count: Int | None = None, state: Int | None = None,
        value: Int | None = None,
    ) -> None:  # fmt: skip
        """Put pieces of a kind on top of what is on a site, as high as a stack can be.

        Args:
            state, value: theirs; what was left behind on their level if not given
        """
        b = self.b

        def one(_: Int) -> None:
            height = self.height(site)
            b.leave_if(b.at_most(b.int(self.most), height))
            self._write(schema.LEVEL, site, height, kind)
            for part, number in ((schema.LEVEL_STATE, state), (schema.LEVEL_VALUE, value)):
                if number is not None:
                    self._write(part, site, height, number)
            self._top(site, b.add(height, b.one), kind)

        b.turn.touch(site)
        with b.live():
            b.loop(b.one if count is None else count, one, most=self.most)

    def pop(self, site: Int, count: Int | None = None) -> None:
        """Take pieces from the top of a site, no more than there are."""
        self.take(site, self.b.nothing, count)

    def take(self, site: Int, level: Int, count: Int | None = None) -> None:
        """Take the piece on a level of a site away; those above come down.

        What the old top piece kept besides its kind is left on its level, unless the level is
        negative, which means the top.

        Args:
            count: how often a piece is taken from that level
        """
        b = self.b
        b.turn.touch(site)
        bare = b.less(level, b.zero)

        def one(_: Int) -> None:
            last = b.subtract(self.height(site), b.one)
            b.leave_if(b.less(last, b.greatest(level, b.zero)))
            b.if_(
                bare,
                lambda: self._shorten(site, last, OF_A_PIECE),
                lambda: self._close(site, level, last),
            )

        with b.live():
            b.loop(b.one if count is None else count, one, most=self.most)

    def _close(self, site: Int, level: Int, last: Int) -> None:
        """Let what stands above a level come down by one."""
        b = self.b

        def down(number: Int) -> None:
            lower = b.add(level, number)
            for part in OF_A_PIECE:
                self._write(part, site, lower, self.read(part, site, b.add(lower, b.one)))

        b.loop(b.subtract(last, level), down, most=self.most)
        self._shorten(site, last, (schema.LEVEL,))

    def _shorten(self, site: Int, last: Int, parts: Sequence[Part]) -> None:
        """Nothing is on the last level any more, as some parts tell; what is below is the top."""
        b = self.b
        for part in parts:
            self._write(part, site, last, b.zero)
        below = self.at(site, b.greatest(b.subtract(last, b.one), b.zero))
        self._top(site, last, b.pick(b.less(b.zero, last), below, b.zero))

    def carry(
        self, origin: Int, target: Int, level: Int | None = None, onto: Int | None = None
    ) -> None:
        """Move a piece on top of another site.

        Args:
            level: the level of the piece, which keeps its state and value then; if not given, it is
                the top piece, and it does not
            onto: the level to which it comes there, instead of the top
        """
        b = self.b
        with b.live():
            here = self.level(origin, level)
            kind, *kept = (self.read(part, origin, here) for part in OF_A_PIECE)
        state, value = kept if level is not None else (None, None)

        def go() -> None:
            with b.turn.untraced():  # a piece that leaves a site only goes elsewhere
                self.take(origin, b.nothing if level is None else level)
            if onto is None:
                self.push(target, kind, state=state, value=value)
            else:
                self.insert(target, onto, kind, state)

        b.if_(b.both(b.less(b.zero, kind), b.differ(origin, target)), go)

    def insert(self, site: Int, level: Int, kind: Int, state: Int | None = None) -> None:
        """Put a piece of a kind on a level of a site; those from there on go up by one.

        It comes to the top where there is no such level, or the level is negative.

        Args:
            state: its state; 0 if not given
        """
        b = self.b
        kept = (kind, b.zero if state is None else state, b.zero)
        with b.live():
            last = self.height(site)
            inside = b.both(b.at_most(b.zero, level), b.less(level, last))
            place = b.pick(inside, level, last)

            def up(number: Int) -> None:
                upper = b.subtract(last, number)
                for part in OF_A_PIECE:
                    self._write(part, site, upper, self.read(part, site, b.subtract(upper, b.one)))

            def make_room() -> None:
                self.push(site, kind)
                b.loop(b.subtract(last, place), up, most=self.most)
                for part, number in zip(OF_A_PIECE, kept, strict=True):
                    self._write(part, site, place, number)
                self._top(site, b.add(last, b.one), self.at(site, last))

            b.if_(b.less(last, b.int(self.most)), make_room)

    def carry_all(self, origin: Int, target: Int) -> None:
        """Move all pieces of a site on top of another, as they are and in their order."""
        b = self.b

        def one(level: Int) -> None:
            kind, state, value = (self.read(part, origin, level) for part in OF_A_PIECE)
            self.push(target, kind, state=state, value=value)

        def go() -> None:
            self.each_level(origin, one, from_top=False)
            with b.turn.untraced():
                self.pop(origin, self.height(origin))

        with b.live():
            b.if_(b.differ(origin, target), go)

    def carry_top(self, origin: Int, target: Int, count: Int) -> None:
        """Move so many pieces from the top of a site on top of another, in their order.

        They lose what they keep besides their kind. Nothing moves where there are fewer.
        """
        b = self.b

        def go() -> None:
            lowest = b.subtract(self.height(origin), count)
            b.loop(
                count,
                lambda number: self.push(target, self.at(origin, b.add(lowest, number))),
                most=self.most,
            )
            with b.turn.untraced():
                self.pop(origin, count)

        with b.live():
            enough = b.both(b.less(b.zero, count), b.at_most(count, self.height(origin)))
            b.if_(b.both(enough, b.differ(origin, target)), go)

    def replace(
        self, site: Int, kind: Int, state: Int | None = None, value: Int | None = None
    ) -> None:
        """Put a piece in place of the top piece of a site; 0 takes that away.

        Args:
            state, value: its own; 0 if not given
        """
        self.pop(site)
        some = self.b.less(self.b.zero, kind)
        self.b.if_(some, lambda: self.push(site, kind, state=state, value=value))

    def turn_over(self, site: Int, flipped: Callable[[Int, Int], Int]) -> None:
        """Put the pieces of a site in opposite order, each turned over.

        Args:
            flipped: the state of a piece that is turned over, of a kind and in a state
        """
        b = self.b
        with b.live():
            last = b.subtract(self.height(site), b.one)

        def up(number: Int) -> None:
            below = b.subtract(b.subtract(last, b.one), number)
            kind, state, value = (self.read(part, site, below) for part in OF_A_PIECE)
            with b.turn.untraced():
                self.take(site, below)
            self.push(site, kind, state=state, value=value)

        def over(level: Int) -> None:
            state = self.read(schema.LEVEL_STATE, site, level)
            self._write(schema.LEVEL_STATE, site, level, flipped(self.at(site, level), state))

        with b.live():
            b.loop(last, up, most=self.most)
            self.each_level(site, over, from_top=False)

    def _write(self, part: Part, site: Int, level: Int, number: Int) -> None:
        self.b.write(self.b.part(part), number, self._place(site, level))

    def _top(self, site: Int, height: Int, kind: Int) -> None:
        """Of what is on a site only the height and the top are told anew."""
        b = self.b
        b.pieces.set_of_site(schema.COUNT, site, height)
        b.emit("put", site, kind, b.nothing)

    # Whose pieces there are, on any level

    def with_piece_of(self, who: Player, name: str | None = None) -> Sites:
        """The sites with a piece of those a role means on any level, and of a name if any."""
        b = self.b
        counted = self._counted(who, name)
        return b.where(b.pieces.taken(), lambda site: b.less(b.zero, counted(site)))

    def with_kind(self, counts: Callable[[Int], Bool]) -> Sites:
        """The sites with a piece of a kind that counts, on any level."""
        b = self.b

        def has(site: Int) -> Bool:
            found = b.local("found", b.false)
            self.each_level(
                site,
                lambda level: b.set(
                    found, b.either(b.get_bool(found), counts(self.at(site, level)))
                ),
            )
            return b.get_bool(found)

        return b.where(b.pieces.taken(), has)

    def count_of(self, who: Player, sites: Sites, name: str | None = None) -> Int:
        """How many pieces as in `with_piece_of` there are on a set of sites."""
        return self.b.sum_over(sites, self._counted(who, name))

    def _counted(self, who: Player, name: str | None) -> Callable[[Int], Int]:
        """How many pieces of those a role means, and of a name, stand on a site."""
        b = self.b
        numbers = [] if name is None else b.box.numbers_called(name, exact=False)

        def meant(kind: Int) -> Bool:
            called = b.true
            if name is not None:
                called = b.any_of([partial(b.equal, kind, b.int(one)) for one in numbers])
            if who in EVERYBODY:
                return called
            owner = b.lookup(b.box.known.owners, kind)
            return b.both(b.players.is_one_of(owner, who), called)

        def count(site: Int) -> Int:
            found = b.local("found", b.zero)

            def look(level: Int) -> None:
                counts = b.as_int(meant(self.at(site, level)))
                b.set(found, b.add(b.get_int(found), counts))

            self.each_level(site, look, from_top=False)
            return b.get_int(found)

        return count

    def each(
        self, sites: Sites, kinds: Sequence[int], player: Int, body: Callable[[Int, Int], object]
    ) -> None:
        """Run the body with the site and level of each piece of a player, of some kinds."""
        b = self.b
        wanted = b.table(*(int(kind in kinds) for kind in range(len(b.box.kinds) + 1)), 0)

        def on(site: Int) -> None:
            def look(level: Int) -> None:
                kind = self.at(site, level)
                owned = b.equal(b.lookup(b.box.known.owners, kind), player)
                fits = b.both(owned, b.equal(b.lookup(wanted, kind), b.one))
                b.if_(fits, lambda: body(site, level))

            self.each_level(site, look, from_top=False)

        b.each(sites, on)

    def each_level(
        self, site: Int, body: Callable[[Int], object], *, from_top: bool = True
    ) -> None:
        """Run the body for each level of a site on which a piece stands."""
        b = self.b
        height = self.height(site)

        def one(number: Int) -> None:
            body(b.subtract(b.subtract(height, b.one), number) if from_top else number)

        b.loop(height, one, most=self.most)

    def level_with(
        self, site: Int, kind: Int, state: Int | None = None, *, from_top: bool = True
    ) -> Int:
        """The first level of a site with a piece of a kind, and in a state; -1 if there is none."""
        b = self.b
        found = b.local("found", b.nothing)

        def look(level: Int) -> None:
            fits = b.equal(self.at(site, level), kind)
            if state is not None:
                fits = b.both(fits, b.equal(self.read(schema.LEVEL_STATE, site, level), state))
            b.if_(fits, lambda: b.set(found, level))
            b.leave_if(fits)

        b.if_(
            b.contains(b.pieces.taken(), site),
            lambda: self.each_level(site, look, from_top=from_top),
        )
        return b.get_int(found)

    # What is shuffled

    def shuffle(
        self, site: Int, kinds: Sequence[Int], counts: Sequence[Int], state: Int, value: Int
    ) -> None:
        """Put so many pieces of some kinds on a site, in an order that is drawn by chance."""
        b = self.b
        left = [b.local("left", b.greatest(one, b.zero)) for one in counts]

        def put(_: Int) -> None:
            there = reduce(b.add, map(b.get_int, left), b.zero)
            b.leave_if(b.at_most(there, b.zero))
            wanted, drawn = b.local("wanted", b.turn.draw(there)), b.local("drawn", b.zero)
            for kind, own in zip(kinds, left, strict=True):
                b.if_(
                    b.equal(b.get_int(drawn), b.zero),
                    lambda kind=kind, own=own: self._draw(kind, own, wanted, drawn),
                )
            b.handling.lay(site, b.get_int(drawn), b.one, state, value)

        b.loop(b.int(self.most), put, most=self.most)

    def _draw(self, kind: Int, left: Variable, wanted: Variable, drawn: Variable) -> None:
        """Draw a piece of a kind if so many are left; else look further among the others."""
        b = self.b

        def take() -> None:
            b.set(drawn, kind)
            b.set(left, b.subtract(b.get_int(left), b.one))

        def go_on() -> None:
            b.set(wanted, b.subtract(b.get_int(wanted), b.get_int(left)))

        b.if_(b.less(b.get_int(wanted), b.get_int(left)), take, go_on)

"""What is done with pieces: they are put on sites and taken off, carried, turned and marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.schema import Part
from interpreter.ir.values import Bool, Int, Sites

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


class Handling:
    """What moves and start rules do with pieces."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        # Some rule marks pieces to be taken off at the end of the turn.
        self.clears = False

    # Putting and taking

    def set(self, site: Int, kind: Int, state: Int | None = None, value: Int | None = None) -> None:
        """Put one piece of a kind on a site in place of what was there; 0 empties it."""
        zero = self.b.zero
        if self.b.pieces.stacked:
            self.b.stacks.replace(site, kind, state, value)
            return
        self._stand(site, kind, zero if state is None else state, zero if value is None else value)
        self.b.tiles.lie_straight(site)

    def _stand(
        self, site: Int, kind: Int, state: Int | None, value: Int | None, count: Int | None = None
    ) -> None:
        """Put pieces on a site, which keeps its state and its value if none is given.

        Args:
            count: how many, where that is counted; one if not given, or none of kind 0
        """
        b = self.b
        b.turn.touch(site)
        with b.live():
            self.fill(site, kind, count)
            for part, number in ((schema.STATE, state), (schema.VALUE, value)):
                if number is not None:
                    b.pieces.set_of_site(part, site, number)

    def fill(self, site: Int, kind: Int, count: Int | None = None) -> None:
        """Let a site have so many pieces of a kind, whatever else is known of it; 0 empties it."""
        b = self.b
        b.emit("put", site, kind, b.nothing)
        if b.pieces.counted and not b.pieces.stacked:
            if count is None:
                b.pieces.set_of_site(schema.COUNT, site, b.as_int(b.less(b.zero, kind)))
            else:
                b.pieces.set_number(site, count)

    def put(
        self, site: Int, kind: Int, count: Int | None = None, state: Int | None = None,
        value: Int | None = None,
    ) -> None:  # fmt: skip
        """Put pieces on a site; where there can be several they join others of their kind.

        Args:
            state, value: those of the site from now on; as they are if not given
        """
        b = self.b
        if b.pieces.stacked:
            self._stack(site, kind, count, state, value)
            return

        if b.pieces.counted:
            with b.live():
                alike = b.equal(b.pieces.what(site), kind)
                before = b.pick(alike, b.pieces.count(site), b.zero)
                after = b.add(before, b.one if count is None else count)
                self._stand(site, kind, state, value, after)
        else:
            self._stand(site, kind, state, value)
        b.large.cover(kind, b.zero if state is None else state, site)

    def _stack(
        self, site: Int, kind: Int, count: Int | None, state: Int | None, value: Int | None
    ) -> None:
        """Put pieces on top of others, with 0 for a number that is not given."""
        kept = (self.b.zero if number is None else number for number in (state, value))
        self.b.stacks.push(site, kind, count, *kept)

    def at_once(self, count: Int) -> Int:
        """How many pieces are put on a site by a start rule that puts no stack.

        Where pieces stand on each other that is one, which is warned of.
        """
        if not self.b.pieces.stacked:
            return count
        if count.constant != 1:
            message = "this puts one piece: pieces stand on each other here"
            self.b.warn(message, "several are put as a stack", code="puts-one")
        return self.b.one

    def lay(
        self, site: Int, kind: Int, count: Int | None = None, state: Int | None = None,
        value: Int | None = None,
    ) -> None:  # fmt: skip
        """Put pieces on a site; where others stand already, these stay, and may become more."""
        b = self.b
        b.progress.added(site, kind, count)
        b.turn.placed(site)
        if b.pieces.stacked:
            self._stack(site, kind, count, state, value)
            return

        def stay() -> None:
            if b.pieces.counted:
                self.put(site, b.pieces.what(site), count, state, value)
                return
            for number, give in ((state, self.set_state), (value, self.set_value)):
                if number is not None:
                    give(site, number)

        with b.live():
            free = b.contains(b.pieces.without_piece(), site)
            b.if_(free, lambda: self.put(site, kind, count, state, value), stay)

    def take(self, site: Int, count: Int | None = None) -> None:
        """Take pieces off a site, one if not said; no more than there are."""
        b = self.b
        if b.pieces.stacked:
            b.stacks.pop(site, count)
            return

        if not b.pieces.counted:
            self.clear(site)
            return

        def fewer() -> None:
            b.pieces.set_number(site, left)
            b.turn.touch(site)

        with b.live():
            left = b.subtract(b.pieces.count(site), b.one if count is None else count)
            b.if_(b.at_most(left, b.zero), lambda: self.clear(site), fewer)

    def clear(self, site: Int) -> None:
        """Take away all that is on a site."""
        self.set(site, self.b.zero)

    def hand_over(self, site: Int, player: Int) -> None:
        """Let the piece on a site become a player's, with all that is known of it."""
        b = self.b
        with b.live():
            kind, count = b.pieces.counterpart(site, player), b.pieces.count(site)
            state, value = b.pieces.state(site), b.pieces.value(site)
            rotation = b.tiles.rotation(site)
        if b.pieces.stacked:
            self.take(site)
        else:
            self.clear(site)
        self.put(site, kind, None if b.pieces.stacked else count, state, value)
        b.tiles.rotate(site, rotation)

    # Carrying

    def carry(
        self, origin: Int, target: Int, level: Int | None = None, onto: Int | None = None
    ) -> None:
        """Move one piece from a site to another, where it takes the place of what was there.

        Args:
            level: of pieces on each other, the level of the one that moves; the top if not given
            onto: the level to which it comes there; the top if not given
        """
        if self.b.progress.kept:
            with self.b.live():
                what = self.b.pieces.what(origin, level)
            # One that stays where it is has come to the next place there, unless it is on others.
            moved = self.b.differ(origin, target) if self.b.pieces.stacked else self.b.true
            self.b.if_(moved, lambda: self.b.progress.carried(origin, target, what))
        if self.b.pieces.stacked:
            self.b.stacks.carry(origin, target, level, onto)
            return
        with self.b.live():  # an effect before it may have made another piece of it
            kind = self.b.pieces.what(origin)
            state, value = self.b.pieces.state(origin), self.b.pieces.value(origin)
            rotation = self.b.tiles.rotation(origin)

        def go() -> None:
            with self.b.turn.untraced():  # a piece that leaves a site only goes elsewhere
                self.take(origin)
            with self.b.turn.coming_from(origin):
                self.put(target, kind, state=state, value=value)
            self.b.tiles.rotate(target, rotation)
            self.b.hiding.travel(origin, target)

        # Nothing comes of moving nothing.
        self.b.if_(self.b.less(self.b.zero, kind), go)

    def copy(self, origin: Int, target: Int) -> None:
        """Put a piece on a site that is like the one on another, in its state and all."""
        rotation = self.b.tiles.rotation(origin)
        state, value = self.b.pieces.state(origin), self.b.pieces.value(origin)
        self.put(target, self.b.pieces.what(origin), state=state, value=value)
        self.b.tiles.rotate(target, rotation)

    def carry_several(self, origin: Int, target: Int, count: Int) -> None:
        """Move so many pieces to a site; where others stand than these, they are lost."""
        b = self.b
        if b.pieces.stacked:
            b.stacks.carry_top(origin, target, count)
            return
        with b.live():
            kind = b.pieces.what(origin)
            free = b.either(
                b.contains(b.pieces.without_piece(), target), b.equal(b.pieces.what(target), kind)
            )
            moved = b.less(b.zero, kind)
            some = b.both(moved, free)
        if b.progress.kept:
            b.if_(moved, lambda: b.progress.carried(origin, target, kind, count))
        with b.turn.untraced():
            self.take(origin, count)
        with b.turn.coming_from(origin):
            b.if_(some, lambda: self.put(target, kind, count))

    # Taking away, at once or later

    def take_away(
        self, site: Int, *, later: bool = False, level: Int | None = None, count: Int | None = None
    ) -> None:
        """Take a piece off a site, at once or at the end of the turn.

        Args:
            level, count: of pieces on each other, the level of the one that is taken, and how often
                one is taken from there
        """
        b = self.b
        if b.keeps("removals"):
            with b.live():
                removed = b.part(schema.REMOVED)
                b.write(removed, b.add(b.read_int(removed), b.one))
        if b.keeps("worths"):
            with b.live():
                worth = b.part(schema.WORTH)
                lowest = b.zero if level is None and b.pieces.stacked else level
                taken = b.multiply(b.pieces.value(site, lowest), b.one if count is None else count)
                b.write(worth, b.add(b.read_int(worth), taken))
        if not later and b.progress.kept:
            b.progress.removed(site, b.pieces.what(site, level))
        if not later and b.pieces.stacked:
            b.stacks.take(site, b.nothing if level is None else level, count)
            return
        if not later:
            self.clear(site)
            return
        self.clears = True
        with b.live():
            marked = b.read_sites(b.part(schema.TO_CLEAR))
            b.write(b.part(schema.TO_CLEAR), b.union(marked, b.single(site)))
            if b.pieces.stacked:
                more = b.add(
                    b.pieces.of_site(schema.HOW_MANY, site), b.one if count is None else count
                )
                b.pieces.set_of_site(schema.HOW_MANY, site, b.least(more, b.int(schema.MOST_COUNT)))

    def marked(self) -> Sites:
        """The sites whose pieces are taken off at the end of the turn."""
        return self.b.read_sites(self.b.part(schema.TO_CLEAR))

    def clear_marked(self) -> None:
        """Take off what was marked, unless the move has said who moves next."""
        b, marked = self.b, self.marked()

        def clear_one(site: Int) -> None:
            if not b.pieces.stacked:
                self.set(site, b.zero)
                return
            with b.live():  # from the lowest on
                b.stacks.take(site, b.zero, b.pieces.of_site(schema.HOW_MANY, site))
                b.pieces.set_of_site(schema.HOW_MANY, site, b.zero)

        def clear() -> None:
            b.each(marked, clear_one)
            b.write(b.part(schema.TO_CLEAR), b.nowhere)

        said = b.part(schema.NEXT_SAID)
        over = b.equal(b.read_int(said), b.zero)
        b.write(said, b.zero)
        b.if_(b.both(over, b.negate(b.is_empty(marked))), clear)

    # What is there already

    def set_state(self, site: Int, state: Int, level: Int | None = None) -> None:
        """Give the piece on a site a state, or the site itself; none where a number is negative.

        Args:
            level: of pieces on each other, the level of the one that is meant; the top if not given
        """
        self._mark((schema.STATE, schema.LEVEL_STATE), site, state, level)

    def can_flip(self, site: Int) -> Bool:
        """Whether there is anything to turn over on a site."""
        b = self.b
        turned = b.table(0, *(int(kind.flips is not None) for kind in b.box.kinds), 0)
        one = b.equal(b.lookup(turned, b.pieces.what(site)), b.one)
        return b.either(b.less(b.one, b.stacks.height(site)), one) if b.pieces.stacked else one

    def flip(self, site: Int) -> None:
        """Turn over what stands on a site; pieces on each other come to lie in opposite order."""
        b = self.b
        if b.pieces.stacked:
            b.stacks.turn_over(site, self._flipped)
            return
        with b.live():
            kind, state = b.pieces.what(site), b.pieces.state(site)
        self.set_state(site, self._flipped(kind, state))

    def _flipped(self, kind: Int, state: Int) -> Int:
        """The state of a piece of a kind that is turned over; the same for one without sides."""
        b = self.b
        sides = [None, *(kind.flips for kind in b.box.kinds)]
        one, other = (
            b.lookup(b.table(*(getattr(two, name) if two else -1 for two in sides), -1), kind)
            for name in ("first", "second")
        )
        return b.pick(b.equal(state, one), other, b.pick(b.equal(state, other), one, state))

    def set_value(self, site: Int, value: Int, level: Int | None = None) -> None:
        """Give the piece on a site a value, as `set_state` does with states."""
        self._mark((schema.VALUE, schema.LEVEL_VALUE), site, value, level)

    def _mark(self, parts: tuple[Part, Part], site: Int, number: Int, level: Int | None) -> None:
        b = self.b

        def mark() -> None:
            if b.pieces.stacked:
                b.stacks.write(parts[1], site, level, number)
            else:
                b.pieces.set_of_site(parts[0], site, number)
            b.turn.touch(site)

        b.if_(b.both(b.at_most(b.zero, site), b.at_most(b.zero, number)), mark)

    def set_count(self, site: Int, count: Int) -> None:
        """Say how many pieces of what is on a site there are; none empties it."""
        b = self.b
        self._unstacked("a number of pieces that is set")
        b.turn.touch(site)
        some = b.both(b.less(b.zero, count), b.contains(b.pieces.taken(), site))
        b.if_(some, lambda: b.pieces.set_number(site, count), lambda: self.clear(site))

    def _unstacked(self, what: str) -> None:
        if self.b.pieces.stacked:
            raise self.b.fail(
                f"{what} where pieces stand on each other: not supported yet", code="not-supported"
            )

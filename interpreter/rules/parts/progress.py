"""How far pieces have come on tracks that come to a site more than once.

For each kind of piece and each place of a track it is kept how many pieces are there. It is told by
what happens to pieces, not to each of them, so that pieces of a kind may be taken for each other;
what is added counts for the first place of its site.

Source: Ludii 1.3.10 Core/src/other/state/track/OnTrackIndices.java.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.program import Function
from interpreter.ir.values import Bool, Int

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder


class Progress:
    """Pieces on the places of tracks, as rules speak of them."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self.written: dict[str, Function] = {}

    @property
    def kept(self) -> bool:
        """Whether some track comes to a site again, and a rule asks how pieces go along it."""
        tracks = self.b.tracks.all
        again = any(len({*one.sites}) < len(one.sites) and not any(one.bumps) for one in tracks)
        return again and self.b.keeps("progress")

    @property
    def size(self) -> int:
        """How many numbers are kept."""
        return self._places * (len(self.b.box.kinds) + 1)

    @property
    def _places(self) -> int:
        return sum(len(one.sites) for one in self.b.tracks.all)

    # What happens to pieces

    def added(self, site: Int, kind: Int, count: Int | None = None) -> None:
        """Pieces are put on a site; of those that stand on each other each counts twice."""
        b = self.b
        number = b.one if count is None else count
        twice = b.multiply(number, b.int(2)) if b.pieces.stacked else number
        self._tell("added", self._add, site, kind, twice)

    def carried(self, origin: Int, target: Int, kind: Int, count: Int | None = None) -> None:
        """Pieces go from a site to another; of those that come to a track only one counts."""
        number = self.b.one if count is None else count
        self._tell("carried", self._carry, origin, target, kind, number)

    def removed(self, site: Int, kind: Int) -> None:
        """A piece is taken off a site: one less at all of its places."""
        self._tell("removed", self._remove, site, kind)

    def _tell(self, name: str, body: Callable[..., None], *numbers: Int) -> None:
        b = self.b
        if not self.kept:
            return
        if name not in self.written:
            with b.apart():
                self.written[name] = b.define(
                    f"progress_{name}", ("int",) * len(numbers), "none", body
                )
        with b.live():
            b.call(self.written[name], *numbers)

    def _add(self, site: Int, kind: Int, count: Int) -> None:
        for track in self._tracks():
            self._count(kind, self.b.tracks.place(track, site), count)

    def _remove(self, site: Int, kind: Int) -> None:
        b = self.b
        less = b.int(-1)
        for track in self._tracks():
            place = b.local("place", b.tracks.place(track, site))

            def one(_: Int) -> None:
                here = b.get_int(place)  # noqa: B023
                b.leave_if(b.less(here, b.zero))
                self._count(kind, here, less)
                b.set(place, b.tracks.again(here))  # noqa: B023

            b.loop(b.int(b.tracks.longest), one, most=b.tracks.longest)

    def _carry(self, origin: Int, target: Int, kind: Int, count: Int) -> None:
        for track in self._tracks():
            self._carry_on(track, origin, target, kind, count)

    def _carry_on(self, track: Int, origin: Int, target: Int, kind: Int, count: Int) -> None:
        b = self.b
        first, goal = b.tracks.place(track, origin), b.tracks.place(track, target)
        here = self.place_of(kind, first)

        def later(place: Int) -> Bool:
            return b.less(here, place)

        def go() -> None:
            self._count(kind, here, b.subtract(b.zero, count))
            further = self._search(goal, later)
            arrived = b.pick(b.less(further, b.zero), goal, further)
            self._count(kind, arrived, count)

        come = lambda: self._count(kind, goal, b.one)  # noqa: E731
        b.if_(b.less(first, b.zero), come, lambda: b.if_(b.at_most(b.zero, here), go))

    def _count(self, kind: Int, place: Int, change: Int) -> None:
        """Add to the number of pieces of a kind on a place, if it is one."""
        b, part = self.b, self.b.part(schema.ON_TRACK)
        index = b.pick(b.less(place, b.zero), b.nothing, self._index(kind, place))
        known = b.at_most(b.zero, index)
        now = b.add(b.read_int(part, b.greatest(index, b.zero)), change)
        b.if_(known, lambda: b.write(part, now, index))

    def _index(self, kind: Int, place: Int) -> Int:
        b = self.b
        return b.add(b.multiply(kind, b.int(self._places)), place)

    def _tracks(self) -> list[Int]:
        return [self.b.int(number) for number in range(len(self.b.tracks.all))]

    # Where they are

    def place_of(self, kind: Int, first: Int) -> Int:
        """The first place of a site, from one on, with pieces of a kind; -1 if there is none."""
        b = self.b

        def some(place: Int) -> Bool:
            held = b.read_int(b.part(schema.ON_TRACK), self._index(kind, place))
            return b.less(b.zero, held)

        return self._search(first, some)

    def _search(self, first: Int, fits: Callable[[Int], Bool]) -> Int:
        """The first place of a site, from one on, that fits; -1 if there is none."""
        b = self.b
        place = b.local("place", first)

        def step(_: Int) -> None:
            here = b.get_int(place)
            b.leave_if(b.less(here, b.zero))
            b.leave_if(fits(here))
            b.set(place, b.tracks.again(here))

        b.loop(b.int(b.tracks.longest), step, most=b.tracks.longest)
        return b.get_int(place)

    def place_on(self, track: Int, site: Int) -> Int:
        """Where on a track what stands on a site is; on a circle its first place, and for nothing.

        Of pieces on each other it is the lowest of the player whose track it is, else the top.
        """
        b = self.b
        first = b.tracks.place(track, site)
        kind = self._meant(track, site)
        plain = b.either(b.equal(kind, b.zero), b.tracks.is_loop(track))
        return b.pick(plain, first, self.place_of(kind, first))

    def _meant(self, track: Int, site: Int) -> Int:
        b = self.b
        kind = b.pieces.what(site)
        if not b.pieces.stacked:
            return kind
        meant, owner = b.local("meant", kind), b.tracks.owner(track)

        def look(level: Int) -> None:
            here = b.stacks.at(site, level)
            own = b.equal(b.lookup(b.box.known.owners, here), owner)
            b.if_(own, lambda: b.set(meant, here))

        b.stacks.each_level(site, look)
        return b.get_int(meant)

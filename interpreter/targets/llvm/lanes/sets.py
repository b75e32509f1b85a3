"""Sets of up to 64 sites, one of each game."""

from __future__ import annotations

import struct
from collections.abc import Callable, Generator
from contextlib import contextmanager

from interpreter.ir.relations import Axis, Relation
from interpreter.targets.llvm.lanes.vectors import Lanes, Vectors, constant
from interpreter.targets.llvm.sets.held import (
    MOST_SHIFTS,
    ONE_A_BYTE,
    TOP_OF_BYTES,
    Known,
    lines_of,
)
from interpreter.targets.llvm.sets.strides import strides_of
from interpreter.targets.llvm.sets.word import shifts

# The first bit of the first byte, the second of the second, and so on.
BIT_BY_BYTE = 0x8040201008040201


def is_shifted(relation: Relation) -> bool:
    """Whether where a relation leads is found by a few shifts."""
    return len(shifts(relation)) <= MOST_SHIFTS


class LaneSets:
    """Writes what is done to sets.

    Attributes:
        bits: of a set; one bit is left over on boards of fewer sites
    """

    def __init__(self, vectors: Vectors, sites: int) -> None:
        self.v, self.sites = vectors, sites
        self.bits = self.bits_of(sites)
        self.everything = (1 << sites) - 1

    @staticmethod
    def bits_of(sites: int) -> int:
        """Bits of a set of so many sites."""
        return 32 if sites < 32 else 64

    def constant(self, mask: int) -> Lanes:
        """A constant set."""
        return Lanes(self.v.text(constant(mask), self.bits), self.bits)

    def single(self, site: Lanes, known: Known) -> Lanes:
        """The site alone."""
        if known is Known.NOTHING:
            # Any number that is no site's, as one that no set has a bit for.
            site = self.v.pick(self.holds(site), site, constant(-1))
        return self.v.shifted("shl", constant(1), site, self.bits)

    def holds(self, site: Lanes) -> str:
        """Whether a number is a site's."""
        return self.v.ask("ult", site, constant(self.sites))

    def contains(self, held: Lanes, site: Lanes, known: Known) -> str:
        """Whether a site is in the set."""
        return self.v.ask("ne", self.v.do("and", held, self.single(site, known)), constant(0))

    def minus(self, left: Lanes, right: Lanes) -> Lanes:
        """Sites of the first that are not in the second."""
        return self.v.do("and", left, self.v.do("xor", right, constant(-1)))

    def is_empty(self, held: Lanes) -> str:
        """Whether it has no site."""
        return self.v.ask("eq", held, constant(0))

    def count(self, held: Lanes) -> Lanes:
        """How many sites."""
        return self.v.intrinsic("ctpop", held)

    def first(self, held: Lanes) -> Lanes:
        """The lowest site; -1 if there is none."""
        lowest = self.v.intrinsic("cttz", held, flag="false")
        return self.v.pick(self.is_empty(held), constant(-1), lowest)

    def nth(self, held: Lanes, index: Lanes) -> Lanes:
        """The site with so many lower ones, which is there."""
        return self._by_halves(held, index) if self.bits == 32 else self._by_bytes(held, index)

    def _by_halves(self, held: Lanes, index: Lanes) -> Lanes:
        """The same: the sites of the lower half are counted, and left behind if they are lower."""
        v = self.v
        site, half = self.constant(0), self.bits // 2
        while half:
            if half < self.sites:
                lower = self.v.do("and", held, constant((1 << half) - 1))
                count = lower if half == 1 else self.count(lower)
                above = v.ask("sge", index, count)
                site = v.pick(above, v.do("add", site, constant(half)), site)
                index = v.pick(above, v.do("sub", index, count), index)
                held = v.pick(above, v.do("lshr", held, constant(half)), held)
            half //= 2
        return site

    def _by_bytes(self, held: Lanes, index: Lanes) -> Lanes:
        """The same: how many sites there are up to the end of each byte tells which byte it is.

        And how many up to each of its bits, which bit: see `held.select_bit`.
        """
        v, ones = self.v, constant(ONE_A_BYTE)
        up_to = v.do("mul", v.bytewise("ctpop", held), ones)
        place = v.do("shl", self._passed(up_to, index), constant(3))
        before = v.moved("lshr", v.do("shl", up_to, constant(8)), place)
        byte = v.spread(v.moved("lshr", held, place))
        apart = v.do("and", byte, constant(BIT_BY_BYTE))
        up_to = v.do("mul", v.bytewise("umin", apart, ones), ones)
        return v.do("add", place, self._passed(up_to, v.do("sub", index, before)))

    def _passed(self, up_to: Lanes, index: Lanes) -> Lanes:
        """How many bytes of a sum are no more than the lowest byte of a number."""
        v, tops = self.v, constant(TOP_OF_BYTES)
        rest = v.do("sub", v.do("or", v.spread(index), tops), up_to)
        return self.count(v.do("and", rest, tops))

    def image(self, held: Lanes, relation: Relation) -> Lanes:
        """All sites that a relation leads to."""
        found: Lanes | None = None
        for places, mask in shifts(relation):
            part = self.v.do("and", held, self.constant(mask))
            if places:
                part = self.v.do("shl" if places > 0 else "lshr", part, constant(abs(places)))
            found = part if found is None else self.v.do("or", found, part)
        return self.constant(0) if found is None else found

    def flood(self, start: Lanes, within: Lanes, relation: Relation) -> Lanes:
        """All sites of a set that a relation reaches from others by steps inside."""
        lengths = strides_of(relation)
        if lengths is not None and all(len(shifts(one)) <= 1 for one in lengths):
            group, path = self.v.do("and", start, within), within
            for one in lengths:
                group = self.v.do("or", group, self._within(group, one, path))
                if one is not lengths[-1]:
                    path = self._within(path, one, path)
            return group
        v = self.v
        room = v.room(self.bits)
        v.keep(room, self.bits, self.v.do("and", start, within))
        with v.code.loop() as loop:
            here = v.held(room, self.bits)
            grown = self.v.do("or", here, self._within(here, relation, within))
            v.keep(room, self.bits, grown)
            loop.leave_unless(v.any(v.ask("ne", grown, here)))
        return v.held(room, self.bits)

    def _within(self, held: Lanes, relation: Relation, within: Lanes) -> Lanes:
        return self.v.do("and", self.image(held, relation), within)

    @contextmanager
    def each(self, held: Lanes) -> Generator[tuple[Lanes, str, Callable[[str], None]]]:
        """A block for each site, in ascending order, as long as any game has one.

        Gives the site of every game, the games that have one, and a way for some to leave.
        """
        v, c, bits = self.v, self.v.code, self.bits
        room = v.room(bits)
        v.keep(room, bits, held)

        def leave(mask: str) -> None:
            v.keep_in(mask, room, bits, constant(0))

        with c.loop() as loop:
            rest = v.held(room, bits)
            some = v.ask("ne", rest, constant(0))
            loop.leave_unless(v.any(some))
            v.keep(room, bits, self.v.do("and", rest, self.v.do("sub", rest, constant(1))))
            yield v.intrinsic("cttz", rest, flag="false"), some, leave

    def run(self, held: Lanes, site: Lanes, known: Known, axis: Axis) -> Lanes:
        """Length of the row through a site, between the nearest sites of its line that stop it."""
        v, bits = self.v, self.bits
        here = self.single(site, known)
        inside = v.ask("ne", self.v.do("and", held, here), constant(0))
        # Behind all sites there is a place that no line goes through.
        spare = self.sites < bits
        line = self._line(v.pick(inside, site, constant(self.sites)) if spare else site, axis)
        stops = self.minus(line, held)
        below = self.v.do("and", stops, self.v.do("sub", here, constant(1)))
        above = self.v.do("and", stops, self.v.do("sub", constant(0), here))
        zeros = v.intrinsic("ctlz", below, flag="false")
        free = self.minus(line, v.shifted("lshr", constant(-1), zeros, bits))
        row = self.v.do("and", self.v.do("sub", above, constant(1)), self.minus(free, above))
        length = self.count(row)
        return length if spare else v.pick(inside, length, constant(0))

    def _line(self, site: Lanes, axis: Axis) -> Lanes:
        """The line through a site; any for what is no site, none for the place behind all sites."""
        v = self.v
        masks = [sum(1 << one for one in line or ()) for line in lines_of(axis)]
        masks += [0] * (64 - len(masks))
        index = site
        if self.sites == self.bits:
            index = v.do("and", site, constant(self.bits - 1))
        found = v.few_entries(masks, index, self.bits)
        if found is not None:
            return found
        name = v.code.module.data(("lines", tuple(masks)), lambda: struct.pack("<64Q", *masks))
        return v.as_wide(v.entries(name, v.do("and", index, constant(63))), self.bits)

"""How long rows through a site are, on the boards of several games."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import pairwise

from interpreter.ir.relations import Axis
from interpreter.targets.llvm.lanes.sets import LaneSet, LaneSets
from interpreter.targets.llvm.lanes.vectors import ALL, Lanes, Vectors, constant
from interpreter.targets.llvm.sets.held import WORD_BITS, Known, is_straight

# Places of bits are bytes, of which one means none.
NO_PLACE = 255
# A few bits of either side of a site are one byte.
NIBBLE = 4
# By the bits of both sides, how long a row is.
LENGTHS = [1 + ((low ^ low + 1) >> 1).bit_length() + ((high ^ high + 1) >> 1).bit_length()
           for high in range(16) for low in range(16)]  # fmt: skip
# So many bits of either side fit a number.
MOST_AROUND = 32


def can_run(sites: int, axis: Axis) -> bool:
    """Whether the length of rows can be found."""
    if sites <= WORD_BITS:
        return is_straight(axis)
    longest = max((len(ray) for both in axis.rays if both for ray in both), default=0)
    return sites <= NO_PLACE and longest <= MOST_AROUND


class LaneRows:
    """Writes what asks for the length of rows."""

    def __init__(self, vectors: Vectors, sets: LaneSets) -> None:
        self.v, self.sets = vectors, sets
        self.bits = sets.bits

    def run(self, held: LaneSet, site: Lanes, known: Known, axis: Axis, most: int) -> Lanes:
        """Length of the row through a site.

        Args:
            most: any number from here on will do for a longer row; 0 where the length matters
        """
        if self.sets.size == 1:
            return self._run_between(held.parts[0], site, known, axis)
        return self._run_around(held, site, known, axis, most)

    def _run_around(self, held: LaneSet, site: Lanes, known: Known, axis: Axis, most: int) -> Lanes:
        """The same: the sites around it, first those of one side, then the others, as bits."""
        v = self.v
        longest = max((len(ray) for both in axis.rays if both for ray in both), default=0)
        reach = min(longest, most - 1) if most else longest
        side = NIBBLE if reach <= NIBBLE else -(-reach // 8) * 8
        inside = self.sets.contains(held, site, known)
        if None in axis.rays:
            lines = sum(1 << at for at, both in enumerate(axis.rays) if both)
            inside = v.both(inside, self.sets.contains(self.sets.constant(lines), site, known))
        near = _upward_first(axis, reach)
        stride = _stride(near)
        if side == NIBBLE and stride is not None and reach * stride <= self.bits:
            bits = self._bits_by_stride(held, near, stride, v.pick(inside, site, constant(0)))
        else:
            row = [byte for ray in near for byte in [*ray, *[NO_PLACE] * side][:side]]
            row += [NO_PLACE] * 2 * side
            spot = v.pick(inside, v.as_wide(site, 64), constant(len(axis.rays)))
            bits = self._bits_around(held, row, side, spot)
        return v.pick(inside, self._length(bits, side), constant(0))

    def _length(self, bits: Lanes, side: int) -> Lanes:
        """Length of the row in whose middle a site stands, by the bits of either side of it."""
        v = self.v
        if side == NIBBLE:
            found = v.byte_entries(LENGTHS, bits)
            if found is not None:
                return found
        length = constant(1)
        for half in (v.do("and", bits, constant((1 << side) - 1)),
                     v.do("lshr", bits, constant(side))):  # fmt: skip
            free = v.do("xor", half, constant(-1))
            length = v.do("add", length, v.intrinsic("cttz", free, flag="false"))
        return length

    def _bits_by_stride(
        self, held: LaneSet, near: Sequence[Sequence[int]], stride: int, site: Lanes
    ) -> Lanes:
        """The same bits, where the steps of the axis lead by the same distance everywhere."""
        v = self.v
        site = v.as_wide(site, self.bits)
        steps = range(1, NIBBLE + 1)
        after = self._window([*held.parts, constant(0)], v.do("add", site, constant(1)))
        before = self._window([constant(0), *held.parts], site)
        upward = [min(stride * step - 1, self.bits - 1) for step in steps]
        downward = [max(self.bits - stride * step, 0) for step in steps]
        found = v.bits_of_both((after, upward), (before, downward))
        there = [
            sum(1 << at for at in range(len(up))) | sum(1 << NIBBLE + at for at in range(len(down)))
            for up, down in zip(near[::2], near[1::2], strict=True)
        ]
        # A table of bytes has no 255.
        less = v.table(ALL, [one - 1 for one in there], site)
        return v.do("and", found, v.do("add", less, constant(1)))

    def _window(self, words: Sequence[Lanes], place: Lanes) -> Lanes:
        """A word of the bits from a place on.

        Args:
            words: one more than there are places for
        """
        v = self.v
        number, rest = v.do("lshr", place, constant(6)), v.do("and", place, constant(63))
        low, high = words[:2]
        for at in range(1, self.sets.size):
            here = v.ask("eq", number, constant(at))
            low, high = v.pick(here, words[at], low), v.pick(here, words[at + 1], high)
        return v.intrinsic("fshr", high, low, rest)

    def _bits_around(self, held: LaneSet, row: Sequence[int], side: int, spot: Lanes) -> Lanes:
        """The bits of the sites in a row of a table."""
        v, groups, found = self.v, side * 2 // 8, constant(0)
        name = v.code.module.data(("around", tuple(row)), lambda: bytes(row))
        first = v.do("mul", spot, constant(groups)) if groups > 1 else spot
        for group in range(groups):
            place = v.do("add", first, constant(group)) if group else first
            bits = v.as_wide(
                v.bits_at(held.parts, v.entry_at(ALL, name, 64, place)), 64 if groups > 4 else 32
            )
            found = v.do("or", found, v.do("shl", bits, constant(8 * group))) if group else bits
        return found

    def _run_between(self, held: Lanes, site: Lanes, known: Known, axis: Axis) -> Lanes:
        """The same, for sets of one word: between the nearest sites of its line that stop it."""
        v, bits = self.v, self.bits
        (here,) = self.sets.single(site, known).parts
        inside = v.ask("ne", v.do("and", held, here), constant(0))
        # Behind all sites there is a place that no line goes through.
        spare = self.sets.sites < bits
        line = self._line(v.pick(inside, site, constant(self.sets.sites)) if spare else site, axis)
        stops = v.do("and", line, v.do("xor", held, constant(-1)))
        below = v.do("and", stops, v.do("sub", here, constant(1)))
        above = v.do("and", stops, v.do("sub", constant(0), here))
        up_to = v.do("or", above, v.below_highest(below))
        free = v.do("and", line, v.do("xor", up_to, constant(-1)))
        length = v.intrinsic("ctpop", v.do("and", v.do("sub", above, constant(1)), free))
        return length if spare else v.pick(inside, length, constant(0))

    def _line(self, site: Lanes, axis: Axis) -> Lanes:
        """The line through a site; any for what is no site, none for the place behind all sites."""
        v = self.v
        masks = [sum(1 << one for one in line or ()) for line in axis.lines]
        masks += [0] * (64 - len(masks))
        index = site
        if self.sets.sites == self.bits:
            index = v.do("and", site, constant(self.bits - 1))
        found = v.few_entries(masks, index, self.bits)
        if found is not None:
            return found
        name = v.code.module.data(("lines", tuple(masks)), lambda: struct.pack("<64Q", *masks))
        return v.as_wide(v.entry_at(ALL, name, 64, v.do("and", index, constant(63))), self.bits)


def _upward_first(axis: Axis, reach: int) -> list[Sequence[int]]:
    """Of each site both rays, up to so many steps; first the one to higher numbers."""
    found: list[Sequence[int]] = []
    for site, both in enumerate(axis.rays):
        one, other = both or ((), ())
        turned = bool(one and one[0] < site) or bool(other and other[0] > site)
        found += [ray[:reach] for ray in ((other, one) if turned else (one, other))]
    return found


def _stride(near: Sequence[Sequence[int]]) -> int | None:
    """By how far each step of an axis leads, if that is the same everywhere.

    Args:
        near: of each site both rays
    """
    strides: set[int] = set()
    for at, ray in enumerate(near):
        steps = [after - before for before, after in pairwise((at // 2, *ray))]
        strides.update(steps if at % 2 == 0 else [-one for one in steps])
    return abs(strides.pop()) if len(strides) == 1 else None

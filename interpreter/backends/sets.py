"""How native code holds a set of sites.

`Word`: up to 64 sites, one bit each, in a register. `Rows`: a vector with one row of the board
in each lane, so that every direction of a regular board is one shift of lanes and bits, and every
straight line is one test; on boards that are not regular, sites fill the lanes one after another
and neighbours come from tables. In both the order of bits is the order of sites.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.backends.code import Code
from interpreter.grid import Grid
from interpreter.ir import Axis, Relation

if TYPE_CHECKING:
    from collections.abc import Generator

# Up to so many shifts an image is computed by shifting the whole set, else site by site.
MOST_SHIFTS = 24


class Known(Enum):
    """What is known of a number that is taken for a site."""

    NOTHING = 0
    NONE_OR_SITE = 1
    SITE = 2


def arrange(sites: int, grid: Grid | None, *, bits: bool) -> Word | Rows:
    """The representation for a board.

    Args:
        sites: how many sites the board has
        grid: where each lies, if the board is regular
        bits: the processor extracts and deposits bits (`pext`, `pdep`)
    """
    if sites <= 64 and (bits or grid is None):
        return Word(sites, bits=bits)
    return Rows(sites, grid, bits=bits)


class Sets:
    """What both representations share.

    Attributes:
        kind: LLVM's type of a set
        size: bytes of a set in memory
        inner: for each site, its bit
    """

    kind: str
    size: int
    inner: tuple[int, ...]

    def __init__(self, sites: int, *, bits: bool) -> None:
        self.sites = sites
        self.bits = bits
        self._runs: list[tuple[int, int, int]] = []

    def _chunks(self) -> list[tuple[int, int, int]]:
        """Stretches of sites whose bits are adjacent: (first site, first bit, how many)."""
        if not self._runs:
            for site, bit in enumerate(self.inner):
                last = self._runs[-1] if self._runs else None
                if last is not None and bit == last[1] + last[2] and site == last[0] + last[2]:
                    self._runs[-1] = (last[0], last[1], last[2] + 1)
                else:
                    self._runs.append((site, bit, 1))
        return self._runs

    def pack(self, mask: int) -> int:
        """A set with bit i for site i as the bits that memory holds."""
        found = 0
        for site, bit, length in self._chunks():
            found |= (mask >> site & (1 << length) - 1) << bit
        return found

    def unpack(self, held: int) -> int:
        """The bits that memory holds as a set with bit i for site i."""
        found = 0
        for site, bit, length in self._chunks():
            found |= (held >> bit & (1 << length) - 1) << site
        return found

    def bytes(self, mask: int) -> bytes:
        """A set with bit i for site i as it lies in memory."""
        return self.pack(mask).to_bytes(self.size, "little")

    # Operations that look the same in both

    def union(self, c: Code, left: str, right: str) -> str:
        """Sites in either."""
        return c.value(f"or {self.kind} {left}, {right}")

    def intersect(self, c: Code, left: str, right: str) -> str:
        """Sites in both."""
        return c.value(f"and {self.kind} {left}, {right}")

    def minus(self, c: Code, left: str, right: str) -> str:
        """Sites of the first that are not in the second."""
        other = c.value(f"xor {self.kind} {right}, {self.ones}")
        return c.value(f"and {self.kind} {left}, {other}")

    def pick(self, c: Code, condition: str, yes: str, no: str) -> str:
        """One of two sets."""
        return c.value(f"select i1 {condition}, {self.kind} {yes}, {self.kind} {no}")

    @property
    def ones(self) -> str:
        """The set with every bit."""
        raise NotImplementedError

    def constant(self, mask: int) -> str:
        """A constant set with bit i for site i."""
        raise NotImplementedError

    def whole(self, c: Code, value: str) -> str:
        """A set as one wide integer."""
        raise NotImplementedError

    def is_empty(self, c: Code, value: str) -> str:
        """Whether it has no site."""
        bits = 8 * self.size
        return c.value(f"icmp eq i{bits} {self.whole(c, value)}, 0")

    def same(self, c: Code, left: str, right: str) -> str:
        """Whether two sets hold the same sites."""
        return self.is_empty(c, c.value(f"xor {self.kind} {left}, {right}"))

    def words(self, c: Code, value: str) -> list[str]:
        """The set as words of 64 bits, lowest first."""
        raise NotImplementedError

    def count(self, c: Code, value: str) -> str:
        """How many sites."""
        counts = [
            c.intrinsic("i64", "llvm.ctpop.i64", ("i64", word)) for word in self.words(c, value)
        ]
        while len(counts) > 1:
            pairs = [
                c.value(f"add i64 {a}, {b}")
                for a, b in zip(counts[::2], counts[1::2], strict=False)
            ]
            counts = pairs + counts[len(pairs) * 2 :]
        return counts[0]

    def outer(self, c: Code, bit: str) -> str:
        """The site of a bit."""
        raise NotImplementedError

    def first(self, c: Code, value: str) -> str:
        """The lowest site; -1 if there is none."""
        words = self.words(c, value)
        bit = ""
        for place in reversed(range(len(words))):
            low = c.intrinsic("i64", "llvm.cttz.i64", ("i64", words[place]), ("i1", "false"))
            low = c.value(f"add i64 {low}, {64 * place}") if place else low
            some = c.value(f"icmp ne i64 {words[place]}, 0")
            bit = c.value(f"select i1 {some}, i64 {low}, i64 {bit}") if bit else low
        found = self.outer(c, c.value(f"select i1 {self.is_empty(c, value)}, i64 0, i64 {bit}"))
        return c.value(f"select i1 {self.is_empty(c, value)}, i64 -1, i64 {found}")

    def nth(self, c: Code, value: str, index: str, *, checked: bool = True) -> str:
        """The site with so many lower ones; -1 if there is none.

        Args:
            checked: the index may be out of range
        """
        words = self.words(c, value)
        word, rest, start = words[0], index, "0"
        passed = ""
        if len(words) > 1:
            for place, following in enumerate(words[1:], 1):
                ones = c.intrinsic("i64", "llvm.ctpop.i64", ("i64", words[place - 1]))
                passed = c.value(f"add i64 {passed}, {ones}") if passed else ones
                later = c.value(f"icmp sge i64 {index}, {passed}")
                word = c.value(f"select i1 {later}, i64 {following}, i64 {word}")
                left = c.value(f"sub i64 {index}, {passed}")
                rest = c.value(f"select i1 {later}, i64 {left}, i64 {rest}")
                start = c.value(f"select i1 {later}, i64 {64 * place}, i64 {start}")
        bit = select_bit(c, word, rest, deposit=self.bits)
        if len(words) > 1:
            bit = c.value(f"add i64 {bit}, {start}")
        if not checked:
            return self.outer(c, bit)
        inside = c.value(f"icmp ult i64 {index}, {self.count(c, value)}")
        found = self.outer(c, c.value(f"select i1 {inside}, i64 {bit}, i64 0"))
        return c.value(f"select i1 {inside}, i64 {found}, i64 -1")

    @contextmanager
    def each(self, c: Code, value: str) -> Generator[tuple[str, Callable[[], None]]]:
        """A block for each site in ascending order; gives the site, and a way to leave."""
        words = self.words(c, value)
        room = c.slot("i64", len(words))
        for place, word in enumerate(words):
            c.store("i64", word, c.at(room, place, 8))
        place = c.variable("i64", 0)
        end = c.label()
        with c.loop() as outer:
            here = place.get()
            outer.leave_unless(here < len(words))
            spot = c.at(room, str(here), 8)
            word = c.num(c.load("i64", spot))
            go, following = c.label(), c.label()
            c.fork(str(word.is_(0)), following, go)
            c.place(following)
            place.add(1)
            outer.again()
            c.place(go)
            low = c.intrinsic("i64", "llvm.cttz.i64", ("i64", str(word)), ("i1", "true"))
            c.store("i64", str(word & (word - 1)), spot)
            base = here << 6
            yield self.outer(c, str(base + low)), lambda: c.jump(end)
        c.place(end)

    def holds(self, c: Code, site: str) -> str:
        """Whether a number is a site."""
        return c.value(f"icmp ult i64 {site}, {self.sites}")

    def _row(self, c: Code, site: str, known: Known) -> str:
        """The entry of a site in tables whose first entry stands for what is no site."""
        following = c.value(f"add i64 {site}, 1")
        if known is not Known.NOTHING:
            return following
        return c.value(f"select i1 {self.holds(c, site)}, i64 {following}, i64 0")

    def single(self, c: Code, site: str, known: Known = Known.NOTHING) -> str:
        """The site alone; empty for a number that is no site."""
        raise NotImplementedError

    def contains(self, c: Code, value: str, site: str, known: Known = Known.NOTHING) -> str:
        """Whether a site is in the set; false for a number that is no site."""
        raise NotImplementedError

    def among(self, c: Code, mask: int, site: str, known: Known = Known.NOTHING) -> str:
        """Whether a site is in a constant set, from a table."""
        name = c.module.data(
            ("among", mask), lambda: bytes([0, *(mask >> one & 1 for one in range(self.sites))])
        )
        return c.value(f"trunc i8 {c.load('i8', c.at(name, self._row(c, site, known)), 1)} to i1")

    def image(self, c: Code, value: str, relation: Relation) -> str:
        """All sites that a relation leads to."""
        raise NotImplementedError

    def run(
        self,
        c: Code,
        value: str,
        site: str,
        axis: Axis,
        known: Known = Known.NOTHING,
        most: int = 0,
    ) -> str:
        """Length of the unbroken row through a site.

        Args:
            most: any number from here on will do for a longer row; 0 where the length matters
        """
        raise NotImplementedError

    def by_site(self, c: Code, value: str, relation: Relation) -> str:
        """All sites that a relation leads to, from a table with the targets of each site."""

        def table() -> bytes:
            sets = [sum(1 << target for target in targets) for targets in relation.targets]
            return b"".join(self.bytes(mask) for mask in sets)

        name = c.module.data(("targets", id(relation)), table)
        found = c.slot(self.kind, align=64)
        c.store(self.kind, self.constant(0), found)
        with self.each(c, value) as (site, _):
            reached = c.load(self.kind, c.at(name, site, self.size))
            c.store(self.kind, self.union(c, c.load(self.kind, found), reached), found)
        return c.load(self.kind, found)

    def walk(self, c: Code, value: str, site: str, axis: Axis, known: Known) -> str:
        """Length of the unbroken row through a site, step by step along its two rays."""
        most = max((len(ray) for both in axis.rays if both for ray in both), default=0)
        stride = most + 1

        def table() -> bytes:
            entries: list[int] = []
            for both in (None, *axis.rays):
                for ray in both or ((), ()):
                    entries += [*ray, *(-1 for _ in range(stride - len(ray)))]
            return struct.pack(f"<{len(entries)}h", *entries)

        name = c.module.data(("rays", id(axis)), table)
        defined = c.module.data(
            ("defined", id(axis)), lambda: bytes([0, *(both is not None for both in axis.rays)])
        )
        index = self._row(c, site, known)
        length = c.variable("i64", 0)
        given = c.num(c.load("i8", c.at(defined, index), 1), "i8").differs(0)
        with c.when(c.num(self.contains(c, value, site, known), "i1") & given):
            length.set(1)
            for side in (0, 1):
                start = c.num(index) * (2 * stride) + side * stride
                with c.times(stride) as (step, loop):
                    reached = c.load("i16", c.at(name, str(start + step), 2), 2)
                    wide = c.value(f"sext i16 {reached} to i64")
                    loop.leave_unless(self.contains(c, value, wide, Known.NONE_OR_SITE))
                    length.add(1)
        return str(length.get())


def select_bit(c: Code, word: str, index: str, *, deposit: bool) -> str:
    """The place of the bit with so many lower ones in a word; any place if there is none."""
    if deposit:
        shift = c.value(f"and i64 {index}, 63")
        one = c.value(f"shl i64 1, {shift}")
        spread = c.intrinsic("i64", "llvm.x86.bmi.pdep.64", ("i64", one), ("i64", word))
        found = c.intrinsic("i64", "llvm.cttz.i64", ("i64", spread), ("i1", "false"))
        return c.value(f"and i64 {found}, 63")
    # Halving: how many bits the lower half has decides which half to look in.
    place, rest = c.num("0"), c.num(index)
    for half in (32, 16, 8, 4, 2, 1):
        below = (c.num(word) >> place) & ((1 << half) - 1)
        ones = c.num(c.intrinsic("i64", "llvm.ctpop.i64", ("i64", str(below))))
        later = rest >= ones
        place = later.pick(place + half, place)
        rest = later.pick(rest - ones, rest)
    return str(place)


def run_near(c: Code, line: str, place: str, most: int) -> str:
    """Length of the row of ones through a place of a word; from `most` on any such number."""
    if not 0 < most <= MOST_WINDOW:
        return run_length(c, line, place)
    window = c.value(f"shl i64 {line}, {most - 1}")
    window = c.value(f"lshr i64 {window}, {place}")
    return row_in(c, c.value(f"and i64 {window}, {(1 << (2 * most - 1)) - 1}"), most)


def run_length(c: Code, line: str, place: str) -> str:
    """Length of the unbroken row of ones through a place of a word; 0 if it has none there."""
    up = c.value(f"lshr i64 {line}, {place}")
    up = c.value(f"xor i64 {up}, -1")
    above = c.intrinsic("i64", "llvm.cttz.i64", ("i64", up), ("i1", "false"))
    back = c.value(f"sub i64 63, {place}")
    down = c.value(f"shl i64 {line}, {back}")
    down = c.value(f"xor i64 {down}, -1")
    below = c.intrinsic("i64", "llvm.ctlz.i64", ("i64", down), ("i1", "false"))
    both = c.value(f"add i64 {above}, {below}")
    less = c.value(f"add i64 {both}, -1")
    return c.intrinsic("i64", "llvm.smax.i64", ("i64", less), ("i64", "0"))


# Rows of so many are found in a table of all stretches of a line around a site.
MOST_WINDOW = 6


def row_in(c: Code, window: str, most: int) -> str:
    """The row of ones through the middle of a window of `2 * most - 1` places."""

    def table() -> bytes:
        return bytes(_row_through(bits, most - 1) for bits in range(1 << (2 * most - 1)))

    name = c.module.data(("row", most), table)
    found = c.load("i8", c.at(name, window), 1)
    return c.value(f"zext i8 {found} to i64")


def _row_through(bits: int, place: int) -> int:
    if not bits >> place & 1:
        return 0
    above = bits >> place
    below = bits & (2 << place) - 1
    up = (~above & above + 1).bit_length() - 1
    down = 0
    while down <= place and below >> place - down & 1:
        down += 1
    return up + down - 1


def _pairs(first: Sequence[int], second: Sequence[int]) -> bytes:
    """Two columns of numbers of 64 bits, side by side."""
    both = [number for pair in zip(first, second, strict=True) for number in pair]
    return struct.pack(f"<{len(both)}Q", *both)


def lines_of(axis: Axis) -> list[tuple[int, ...] | None]:
    """For each site, the sites of its line from one end to the other."""
    return [
        None if both is None else (*reversed(both[0]), site, *both[1])
        for site, both in enumerate(axis.rays)
    ]


class Word(Sets):
    """A set in one register, site i in bit i."""

    def __init__(self, sites: int, *, bits: bool) -> None:
        super().__init__(sites, bits=bits)
        self.kind, self.size = "i64", 8
        self.inner = tuple(range(sites))

    @property
    def ones(self) -> str:
        """The set with every bit."""
        return "-1"

    def constant(self, mask: int) -> str:
        """A constant set."""
        return str(mask - (1 << 64) if mask >> 63 else mask)

    def whole(self, c: Code, value: str) -> str:
        """A set as one wide integer."""
        return value

    def words(self, c: Code, value: str) -> list[str]:
        """The set as words."""
        return [value]

    def outer(self, c: Code, bit: str) -> str:
        """The site of a bit."""
        return bit

    @contextmanager
    def each(self, c: Code, value: str) -> Generator[tuple[str, Callable[[], None]]]:
        """A block for each site in ascending order; gives the site, and a way to leave."""
        rest = c.variable("i64", value)
        with c.loop() as loop:
            here = rest.get()
            loop.leave_if(here.is_(0))
            site = c.intrinsic("i64", "llvm.cttz.i64", ("i64", str(here)), ("i1", "true"))
            rest.set(here & (here - 1))
            yield site, loop.leave

    def single(self, c: Code, site: str, known: Known = Known.NOTHING) -> str:
        """The site alone."""
        if known is Known.SITE:
            return c.value(f"shl nuw i64 1, {site}")
        shift = c.value(f"and i64 {site}, 63")
        bit = c.value(f"shl i64 1, {shift}")
        if known is Known.NONE_OR_SITE and self.sites < 64:
            # For no site the last bit is set, which is none of the board's.
            return c.value(f"and i64 {bit}, {(1 << self.sites) - 1}")
        return c.value(f"select i1 {self.holds(c, site)}, i64 {bit}, i64 0")

    def contains(self, c: Code, value: str, site: str, known: Known = Known.NOTHING) -> str:
        """Whether a site is in the set."""
        shift = c.value(f"and i64 {site}, 63")
        moved = c.value(f"lshr i64 {value}, {shift}")
        bit = c.value(f"trunc i64 {moved} to i1")
        if known is Known.SITE or (known is Known.NONE_OR_SITE and self.sites < 64):
            return bit
        return c.value(f"and i1 {bit}, {self.holds(c, site)}")

    def image(self, c: Code, value: str, relation: Relation) -> str:
        """All sites that a relation leads to."""
        masks: dict[int, int] = {}
        for site, targets in enumerate(relation.targets):
            for target in targets:
                masks[target - site] = masks.get(target - site, 0) | 1 << site
        if len(masks) > MOST_SHIFTS:
            return self.by_site(c, value, relation)
        found = "0"
        for shift, mask in sorted(masks.items()):
            part = c.value(f"and i64 {value}, {self.constant(mask)}")
            if shift:
                part = c.value(f"{'shl' if shift > 0 else 'lshr'} i64 {part}, {abs(shift)}")
            found = c.value(f"or i64 {found}, {part}")
        return found

    def run(
        self,
        c: Code,
        value: str,
        site: str,
        axis: Axis,
        known: Known = Known.NOTHING,
        most: int = 0,
    ) -> str:
        """Length of the unbroken row through a site: its line, pressed into a word."""
        lines = lines_of(axis)
        straight = all(
            line is None or list(line) in (sorted(line), sorted(line, reverse=True))
            for line in lines
        )
        if not self.bits or not straight:
            return self.walk(c, value, site, axis, known)

        if 0 < most <= MOST_WINDOW:
            return self._run_in_window(c, value, self._row(c, site, known), axis, most)

        def table() -> bytes:
            masks = [0, *(sum(1 << one for one in line or ()) for line in lines)]
            inside = [sorted(line or (site,)).index(site) for site, line in enumerate(lines)]
            return _pairs(masks, [0, *inside])

        name = c.module.data(("line", id(axis)), table)
        entry = c.at(name, self._row(c, site, known), 16)
        mask, place = c.load("i64", entry), c.load("i64", c.at(entry, 8))
        line = c.intrinsic("i64", "llvm.x86.bmi.pext.64", ("i64", value), ("i64", mask))
        return run_length(c, line, place)

    def _run_in_window(self, c: Code, value: str, row: str, axis: Axis, most: int) -> str:
        """The row within a few steps of the site, from a table of all such stretches of a line."""

        def table() -> bytes:
            masks, shifts = [0], [0]
            for site, both in enumerate(axis.rays):
                near = [one for ray in both or () for one in ray[: most - 1]]
                masks.append(sum(1 << one for one in (*near, site)) if both is not None else 0)
                shifts.append(most - 1 - sum(one < site for one in near))
            return _pairs(masks, shifts)

        name = c.module.data(("window", id(axis), most), table)
        entry = c.at(name, row, 16)
        mask, shift = c.load("i64", entry), c.load("i64", c.at(entry, 8))
        near = c.intrinsic("i64", "llvm.x86.bmi.pext.64", ("i64", value), ("i64", mask))
        return row_in(c, c.value(f"shl i64 {near}, {shift}"), most)


class Rows(Sets):
    """A set in a vector, one row of the board in each lane."""

    def __init__(self, sites: int, grid: Grid | None, *, bits: bool) -> None:
        super().__init__(sites, bits=bits)
        rows = columns = 65
        if grid is not None:
            rows = 1 + max(row for row, _ in grid)
            columns = 1 + max(column for _, column in grid)
        if rows > 64 or columns > 64:
            # Sites fill the lanes one after another.
            grid = None
            rows, columns = -(-sites // 64), 64
        self.grid = grid
        self.columns = next(width for width in (8, 16, 32, 64) if columns <= width)
        self.lanes = 1
        while self.lanes < rows or self.lanes * self.columns < 128:
            self.lanes *= 2
        self.lane = f"i{self.columns}"
        self.kind = f"<{self.lanes} x {self.lane}>"
        self.size = self.lanes * self.columns // 8
        if grid is None:
            self.inner = tuple(range(sites))
        else:
            self.inner = tuple(row * self.columns + column for row, column in grid)
        self.at_bit = {bit: site for site, bit in enumerate(self.inner)}

    @property
    def ones(self) -> str:
        """The set with every bit."""
        return f"splat ({self.lane} -1)"

    def constant(self, mask: int) -> str:
        """A constant set."""
        if mask == 0:
            return "zeroinitializer"
        held = self.pack(mask)
        return self._vector([held >> row * self.columns for row in range(self.lanes)])

    def _vector(self, rows: Sequence[int]) -> str:
        low = (1 << self.columns) - 1
        return "<" + ", ".join(f"{self.lane} {row & low}" for row in rows) + ">"

    def whole(self, c: Code, value: str) -> str:
        """A set as one wide integer."""
        return c.value(f"bitcast {self.kind} {value} to i{8 * self.size}")

    def words(self, c: Code, value: str) -> list[str]:
        """The set as words of 64 bits."""
        count = self.size // 8
        vector = f"<{count} x i64>"
        cast = c.value(f"bitcast {self.kind} {value} to {vector}")
        return [c.value(f"extractelement {vector} {cast}, i32 {place}") for place in range(count)]

    def _site_at(self) -> bytes:
        found = [self.at_bit.get(bit, 0) for bit in range(8 * self.size)]
        return struct.pack(f"<{len(found)}H", *found)

    def outer(self, c: Code, bit: str) -> str:
        """The site of a bit."""
        if self.grid is None:
            return bit
        name = c.module.data("sites", self._site_at)
        site = c.load("i16", c.at(name, bit, 2), 2)
        return c.value(f"zext i16 {site} to i64")

    def single(self, c: Code, site: str, known: Known = Known.NOTHING) -> str:
        """The site alone, from a table that begins with an empty set."""

        def table() -> bytes:
            sets = [0, *(1 << number for number in range(self.sites))]
            return b"".join(self.bytes(mask) for mask in sets)

        name = c.module.data("single", table)
        return c.load(self.kind, c.at(name, self._row(c, site, known), self.size))

    def contains(self, c: Code, value: str, site: str, known: Known = Known.NOTHING) -> str:
        """Whether a site is in the set."""
        met = self.is_empty(c, self.intersect(c, value, self.single(c, site, known)))
        return c.value(f"xor i1 {met}, true")

    # Directions

    def _distances(self, relation: Relation) -> dict[tuple[int, int], int] | None:
        """For every distance in (rows, columns), the sites from where it leads to a target."""
        if self.grid is None:
            return None
        found: dict[tuple[int, int], int] = {}
        for site, targets in enumerate(relation.targets):
            row, column = self.grid[site]
            for target in targets:
                away = self.grid[target][0] - row, self.grid[target][1] - column
                found[away] = found.get(away, 0) | 1 << site
        return found if len(found) <= MOST_SHIFTS else None

    def _natural(self, away: tuple[int, int]) -> int:
        """The sites from where a distance leads to some site of the board."""
        assert self.grid is not None
        places = set(self.grid)
        return sum(
            1 << site
            for site, (row, column) in enumerate(self.grid)
            if (row + away[0], column + away[1]) in places
        )

    def image(self, c: Code, value: str, relation: Relation) -> str:
        """All sites that a relation leads to: lanes and bits moved by each distance."""
        distances = self._distances(relation)
        if distances is None:
            return self.by_site(c, value, relation)
        found, exact = "", True
        by_row: dict[int, list[str]] = {}
        for away, mask in sorted(distances.items()):
            part = value
            if mask != self._natural(away):
                part = self.intersect(c, part, self.constant(mask))
            by_row.setdefault(away[0], []).append(self._columns_moved(c, part, away[1]))
            exact = False
        for row, parts in by_row.items():
            together = parts[0]
            for part in parts[1:]:
                together = self.union(c, together, part)
            moved = self._rows_moved(c, together, row)
            found = self.union(c, found, moved) if found else moved
        if exact:
            return self.constant(0)
        return self.intersect(c, found, self.constant((1 << self.sites) - 1))

    def _columns_moved(self, c: Code, value: str, columns: int) -> str:
        if columns == 0:
            return value
        if abs(columns) >= self.columns:
            return self.constant(0)
        operation = "shl" if columns > 0 else "lshr"
        return c.value(f"{operation} {self.kind} {value}, splat ({self.lane} {abs(columns)})")

    def _rows_moved(self, c: Code, value: str, rows: int) -> str:
        if rows == 0:
            return value
        places = [
            lane - rows if 0 <= lane - rows < self.lanes else self.lanes
            for lane in range(self.lanes)
        ]
        order = ", ".join(f"i32 {place}" for place in places)
        return c.value(
            f"shufflevector {self.kind} {value}, {self.kind} zeroinitializer,"
            f" <{self.lanes} x i32> <{order}>"
        )

    # Lines

    def run(
        self,
        c: Code,
        value: str,
        site: str,
        axis: Axis,
        known: Known = Known.NOTHING,
        most: int = 0,
    ) -> str:
        """Length of the unbroken row through a site: its line, as a word."""
        lines = lines_of(axis)
        if self.grid is not None and self._along_row(lines):
            return self._run_along_row(c, value, site, axis, lines, known, most)
        if self.grid is not None and self._across_rows(lines):
            return self._run_across_rows(c, value, site, axis, lines, known, most)
        return self.walk(c, value, site, axis, known)

    def _along_row(self, lines: Sequence[tuple[int, ...] | None]) -> bool:
        """Whether every line is a stretch of a row, or lies nowhere but in its site."""
        grid = self.grid
        assert grid is not None
        return all(
            line is None
            or all(
                grid[a][0] == grid[b][0] and grid[b][1] - grid[a][1] == step
                for a, b in pairwise(line)
            )
            for line in lines
            for step in [1 if line is None or line[0] <= line[-1] else -1]
        ) and self._maximal(lines)

    def _across_rows(self, lines: Sequence[tuple[int, ...] | None]) -> bool:
        """Whether every line has one site in each of the rows it crosses."""
        grid = self.grid
        assert grid is not None
        return all(
            line is None or all(grid[b][0] - grid[a][0] == step for a, b in pairwise(line))
            for line in lines
            for step in [1 if line is None or line[0] <= line[-1] else -1]
        )

    def _maximal(self, lines: Sequence[tuple[int, ...] | None]) -> bool:
        """Whether no other site of the row touches an end of a line."""
        grid = self.grid
        assert grid is not None
        places = set(grid)
        for line in lines:
            if line is None:
                continue
            low, high = min(line), max(line)
            before = (grid[low][0], grid[low][1] - 1)
            after = (grid[high][0], grid[high][1] + 1)
            if before in places or after in places:
                return False
        return True

    def _places(self, lines: Sequence[tuple[int, ...] | None]) -> bytes:
        """For each site its row and column; a row without sites where it has no line."""
        assert self.grid is not None
        found = bytearray((255, 0))
        for site, line in enumerate(lines):
            found += bytes(self.grid[site] if line is not None else (255, 0))
        return bytes(found)

    def _run_along_row(
        self,
        c: Code,
        value: str,
        site: str,
        axis: Axis,
        lines: Sequence[tuple[int, ...] | None],
        known: Known,
        most: int,
    ) -> str:
        name = c.module.data(("places", id(axis)), lambda: self._places(lines))
        entry = c.at(name, self._row(c, site, known), 2)
        row = c.num(c.load("i8", entry, 1), "i8").to("i64", signed=False)
        column = c.num(c.load("i8", c.at(entry, 1), 1), "i8").to("i64", signed=False)
        room = c.slot(self.kind, align=64)
        c.store(self.kind, value, room)
        spot = c.at(room, str(row & (self.lanes - 1)), self.columns // 8)
        line = c.num(c.load(self.lane, spot, 1), self.lane).to("i64", signed=False)
        given = row.differs(255).pick(line, "0")
        return run_near(c, str(given), str(column), most)

    def _run_across_rows(
        self,
        c: Code,
        value: str,
        site: str,
        axis: Axis,
        lines: Sequence[tuple[int, ...] | None],
        known: Known,
        most: int,
    ) -> str:
        assert self.grid is not None
        grid = self.grid
        numbers: dict[tuple[int, ...], int] = {}
        of_site = [numbers.setdefault(tuple(sorted(line or ())), len(numbers)) for line in lines]
        nothing = numbers.setdefault((), len(numbers))

        def masks() -> bytes:
            return b"".join(self.bytes(sum(1 << one for one in line)) for line in numbers)

        def places() -> bytes:
            # In bytes from the first mask, which saves a multiplication.
            found = [self.size * number for number in (nothing, *of_site)]
            return struct.pack(f"<{len(found)}I", *found)

        row = self._row(c, site, known)
        rows = c.module.data("rows", lambda: bytes([0, *(row for row, _ in grid)]))
        place = c.num(c.load("i8", c.at(rows, row), 1), "i8").to("i64", signed=False)
        index = c.module.data(("across", tuple(of_site)), places)
        table = c.module.data(("masks", tuple(numbers)), masks)
        start = c.load("i32", c.at(index, row, 4), 4)
        mask = c.load(self.kind, c.at(table, c.value(f"zext i32 {start} to i64")))
        met = self.intersect(c, value, mask)
        truths = c.value(f"icmp ne {self.kind} {met}, zeroinitializer")
        bits = c.value(f"bitcast <{self.lanes} x i1> {truths} to i{self.lanes}")
        line = bits if self.lanes == 64 else c.value(f"zext i{self.lanes} {bits} to i64")
        return run_near(c, line, str(place), most)

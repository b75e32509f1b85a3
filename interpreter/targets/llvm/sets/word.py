"""Sets of up to 64 sites: one bit each, in a register."""

from __future__ import annotations

import struct
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial

from interpreter.ir.relations import Axis, Rays, Relation
from interpreter.targets.llvm.assembly import Code
from interpreter.targets.llvm.sets.held import (
    MOST_SHIFTS,
    MOST_WINDOW,
    Known,
    Sets,
    is_straight,
    row_in,
    rows,
    run_length,
)
from interpreter.targets.llvm.target import Target

# So many shifts of a set take no longer than to look up where they lead from a site.
FEW_SHIFTS = 2
# A flood along lines of so many sites takes no longer than to look one up.
SHORT = 3
# So many words are compared at once.
LANES = 8
# So many bits of a word are taken in any order at once, and twice as many as two halves.
GATHERED = 32


class Word(Sets):
    """A set in one register, site i in bit i."""

    def __init__(self, sites: int, target: Target) -> None:
        super().__init__(sites, target)
        self.kind, self.size = "i64", 8
        self.inner = tuple(range(sites))
        # A number that no site has is needed for what is behind the end of a ray.
        self.gathers = self.gathers and sites < 64

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

    @property
    def word_count(self) -> int:
        """How many words of 64 bits have sites."""
        return 1

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
        with c.unless(self.is_empty(c, value)), c.loop() as loop:
            here = rest.get()
            site = c.intrinsic("i64", "llvm.cttz.i64", ("i64", str(here)), ("i1", "true"))
            rest.set(here & (here - 1))
            yield site, loop.leave
            loop.leave_if(rest.get().is_(0))

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

    def looks_up(self, relation: Relation) -> bool:
        """Whether a table tells sooner than shifts where a relation leads from one site."""
        return len(shifts(relation)) > FEW_SHIFTS

    def is_one_way(self, relation: Relation) -> bool:
        """Whether a relation moves a set by one distance."""
        return len(shifts(relation)) <= 1

    def image(self, c: Code, value: str, relation: Relation) -> str:
        """All sites that a relation leads to."""
        moved = shifts(relation)
        if self.vectors and 3 * len(moved) > 4 * (self.sites // LANES + 2):
            write = partial(self._met_by, relation)
            return self.once(c, ("met by", id(relation)), "i64", [("i64", value)], write)
        if len(moved) > MOST_SHIFTS:
            return self.by_site(c, value, relation)
        found = "0"
        for shift, mask in moved:
            part = c.value(f"and i64 {value}, {self.constant(mask)}")
            if shift:
                part = c.value(f"{'shl' if shift > 0 else 'lshr'} i64 {part}, {abs(shift)}")
            found = c.value(f"or i64 {found}, {part}")
        return found

    def _met_by(self, relation: Relation, c: Code, value: str) -> str:
        """All sites to which a relation leads from a set: those that it leads back from into it."""
        back = [0] * -(-self.sites // LANES) * LANES
        for site, targets in enumerate(relation.targets):
            for target in targets:
                back[target] |= 1 << site
        kind = f"<{LANES} x i64>"
        name = c.module.data(("back", id(relation)), lambda: struct.pack(f"<{len(back)}Q", *back))
        all_alike = c.alike("i64", value, LANES)
        masks: list[str] = []
        for start in range(0, len(back), LANES):
            if not any(back[start : start + LANES]):
                masks.append("zeroinitializer")
                continue
            sources = c.load(kind, c.at(name, start, 8), 8 * LANES)
            met = c.value(f"and {kind} {sources}, {all_alike}")
            masks.append(c.value(f"icmp ne {kind} {met}, zeroinitializer"))
        return joined(c, masks, LANES)

    def row(self, c: Code, start: str, within: str, relation: Relation) -> str | None:
        """The flood from one site at most along a line, up to the first site that stops it."""
        lines = _lines(relation)
        if lines is None:
            return None
        upward, masks = lines
        name = c.module.data(("from", id(relation)), lambda: struct.pack(f"<{len(masks)}Q", *masks))
        # Of an empty set, the place behind all sites.
        site = c.intrinsic("i64", "llvm.cttz.i64", ("i64", start), ("i1", "false"))
        line = c.load("i64", c.at(name, site, 8))
        other = c.value(f"xor i64 {within}, -1")
        stops = c.value(f"and i64 {line}, {other}")
        if upward:
            below = c.value(f"add i64 {stops}, -1")
            free = c.value(f"and i64 {line}, {below}")
            return c.value(f"and i64 {free}, {within}")
        zeros = c.intrinsic("i64", "llvm.ctlz.i64", ("i64", stops), ("i1", "false"))
        places = c.value(f"and i64 {zeros}, 63")
        up_to = c.value(f"lshr i64 -1, {places}")
        above = c.value(f"xor i64 {up_to}, -1")
        none = c.value(f"icmp eq i64 {stops}, 0")
        free = c.value(f"select i1 {none}, i64 -1, i64 {above}")
        return c.value(f"and i64 {line}, {free}")

    def met(self, c: Code, value: str, spot: str, passed: str, rays: Rays) -> str:
        """How many steps along a ray lead to a site of a set: its bits are put in a row."""
        most = max(map(len, rays.sites), default=0)
        if not self.gathers or most > 2 * GATHERED:
            return super().met(c, value, spot, passed, rays)
        size = GATHERED if most <= GATHERED else 2 * GATHERED
        name = c.module.data(("gathered", id(rays)), lambda: rows(rays, size, "B", 63))
        row = c.at(name, spot, size)
        line = c.num(self._gathered(c, value, row))
        if size > GATHERED:
            line = line | c.num(self._gathered(c, value, c.at(row, GATHERED))) << GATHERED
        ahead = line & (c.num("-1") << c.num(passed)) if passed != "0" else line
        zeros = c.intrinsic("i64", "llvm.cttz.i64", ("i64", str(ahead)), ("i1", "false"))
        return str(ahead.is_(0).pick(0, c.num(zeros) + 1))

    def _gathered(self, c: Code, value: str, row: str) -> str:
        """The bits of a word with the numbers that a row has."""
        words = c.value(f"bitcast <4 x i64> {c.alike('i64', value, 4)} to <32 x i8>")
        numbers = c.load("<32 x i8>", row, GATHERED)
        held = c.intrinsic("<32 x i1>", "llvm.x86.avx512.vpshufbitqmb.256",
                           ("<32 x i8>", words), ("<32 x i8>", numbers))  # fmt: skip
        return c.value(f"zext i32 {c.value(f'bitcast <32 x i1> {held} to i32')} to i64")

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
        lines = axis.lines
        if not is_straight(axis):
            return self.walk(c, value, site, axis, known)
        if not self.bits:
            return self._run_between(c, value, self._row(c, site, known), lines)
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

    def _run_between(
        self, c: Code, value: str, row: str, lines: Sequence[tuple[int, ...] | None]
    ) -> str:
        """The row between the nearest sites of the line, below and above, that stop it."""

        def table() -> bytes:
            masks = [0, *(sum(1 << one for one in line or ()) for line in lines)]
            return _pairs(masks, [0, *(1 << site for site in range(len(lines)))])

        name = c.module.data(("line and site", tuple(lines)), table)
        entry = c.at(name, row, 16)
        line, here = c.num(c.load("i64", entry)), c.num(c.load("i64", c.at(entry, 8)))
        stops = line & (c.num(value) ^ -1)
        below = stops & (here - 1)
        above = stops & (c.num(0) - here)
        zeros = c.intrinsic("i64", "llvm.ctlz.i64", ("i64", str(below)), ("i1", "false"))
        # Of 64 zeros, which no shift goes as far as, nothing stops the row below.
        up_to = c.num("-1") >> (c.num(zeros) & 63)
        beyond = below.is_(0).pick(-1, up_to ^ -1)
        between = line & beyond & (above - 1) & (above ^ -1)
        length = c.intrinsic("i64", "llvm.ctpop.i64", ("i64", str(between)))
        return str((c.num(value) & here).is_(0).pick(0, length))

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


def joined(c: Code, masks: Sequence[str], size: int) -> str:
    """Some vectors of truths, one after the other, as the bits of one word."""
    rest = list(masks)
    while len(rest) > 1:
        rest += ["zeroinitializer"] * (len(rest) % 2)
        kind, order = f"<{size} x i1>", ", ".join(f"i32 {place}" for place in range(2 * size))
        rest = [
            "zeroinitializer"
            if {one, other} == {"zeroinitializer"}
            else c.value(
                f"shufflevector {kind} {one}, {kind} {other}, <{2 * size} x i32> <{order}>"
            )
            for one, other in zip(rest[::2], rest[1::2], strict=True)
        ]
        size *= 2
    bits = c.value(f"bitcast <{size} x i1> {rest[0]} to i{size}")
    return bits if size == 64 else c.value(f"zext i{size} {bits} to i64")


@lru_cache(maxsize=4096)
def shifts(relation: Relation) -> tuple[tuple[int, int], ...]:
    """By how far a relation shifts sites, and which sites so far, in order."""
    masks: dict[int, int] = {}
    for site, targets in enumerate(relation.targets):
        for target in targets:
            masks[target - site] = masks.get(target - site, 0) | 1 << site
    return tuple(sorted(masks.items()))


@lru_cache(maxsize=1024)
def _lines(relation: Relation) -> tuple[bool, tuple[int, ...]] | None:
    """Whether all lines of a relation lead upward, and of each site the line that begins there.

    None where lines branch, or some lead up and others down, or none is longer than two steps.
    """
    if any(len(targets) > 1 for targets in relation.targets):
        return None
    onward = {site: targets[0] for site, targets in enumerate(relation.targets) if targets}
    upward = {target > site for site, target in onward.items()}
    if len(upward) != 1:
        return None
    masks: list[int] = []
    for site in range(64):
        here, line = site, 1 << site if site < len(relation.targets) else 0
        while here in onward:
            here = onward[here]
            line |= 1 << here
        masks.append(line)
    longest = max(map(int.bit_count, masks))
    return (upward.pop(), (*masks, 0)) if longest > SHORT else None


def _pairs(first: Sequence[int], second: Sequence[int]) -> bytes:
    """Two columns of numbers of 64 bits, side by side."""
    both = [number for pair in zip(first, second, strict=True) for number in pair]
    return struct.pack(f"<{len(both)}Q", *both)

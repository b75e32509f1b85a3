"""How native code holds a set of sites.

`Word`: up to 64 sites, one bit each, in a register. `Rows`: a vector with one row of the board
in each lane, so that every direction of a regular board is one shift of lanes and bits, and every
straight line is one test; on boards that are not regular, sites fill the lanes one after another
and neighbours come from tables. In both the order of bits is the order of sites.
"""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import TYPE_CHECKING

from interpreter.ir.relations import Axis, Rays, Relation
from interpreter.targets.llvm.assembly import Code
from interpreter.targets.llvm.target import Target

if TYPE_CHECKING:
    from collections.abc import Generator

# Up to so many shifts an image is computed by shifting the whole set, else site by site.
MOST_SHIFTS = 24
# Rows of so many are found in a table of all stretches of a line around a site.
MOST_WINDOW = 6
WORD_BITS = 64
# Of more words than these, what asks one after another is a loop and not written out.
MOST_UNROLLED = 16


class Known(Enum):
    """What is known of a number that is taken for a site."""

    NOTHING = 0
    NONE_OR_SITE = 1
    SITE = 2

    @classmethod
    def within(cls, bounds: tuple[int, int], sites: int) -> Known:
        """What is known of a number between two bounds, on a board of so many sites."""
        low, high = bounds
        if high >= sites or low < -1:
            return cls.NOTHING
        return cls.SITE if low >= 0 else cls.NONE_OR_SITE


class Sets(ABC):
    """What both representations share.

    Attributes:
        kind: LLVM's type of a set
        size: bytes of a set in memory
        inner: for each site, its bit; -1 if it has none
    """

    kind: str
    size: int
    inner: tuple[int, ...]

    def __init__(self, sites: int, target: Target) -> None:
        self.sites = sites
        self.bits = target.bits
        features = {*target.features.split(",")}
        # Whether four words are changed at once; whether several are compared at once; whether bits
        # are taken from any places.
        self.wide = "+avx2" in features
        self.vectors = {"+avx512bw", "+avx512vl"} <= features
        self.gathers = {"+avx512bitalg", "+avx512vl"} <= features
        self._runs: list[tuple[int, int, int]] = []
        self._packed: dict[int, int] = {}

    def _chunks(self) -> list[tuple[int, int, int]]:
        """Stretches of sites whose bits are adjacent: (first site, first bit, how many)."""
        if not self._runs:
            for site, bit in enumerate(self.inner):
                if bit < 0:
                    continue
                last = self._runs[-1] if self._runs else None
                if last is not None and bit == last[1] + last[2] and site == last[0] + last[2]:
                    self._runs[-1] = (last[0], last[1], last[2] + 1)
                else:
                    self._runs.append((site, bit, 1))
        return self._runs

    def pack(self, mask: int) -> int:
        """A set with bit i for site i as the bits that memory holds."""
        found = self._packed.get(mask)
        if found is None:
            found = 0
            for site, bit, length in self._chunks():
                found |= (mask >> site & (1 << length) - 1) << bit
            self._packed[mask] = found
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

    def row(self, _c: Code, _start: str, _within: str, _relation: Relation) -> str | None:
        """The flood from one site at most, where there is a way that is faster than any flood."""
        return None

    def row_behind(
        self, _c: Code, _site: str, _within: str, _relation: Relation, _known: Known
    ) -> str | None:
        """The flood from one step behind a site on, where there is a way that is faster."""
        return None

    def once(
        self, c: Code, key: Hashable, result: str, operands: Sequence[tuple[str, str]],
        write: Callable[..., str],
    ) -> str:  # fmt: skip
        """What is written in place; where code is soon to be made, in a function of its own.

        Args:
            key: what tells the function from others of the module
            operands: LLVM's type and the value of each
            write: takes the code and the operands
        """
        module = c.module
        if not module.small:
            return write(c, *(value for _, value in operands))
        name = module.helpers.get(key)
        if name is None:
            name = module.helpers[key] = f"k_once{len(module.helpers)}"
            parameters = [(kind, f"p{place}") for place, (kind, _) in enumerate(operands)]
            apart = Code(module, name, parameters, result)
            apart.give(result, write(apart, *(f"%{called}" for _, called in parameters)))
            apart.close()
        return c.call(result, name, *operands)

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
    @abstractmethod
    def ones(self) -> str:
        """The set with every bit."""

    @abstractmethod
    def constant(self, mask: int) -> str:
        """A constant set with bit i for site i."""

    def given(self, _c: Code, mask: int) -> str:
        """A constant set as code takes it soonest that is to be made in little time."""
        return self.constant(mask)

    @abstractmethod
    def whole(self, c: Code, value: str) -> str:
        """A set as one wide integer."""

    def is_empty(self, c: Code, value: str) -> str:
        """Whether it has no site."""
        bits = 8 * self.size
        return c.value(f"icmp eq i{bits} {self.whole(c, value)}, 0")

    def same(self, c: Code, left: str, right: str) -> str:
        """Whether two sets hold the same sites."""
        return self.is_empty(c, c.value(f"xor {self.kind} {left}, {right}"))

    @property
    @abstractmethod
    def word_count(self) -> int:
        """How many words of 64 bits have sites."""

    @abstractmethod
    def words(self, c: Code, value: str) -> list[str]:
        """The set as words of 64 bits, lowest first."""

    def by_sites(self, c: Code, value: str) -> list[str]:
        """The set as words of 64 bits with bit i for site i, for processors that pack bits."""
        found = [c.num("0") for _ in range(-(-self.sites // WORD_BITS))]
        for place, word in enumerate(self.words(c, value)):
            first = WORD_BITS * place
            here = [site for site, bit in enumerate(self.inner) if 0 <= bit - first < WORD_BITS]
            mask = sum(1 << self.inner[site] - first for site in here)
            packed = c.num(word)
            if mask & (mask + 1):  # there are gaps
                operands = ("i64", word), ("i64", str(mask - (mask >> 63 << 64)))
                packed = c.num(c.intrinsic("i64", "llvm.x86.bmi.pext.64", *operands))
            at, shift = divmod(here[0], WORD_BITS) if here else (0, 0)
            found[at] = found[at] | packed << shift
            if shift + len(here) > WORD_BITS:
                found[at + 1] = found[at + 1] | packed >> WORD_BITS - shift
        return [str(one) for one in found]

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
        """The site of a bit, from a table."""

        def table() -> bytes:
            site_at = {bit: site for site, bit in enumerate(self.inner)}
            found = [site_at.get(bit, 0) for bit in range(8 * self.size)]
            return struct.pack(f"<{len(found)}H", *found)

        site = c.load("i16", c.at(c.module.data("sites", table), bit, 2), 2)
        return c.value(f"zext i16 {site} to i64")

    def first(self, c: Code, value: str) -> str:
        """The lowest site; -1 if there is none."""
        if self.word_count > MOST_UNROLLED:
            return self._first_in_memory(c, value)
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
        if self.word_count > MOST_UNROLLED:
            return self._nth_in_memory(c, value, index)
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

    def _in_memory(self, c: Code, value: str) -> str:
        """Where the words of a set are, to be asked for one after another.

        A few are stored one by one: a word is sooner read again than out of a whole vector.
        """
        room = c.slot(self.kind, align=64)
        if self.word_count > MOST_UNROLLED or c.module.small:
            c.store(self.kind, value, room)
            return room
        for place, word in enumerate(self.words(c, value)):
            c.store("i64", word, c.at(room, place, 8))
        return room

    def _first_in_memory(self, c: Code, value: str) -> str:
        """The lowest site, word by word; -1 if there is none."""
        room, found = self._in_memory(c, value), c.variable("i64", -1)
        with c.times(self.word_count) as (place, loop):
            word = c.load("i64", c.at(room, str(place), 8))
            with c.unless(c.num(word).is_(0)):
                low = c.intrinsic("i64", "llvm.cttz.i64", ("i64", word), ("i1", "true"))
                found.set(self.outer(c, str((place << 6) + low)))
                loop.leave()
        return str(found.get())

    def _nth_in_memory(self, c: Code, value: str, index: str) -> str:
        """The site with so many lower ones, word by word; -1 if there is none."""
        room, found = self._in_memory(c, value), c.variable("i64", -1)
        left = c.variable("i64", index)
        with (
            c.when(c.num(index).below(64 * self.word_count)),
            c.times(self.word_count) as (
                place,
                loop,
            ),
        ):
            word = c.load("i64", c.at(room, str(place), 8))
            ones = c.intrinsic("i64", "llvm.ctpop.i64", ("i64", word))
            with c.when(left.get() < ones):
                bit = select_bit(c, word, str(left.get()), deposit=self.bits)
                found.set(self.outer(c, str((place << 6) + bit)))
                loop.leave()
            left.set(left.get() - ones)
        return str(found.get())

    @contextmanager
    def each(self, c: Code, value: str) -> Generator[tuple[str, Callable[[], None]]]:
        """A block for each site in ascending order; gives the site, and a way to leave."""
        with c.unless(self.is_empty(c, value)):
            room = self._in_memory(c, value)
            place, rest = c.variable("i64", 0), c.variable("i64", c.load("i64", room))
            with c.loop() as loop:
                here = rest.get()
                with c.when(here.is_(0)):
                    place.add(1)
                    loop.leave_unless(place.get() < self.word_count)
                    rest.set(c.load("i64", c.at(room, str(place.get()), 8)))
                    loop.again()
                low = c.intrinsic("i64", "llvm.cttz.i64", ("i64", str(here)), ("i1", "true"))
                rest.set(here & (here - 1))
                base = place.get() << 6
                yield self.outer(c, str(base + low)), loop.leave

    @contextmanager
    def only(self, c: Code, value: str, site: str) -> Generator[tuple[str, Callable[[], None]]]:
        """A block for a site if it is in a set that can have no other; gives what `each` does."""
        end, some = c.label(), c.label()
        c.fork(self.is_empty(c, value), end, some)
        c.place(some)
        yield site, lambda: c.jump(end)
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
        """The site alone, from a table; empty for a number that is no site."""

        def table() -> bytes:
            sets = [0, *(1 << number for number in range(self.sites))]
            return b"".join(map(self.bytes, sets))

        name = c.module.data("single", table)
        return c.load(self.kind, c.at(name, self._row(c, site, known), self.size))

    @abstractmethod
    def contains(self, c: Code, value: str, site: str, known: Known = Known.NOTHING) -> str:
        """Whether a site is in the set; false for a number that is no site."""

    def among(self, c: Code, mask: int, site: str, known: Known = Known.NOTHING) -> str:
        """Whether a site is in a constant set, from a table."""
        name = c.module.data(
            ("among", mask), lambda: bytes([0, *(mask >> one & 1 for one in range(self.sites))])
        )
        return c.value(f"trunc i8 {c.load('i8', c.at(name, self._row(c, site, known)), 1)} to i1")

    @abstractmethod
    def image(self, c: Code, value: str, relation: Relation) -> str:
        """All sites that a relation leads to."""

    @abstractmethod
    def is_one_way(self, relation: Relation) -> bool:
        """Whether a relation moves a set by one distance."""

    @abstractmethod
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

    def any_row(self, _c: Code, _value: str, _axes: Sequence[tuple[Axis, int]]) -> str | None:
        """False if no axis has a row of its length in the set, where this is told of all at once.

        Args:
            axes: each with a length
        """
        return None

    @abstractmethod
    def looks_up(self, relation: Relation) -> bool:
        """Whether a table tells sooner than shifts where a relation leads from one site."""

    def image_of(self, c: Code, site: str, relation: Relation, known: Known) -> str:
        """All sites that a relation leads to from one site, from a table."""

        def table() -> bytes:
            sets = [sum(1 << target for target in targets) for targets in relation.targets]
            return b"".join(self.bytes(mask) for mask in (0, *sets))

        name = c.module.data(("steps", id(relation)), table)
        return c.load(self.kind, c.at(name, self._row(c, site, known), self.size))

    def image_within(self, c: Code, value: str, relation: Relation, within: str) -> str:
        """All sites of a set that a relation leads to."""
        return self.intersect(c, self.image(c, value, relation), within)

    def by_site(self, c: Code, value: str, relation: Relation) -> str:
        """All sites that a relation leads to, from a table with the targets of each site."""

        def table() -> bytes:
            sets = [sum(1 << target for target in targets) for targets in relation.targets]
            return b"".join(self.bytes(mask) for mask in sets)

        name = c.module.data(("targets", id(relation)), table)
        found = c.slot(self.kind, align=64)
        c.store(self.kind, self.given(c, 0), found)
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

    def met(self, c: Code, value: str, spot: str, passed: str, rays: Rays) -> str:
        """How many steps along a ray, more than some, lead to a site of a set; 0 if none do.

        Args:
            spot: the number of a ray
            passed: no less than 0, and no more than the longest ray has steps
        """
        stride = 1 + max(map(len, rays.sites), default=0)
        name = c.module.data(("met", id(rays)), lambda: rows(rays, stride, "h", -1))
        start = c.at(name, str(c.num(spot) * stride), 2)
        far, found = c.variable("i64", passed), c.variable("i64", 0)
        with c.loop() as loop:
            here = far.get()
            site = c.num(c.load("i16", c.at(start, str(here), 2), 2), "i16").to("i64")
            loop.leave_if(site < 0)
            far.add(1)
            with c.when(c.num(self.contains(c, value, str(site), Known.SITE), "i1")):
                found.set(here + 1)
                loop.leave()
        return str(found.get())


def rows(rays: Rays, length: int, kind: str, empty: int, *, before: int = 0) -> bytes:
    """The sites of all rays, each filled up to a length, as numbers of a kind.

    Args:
        before: so many more stand before each
    """
    filled: list[int] = []
    for ray in rays.sites:
        filled += [*[empty] * before, *ray, *[empty] * (length - len(ray))]
    return struct.pack(f"<{len(filled)}{kind}", *filled)


def select_bit(c: Code, word: str, index: str, *, deposit: bool) -> str:
    """The place of the bit with so many lower ones in a word, in which there is one."""
    if deposit:
        shift = c.value(f"and i64 {index}, 63")
        one = c.value(f"shl i64 1, {shift}")
        spread = c.intrinsic("i64", "llvm.x86.bmi.pdep.64", ("i64", one), ("i64", word))
        return c.intrinsic("i64", "llvm.cttz.i64", ("i64", spread), ("i1", "true"))
    # Vigna 2008, "Broadword implementation of rank/select queries", section 3: how many bits there
    # are up to the end of each byte says which byte it is; what is left is looked up.
    bits = c.num(word)
    pairs = bits - ((bits >> 1) & EVERY_SECOND)
    fours = (pairs & EVERY_FOURTH) + ((pairs >> 2) & EVERY_FOURTH)
    up_to = ((fours + (fours >> 4)) & EVERY_EIGHTH) * ONE_A_BYTE
    rank = c.num(index) & 63
    passed = ((rank * ONE_A_BYTE | TOP_OF_BYTES) - up_to) & TOP_OF_BYTES
    place = c.num(c.intrinsic("i64", "llvm.ctpop.i64", ("i64", str(passed)))) * 8 & 63
    left = (rank - ((up_to << 8) >> place)) & 7
    byte = (bits >> place) & 255
    table = c.module.data("select", _places_in_bytes)
    found = c.load("i8", c.at(table, str(byte | left << 8)), 1)
    return str(place + c.num(found, "i8").to("i64", signed=False))


EVERY_SECOND, EVERY_FOURTH = 0x5555555555555555, 0x3333333333333333
EVERY_EIGHTH, ONE_A_BYTE = 0x0F0F0F0F0F0F0F0F, 0x0101010101010101
TOP_OF_BYTES = -0x7F7F7F7F7F7F7F80  # as a signed number


def _places_in_bytes() -> bytes:
    """For every rank and byte, the place of the bit with so many lower ones; 0 if it has none."""
    rows = [[place for place in range(8) if byte >> place & 1] for byte in range(256)]
    return bytes(row[rank] if rank < len(row) else 0 for rank in range(8) for row in rows)


def is_near(last: int, most: int) -> bool:
    """Whether the sites around one tell as much of a row as is asked, and lie in a word with it.

    Args:
        last: the last place of a line in its word
        most: so long a row is as good as any longer one
    """
    return 0 < most <= MOST_WINDOW and last + most <= WORD_BITS


def above_window(place: int, most: int) -> int:
    """How many places of a word lie above the window around one of them."""
    return WORD_BITS - most - place


def run_near(c: Code, line: str, above: str, most: int) -> str:
    """Length of the row of ones in the middle of a window; from `most` on any such number.

    Args:
        above: how many places of the word lie above the window
    """
    window = c.value(f"shl i64 {line}, {above}")
    return row_in(c, c.value(f"lshr i64 {window}, {WORD_BITS + 1 - 2 * most}"), most)


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


def is_straight(axis: Axis) -> bool:
    """Whether the sites of every line of an axis stand in order."""
    return all(
        line is None or list(line) in (sorted(line), sorted(line, reverse=True))
        for line in axis.lines
    )

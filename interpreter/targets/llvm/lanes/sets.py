"""Sets of sites, one of each game: one word of up to 64 sites, or several."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, reduce

from interpreter.ir.relations import Relation
from interpreter.targets.llvm.lanes.vectors import ALL, Lanes, Vectors, constant
from interpreter.targets.llvm.sets.held import (
    MOST_SHIFTS,
    ONE_A_BYTE,
    TOP_OF_BYTES,
    Known,
)
from interpreter.targets.llvm.sets.strides import strides_of
from interpreter.targets.llvm.sets.word import shifts

# Bits of the words of small boards.
LEAST_BITS = 32
# What it takes to look whether a set has any site of a group, and to shift it.
PER_GROUP, PER_SHIFT = 2, 3
# The first bit of the first byte, the second of the second, and so on.
BIT_BY_BYTE = 0x8040201008040201


@lru_cache(maxsize=1024)
def _groups(relation: Relation) -> tuple[tuple[int, int], ...]:
    """Sites from which a relation leads to the same ones, and these, as bit masks."""
    found: dict[int, int] = {}
    for site, several in enumerate(relation.targets):
        targets = sum(1 << one for one in several)
        found[targets] = found.get(targets, 0) | 1 << site
    return tuple((sources, targets) for targets, sources in found.items() if targets)


def is_shifted(relation: Relation) -> bool:
    """Whether where a relation leads is found by a few shifts."""
    return len(shifts(relation)) <= MOST_SHIFTS


@dataclass(frozen=True, slots=True)
class LaneSet:
    """A set of each game.

    Args:
        parts: the words of its bits, those of the lowest sites first
    """

    parts: tuple[Lanes, ...]


class LaneSets:
    """Writes what is done to sets.

    Attributes:
        bits: of a word; on small boards of fewer sites one is left over
        widths: the bits of each word
    """

    def __init__(self, vectors: Vectors, sites: int) -> None:
        self.v, self.sites = vectors, sites
        self.bits = self.bits_of(sites)
        self.widths = self.widths_of(sites)
        self.everything = (1 << sites) - 1

    @staticmethod
    def bits_of(sites: int) -> int:
        """Bits of a word of a set of so many sites."""
        return LEAST_BITS if sites < LEAST_BITS else 64

    @classmethod
    def widths_of(cls, sites: int) -> tuple[int, ...]:
        """Bits of each word of a set of so many sites."""
        bits = cls.bits_of(sites)
        return (bits,) * -(-sites // bits)

    def constant(self, mask: int) -> LaneSet:
        """A constant set."""
        return LaneSet(tuple(self._word(_word(mask, at, self.bits)) for at in range(self.size)))

    @property
    def size(self) -> int:
        """How many words a set has."""
        return len(self.widths)

    def columns(self, masks: Sequence[int]) -> list[list[int]]:
        """Of each word the column of a table of sets."""
        return [[_word(mask, at, self.bits) for mask in masks] for at in range(self.size)]

    # Of each word by itself

    def do(self, operation: str, left: LaneSet, right: LaneSet) -> LaneSet:
        """An operation of LLVM on the bits of two sets."""
        return LaneSet(tuple(
            self.v.do(operation, *both, self.bits)
            for both in zip(left.parts, right.parts, strict=True)
        ))  # fmt: skip

    def pick(self, mask: str, yes: LaneSet, no: LaneSet) -> LaneSet:
        """For the games of a mask one set, for the others another."""
        both = zip(yes.parts, no.parts, strict=True)
        return LaneSet(tuple(self.v.pick(mask, *each) for each in both))

    def minus(self, left: LaneSet, right: LaneSet) -> LaneSet:
        """Sites of the first that are not in the second."""
        return self.do("and", left, self.do("xor", right, LaneSet((constant(-1),) * self.size)))

    # What is asked of a set

    def is_empty(self, held: LaneSet) -> str:
        """Whether it has no site."""
        return self.v.ask("eq", self._together(held), constant(0))

    def same(self, left: LaneSet, right: LaneSet) -> str:
        """Whether two sets have the same sites."""
        if self.size == 1:
            return self.v.ask("eq", *left.parts, *right.parts)
        return self.is_empty(self.do("xor", left, right))

    def _together(self, held: LaneSet) -> Lanes:
        """Bits that any word has."""
        return reduce(lambda left, right: self.v.do("or", left, right), held.parts)

    def count(self, held: LaneSet) -> Lanes:
        """How many sites."""
        counts = [self.v.intrinsic("ctpop", one) for one in held.parts]
        return reduce(lambda left, right: self.v.do("add", left, right), counts)

    def first(self, held: LaneSet) -> Lanes:
        """The lowest site; -1 if there is none."""
        return self.v.pick(self.is_empty(held), constant(-1), self._lowest(held))

    def _lowest(self, held: LaneSet) -> Lanes:
        """The lowest site of what is not empty."""
        v = self.v
        *words, last = held.parts
        found = self._site(v.intrinsic("cttz", last, flag="false"), len(words))
        for at, word in reversed(list(enumerate(words))):
            here = self._site(v.intrinsic("cttz", word, flag="false"), at)
            found = v.pick(v.ask("ne", word, constant(0)), here, found)
        return found

    def _site(self, place: Lanes, word: int) -> Lanes:
        """The site of a place in a word."""
        return self.v.do("add", place, constant(word * self.bits)) if word else place

    def holds(self, site: Lanes) -> str:
        """Whether a number is a site's."""
        return self.v.ask("ult", site, constant(self.sites))

    def single(self, site: Lanes, known: Known) -> LaneSet:
        """The site alone."""
        v = self.v
        if known is Known.NOTHING:
            # Any number that is no site's, as one that no set has a bit for.
            site = v.pick(self.holds(site), site, constant(-1))
        # As a number without a sign, what lies below a word is as far off as what lies above.
        places = [v.do("sub", v.as_wide(site, self.bits), constant(at * self.bits)) if at else site
                  for at in range(self.size)]  # fmt: skip
        return LaneSet(tuple(v.shifted("shl", constant(1), one, self.bits) for one in places))

    def contains(self, held: LaneSet, site: Lanes, known: Known) -> str:
        """Whether a site is in the set."""
        met = self.do("and", held, self.single(site, known))
        return self.v.ask("ne", self._together(met), constant(0))

    def nth(self, held: LaneSet, index: Lanes) -> Lanes:
        """The site with so many lower ones, which is there."""
        v = self.v
        word, *others = held.parts
        if not others:
            return self._nth_of_word(word, index)
        base, rest, below = constant(0), index, constant(0)
        for at, other in enumerate(others, 1):
            below = v.do("add", below, v.intrinsic("ctpop", held.parts[at - 1]))
            above = v.ask("uge", index, below)
            base = v.pick(above, constant(at * self.bits), base)
            rest = v.pick(above, v.do("sub", index, below), rest)
            word = v.pick(above, other, word)
        return v.do("add", base, self._nth_of_word(word, rest))

    def _nth_of_word(self, word: Lanes, index: Lanes) -> Lanes:
        by = self._by_halves if self.bits == LEAST_BITS else self._by_bytes
        return by(word, index)

    def _by_halves(self, held: Lanes, index: Lanes) -> Lanes:
        """The same: the sites of the lower half are counted, and left behind if they are lower."""
        v = self.v
        site, half = self._word(0), self.bits // 2
        while half:
            if half < self.sites:
                lower = self.v.do("and", held, constant((1 << half) - 1))
                count = lower if half == 1 else v.intrinsic("ctpop", lower)
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
        v = self.v
        up_to = v.sums(v.bytewise("ctpop", held))
        place = v.do("shl", self._passed(up_to, index), constant(3))
        before = v.moved("lshr", v.do("shl", up_to, constant(8)), place)
        byte = v.spread(v.moved("lshr", held, place))
        apart = v.do("and", byte, constant(BIT_BY_BYTE))
        up_to = v.sums(v.bytewise("umin", apart, constant(ONE_A_BYTE)))
        return v.do("add", place, self._passed(up_to, v.do("sub", index, before)))

    def _passed(self, up_to: Lanes, index: Lanes) -> Lanes:
        """How many bytes of a sum are no more than the lowest byte of a number."""
        v, tops = self.v, constant(TOP_OF_BYTES)
        rest = v.do("sub", v.do("or", v.spread(index), tops), up_to)
        return v.marked(rest)

    # Relations

    def image(self, held: LaneSet, relation: Relation) -> LaneSet:
        """All sites that a relation leads to."""
        groups = _groups(relation)
        if self.size == 1 and len(groups) * PER_GROUP < len(shifts(relation)) * PER_SHIFT:
            return self._met(held, groups)
        found: list[Lanes | None] = [None] * self.size
        for places, mask in shifts(relation):
            for at, moved in self._moved(held, mask, places):
                before = found[at]
                found[at] = moved if before is None else self.v.do("or", before, moved)
        return LaneSet(tuple(constant(0) if one is None else one for one in found))

    def _met(self, held: LaneSet, groups: Sequence[tuple[int, int]]) -> LaneSet:
        """The targets of all groups of sites that a set has any of."""
        v, (word,), found = self.v, held.parts, constant(0)
        for sources, targets in groups:
            met = v.ask("ne", v.do("and", word, constant(sources)), constant(0))
            here = v.pick(met, self._word(targets), constant(0))
            found = v.do("or", found, here)
        return LaneSet((found,))

    def _moved(self, held: LaneSet, mask: int, places: int) -> Generator[tuple[int, Lanes]]:
        """Some sites of a set moved by as many places: the words that get any, by number."""
        v, bits = self.v, self.bits
        masks = [_word(mask, at, bits) for at in range(self.size)]
        parts = [v.do("and", word, self._word(each)) if each else constant(0)
                 for word, each in zip(held.parts, masks, strict=True)]  # fmt: skip
        # A word gets the bits of one, and those that are moved out of the word below it.
        words, rest = divmod(places, bits)
        for at in range(self.size):
            upper, lower = at - words, at - words - 1
            above = 0 <= upper < self.size and masks[upper] << rest & (1 << bits) - 1
            below = 0 <= lower < self.size and masks[lower] << rest >> bits
            if above and below:
                yield at, v.intrinsic("fshl", parts[upper], parts[lower], constant(rest))
            elif above:
                yield at, v.do("shl", parts[upper], constant(rest)) if rest else parts[upper]
            elif below:
                yield at, v.do("lshr", parts[lower], constant(bits - rest))

    def _word(self, mask: int) -> Lanes:
        return Lanes(self.v.text(constant(mask), self.bits), self.bits)

    def flood(self, start: LaneSet, within: LaneSet, relation: Relation) -> LaneSet:
        """All sites of a set that a relation reaches from others by steps inside."""
        group, path = self.do("and", start, within), within
        lengths = strides_of(relation)
        if lengths is not None and all(len(shifts(one)) <= 1 for one in lengths):
            for one in lengths:
                group = self.do("or", group, self._within(group, one, path))
                if one is not lengths[-1]:
                    path = self._within(path, one, path)
            return group
        rooms = self.rooms()
        self.keep(rooms, group)
        with self.v.code.loop() as loop:
            here = self.held(rooms)
            grown = self.do("or", here, self._within(here, relation, within))
            self.keep(rooms, grown)
            loop.leave_unless(self.v.any(self.v.negated(self.same(grown, here))))
        return self.held(rooms)

    def _within(self, held: LaneSet, relation: Relation, within: LaneSet) -> LaneSet:
        return self.do("and", self.image(held, relation), within)

    # In memory

    def rooms(self) -> list[str]:
        """Room for a set of each game."""
        return [self.v.room(bits) for bits in self.widths]

    def held(self, rooms: Sequence[str]) -> LaneSet:
        """The set that rooms have."""
        return LaneSet(tuple(self.v.held(room, self.bits) for room in rooms))

    def keep(self, rooms: Sequence[str], held: LaneSet, mask: str = ALL) -> None:
        """Change the set that rooms have, for the games of a mask."""
        for room, word in zip(rooms, held.parts, strict=True):
            self.v.keep_in(mask, room, self.bits, word)

    @contextmanager
    def each(self, held: LaneSet) -> Generator[tuple[Lanes, str, Callable[[str], None]]]:
        """A block for each site, in ascending order, as long as any game has one.

        Gives the site of every game, the games that have one, and a way for some to leave.
        """
        v, rooms = self.v, self.rooms()
        self.keep(rooms, held)

        def leave(mask: str) -> None:
            self.keep(rooms, self.constant(0), mask)

        with v.code.loop() as loop:
            rest = self.held(rooms)
            some = v.negated(self.is_empty(rest))
            loop.leave_unless(v.any(some))
            self.keep(rooms, self._behind_lowest(rest))
            yield self._lowest(rest), some, leave

    def _behind_lowest(self, held: LaneSet) -> LaneSet:
        """All but the lowest site."""
        v, passed = self.v, ALL
        words: list[Lanes] = []
        for word in held.parts:
            less = v.do("and", word, v.do("sub", word, constant(1)))
            words.append(v.pick(passed, less, word))
            if len(words) < self.size:
                passed = v.both(passed, v.ask("eq", word, constant(0)))
        return LaneSet(tuple(words))


def _word(mask: int, at: int, bits: int) -> int:
    """The bits of one of the words of a set."""
    return mask >> at * bits & (1 << bits) - 1

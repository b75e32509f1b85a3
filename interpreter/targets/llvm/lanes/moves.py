"""The lists of moves of several games: for each slot of the list a set of every game."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast

from interpreter.ir.analysis.ranges import Range, join, meet
from interpreter.ir.program import Block, Callee, Instruction, Template
from interpreter.targets.llvm.assembly import Num
from interpreter.targets.llvm.lanes.order import LaneOrder
from interpreter.targets.llvm.lanes.packing import Packing
from interpreter.targets.llvm.lanes.sets import LaneSet, LaneSets
from interpreter.targets.llvm.lanes.vectors import ALL, BYTES, NONE, Lanes, Vectors, constant
from interpreter.targets.llvm.lists.held import MoveList, goes_by_way
from interpreter.targets.llvm.sets.held import Known

PLACING, MOVING, NOWHERE, BY_WAY = LOOKS = "placing", "moving", "nowhere", "by way"
"""How the from-site of a move is found: it is the to-site, one of the bundle, none, or in a table
by the way that the piece goes and the to-site."""

# Bits of the parts of moves, and of the number of one.
TEMPLATE, EXTRA, COUNT = 16, 32, 16
ANY_EXTRA = 0, (1 << EXTRA) - 1
# Which of what the moves of a bundle have in common tells from-sites.
ORIGIN = 2


@dataclass(frozen=True)
class LaneMove:
    """A move of every game, as its four parts."""

    template: Lanes
    origin: Lanes
    target: Lanes
    extra: Lanes

    @property
    def parts(self) -> tuple[Lanes, Lanes, Lanes, Lanes]:
        """Template, from-site, to-site, and the numbers that it carries, packed."""
        return self.template, self.origin, self.target, self.extra


Offers = Sequence[Instruction]
Bounds = Callable[[Instruction, int], Range]
"""Between which numbers an operand of an offer lies."""


class LaneMoves(ABC):
    """Writes what is done to the lists.

    Of a bundle, what its moves have in common is packed: how their from-sites are found, the
    template, what tells from-sites, and the numbers that they carry, if there is room for these.

    Args:
        offers: all that there are
    Attributes:
        bits: of the four parts of a move
        common: of the vectors that say what the moves of a bundle have in common
    """

    def __init__(
        self, vectors: Vectors, sets: LaneSets, listed: MoveList, offers: Offers, bounds: Bounds
    ) -> None:
        self.v, self.sets, self.listed = vectors, sets, listed
        self.bits = TEMPLATE, sets.bits, sets.bits, EXTRA
        self.kept: LaneOrder | None = None
        looks = [LOOKS.index(_looks(step)) for step in offers]
        numbers = [cast(Template, step.attribute).number for step in offers]
        alike = [_joined([(one, one) for one in each]) for each in (looks, numbers)]
        moving = [step for step in offers if _looks(step) in (MOVING, BY_WAY)]
        alike.append(_joined([self._origins_of(step, bounds) for step in moving]))
        extras = _joined([meet(bounds(step, 3), ANY_EXTRA) or ANY_EXTRA for step in offers])
        self.packing = Packing(vectors, [*alike, extras])
        if self.packing.bits is None:
            self.packing = Packing(vectors, alike)
        assert self.packing.bits is not None
        self.common = [self.packing.bits] + [EXTRA] * (len(self.packing.bounds) == len(alike))

    def _origins_of(self, step: Instruction, bounds: Bounds) -> Range:
        """Between which numbers that lies which tells from-sites, where something does."""
        if not goes_by_way(step):
            most = -1, self.sets.sites - 1
            return meet(bounds(step, 0), most) or most
        (low, high), base, sites = bounds(step, 2), self._base(step), self.sets.sites
        most = 0, len(self.listed.origins)
        return meet((low * sites + base, high * sites + base), most) or most

    def _common(self, step: Instruction, origin: Lanes, extra: Lanes) -> list[Lanes]:
        """What the moves of a bundle have in common, as it is kept."""
        looks, number = LOOKS.index(_looks(step)), cast(Template, step.attribute).number
        parts = [constant(looks), constant(number), origin, extra]
        size = len(self.packing.bounds)
        return [self.packing.packed(parts[:size]), *parts[size:]]

    @abstractmethod
    def clear(self, mask: str) -> None:
        """Empty the lists of some games."""

    def offer(
        self,
        mask: str,
        step: Instruction,
        origin: Lanes,
        targets: LaneSet,
        way: Lanes,
        extra: Lanes,
    ) -> None:
        """Add a bundle to the lists of some games."""
        common = self._common(step, self._origin(step, origin, way), extra)
        self._add(mask, step, targets, common)

    @abstractmethod
    def _add(self, mask: str, step: Instruction, targets: LaneSet, common: Sequence[Lanes]) -> None:
        """Add a bundle, of whose moves it is said what they have in common."""

    @abstractmethod
    def count(self) -> Lanes:
        """How many moves each list has."""

    def reset(self, mask: str) -> None:
        """Forget what is kept from ply to ply, in some games."""
        if self.kept is not None:
            self.kept.reset(mask)

    @abstractmethod
    def at(self, mask: str, index: Lanes) -> LaneMove:
        """The move with the number that each game of a mask has, which is there."""

    def _origin(self, step: Instruction, origin: Lanes, way: Lanes) -> Lanes:
        """What tells from-sites: one itself, or where those of a way begin in their table."""
        known = self._start(step)
        if known is not None:
            return constant(known)
        if not goes_by_way(step):
            return origin
        before = self.v.do("mul", way, constant(self.sets.sites), self.sets.bits)
        return self.v.do("add", before, constant(self._base(step)))

    def _start(self, step: Instruction) -> int | None:
        """What tells from-sites, if it is known."""
        if _looks(step) in (PLACING, NOWHERE):
            return self.packing.bounds[ORIGIN][0]
        if not goes_by_way(step):
            return step.operands[0].constant
        way = step.operands[2].constant
        return None if way is None else way * self.sets.sites + self._base(step)

    def _base(self, step: Instruction) -> int:
        """Where those from-sites begin in their table that are found by the way."""
        return self.listed.derived[id(cast(Template, step.attribute).origins)]

    def _shape(self, looks: Lanes) -> dict[str, str]:
        """The games whose bundle is of each shape, by the number of the shape."""
        if looks.number is not None:
            return {**dict.fromkeys(LOOKS, NONE), LOOKS[looks.number]: ALL}
        found = {
            name: self.v.ask("eq", looks, constant(number)) for number, name in enumerate(LOOKS)
        }
        return found if self.listed.derived else {**found, BY_WAY: NONE}

    def _move(self, mask: str, common: Sequence[Lanes], site: Lanes) -> LaneMove:
        """A move of a bundle, for the games of a mask.

        Args:
            common: what the moves of the bundle have in common
            site: which of the bundle it is
        """
        v, (packed, *others) = self.v, common
        looks, template, origin, extra = *self.packing.unpacked(packed), *others
        shape = self._shape(looks)
        target = v.pick(shape[NOWHERE], constant(-1), site)
        if shape[BY_WAY] != NONE:
            spot = v.do("add", origin, target)
            table = v.code.module.data("origins as words", self._origins)
            found = v.entry_at(v.both(mask, shape[BY_WAY]), table, 64, spot)
            origin = v.pick(shape[BY_WAY], found, origin)
        origin = v.pick(v.either(shape[PLACING], shape[NOWHERE]), target, origin)
        return LaneMove(template, origin, target, extra)

    def _origins(self) -> bytes:
        return struct.pack(f"<{len(self.listed.origins)}q", *self.listed.origins)


class LaneSlots(LaneMoves):
    """A slot for every offer of the program, or for several.

    What every offer of a slot says alike needs no room.

    Args:
        shared: the offers of each slot
    """

    def __init__(
        self,
        vectors: Vectors,
        sets: LaneSets,
        listed: MoveList,
        shared: Sequence[Offers],
        bounds: Bounds,
    ) -> None:
        super().__init__(vectors, sets, listed, [step for each in shared for step in each], bounds)
        self.slots = {id(step): slot for slot, each in enumerate(shared) for step in each}
        self.placing = placing_in(shared)
        self.fixed = [self._fixed(each) for each in shared]
        self.sites = [sets.rooms() for _ in shared]
        if listed.kept:
            self.kept = LaneOrder(vectors, sets)
        # Whether the list is as the kept order has it, at the place that is written.
        self.arranged = False
        self.rooms = [
            [
                vectors.room(bits) if known is None else ""
                for bits, known in zip(self.common, fixed, strict=True)
            ]
            for fixed in self.fixed
        ]

    def _fixed(self, offers: Offers) -> list[Lanes | None]:
        """Of what the moves of a slot have in common what is known."""
        said = zip(*map(self._known, offers), strict=True)
        return [each[0] if len(set(each)) == 1 else None for each in said]

    def _known(self, step: Instruction) -> list[Lanes | None]:
        """Of what the moves of an offer have in common what is known."""
        number, extra = cast(Template, step.attribute).number, step.operands[3].constant
        said = LOOKS.index(_looks(step)), number, self._start(step), extra
        parts = [None if one is None else constant(one) for one in said]
        size = len(self.packing.bounds)
        together = [one for one in parts[:size] if one is not None]
        packed = self.packing.packed(together) if len(together) == size else None
        return [packed, *parts[size:]]

    def clear(self, mask: str) -> None:
        """Empty the lists of some games."""
        self.arranged = False
        for rooms in self.sites:
            self.sets.keep(rooms, self.sets.constant(0), mask)

    def _add(self, mask: str, step: Instruction, targets: LaneSet, common: Sequence[Lanes]) -> None:
        """Add a bundle, of whose moves it is said what they have in common."""
        slot = self.slots[id(step)]
        self.sets.keep(self.sites[slot], targets, mask)
        for room, bits, value in zip(self.rooms[slot], self.common, common, strict=True):
            if room:
                self.v.keep_in(mask, room, bits, value)

    def _parts(self, slot: int) -> list[Lanes]:
        """What a slot has besides its sites."""
        both = zip(self.rooms[slot], self.common, self.fixed[slot], strict=True)
        return [self.v.held(room, bits) if known is None else known for room, bits, known in both]

    def arrange(self, mask: str) -> None:
        """Bring the kept order in line with the bundle of placements."""
        assert self.kept is not None
        self.kept.arrange(mask, self.sets.held(self.sites[self.placing[0]]))
        self.arranged = True

    def take(self, mask: str, index: Lanes) -> LaneMove:
        """The same as `at`, and taken out of the lists of some games."""
        if not self.arranged:
            return self._taken(mask, index, range(len(self.sites)))
        assert self.kept is not None
        v, (first,) = self.v, self.placing
        others = [slot for slot in range(len(self.sites)) if slot != first]
        listed = v.ask("ult", index, self.kept.size()) if others else ALL
        site = self.kept.take(v.both(mask, listed), index)
        self.sets.keep(self.sites[first], self.kept.members(), v.both(mask, listed))
        move = self._move(mask, self._parts(first), site)
        if not others:
            return move
        rest = v.do("sub", index, self.kept.size())
        other = self._taken(v.without(mask, listed), rest, others)
        both = zip(move.parts, other.parts, strict=True)
        return LaneMove(*(v.pick(listed, *each) for each in both))

    def _size(self, slot: int) -> Lanes:
        if self.arranged and slot in self.placing:
            assert self.kept is not None
            return self.kept.size()
        return self.sets.count(self.sets.held(self.sites[slot]))

    def count(self) -> Lanes:
        """How many moves each list has."""
        found, *others = map(self._size, range(len(self.sites))) if self.sites else [constant(0)]
        for size in others:
            found = self.v.do("add", found, size)
        return found

    def at(self, mask: str, index: Lanes) -> LaneMove:
        """The move with the number that each game of a mask has, which is there."""
        return self._found(mask, index, range(len(self.sites)))[0]

    def _taken(self, mask: str, index: Lanes, slots: Sequence[int]) -> LaneMove:
        """A move of some slots, taken out of the lists of some games."""
        v, sets = self.v, self.sets
        move, site, begun = self._found(mask, index, slots)
        alone, rest = sets.single(site, Known.SITE), mask
        for slot, here in reversed(list(zip(slots, begun, strict=True))):
            held = sets.minus(sets.held(self.sites[slot]), alone)
            sets.keep(self.sites[slot], held, v.both(rest, here))
            rest = v.without(rest, here)
        return move

    def _found(
        self, mask: str, index: Lanes, slots: Sequence[int]
    ) -> tuple[LaneMove, Lanes, list[str]]:
        """A move of some slots, its site, and the games that have it in a slot or behind it."""
        v, before = self.v, constant(0)
        held, found, begun = self.sets.constant(0), list[Lanes](), list[str]()
        index = v.as_wide(index, self.sets.bits)
        for slot in slots:
            sites = self.sets.held(self.sites[slot])
            here = v.ask("sge", index, before) if found else ALL
            values = [*self._parts(slot), before]
            found = [v.pick(here, *both) for both in zip(values, found or values, strict=True)]
            held = self.sets.pick(here, sites, held)
            size = self.sets.count(sites)
            before = v.do("add", before, size) if begun else size
            begun.append(here)
        *common, passed = found
        site = self.sets.nth(held, v.do("sub", index, passed))
        return self._move(mask, common, site), site, begun


class LaneBundles(LaneMoves):
    """Bundles one after another in memory, of all games together: many of them have no moves.

    A bundle that any game has is one of every game; the order is that in which each game has
    offered its own.
    """

    def __init__(
        self,
        vectors: Vectors,
        sets: LaneSets,
        listed: MoveList,
        offers: Offers,
        bounds: Bounds,
        most: int,
    ) -> None:
        super().__init__(vectors, sets, listed, offers, bounds)
        # Of each bundle: the number of its first move, what its moves have in common, the set.
        self.widths = COUNT, *self.common, *sets.widths
        c = vectors.code
        self.rooms = [c.slot(f"[{most + 1} x {vectors.kind(bits)}]", align=BYTES)
                      for bits in self.widths]  # fmt: skip
        self.number = c.variable("i64", 0)
        self.total = vectors.room(COUNT)

    def _place(self, part: int, bundle: Num) -> str:
        return self.v.code.at(self.rooms[part], str(bundle), self.widths[part] // 8 * self.v.width)

    def clear(self, mask: str) -> None:
        """Empty the lists of some games."""
        # No game has a list while another makes its own: they go ply by ply together.
        self.number.set(0)
        self.v.keep_in(mask, self.total, COUNT, constant(0))

    def _add(self, mask: str, step: Instruction, targets: LaneSet, common: Sequence[Lanes]) -> None:
        """Add a bundle, of whose moves it is said what they have in common.

        One without moves is written over.
        """
        v, c, here = self.v, self.v.code, self.number.get()
        held = self.sets.pick(mask, targets, self.sets.constant(0))
        total = v.held(self.total, COUNT)
        for part, value in enumerate((total, *common, *held.parts)):
            v.keep(self._place(part, here), self.widths[part], value)
        v.keep(self.total, COUNT, v.do("add", total, v.as_wide(self.sets.count(held), COUNT)))
        some = c.num(v.any(v.negated(self.sets.is_empty(held))), "i1")
        self.number.set(here + some.to("i64"))

    def count(self) -> Lanes:
        """How many moves each list has."""
        return self.v.held(self.total, COUNT)

    def at(self, mask: str, index: Lanes) -> LaneMove:
        """The move with the number that each game of a mask has, which is there."""
        v, c = self.v, self.v.code
        index = v.as_wide(index, COUNT)
        found = list(map(v.room, self.widths))
        for room, bits in zip(found, self.widths, strict=True):
            v.keep(room, bits, constant(0))
        with c.times(self.number.get()) as (here, _):
            first = v.held(self._place(0, here), COUNT)
            begun = v.ask("sle", first, index)
            # Of bundles that begin with the same number only the last has moves.
            for part, (room, bits) in enumerate(zip(found, self.widths, strict=True)):
                v.keep_in(begun, room, bits, v.held(self._place(part, here), bits))
        first, *others = map(v.held, found, self.widths)
        size = len(self.common)
        site = self.sets.nth(LaneSet(tuple(others[size:])), v.do("sub", index, first))
        return self._move(mask, others[:size], site)


def _looks(offer: Instruction) -> str:
    """How from-sites of a bundle are found."""
    return BY_WAY if goes_by_way(offer) else cast(Template, offer.attribute).shape


def _joined(several: Sequence[Range]) -> Range:
    """The bounds of what is within any."""
    found: Range | None = None
    for one in several:
        found = join(found, one)
    return found or (0, 0)


def placing_in(shared: Sequence[Offers]) -> list[int]:
    """The slots of placements."""
    return [slot for slot, (step, *_) in enumerate(shared) if is_placing(step)]


def is_placing(offer: Instruction) -> bool:
    """Whether the moves of a bundle put a piece on their site."""
    return cast(Template, offer.attribute).shape == PLACING


def most_offers(block: Block, sites: int) -> int:
    """How many bundles a block can offer at most: by the loops around offers."""
    total = 0
    for step in block:
        inner = sum(most_offers(one, sites) for one in step.blocks)
        if isinstance(step.attribute, Callee):
            inner += most_offers(step.attribute.function.body, sites)
        if step.name == "each":
            inner *= sites
        elif step.name == "loop":
            inner *= cast(int, step.attribute)
        total += inner + (step.name == "offer")
    return total

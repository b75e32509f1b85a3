"""The lists of moves of several games: for each slot of the list a set of every game."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from interpreter.ir.program import Block, Callee, Instruction, Template
from interpreter.targets.llvm.assembly import Num
from interpreter.targets.llvm.lanes.order import LaneOrder
from interpreter.targets.llvm.lanes.sets import LaneSet, LaneSets
from interpreter.targets.llvm.lanes.vectors import ALL, BYTES, NONE, Lanes, Vectors, constant
from interpreter.targets.llvm.lists.bundles import Bundles
from interpreter.targets.llvm.lists.held import MoveList, goes_by_way
from interpreter.targets.llvm.lists.slots import Slots
from interpreter.targets.llvm.sets.held import Known

PLACING, MOVING, NOWHERE, BY_WAY = LOOKS = "placing", "moving", "nowhere", "by way"
"""How the from-site of a move is found: it is the to-site, one of the bundle, none, or in a table
by the way that the piece goes and the to-site."""

# Bits of the parts of moves; of the number of one; of what tells from-sites.
TEMPLATE, EXTRA, COUNT, ORIGIN = 16, 32, 16, 16


@dataclass(frozen=True)
class Bundle:
    """What the moves of a bundle have in common, of every game."""

    template: Lanes
    origin: Lanes
    extra: Lanes


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


class LaneMoves(ABC):
    """Writes what is done to the lists.

    Attributes:
        bits: of the four parts of a move
    """

    def __init__(self, vectors: Vectors, sets: LaneSets, listed: MoveList) -> None:
        self.v, self.sets, self.listed = vectors, sets, listed
        self.bits = TEMPLATE, sets.bits, sets.bits, EXTRA
        self.kept: LaneOrder | None = None

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
        self._add(mask, step, targets, self._origin(step, origin, way), extra)

    @abstractmethod
    def _add(
        self, mask: str, step: Instruction, targets: LaneSet, origin: Lanes, extra: Lanes
    ) -> None:
        """Add a bundle, by what tells from-sites."""

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
        form = cast(Template, step.attribute)
        if not goes_by_way(step):
            return origin
        before = self.v.do("mul", way, constant(self.sets.sites), self.sets.bits)
        return self.v.do("add", before, constant(self.listed.derived[id(form.origins)]))

    def _shape(self, looks: Lanes) -> dict[str, str]:
        """The games whose bundle is of each shape, by the number of the shape."""
        if looks.number is not None:
            return {**dict.fromkeys(LOOKS, NONE), LOOKS[looks.number]: ALL}
        found = {
            name: self.v.ask("eq", looks, constant(number)) for number, name in enumerate(LOOKS)
        }
        return found if self.listed.derived else {**found, BY_WAY: NONE}

    def _move(self, mask: str, shape: Mapping[str, str], bundle: Bundle, site: Lanes) -> LaneMove:
        """A move of a bundle, for the games of a mask.

        Args:
            shape: the games whose bundle is of each shape
            site: which of the bundle it is
        """
        v = self.v
        target, origin = v.pick(shape[NOWHERE], constant(-1), site), bundle.origin
        if shape[BY_WAY] != NONE:
            spot = v.do("add", origin, target)
            table = v.code.module.data("origins as words", self._origins)
            found = v.entry_at(v.both(mask, shape[BY_WAY]), table, 64, spot)
            origin = v.pick(shape[BY_WAY], found, origin)
        origin = v.pick(v.either(shape[PLACING], shape[NOWHERE]), target, origin)
        return LaneMove(bundle.template, origin, target, bundle.extra)

    def _origins(self) -> bytes:
        return struct.pack(f"<{len(self.listed.origins)}q", *self.listed.origins)


class LaneSlots(LaneMoves):
    """A slot for every offer of the program.

    What every offer of a slot says alike, such as its template, needs no room.
    """

    def __init__(self, vectors: Vectors, sets: LaneSets, slots: Slots, offers: Offers) -> None:
        super().__init__(vectors, sets, slots)
        self.slots = slots
        self.widths = TEMPLATE, sets.bits, EXTRA
        of_slot: list[list[Instruction]] = [[] for _ in slots.forms]
        for step in offers:
            of_slot[slots.slots[id(step)]].append(step)
        self.fixed = [self._fixed(slot, each) for slot, each in enumerate(of_slot)]
        self.sites = [sets.rooms() for _ in slots.forms]
        if slots.kept:
            self.kept = LaneOrder(vectors, sets)
        # Whether the list is as the kept order has it, at the place that is written.
        self.arranged = False
        self.rooms = [
            [
                vectors.room(bits) if known is None else ""
                for bits, known in zip(self.widths, fixed, strict=True)
            ]
            for fixed in self.fixed
        ]

    def _fixed(self, slot: int, offers: Offers) -> tuple[Lanes | None, ...]:
        """Of each part of a slot what is known of it."""
        moving = self.slots.forms[slot].shape == "moving"
        starts = [self._start(step) for step in offers] if moving else [-1]
        said = [step.operands[3].constant for step in offers]
        templates = [cast(Template, step.attribute).number for step in offers]
        same = (one[0] if len(set(one)) == 1 else None for one in (templates, starts, said))
        return tuple(None if one is None else constant(one) for one in same)

    def _start(self, step: Instruction) -> int | None:
        """What tells from-sites, if it is known."""
        origin, way = step.operands[0].constant, step.operands[2].constant
        if not goes_by_way(step):
            return origin
        form = cast(Template, step.attribute)
        base = self.listed.derived[id(form.origins)]
        return None if way is None else way * self.sets.sites + base

    def clear(self, mask: str) -> None:
        """Empty the lists of some games."""
        self.arranged = False
        for rooms in self.sites:
            self.sets.keep(rooms, self.sets.constant(0), mask)

    def _add(
        self, mask: str, step: Instruction, targets: LaneSet, origin: Lanes, extra: Lanes
    ) -> None:
        """Add a bundle, by what tells from-sites."""
        number = constant(cast(Template, step.attribute).number)
        values = number, origin, extra
        slot = self.slots.slots[id(step)]
        self.sets.keep(self.sites[slot], targets, mask)
        for room, bits, value in zip(self.rooms[slot], self.widths, values, strict=True):
            if room:
                self.v.keep_in(mask, room, bits, value)

    def _parts(self, slot: int) -> list[Lanes]:
        """What a slot has besides its sites."""
        both = zip(self.rooms[slot], self.widths, self.fixed[slot], strict=True)
        return [self.v.held(room, bits) if known is None else known for room, bits, known in both]

    def arrange(self, mask: str) -> None:
        """Bring the kept order in line with the bundle of placements."""
        assert self.kept is not None
        self.kept.arrange(mask, self.sets.held(self.sites[self.slots.placing[0]]))
        self.arranged = True

    def take(self, mask: str, index: Lanes) -> LaneMove:
        """The same as `at`, and taken out of the lists of some games."""
        if not self.arranged:
            return self._taken(mask, index, range(len(self.sites)))
        assert self.kept is not None
        v, (first,) = self.v, self.slots.placing
        others = [slot for slot in range(len(self.sites)) if slot != first]
        listed = v.ask("ult", index, self.kept.size()) if others else ALL
        site = self.kept.take(v.both(mask, listed), index)
        self.sets.keep(self.sites[first], self.kept.members(), v.both(mask, listed))
        template, _, extra = self._parts(first)
        move = LaneMove(template, site, site, extra)
        if not others:
            return move
        rest = v.do("sub", index, self.kept.size())
        other = self._taken(v.without(mask, listed), rest, others)
        both = zip(move.parts, other.parts, strict=True)
        return LaneMove(*(v.pick(listed, *each) for each in both))

    def _size(self, slot: int) -> Lanes:
        if self.arranged and slot in self.slots.placing:
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
            values = [*self._parts(slot), constant(LOOKS.index(self._looks(slot))), before]
            found = [v.pick(here, *both) for both in zip(values, found or values, strict=True)]
            held = self.sets.pick(here, sites, held)
            size = self.sets.count(sites)
            before = v.do("add", before, size) if begun else size
            begun.append(here)
        *parts, looks, passed = found
        shape = self._shape(looks)
        site = self.sets.nth(held, v.do("sub", index, passed))
        return self._move(mask, shape, Bundle(*parts), site), site, begun

    def _looks(self, slot: int) -> str:
        """How from-sites of a slot are found."""
        return BY_WAY if self.slots.by_way[slot] else self.slots.forms[slot].shape


class LaneBundles(LaneMoves):
    """Bundles one after another in memory, of all games together: many of them have no moves.

    A bundle that any game has is one of every game; the order is that in which each game has
    offered its own.
    """

    def __init__(self, vectors: Vectors, sets: LaneSets, listed: Bundles, most: int) -> None:
        super().__init__(vectors, sets, listed)
        # Of each bundle: the number of its first move, the from-site, the numbers carried, the set.
        self.widths = COUNT, ORIGIN, EXTRA, *sets.widths
        c = vectors.code
        self.rooms = [c.slot(f"[{most + 1} x {vectors.kind(bits)}]", align=BYTES)
                      for bits in self.widths]  # fmt: skip
        # And for all games alike: the template, and how from-sites are found.
        self.forms = c.slot("i16", most + 1)
        self.looks = c.slot("i8", most + 1)
        self.number = c.variable("i64", 0)
        self.total = vectors.room(COUNT)

    def _place(self, part: int, bundle: Num) -> str:
        return self.v.code.at(self.rooms[part], str(bundle), self.widths[part] // 8 * self.v.width)

    def clear(self, mask: str) -> None:
        """Empty the lists of some games."""
        # No game has a list while another makes its own: they go ply by ply together.
        self.number.set(0)
        self.v.keep_in(mask, self.total, COUNT, constant(0))

    def _add(
        self, mask: str, step: Instruction, targets: LaneSet, origin: Lanes, extra: Lanes
    ) -> None:
        """Add a bundle, by what tells from-sites; one without moves is written over."""
        v, c, here = self.v, self.v.code, self.number.get()
        form = cast(Template, step.attribute)
        held = self.sets.pick(mask, targets, self.sets.constant(0))
        total = v.held(self.total, COUNT)
        values = total, origin, extra, *held.parts
        for part, value in enumerate(values):
            v.keep(self._place(part, here), self.widths[part], value)
        c.store("i16", str(form.number), c.at(self.forms, str(here), 2), 2)
        looks = LOOKS.index(BY_WAY if goes_by_way(step) else form.shape)
        c.store("i8", str(looks), c.at(self.looks, str(here)), 1)
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
        # The number of the first move, the from-site, what is carried, the set, template, looks.
        widths = (*self.widths, TEMPLATE, 8)
        found = list(map(v.room, widths))
        for room, bits in zip(found, widths, strict=True):
            v.keep(room, bits, constant(0))
        with c.times(self.number.get()) as (here, _):
            first = v.held(self._place(0, here), COUNT)
            begun = v.ask("sle", first, index)
            form = c.load("i16", c.at(self.forms, str(here), 2), 2)
            looks = c.load("i8", c.at(self.looks, str(here)), 1)
            values = [
                v.held(self._place(part, here), bits) for part, bits in enumerate(self.widths)
            ]
            values += [v.everywhere(form, TEMPLATE), v.everywhere(looks, 8)]
            # Of bundles that begin with the same number only the last has moves.
            for room, bits, value in zip(found, widths, values, strict=True):
                v.keep_in(begun, room, bits, value)
        first, origin, extra, *words, template, looks = map(v.held, found, widths)
        shape = self._shape(looks)
        bundle = Bundle(template, v.as_wide(origin, self.sets.bits), extra)
        site = self.sets.nth(LaneSet(tuple(words)), v.do("sub", index, first))
        return self._move(mask, shape, bundle, site)


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

"""The lists of moves of several games: for each slot of the list a set of every game."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import cast

from interpreter.ir.program import Instruction, Template
from interpreter.targets.llvm.lanes.sets import LaneSets
from interpreter.targets.llvm.lanes.vectors import ALL, NONE, Lanes, Vectors, constant
from interpreter.targets.llvm.movelist import Slots

TEMPLATE, EXTRA = 16, 32


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


class LaneMoves:
    """Writes what is done to the lists.

    Attributes:
        bits: of the four parts of a move
    """

    def __init__(self, vectors: Vectors, sets: LaneSets, slots: Slots) -> None:
        self.v, self.sets, self.slots = vectors, sets, slots
        self.bits = TEMPLATE, sets.bits, sets.bits, EXTRA
        # Of each slot: the set, the template, the from-site, and the numbers carried.
        self.widths = sets.bits, TEMPLATE, sets.bits, EXTRA
        self.rooms = [list(map(vectors.room, self.widths)) for _ in slots.forms]

    def clear(self, mask: str) -> None:
        """Empty the lists of some games."""
        for room in self.rooms:
            self.v.keep_in(mask, room[0], self.sets.bits, constant(0))

    def offer(
        self, mask: str, step: Instruction, origin: Lanes, targets: Lanes, way: Lanes, extra: Lanes
    ) -> None:
        """Add a bundle to the lists of some games."""
        v, form, slot = self.v, cast(Template, step.attribute), self.slots.slots[id(step)]
        if self.slots.by_way[slot]:
            before = v.do("mul", way, constant(self.sets.sites), self.sets.bits)
            origin = v.do("add", before, constant(self.slots.derived[id(form.origins)]))
        values = targets, constant(form.number), origin, extra
        for room, bits, value in zip(self.rooms[slot], self.widths, values, strict=True):
            v.keep_in(mask, room, bits, value)

    def _sizes(self) -> list[Lanes]:
        return [self.sets.count(self.v.held(room[0], self.sets.bits)) for room in self.rooms]

    def count(self) -> Lanes:
        """How many moves each list has."""
        found, *others = self._sizes() or [constant(0)]
        for size in others:
            found = self.v.do("add", found, size)
        return found

    def at(self, index: Lanes) -> LaneMove:
        """The move with the number that each game has, which is there."""
        v, bits = self.v, self.sets.bits
        before = constant(0)
        found: list[Lanes] = []
        sizes, looks = self._sizes(), list(map(self._looks, range(len(self.rooms))))
        shape = dict.fromkeys(("placing", "nowhere", "by way"), NONE)
        index = v.as_wide(index, bits)
        for slot, room in enumerate(self.rooms):
            here = ALL if not found else v.ask("sge", index, before)
            values = [*map(v.held, room, self.widths), before]
            found = [v.pick(here, *both) for both in zip(values, found or values, strict=True)]
            for name, mask in shape.items():
                of_slot = ALL if name == looks[slot] else NONE
                shape[name] = v.either(v.both(here, of_slot), v.without(mask, here))
            before = sizes[0] if slot == 0 else v.do("add", before, sizes[slot])
        held, template, origin, extra, passed = found
        site = self.sets.nth(held, v.do("sub", index, passed))
        target = v.pick(shape["nowhere"], constant(-1), site)
        if shape["by way"] != NONE:
            spot = v.pick(shape["by way"], v.do("add", origin, target), constant(0))
            table = v.code.module.data("origins as words", self._origins)
            origin = v.pick(shape["by way"], v.entries(table, spot), origin)
        origin = v.pick(v.either(shape["placing"], shape["nowhere"]), target, origin)
        return LaneMove(template, origin, target, extra)

    def _looks(self, slot: int) -> str:
        """How from-sites of a slot are found."""
        return "by way" if self.slots.by_way[slot] else self.slots.forms[slot].shape

    def _origins(self) -> bytes:
        return struct.pack(f"<{len(self.slots.origins)}q", *self.slots.origins)

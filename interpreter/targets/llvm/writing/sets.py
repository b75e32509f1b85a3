"""Steps that make and ask sets of sites, and what tables tell of sites."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property
from typing import cast

from interpreter.ir.analysis.alone import one_at_most
from interpreter.ir.analysis.rows import Together, rows_together
from interpreter.ir.analysis.settled import lengths_that_matter
from interpreter.ir.program import Access, Function, Instruction, Link, walk
from interpreter.ir.relations import Axis, Rays, Relation, Table
from interpreter.ir.values import Value
from interpreter.targets.llvm.assembly import Module, Num
from interpreter.targets.llvm.memory import Memory
from interpreter.targets.llvm.sets.held import WORD_BITS, Known, rows
from interpreter.targets.llvm.sets.strides import strides_of
from interpreter.targets.llvm.writing.states import StateSteps


@dataclass(frozen=True)
class _Entries:
    """Entries of an array in one vector, 0 where a mask has none.

    Args:
        bits: of an entry
    """

    count: int
    bits: int
    value: str
    mask: str

    @property
    def kind(self) -> str:
        """LLVM's type of the vector."""
        return f"<{self.count} x i{self.bits}>"


class SetSteps(StateSteps):
    """Writes what makes and asks sets of sites."""

    def __init__(
        self, memory: Memory, module: Module, function: Function, *, apart: bool = False
    ) -> None:
        super().__init__(memory, module, function, apart=apart)
        self.matters = lengths_that_matter(function)
        # What was told with the first of some rows.
        self.told: dict[Value, str] = {}
        self.alone = one_at_most(function)
        # What makes each value, where that is asked.
        self.made = {step.result: step for step in walk(function.body)
                     if step.name in ("single", "image", "intersect", "minus")}  # fmt: skip

    def _print_pick_sites(self, _: Instruction, condition: str, yes: str, no: str) -> str:
        return self.sets.pick(self.c, condition, yes, no)

    def _print_union(self, _: Instruction, left: str, right: str) -> str:
        return self.sets.union(self.c, left, right)

    def _print_intersect(self, _: Instruction, left: str, right: str) -> str:
        return self.sets.intersect(self.c, left, right)

    def _print_minus(self, step: Instruction, left: str, right: str) -> str:
        other = step.operands[1].constant
        if other is not None:
            rest = ((1 << self.t.program.sites) - 1) & ~other
            return self.sets.intersect(self.c, left, self.sets.given(self.c, rest))
        return self.sets.minus(self.c, left, right)

    def _print_single(self, step: Instruction, site: str) -> str:
        return self.sets.single(self.c, site, self._known(step.operands[0]))

    def _print_contains(self, step: Instruction, sites: str, site: str) -> str:
        known, mask = self._known(step.operands[1]), step.operands[0].constant
        if mask is not None:
            return self.sets.among(self.c, mask, site, known)
        return self.sets.contains(self.c, sites, site, known)

    def _print_count(self, _: Instruction, sites: str) -> str:
        return self.sets.count(self.c, sites)

    def _print_is_empty(self, _: Instruction, sites: str) -> str:
        return self.sets.is_empty(self.c, sites)

    def _print_same(self, _: Instruction, left: str, right: str) -> str:
        return self.sets.same(self.c, left, right)

    def _print_first(self, _: Instruction, sites: str) -> str:
        return self.sets.first(self.c, sites)

    def _print_nth(self, _: Instruction, sites: str, index: str) -> str:
        return self.sets.nth(self.c, sites, index)

    # Neighbours, groups and lines

    def _print_image(self, step: Instruction, sites: str) -> str:
        relation, operand = cast(Relation, step.attribute), step.operands[0]
        only = self._only(operand) if self.sets.looks_up(relation) else None
        if only is not None:
            found = self.sets.image_of(self.c, self._name(only), relation, self._known(only))
            single = self.made[operand].name == "single"
            return found if single else self.sets.pick(
                self.c, self.sets.is_empty(self.c, sites), self.sets.given(self.c, 0), found
            )  # fmt: skip
        return self.sets.image(self.c, sites, relation)

    def _only(self, value: Value) -> Value | None:
        """The site that a set has at most, where that is known."""
        made = self.made.get(value)
        if made is None or made.name == "image":
            return None
        if made.name == "single":
            return made.operands[0]
        several = made.operands if made.name == "intersect" else made.operands[:1]
        return next(filter(None, map(self._only, several)), None)

    def _print_flood(self, step: Instruction, start: str, within: str) -> str:
        relation, alone = cast(Relation, step.attribute), step.operands[0].number in self.alone
        row = self.sets.row(self.c, start, within, relation) if alone else None
        if row is None:
            row = self._row_behind(step, within, relation)
        return self._flooded(start, within, relation) if row is None else row

    def _row_behind(self, step: Instruction, within: str, relation: Relation) -> str | None:
        """A flood that begins one step from a site, where there is a way that is faster."""
        start, inside = step.operands
        begun = self.made.get(start)
        if begun is None or begun.name != "intersect" or inside not in begun.operands:
            return None
        other = begun.operands[begun.operands[0] == inside]
        onward = self.made.get(other)
        if onward is None or onward.name != "image" or onward.attribute is not relation:
            return None
        single = self.made.get(onward.operands[0])
        if single is None or single.name != "single":
            return None
        site = single.operands[0]
        return self.sets.row_behind(self.c, self._name(site), within, relation, self._known(site))

    def _flooded(self, start: str, within: str, relation: Relation) -> str:
        """The group is widened until it stays the same; along straight lines, by doubling."""
        c, sets = self.c, self.sets
        lengths = strides_of(relation)
        if lengths is not None and all(sets.is_one_way(one) for one in lengths):
            group, path = sets.intersect(c, start, within), within
            for one in lengths:
                further = sets.image_within(c, group, one, path)
                group = sets.union(c, group, further)
                if one is not lengths[-1]:
                    path = sets.image_within(c, path, one, path)
            return group
        room = c.slot(sets.kind, align=64)
        c.store(sets.kind, sets.intersect(c, start, within), room)
        with c.loop() as loop:
            here = c.load(sets.kind, room)
            reached = sets.image_within(c, here, relation, within)
            grown = sets.union(c, here, reached)
            c.store(sets.kind, grown, room)
            loop.leave_if(sets.same(c, grown, here))
        return c.load(sets.kind, room)

    def _print_linked(self, step: Instruction, index: str, site: str, targets: str) -> str:
        link = cast(Link, step.attribute)
        entry = self._print_read_at(step, index)
        start = self.sets.single(self.c, site, self._known(step.operands[1]))
        group = self._flooded(start, entry, link.relation)
        met = self.sets.is_empty(self.c, self.sets.intersect(self.c, group, targets))
        return self._print_not(step, met)

    def _print_total_at(self, step: Instruction, sites: str, *_: str) -> str:
        c, held = self.c, self._entries(step, sites)
        if held is None:
            total = c.variable("i64", 0)
            with self.sets.each(c, sites) as (site, __):
                total.set(total.get() + self._entry_behind(step, site))
            return str(total.get())
        wide = 32 if held.bits < 32 else 64  # sums of a few numbers take no more
        kind = f"<{held.count} x i{wide}>"
        numbers = held.value if held.bits == wide else c.value(
            f"sext {held.kind} {held.value} to {kind}"
        )  # fmt: skip
        name = f"llvm.vector.reduce.add.v{held.count}i{wide}"
        return str(c.num(c.intrinsic(f"i{wide}", name, (kind, numbers)), f"i{wide}").to("i64"))

    def _print_between_at(self, step: Instruction, sites: str, _: str, low: str, high: str) -> str:
        c, held = self.c, self._entries(step, sites)
        if held is not None:
            return self._met_at_once(step, held, low, high)
        sets = self.sets
        found = c.slot(sets.kind, align=64)
        c.store(sets.kind, sets.given(c, 0), found)
        with sets.each(c, sites) as (site, __):
            entry = self._entry_behind(step, site)
            inside = c.num(str(entry >= low), "i1") & str(entry <= high)
            with c.when(str(inside)):
                more = sets.union(c, c.load(sets.kind, found), sets.single(c, site, Known.SITE))
                c.store(sets.kind, more, found)
        return c.load(sets.kind, found)

    def _met_at_once(self, step: Instruction, held: _Entries, low: str, high: str) -> str:
        """The sites of which the entries lie between two numbers."""
        c, found = self.c, held.mask
        for relation, operand, name in zip(("sge", "sle"), step.operands[2:], (low, high),
                                           strict=True):  # fmt: skip
            least, most = -(1 << held.bits - 1), (1 << held.bits - 1) - 1
            wide, value, number = held.kind, held.value, operand.constant
            if number is None:
                wide = f"<{held.count} x i64>"
                if held.bits < 64:
                    value = c.value(f"sext {held.kind} {value} to {wide}")
                other = c.alike("i64", name, held.count)
            elif not least <= number <= most:
                if (number > most) == (relation == "sge"):
                    return "0"
                continue
            else:
                other = f"splat (i{held.bits} {number})"
            here = c.value(f"icmp {relation} {wide} {value}, {other}")
            found = c.value(f"and <{held.count} x i1> {found}, {here}")
        bits = c.value(f"bitcast <{held.count} x i1> {found} to i{held.count}")
        return bits if held.count == WORD_BITS else c.value(f"zext i{held.count} {bits} to i64")

    def _entries(self, step: Instruction, sites: str) -> _Entries | None:
        """The entries of an array for all sites of a set at once; None where that is slower."""
        c, sets, access = self.c, self.sets, cast(Access, step.attribute)
        if sets.size != WORD_BITS // 8 or not sets.vectors or access.field in self.layout.few:
            return None
        count = max(8, 1 << (self.t.program.sites - 1).bit_length())
        size, behind = self.layout.entry(access.field), step.operands[1].constant
        assert behind is not None
        bits = sites if count == WORD_BITS else c.value(f"trunc i64 {sites} to i{count}")
        mask = c.value(f"bitcast i{count} {bits} to <{count} x i1>")
        kind = f"<{count} x i{8 * size}>"
        value = c.intrinsic(
            kind, f"llvm.masked.load.v{count}i{8 * size}.p0", ("ptr", self._entry(access, behind)),
            ("i32", str(size)), (f"<{count} x i1>", mask), (kind, "zeroinitializer"),
        )  # fmt: skip
        return _Entries(count, 8 * size, value, mask)

    def _entry_behind(self, step: Instruction, site: str) -> Num:
        """The entry of an array so many places behind a site."""
        access, c = cast(Access, step.attribute), self.c
        index = c.num(site) + c.num(str(step.operands[1].constant))
        if access.field in self.layout.few:
            place = self._one_of(access, index)
        else:
            place = self._entry(access, str(index))
        return c.num(self.t.load(c, access.field, place))

    def _print_run(self, step: Instruction, sites: str, site: str) -> str:
        together = self.together.pop(cast(Value, step.result), None)
        if together is not None:
            axes = [(cast(Axis, one.attribute), least) for one, least in together.rows]
            some = self.sets.any_row(self.c, sites, axes)
            if some is not None:
                return self._tell(together, some)
        known = self._known(step.operands[1])
        assert step.result is not None
        most = self.matters.get(step.result.number, 0)
        return self.sets.run(self.c, sites, site, cast(Axis, step.attribute), known, most)

    @cached_property
    def together(self) -> dict[Value, Together]:
        """Rows that are to be told together, by the first of them."""
        if self.c.module.small:
            return {}
        return rows_together(self.function, self.t.program.sites)

    def _tell(self, together: Together, some: str) -> str:
        """What follows from some rows, or from there being none that is long enough."""
        rooms = {
            value: self.c.variable(self.t.kind(value.kind), self._name(together.without[value]))
            for value in together.wanted
        }
        with self.c.when(some):
            for step in together.steps:
                self._instruction(step)
            for value, room in rooms.items():
                room.set(self._name(value))
        for value in together.without:
            told = rooms[value].get() if value in rooms else self._name(together.without[value])
            self.told[value] = str(told)
        return self.told.pop(cast(Value, together.steps[0].result))

    def _instruction(self, step: Instruction) -> None:
        told = self.told.pop(step.result, None) if self.told and step.result else None
        if told is None:
            super()._instruction(step)
        else:
            self.values[cast(Value, step.result).number] = told

    def _print_ray(self, step: Instruction, site: str, steps: str) -> str:
        c, rays = self.c, cast(Rays, step.attribute)
        most = max(map(len, rays.sites), default=0)
        name = c.module.data(("ray", id(rays)), lambda: rows(rays, most, "h", -1, before=1))
        index = c.num(site) * (most + 1) + c.num(steps)
        known = (
            self._entry_known(step.operands[0], site, len(rays.sites)),
            self._entry_known(step.operands[1], steps, most + 1),
        )
        for inside in known:  # no steps lead nowhere
            index = index if inside is None else inside.pick(index, 0)
        entry = c.num(c.load("i16", c.at(name, str(index), 2), 2), "i16")
        return str(entry.to("i64"))

    def _entry_known(self, value: Value, name: str, size: int) -> Num | None:
        """Whether a number is one of the first, from 0, that there are; None if it surely is."""
        low, high = self._bounds(value)
        return None if low >= 0 and high < size else self.c.num(name).below(size)

    def _print_met(self, step: Instruction, sites: str, spot: str, passed: str) -> str:
        c, rays = self.c, cast(Rays, step.attribute)
        most = max(map(len, rays.sites), default=0)
        far = self._between(step.operands[2], passed, 0, most)
        inside = self._entry_known(step.operands[1], spot, len(rays.sites))
        if inside is None:
            return self.sets.met(c, sites, spot, far, rays)
        found = self.sets.met(c, sites, str(inside.pick(c.num(spot), 0)), far, rays)
        return str(inside.pick(c.num(found), 0))

    def _between(self, value: Value, name: str, least: int, most: int) -> str:
        """A number, or the nearest to it between two others."""
        low, high = self._bounds(value)
        if low < least:
            name = self.c.intrinsic("i64", "llvm.smax.i64", ("i64", name), ("i64", str(least)))
        if high > most:
            name = self.c.intrinsic("i64", "llvm.smin.i64", ("i64", name), ("i64", str(most)))
        return name

    # Tables

    def _print_lookup(self, step: Instruction, index: str) -> str:
        table = cast(Table, step.attribute)
        c, last = self.c, len(table.entries) - 1
        small = table.bounds[0] >= -128 and table.bounds[1] < 128
        width = 1 if small else 8

        def content() -> bytes:
            return struct.pack(f"<{last + 1}{'b' if small else 'q'}", *table.entries)

        name = c.module.data(("table", id(table)), content)
        chosen = self._entry_of_table(step, index, last)
        kind = "i8" if small else "i64"
        entry = c.load(kind, c.at(name, str(chosen), width), width)
        return str(c.num(entry, kind).to("i64"))

    def _print_lookup_sites(self, step: Instruction, index: str) -> str:
        table = cast(Table, step.attribute)
        c, last = self.c, len(table.entries) - 1

        def content() -> bytes:
            return b"".join(map(self.sets.bytes, table.entries))

        name = c.module.data(("sets", id(table)), content)
        chosen = self._entry_of_table(step, index, last)
        return c.load(self.sets.kind, c.at(name, str(chosen), self.sets.size))

    def _entry_of_table(self, step: Instruction, index: str, last: int) -> Num:
        """The number of the entry that an index means: the last for one out of range."""
        place = self.c.num(index)
        low, high = self._bounds(step.operands[0])
        return place if low >= 0 and high <= last else place.below(last).pick(place, last)

"""A list of moves one by one, which can be put into their order."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from interpreter.ir.program import SITE_BITS, Instruction, Program, Template
from interpreter.targets.llvm.assembly import FULL, Code, Num
from interpreter.targets.llvm.lists.held import MOST_BUNDLES, MoveList, goes_by_way, most_bundles
from interpreter.targets.llvm.lists.move import move_of, packed, part_of, unpacked
from interpreter.targets.llvm.sets.held import Known, Sets

# How far apart entries are compared while a list is sorted.
GAPS = (701, 301, 132, 57, 23, 10, 4, 1)


class Listed(MoveList):
    """Moves one by one, which can be put into their order.

    An entry is a key and the packed move. Keys are in the order in which moves are listed: by
    template; then by way, to-site and extras where a template knows ways, else by from-site, extras
    and to-site.
    """

    def __init__(self, program: Program, sets: Sets) -> None:
        super().__init__(program, sets)
        self.placing = [one.number for one in program.templates if one.shape == "placing"]
        # How many entries; how many stand before those that the kept order lists.
        self.number, self.before, self.first = self.start, self.start + 8, self.start + 64
        self.most = self.room = min(most_bundles(program) * program.sites, MOST_BUNDLES)
        self.overflows, self.bursts = False, True
        self.size = self.first + 16 * (self.room + 1) + 64

    def _at(self, c: Code, m: str, entry: Num, part: int) -> str:
        first = c.bounded(c.at(m, self.first), 16 * (self.room + 1))
        return c.at(c.at(first, str(entry), 16), 8 * part)

    def _entry(self, c: Code, m: str, entry: Num) -> tuple[Num, Num]:
        key, move = (c.num(c.load("i64", self._at(c, m, entry, part))) for part in (0, 1))
        return key, move

    def _set_entry(self, c: Code, m: str, entry: Num, held: tuple[Num, Num]) -> None:
        for part, value in enumerate(held):
            c.store("i64", str(value), self._at(c, m, entry, part))

    def clear(self, c: Code, m: str) -> None:
        """Empty the list."""
        c.store("i64", "0", c.at(m, self.number))

    def count(self, c: Code, m: str) -> Num:
        """How many moves."""
        return c.num(c.load("i64", c.at(m, self.number)))

    count_arranged = count

    def offer(
        self, c: Code, m: str, step: Instruction, origin: str, targets: str, way: str, extra: str
    ) -> None:
        """Add moves one by one."""
        form = cast(Template, step.attribute)
        if form.shape == "nowhere":
            with c.unless(self.sets.is_empty(c, targets)):
                self._add(c, m, form, c.num("-1"), c.num("-1"), extra)
            return
        with self.sets.each(c, targets) as (site, _):
            target = c.num(str(site))
            start = target if form.shape == "placing" else c.num(origin)
            if goes_by_way(step):
                start = self._derive(c, self._base(c, form, way), target)
            self._add(c, m, form, start, target, extra)

    def _add(self, c: Code, m: str, form: Template, origin: Num, target: Num, extra: str) -> None:
        here = self.count(c, m)
        key = self._key(c, form, origin, target, c.num(extra))
        move = packed(c, move_of(c, form.number, origin, target, extra))
        self._set_entry(c, m, here, (key, move))
        room = here < self.room
        with c.unless(str(room)):
            c.store("i64", "1", f"@{FULL}")
        c.store("i64", str(here + room.to("i64", signed=False)), c.at(m, self.number))

    def sort(self, c: Code, m: str) -> None:
        """Put the moves into their order."""
        count = self.count(c, m)
        # Most lists are in order already.
        apart, last = c.variable("i64", 0), c.variable("i64", 0)
        with c.times(count) as (index, loop):
            key = c.num(c.load("i64", self._at(c, m, index, 0)))
            less = c.num(c.value(f"icmp ult i64 {key}, {last.get()}"), "i1")
            apart.set(less.to("i64", signed=False))
            loop.leave_if(less)
            last.set(key)
        with c.when(apart.get().differs(0)):
            for gap in GAPS:
                with c.when(count > gap), c.times(count - gap) as (index, _):
                    self._insert(c, m, index + gap, gap)

    def _insert(self, c: Code, m: str, entry: Num, gap: int) -> None:
        held = self._entry(c, m, entry)
        place = c.variable("i64", entry)
        with c.times(entry) as (_, loop):
            here = place.get()
            before = here - gap
            loop.leave_if(before < 0)
            other = self._entry(c, m, before)
            loop.leave_if(c.value(f"icmp ule i64 {other[0]}, {held[0]}"))
            self._set_entry(c, m, here, other)
            place.set(before)
        self._set_entry(c, m, place.get(), held)

    def at(self, c: Code, m: str, index: Num) -> Num:
        """The move with this number."""
        return unpacked(c, self._entry(c, m, index)[1])

    def _places(self, c: Code, template: Num) -> Num:
        """Whether moves of a template are placements."""
        found = c.num("0", "i1")
        for number in self.placing:
            found = found | template.is_(number)
        return found

    def arrange(self, c: Code, m: str, h: str) -> None:
        """Bring the kept order in line with the first placements that differ by site alone."""
        sets, count = self.sets, self.count(c, m)
        first, wanted = c.variable("i64", count), c.variable(sets.kind, sets.given(c, 0))
        group, last = c.variable("i64", 0), c.variable("i64", -1)
        with c.times(count) as (entry, loop):
            key, move = self._entry(c, m, entry)
            parts = unpacked(c, move)
            origin, target = part_of(c, parts, 1), part_of(c, parts, 2)
            others = key >> SITE_BITS
            fresh = first.get().is_(count)
            placing = self._places(c, part_of(c, parts, 0)) & origin.is_(target)
            with c.when(fresh & placing):
                first.set(entry)
                group.set(others)
            begun = first.get().differs(count)
            loop.leave_if(begun & (group.get().differs(others) | (target <= last.get())))
            with c.when(begun):
                last.set(target)
                one = sets.single(c, str(target), Known.SITE)
                wanted.set(sets.union(c, str(wanted.get()), one))
        c.store("i64", str(first.get()), c.at(m, self.before))
        self._bring_in_line(c, m, h, str(wanted.get()))

    def take(self, c: Code, m: str, h: str, index: Num) -> Num:
        """The move with this number, taken out of the list."""
        if not self.kept:
            return self._take_entry(c, m, index)
        entry, size = c.variable("i64", index), self._kept(c, m)
        before = c.num(c.load("i64", c.at(m, self.before)))

        def from_order() -> None:
            site = self._take_kept(c, m, h, index)
            with c.times(size) as (step, loop):
                here = before + step
                entry.set(here)
                move = unpacked(c, self._entry(c, m, here)[1])
                loop.leave_if(part_of(c, move, 2).is_(site))

        def from_rest() -> None:
            other = index - size
            entry.set((other < before).pick(other, index))

        c.either(index < size, from_order, from_rest)
        return self._take_entry(c, m, entry.get())

    def _take_entry(self, c: Code, m: str, index: Num) -> Num:
        found = unpacked(c, self._entry(c, m, index)[1])
        last = self.count(c, m) - 1
        with c.times(last - index) as (step, _):
            self._set_entry(c, m, index + step, self._entry(c, m, index + step + 1))
        c.store("i64", str(last), c.at(m, self.number))
        return found

    def every(self, c: Code, m: str, body: Callable[[Num], object]) -> None:
        """Run a body for every move, in order."""
        with c.times(self.count(c, m)) as (index, _):
            body(unpacked(c, self._entry(c, m, index)[1]))

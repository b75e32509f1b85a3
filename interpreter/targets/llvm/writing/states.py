"""Steps that read, change and copy the state, and variables."""

from __future__ import annotations

from contextlib import nullcontext
from typing import cast

from interpreter.ir.analysis.accesses import WRITES, before_success, drawing_alone
from interpreter.ir.meaning.splitmix import GOLDEN
from interpreter.ir.program import Access, Copy, Field, Function, Instruction, Probe, Variable
from interpreter.ir.values import Value
from interpreter.targets.llvm.assembly import Module, Num, Slot, copy_bytes, signed
from interpreter.targets.llvm.hashes import mixed
from interpreter.targets.llvm.layout import Chosen
from interpreter.targets.llvm.memory import Memory
from interpreter.targets.llvm.writing.numbers import NumberSteps

LISTING = ("offer", "clear_moves", "move_count", "move_at", "take", "arrange", "sort_moves")


class StateSteps(NumberSteps):
    """Writes what reads, changes and copies the state."""

    def __init__(
        self, memory: Memory, module: Module, function: Function, *, apart: bool = False
    ) -> None:
        super().__init__(memory, module, function, apart=apart)
        self.variables: dict[Variable, str] = {}
        self.states: dict[Copy, tuple[str, str]] = {}
        # What draws, where one instruction alone does, and the number that it draws from next.
        self.drawing = drawing_alone(function) if function.name == "playout" else None
        self.ahead: Slot | None = None

    def _state(self, copy: Copy | None) -> tuple[str, str]:
        return self.states[copy] if copy is not None else self.pointers[:2]

    def _entry(self, access: Access, index: str | int = 0) -> str:
        s, a = self._state(access.copy)
        return self.t.place(self.c, access.field, index, s=s, a=a)

    def _print_read(self, step: Instruction) -> str:
        access = cast(Access, step.attribute)
        return self.t.load(self.c, access.field, self._entry(access))

    def _print_read_at(self, step: Instruction, name: str) -> str:
        access = cast(Access, step.attribute)
        last = (access.field.length or 1) - 1
        index = step.operands[0]
        place: str | int = name
        if index.constant is not None:
            place = index.constant if 0 <= index.constant <= last else 0
        elif access.field in self.layout.few:
            return self._read_among(access, self.layout.few[access.field], index, name)
        else:
            low, high = self._bounds(index)
            if low < 0 or high > last:
                number = self.c.num(name)
                place = str(number.below(last + 1).pick(number, 0))
        return self.t.load(self.c, access.field, self._entry(access, place))

    def _candidates(self, access: Access, few: Chosen, index: Value) -> tuple[range, bool]:
        """The entries that an index can mean, and whether it means one of them for sure."""
        low, high = self._bounds(index)
        entries = range(max(low, few.low), min(high, few.high) + 1)
        return entries, low >= 0 and high < (access.field.length or 1)

    def _inside(self, access: Access, name: str) -> Num:
        """Whether a number is that of an entry."""
        return self.c.num(name).below(access.field.length or 1)

    def _one_of(self, access: Access, index: Num) -> str:
        """A pointer to one of a few entries, which stand side by side."""
        size = self.layout.entry(access.field)
        return self.c.at(self._entry(access, 0), str(index), size)

    def _read_among(self, access: Access, few: Chosen, index: Value, name: str) -> str:
        """One of a few entries; entry 0 for what is out of range."""
        c, field, kind = self.c, access.field, self.t.kind(access.field.kind)
        entries, sure = self._candidates(access, few, index)
        if c.module.small:
            inside = c.num(name) if sure else self._inside(access, name).pick(name, 0)
            return self.t.load(c, field, self._one_of(access, inside))
        found = self.t.load(c, field, self._entry(access, entries[0] if sure else 0))
        for entry in entries[1:] if sure else [one for one in entries if one > 0]:
            held = self.t.load(c, field, self._entry(access, entry))
            here = c.value(f"icmp eq i64 {name}, {entry}")
            found = c.value(f"select i1 {here}, {kind} {held}, {kind} {found}")
        return found

    def _write_among(
        self, access: Access, few: Chosen, index: Value, name: str, value: str
    ) -> None:
        """Change one of a few entries; none for an index out of range."""
        c, t, field, kind = self.c, self.t, access.field, self.t.kind(access.field.kind)
        entries, sure = self._candidates(access, few, index)
        if c.module.small:
            with nullcontext() if sure else c.when(self._inside(access, name)):
                t.store(c, field, value, self._one_of(access, c.num(name)))
            return
        if sure and len(entries) == 2:
            # One question for both: what hangs on it is decided by one branch.
            second = c.value(f"icmp eq i64 {name}, {entries[1]}")
            places = [self._entry(access, entry) for entry in entries]
            held = [t.load(c, field, place) for place in places]
            old = c.value(f"select i1 {second}, {kind} {held[0]}, {kind} {value}")
            new = c.value(f"select i1 {second}, {kind} {value}, {kind} {held[1]}")
            t.store(c, field, old, places[0])
            t.store(c, field, new, places[1])
            return
        for entry in entries:
            place = self._entry(access, entry)
            kept = t.load(c, field, place)
            here = c.value(f"icmp eq i64 {name}, {entry}")
            chosen = c.value(f"select i1 {here}, {kind} {value}, {kind} {kept}")
            t.store(c, field, chosen, place)

    def _print_write(self, step: Instruction, value: str) -> None:
        access = cast(Access, step.attribute)
        self.t.store(self.c, access.field, value, self._entry(access))

    def _print_write_at(self, step: Instruction, name: str, value: str) -> None:
        access = cast(Access, step.attribute)
        last = (access.field.length or 1) - 1
        index = step.operands[0]
        place: str | int = name
        if index.constant is not None:
            if not 0 <= index.constant <= last:
                return
            place = index.constant
        elif access.field in self.layout.few:
            self._write_among(access, self.layout.few[access.field], index, name, value)
            return
        else:
            low, high = self._bounds(index)
            if low < 0 or high > last:
                number = self.c.num(name)
                spare = self.layout.spare(access.field)
                place = str(number.below(last + 1).pick(number, spare))
        self.t.store(self.c, access.field, value, self._entry(access, place))

    def _print_random(self, step: Instruction, bound: str) -> str:
        c = self.c
        place = self._entry(cast(Access, step.attribute))
        following = c.num(c.load("i64", place)) + signed(GOLDEN)
        c.store("i64", str(following), place)
        if self.ahead is not None and step is self.drawing:
            # It takes a while, and something else is waited for meanwhile.
            upper = self.ahead.get() >> 32
            self.ahead.set(mixed(c, following + signed(GOLDEN)))
        else:
            upper = mixed(c, following) >> 32
        low, high = self._bounds(step.operands[0])
        if low >= 0 and high < 1 << 32:
            return str((upper * bound) >> 32)
        scaled = (upper.to("i128", signed=False) * c.num(bound).to("i128")) >> 32
        return str((c.num(bound) > 0).pick(scaled.to("i64"), 0))

    # Variables

    def _print_local(self, step: Instruction, value: str) -> None:
        variable = cast(Variable, step.attribute)
        kind = self.t.kind(variable.kind)
        if variable not in self.variables:
            self.variables[variable] = self.c.slot(kind)
        self.c.store(kind, value, self.variables[variable])

    _print_set = _print_local

    def _print_get(self, step: Instruction) -> str:
        variable = cast(Variable, step.attribute)
        return self.c.load(self.t.kind(variable.kind), self.variables[variable])

    # Copies of the state

    def _copy(self, fields: set[Field], source: tuple[str, str]) -> tuple[str, str]:
        """A copy of the state, of which only these fields are looked at."""
        c = self.c
        scalars = c.slot("i8", max(64, self.layout.scalars), align=64)
        arrays = c.slot("i8", max(64, self.layout.size - self.layout.scalars), align=64)
        copy_bytes(c, scalars, source[0], self.layout.filled)
        for field in self.layout.chosen:
            if field in fields:
                start, size = self.layout.stretch(field)
                copy_bytes(c, c.at(arrays, start), c.at(source[1], start), size)
        return scalars, arrays

    def _print_snapshot(self, step: Instruction) -> None:
        copy = cast(Copy, step.attribute)
        fields = {field for _, field in self.t.acts.of(step.blocks[0]) if field}
        self.states[copy] = self._copy(fields, self.pointers[:2])
        self._block(step.blocks[0])

    def _print_probe(self, step: Instruction) -> None:
        probe = cast(Probe, step.attribute)
        saved = self.pointers
        acts = self.t.acts.of(step.blocks[0])
        names, fields = {name for name, _ in acts}, {field for _, field in acts if field}
        if not names.isdisjoint(("seen", "remember", "forget")):
            fields |= {field for field in self.t.program.fields if field.position}
        copied = self._copy(fields, self._state(probe.copy))
        m = saved[2]
        if not probe.keep and not names.isdisjoint(LISTING):
            m = self.c.slot("i8", self.moves.size, align=64)
            self.moves.clear(self.c, m)
        self.pointers = (*copied, m, saved[3])
        self._block(step.blocks[0])
        self.pointers = saved

    def _print_attempt(self, step: Instruction) -> None:
        c, layout = self.c, self.layout
        acts = self.t.acts.of(before_success(step))
        changed = {field for name, field in acts if field and name in WRITES}
        state = self.pointers[:2]
        kept = self._copy(changed, state)
        self._block(step.blocks[0])
        with c.unless(self._print_get(step)):
            copy_bytes(c, state[0], kept[0], layout.filled)
            for field in layout.chosen:
                if field in changed:
                    start, size = layout.stretch(field)
                    copy_bytes(c, c.at(state[1], start), c.at(kept[1], start), size)

"""A program as native code: every operation as LLVM's text.

What is computed is defined by the Python back end and `ir/meaning/`. A state is a block of bytes
in two parts: *scalars*, which are only ever read and written at known places, and
*arrays*, whose entries may be chosen while the game runs. Both parts are copied, compared and
hashed as bytes. Functions take four pointers: `%s` the scalars, `%a` the arrays, `%m` the move
list, `%h` scratch memory with the kept order of moves and the history of positions, which grows
at its end only, so that copies of a state share it.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from copy import copy
from functools import cached_property, lru_cache
from typing import cast

from interpreter.ir.analysis.accesses import WRITES, Acts, before_success, drawing_alone
from interpreter.ir.analysis.alone import one_at_most
from interpreter.ir.analysis.carried import carried
from interpreter.ir.analysis.ranges import Ranges, decided
from interpreter.ir.analysis.settled import settled_from
from interpreter.ir.meaning.splitmix import GOLDEN, MASK, mix
from interpreter.ir.operations import OPERATIONS, RULES
from interpreter.ir.program import (
    EXTRA_BITS,
    MOST_DEPTH,
    MOST_MOVES,
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Function,
    Instruction,
    Link,
    Probe,
    Program,
    Variable,
    Watched,
    called,
    unpack,
    walk,
)
from interpreter.ir.relations import Axis, Rays, Relation, Table
from interpreter.ir.schema import MOVER, MOVES, SWAPPED, Part
from interpreter.ir.values import Value
from interpreter.targets.llvm.assembly import Code, Module, Num, Slot, copy_bytes
from interpreter.targets.llvm.layout import HISTORY_BITS, Chosen, Layout
from interpreter.targets.llvm.lists.bundles import SortedBundles
from interpreter.targets.llvm.lists.choice import move_list
from interpreter.targets.llvm.lists.listed import Listed
from interpreter.targets.llvm.lists.move import MOVE, move_of, packed, part_of, unpacked
from interpreter.targets.llvm.sanitizer import Checks
from interpreter.targets.llvm.sets.held import MOST_WINDOW, Known, rows
from interpreter.targets.llvm.sets.lanes import arrange
from interpreter.targets.llvm.target import Target

POINTERS = (("ptr noalias", "s"), ("ptr noalias", "a"), ("ptr noalias", "m"), ("ptr noalias", "h"))
MIX = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)
KINDS = {"int": "i64", "bool": "i1", "move": MOVE, "none": "void"}
SAFE = "select i1 {0}, i64 {1}, i64 {2}"

BINARY = {
    "add": "add i64", "sub": "sub i64", "mul": "mul i64", "bits_and": "and i64",
    "bits_or": "or i64", "eq": "icmp eq i64", "ne": "icmp ne i64", "lt": "icmp slt i64",
    "le": "icmp sle i64", "and": "and i1", "or": "or i1",
}  # fmt: skip
# Of which the bounds of their operands may tell what they give.
DECIDED = frozenset(("eq", "ne", "lt", "le", "min", "max"))


def signed(value: int) -> int:
    """A number of 64 bits as LLVM's text has it."""
    return value - (1 << 64) if value >> 63 else value


# In a part of more instructions than this, with every call written out, functions that are called
# several times stay apart, but for small ones.
MOST_INLINED, SMALL = 4000, 40
# For each watched clause how often it was asked, and how often it held.
TALLIES = "tallies"
# So many positions of the history are compared at once, and so many words of a state mixed.
ABREAST, LANES = 16, 8
# Bytes of a list of moves that does not lie on the stack where one is made for a whole call.
LONG_LIST = 1 << 17
# Straight lines have at most two to this power sites.
MOST_DOUBLINGS = 6
# So many moves of a game are noted where that is asked for, the last ones; a power of 2. They lie
# behind a number that says whether moves are noted now.
TRACED = 1 << 10
TRACE_HEAD = 16
# Above so many bits, who made a move is told whether the seats are swapped.
TRACED_SWAPPED = 8


# The first values of so many entries of an array are stored one by one.
MOST_STORED = 256


class Translator:
    """Writes the functions of a program into a module.

    Args:
        target: what the code is for
        inline: functions to write into their callers
    """

    def __init__(self, program: Program, target: Target, *, checked: bool = False) -> None:
        self.program, self.target = program, target
        self.sets = arrange(program.sites, program.grid, target)
        self.ranges = Ranges(program)
        self.acts = Acts()
        self.layout = Layout(program, self.sets, self.ranges)
        self.moves = move_list(program, self.sets)
        self.checked = checked
        # The history begins behind the kept order in the scratch memory.
        self.history_at = self.moves.scratch
        self.scratch = self.moves.scratch + (8 * (MOST_MOVES + 64) if self.layout.history else 0)
        # A long list lies behind it, one for each thread, and not on the stack.
        self.listed_at = self.scratch if self.moves.size > LONG_LIST else None
        if self.listed_at is not None:
            self.scratch += self.moves.size
        self.trace_at: int | None = None

    def roomy(self) -> Translator:
        """The same for code whose states are its own, and need not be small."""
        other = copy(self)
        other.layout = Layout(self.program, self.sets, self.ranges, roomy=True)
        return other

    def traced(self) -> Translator:
        """The same for code that notes the moves that are made, behind all else in its scratch."""
        other = copy(self)
        other.trace_at = self.scratch
        other.scratch = self.scratch + TRACE_HEAD + 16 * TRACED
        return other

    @cached_property
    def ignored(self) -> set[Field]:
        """What may differ without mattering for what can still happen in the game."""
        return set(self.program.fields) - carried(self.program)

    def module(
        self, entries: Sequence[str], apart: Sequence[str] = (), *, quick: bool = False
    ) -> Module:
        """A module with the functions that some entry points need.

        Args:
            apart: functions that stay apart from their callers
            quick: it is to be compiled in little time
        """
        checks = self._checks() if self.checked else None
        module = Module(checks, quick=quick, sets=(self.sets.kind, self.sets.size))
        if self.program.watched:
            held = f"[{2 * len(self.program.watched)} x i64] zeroinitializer"
            module.constants.append(f"@{TALLIES} = global {held}, align 64")
        needed = self._needed(entries)
        large = self._large(needed, entries)
        for function in self.program.functions:
            if function in needed:
                alone = function.name in apart or function in large
                Writer(self, module, function, apart=alone).write()
        return module

    def is_large(self, entries: Sequence[str]) -> bool:
        """Whether some entry points are too much code with every call written out."""
        found = sum(size for one, size in self.sizes.items() if one.name in entries)
        return found > MOST_INLINED

    @cached_property
    def sizes(self) -> dict[Function, int]:
        """Instructions of each function with every call written out."""
        found: dict[Function, int] = {}
        for function in self.program.functions:  # callees come first
            # One that is recursive calls what comes later.
            of_others = sum(found.get(one, 0) for one in called(function.body))
            found[function] = sum(1 for _ in walk(function.body)) + of_others
        return found

    def _large(self, needed: set[Function], entries: Sequence[str]) -> set[Function]:
        """Functions that would make too much code if they were written into every caller."""
        recursive = {one for one in needed if one.recursive}
        if not recursive and not self.is_large(entries):
            return set()
        calls = Counter(one for function in needed for one in called(function.body))
        several = {one for one in needed if calls[one] > 1 and self.sizes[one] > SMALL}
        return recursive | several

    def _checks(self) -> Checks:
        arrays = self.layout.size - self.layout.scalars
        states = dict.fromkeys(("%s", "%s0", "%s2"), self.layout.scalars)
        states |= dict.fromkeys(("%a", "%a0", "%a2"), arrays)
        return Checks({**states, "%m": self.moves.size, "%h": self.scratch})

    def _needed(self, entries: Sequence[str]) -> set[Function]:
        waiting = [one for one in self.program.functions if one.name in entries]
        found = set(waiting)
        while waiting:
            more = set(called(waiting.pop().body)) - found
            found |= more
            waiting.extend(more)
        return found

    def kind(self, kind: str) -> str:
        """LLVM's type of a kind of values."""
        return self.sets.kind if kind == "sites" else KINDS[kind]

    def call(self, c: Code, name: str, *operands: Num | str, state: Sequence[str] = ()) -> str:
        """Call a function of the program by its name; packed moves are unpacked for it."""
        function = self.program.function(name)
        kinds = [self.kind(value.kind) for value in function.parameters]
        operands = tuple(
            unpacked(c, one) if kind == MOVE and isinstance(one, Num) and one.kind == "i64" else one
            for one, kind in zip(operands, kinds, strict=True)
        )
        pointers = tuple(state) or ("%s", "%a", "%m", "%h")
        return c.call(
            self.kind(function.result), f"f_{name}",
            *(("ptr", one) for one in pointers),
            *((kind, str(value)) for kind, value in zip(kinds, operands, strict=True)),
        )  # fmt: skip

    def place(self, c: Code, field: Field, index: str | int = 0, *,
              s: str = "%s", a: str = "%a") -> str:  # fmt: skip
        """A pointer to an entry of a field."""
        if isinstance(index, int):
            part, start = self.layout.places[field][index]
            return c.at(s if part == "s" else a, start)
        low, size = self.layout.chosen[field].low, self.layout.entry(field)
        first, whole = self.layout.stretch(field)
        start = c.bounded(c.at(a, first - low * size), whole, skip=low * size)
        return c.at(start, index, size)

    def scalar(self, c: Code, part: Part, index: int = 0, *, s: str = "%s") -> Num:
        """A number of the state; 0 if the program has no such part."""
        field = self.program.part(part)
        if field is None:
            return c.num("0")
        return c.num(self.load(c, field, self.place(c, field, index, s=s)))

    def load(self, c: Code, field: Field, place: str) -> str:
        """An entry of a field, at its place."""
        if field.kind == "sites":
            return c.load(self.sets.kind, place)
        kind = f"i{8 * self.layout.entry(field)}"
        held = c.load(kind, place)
        return held if kind == "i64" else c.value(f"sext {kind} {held} to i64")

    def store(self, c: Code, field: Field, value: str, place: str) -> None:
        """Change an entry of a field, at its place."""
        if field.kind == "sites":
            c.store(self.sets.kind, value, place)
            return
        bits = 8 * self.layout.entry(field)
        c.store(f"i{bits}", _narrowed(c, value, bits), place)

    def set_scalar(self, c: Code, part: Part, value: Num | str) -> None:
        """Change a number of the state, if the program has it."""
        field = self.program.part(part)
        if field is not None:
            self.store(c, field, str(value), self.place(c, field))

    def blank(self, c: Code) -> None:
        """Give every field its initial value; long arrays are copied from a table."""
        if c.module.small:
            for pointer, start, size in (
                ("%s", 0, self.layout.scalars),
                ("%a", self.layout.scalars, self.layout.size - self.layout.scalars),
            ):
                self._copy_blank(c, pointer, start, size)
            return
        long = {one for one in self.layout.chosen if (one.length or 1) > MOST_STORED}
        if long:
            scalars = self.layout.scalars
            self._copy_blank(c, "%a", scalars, self.layout.size - scalars)
        for field in self.program.fields:
            if field.kind == "sites":
                value = self.sets.constant(field.initial)
            else:
                value = str(field.initial)
            for index in range(field.length or 1):
                if field not in long or self.layout.places[field][index][0] == "s":
                    self.store(c, field, value, self.place(c, field, index))

    def _copy_blank(self, c: Code, pointer: str, start: int, size: int) -> None:
        """Copy a part of the state in which every field has its initial value."""
        name = c.module.data(
            ("blank", id(self.layout), pointer),
            lambda: self.layout.initial(self.program)[start : start + size],
        )
        copy_bytes(c, pointer, name, size)


def _narrowed(c: Code, value: str, bits: int) -> str:
    """The lower bits of a number of 64 bits."""
    if bits == 64:
        return value
    if not value.lstrip("-").isdigit():
        return c.value(f"trunc i64 {value} to i{bits}")
    half = 1 << bits - 1
    return str((int(value) + half) % (2 * half) - half)


def mixed(c: Code, value: Num) -> Num:
    """The finaliser of splitmix64."""
    value = (value ^ (value >> 30)) * signed(MIX[0])
    value = (value ^ (value >> 27)) * signed(MIX[1])
    return value ^ (value >> 31)


def _what_matters(function: Function) -> dict[int, int]:
    """For lengths of rows that are only compared: from which length on all are alike."""
    steps = list(walk(function.body))
    found = {one.result.number: 1 for one in steps if one.name == "run" and one.result}
    for step in steps:
        for place, operand in enumerate(step.operands):
            if operand.number not in found or operand.constant is not None:
                continue
            enough = settled_from(step, place)
            if enough is None:
                found[operand.number] = MOST_WINDOW + 1  # the length itself is wanted
            else:
                found[operand.number] = max(found[operand.number], enough)
    return found


class Writer:
    """Writes one function."""

    def __init__(
        self, translator: Translator, module: Module, function: Function, *, apart: bool = False
    ) -> None:
        self.t = translator
        self.sets = translator.sets
        self.layout = translator.layout
        self.moves = translator.moves
        self.function = function
        self.values: dict[int, str] = {}
        self.variables: dict[Variable, str] = {}
        self.states: dict[Copy, tuple[str, str]] = {}
        self.loops: list[Callable[[], None]] = []
        self.pointers = ("%s", "%a", "%m", "%h")
        self.arranged = False
        # What draws, where one instruction alone does, and the number that it draws from next.
        self.drawing = drawing_alone(function) if function.name == "playout" else None
        self.ahead: Slot | None = None
        self.matters = _what_matters(function)
        self.alone = one_at_most(function)
        # What makes each value, where that is asked.
        self.made = {step.result: step for step in walk(function.body)
                     if step.name in ("single", "image", "intersect")}  # fmt: skip
        parameters = [
            (translator.kind(value.kind), f"p{value.number}") for value in function.parameters
        ]
        for value in function.parameters:
            self.values[value.number] = f"%p{value.number}"
        self.c = Code(
            module,
            f"f_{function.name}",
            (*POINTERS, *parameters),
            translator.kind(function.result),
            attributes="noinline " if apart else "alwaysinline ",
            levels=MOST_DEPTH + 1,
        )

    def write(self) -> None:
        """Write the whole function."""
        if self.drawing is not None:
            held = self.c.load("i64", self._entry(cast(Access, self.drawing.attribute)))
            following = self.c.num(held) + signed(GOLDEN)
            self.ahead = self.c.variable("i64", mixed(self.c, following))
        self._block(self.function.body)
        self.c.close()

    def _block(self, block: Block) -> None:
        for step in block:
            self._instruction(step)

    def _name(self, value: Value) -> str:
        if value.constant is None:
            return self.values[value.number]
        if value.kind == "bool":
            return "true" if value.constant else "false"
        if value.kind == "sites":
            return self.sets.constant(value.constant)
        if value.kind == "move":
            template, origin, target, extra = unpack(value.constant)
            return str(move_of(self.c, template, origin, target, extra))
        return str(value.constant)

    def _instruction(self, step: Instruction) -> None:
        names = [self._name(operand) for operand in step.operands]
        text = BINARY.get(step.name)
        always = self._decided(step, names) if step.name in DECIDED else None
        if always is not None:
            found = always
        elif text is not None:
            found = self.c.value(f"{text} {names[0]}, {names[1]}")
        else:
            found = getattr(self, f"_print_{step.name}")(step, *names)
        if step.result is not None and found is not None:
            self.values[step.result.number] = str(found)
            if self.c.module.checks is not None and step.result.kind == "int":
                bounds = self._bounds(step.result)
                self.c.module.checks.claimed(self.c, step.name, str(found), bounds)

    # Numbers and truths

    def _decided(self, step: Instruction, names: Sequence[str]) -> str | None:
        """What an operation gives that gives the same for all numbers that there can be."""
        found = decided(step.name, *map(self._bounds, step.operands))
        if found is None:
            return None
        return names[found] if step.name in ("min", "max") else ("false", "true")[found]

    def _print_div(self, _: Instruction, left: str, right: str) -> str:
        c = self.c
        divisor = c.num(right)
        # Division by 0 is defined as 0; by -1 it could overflow, where the sign just changes.
        special = divisor.is_(0) | divisor.is_(-1)
        quotient = c.num(left) / special.pick(1, divisor)
        negative = c.num("0") - left
        return str(divisor.is_(0).pick(0, divisor.is_(-1).pick(negative, quotient)))

    def _print_mod(self, step: Instruction, left: str, right: str) -> str:
        whole = self.c.num(self._print_div(step, left, right))
        rest = self.c.num(left) - whole * right
        return str(self.c.num(right).is_(0).pick(0, rest))

    def _print_min(self, _: Instruction, left: str, right: str) -> str:
        return self.c.intrinsic("i64", "llvm.smin.i64", ("i64", left), ("i64", right))

    def _print_max(self, _: Instruction, left: str, right: str) -> str:
        return self.c.intrinsic("i64", "llvm.smax.i64", ("i64", left), ("i64", right))

    def _print_shift_left(self, _: Instruction, left: str, right: str) -> str:
        return str(self.c.num(left) << (self.c.num(right) & 63))

    def _print_shift_right(self, _: Instruction, left: str, right: str) -> str:
        places = self.c.num(right) & 63
        return self.c.value(f"ashr i64 {left}, {places}")

    def _print_not(self, _: Instruction, value: str) -> str:
        return self.c.value(f"xor i1 {value}, true")

    def _print_int_of(self, _: Instruction, value: str) -> str:
        return self.c.value(f"zext i1 {value} to i64")

    def _print_pick_int(self, _: Instruction, condition: str, yes: str, no: str) -> str:
        return self.c.value(SAFE.format(condition, yes, no))

    def _print_watch(self, step: Instruction, answer: str, *_: str) -> str:
        """Count how often the clause was asked, and how often it held."""
        c, number, held = self.c, cast(Watched, step.attribute).number, answer
        if step.operands[0].kind == "sites":
            held = c.value(f"xor i1 {self.sets.is_empty(c, answer)}, true")
        for place, more in enumerate(("1", c.value(f"zext i1 {held} to i64"))):
            tally = c.at(f"@{TALLIES}", 16 * number + 8 * place)
            c.store("i64", str(c.num(c.load("i64", tally)) + more), tally)
        return answer

    # Sets

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
            return self.sets.intersect(self.c, left, self.sets.constant(rest))
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

    def _print_image(self, step: Instruction, sites: str) -> str:
        relation, single = cast(Relation, step.attribute), self.made.get(step.operands[0])
        if single is not None and single.name == "single" and self.sets.looks_up(relation):
            site = single.operands[0]
            return self.sets.image_of(self.c, self._name(site), relation, self._known(site))
        return self.sets.image(self.c, sites, relation)

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

    def _print_run(self, step: Instruction, sites: str, site: str) -> str:
        known = self._known(step.operands[1])
        assert step.result is not None
        most = self.matters.get(step.result.number, 0)
        return self.sets.run(self.c, sites, site, cast(Axis, step.attribute), known, most)

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

    # The state

    def _state(self, copy: Copy | None) -> tuple[str, str]:
        return self.states[copy] if copy is not None else self.pointers[:2]

    def _entry(self, access: Access, index: str | int = 0) -> str:
        s, a = self._state(access.copy)
        return self.t.place(self.c, access.field, index, s=s, a=a)

    def _print_read(self, step: Instruction) -> str:
        access = cast(Access, step.attribute)
        return self.t.load(self.c, access.field, self._entry(access))

    def _bounds(self, value: Value) -> tuple[int, int]:
        return self.t.ranges.of(self.function, value)

    def _known(self, value: Value) -> Known:
        """What is known of a number that may be a site."""
        return Known.within(self._bounds(value), self.t.program.sites)

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

    # Control

    def _print_if(self, step: Instruction, condition: str) -> None:
        first, second = step.blocks
        c = self.c
        if condition in ("true", "false"):
            self._block(first if condition == "true" else second)
            return
        yes, no, end = c.label(), c.label(), c.label()
        c.fork(condition, yes if first else end, no if second else end)
        for label, block in ((yes, first), (no, second)):
            if block:
                c.place(label)
                self._block(block)
                if not c.ended:
                    c.jump(end)
        c.place(end)

    def _print_loop(self, step: Instruction, count: str) -> None:
        c = self.c
        assert step.result is not None
        most = cast(int, step.attribute)
        times = c.num(count)
        if step.operands[0].constant is None:
            times = (times < most).pick(times, most)
        elif step.operands[0].constant > most:
            times = c.num(str(most))
        with c.times(times) as (index, loop):
            self.values[step.result.number] = str(index)
            self.loops.append(loop.leave)
            self._block(step.blocks[0])
            self.loops.pop()

    def _print_each(self, step: Instruction, sites: str) -> None:
        assert step.result is not None
        with self.sets.each(self.c, sites) as (site, leave):
            self.values[step.result.number] = site
            self.loops.append(leave)
            self._block(step.blocks[0])
            self.loops.pop()

    def _print_leave(self, _: Instruction) -> None:
        self.loops[-1]()

    def _print_call(self, step: Instruction, *names: str) -> str:
        callee = cast(Callee, step.attribute)
        if callee.function.name == "perform" and callee.copy is None:
            self._note(names[0])
        pointers = (*self._state(callee.copy), *self.pointers[2:])
        return self.t.call(self.c, callee.function.name, *names, state=pointers)

    def _note(self, move: Num | str) -> None:
        """Write down a move that is made now, and by whom, if moves are noted.

        One that is illegal is written over.
        """
        c, t = self.c, self.t
        if t.trace_at is None:
            return
        trace = c.bounded(c.at(self.pointers[3], t.trace_at), TRACE_HEAD + 16 * TRACED)
        with c.unless(c.pointer(trace).get("i64").is_(0)):
            place = (t.scalar(c, MOVES, s=self.pointers[0]) & (TRACED - 1)).name
            entry = c.at(c.at(trace, TRACE_HEAD), place, 16)
            c.store("i64", packed(c, move).name, entry)
            swapped = t.scalar(c, SWAPPED, s=self.pointers[0]) << TRACED_SWAPPED
            mover = t.scalar(c, MOVER, s=self.pointers[0]) | swapped
            c.store("i64", mover.name, c.at(entry, 8))

    def _print_return(self, _: Instruction, value: str) -> None:
        self.c.give(self.t.kind(self.function.result), value)

    def _print_finish(self, _: Instruction) -> None:
        self.c.finish()

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

    # Moves

    def _print_offer(
        self, step: Instruction, origin: str, targets: str, way: str, extra: str
    ) -> None:
        if self._known(step.operands[0]) is Known.NOTHING:
            number = self.c.num(origin)
            origin = str(number.below(self.t.program.sites).pick(number, -1))
        self.moves.offer(self.c, self.pointers[2], step, origin, targets, way, extra)

    def _print_sort_moves(self, _: Instruction) -> None:
        assert isinstance(self.moves, Listed | SortedBundles)
        self.moves.sort(self.c, self.pointers[2])

    def _print_clear_moves(self, _: Instruction) -> None:
        self.moves.clear(self.c, self.pointers[2])

    def _print_move_count(self, _: Instruction) -> str:
        count = self.moves.count_arranged if self.arranged else self.moves.count
        return str(count(self.c, self.pointers[2]))

    def _print_move_at(self, _: Instruction, index: str) -> str:
        return self._picked(self.moves.at(self.c, self.pointers[2], self.c.num(index)))

    def _print_template_of(self, _: Instruction, move: str) -> str:
        return str(part_of(self.c, move, 0))

    def _print_origin_of(self, _: Instruction, move: str) -> str:
        return str(part_of(self.c, move, 1))

    def _print_target_of(self, _: Instruction, move: str) -> str:
        return str(part_of(self.c, move, 2))

    def _print_extra_of(self, step: Instruction, move: str) -> str:
        extras = part_of(self.c, move, 3) >> EXTRA_BITS * cast(int, step.attribute)
        return str((extras & ((1 << EXTRA_BITS) - 1)) - 1)

    def _print_arrange(self, _: Instruction) -> None:
        self.arranged = True  # from here on the kept order knows how long it is
        self.moves.arrange(self.c, self.pointers[2], self.pointers[3])

    def _print_take(self, _: Instruction, index: str) -> str:
        return self._picked(self.moves.take(self.c, *self.pointers[2:], self.c.num(index)))

    def _picked(self, move: Num) -> str:
        """A move from the list; one that a random game picks may be made without `perform`."""
        if self.function.name in ("pick", "playout"):
            self._note(move)
        return str(move)

    # Repetition

    def _position(self) -> Num:
        """A hash of the fields that make a position."""
        return position_hash(
            self.c, self.t, [one for one in self.t.program.fields if one.position],
            *self.pointers[:2],
        )  # fmt: skip

    def _history(self, access: Access) -> tuple[str, Num, str]:
        """The span of the history, its place, and where the entries are."""
        place = self._entry(access)
        entries = self.c.at(self.pointers[3], self.t.history_at)
        entries = self.c.bounded(entries, 8 * (MOST_MOVES + 64))
        return place, self.c.num(self.c.load("i64", place)), entries

    def _print_seen(self, step: Instruction) -> str:
        c = self.c
        _, span, entries = self._history(cast(Access, step.attribute))
        first, length = span_of_history(span)
        wanted = self._position()
        found = c.variable("i1", "false")
        place = c.variable("i64", first)
        # Many at once, and the last few one by one.
        many = f"<{ABREAST} x i64>"
        alone = c.value(f"insertelement {many} poison, i64 {wanted}, i32 0")
        splat = c.value(
            f"shufflevector {many} {alone}, {many} poison, <{ABREAST} x i32> zeroinitializer"
        )
        with c.times((length - first) >> ABREAST.bit_length() - 1) as (_, loop):
            here = place.get()
            held = c.load(many, c.at(entries, str(here), 8))
            like = c.value(f"icmp eq {many} {held}, {splat}")
            bits = c.value(f"bitcast <{ABREAST} x i1> {like} to i{ABREAST}")
            place.set(here + ABREAST)
            with c.unless(c.value(f"icmp eq i{ABREAST} {bits}, 0")):
                found.set("true")
                loop.leave()
        with c.unless(str(found.get())), c.times(length - place.get()) as (_, loop):
            here = place.get()
            place.set(here + 1)
            with c.when(c.num(c.load("i64", c.at(entries, str(here), 8))).is_(wanted)):
                found.set("true")
                loop.leave()
        return str(found.get())

    def _print_cycled(self, step: Instruction, _: str) -> str:
        c = self.c
        _, span, entries = self._history(cast(Access, step.attribute))
        first, length = span_of_history(span)
        back = step.operands[0].constant
        assert isinstance(back, int), "how many positions come round is known beforehand"
        found = c.variable("i1", "false")
        with c.when(length - first >= 3 * back):
            found.set("true")
            with c.times(c.num(str(2 * back))) as (index, loop):
                here = length - index - 1
                entry, before = (
                    c.num(c.load("i64", c.at(entries, str(place), 8)))
                    for place in (here, here - back)
                )
                with c.when(entry.differs(before)):
                    found.set("false")
                    loop.leave()
        return str(found.get())

    def _print_remember(self, step: Instruction) -> None:
        c = self.c
        place, span, entries = self._history(cast(Access, step.attribute))
        _, length = span_of_history(span)
        with c.when(length < MOST_MOVES + 64):
            c.store("i64", str(self._position()), c.at(entries, str(length), 8))
            c.store("i64", str(span + 1), place)

    def _print_forget(self, step: Instruction) -> None:
        # What is forgotten stays where it is: a search that goes back needs it again.
        place, span, _ = self._history(cast(Access, step.attribute))
        _, length = span_of_history(span)
        self.c.store("i64", str((length << HISTORY_BITS) | length), place)


@lru_cache(maxsize=1024)
def strides_of(relation: Relation) -> tuple[Relation, ...] | None:
    """One, two, four, … steps of a relation whose steps make straight lines; None for others."""
    if any(len(targets) > 1 for targets in relation.targets):
        return None
    once = [targets[0] if targets else -1 for targets in relation.targets]
    reached = [site for site in once if site >= 0]
    if len(set(reached)) < len(reached):
        return None
    found: list[Relation] = []
    here = once
    while any(site >= 0 for site in here):
        found.append(Relation(f"{relation.name}_{1 << len(found)}",
                              tuple((site,) if site >= 0 else () for site in here)))  # fmt: skip
        if len(found) > MOST_DOUBLINGS:
            return None  # the lines close in circles
        here = [here[site] if site >= 0 else -1 for site in here]
    return tuple(found)


LISTING = ("offer", "clear_moves", "move_count", "move_at", "take", "arrange", "sort_moves")


def span_of_history(span: Num) -> tuple[Num, Num]:
    """From where on positions of the history count, and how many there are with those before."""
    return span >> HISTORY_BITS, span & (1 << HISTORY_BITS) - 1


def position_hash(c: Code, t: Translator, fields: Sequence[Field], s: str, a: str) -> Num:
    """A number of 64 bits that tells what some fields hold."""

    def write(c: Code, s: str, a: str) -> str:
        return str(_position_hash(c, t, fields, s, a))

    key = ("position", *map(id, fields), id(t.layout))
    return c.num(t.sets.once(c, key, "i64", [("ptr", s), ("ptr", a)], write))


def _position_hash(c: Code, t: Translator, fields: Sequence[Field], s: str, a: str) -> Num:
    """Each word is mixed with numbers of its own, so that none has to wait for another."""
    layout = t.layout
    words = [word for field in fields if layout.is_word(field) for word in layout.words(field)]
    numbers = [
        (field, index)
        for field in fields
        if not layout.is_word(field)
        for index in range(field.length or 1)
    ]
    several = f"<{LANES} x i64>"
    alone, together = c.num(str(signed(GOLDEN))), ""
    for number, (field, index) in enumerate(numbers, len(words) + 1):
        held = t.load(c, field, t.place(c, field, index, s=s, a=a))
        alone = alone + _mixed_alone(c, "i64", held, number)
    while words:
        part, place = words[0]
        row = [(part, place + 8 * lane) for lane in range(LANES)]
        number = len(words)
        source = c.at(s if part == "s" else a, place)
        if words[:LANES] == row:
            del words[:LANES]
            mixed_ = _mixed_alone(c, several, c.load(several, source), number)
            together = c.value(f"add {several} {together}, {mixed_}") if together else mixed_
        else:
            del words[0]
            alone = alone + _mixed_alone(c, "i64", c.load("i64", source), number)
    if together:
        alone = alone + c.intrinsic(
            "i64", f"llvm.vector.reduce.add.v{LANES}i64", (several, together)
        )
    return mixed(c, alone)


def _mixed_alone(c: Code, kind: str, held: str, number: int) -> str:
    """Words of the state, each mixed with numbers that no other word has.

    Args:
        kind: LLVM's type of the words
        number: that of the first word, counted from behind
    """
    lanes = LANES if kind != "i64" else 1

    def constant(salt: int, *, odd: bool = False) -> str:
        places = [3 * (number - lane) + salt for lane in range(lanes)]
        found = [signed(mix(place * GOLDEN & MASK) | odd) for place in places]
        return str(found[0]) if lanes == 1 else "<" + ", ".join(f"i64 {it}" for it in found) + ">"

    half = "32" if lanes == 1 else "splat (i64 32)"
    held = c.value(f"xor {kind} {held}, {constant(0)}")
    held = c.value(f"mul {kind} {held}, {constant(1, odd=True)}")
    held = c.value(f"xor {kind} {held}, {c.value(f'lshr {kind} {held}, {half}')}")
    return c.value(f"mul {kind} {held}, {constant(2, odd=True)}")


DEFINED = frozenset(BINARY) | {
    name.removeprefix("_print_") for name in vars(Writer) if name.startswith("_print_")
}
NEEDED = OPERATIONS.keys() - RULES.keys()
assert NEEDED == DEFINED, DEFINED ^ NEEDED

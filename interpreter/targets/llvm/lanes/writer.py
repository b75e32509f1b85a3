"""A program for several games at once: straight lines and loops under masks.

Every value is a vector with one number, set or truth of each game. Where the games go different
ways, all ways are written one after another, and what changes the state changes it in the games of
a mask. A way that no game goes is jumped over where it is long, and a loop goes on as long as any
game is in it. What is written, each operation by itself, is what `writing` writes for one game.

Programs are written so that need no memory of their own for a game, such as a list of moves that
is tried or a history.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from interpreter.ir.analysis.accesses import WRITES, before_success
from interpreter.ir.analysis.ranges import ANY, decided
from interpreter.ir.analysis.settled import lengths_that_matter
from interpreter.ir.meaning.splitmix import GOLDEN
from interpreter.ir.program import (
    EXTRA_BITS,
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Function,
    Instruction,
    Variable,
    called,
    outside,
    unpack,
    walk,
)
from interpreter.ir.relations import Axis, Rays, Relation, Stretches, Table
from interpreter.ir.values import Value
from interpreter.targets.llvm.assembly import Code
from interpreter.targets.llvm.hashes import MIX
from interpreter.targets.llvm.lanes.endings import Call, is_last, shared_ends
from interpreter.targets.llvm.lanes.moves import (
    EXTRA,
    LaneBundles,
    LaneMove,
    LaneMoves,
    LaneSlots,
    is_placing,
    most_offers,
)
from interpreter.targets.llvm.lanes.rays import LaneRays
from interpreter.targets.llvm.lanes.rows import LaneRows
from interpreter.targets.llvm.lanes.sets import LaneSet, LaneSets
from interpreter.targets.llvm.lanes.state import LaneState
from interpreter.targets.llvm.lanes.vectors import (
    ALL,
    BYTES,
    NONE,
    Lanes,
    Vectors,
    bits_for,
    constant,
)
from interpreter.targets.llvm.lists.bundles import Bundles
from interpreter.targets.llvm.lists.held import MoveList
from interpreter.targets.llvm.lists.sharing import share_slots
from interpreter.targets.llvm.lists.slots import Slots
from interpreter.targets.llvm.sets.held import Known
from interpreter.targets.llvm.translator import Translator

Held = Lanes | LaneSet | str | LaneMove
"""A number or a set of each game, a mask, or a move of each game."""
BINARY = {"add": "add", "sub": "sub", "mul": "mul", "bits_and": "and", "bits_or": "or"}
OF_SETS = {"union": "or", "intersect": "and"}
COMPARED = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle"}
INTRINSIC = {"min": "smin", "max": "smax"}
INDEXED = ("read_at", "write_at")
# So many instructions are run for no game rather than jumped over.
FEW = 6
# An entry of an array is chosen among so many at most; among more, it is read from memory.
MOST_CHOSEN = 8
# With more slots than this bundles stand one after another.
MOST_SHARED = 16


@dataclass
class Frame:
    """A function as it is written where it is called.

    Attributes:
        matters: from which length on rows are all alike, once that is asked
    """

    function: Function
    values: dict[int, Held] = field(default_factory=dict[int, Held])
    variables: dict[Variable, list[str]] = field(default_factory=dict[Variable, list[str]])
    result: Held | None = None
    matters: dict[int, int] | None = None


class LaneWriter:
    """Writes the functions of a program, each where it is called.

    What several ways through a function end with is written once, behind them all.

    Args:
        state: the states of the games
    Attributes:
        mask: the games that are meant at this place of the code
        last: whether nothing comes behind the instruction that is written
        later: what is written behind all ways, and rooms for the masks of its games
    """

    def __init__(self, t: Translator, vectors: Vectors, state: LaneState) -> None:
        assert isinstance(t.moves, Slots | Bundles)
        self.t, self.v, self.state = t, vectors, state
        self.c: Code = vectors.code
        self.sets = LaneSets(vectors, t.program.sites)
        self.rows = LaneRows(vectors, self.sets)
        self.rays = LaneRays(vectors, self.sets)
        self.moves = self._list_of_moves(t.moves)
        self.copies: dict[Copy, LaneState] = {}
        self.loops: list[Callable[[str], None]] = []
        self.mask, self.last = ALL, False
        self.later: dict[Call, str] = {}
        self.frame = Frame(t.program.function("start"))

    def _list_of_moves(self, listed: MoveList) -> LaneMoves:
        """The lists of moves, of the kind that the program needs."""
        shared, offers = slots_of(self.t), offers_of(self.t)

        def bounds(step: Instruction, operand: int) -> tuple[int, int]:
            return self.t.ranges.of(offers[step], step.operands[operand])

        if shared is not None:
            return LaneSlots(self.v, self.sets, listed, shared, bounds)
        most = bundles_of(self.t)
        return LaneBundles(self.v, self.sets, listed, list(offers), bounds, most)

    def call(self, function: Function, *operands: Held) -> Held | None:
        """Write a function for the games of the mask; its result."""
        mask, outer, c, truths = self.mask, self.later, self.c, self.v.truths
        shared = [one for one in shared_ends(function) if size_of(self.t, one.function.body) > FEW]
        self.later = {call: c.slot(truths, align=8) for call in shared}
        for room in self.later.values():
            c.store(truths, NONE, room)
        found = self._whole(function, *operands)
        for call in sorted(self.later, key=self._number_of, reverse=True):
            self.mask = c.load(truths, self.later.pop(call))
            with self._for_some():
                self._whole(call.function, *map(constant, call.operands))
        self.mask, self.later = mask, outer
        return found

    def _number_of(self, call: Call) -> int:
        """The number of a function that is called; callees come first."""
        return self.t.program.functions.index(call.function)

    def _whole(self, function: Function, *operands: Held) -> Held | None:
        """Write a function, but for what others end with as well."""
        mask, outer = self.mask, self.frame
        self.frame = Frame(function)
        for value, operand in zip(function.parameters, operands, strict=True):
            self.frame.values[value.number] = operand
        self.block(function.body, last=True)
        self.mask, found, self.frame = mask, self.frame.result, outer
        return found

    def block(self, block: Block, *, last: bool = False) -> None:
        """Write a block, up to where no game goes on.

        Args:
            last: whether a function ends with it
        """
        for number, step in enumerate(block):
            if self.mask == NONE:
                return
            self.last = last and is_last(block, number)
            self._step(step)

    def _step(self, step: Instruction) -> None:
        names: list[Any] = [self._name(operand) for operand in step.operands]
        found: Held | None
        if step.name in BINARY:
            found = self.v.do(BINARY[step.name], *names, bits=self._bits(step))
        elif step.name in OF_SETS:
            found = self.sets.do(OF_SETS[step.name], *names)
        elif step.name in COMPARED:
            found = self._decided(step) or self.v.ask(COMPARED[step.name], *names)
        elif step.name in INTRINSIC:
            found = self.v.intrinsic(INTRINSIC[step.name], *names)
        else:
            found = getattr(self, f"_print_{step.name}")(step, *names)
        if step.result is not None and found is not None:
            self.frame.values[step.result.number] = found

    def _decided(self, step: Instruction) -> str | None:
        """What a comparison gives that gives the same for all numbers that there can be."""
        found = decided(step.name, *map(self._bounds, step.operands))
        return None if found is None else (NONE, ALL)[found]

    def _name(self, value: Value) -> Held:
        if value.constant is None:
            return self.frame.values[value.number]
        if value.kind == "bool":
            return ALL if value.constant else NONE
        if value.kind == "move":
            return LaneMove(*map(constant, unpack(value.constant)))
        return (
            constant(value.constant) if value.kind == "int" else self.sets.constant(value.constant)
        )

    def _bits(self, step: Instruction) -> int:
        """Bits of the number that an instruction makes."""
        assert step.result is not None
        return bits_for(*self._bounds(step.result))

    def _known(self, value: Value) -> Known:
        """What is known of a number that may be a site."""
        return Known.within(self._bounds(value), self.t.program.sites)

    def _bounds(self, value: Value) -> tuple[int, int]:
        return self.t.ranges.of(self.frame.function, value)

    # Numbers and truths

    def _print_div(self, _: Instruction, left: Lanes, right: Lanes) -> Lanes:
        return self._divided("sdiv", left, right)

    def _print_mod(self, _: Instruction, left: Lanes, right: Lanes) -> Lanes:
        return self._divided("srem", left, right)

    def _divided(self, operation: str, left: Lanes, right: Lanes) -> Lanes:
        """A quotient or a rest; by 0 both are 0, and by -1 the quotient could overflow."""
        v = self.v
        if right.number is not None and right.number > 0:
            return v.do(operation, left, right)
        nothing, negative = v.ask("eq", right, constant(0)), v.ask("eq", right, constant(-1))
        plain = v.pick(v.either(nothing, negative), constant(1), right)
        found = v.do(operation, left, plain, bits=64)
        if operation == "sdiv":
            found = v.pick(negative, v.do("sub", constant(0), left, bits=64), found)
        return v.pick(nothing, constant(0), found)

    def _print_shift_left(self, step: Instruction, left: Lanes, right: Lanes) -> Lanes:
        bits = self._bits(step)
        return self.v.do("shl", self.v.as_wide(left, 64), self._places(right), bits)

    def _print_shift_right(self, _: Instruction, left: Lanes, right: Lanes) -> Lanes:
        return self.v.do("ashr", self.v.as_wide(left, 64), self._places(right))

    def _places(self, places: Lanes) -> Lanes:
        return self.v.do("and", places, constant(63))

    def _print_not(self, _: Instruction, value: str) -> str:
        return self.v.negated(value)

    def _print_and(self, _: Instruction, left: str, right: str) -> str:
        return self.v.both(left, right)

    def _print_or(self, _: Instruction, left: str, right: str) -> str:
        return self.v.either(left, right)

    def _print_int_of(self, _: Instruction, value: str) -> Lanes:
        return self.v.pick(value, constant(1), constant(0))

    def _print_pick_int(self, _: Instruction, condition: str, yes: Lanes, no: Lanes) -> Lanes:
        return self.v.pick(condition, yes, no)

    def _print_lookup(self, step: Instruction, index: Lanes) -> Lanes:
        entries, index = self._among(step, index)
        return self.v.as_wide(self.v.table(self.mask, entries, index), self._bits(step))

    def _among(self, step: Instruction, index: Lanes) -> tuple[tuple[int, ...], Lanes]:
        """The entries of a table that can be meant, and the number of one.

        It is the last for every number that is none's.
        """
        entries = cast(Table, step.attribute).entries
        low, high = self._bounds(step.operands[0])
        if low >= 0 and high < len(entries):
            return entries[: high + 1], index
        inside = self._is_entry(index, len(entries))
        return entries, self.v.pick(inside, index, constant(len(entries) - 1))

    def _is_inside(self, value: Value, length: int) -> bool:
        """Whether a number is known to be an entry's of a table."""
        low, high = self._bounds(value)
        return low >= 0 and high < length

    def _print_ray(self, step: Instruction, site: Lanes, steps: Lanes) -> Lanes:
        v, rays = self.v, cast(Rays, step.attribute).sites
        if step.operands[1].constant is None and self._is_inside(step.operands[0], len(rays)):
            found = self.rays.along(rays, site, steps)
            if found is not None:
                return found
        most = max(1, max(map(len, rays), default=1))
        known = step.operands[1].constant
        if known is None:
            entries = [*(to for ray in rays for to in (*ray, *[-1] * (most - len(ray))))]
            place = v.do("sub", v.as_wide(steps, 32), constant(1))
            index = v.do("add", v.do("mul", v.as_wide(site, 32), constant(most)), place)
            inside = v.ask("ult", place, constant(most))
        else:
            entries = [ray[known - 1] if 0 < known <= len(ray) else -1 for ray in rays]
            index, inside = site, ALL
        if not self._is_inside(step.operands[0], len(rays)):
            inside = v.both(inside, v.ask("ult", v.as_wide(site, 32), constant(len(rays))))
        found = None if known is None else self.rays.step(rays, self.t.program.sites, site, known)
        found = found or v.table(v.both(self.mask, inside), entries, index)
        return v.pick(inside, found, constant(-1))

    # Sets

    def _print_pick_sites(
        self, _: Instruction, condition: str, yes: LaneSet, no: LaneSet
    ) -> LaneSet:
        return self.sets.pick(condition, yes, no)

    def _print_lookup_sites(self, step: Instruction, index: Lanes) -> LaneSet:
        table = cast(Table, step.attribute)
        entries, index = self._among(step, index)
        if isinstance(table, Stretches) and len(entries) < len(table.entries):
            found = self._stretch(table, step.operands[0])
            if found is not None:
                return found
        columns = self.sets.columns(entries)
        return LaneSet(tuple(self._word_of_set(one, index) for one in columns))

    def _stretch(self, table: Stretches, index: Value) -> LaneSet | None:
        """The first sites of a ray, by the number of an entry; None where that is no faster."""
        made = {one.result: one for one in walk(self.frame.function.body)
                if one.name in ("add", "mul")}  # fmt: skip
        entry = made.get(index)
        spot = made.get(entry.operands[0]) if entry is not None and entry.name == "add" else None
        if entry is None or spot is None or spot.name != "mul":
            return None
        (site, size), many = spot.operands, entry.operands[1]
        if size.constant != table.steps or not self._is_inside(many, table.steps):
            return None
        return self.rays.stretch(
            table.rays, cast(Lanes, self._name(site)), cast(Lanes, self._name(many))
        )

    def _word_of_set(self, column: list[int], index: Lanes) -> Lanes:
        """A word of an entry of a table of sets."""
        bits = self.sets.bits
        found = self.v.few_entries(column, index, bits)
        return found or self.v.as_wide(self.v.table(self.mask, column, index), bits)

    def _print_same(self, _: Instruction, left: LaneSet, right: LaneSet) -> str:
        return self.sets.same(left, right)

    def _print_minus(self, step: Instruction, left: LaneSet, right: LaneSet) -> LaneSet:
        other = step.operands[1].constant
        if other is not None:
            kept = self.sets.constant(self.sets.everything & ~other)
            return self.sets.do("and", left, kept)
        return self.sets.minus(left, right)

    def _print_single(self, step: Instruction, site: Lanes) -> LaneSet:
        return self.sets.single(site, self._known(step.operands[0]))

    def _print_contains(self, step: Instruction, held: LaneSet, site: Lanes) -> str:
        return self.sets.contains(held, site, self._known(step.operands[1]))

    def _print_count(self, _: Instruction, held: LaneSet) -> Lanes:
        return self.sets.count(held)

    def _print_is_empty(self, _: Instruction, held: LaneSet) -> str:
        return self.sets.is_empty(held)

    def _print_first(self, _: Instruction, held: LaneSet) -> Lanes:
        return self.sets.first(held)

    def _print_image(self, step: Instruction, held: LaneSet) -> LaneSet:
        return self.sets.image(held, cast(Relation, step.attribute))

    def _print_nth(self, _: Instruction, held: LaneSet, index: Lanes) -> Lanes:
        index = self.v.as_wide(index, self.sets.bits)
        there = self.v.ask("ult", index, self.sets.count(held))
        return self.v.pick(there, self.sets.nth(held, index), constant(-1))

    def _print_flood(self, step: Instruction, start: LaneSet, within: LaneSet) -> LaneSet:
        return self.sets.flood(start, within, cast(Relation, step.attribute))

    def _print_run(self, step: Instruction, held: LaneSet, site: Lanes) -> Lanes:
        known, axis = self._known(step.operands[1]), cast(Axis, step.attribute)
        if self.frame.matters is None:
            self.frame.matters = lengths_that_matter(self.frame.function)
        assert step.result is not None
        most = self.frame.matters.get(step.result.number, 0)
        return self.rows.run(held, site, known, axis, most)

    # The state

    def _print_snapshot(self, step: Instruction) -> None:
        copy, block = cast(Copy, step.attribute), step.blocks[0]
        self.copies[copy] = self._copy({
            one.attribute.field for one in walk(block)
            if isinstance(one.attribute, Access) and one.attribute.copy is copy
        })  # fmt: skip
        self.block(block)

    def _print_probe(self, step: Instruction) -> None:
        block, outer = step.blocks[0], self.state
        self.state = self._copy({field for _, field in self.t.acts.of(block) if field})
        self.block(block)
        self.state = outer

    def _print_attempt(self, step: Instruction) -> None:
        acts = self.t.acts.of(before_success(step))
        kept = self._copy({field for name, field in acts if field and name in WRITES})
        self.block(step.blocks[0])
        allowed = self._print_get(step)
        assert isinstance(allowed, str)
        failed = self.v.without(self.mask, allowed)
        with self.c.when(self.v.any(failed)):
            self.state.take(failed, kept)

    def _copy(self, fields: set[Field]) -> LaneState:
        """A copy of some fields, of the games of the mask."""
        kept = {field: widths for field, widths in self.state.fields.items() if field in fields}
        copy = LaneState(self.v, kept)
        copy.take(self.mask, self.state)
        return copy

    def _read(self, step: Instruction) -> tuple[LaneState, Field]:
        """The state, or the copy of it, and the field that are meant."""
        accessed = cast(Access, step.attribute)
        state = self.state if accessed.copy is None else self.copies[accessed.copy]
        return state, accessed.field

    def _print_read(self, step: Instruction) -> Lanes | LaneSet:
        state, field = self._read(step)
        return state.entry(field)

    def _print_write(self, step: Instruction, value: Lanes | LaneSet) -> None:
        self.state.change(self.mask, cast(Access, step.attribute).field, 0, value)

    def _print_read_at(self, step: Instruction, index: Lanes) -> Lanes | LaneSet:
        state, field = self._read(step)
        known, length = step.operands[0].constant, field.length or 1
        if known is not None:
            return state.entry(field, known if 0 <= known < length else 0)
        entries, sure = entries_of(self.t, self.frame.function, step)
        if len(entries) <= MOST_CHOSEN:
            return state.among(field, entries, index, entries[0] if sure else 0)
        inside = ALL if sure else self._is_entry(index, length)
        return state.at(self.mask, field, self.v.pick(inside, index, constant(0)))

    def _print_total_at(self, step: Instruction, held: LaneSet, _: Lanes) -> Lanes:
        v, found = self.v, constant(0)
        for site, entry in self._entries(step):
            met = self.sets.contains(held, constant(site), Known.SITE)
            found = v.do("add", found, v.pick(met, entry, constant(0)), self._bits(step))
        return found

    def _print_between_at(
        self, step: Instruction, held: LaneSet, _: Lanes, low: Lanes, high: Lanes
    ) -> LaneSet:
        v, (word,) = self.v, held.parts
        field = cast(Access, step.attribute).field
        least, most = self.t.ranges.fields[field]
        found = constant(0)
        for site, entry in self._entries(step):
            here = ALL
            if low.number is None or low.number > least:
                here = v.both(here, v.ask("sge", entry, low))
            if high.number is None or high.number < most:
                here = v.both(here, v.ask("sle", entry, high))
            bit = v.pick(here, self.sets.constant(1 << site).parts[0], constant(0))
            found = v.do("or", found, bit, self.sets.bits)
        return LaneSet((v.do("and", word, found),))

    def _entries(self, step: Instruction) -> list[tuple[int, Lanes]]:
        """The entries of an array that belong to sites that a set can have."""
        state, field = self._read(step)
        behind, held = step.operands[1].constant, step.operands[0].constant
        assert behind is not None
        return [
            (site, state.number(field, site + behind))
            for site in range(self.t.program.sites)
            if held is None or held >> site & 1
        ]

    def _print_write_at(self, step: Instruction, index: Lanes, value: Lanes | LaneSet) -> None:
        field, state = cast(Access, step.attribute).field, self.state
        known, length = step.operands[0].constant, field.length or 1
        if known is not None:
            if 0 <= known < length:
                state.change(self.mask, field, known, value)
            return
        entries, sure = entries_of(self.t, self.frame.function, step)
        if len(entries) <= MOST_CHOSEN:
            state.change_among(self.mask, field, entries, index, value)
            return
        inside = ALL if sure else self._is_entry(index, length)
        state.change_at(self.v.both(self.mask, inside), field, index, value)

    def _is_entry(self, index: Lanes, length: int) -> str:
        return self.v.ask("ult", self.v.as_wide(index, 64), constant(length))

    def _print_random(self, step: Instruction, bound: Lanes) -> Lanes:
        v, accessed = self.v, cast(Access, step.attribute).field
        following = v.do("add", self.state.number(accessed), constant(GOLDEN))
        self.state.change(self.mask, accessed, 0, following)
        upper = v.do("lshr", all_mixed(v, following), constant(32))
        return v.do("lshr", v.short_product(upper, bound), constant(32))

    # Variables

    def _print_local(self, step: Instruction, value: Held) -> None:
        # Whatever the other games have had there, they do not read it again.
        self._assign(ALL, step, value)

    def _print_set(self, step: Instruction, value: Held) -> None:
        self._assign(self.mask, step, value)

    def _widths(self, variable: Variable) -> Sequence[int]:
        """Bits of each part of what a variable holds."""
        if variable.kind == "int":
            return (bits_for(*self.t.ranges.variables.get(variable, ANY)),)
        return {"move": self.moves.bits, "bool": (8,), "sites": self.sets.widths}[variable.kind]

    def _assign(self, mask: str, step: Instruction, value: Held) -> None:
        variable = cast(Variable, step.attribute)
        widths = self._widths(variable)
        if variable not in self.frame.variables:
            self.frame.variables[variable] = list(map(self.v.room, widths))
        if isinstance(value, str):
            value = self.v.pick(value, constant(1), constant(0))
        rooms = self.frame.variables[variable]
        for room, bits, part in zip(rooms, widths, value.parts, strict=True):
            self.v.keep_in(mask, room, bits, part)

    def _print_get(self, step: Instruction) -> Held:
        variable = cast(Variable, step.attribute)
        parts = list(map(self.v.held, self.frame.variables[variable], self._widths(variable)))
        if variable.kind == "move":
            return LaneMove(*parts)
        if variable.kind == "sites":
            return LaneSet(tuple(parts))
        return self.v.ask("ne", parts[0], constant(0)) if variable.kind == "bool" else parts[0]

    # Control

    def _print_if(self, step: Instruction, condition: str) -> None:
        outer, (first, second), last = self.mask, step.blocks, self.last
        ways = self.v.both(outer, condition), self.v.without(outer, condition)
        # Of two ways some game is likely to go the first.
        likely = bool(second) and not _reads_memory(first)
        ends = self._way(ways[0], first, last, certain=likely), self._way(ways[1], second, last)
        self.mask = outer if ends == ways else self.v.either(*ends)

    def _way(self, mask: str, block: Block, last: bool, *, certain: bool = False) -> str:
        """Write what some games do; those of them that go on behind it."""
        self.mask = mask
        if not block or mask == NONE:
            return mask
        if certain or size_of(self.t, block) <= FEW or _leaves(block):
            self.block(block, last=last)
        else:
            with self._for_some():
                self.block(block, last=last)
        return self.mask

    @contextmanager
    def _for_some(self) -> Generator[None]:
        """Jump over what is written here where no game is meant."""
        c = self.c
        some, end = c.label(), c.label()
        c.fork(self.v.any(self.mask), some, end, rare=some)
        c.place(some)
        yield
        c.place(end)

    def _print_loop(self, step: Instruction, count: Lanes) -> None:
        v, outer, block = self.v, self.mask, step.blocks[0]
        assert step.result is not None
        if ends(block):  # it is left in its first round
            self.frame.values[step.result.number] = constant(0)
            self._rounds(block, outer, lambda _: None)
            return
        going, index = self.c.slot(v.truths, align=8), self.c.variable("i64", 0)
        self.c.store(v.truths, outer, going)

        def leave(mask: str) -> None:
            self.c.store(v.truths, v.without(self.c.load(v.truths, going), mask), going)

        times = v.intrinsic("smin", count, constant(cast(int, step.attribute)))
        with self.c.loop() as loop:
            here = v.everywhere(index.get())
            mask = v.both(self.c.load(v.truths, going), v.ask("slt", here, times))
            loop.leave_unless(v.any(mask))
            self.c.store(v.truths, mask, going)
            index.add(1)
            self.frame.values[step.result.number] = here
            self._rounds(block, mask, leave)

    def _print_each(self, step: Instruction, held: LaneSet) -> None:
        assert step.result is not None
        meant = self.sets.pick(self.mask, held, self.sets.constant(0))
        with self.sets.each(meant) as (site, mask, leave):
            self.frame.values[step.result.number] = site
            self._rounds(step.blocks[0], mask, leave)

    def _rounds(self, block: Block, mask: str, leave: Callable[[str], None]) -> None:
        """Write the rounds of a loop, for the games of a mask that have not left it."""
        outer, self.mask = self.mask, mask
        self.loops.append(leave)
        self.block(block)
        self.loops.pop()
        self.mask = outer

    def _print_leave(self, _: Instruction) -> None:
        if self.loops:
            self.loops[-1](self.mask)
        self.mask = NONE

    def _print_call(self, step: Instruction, *operands: Held) -> Held | None:
        function = cast(Callee, step.attribute).function
        if not self.last:
            return self.call(function, *operands)
        call = Call.of(step)
        room = None if call is None else self.later.get(call)
        if room is None:
            return self._whole(function, *operands)
        c, truths = self.c, self.v.truths
        c.store(truths, self.v.either(c.load(truths, room), self.mask), room)
        return None

    def _print_return(self, _: Instruction, value: Held) -> None:
        self.frame.result = value

    def _print_finish(self, _: Instruction) -> None:
        pass

    # Moves

    def _print_clear_moves(self, _: Instruction) -> None:
        self.moves.clear(self.mask)

    def _print_offer(
        self, step: Instruction, origin: Lanes, targets: LaneSet, way: Lanes, extra: Lanes
    ) -> None:
        self.moves.offer(self.mask, step, origin, targets, way, extra)

    def _print_move_count(self, _: Instruction) -> Lanes:
        return self.moves.count()

    def _print_move_at(self, _: Instruction, index: Lanes) -> LaneMove:
        return self.moves.at(self.mask, index)

    def _print_arrange(self, _: Instruction) -> None:
        self._slots().arrange(self.mask)

    def _print_take(self, _: Instruction, index: Lanes) -> LaneMove:
        return self._slots().take(self.mask, index)

    def _slots(self) -> LaneSlots:
        """The lists, of a kind that moves can be taken out of."""
        assert isinstance(self.moves, LaneSlots)
        return self.moves

    def _print_template_of(self, _: Instruction, move: LaneMove) -> Lanes:
        return move.template

    def _print_origin_of(self, _: Instruction, move: LaneMove) -> Lanes:
        return move.origin

    def _print_target_of(self, _: Instruction, move: LaneMove) -> Lanes:
        return move.target

    def _print_extra_of(self, step: Instruction, move: LaneMove) -> Lanes:
        v = self.v
        extra = v.as_wide(move.extra, EXTRA)
        moved = v.do("lshr", extra, constant(EXTRA_BITS * cast(int, step.attribute)))
        return v.do("sub", v.do("and", moved, constant((1 << EXTRA_BITS) - 1)), constant(1))


def all_mixed(v: Vectors, value: Lanes) -> Lanes:
    """The finaliser of splitmix64, of every game."""
    for places, factor in zip((30, 27), MIX, strict=True):
        value = v.do("xor", value, v.do("lshr", value, constant(places)))
        value = v.do("mul", value, constant(factor))
    return v.do("xor", value, v.do("lshr", value, constant(31)))


def size_of(t: Translator, block: Block) -> int:
    """Instructions of a block, with every call written out."""
    return sum(1 for _ in walk(block)) + sum(t.sizes[one] for one in called(block))


def _reads_memory(block: Block) -> bool:
    """Whether sets are looked up in tables that are too long for registers."""
    return any(
        step.name == "lookup_sites" and len(cast(Table, step.attribute).entries) > BYTES
        for step in walk(block)
    )


def _leaves(block: Block) -> bool:
    """Whether a block leaves a loop around it."""
    return any(
        step.name == "leave" or (step.name == "if" and any(map(_leaves, step.blocks)))
        for step in block
    )


def ends(block: Block) -> bool:
    """Whether a block never comes to its end."""
    return any(
        step.name == "leave" or (step.name == "if" and all(map(ends, step.blocks)))
        for step in block
    )


def offers_of(t: Translator) -> dict[Instruction, Function]:
    """All offers, and the functions that they stand in."""
    functions = t.program.functions
    return {step: one for one in functions for step in walk(one.body) if step.name == "offer"}


def slots_of(t: Translator) -> list[list[Instruction]] | None:
    """The offers of each slot of a list; None where bundles stand one after another."""
    generate = t.program.function("generate").body
    once = sum(step.name == "offer" for step in outside(generate, "each", "loop"))
    if once != len(offers_of(t)):
        return None
    shared = share_slots(generate, is_placing)
    return shared if len(shared) <= MOST_SHARED else None


def bundles_of(t: Translator) -> int:
    """How many bundles a list has at most."""
    return most_offers(t.program.function("generate").body, t.program.sites)


def entries_of(t: Translator, function: Function, step: Instruction) -> tuple[range, bool]:
    """The entries that an index can mean, and whether it means one of them for sure."""
    length = cast(Access, step.attribute).field.length or 1
    low, high = t.ranges.of(function, step.operands[0])
    return range(max(low, 0), min(high, length - 1) + 1), low >= 0 and high < length


def is_gathered(t: Translator, function: Function, step: Instruction) -> bool:
    """Whether each game reads or writes an entry of its own, in memory."""
    return step.name in INDEXED and len(entries_of(t, function, step)[0]) > MOST_CHOSEN

"""The list of moves in native code: bundles of a template, a from-site and a set of to-sites.

Where all offers of a game stand outside of loops, each has a slot of its own, whose template is
known, so that the list lies in registers (`Slots`). Elsewhere bundles are appended (`Bundles`).
Both give the moves in the order in which they were offered, each bundle by ascending site.

The kept order lists the sites of the first bundle of placements from ply to ply, so that a
random one is found by its number alone: who takes the k-th site gets entry k, and the last entry
takes its place. It is brought in line with the set where the two differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from interpreter.ir.analysis.whole_bundles import stand_together
from interpreter.ir.program import (
    EXTRA_BITS,
    SITE_BITS,
    TEMPLATE_BITS,
    Block,
    Callee,
    Instruction,
    Program,
    Template,
    walk,
)
from interpreter.targets.llvm.assembly import FULL, Code, Num, copy_bytes
from interpreter.targets.llvm.sets.held import Known, Sets

if TYPE_CHECKING:
    from collections.abc import Generator

# With more offers than this the list is kept in memory: of sets that fit a register, or do not.
MOST_SLOTS, MOST_WIDE_SLOTS = 16, 12
# Among sets of so many bytes one is picked without a branch.
MOST_PICKED = 16
# What adds to the list, or asks what is in it.
COUNTING = ("offer", "move_count", "move_at", "take", "sort_moves", "arrange")
# Moves of more slots than this are counted by a function of their own where code is to be small.
FEW_SLOTS, COUNT = 2, "k_count"
MOST_BUNDLES = 1 << 13
MOST_LISTED = 1 << 16
EXTRA_AT = TEMPLATE_BITS + 2 * SITE_BITS
# What tells moves of one template apart, so that they can be sorted.
KEY_BITS = 64 - TEMPLATE_BITS


def signed(value: int) -> int:
    """A number of 64 bits as LLVM's text has it."""
    return value - (1 << 64) if value >> 63 else value


def move_list(program: Program, sets: Sets) -> Slots | Bundles | Listed:
    """The list that a program needs."""
    steps = [step for one in program.functions for step in walk(one.body)]
    offers = [step for step in steps if step.name == "offer"]
    if any(step.name == "sort_moves" for step in steps):
        kept = any(step.name == "arrange" for step in steps)
        whole = not kept and stand_together(program)
        return SortedBundles(program, sets, offers) if whole else Listed(program, sets)
    generate = next((one for one in program.functions if one.name == "generate"), None)
    alone = generate is not None and len(offers) == len(_outside(generate.body))
    if alone:
        slots = Slots(program, sets, offers)
        if len(slots.forms) <= (MOST_SLOTS if sets.size <= 8 else MOST_WIDE_SLOTS):
            # Wide sets are better counted once, as bundles are.
            several = len(slots.forms) > 1 and sets.size > MOST_PICKED and not slots.kept
            together = several and stand_together(program)
            return SortedBundles(program, sets, offers) if together else slots
    return Bundles(program, sets, offers)


def goes_by_way(offer: Instruction) -> bool:
    """Whether the from-sites of a bundle follow from the way that pieces go."""
    return offer.operands[2].constant != -1


def _outside(block: Block) -> list[Instruction]:
    """The offers of a block that are outside of loops."""
    found: list[Instruction] = []
    for step in block:
        if step.name == "offer":
            found.append(step)
        if step.name not in ("each", "loop"):
            found += [one for inner in step.blocks for one in _outside(inner)]
    return found


# A move as its parts: template, from-site, to-site, and the extras packed together.
MOVE = "{ i64, i64, i64, i64 }"
NO_MOVE = "{ i64 -1, i64 -1, i64 -1, i64 0 }"


def move_of(c: Code, *parts: Num | str | int) -> Num:
    """A move of its four parts."""
    made = "undef"
    for place, part in enumerate(parts):
        made = c.value(f"insertvalue {MOVE} {made}, i64 {part}, {place}")
    return Num(c, MOVE, made)


def part_of(c: Code, move: Num | str, place: int) -> Num:
    """One of the four parts of a move."""
    return c.num(c.value(f"extractvalue {MOVE} {move}, {place}"))


def packed(c: Code, move: Num | str) -> Num:
    """A move as one number, as `program.pack` makes it."""
    template, origin, target, extra = (part_of(c, move, place) for place in range(4))
    first = (origin + 1) << TEMPLATE_BITS
    second = (target + 1) << TEMPLATE_BITS + SITE_BITS
    return first | second | template | (extra << EXTRA_AT)


def unpacked(c: Code, number: Num) -> Num:
    """The move that a number stands for."""
    site = (1 << SITE_BITS) - 1
    return move_of(
        c,
        number & ((1 << TEMPLATE_BITS) - 1),
        ((number >> TEMPLATE_BITS) & site) - 1,
        ((number >> TEMPLATE_BITS + SITE_BITS) & site) - 1,
        number >> EXTRA_AT,
    )


class MoveList:
    """What all kinds of lists share: the kept order, and what moves are sorted by.

    Attributes:
        size: bytes of the list
        scratch: bytes of the kept order, which lies apart from the list
    """

    def __init__(self, program: Program, sets: Sets) -> None:
        self.sets = sets
        self.kept = any(
            step.name == "arrange" for one in program.functions for step in walk(one.body)
        )
        # The kept order: how many sites, and which set they are.
        self.kept_count = 0
        self.kept_set = 64
        self.start = 64 + max(64, sets.size) if self.kept else 0
        self.scratch = -(-2 * (program.sites + 1) // 64) * 64 if self.kept else 0
        self.size = self.start
        # Where the from-sites of templates begin in the one table of those that are derived.
        self.derived: dict[int, int] = {}
        self.origins: list[int] = []
        for table in (one.origins for one in program.templates if one.origins is not None):
            if id(table) not in self.derived:
                self.derived[id(table)] = len(self.origins)
                self.origins += table.entries

    def _base(self, c: Code, form: Template, way: str) -> Num:
        """Where the table of derived from-sites has those of a bundle."""
        return c.num(way) * self.sets.sites + self.derived[id(form.origins)]

    def _derive(self, c: Code, base: Num, target: Num | str) -> Num:
        """The from-site of a move of a bundle."""

        def content() -> bytes:
            return b"".join(one.to_bytes(2, "little", signed=True) for one in self.origins)

        name = c.module.data("origins", content)
        spot = c.at(name, str(base + c.num(str(target))), 2)
        return c.num(c.load("i16", spot, 2), "i16").to("i64")

    def _key(self, c: Code, form: Template, origin: Num, target: Num, extra: Num) -> Num:
        """What is less for a move that is listed before another."""
        to, both = target + 1, 2 * EXTRA_BITS
        if form.origins is not None:
            way = self._way(c, form, origin, target)
            place = (way << SITE_BITS + both) | (to << both) | extra
        elif form.carried_way is not None:
            numbers = [extra & ((1 << EXTRA_BITS) - 1), extra >> EXTRA_BITS]
            way, other = numbers[form.carried_way], numbers[1 - form.carried_way]
            first = (way << SITE_BITS) | (origin + 1)
            place = (first << SITE_BITS + EXTRA_BITS) | (other << SITE_BITS) | to
        else:
            first = c.num("0") if form.shape == "placing" else origin + 1
            place = (first << SITE_BITS + both) | (extra << SITE_BITS) | to
        return c.num(str(signed(form.number << KEY_BITS))) | place

    def _way(self, c: Code, form: Template, origin: Num, target: Num) -> Num:
        """The way on which a move goes."""
        assert form.origins is not None
        found = c.num("0")
        for way in range(len(form.origins.entries) // self.sets.sites):
            base = c.num(str(way * self.sets.sites + self.derived[id(form.origins)]))
            found = self._derive(c, base, target).is_(origin).pick(way, found)
        return found

    def reset(self, c: Code, m: str) -> None:
        """Forget the kept order."""
        if self.kept:
            c.store("i64", "0", c.at(m, self.kept_count))
            c.store(self.sets.kind, self.sets.constant(0), c.at(m, self.kept_set))

    def _bring_in_line(self, c: Code, m: str, h: str, wanted: str) -> None:
        """Make the kept order list the wanted set."""
        sets, kind = self.sets, self.sets.kind
        place = c.at(m, self.kept_set)
        have = c.load(kind, place)
        with c.unless(sets.same(c, have, wanted)):
            whole, end = c.label(), c.label()
            part = c.label()
            everything = sets.constant((1 << sets.sites) - 1)
            # What is kept stays in its order, even where every site is wanted.
            anew = c.num(sets.is_empty(c, have), "i1")
            c.fork(str(c.num(sets.same(c, wanted, everything), "i1") & anew), whole, part)
            c.place(whole)
            copy_bytes(c, h, c.module.data("order", self._everywhere), 2 * sets.sites)
            c.store("i64", str(sets.sites), c.at(m, self.kept_count))
            c.store(kind, wanted, place)
            c.jump(end)
            c.place(part)
            gone = sets.minus(c, have, wanted)
            fresh = sets.is_empty(c, gone)
            known = sets.pick(c, fresh, have, sets.constant(0))
            count = c.variable("i64", c.num(fresh, "i1").pick(self._kept(c, m), "0"))
            with sets.each(c, sets.minus(c, wanted, known)) as (site, _):
                here = count.get()
                short = c.value(f"trunc i64 {site} to i16")
                c.store("i16", short, c.at(self._order(c, h), str(here), 2), 2)
                count.set(here + 1)
            c.store("i64", str(count.get()), c.at(m, self.kept_count))
            c.store(kind, wanted, place)
            c.place(end)

    def _order(self, c: Code, h: str) -> str:
        return c.bounded(h, self.scratch)

    def _everywhere(self) -> bytes:
        """The order that lists every site of the board."""
        return b"".join(site.to_bytes(2, "little") for site in range(self.sets.sites))

    def _kept(self, c: Code, m: str) -> Num:
        return c.num(c.load("i64", c.at(m, self.kept_count)))

    def _take_kept(self, c: Code, m: str, h: str, index: Num) -> Num:
        """The site with this number in the kept order, taken out of it."""
        sets = self.sets
        h = self._order(c, h)
        spot = c.at(h, str(index), 2)
        site = c.load("i16", spot, 2)
        last = self._kept(c, m) - 1
        c.store("i16", c.load("i16", c.at(h, str(last), 2), 2), spot, 2)
        c.store("i64", str(last), c.at(m, self.kept_count))
        wide = c.num(site, "i16").to("i64", signed=False)
        place = c.at(m, self.kept_set)
        rest = sets.minus(c, c.load(sets.kind, place), sets.single(c, str(wide), Known.SITE))
        c.store(sets.kind, rest, place)
        return wide


class Slots(MoveList):
    """A slot for every offer of the program."""

    def __init__(self, program: Program, sets: Sets, offers: list[Instruction]) -> None:
        super().__init__(program, sets)
        self.slots: dict[int, int] = {}
        # Of each slot, the templates that can be in it; they have one shape.
        self.templates_of: list[list[Template]] = []
        # Of each slot, whether from-sites are derived from ways.
        self.by_way: list[bool] = []
        generate = next((one for one in program.functions if one.name == "generate"), None)
        self._assign(generate.body if generate is not None else [], set())
        assert len(self.slots) == len(offers)
        self.forms = [templates[0] for templates in self.templates_of]
        self.most = sum(program.sites if self._wide(form) else 1 for form in self.forms) or 1
        self.overflows = False
        # In each slot: the set, or the number of moves for those without sites; from; extra;
        # template.
        self.stride = max(16, sets.size) + 32
        self.size = self.start + self.stride * len(self.forms) + 64
        self.placing = [number for number, form in enumerate(self.forms) if form.shape == "placing"]

    def _assign(self, block: Block, taken: set[int]) -> set[int]:
        """Give the offers of a block slots behind those taken; all that are taken then.

        Offers of which only one can happen share a slot. Moves are listed slot by slot, and may
        have been found to be in order as they are made.
        """
        taken = set(taken)
        for step in block:
            if step.name == "offer":
                taken.add(self._slot_for(step, taken))
            if step.name == "if":
                taken |= set().union(*(self._assign(inner, taken) for inner in step.blocks))
            else:
                for inner in step.blocks:
                    taken = self._assign(inner, taken)
        return taken

    def _slot_for(self, step: Instruction, taken: set[int]) -> int:
        form, by_way = cast(Template, step.attribute), goes_by_way(step)
        for slot in range(max(taken, default=-1) + 1, len(self.templates_of)):
            templates = self.templates_of[slot]
            if (templates[0].shape, self.by_way[slot]) == (form.shape, by_way):
                templates.append(form)
                break
        else:
            slot = len(self.templates_of)
            self.templates_of.append([form])
            self.by_way.append(by_way)
        self.slots[id(step)] = slot
        return slot

    @staticmethod
    def _wide(form: Template) -> bool:
        return form.shape != "nowhere"

    def _at(self, c: Code, m: str, slot: int, part: int = 0) -> str:
        offset = self.start + self.stride * slot
        if part:
            offset += self.stride - 32 + 8 * (part - 1)
        return c.at(m, offset)

    def clear(self, c: Code, m: str) -> None:
        """Empty the list."""
        for slot, form in enumerate(self.forms):
            kind = self.sets.kind if self._wide(form) else "i64"
            nothing = self.sets.constant(0) if self._wide(form) else "0"
            c.store(kind, nothing, self._at(c, m, slot))

    def offer(
        self, c: Code, m: str, step: Instruction, origin: str, targets: str, way: str, extra: str
    ) -> None:
        """Add a bundle."""
        slot = self.slots[id(step)]
        form = cast(Template, step.attribute)
        if len(self.templates_of[slot]) > 1:
            c.store("i64", str(form.number), self._at(c, m, slot, 3))
        if self._wide(form):
            c.store(self.sets.kind, targets, self._at(c, m, slot))
        else:
            c.store("i64", self.sets.count(c, targets), self._at(c, m, slot))
        if form.shape == "moving":
            start = str(self._base(c, form, way)) if self.by_way[slot] else origin
            c.store("i64", start, self._at(c, m, slot, 1))
        if self._carries(slot):
            c.store("i64", extra, self._at(c, m, slot, 2))

    def _carries(self, slot: int) -> bool:
        return any(form.extras for form in self.templates_of[slot])

    def _set(self, c: Code, m: str, slot: int) -> str:
        return c.load(self.sets.kind, self._at(c, m, slot))

    def _count(self, c: Code, m: str, slot: int) -> Num:
        if self._wide(self.forms[slot]):
            return c.num(self.sets.count(c, self._set(c, m, slot)))
        return c.num(c.load("i64", self._at(c, m, slot)))

    def count(self, c: Code, m: str) -> Num:
        """How many moves."""
        if not c.module.quick or len(self.forms) <= FEW_SLOTS:
            return self._count_all(c, m)
        if COUNT not in c.module.written:
            counting = Code(c.module, COUNT, [("ptr", "m")], "i64")
            counting.give("i64", str(self._count_all(counting, "%m")))
            counting.close()
        return c.num(c.call("i64", COUNT, ("ptr", m)))

    def _count_all(self, c: Code, m: str) -> Num:
        total = c.num("0")
        for slot in range(len(self.forms)):
            total = total + self._count(c, m, slot)
        return total

    def _pack(self, c: Code, m: str, slot: int, target: Num | str) -> Num:
        return self._packed(c, slot, self._parts(c, m, slot), target)

    def _parts(self, c: Code, m: str, slot: int) -> list[Num]:
        """Of a bundle the template, where its moves come from, and what they carry."""
        several = len(self.templates_of[slot]) > 1
        number = c.load("i64", self._at(c, m, slot, 3)) if several else self.forms[slot].number
        moving = self.forms[slot].shape == "moving"
        start = c.load("i64", self._at(c, m, slot, 1)) if moving else "-1"
        extra = c.load("i64", self._at(c, m, slot, 2)) if self._carries(slot) else "0"
        return [c.num(str(number)), c.num(start), c.num(extra)]

    def _packed(self, c: Code, slot: int, parts: Sequence[Num], target: Num | str) -> Num:
        """A move of a bundle like that in a slot."""
        number, start, extra = parts
        origin: Num | str = start
        if self.forms[slot].shape == "placing":
            origin = target
        elif self.by_way[slot]:
            origin = self._derive(c, start, target)
        return move_of(c, number, origin, target, extra)

    def _rows(self) -> list[list[int]]:
        """Slots whose bundles are alike but for numbers, in rows as they follow each other."""
        rows: list[list[int]] = []
        before: object = None
        for slot, form in enumerate(self.forms):
            looks = form.shape, self.by_way[slot], self._carries(slot)
            small = self._wide(form) and self.sets.size <= MOST_PICKED
            if small and looks == before:
                rows[-1].append(slot)
            else:
                rows.append([slot])
            before = looks
        return rows

    def _in_row(self, c: Code, m: str, row: Sequence[int], index: Num) -> Num:
        """The move with this number of some bundles, found without a branch."""
        starts = [c.num("0")]
        for slot in row[:-1]:
            starts.append(starts[-1] + self._count(c, m, slot))

        held, before, parts = self._among(c, m, row, starts, index)
        site = self.sets.nth(c, held, str(index - before), checked=False)
        return self._packed(c, row[0], parts, site)

    def _among(
        self, c: Code, m: str, row: Sequence[int], starts: Sequence[Num], index: Num
    ) -> tuple[str, Num, list[Num]]:
        """The set, the number of its first move, and the parts of one of some bundles."""
        if len(row) == 1:
            return self._set(c, m, row[0]), starts[0], self._parts(c, m, row[0])
        middle = len(row) // 2
        first = self._among(c, m, row[:middle], starts[:middle], index)
        second = self._among(c, m, row[middle:], starts[middle:], index)
        later = index >= starts[middle]
        parts = [later.pick(a, b) for a, b in zip(second[2], first[2], strict=True)]
        held = self.sets.pick(c, str(later), second[0], first[0])
        return held, later.pick(second[1], first[1]), parts

    def _choose(
        self, c: Code, index: Num, cases: list[tuple[Num | None, Callable[[Num], Num]]]
    ) -> Num:
        """The move with a number among cases that hold so many moves each."""
        answer = c.variable(MOVE, NO_MOVE)
        end = c.label()
        for size, make in cases:
            if size is None:
                answer.set(make(index))
                c.jump(end)
                break
            here, on = c.label(), c.label()
            c.fork(str(index < size), here, on)
            c.place(here)
            answer.set(make(index))
            c.jump(end)
            c.place(on)
            index = index - size
        c.place(end)
        return answer.get()

    def at(self, c: Code, m: str, index: Num) -> Num:
        """The move with this number; -1 if there is none."""

        def case(row: list[int]) -> tuple[Num, Callable[[Num], Num]]:
            size = c.num("0")
            for slot in row:
                size = size + self._count(c, m, slot)
            if self._wide(self.forms[row[0]]):
                return size, lambda number: self._in_row(c, m, row, number)
            return size, lambda _: self._pack(c, m, row[0], "-1")

        answer = c.variable(MOVE, NO_MOVE)
        with c.when(index >= 0):
            answer.set(self._choose(c, index, [case(row) for row in self._rows()]))
        return answer.get()

    def _chosen(self, c: Code, m: str) -> tuple[str, Num]:
        """The set of the first bundle of placements, and its slot."""
        wanted, number = self._set(c, m, self.placing[-1]), c.num(self.placing[-1])
        for slot in reversed(self.placing[:-1]):
            here = self._set(c, m, slot)
            none = self.sets.is_empty(c, here)
            wanted = self.sets.pick(c, none, wanted, here)
            number = c.num(none, "i1").pick(number, slot)
        return wanted, number

    def arrange(self, c: Code, m: str, h: str) -> None:
        """Bring the kept order in line with the first bundle of placements that has moves."""
        if self.placing:
            self._bring_in_line(c, m, h, self._chosen(c, m)[0])

    @property
    def _apart(self) -> bool:
        """Whether at most one bundle of placements has moves at any time, as far as is known."""
        return len(self.placing) == 1

    def count_arranged(self, c: Code, m: str) -> Num:
        """How many moves, after `arrange`."""
        total = self._kept(c, m)
        chosen = None if self._apart else self._chosen(c, m)[1]
        for slot in range(len(self.forms)):
            if slot in self.placing and chosen is None:
                continue
            size = self._count(c, m, slot)
            if slot in self.placing and chosen is not None:
                size = chosen.is_(slot).pick("0", size)
            total = total + size
        return total

    def take(self, c: Code, m: str, h: str, index: Num) -> Num:
        """The move with this number, taken out of the list."""
        cases: list[tuple[Num | None, Callable[[Num], Num]]] = []
        chosen: Num | None = None
        if self.kept and self.placing:
            if not self._apart:
                chosen = self._chosen(c, m)[1]
            cases.append(
                (self._kept(c, m), lambda number: self._take_listed(c, m, h, number, chosen))
            )
        for slot in range(len(self.forms)):
            if self.kept and slot in self.placing and chosen is None:
                continue
            size = self._count(c, m, slot)
            if self.kept and slot in self.placing and chosen is not None:
                size = chosen.is_(slot).pick("0", size)
            cases.append((size, lambda number, slot=slot: self._take_slot(c, m, slot, number)))
        if cases:
            # The index is one of the list's, so what is in no other case is in the last.
            cases[-1] = (None, cases[-1][1])
        return self._choose(c, index, cases)

    def _take_listed(self, c: Code, m: str, h: str, index: Num, chosen: Num | None) -> Num:
        site = self._take_kept(c, m, h, index)
        if chosen is None:
            slot = self.placing[0]
            c.store(
                self.sets.kind, c.load(self.sets.kind, c.at(m, self.kept_set)), self._at(c, m, slot)
            )
            return self._pack(c, m, slot, site)
        answer = self._pack(c, m, self.placing[-1], site)
        rest = c.load(self.sets.kind, c.at(m, self.kept_set))
        for slot in self.placing:
            here = chosen.is_(slot)
            kept = self.sets.pick(c, str(here), rest, self._set(c, m, slot))
            c.store(self.sets.kind, kept, self._at(c, m, slot))
            answer = here.pick(self._pack(c, m, slot, site), answer, MOVE)
        return answer

    def _take_slot(self, c: Code, m: str, slot: int, index: Num) -> Num:
        if not self._wide(self.forms[slot]):
            c.store("i64", "0", self._at(c, m, slot))
            return self._pack(c, m, slot, "-1")
        here = self._set(c, m, slot)
        site = self.sets.nth(c, here, str(index), checked=False)
        rest = self.sets.minus(c, here, self.sets.single(c, str(site), Known.SITE))
        c.store(self.sets.kind, rest, self._at(c, m, slot))
        return self._pack(c, m, slot, site)

    @contextmanager
    def _each_of(self, c: Code, m: str, slot: int) -> Generator[Num]:
        if self._wide(self.forms[slot]):
            with self.sets.each(c, self._set(c, m, slot)) as (site, _):
                yield self._pack(c, m, slot, site)
        else:
            with c.when(self._count(c, m, slot).differs(0)):
                yield self._pack(c, m, slot, "-1")

    def every(self, c: Code, m: str, body: Callable[[Num], object]) -> None:
        """Run a body for every move, in order; it is written once for each slot."""
        for slot in range(len(self.forms)):
            with self._each_of(c, m, slot) as move:
                body(move)


class Bundles(MoveList):
    """Bundles one after another in memory.

    The numbers of their first moves are kept, so that no set is counted where a move is sought by
    its number.
    """

    def __init__(self, program: Program, sets: Sets, offers: list[Instruction]) -> None:
        super().__init__(program, sets)
        # Number of bundles, and of their moves; which bundle the kept order lists.
        self.number, self.total, self.listed = (self.start + 8 * place for place in range(3))
        self.carries = any(cast(Template, one.attribute).extras for one in offers)
        # In each bundle: the set; template, and above it from, -2 for placing, -3 for nowhere,
        # from -4 on down the place in the table of those derived; extra, if any carries one.
        self.stride = -(-(sets.size + 16) // 8) * 8 if self.carries else sets.size + 8
        bundles = _most_bundles(program)
        self.room = min(bundles, MOST_BUNDLES)
        self.most = min(self.room * program.sites, MOST_LISTED)
        # Whether there can be more bundles, and more moves, than there is room for.
        self.bursts, self.overflows = bundles > self.room, self.room * program.sites > self.most
        self.firsts = self.start + 64
        self.some = 4 * (self.room + 1)
        self.first = self.firsts + -(-self.some // 64) * 64
        self.size = self.first + self.stride * (self.room + 1) + 64

    def _at(self, c: Code, m: str, bundle: Num | str, part: int = 0) -> str:
        first = c.bounded(c.at(m, self.first), self.stride * (self.room + 1))
        place = c.at(first, str(bundle), self.stride)
        return c.at(place, self.sets.size + 8 * (part - 1)) if part else place

    def _start_at(self, c: Code, m: str, bundle: Num | str) -> str:
        return c.at(c.bounded(c.at(m, self.firsts), self.some), str(bundle), 4)

    def _start(self, c: Code, m: str, bundle: Num | str) -> Num:
        """The number of a bundle's first move."""
        found = c.num(c.load("i32", self._start_at(c, m, bundle), 4), "i32")
        return found.to("i64", signed=False)

    def clear(self, c: Code, m: str) -> None:
        """Empty the list."""
        c.store("i64", "0", c.at(m, self.number))
        c.store("i64", "0", c.at(m, self.total))
        c.store("i64", "-1", c.at(m, self.listed))

    def _number(self, c: Code, m: str) -> Num:
        return c.num(c.load("i64", c.at(m, self.number)))

    def offer(
        self, c: Code, m: str, step: Instruction, origin: str, targets: str, way: str, extra: str
    ) -> None:
        """Add a bundle; one without moves is overwritten by the next."""
        form = cast(Template, step.attribute)
        number, total = self._number(c, m), self.count(c, m)
        if goes_by_way(step):
            origin = str(c.num("-4") - self._base(c, form, way))
        origin = {"placing": "-2", "nowhere": "-3"}.get(form.shape, origin)
        self._lay_down(c, m, number, (str(total), step, targets, origin, extra))
        some = c.num(self.sets.is_empty(c, targets), "i1").negated()
        if self.bursts:
            room = number < self.room
            with c.when(some & room.negated()):
                c.store("i64", "1", f"@{FULL}")
            some = some & room
        c.store("i64", str(number + some.to("i64")), c.at(m, self.number))
        c.store("i64", str(total + c.num(self.sets.count(c, targets))), c.at(m, self.total))

    def _lay_down(
        self, c: Code, m: str, bundle: Num | str, said: tuple[str, Instruction, str, str, str]
    ) -> None:
        """Put a bundle into a place: the number of its first move, and what is said of them."""
        first, step, targets, origin, extra = said
        c.store("i32", str(c.num(first).to("i32")), self._start_at(c, m, bundle), 4)
        c.store(self.sets.kind, targets, self._at(c, m, bundle))
        kind = (c.num(origin) << TEMPLATE_BITS) | cast(Template, step.attribute).number
        c.store("i64", str(kind), self._at(c, m, bundle, 1))
        if self.carries:
            c.store("i64", extra, self._at(c, m, bundle, 2))

    def _set(self, c: Code, m: str, bundle: Num | str) -> str:
        return c.load(self.sets.kind, self._at(c, m, bundle))

    def count(self, c: Code, m: str) -> Num:
        """How many moves."""
        return c.num(c.load("i64", c.at(m, self.total)))

    def _origin_of(self, c: Code, m: str, bundle: Num | str) -> tuple[Num, Num]:
        """The template of a bundle, and what is said of the from-sites."""
        said = c.num(c.load("i64", self._at(c, m, bundle, 1)))
        kind = c.num(c.value(f"ashr i64 {said}, {TEMPLATE_BITS}"))
        return said & ((1 << TEMPLATE_BITS) - 1), kind

    def _pack(self, c: Code, m: str, bundle: Num | str, site: Num | str) -> Num:
        template, kind = self._origin_of(c, m, bundle)
        extra = c.load("i64", self._at(c, m, bundle, 2)) if self.carries else "0"
        origin = kind.is_(-2).pick(site, kind.is_(-3).pick("-1", kind))
        if self.derived:
            # Looked up in any case: which kind of bundle it is cannot be foreseen.
            derived = kind < -3
            base = derived.pick(c.num("-4") - kind, 0)
            found = self._derive(c, base, derived.pick(site, 0))
            origin = derived.pick(found, origin)
        target = kind.is_(-3).pick("-1", site)
        return move_of(c, template, origin, target, extra)

    def _bundle_of(self, c: Code, m: str, index: Num) -> Num:
        """The last bundle that begins at or before the move with a number."""
        return self._last_from(c, m, index, 0, c.num("-1"))

    def _last_from(self, c: Code, m: str, index: Num, first: int, before: Num) -> Num:
        """The same, if it is one from the first of some on, else the one before these."""
        found = c.variable("i64", before)
        with c.times(self._number(c, m) - first if first else self._number(c, m)) as (place, loop):
            bundle = place + first if first else place
            loop.leave_if(index < self._start(c, m, bundle))
            found.set(bundle)
        return found.get()

    def _taken_out(self, c: Code, m: str, bundle: Num) -> None:
        """A bundle has one move less: those behind it begin earlier."""
        behind = bundle + 1
        with c.times(self._number(c, m) - behind) as (step, _):
            place = self._start_at(c, m, behind + step)
            c.store("i32", str(c.num(c.load("i32", place, 4), "i32") - 1), place, 4)
        c.store("i64", str(self.count(c, m) - 1), c.at(m, self.total))

    def _find(self, c: Code, m: str, index: Num, *, take: bool) -> Num:
        answer = c.variable(MOVE, NO_MOVE)
        with c.when(index.below(self.count(c, m))):
            bundle = self._bundle_of(c, m, index)
            held = self._set(c, m, bundle)
            here = index - self._start(c, m, bundle)
            site = self.sets.nth(c, held, str(here), checked=False)
            answer.set(self._pack(c, m, bundle, site))
            if take:
                left = self.sets.minus(c, held, self.sets.single(c, str(site), Known.SITE))
                c.store(self.sets.kind, left, self._at(c, m, bundle))
                self._taken_out(c, m, bundle)
        return answer.get()

    def at(self, c: Code, m: str, index: Num) -> Num:
        """The move with this number; -1 if there is none."""
        return self._find(c, m, index, take=False)

    def arrange(self, c: Code, m: str, h: str) -> None:
        """Bring the kept order in line with the first bundle of placements that has moves."""
        place = c.at(m, self.listed)
        c.store("i64", "-1", place)
        with (
            c.times(self._number(c, m)) as (bundle, loop),
            c.when(self._origin_of(c, m, bundle)[1].is_(-2)),
        ):
            c.store("i64", str(bundle), place)
            self._bring_in_line(c, m, h, self._set(c, m, bundle))
            loop.leave()
        with c.when(self._listed(c, m) < 0):
            self.reset(c, m)

    def _listed(self, c: Code, m: str) -> Num:
        return c.num(c.load("i64", c.at(m, self.listed)))

    def count_arranged(self, c: Code, m: str) -> Num:
        """How many moves, after `arrange`."""
        return self.count(c, m)

    def take(self, c: Code, m: str, h: str, index: Num) -> Num:
        """The move with this number, taken out of the list."""
        if not self.kept:
            return self._find(c, m, index, take=True)
        answer = c.variable(MOVE, NO_MOVE)
        listed = self._listed(c, m)
        size = (listed >= 0).pick(self._kept(c, m), "0")

        def from_order() -> None:
            site = self._take_kept(c, m, h, index)
            c.store(
                self.sets.kind,
                c.load(self.sets.kind, c.at(m, self.kept_set)),
                self._at(c, m, listed),
            )
            self._taken_out(c, m, listed)
            answer.set(self._pack(c, m, listed, site))

        def from_rest() -> None:
            # Those before the bundle that the order lists keep their numbers.
            first = (listed >= 0).pick(self._start(c, m, (listed >= 0).pick(listed, 0)), 0)
            rest = index - size
            answer.set(self._find(c, m, (rest < first).pick(rest, index), take=True))

        c.either(index < size, from_order, from_rest)
        return answer.get()

    def every(self, c: Code, m: str, body: Callable[[Num], object]) -> None:
        """Run a body for every move, in order."""
        with (
            c.times(self._number(c, m)) as (bundle, _),
            self.sets.each(c, self._set(c, m, bundle)) as (site, _),
        ):
            body(self._pack(c, m, bundle, site))


class SortedBundles(Bundles):
    """Bundles that are in order, or are put into it, as they are: the moves of each stand together.

    The first offers of a program may stand before all others as they are: each of these has a place
    of its own, whether it has moves or not.
    """

    def __init__(self, program: Program, sets: Sets, offers: list[Instruction]) -> None:
        super().__init__(program, sets, offers)
        self.settled = _settled(program, offers)
        # How many moves were offered before the one of them that is written next.
        self.before: Num | None = None
        # What tells where the others stand.
        self.keys = self.size
        self.size += 8 * (self.room + 1) + 64

    def _key_at(self, c: Code, m: str, bundle: Num | str) -> str:
        return c.at(c.bounded(c.at(m, self.keys), 8 * (self.room + 1)), str(bundle), 8)

    def offer(
        self, c: Code, m: str, step: Instruction, origin: str, targets: str, way: str, extra: str
    ) -> None:
        """Add a bundle, with what tells where it stands."""
        if id(step) in self.settled:
            self._settle(c, m, step, (targets, way, extra))
            return
        key = self._key_of(c, step, origin, targets, way, extra)
        c.store("i64", str(key), self._key_at(c, m, self._number(c, m)))
        super().offer(c, m, step, origin, targets, way, extra)

    def _settle(self, c: Code, m: str, step: Instruction, said: tuple[str, str, str]) -> None:
        """Put a bundle of moves by their way into its own place."""
        place, (targets, way, extra) = self.settled.index(id(step)), said
        total = c.num("0") if self.before is None or place == 0 else self.before
        base = c.num("-4") - self._base(c, cast(Template, step.attribute), way)
        self._lay_down(c, m, str(place), (str(total), step, targets, str(base), extra))
        self.before = total + c.num(self.sets.count(c, targets))
        if place == len(self.settled) - 1:
            c.store("i64", str(place + 1), c.at(m, self.number))
            c.store("i64", str(self.before), c.at(m, self.total))

    def _bundle_of(self, c: Code, m: str, index: Num) -> Num:
        """The last bundle that begins at or before the move with a number.

        Which of the first it is cannot be foreseen: they are counted without a branch.
        """
        if not self.settled:
            return super()._bundle_of(c, m, index)
        found = c.num("0")
        for bundle in range(1, len(self.settled)):
            begun = self._start(c, m, str(bundle)) <= index
            found = found + begun.to("i64", signed=False)
        return self._last_from(c, m, index, len(self.settled), found)

    def _key_of(
        self, c: Code, step: Instruction, origin: str, targets: str, way: str, extra: str
    ) -> Num:
        form, first = cast(Template, step.attribute), c.num(self.sets.first(c, targets))
        if not goes_by_way(step):
            return self._key(c, form, c.num(origin), first, c.num(extra))
        both = 2 * EXTRA_BITS
        place = (c.num(way) << SITE_BITS + both) | ((first + 1) << both) | extra
        return c.num(str(signed(form.number << KEY_BITS))) | place

    def sort(self, c: Code, m: str) -> None:
        """Put the moves into their order."""
        number, ordered = self._number(c, m), c.num(str(len(self.settled)))
        apart = c.variable("i64", 0)
        with c.times(number - ordered - 1) as (before, _):
            first, second = (ordered + before + one for one in (0, 1))
            low, high = (c.load("i64", self._key_at(c, m, one)) for one in (first, second))
            # Nearly all follow the one before them as they are.
            with c.when(c.value(f"icmp ugt i64 {low}, {high}")):
                self._put_in(c, m, second, before + 1)
                apart.set(1)
        with c.when(apart.get().differs(0)):
            total = c.variable("i32", str(c.load("i32", self._start_at(c, m, ordered), 4)))
            with c.times(number - ordered) as (place, _):
                bundle = ordered + place
                c.store("i32", str(total.get()), self._start_at(c, m, bundle), 4)
                size = c.num(self.sets.count(c, self._set(c, m, bundle)))
                total.add(size.to("i32"))

    def _put_in(self, c: Code, m: str, bundle: Num, most: Num) -> None:
        """Move a bundle before those that stand behind it, which are so many at most."""
        held, moved = self._held(c, m, bundle), c.variable("i64", 0)
        with c.times(most) as (back, loop):
            before = bundle - back - 1
            other = c.load("i64", self._key_at(c, m, before))
            loop.leave_if(c.value(f"icmp ule i64 {other}, {held[0]}"))
            self._lay(c, m, before + 1, self._held(c, m, before))
            moved.set(back + 1)
        self._lay(c, m, bundle - moved.get(), held)

    def _parts_at(self, c: Code, m: str, bundle: Num) -> list[tuple[str, str]]:
        """Where the parts of a bundle lie, each with its type."""
        numbers = [self._at(c, m, bundle, part) for part in range(1, 3 if self.carries else 2)]
        places = [("i64", self._key_at(c, m, bundle)), (self.sets.kind, self._at(c, m, bundle))]
        return places + [("i64", place) for place in numbers]

    def _held(self, c: Code, m: str, bundle: Num) -> list[str]:
        """The parts of a bundle, its key first."""
        return [c.load(kind, place) for kind, place in self._parts_at(c, m, bundle)]

    def _lay(self, c: Code, m: str, bundle: Num, held: Sequence[str]) -> None:
        """Put a bundle into its place."""
        for (kind, place), value in zip(self._parts_at(c, m, bundle), held, strict=True):
            c.store(kind, value, place)


def _settled(program: Program, offers: Sequence[Instruction]) -> list[int]:
    """The first offers, as far as their moves stand in order before those of all others."""
    generate = next((one for one in program.functions if one.name == "generate"), None)
    found: list[tuple[int, int, Instruction]] = []
    for step in generate.body if generate is not None else ():
        if step.name == "offer" and goes_by_way(step):
            number, way = cast(Template, step.attribute).number, step.operands[2].constant
            if way is None or (found and (number, way) <= found[-1][:2]):
                break
            found.append((number, way, step))
        elif any(one.name in COUNTING or isinstance(one.attribute, Callee) for one in walk([step])):
            break
    settled = [step for *_, step in found]
    others = [cast(Template, one.attribute).number for one in offers if one not in settled]
    return [id(step) for number, _, step in found if number < min(others, default=number + 1)]


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
        self.most = self.room = min(_most_bundles(program) * program.sites, MOST_BUNDLES)
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
        """The move with this number; -1 if there is none."""
        answer = c.variable(MOVE, NO_MOVE)
        with c.when((index >= 0) & (index < self.count(c, m))):
            answer.set(unpacked(c, self._entry(c, m, index)[1]))
        return answer.get()

    def _places(self, c: Code, template: Num) -> Num:
        """Whether moves of a template are placements."""
        found = c.num("0", "i1")
        for number in self.placing:
            found = found | template.is_(number)
        return found

    def arrange(self, c: Code, m: str, h: str) -> None:
        """Bring the kept order in line with the first placements that differ by site alone."""
        sets, count = self.sets, self.count(c, m)
        first, wanted = c.variable("i64", count), c.variable(sets.kind, sets.constant(0))
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


# How far apart entries are compared while a list is sorted.
GAPS = (701, 301, 132, 57, 23, 10, 4, 1)


def _most_bundles(program: Program) -> int:
    """How many bundles can be offered at most: by the loops around offers."""

    def count(block: Block) -> int:
        total = 0
        for step in block:
            if step.name == "offer":
                total += 1
            inner = sum(map(count, step.blocks))
            if step.name == "each":
                inner *= program.sites
            elif step.name == "loop":
                inner *= int(cast(int, step.attribute))
            total += inner
        return total

    most = sum(count(one.body) for one in program.functions)
    return max(1, most)

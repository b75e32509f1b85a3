"""A list of moves with slots for the offers, so that it lies in registers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from interpreter.ir.program import Instruction, Program, Template
from interpreter.targets.llvm.assembly import Code, Num
from interpreter.targets.llvm.lists.held import MoveList, goes_by_way
from interpreter.targets.llvm.lists.move import MOVE, move_of, no_move
from interpreter.targets.llvm.lists.sharing import share_slots
from interpreter.targets.llvm.sets.held import Known, Sets

if TYPE_CHECKING:
    from collections.abc import Generator

# Among sets of so many bytes one is picked without a branch.
MOST_PICKED = 16
# Moves of more slots than this are counted by a function of their own where code is to be small.
FEW_SLOTS, COUNT = 2, "k_count"


def _shape(offer: Instruction) -> str:
    return cast(Template, offer.attribute).shape


class Slots(MoveList):
    """A slot for every offer of the program, or for several of which one at most has moves."""

    def __init__(self, program: Program, sets: Sets, offers: list[Instruction]) -> None:
        super().__init__(program, sets)
        generate = next((one for one in program.functions if one.name == "generate"), None)
        block = generate.body if generate is not None else []
        shared = share_slots(block, lambda step: (_shape(step), goes_by_way(step)))
        self.slots = {id(step): slot for slot, steps in enumerate(shared) for step in steps}
        assert len(self.slots) == len(offers)
        # Of each slot, the templates that can be in it; they have one shape.
        self.templates_of = [[cast(Template, step.attribute) for step in steps] for steps in shared]
        # Of each slot, whether from-sites are derived from ways.
        self.by_way = [goes_by_way(steps[0]) for steps in shared]
        self.forms = [templates[0] for templates in self.templates_of]
        self.most = sum(program.sites if self._wide(form) else 1 for form in self.forms) or 1
        self.overflows = False
        # In each slot: the set, or the number of moves for those without sites; from; extra;
        # template.
        self.stride = max(16, sets.size) + 32
        self.size = self.start + self.stride * len(self.forms) + 64
        # Which slot the kept order lists, beside the number of its sites.
        self.listed = 8
        self.placing = [number for number, form in enumerate(self.forms) if form.shape == "placing"]

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
            nothing = self.sets.given(c, 0) if self._wide(form) else "0"
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

    def _choose(self, c: Code, index: Num, cases: list[tuple[Num, Callable[[Num], Num]]]) -> Num:
        """The move with a number among cases that hold so many moves each.

        The number is one of the list's: what is in no other case is in the last.
        """
        if not cases:
            return no_move(c)
        *others, (_, last) = cases
        if not others:
            return last(index)
        answer = c.variable(MOVE)
        end = c.label()
        for size, make in others:
            here, on = c.label(), c.label()
            c.fork(str(index < size), here, on)
            c.place(here)
            answer.set(make(index))
            c.jump(end)
            c.place(on)
            index = index - size
        answer.set(last(index))
        c.place(end)
        return answer.get()

    def at(self, c: Code, m: str, index: Num) -> Num:
        """The move with this number."""

        def case(row: list[int]) -> tuple[Num, Callable[[Num], Num]]:
            size = c.num("0")
            for slot in row:
                size = size + self._count(c, m, slot)
            if self._wide(self.forms[row[0]]):
                return size, lambda number: self._in_row(c, m, row, number)
            return size, lambda _: self._pack(c, m, row[0], "-1")

        return self._choose(c, index, [case(row) for row in self._rows()])

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
            wanted, slot = self._chosen(c, m)
            self._bring_in_line(c, m, h, wanted)
            if not self._apart:
                c.store("i64", str(slot), c.at(m, self.listed))

    def _listed(self, c: Code, m: str) -> Num | None:
        """The slot that the kept order lists, also when its last move was taken; None for any."""
        return None if self._apart else c.num(c.load("i64", c.at(m, self.listed)))

    @property
    def _apart(self) -> bool:
        """Whether at most one bundle of placements has moves at any time, as far as is known."""
        return len(self.placing) < 2

    def count_arranged(self, c: Code, m: str) -> Num:
        """How many moves, after `arrange`."""
        total = self._kept(c, m)
        chosen = self._listed(c, m)
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
        cases: list[tuple[Num, Callable[[Num], Num]]] = []
        chosen: Num | None = None
        if self.kept and self.placing:
            chosen = self._listed(c, m)
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

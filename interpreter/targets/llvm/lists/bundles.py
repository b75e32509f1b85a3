"""Lists of moves whose bundles are appended one after another, as they come or in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from interpreter.ir.analysis.accesses import reached
from interpreter.ir.program import (
    EXTRA_BITS,
    SITE_BITS,
    TEMPLATE_BITS,
    Callee,
    Instruction,
    Program,
    Template,
    walk,
)
from interpreter.targets.llvm.assembly import FULL, Code, Num, signed
from interpreter.targets.llvm.lists.held import (
    KEY_BITS,
    MOST_BUNDLES,
    MoveList,
    goes_by_way,
    most_bundles,
)
from interpreter.targets.llvm.lists.move import MOVE, move_of
from interpreter.targets.llvm.sets.held import Known, Sets

# What adds to the list, or asks what is in it.
COUNTING = ("offer", "move_count", "move_at", "take", "sort_moves", "arrange")
MOST_LISTED = 1 << 16


class Bundles(MoveList):
    """Bundles one after another in memory.

    The numbers of their first moves are kept, so that no set is counted where a move is sought by
    its number.
    """

    def __init__(self, program: Program, sets: Sets, offers: list[Instruction]) -> None:
        super().__init__(program, sets)
        # Number of bundles, and of their moves; which bundle the kept order lists; which one has
        # lost a move since those behind it were told where they begin.
        places = (self.start + 8 * place for place in range(4))
        self.number, self.total, self.listed, self.shrunk = places
        # Whether moves are only taken out of lists to which nothing is added any more.
        everywhere = (step for one in program.functions for step in walk(one.body))
        self.lazy = _takes(everywhere) and not _takes(reached(program.function("generate").body))
        self.carries = any(cast(Template, one.attribute).extras for one in offers)
        # In each bundle: the set; template, and above it from, -2 for placing, -3 for nowhere,
        # from -4 on down the place in the table of those derived; extra, if any carries one.
        self.stride = -(-(sets.size + 16) // 8) * 8 if self.carries else sets.size + 8
        bundles = most_bundles(program)
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
        if self.lazy:
            c.store("i64", "-1", c.at(m, self.shrunk))

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
        """A bundle has one move less.

        Who takes a move seldom takes another out of the same list: only then those behind are told.
        """
        c.store("i64", str(self.count(c, m) - 1), c.at(m, self.total))
        if self.lazy:
            c.store("i64", str(bundle), c.at(m, self.shrunk))
        else:
            self._move_up(c, m, bundle)

    def _catch_up(self, c: Code, m: str) -> None:
        """Tell the bundles behind one that has lost a move."""
        if self.lazy:
            shrunk = c.num(c.load("i64", c.at(m, self.shrunk)))
            with c.when(shrunk >= 0):
                self._move_up(c, m, shrunk)
                c.store("i64", "-1", c.at(m, self.shrunk))

    def _move_up(self, c: Code, m: str, bundle: Num) -> None:
        """The bundles behind one begin earlier by a move."""
        behind = bundle + 1
        with c.times(self._number(c, m) - behind) as (step, _):
            place = self._start_at(c, m, behind + step)
            c.store("i32", str(c.num(c.load("i32", place, 4), "i32") - 1), place, 4)

    def _find(self, c: Code, m: str, index: Num, *, take: bool) -> Num:
        bundle = self._bundle_of(c, m, index)
        held = self._set(c, m, bundle)
        here = index - self._start(c, m, bundle)
        site = self.sets.nth(c, held, str(here), checked=False)
        found = self._pack(c, m, bundle, site)
        if take:
            left = self.sets.minus(c, held, self.sets.single(c, str(site), Known.SITE))
            c.store(self.sets.kind, left, self._at(c, m, bundle))
            self._taken_out(c, m, bundle)
        return found

    def at(self, c: Code, m: str, index: Num) -> Num:
        """The move with this number."""
        self._catch_up(c, m)
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
        self._catch_up(c, m)
        if not self.kept:
            return self._find(c, m, index, take=True)
        answer = c.variable(MOVE)
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


def _takes(steps: Iterable[Instruction]) -> bool:
    """Whether any instruction takes a move out of the list."""
    return any(step.name == "take" for step in steps)


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

"""How native code holds a list of moves: what all kinds of lists share.

The kept order lists the sites of the first bundle of placements from ply to ply, so that a
random one is found by its number alone: who takes the k-th site gets entry k, and the last entry
takes its place. It is brought in line with the set where the two differ.
"""

from __future__ import annotations

from typing import cast

from interpreter.ir.program import (
    EXTRA_BITS,
    SITE_BITS,
    TEMPLATE_BITS,
    Block,
    Instruction,
    Program,
    Template,
    walk,
)
from interpreter.targets.llvm.assembly import Code, Num, copy_bytes, signed
from interpreter.targets.llvm.sets.held import Known, Sets

MOST_BUNDLES = 1 << 13
# What tells moves of one template apart, so that they can be sorted.
KEY_BITS = 64 - TEMPLATE_BITS


def goes_by_way(offer: Instruction) -> bool:
    """Whether the from-sites of a bundle follow from the way that pieces go."""
    return offer.operands[2].constant != -1


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
            c.store(self.sets.kind, self.sets.given(c, 0), c.at(m, self.kept_set))

    def _bring_in_line(self, c: Code, m: str, h: str, wanted: str) -> None:
        """Make the kept order list the wanted set."""
        sets, kind = self.sets, self.sets.kind
        place = c.at(m, self.kept_set)
        have = c.load(kind, place)
        with c.unless(sets.same(c, have, wanted)):
            whole, end = c.label(), c.label()
            part = c.label()
            everything = sets.given(c, (1 << sets.sites) - 1)
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
            known = sets.pick(c, fresh, have, sets.given(c, 0))
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


def most_bundles(program: Program) -> int:
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

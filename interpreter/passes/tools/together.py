"""A block about one site, worked out for all sites at once.

`(is Enemy (who at:(to)))` asked site by site is a loop; asked of all sites together it is the set
of the enemy's pieces. So every value that depends on the site gets another form:

- a truth is the set of sites where it holds;
- a number is a list of cases: disjoint sets, and the number there;
- a site that lies at a fixed place from the first one is a map;
- so is a number that is known beforehand for each site;
- a set is a list of chains of steps that lead from the site to all that is in it.

Truths and numbers about a place are kept as sets of that place: whether the site two steps ahead is
empty is known from the empty sites, and only where it must be compared with what is known of
another place are these sets shifted. What does not depend on the site is written once, before.

Where something depends on the site in another way, `StuckError` is raised; what was written by then
is of no use and does no harm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain as joined
from typing import cast

from interpreter.ir import schema
from interpreter.ir.emit import FALSE, NOWHERE, TRUE, ZERO
from interpreter.ir.program import Access, Block, Instruction, Template, walk
from interpreter.ir.relations import Compass, Relation, Table
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.tools.ending import with_ends
from interpreter.passes.tools.lifted import (
    Cases,
    Chain,
    Chains,
    Lifted,
    Made,
    Map,
    Numbers,
    Place,
    Step,
    StuckError,
    Term,
    Truth,
    Unknown,
    Walk,
)
from interpreter.passes.tools.pointwise import chosen, numbers_of, place_of, worked_out
from interpreter.passes.tools.rewriting import Rewriter, acts

MOST_CASES = 24
# So many pieces of a row are looked at one by one.
MOST_STEPS = 4
# So many sites of a set are counted one by one.
MOST_COUNTED = 16
# Sites of which it is counted for all sites at once how many are in a set.
MOST_ADDED = 6
# So many kinds of steps a joined relation has, by how far they lead in the numbers of sites.
MOST_JOINED = 16
COMPARISONS = ("eq", "ne", "lt", "le")
# Operations for which a number is a site.
OF_SITES = ("single", "contains", "what")
ARITHMETIC = ("add", "sub", "mul", "div", "mod", "min", "max")


class Together:
    """Works out blocks for all values of a site at once.

    Args:
        r: where what does not depend on the site is written
        site: the value of the original that stands for the site
        among: the sites for which it stands, if not for all
    """

    def __init__(self, r: Rewriter, site: Value, among: Sites | None = None) -> None:
        self.r = r
        self.size = r.program.sites
        self.lifted: dict[Value, Lifted] = {}
        self.moves: list[Made] = []
        self.when = Truth()
        self.here = identity(self.size)
        self.lifted[site] = Place(self.here)
        self.any_site = r.fresh("int")
        # Sites of conditions that are only asked where there are such sites.
        self.present: list[Map] = []
        if among is not None:
            r.found_in[self.any_site] = among

    # Blocks

    def block(self, block: Block) -> Lifted | Value | None:
        """Work out a block; what it yields."""
        for step in block:
            if step.name == "yield":
                return self._operand(step.operands[0])
            self._step(step)
        return None

    def truth(self, block: Block) -> Bool | Sites:
        """Where the answer of a block holds, or the answer, if it is the same everywhere."""
        answer = self.block(block)
        if isinstance(answer, Bool):
            return answer
        return self.pulled(self._truth(answer))

    def leave_open(self, value: Value) -> None:
        """What a value is stays unknown."""
        self.lifted[value] = Unknown("open")

    def take(self, step: Instruction) -> None:
        """Work out one instruction; if that cannot be, what it gives stays unknown."""
        try:
            self._step(step)
        except StuckError:
            assert step.result is not None
            self.leave_open(step.result)

    def where(self, value: Value) -> Sites | None:
        """Where a truth holds; None if that is not known, or does not depend on the site."""
        try:
            answer = self._operand(value)
            return None if isinstance(answer, Value) else self.pulled(self._truth(answer))
        except StuckError:
            return None

    def _operand(self, value: Value) -> Lifted | Value:
        found = self.lifted.get(value)
        if isinstance(found, Unknown):
            raise StuckError(found.why)
        return found if found is not None else self.r.value(value)

    def _depends(self, step: Instruction) -> bool:
        if not self.lifted.keys().isdisjoint(step.operands):
            return True
        return any(map(self._depends, joined.from_iterable(step.blocks)))

    def _step(self, step: Instruction) -> None:
        makes = _makes_moves(step)
        if not makes and not self._depends(step):
            if acts([step]) or step.name in ("local", "set", "get", "snapshot", "probe"):
                raise StuckError(step.name)
            self.r.step(step)
            if step.result is not None:
                self.lifted.pop(step.result, None)
            return
        special = getattr(self, f"_of_{step.name}", None)
        if special is None and (makes or step.result is None):
            raise StuckError(step.name)
        found = self._pure_or_unknown(step) if special is None else special(step)
        if step.result is None:
            return
        if isinstance(found, Value):
            self.r.instead[step.result] = found
            self.lifted.pop(step.result, None)
        elif found is not None:
            self.lifted[step.result] = found

    # Control

    def _under(self, when: Truth, block: Block) -> Lifted | Value | None:
        saved, self.when = self.when, self.both(self.when, when)
        found = self.block(block)
        self.when = saved
        return found

    def _of_if(self, step: Instruction) -> None:
        holds = self._truth(self._operand(step.operands[0]))
        self._under(holds, step.blocks[0])
        if step.blocks[1]:
            self._under(self.negated(holds), step.blocks[1])

    def _of_choose(self, step: Instruction) -> Lifted | Value:
        holds = self._truth(self._operand(step.operands[0]))
        yes, no = (self.block(one) for one in step.blocks)
        assert yes is not None
        assert no is not None
        return self._chosen(holds, yes, no)

    def _of_loop(self, step: Instruction) -> None:
        times = step.operands[0].constant
        if times is None or any(one.name == "leave" for one in walk(step.blocks[0])):
            raise StuckError("loop")
        assert step.result is not None
        for number in range(times):
            self.r.instead[step.result] = Int(constant=number)
            self.block(step.blocks[0])

    def _of_each(self, step: Instruction) -> None:
        sites = self._operand(step.operands[0])
        assert step.result is not None
        if not isinstance(sites, Chains):
            raise StuckError("two sites")
        for chain in sites.chains:
            place, when = self.at(chain)
            self.lifted[step.result] = Place(place)
            self._under(when, step.blocks[0])
        self.lifted.pop(step.result, None)

    def at(self, chain: Chain) -> tuple[Map, Truth]:
        """Where a chain leads, if it leads to one site at most, and when it does."""
        here, when = chain.map, chain.when
        for one in chain.steps:
            if one.name == "image":
                onward = function_of(_relation(one))
                if onward is None:
                    raise StuckError("several")
                here = compose(here, onward)
            elif one.name == "flood":
                raise StuckError("flood")
            else:
                assert one.within is not None
                inside = one.within if one.name == "intersect" else self._rest(one.within)
                when = self.both(when, Truth((Term(here, inside),)))
        if not any(term.map == here and not term.beside for term in when.terms):
            when = self.both(when, Truth((Term(here, self._all),)))
        return here, when

    # Rules

    def _of_move(self, step: Instruction) -> None:
        origin, targets, way, *extras = (self._operand(one) for one in step.operands)
        if not isinstance(origin, Place | Int) or way != Int(constant=-1):
            raise StuckError("origin")
        if not isinstance(targets, Chains | Sites):
            raise StuckError("targets")
        carried = tuple(one for one in extras if isinstance(one, Value))
        if len(carried) < len(extras):
            raise StuckError("carried")
        template = cast(Template, step.attribute)
        self.moves.append(Made(template, origin, targets, carried, self.when))

    def _of_any(self, step: Instruction) -> Lifted | Value:
        saved, self.moves = (self.moves, self.when), []
        self.when = Truth()
        if step.attribute is not None:
            raise StuckError("copy")
        self.block(step.blocks[0])
        found = self.any_moves()
        self.moves, self.when = saved
        return found

    def any_moves(self) -> Lifted | Value:
        """Where there are any of the moves that were made."""
        found: Lifted | Value = FALSE
        for one in self.moves:
            if one.template.guard is not None:
                raise StuckError("guard")
            empty = self._empty(one.targets)
            if isinstance(empty, Truth):
                some: Lifted | Value = self.both(one.when, self.negated(empty))
            else:
                some = self._chosen(one.when, self.r.negate(cast(Bool, empty)), FALSE)
            found = self._either(found, some)
        return found

    def _of_first_of(self, step: Instruction) -> None:
        if any(made.template.number >= 0 for made in self.moves):
            raise StuckError("first of")
        for block in step.blocks:
            for one in walk(block):
                if one.name == "move" and cast(Template, one.attribute).number >= 0:
                    raise StuckError("first of")
            self.block(block)

    # Sets

    def _of_where(self, step: Instruction) -> Lifted | Value:
        sites = self._operand(step.operands[0])
        (given,) = step.given
        if not isinstance(sites, Chains):
            raise StuckError("two sites")
        if not self._inside_depends(step):
            holds = self._everywhere(step)
            return self._narrowed(sites, "intersect", holds)
        found: list[Chain] = []
        for chain in sites.chains:
            place, _ = self.at(chain)
            self.lifted[given] = Place(place)
            self.present.append(place)
            answer = self.block(step.blocks[0])
            self.present.pop()
            assert answer is not None
            found.append(self._if(chain, self._truth(answer)))
        self.lifted.pop(given, None)
        return Chains(tuple(found))

    def _inside_depends(self, step: Instruction) -> bool:
        return any(one in self.lifted for inner in walk(step.blocks[0]) for one in inner.operands)

    def _everywhere(self, step: Instruction) -> Sites:
        """Where a condition holds that does not depend on the first site."""
        return everywhere(self.r, step.blocks[0], step.given[0])

    def _of_across(self, step: Instruction) -> Lifted | Value:
        found: list[Lifted | Value] = []
        for number in range(cast(int, step.attribute)):
            self.r.instead[step.given[0]] = Int(constant=number)
            answer = self.block(step.blocks[0])
            assert answer is not None
            found.append(answer)
        return self._united(found)

    def _of_gather(self, step: Instruction) -> Lifted | Value:
        sites = self._operand(step.operands[0])
        (given,) = step.given
        if not isinstance(sites, Chains):
            raise StuckError("two sites")
        found: list[Lifted | Value] = []
        for chain in sites.chains:
            place, when = self.at(chain)
            self.lifted[given] = Place(place)
            answer = self.block(step.blocks[0])
            assert answer is not None
            found.append(self._chosen(when, answer, NOWHERE))
        self.lifted.pop(given, None)
        return self._united(found)

    def _united(self, several: Sequence[Lifted | Value]) -> Lifted | Value:
        found: list[Chain] = []
        for one in several:
            if isinstance(one, Chains):
                found += one.chains
            elif one != NOWHERE:
                raise StuckError("union")
        return Chains(with_ends(self.r, found)) if found else NOWHERE

    def _of_onward(self, step: Instruction) -> Lifted | Value:
        sites, way = (self._operand(one) for one in step.operands)
        relation = self._along(step, way)[0]
        return self._stepped(sites, Step("image", relation=relation))

    def _along(self, step: Instruction, way: Lifted | Value) -> tuple[Relation, bool]:
        """One step on a way, and whether it is the same step again and again."""
        if not isinstance(way, Int) or way.constant is None:
            raise StuckError("way")
        compass = cast(Compass, step.attribute)
        return compass.relations[way.constant], compass.glides[way.constant]

    def _of_along(self, step: Instruction) -> Lifted:
        site, way, far = (self._operand(one) for one in step.operands)
        if isinstance(site, Place) and isinstance(way, Int) and isinstance(far, Int):
            if way.constant is None or far.constant is None:
                raise StuckError("along")
            return Place(compose(site.map, _ahead(step, way.constant, far.constant)))
        there = worked_out("along", (site, way, far), step.attribute, self.size)
        if there is None:
            raise StuckError("along")
        return Place(there)

    def _of_walk(self, step: Instruction) -> Lifted | Value:
        starts, way, skip, most = (self._operand(one) for one in step.operands)
        if starts == NOWHERE:
            return NOWHERE
        if not isinstance(starts, Chains):
            raise StuckError("two sites")
        relation, glides = self._along(step, way)
        if not isinstance(skip, Int) or not isinstance(most, Int):
            raise StuckError("walk")
        longest = cast(Compass, step.attribute).longest
        if skip == ZERO and most.constant is not None and most.constant >= longest and glides:
            site, far = step.given
            block = step.blocks[0]
            uses = {one for inner in walk(block) for one in inner.operands}
            if far not in uses and not self._inside_depends(step):
                return self._reached(starts, relation, everywhere(self.r, block, site))
        if most.constant is None or skip.constant is None or most.constant > MOST_STEPS:
            raise StuckError("walk")
        if most.constant < 1:
            return NOWHERE
        return self._walked(step, starts, skip.constant, most.constant)

    def _walked(self, step: Instruction, starts: Chains, skip: int, most: int) -> Chains:
        """The next sites on a way, one after the other."""
        way = cast(int, self.r.value(step.operands[1]).constant)
        site, far = step.given
        found: list[Chain] = []
        behind: list[Chain] = []
        for chain in starts.chains:
            place, goes_on = self.at(chain)
            for steps in range(max(skip, 0) + 1, max(skip, 0) + most + 1):
                here = compose(place, _ahead(step, way, steps))
                if max(here) < 0:
                    break
                self.lifted[site] = Place(here)
                self.r.instead[far] = Int(constant=steps)
                answer = self.block(step.blocks[0])
                assert answer is not None
                passes = self._truth(answer)
                behind.append(Chain(here, (), self.both(goes_on, self.negated(passes))))
                goes_on = self.both(goes_on, passes)
                found.append(Chain(here, (), goes_on))
            else:
                end = compose(place, _ahead(step, way, max(skip, 0) + most + 1))
                behind.append(Chain(end, (), goes_on))
        self.lifted.pop(site, None)
        if skip > 0:
            return Chains(tuple(found))
        relation = cast(Compass, step.attribute).relations[way]
        return Chains(tuple(found), Walk(starts.chains, relation, tuple(behind)))

    def _reached(self, starts: Chains, relation: Relation, within: Sites) -> Lifted:
        """What steps on a way lead to inside a set."""
        first = self._stepped(starts, Step("image", relation=relation))
        assert isinstance(first, Chains)
        whole = tuple(
            replace(
                one, steps=(*one.steps, Step("intersect", within), Step("flood", within, relation))
            )
            for one in first.chains
        )  # fmt: skip
        if len(starts.chains) > 1:
            return Chains(whole)
        outside = tuple(
            replace(
                one,
                steps=(*one.steps, Step("image", relation=relation), Step("minus", within)),
            )
            for one in (*starts.chains, *whole)
        )
        return Chains(whole, Walk(starts.chains, relation, outside))

    def _of_reach(self, step: Instruction) -> Lifted:
        starts, within, way = (self._operand(one) for one in step.operands)
        relation, glides = self._along(step, way)
        if not isinstance(starts, Chains) or not isinstance(within, Sites) or not glides:
            raise StuckError("reach")
        return self._reached(starts, relation, within)

    def _of_beyond(self, step: Instruction) -> Lifted | Value:
        starts, reached, way = (self._operand(one) for one in step.operands)
        if starts == NOWHERE:
            return NOWHERE
        if not isinstance(starts, Chains) or not isinstance(reached, Chains):
            raise StuckError("beyond")
        walk, relation = reached.walk, self._along(step, way)[0]
        if walk is None or walk.starts != starts.chains or walk.relation is not relation:
            raise StuckError("beyond")
        return Chains(walk.behind)

    def _stepped(self, sites: Lifted | Value, step: Step) -> Lifted | Value:
        if sites == NOWHERE:
            return NOWHERE
        if not isinstance(sites, Chains):
            raise StuckError("two sites")
        return Chains(tuple(replace(one, steps=(*one.steps, step)) for one in sites.chains))

    def _narrowed(self, sites: Lifted | Value, name: str, within: Sites) -> Lifted | Value:
        if sites == NOWHERE:
            return NOWHERE
        if not isinstance(sites, Chains):
            raise StuckError("two sites")
        found: list[Chain] = []
        for chain in sites.chains:
            known = None if chain.steps else self._settled(chain.map, within)
            if known is None:
                found.append(replace(chain, steps=(*chain.steps, Step(name, within))))
            elif bool(known.constant) == (name == "intersect"):
                found.append(chain)
        return Chains(tuple(found)) if found else NOWHERE

    def _settled(self, place: Map, sites: Sites) -> Bool | None:
        """Whether the site itself is in a set, where that is known beforehand."""
        if place != self.here:
            return None
        known = self.r.foresee("contains", (sites, self.any_site))
        return known if isinstance(known, Bool) and known.constant is not None else None

    def _if(self, chain: Chain, when: Truth) -> Chain:
        return replace(chain, when=self.both(chain.when, when))

    # Pure operations

    def _pure_or_unknown(self, step: Instruction) -> Lifted | Value:
        try:
            return self._pure(step)
        except StuckError as error:
            return Unknown(str(error))

    def _pure(self, step: Instruction) -> Lifted | Value:
        operands = [self._operand(one) for one in step.operands]
        special = getattr(self, f"_pure_{step.name}", None)
        if special is not None:
            if step.name in OF_SITES:
                operands = list(map(place_of, operands))
            return special(step, *operands)
        if step.name in COMPARISONS or step.name in ARITHMETIC:
            return self._pairs(step.name, *operands)
        raise StuckError(step.name)

    def _pure_contains(
        self, _: Instruction, sites: Lifted | Value, site: Lifted | Value
    ) -> Lifted | Value:
        if isinstance(sites, Sites) and isinstance(site, Place):
            known = self._settled(site.map, sites)
            return Truth((Term(site.map, sites),)) if known is None else known
        if isinstance(sites, Chains) and isinstance(site, Int):
            alone = self.r.single(site)
            return self._some(self._narrowed(sites, "intersect", alone))
        raise StuckError("contains")

    def _pure_single(self, _: Instruction, site: Lifted | Value) -> Lifted:
        if not isinstance(site, Place):
            raise StuckError("single")
        return Chains((Chain(site.map),))

    def _pure_what(self, step: Instruction, site: Lifted | Value) -> Lifted | Value:
        if not isinstance(site, Place):
            raise StuckError("what")
        access = cast(Access, step.attribute)
        if site.map == self.here:
            kind = self.r.kind_on(self.any_site, access)
            if kind is not None:
                return kind
        return self._by_field(site.map, access, ZERO)

    def _by_field(self, place: Map, access: Access, beside: Int) -> Cases:
        def cases() -> tuple[tuple[Sites, Int], ...]:
            numbers = range(access.field.length or 0)
            return tuple((self._entry(access, one), Int(constant=one)) for one in numbers)

        every = self.r.remembered(("cases", access.field, self.r.version_of(access)), cases)
        return self._cases(place, every, beside, access)

    def _entry(self, access: Access, number: int | Int) -> Sites:
        index = Int(constant=number) if isinstance(number, int) else number
        attribute = Access(access.field, access.copy)
        return cast(Sites, self.r.emit("read_at", index, kind="sites", attribute=attribute))

    def _pure_lookup(self, step: Instruction, index: Lifted | Value) -> Lifted:
        table = cast(Table, step.attribute)
        if isinstance(index, Numbers):
            return Numbers(cast(Map, worked_out("lookup", (index,), table, self.size)))
        if isinstance(index, Place):
            return self._by_site(index.map, table)
        if not isinstance(index, Cases):
            raise StuckError("lookup")
        if all(
            number.constant == self.r.lookup(table, number).constant for _, number in index.cases
        ):
            return index
        beside = self.r.lookup(table, index.beside)
        owned = self.r.parts.get(schema.OWNED)
        whose = index.field
        if whose is not None and whose.field.part is schema.PLACED and owned is not None:
            owners = self.r.program.owners
            if table.entries[: len(owners)] == owners:
                return self._owners(index, Access(owned, whose.copy))
        cases = [(where, self.r.lookup(table, number)) for where, number in index.cases]
        return self._cases(index.map, cases, beside)

    def _owners(self, kinds: Cases, access: Access) -> Cases:
        """The owners of pieces, by the sets that are kept of them."""
        length = access.field.length or 0
        free = self._entry(cast(Access, kinds.field), 0)
        cases = [(free, ZERO)]
        for owner in range(length):
            if owner in self.r.program.owners[1:]:
                sites = self._entry(access, owner)
                if owner == 0:
                    cases[0] = (self.r.union(free, sites), ZERO)
                else:
                    cases.append((sites, Int(constant=owner)))
        return Cases(kinds.map, tuple(cases), ZERO, access, 1)

    def _by_site(self, place: Map, table: Table) -> Cases:
        """A table with an entry for every site, as one case for each different entry."""
        if len(set(table.entries[: self.size])) > MOST_CASES:
            raise StuckError("too many cases")
        where: dict[int, int] = {}
        for site in range(self.size):
            entry = table.entries[site] if site < len(table.entries) else table.entries[-1]
            where[entry] = where.get(entry, 0) | 1 << site
        cases = [(Sites(constant=mask), Int(constant=entry)) for entry, mask in where.items()]
        return self._cases(place, cases, Int(constant=table.entries[-1]))

    def _pure_lookup_sites(self, step: Instruction, index: Lifted | Value) -> Lifted:
        if not isinstance(index, Place):
            raise StuckError("lookup_sites")
        relation = _relation_of(cast(Table, step.attribute), self.size)
        return Chains((Chain(index.map, (Step("image", relation=relation),)),))

    def _pure_image(self, step: Instruction, sites: Lifted | Value) -> Lifted | Value:
        return self._stepped(sites, Step("image", relation=cast(Relation, step.attribute)))

    def _pure_flood(
        self, step: Instruction, sites: Lifted | Value, within: Lifted | Value
    ) -> Lifted | Value:
        if not isinstance(within, Sites):
            raise StuckError("flood")
        relation = cast(Relation, step.attribute)
        return self._stepped(sites, Step("flood", within, relation))

    def _pure_intersect(
        self, _: Instruction, left: Lifted | Value, right: Lifted | Value
    ) -> Lifted | Value:
        if isinstance(left, Chains) and isinstance(right, Chains):
            return Chains(tuple(self._parted(one, right, inside=True) for one in left.chains))
        if isinstance(right, Chains):
            left, right = right, left
        if not isinstance(right, Sites):
            raise StuckError("intersect")
        return self._narrowed(left, "intersect", right)

    def _pure_minus(
        self, _: Instruction, left: Lifted | Value, right: Lifted | Value
    ) -> Lifted | Value:
        if isinstance(left, Chains) and isinstance(right, Chains):
            return Chains(tuple(self._parted(one, right, inside=False) for one in left.chains))
        if not isinstance(right, Sites):
            raise StuckError("minus")
        return self._narrowed(left, "minus", right)

    def _parted(self, chain: Chain, sites: Chains, *, inside: bool) -> Chain:
        """What a chain to one site at most leads to inside a set, or outside of it."""
        place, when = self.at(chain)
        met: Lifted | Value = FALSE
        for one in sites.chains:
            other, holds = self.at(one)
            if other == place:
                met = self._either(met, holds)
            elif overlap([place, other]):
                raise StuckError("two places")
        there = self._truth(met)
        return Chain(place, (), self.both(when, there if inside else self.negated(there)))

    def _pure_union(
        self, _: Instruction, left: Lifted | Value, right: Lifted | Value
    ) -> Lifted | Value:
        return self._united((left, right))

    def _pure_is_empty(self, _: Instruction, sites: Lifted | Value) -> Lifted | Value:
        return self._empty(sites)

    def _pure_count(self, _: Instruction, sites: Lifted | Value) -> Lifted:
        if not isinstance(sites, Chains):
            raise StuckError("count")
        places = [self.at(one) for chain in sites.chains for one in self.cut(chain)]
        if len(places) > MOST_ADDED or overlap([place for place, _ in places]):
            raise StuckError("count")
        found = Cases(self.here, ((self._all, ZERO),), ZERO)
        one = Int(constant=1)
        for place in places:
            holds = self.pulled(place[1])
            more = self._cases(self.here, ((holds, one), (self._rest(holds), ZERO)), ZERO)
            found = cast(Cases, self._pairs("add", found, more))
        return found

    def cut(self, chain: Chain) -> list[Chain]:
        """A chain as several of which each leads to one site at most."""
        found = [replace(chain, steps=())]
        for step in chain.steps:
            if step.name != "image" or function_of(_relation(step)) is not None:
                found = [replace(one, steps=(*one.steps, step)) for one in found]
                continue
            parts = functions_of(_relation(step))
            found = [
                replace(one, steps=(*one.steps, Step("image", relation=part)))
                for one in found
                for part in parts
            ]
            if len(found) > MOST_COUNTED:
                raise StuckError("several")
        return found

    def _pure_int_of(self, _: Instruction, holds: Lifted | Value) -> Lifted:
        where = self.pulled(self._truth(holds))
        cases = ((where, Int(constant=1)), (self._rest(where), ZERO))
        return self._cases(self.here, cases, ZERO)

    def _pure_not(self, _: Instruction, holds: Lifted | Value) -> Lifted:
        return self.negated(self._truth(holds))

    def _pure_and(self, _: Instruction, left: Lifted | Value, right: Lifted | Value) -> Lifted:
        return self.both(self._truth(left), self._truth(right))

    def _pure_or(
        self, _: Instruction, left: Lifted | Value, right: Lifted | Value
    ) -> Lifted | Value:
        return self._either(left, right)

    def _pure_pick_int(
        self, _: Instruction, holds: Lifted | Value, yes: Lifted | Value, no: Lifted | Value
    ) -> Lifted | Value:
        return self._chosen(self._truth(holds), yes, no)

    _pure_pick_sites = _pure_pick_int

    # Truths

    @property
    def _all(self) -> Sites:
        return Sites(constant=self.r.everywhere)

    def _rest(self, sites: Sites) -> Sites:
        return self.r.minus(self._all, without=sites)

    def _truth(self, value: Lifted | Value | None) -> Truth:
        if isinstance(value, Truth):
            return value
        if not isinstance(value, Bool):
            raise StuckError("truth")
        if value.constant == 1:
            return Truth()
        return Truth((Term(self.here, self.r.pick_sites(value, self._all, NOWHERE)),))

    def both(self, left: Truth, right: Truth) -> Truth:
        """Where two truths hold."""
        terms = list(left.terms)
        for term in right.terms:
            for place, other in enumerate(terms):
                if other.map == term.map:
                    joined = self.r.intersect(other.sites, term.sites)
                    terms[place] = Term(term.map, joined, other.beside and term.beside)
                    break
            else:
                terms.append(term)
        return Truth(tuple(terms))

    def negated(self, holds: Truth) -> Truth:
        """Where a truth does not hold."""
        if len(holds.terms) == 1:
            (term,) = holds.terms
            return Truth((Term(term.map, self._rest(term.sites), not term.beside),))
        return Truth((Term(self.here, self._rest(self.pulled(holds))),))

    def _either(self, left: Lifted | Value, right: Lifted | Value) -> Lifted | Value:
        for one, other in ((left, right), (right, left)):
            if isinstance(one, Bool) and one.constant is not None:
                return one if one.constant else other
        if isinstance(left, Bool) and isinstance(right, Bool):
            return self.r.either(left, right)
        first, second = self._truth(left), self._truth(right)
        if len(first.terms) == len(second.terms) == 1:
            one, other = first.terms[0], second.terms[0]
            if one.map == other.map and one.beside == other.beside:
                joined = self.r.union(one.sites, other.sites)
                return Truth((replace(one, sites=joined),))
        both = self.r.union(self.pulled(first), self.pulled(second))
        return Truth((Term(self.here, both),))

    def sites_of(self, holds: Lifted | Value) -> Sites:
        """The sites where something holds."""
        return self.pulled(self._truth(holds))

    def pulled(self, holds: Truth) -> Sites:
        """The sites where a truth holds."""
        return self.at_place(holds, self.here)

    def at_place(self, holds: Truth, place: Map) -> Sites:
        """Where a truth holds, as sites of a place that no two sites share."""
        found = self._all
        for term in holds.terms:
            found = self.r.intersect(found, self.moved(term, place))
        return found

    def moved(self, term: Term, place: Map) -> Sites:
        """Where a term holds, as sites of another place that no two sites share.

        Sites that are no such place for any may be among them.
        """
        if term.map == place:
            return term.sites
        if place == self.here:
            found = self._image(term.sites, inverse(term.map))
        else:
            back = backward(term.map)
            if back is None:
                pulled = self.moved(term, self.here)
                return self._image(pulled, _function(place))
            found = self._image(term.sites, _function(compose(back, place)))
        if term.beside:
            away = (there for site, there in zip(term.map, place, strict=True) if site < 0 <= there)
            found = self.r.union(found, self.r.sites(away))
        return found

    def _image(self, sites: Sites, relation: Relation) -> Sites:
        return self.r.image(sites, relation)

    # Choices

    def _chosen(self, holds: Truth, yes: Lifted | Value, no: Lifted | Value) -> Lifted | Value:
        """One of two values where a truth holds, the other elsewhere."""
        if yes == no or not holds.terms:
            return yes
        if isinstance(yes, Bool | Truth):
            return self._chosen_truth(holds, yes, no)
        if isinstance(yes, Sites | Chains):
            return self._chosen_sites(holds, yes, no)
        return self._chosen_number(holds, yes, no)

    def _chosen_truth(
        self, holds: Truth, yes: Lifted | Value, no: Lifted | Value
    ) -> Lifted | Value:
        if no == FALSE:
            return holds if yes == TRUE else self.both(holds, self._truth(yes))
        if yes == FALSE:
            return self.both(self.negated(holds), self._truth(no))
        if yes == TRUE:
            return self._either(holds, no)
        first = self.both(holds, self._truth(yes))
        second = self.both(self.negated(holds), self._truth(no))
        return self._either(first, second)

    def _chosen_sites(self, holds: Truth, yes: Lifted | Value, no: Lifted | Value) -> Lifted:
        found: list[Chain] = []
        for sites, when in ((yes, holds), (no, None)):
            if sites == NOWHERE:
                continue
            if not isinstance(sites, Chains):
                raise StuckError("choice of sets")
            when = self.negated(holds) if when is None else when
            found += (self._if(one, when) for one in sites.chains)
        return Chains(tuple(found))

    def _chosen_number(self, holds: Truth, yes: Lifted | Value, no: Lifted | Value) -> Lifted:
        where = self.pulled(holds)
        first, second = numbers_of(yes, self.size), numbers_of(no, self.size)
        if where.constant is not None and first is not None and second is not None:
            return Numbers(chosen(where.constant, first, second))
        rest = self._rest(where)
        cases = [(self.r.intersect(where, one), number) for one, number in self._pulled_cases(yes)]
        cases += [(self.r.intersect(rest, one), number) for one, number in self._pulled_cases(no)]
        return self._cases(self.here, cases, ZERO)

    # Numbers

    def _cases(
        self,
        place: Map,
        cases: Sequence[tuple[Sites, Int]],
        beside: Int,
        field: Access | None = None,
    ) -> Cases:
        """Cases of which those with one number are joined."""
        merged: dict[Int, Sites] = {}
        for where, number in cases:
            if where.constant != 0:
                held = merged.get(number)
                merged[number] = where if held is None else self.r.union(held, where)
        if len(merged) > MOST_CASES and field is None:
            raise StuckError("too many cases")
        found = tuple((where, number) for number, where in merged.items())
        return Cases(place, found, beside, field)

    def _pulled_cases(self, value: Lifted | Value) -> list[tuple[Sites, Int]]:
        """The cases of a number, as sites."""
        if isinstance(value, Int):
            return [(self._all, value)]
        if isinstance(value, Numbers):
            return list(self._as_cases(value).cases)
        if not isinstance(value, Cases):
            raise StuckError("number")
        if value.map == self.here:
            return list(value.cases)
        found = [
            (self.moved(Term(value.map, where), self.here), number) for where, number in value.cases
        ]
        away = self.r.sites(site for site, there in enumerate(value.map) if there < 0)
        return [*found, (away, value.beside)] if away != NOWHERE else found

    def _pairs(self, name: str, left: Lifted | Value, right: Lifted | Value) -> Lifted | Value:
        """An operation on two numbers."""
        if isinstance(left, Numbers) or isinstance(right, Numbers) or name in ARITHMETIC:
            known = worked_out(name, (left, right), None, self.size)
            if known is not None:
                if name in ARITHMETIC:
                    return Numbers(known)
                return self._known([site for site, holds in enumerate(known) if holds])
            left, right = (self._spread(one) for one in (left, right))
        if isinstance(left, Place) or isinstance(right, Place):
            return self._with_place(name, left, right)
        place, beside = self.here, ZERO
        if isinstance(left, Cases) and isinstance(right, Int):
            place = left.map
            if (found := self._by_index(name, left, right)) is not None:
                return found
            pairs = [(where, number, right) for where, number in left.cases]
            edge = (left.beside, right)
        elif isinstance(left, Int) and isinstance(right, Cases):
            place = right.map
            if (found := self._by_index(name, right, left)) is not None:
                return found
            pairs = [(where, left, number) for where, number in right.cases]
            edge = (left, right.beside)
        else:
            pairs = [
                (self.r.intersect(where, also), first, second)
                for where, first in self._pulled_cases(left)
                for also, second in self._pulled_cases(right)
            ]
            edge = (ZERO, ZERO)
        results = [(where, self.r.emit(name, first, second)) for where, first, second in pairs]
        beside = self.r.emit(name, *edge)
        if name in ARITHMETIC:
            numbers = [(where, one) for where, one in results if isinstance(one, Int)]
            return self._cases(place, numbers, cast(Int, beside))
        return self._where_true(place, results, cast(Bool, beside))

    def _where_true(
        self, place: Map, results: Sequence[tuple[Sites, Value]], beside: Bool
    ) -> Truth:
        if len(results) > MOST_CASES:
            raise StuckError("too many cases")
        if beside.constant is None and min(place) < 0:
            raise StuckError("beside")
        no = [where for where, one in results if one.constant == 0]
        yes = [where for where, one in results if one.constant == 1]
        some = [(where, cast(Bool, one)) for where, one in results if one.constant is None]
        if len(no) < len(yes) and not some:
            found = self._rest(self.r.union(*no))
        else:
            open_ = (self.r.pick_sites(one, where, NOWHERE) for where, one in some)
            found = self.r.union(*yes, *open_)
        return Truth((Term(place, found, beside.constant == 1),))

    def _by_index(self, name: str, number: Cases, other: Int) -> Truth | None:
        """A number that tells which entry of a field a site is in, compared with a number."""
        if number.field is None or name not in ("eq", "ne") or other.constant is not None:
            return None
        length = number.field.field.length or 0
        if not self.r.is_within(other, number.least, length - 1):
            return None
        beside = self.r.emit(name, number.beside, other)
        if beside.constant is None and min(number.map) < 0:
            if not (number.beside == ZERO and self.r.is_within(other, 1, length - 1)):
                return None
            beside = Bool(constant=int(name == "ne"))
        sites = self._entry(number.field, other)
        if name == "ne":
            sites = self._rest(sites)
        return Truth((Term(number.map, sites, beside.constant == 1),))

    def _with_place(self, name: str, left: Lifted | Value, right: Lifted | Value) -> Lifted | Value:
        """A place compared with a number, or with another place."""
        if isinstance(left, Place) and isinstance(right, Place):
            if name not in COMPARISONS:
                raise StuckError(name)
            pairs = enumerate(zip(left.map, right.map, strict=True))
            return self._known([site for site, (one, other) in pairs if compares(name, one, other)])
        place = left if isinstance(left, Place) else right
        other = right if isinstance(left, Place) else left
        assert isinstance(place, Place)
        if not isinstance(other, Int):
            raise StuckError(name)
        if other.constant is not None and name in COMPARISONS:
            number = other.constant
            holds = [
                compares(name, *((here, number) if place is left else (number, here)))
                for here in range(-1, self.size)
            ]
            inside = self.r.sites(site for site in range(self.size) if holds[site + 1])
            return Truth((Term(place.map, inside, holds[0]),))
        if name not in ("eq", "ne"):
            raise StuckError(name)
        alone = self.r.single(other)
        sure = min(place.map) >= 0 or place.map in self.present
        if not sure and not self.r.is_within(other, 0, self.size - 1):
            raise StuckError("beside")
        inside = alone if name == "eq" else self._rest(alone)
        return Truth((Term(place.map, inside, name == "ne"),))

    def _spread(self, value: Lifted | Value) -> Lifted | Value:
        """Known numbers as cases; what else a value is, it stays."""
        return self._as_cases(value) if isinstance(value, Numbers) else value

    def _as_cases(self, value: Numbers) -> Cases:
        where: dict[int, int] = {}
        for site, number in enumerate(value.numbers):
            where[number] = where.get(number, 0) | 1 << site
        cases = [(Sites(constant=mask), Int(constant=number)) for number, mask in where.items()]
        return self._cases(self.here, cases, ZERO)

    def _known(self, sites: Sequence[int]) -> Truth:
        return Truth((Term(self.here, self.r.sites(sites)),))

    # Whether there is anything in a set

    def _empty(self, sites: Lifted | Value) -> Lifted | Value:
        if isinstance(sites, Sites):
            return self.r.is_empty(sites)
        return self.negated(self._some(sites))

    def _some(self, sites: Lifted | Value) -> Truth:
        if not isinstance(sites, Chains):
            raise StuckError("is_empty")
        found: Lifted | Value = FALSE
        for chain in sites.chains:
            here = self._backwards(chain.steps)
            found = self._either(found, self.both(chain.when, Truth((Term(chain.map, here),))))
        return self._truth(found)

    def _backwards(self, steps: Sequence[Step]) -> Sites:
        """From where some steps lead to anything."""
        here = self._all
        for place in reversed(range(len(steps))):
            step = steps[place]
            if step.name == "image":
                here = self._image(here, turned(_relation(step)))
                continue
            assert step.within is not None
            if step.name == "intersect":
                here = self.r.intersect(here, step.within)
            elif step.name == "minus":
                here = self.r.minus(here, without=step.within)
            elif here != self._all and not self._reaches_at_once(here, step.within):
                here = self.r.flood(here, step.within, turned(_relation(step)))
            else:
                here = step.within
        return here

    def forwards(self, chain: Chain, sites: Sites) -> Sites:
        """What a chain leads to from any of some sites."""
        here = self.r.intersect(sites, self.pulled(chain.when))
        if chain.map != self.here:
            here = self._image(here, _function(chain.map))
        for step in chain.steps:
            if step.name == "image":
                here = self._image(here, _relation(step))
                continue
            assert step.within is not None
            if step.name == "intersect":
                here = self.r.intersect(here, step.within)
            elif step.name == "minus":
                here = self.r.minus(here, without=step.within)
            else:
                here = self.r.flood(here, step.within, _relation(step))
        return here

    def _reaches_at_once(self, here: Sites, within: Sites) -> bool:
        """Whether a flood need not go on, since all it may reach is wanted."""
        return here == within


def everywhere(r: Rewriter, block: Block, site: Value) -> Sites:
    """The sites of which a block says that something holds.

    Raises:
        StuckError: it depends on the site in another way than can be worked out for all
    """
    answer = Together(r, site).truth(block)
    if isinstance(answer, Sites):
        return answer
    return r.pick_sites(answer, Sites(constant=r.everywhere), NOWHERE)


def gathered(r: Rewriter, sites: Sites, block: Block, site: Value) -> Sites:
    """All that a block yields for the sites of a set.

    Raises:
        StuckError: it depends on the site in another way than can be worked out for all
    """
    together = Together(r, site, sites)
    answer = together.block(block)
    if isinstance(answer, Sites):
        return r.pick_sites(r.is_empty(sites), NOWHERE, answer)
    if not isinstance(answer, Chains) or len(answer.chains) > MOST_CASES:
        raise StuckError("gather")
    return r.union(*(together.forwards(one, sites) for one in answer.chains))


# Maps and relations


@lru_cache(maxsize=64)
def identity(size: int) -> Map:
    """Every site stands for itself."""
    return tuple(range(size))


def compose(first: Map, then: Map) -> Map:
    """One map behind the other."""
    return tuple([then[site] if site >= 0 else -1 for site in first])


@lru_cache(maxsize=4096)
def backward(place: Map) -> Map | None:
    """The map back; None if two sites share one."""
    found = [-1] * len(place)
    for site, there in enumerate(place):
        if there >= 0:
            if found[there] >= 0:
                return None
            found[there] = site
    return tuple(found)


@lru_cache(maxsize=4096)
def _function(place: Map) -> Relation:
    """A map as a relation."""
    return interned(tuple((there,) if there >= 0 else () for there in place))


@lru_cache(maxsize=4096)
def inverse(place: Map) -> Relation:
    """The relation that leads back."""
    return turned(_function(place))


@lru_cache(maxsize=4096)
def turned(relation: Relation) -> Relation:
    """The relation that leads back."""
    back: list[list[int]] = [[] for _ in relation.targets]
    for site, targets in enumerate(relation.targets):
        for target in targets:
            back[target].append(site)
    return interned(tuple(map(tuple, back)))


@lru_cache(maxsize=4096)
def interned(targets: tuple[tuple[int, ...], ...]) -> Relation:
    """The one relation that leads from each site to these."""
    return Relation("steps", targets)


@lru_cache(maxsize=4096)
def either_way(left: Relation, right: Relation) -> Relation | None:
    """Steps of either relation; None where there would be too many kinds of them."""
    both = zip(left.targets, right.targets, strict=True)
    targets = tuple(tuple(sorted({*one, *other})) for one, other in both)
    lengths = {target - site for site, row in enumerate(targets) for target in row}
    return interned(targets) if len(lengths) <= MOST_JOINED else None


@lru_cache(maxsize=4096)
def function_of(relation: Relation) -> Map | None:
    """A relation as a map; None if a site leads to several."""
    if any(len(several) > 1 for several in relation.targets):
        return None
    return tuple(several[0] if several else -1 for several in relation.targets)


@lru_cache(maxsize=1024)
def functions_of(relation: Relation) -> tuple[Relation, ...]:
    """A relation as several of which each leads one site to one other, and no two to the same."""
    apart: dict[int, dict[int, int]] = {}
    for site, several in enumerate(relation.targets):
        for target in several:
            apart.setdefault(target - site, {})[site] = target
    if len(apart) > MOST_COUNTED:
        apart = {}
        for site, several in enumerate(relation.targets):
            for target in several:
                number = 0
                while site in (one := apart.setdefault(number, {})) or target in one.values():
                    number += 1
                one[site] = target
    sites = range(len(relation.targets))
    return tuple(
        interned(tuple((one[site],) if site in one else () for site in sites))
        for one in apart.values()
    )


@lru_cache(maxsize=1024)
def _relation_of(table: Table, size: int) -> Relation:
    """From each site to those in its entry of a table of sets."""
    entries = [table.entries[min(site, len(table.entries) - 1)] for site in range(size)]
    sites = range(size)
    return interned(tuple(tuple(to for to in sites if one >> to & 1) for one in entries))


def _relation(step: Step) -> Relation:
    assert step.relation is not None
    return step.relation


@lru_cache(maxsize=4096)
def _ray(compass: Compass, way: int, far: int) -> Map:
    rays = (compass.ray(site, way) for site in range(compass.sites))
    return tuple(ray[far - 1] if 0 < far <= len(ray) else -1 for ray in rays)


def _ahead(step: Instruction, way: int, far: int) -> Map:
    return _ray(cast(Compass, step.attribute), way, far)


def overlap(places: Sequence[Map]) -> bool:
    """Whether two places can be one site."""
    taken: set[tuple[int, int]] = set()
    for place in places:
        here = {(site, there) for site, there in enumerate(place) if there >= 0}
        if not taken.isdisjoint(here):
            return True
        taken |= here
    return False


def compares(name: str, left: int, right: int) -> bool:
    """Whether two numbers compare so."""
    tests: dict[str, Callable[[int, int], bool]] = {
        "eq": int.__eq__, "ne": int.__ne__, "lt": int.__lt__, "le": int.__le__,
    }  # fmt: skip
    return tests[name](left, right)


def _makes_moves(step: Instruction) -> bool:
    if not step.blocks:
        return step.name == "move"
    return any(map(_makes_moves, joined.from_iterable(step.blocks)))

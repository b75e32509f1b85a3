"""Numbers that depend on a site, worked out for all sites at once as cases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from interpreter.ir import schema
from interpreter.ir.emit import NOWHERE, ZERO
from interpreter.ir.program import Access, Instruction
from interpreter.ir.relations import Table
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.tools.lifted import (
    Cases,
    Lifted,
    Map,
    Numbers,
    Place,
    StuckError,
    Term,
    Truth,
)
from interpreter.passes.tools.pointwise import chosen, numbers_of, worked_out
from interpreter.passes.tools.together_truths import TruthsTogether

MOST_CASES = 24
COMPARISONS = ("eq", "ne", "lt", "le")
ARITHMETIC = ("add", "sub", "mul", "div", "mod", "min", "max")


class NumbersTogether(TruthsTogether):
    """What numbers are, and where they compare so."""

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

    def _spread(self, value: Lifted | Value) -> Lifted | Value:
        """Known numbers as cases; what else a value is, it stays."""
        return self._as_cases(value) if isinstance(value, Numbers) else value

    def _as_cases(self, value: Numbers) -> Cases:
        where: dict[int, int] = {}
        for site, number in enumerate(value.numbers):
            where[number] = where.get(number, 0) | 1 << site
        cases = [(Sites(constant=mask), Int(constant=number)) for number, mask in where.items()]
        return self._cases(self.here, cases, ZERO)

    def _chosen_number(self, holds: Truth, yes: Lifted | Value, no: Lifted | Value) -> Lifted:
        where = self.pulled(holds)
        first, second = numbers_of(yes, self.size), numbers_of(no, self.size)
        if where.constant is not None and first is not None and second is not None:
            return Numbers(chosen(where.constant, first, second))
        rest = self._rest(where)
        cases = [(self.r.intersect(where, one), number) for one, number in self._pulled_cases(yes)]
        cases += [(self.r.intersect(rest, one), number) for one, number in self._pulled_cases(no)]
        return self._cases(self.here, cases, ZERO)

    # Two numbers

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

    def _known(self, sites: Sequence[int]) -> Truth:
        return Truth((Term(self.here, self.r.sites(sites)),))

    # What is known of sites

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

    # Operations

    def _pure_what(self, step: Instruction, site: Lifted | Value) -> Lifted | Value:
        if not isinstance(site, Place):
            raise StuckError("what")
        access = cast(Access, step.attribute)
        if site.map == self.here:
            kind = self.r.kind_on(self.any_site, access)
            if kind is not None:
                return kind
        return self._by_field(site.map, access, ZERO)

    def _pure_lookup(self, step: Instruction, index: Lifted | Value) -> Lifted:
        table = cast(Table, step.attribute)
        if isinstance(index, Numbers):
            return Numbers(cast(Map, worked_out("lookup", (index,), table, self.size)))
        if isinstance(index, Place):
            return self._by_site(index.map, table)
        if not isinstance(index, Cases):
            raise StuckError("lookup")
        beside = self.r.lookup(table, index.beside)
        cases = [(where, self.r.lookup(table, number)) for where, number in index.cases]
        away = min(index.map) < 0
        if cases == list(index.cases) and not (away and beside != index.beside):
            return index
        owned = self.r.parts.get(schema.OWNED)
        whose = index.field
        if whose is not None and whose.field.part is schema.PLACED and owned is not None:
            owners = self.r.program.owners
            if table.entries[: len(owners)] == owners:
                return self._owners(index, Access(owned, whose.copy))
        return self._cases(index.map, cases, beside)

    def _pure_int_of(self, _: Instruction, holds: Lifted | Value) -> Lifted:
        where = self.pulled(self._truth(holds))
        cases = ((where, Int(constant=1)), (self._rest(where), ZERO))
        return self._cases(self.here, cases, ZERO)


def compares(name: str, left: int, right: int) -> bool:
    """Whether two numbers compare so."""
    tests: dict[str, Callable[[int, int], bool]] = {
        "eq": int.__eq__, "ne": int.__ne__, "lt": int.__lt__, "le": int.__le__,
    }  # fmt: skip
    return tests[name](left, right)

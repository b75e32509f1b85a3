"""Sets that depend on a site, worked out for all sites at once as chains of steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from interpreter.ir.emit import FALSE, NOWHERE, ZERO
from interpreter.ir.program import Access, Instruction
from interpreter.ir.relations import Relation, Table
from interpreter.ir.values import Bool, Int, Sites, Value
from interpreter.passes.tools.ending import with_ends
from interpreter.passes.tools.lifted import (
    Cases,
    Chain,
    Chains,
    Lifted,
    Map,
    OneOf,
    Place,
    Step,
    StuckError,
    Term,
    Truth,
    Walk,
)
from interpreter.passes.tools.maps import (
    MOST_COUNTED,
    as_relation,
    compose,
    from_table,
    function_of,
    functions_of,
    overlap,
    relation_of,
    turned,
)
from interpreter.passes.tools.together_numbers import NumbersTogether

# Sites of which it is counted for all sites at once how many are in a set.
MOST_ADDED = 6
# Sets of which it is one or another.
MOST_SETS = 3


class SetsTogether(NumbersTogether):
    """Where chains lead, and whether they lead anywhere."""

    def at(self, chain: Chain) -> tuple[Map, Truth]:
        """Where a chain leads, if it leads to one site at most, and when it does."""
        here, when = chain.map, chain.when
        for one in chain.steps:
            if one.name == "image":
                onward = function_of(relation_of(one))
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

    def cut(self, chain: Chain) -> list[Chain]:
        """A chain as several of which each leads to one site at most."""
        found = [replace(chain, steps=())]
        for step in chain.steps:
            if step.name != "image" or function_of(relation_of(step)) is not None:
                found = [replace(one, steps=(*one.steps, step)) for one in found]
                continue
            parts = functions_of(relation_of(step))
            found = [
                replace(one, steps=(*one.steps, Step("image", relation=part)))
                for one in found
                for part in parts
            ]
            if len(found) > MOST_COUNTED:
                raise StuckError("several")
        return found

    def forwards(self, chain: Chain, sites: Sites) -> Sites:
        """What a chain leads to from any of some sites."""
        here = self.r.intersect(sites, self.pulled(chain.when))
        if chain.map != self.here:
            here = self._image(here, as_relation(chain.map))
        for step in chain.steps:
            if step.name == "image":
                here = self._image(here, relation_of(step))
                continue
            assert step.within is not None
            if step.name == "intersect":
                here = self.r.intersect(here, step.within)
            elif step.name == "minus":
                here = self.r.minus(here, without=step.within)
            else:
                here = self.r.flood(here, step.within, relation_of(step))
        return here

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

    def _narrowed_by(self, sites: Lifted | Value, name: str, within: OneOf) -> Lifted | Value:
        """What of some sites is inside a set, or outside of it, which is one of several."""
        found: list[Chain] = []
        for when, one in _cases_of(within):
            part = self._narrowed(sites, name, one)
            if isinstance(part, Chains):
                found += (self._if(chain, when) for chain in part.chains)
        return Chains(tuple(found)) if found else NOWHERE

    def _settled(self, place: Map, sites: Sites) -> Bool | None:
        """Whether the site itself is in a set, where that is known beforehand."""
        if place != self.here:
            return None
        known = self.r.foresee("contains", (sites, self.any_site))
        return known if isinstance(known, Bool) and known.constant is not None else None

    def _if(self, chain: Chain, when: Truth) -> Chain:
        return replace(chain, when=self.both(chain.when, when))

    def _united(self, several: Sequence[Lifted | Value]) -> Lifted | Value:
        found: list[Chain] = []
        for one in several:
            if isinstance(one, Chains):
                found += one.chains
            elif one != NOWHERE:
                raise StuckError("union")
        return Chains(with_ends(self.r, found)) if found else NOWHERE

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
                here = self._image(here, turned(relation_of(step)))
                continue
            assert step.within is not None
            if step.name == "intersect":
                here = self.r.intersect(here, step.within)
            elif step.name == "minus":
                here = self.r.minus(here, without=step.within)
            elif here != self._all and not self._reaches_at_once(here, step.within):
                here = self.r.flood(here, step.within, turned(relation_of(step)))
            else:
                here = step.within
        return here

    def _reaches_at_once(self, here: Sites, within: Sites) -> bool:
        """Whether a flood need not go on, since all it may reach is wanted."""
        return here == within

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

    # Operations

    def _pure_contains(
        self, _: Instruction, sites: Lifted | Value, site: Lifted | Value
    ) -> Lifted | Value:
        if isinstance(sites, Sites) and isinstance(site, Place):
            return self._contains(sites, site)
        if isinstance(sites, OneOf) and isinstance(site, Place):
            found: Lifted | Value = FALSE
            for when, one in _cases_of(sites):
                inside = self._truth(self._contains(one, site))
                found = self._either(found, self.both(when, inside))
            return found
        if isinstance(sites, Chains) and isinstance(site, Int):
            alone = self.r.single(site)
            return self._some(self._narrowed(sites, "intersect", alone))
        raise StuckError("contains")

    def _contains(self, sites: Sites, site: Place) -> Lifted | Value:
        known = self._settled(site.map, sites)
        return Truth((Term(site.map, sites),)) if known is None else known

    def _pure_read_at(self, step: Instruction, index: Lifted | Value) -> Lifted:
        access = cast(Access, step.attribute)
        if not isinstance(index, Cases) or min(index.map) < 0 or access.field.kind != "sites":
            raise StuckError("read_at")
        held = [(where, number) for where, number in index.cases
                if self._settled(index.map, where) != FALSE]  # fmt: skip
        if len(held) > MOST_SETS:
            raise StuckError("read_at")
        return OneOf(index.map, tuple((where, self._entry(access, one)) for where, one in held))

    def _pure_single(self, _: Instruction, site: Lifted | Value) -> Lifted:
        if not isinstance(site, Place):
            raise StuckError("single")
        return Chains((Chain(site.map),))

    def _pure_lookup_sites(self, step: Instruction, index: Lifted | Value) -> Lifted:
        if not isinstance(index, Place):
            raise StuckError("lookup_sites")
        relation = from_table(cast(Table, step.attribute), self.size)
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
        if isinstance(right, OneOf):
            return self._narrowed_by(left, "intersect", right)
        if not isinstance(right, Sites):
            raise StuckError("intersect")
        return self._narrowed(left, "intersect", right)

    def _pure_minus(
        self, _: Instruction, left: Lifted | Value, right: Lifted | Value
    ) -> Lifted | Value:
        if isinstance(left, Chains) and isinstance(right, Chains):
            return Chains(tuple(self._parted(one, right, inside=False) for one in left.chains))
        if isinstance(right, OneOf):
            return self._narrowed_by(left, "minus", right)
        if not isinstance(right, Sites):
            raise StuckError("minus")
        return self._narrowed(left, "minus", right)

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

    def _pure_pick_int(
        self, _: Instruction, holds: Lifted | Value, yes: Lifted | Value, no: Lifted | Value
    ) -> Lifted | Value:
        return self._chosen(self._truth(holds), yes, no)

    _pure_pick_sites = _pure_pick_int


def _cases_of(sites: OneOf) -> Iterator[tuple[Truth, Sites]]:
    """When a set is which of several."""
    for where, one in sites.cases:
        yield Truth((Term(sites.map, where),)), one

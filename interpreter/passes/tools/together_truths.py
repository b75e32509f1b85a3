"""Truths that depend on a site, worked out for all sites at once as sets of sites."""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir.emit import FALSE, NOWHERE, TRUE
from interpreter.ir.program import Instruction
from interpreter.ir.relations import Relation
from interpreter.ir.values import Bool, Sites, Value
from interpreter.passes.tools.lifted import Lifted, Map, StuckError, Term, Truth
from interpreter.passes.tools.maps import as_relation, backward, compose, identity, inverse
from interpreter.passes.tools.rewriting import Rewriter


class TruthsTogether:
    """Where truths hold, and where several of them do.

    Args:
        r: where what does not depend on the site is written
        among: the sites for which the site stands, if not for all
    """

    def __init__(self, r: Rewriter, among: Sites | None = None) -> None:
        self.r = r
        self.size = r.program.sites
        self.here = identity(self.size)
        self.any_site = r.fresh("int")
        # Sites of conditions that are only asked where there are such sites.
        self.present: list[Map] = []
        if among is not None:
            r.found_in[self.any_site] = among

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

    # As sites

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
                return self._image(pulled, as_relation(place))
            found = self._image(term.sites, as_relation(compose(back, place)))
        if term.beside:
            away = (there for site, there in zip(term.map, place, strict=True) if site < 0 <= there)
            found = self.r.union(found, self.r.sites(away))
        return found

    def _image(self, sites: Sites, relation: Relation) -> Sites:
        return self.r.image(sites, relation)

    # Operations

    def _pure_not(self, _: Instruction, holds: Lifted | Value) -> Lifted:
        return self.negated(self._truth(holds))

    def _pure_and(self, _: Instruction, left: Lifted | Value, right: Lifted | Value) -> Lifted:
        return self.both(self._truth(left), self._truth(right))

    def _pure_or(
        self, _: Instruction, left: Lifted | Value, right: Lifted | Value
    ) -> Lifted | Value:
        return self._either(left, right)

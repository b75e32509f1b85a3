"""What follows from the constraints of a puzzle: values are struck out until nothing more is seen.

Constraints that have no form of their own are asked of the program: a value is struck out that the
rules do not let a site have, as things stand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from interpreter.ir import schema
from interpreter.ir.constraints import Constraint, Different, Model, Total, flat
from interpreter.ir.program import pack, unpack
from interpreter.play.puzzles.narrowing import (
    HARDER,
    PLAIN,
    Contradiction,
    Deduction,
    Domains,
    keep,
    overlap,
    overlaps,
    sites_of,
    values_of,
)

if TYPE_CHECKING:
    from interpreter.play.protocol import PlayedGame, PlayedState

SEARCHED = (Deduction.ONLY_PLACE, Deduction.SUMS)
"""What a search does besides what is plain: it costs less than it saves."""


class Rules:
    """The rules of a puzzle as its program has them: what may be set, and when it is solved."""

    def __init__(self, state: PlayedState, model: Model) -> None:
        self.game: PlayedGame = state.game
        self.raw = state.raw
        templates = self.game.program.templates
        self._set = {int(one.note): one.number for one in templates if one.name == "Set"}
        self._value = {number: value for value, number in self._set.items()}
        field = self.game.field
        self.given = field(self.raw, schema.GIVEN)
        possible = {value: field(self.raw, schema.POSSIBLE, value) for value in model.values}
        self.first: Domains = [0] * self.game.sites
        for site in model.variables:
            self.first[site] = sum(1 << value for value, sites in possible.items()
                                   if sites >> site & 1)  # fmt: skip

    def with_values(self, raw: bytearray, values: Iterable[tuple[int, int]]) -> bytearray:
        """The state with some sites set."""
        for site, value in values:
            if not self.given >> site & 1:
                raw = self.game.after(raw, pack(self._set[value], site, site, 0))
        return raw

    def over(self, raw: bytearray) -> bool:
        """Whether the game ends here."""
        return bool(self.game.field(raw, schema.OVER))

    def allowed(self, raw: bytearray) -> dict[int, int]:
        """The values that each site may be set to."""
        found: dict[int, int] = {}
        for move in self.game.legal(raw):
            template, _, site, _ = unpack(move)
            if template in self._value:
                found[site] = found.get(site, 0) | 1 << self._value[template]
        return found

    def accepts(self, raw: bytearray) -> bool:
        """Whether the settled values of a state break no rule."""
        return bool(self.game.machine.run("satisfied", raw))


class Reasoner:
    """Strikes out values that no solution has.

    Args:
        model: the puzzle
        rules: what its program says, asked where the model does not hold everything
    """

    def __init__(self, model: Model, rules: Rules) -> None:
        self.model, self.rules = model, rules
        self.constraints = list(dict.fromkeys(flat(model.constraints)))
        different = [one for one in self.constraints if isinstance(one, Different)]
        regions = [frozenset(one.sites) for one in different
                   if not (one.headed or one.excepted)]  # fmt: skip
        self._distinct = {one for one in self.constraints if isinstance(one, Total)
                          and any(region.issuperset(one.sites) for region in regions)}  # fmt: skip
        self._overlaps = overlaps(different)
        self._searched = [(HARDER[way][1], list(self._of(way))) for way in SEARCHED]
        self._about: list[list[int]] = [[] for _ in rules.first]
        for number, one in enumerate(self.constraints):
            for site in sites_of(one):
                self._about[site].append(number)

    def plainly(self, domains: Domains, changed: Iterable[int] | None = None) -> None:
        """Strike out what is plain, as far as it goes.

        Args:
            changed: the constraints to begin with; all if not given

        Raises:
            Contradiction: there is no solution
        """
        waiting = dict.fromkeys(range(len(self.constraints)) if changed is None else changed)
        while waiting:
            number = next(iter(waiting))
            del waiting[number]
            one = self.constraints[number]
            before = [(site, domains[site]) for site in sites_of(one)]
            if PLAIN[type(one)](one, domains):
                for site, mask in before:
                    if domains[site] != mask:
                        waiting |= dict.fromkeys(self._about[site])

    def about(self, site: int) -> list[int]:
        """The constraints about a variable, by number."""
        return self._about[site]

    def harder(self, domains: Domains, way: Deduction) -> bool:
        """Strike out what one way of deduction finds at one constraint; whether it found any.

        Raises:
            Contradiction: there is no solution
        """
        if way is Deduction.OVERLAP:
            return any(overlap(*one, domains) for one in self._overlaps)
        narrow = HARDER[way][1]
        return any(narrow(one, domains) for one in self._of(way))

    def _of(self, way: Deduction) -> Iterator[Constraint]:
        """The constraints that a way of deduction can look at."""
        for one in self.constraints:
            fits = way is not Deduction.SUMS or one in self._distinct
            if fits and isinstance(one, HARDER[way][0]):
                yield one

    def follow(self, domains: Domains, changed: Iterable[int] | None = None) -> None:
        """Strike out all that a search looks for.

        Raises:
            Contradiction: there is no solution
        """
        while True:
            self.plainly(domains, changed)
            before = list(domains)
            for narrow, several in self._searched:
                for one in several:
                    narrow(one, domains)
            pairs = enumerate(zip(before, domains, strict=True))
            moved = [site for site, (old, new) in pairs if old != new]
            if not moved:
                return
            changed = [number for site in moved for number in self._about[site]]

    def asked(self, domains: Domains, raw: bytearray) -> tuple[bytearray, bool]:
        """Strike out what the rules do not allow; the state with all settled values, and whether
        anything was struck out.

        Raises:
            Contradiction: there is no solution
        """
        settled = [site for site in self.model.variables if domains[site].bit_count() == 1]
        values = [(site, domains[site].bit_length() - 1) for site in settled]
        raw = self.rules.with_values(raw, values)
        if self.model.whole:
            return raw, False
        if not self.rules.accepts(raw):
            raise Contradiction
        if self.rules.over(raw):  # as 0 where values are open; there may be others
            return raw, False
        allowed, changed = self.rules.allowed(raw), False
        for site in self.model.variables:
            if not self.rules.given >> site & 1:
                changed |= keep(domains, site, allowed.get(site, 0))
        return raw, changed

    def settle(self, domains: Domains, changed: Iterable[int] | None = None) -> None:
        """Strike out all that follows, by the model and by the rules.

        Raises:
            Contradiction: there is no solution
        """
        while True:
            self.follow(domains, changed)
            changed = None
            if self.model.whole or not self.asked(domains, self.rules.raw)[1]:
                return

    # What a person would do

    def deduce(self, domains: Domains) -> Counter[Deduction]:
        """Strike out values by the plainest deductions that lead on; how often each was needed.

        Where none is left but a search, the values stay open.

        Raises:
            Contradiction: there is no solution
        """
        needed: Counter[Deduction] = Counter()
        while True:
            before = list(domains)
            self.plainly(domains)
            self._by_rules(domains)
            if before != domains:
                needed[Deduction.RULED_OUT] += 1
                continue
            if all(domains[site].bit_count() == 1 for site in self.model.variables):
                return needed
            ways = [Deduction.ONLY_PLACE, Deduction.SUMS, Deduction.OVERLAP, Deduction.SHARED]
            way = next((one for one in ways if self.harder(domains, one)), None)
            if way is None and self._try(domains):
                way = Deduction.TRIAL
            if way is None:
                return needed
            needed[way] += 1

    def _by_rules(self, domains: Domains) -> None:
        if not self.model.whole:
            self.asked(domains, self.rules.raw)

    def _try(self, domains: Domains) -> bool:
        """Strike out a value from which a contradiction follows plainly."""
        order = sorted(self.model.variables, key=lambda site: domains[site].bit_count())
        for site in order:
            if domains[site].bit_count() == 1:
                continue
            for value in values_of(domains[site]):
                tried = list(domains)
                tried[site] = 1 << value
                try:
                    self.follow(tried, self.about(site))
                    self._by_rules(tried)
                except Contradiction:
                    keep(domains, site, ~(1 << value))
                    return True
        return False

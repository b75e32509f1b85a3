"""Conditions asked of every site at once: a question about one site becomes set algebra.

`(is Enemy (who at:(to)))` asked site by site is a loop; asked of all sites together it is the set
of the enemy's pieces. A truth about the site becomes the set of sites where it holds, a number that
depends on the site a list of cases: a set of sites, and the number there. What does not depend on
the site is computed once. Where something else depends on the site, the loop stays.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from interpreter.emit import NOWHERE, Emitter
from interpreter.ir import (
    NO_RELATION,
    Block,
    Bool,
    Callee,
    Instruction,
    Int,
    Relation,
    Sites,
    Table,
    Value,
    walk,
)
from interpreter.passes.snapshots import WRITES, fields_of

MOST_CASES = 24
COMPARISONS = ("eq", "ne", "lt", "le")
ARITHMETIC = ("add", "sub", "mul", "div", "mod", "min", "max")
LOGIC = ("and", "or", "not")
SETS = ("lookup_sites", "intersect", "minus", "is_empty")
LINEAR = ("single", "image", "flood", "intersect", "minus", "union")
ACTING = (*WRITES, "offer", "clear_moves", "arrange", "take")
SUPPORTED = frozenset(
    (*COMPARISONS, *ARITHMETIC, *LOGIC, "contains", "int_of", "pick_int", "lookup",
     "lookup_sites", "is_empty", *LINEAR)
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cases:
    """A number that depends on the site: disjoint sets that cover the board, a number for each."""

    cases: tuple[tuple[Sites, Int], ...]


@dataclass(frozen=True, slots=True)
class Near:
    """A set that depends on the site: of a table's entry for it, what is in another set."""

    table: Table
    within: Sites


@dataclass(frozen=True, slots=True)
class Reach:
    """A set that depends on the site: what some chains of steps reach from it, together.

    Each step takes a set to a set and each site of it on its own, so that a chain can be walked
    backwards: the sites from which it reaches anything are those that are reached from everywhere
    by its steps turned round.

    Args:
        chains: the steps of each, first to last: an operation with its set or relation
    """

    chains: tuple[tuple[tuple[str, Sites | None, Relation | None], ...], ...]

    def then(self, name: str, within: Sites | None, relation: Relation | None = None) -> Reach:
        """With one more step behind every chain."""
        return Reach(tuple((*chain, (name, within, relation)) for chain in self.chains))


Lifted = Sites | Cases | Near | Reach
"""Where a truth holds, what a number is where, or what set belongs to each site."""


class LiftError(Exception):
    """The condition cannot be asked of all sites at once."""


class Lifter:
    """Rewrites the instructions of one condition, and appends them to the emitter's block."""

    def __init__(self, b: Emitter, site: Int, board: Sites) -> None:
        self.b, self.site, self.board = b, site, board
        self.lifted: dict[Value, Lifted] = {}

    def lift(self, block: Block, answer: Bool) -> Sites:
        """The set of sites for which the answer of a block holds.

        Raises:
            LiftError: something in the block depends on the site in another way
        """
        depending = self._depending(block)
        for step in block:
            if step.result not in depending:
                self.b.block.append(step)
                continue
            assert step.result is not None
            self.lifted[step.result] = self._step(step)
        return self._truth(answer)

    def _depending(self, block: Block) -> set[Value | None]:
        """The values that depend on the site; refuses a block with others than can be lifted."""
        found: set[Value | None] = {self.site}
        for step in block:
            if _acts(step):
                raise LiftError(step.name)
            if all(operand not in found for one in walk([step]) for operand in one.operands):
                continue
            if step.name not in SUPPORTED:
                raise LiftError(step.name)
            found.add(step.result)
        return found

    def _step(self, step: Instruction) -> Lifted:
        name, operands = step.name, step.operands
        if name == "contains":
            return self._contains(operands)
        if name == "lookup":
            return self._lookup(step.attribute, operands[0])
        if name in LINEAR and (reach := self._reach(step)) is not None:
            return reach
        if name in SETS:
            return self._set(step)
        if name in LOGIC:
            return self._logic(name, [self._truth(value) for value in operands])
        if name == "int_of":
            holds = self._truth(operands[0])
            return self._cases([(holds, Int(constant=1)), (self._rest(holds), Int(constant=0))])
        if name == "pick_int":
            holds = self._truth(operands[0])
            yes = self._within(holds, operands[1])
            return self._cases(yes + self._within(self._rest(holds), operands[2]))
        return self._pairs(name, operands)

    def _contains(self, operands: tuple[Value, ...]) -> Sites:
        sites, site = operands
        if site != self.site or sites in self.lifted:
            raise LiftError("contains")
        assert isinstance(sites, Sites)
        return self.b.intersect(sites, self.board)

    def _reach(self, step: Instruction) -> Reach | None:
        """A step further from the site; None if the set is not one that grows from it."""
        name, operands, attribute = step.name, step.operands, step.attribute
        if name == "single":
            return Reach(((),)) if operands[0] == self.site else None
        lifted = [self.lifted.get(value) for value in operands]
        first, other = lifted[0], lifted[-1]
        if name == "union" and isinstance(first, Reach) and isinstance(other, Reach):
            return Reach(first.chains + other.chains)
        if name == "intersect" and isinstance(other, Reach):
            first, other, operands = other, first, operands[::-1]
        if not isinstance(first, Reach) or (len(operands) > 1 and other is not None):
            return None
        relation = attribute if isinstance(attribute, Relation) else None
        within = operands[1] if len(operands) > 1 else None
        assert within is None or isinstance(within, Sites)
        return None if name == "union" else first.then(name, within, relation)

    def _reaches(self, reach: Reach) -> Sites:
        """The sites from which some chain reaches anything."""
        return self.b.union(*(self._backwards(chain) for chain in reach.chains))

    def _backwards(self, chain: Sequence[tuple[str, Sites | None, Relation | None]]) -> Sites:
        here = self.board
        for name, within, relation in reversed(chain):
            if name == "image":
                here = self.b.image(here, inverse(relation or NO_RELATION))
            elif within is not None and name == "flood":
                here = self.b.flood(here, within, inverse(relation or NO_RELATION))
            elif within is not None:
                join = self.b.intersect if name == "intersect" else self._without
                here = join(here, within)
        return self.b.intersect(here, self.board)

    def _set(self, step: Instruction) -> Lifted:
        """Sets near the site, and whether there is anything in one."""
        operands = step.operands
        if step.name == "is_empty" and isinstance(reach := self.lifted.get(operands[0]), Reach):
            return self._rest(self._reaches(reach))
        if step.name == "lookup_sites":
            if operands[0] != self.site or not isinstance(step.attribute, Table):
                raise LiftError(step.name)
            return Near(step.attribute, self.board)
        near, other = self.lifted.get(operands[0]), operands[-1]
        if step.name == "intersect" and not isinstance(near, Near):
            near, other = self.lifted.get(operands[1]), operands[0]
        if not isinstance(near, Near):
            raise LiftError(step.name)
        if step.name == "is_empty":
            return self._rest(self.b.image(near.within, self._towards(near.table)))
        if other in self.lifted or other == self.site or not isinstance(other, Sites):
            raise LiftError(step.name)
        join = self.b.intersect if step.name == "intersect" else self._without
        return Near(near.table, join(near.within, other))

    def _without(self, sites: Sites, other: Sites) -> Sites:
        return self.b.minus(sites, without=other)

    def _towards(self, table: Table) -> Relation:
        """From each site to those in whose entry of a table it is."""
        sites = range(self.b.site_count)
        entries = [table.entries[min(site, len(table.entries) - 1)] for site in sites]
        return Relation(
            f"{table.name}_back",
            tuple(tuple(one for one in sites if entries[one] >> site & 1) for site in sites),
        )

    def _lookup(self, table: object, index: Value) -> Cases:
        assert isinstance(table, Table)
        if index == self.site:
            return self._by_site(table)
        return self._cases([(where, self.b.lookup(table, value)) for where, value
                            in self._number(index)])  # fmt: skip

    def _by_site(self, table: Table) -> Cases:
        """A table with an entry for every site, as one case for each different entry."""
        where: dict[int, int] = {}
        for site in range(self.b.site_count):
            entry = table.entries[site] if site < len(table.entries) else table.entries[-1]
            where[entry] = where.get(entry, 0) | 1 << site
        return self._cases([(Sites(constant=mask), Int(constant=entry))
                            for entry, mask in where.items()])  # fmt: skip

    def _logic(self, name: str, operands: list[Sites]) -> Sites:
        if name == "not":
            return self._rest(operands[0])
        join: Callable[[Sites, Sites], Sites] = self.b.intersect if name == "and" else self.b.union
        return join(*operands)

    def _pairs(self, name: str, operands: tuple[Value, ...]) -> Lifted:
        """An operation on two numbers, in every pair of their cases."""
        if self.site in operands:
            return self._with_site(name, operands)
        left, right = (self._number(value) for value in operands)
        found: list[tuple[Sites, Value]] = []
        for where, first in left:
            for also, second in right:
                both = self.b.intersect(where, also)
                if both.constant != 0:
                    found.append((both, self.b.emit(name, first, second)))
        if name in ARITHMETIC:
            return self._cases([(where, value) for where, value in found
                                if isinstance(value, Int)])  # fmt: skip
        holds = [self.b.pick_sites(value, where, NOWHERE) for where, value in found
                 if isinstance(value, Bool)]  # fmt: skip
        return self.b.union(*holds)

    def _with_site(self, name: str, operands: tuple[Value, ...]) -> Sites:
        """The site itself compared with a number."""
        left, right = operands
        other = right if left == self.site else left
        if name not in ("eq", "ne") or other == self.site or other in self.lifted:
            raise LiftError(name)
        assert isinstance(other, Int)
        alone = self.b.single(other)
        return alone if name == "eq" else self._rest(alone)

    def _cases(self, cases: list[tuple[Sites, Int]]) -> Cases:
        kept = tuple((where, value) for where, value in cases if where.constant != 0)
        if len(kept) > MOST_CASES:
            raise LiftError("too many cases")
        return Cases(kept)

    def _number(self, value: Value) -> tuple[tuple[Sites, Int], ...]:
        lifted = self.lifted.get(value)
        if isinstance(lifted, Cases):
            return lifted.cases
        if lifted is not None or value == self.site or not isinstance(value, Int):
            raise LiftError("number")
        return ((self.board, value),)

    def _within(self, where: Sites, value: Value) -> list[tuple[Sites, Int]]:
        return [(self.b.intersect(where, also), one) for also, one in self._number(value)]

    def _truth(self, value: Value) -> Sites:
        lifted = self.lifted.get(value)
        if isinstance(lifted, Sites):
            return lifted
        if lifted is not None or not isinstance(value, Bool):
            raise LiftError("truth")
        return self.b.pick_sites(value, self.board, NOWHERE)

    def _rest(self, sites: Sites) -> Sites:
        return self.b.minus(self.board, without=sites)


@lru_cache(maxsize=1024)
def inverse(relation: Relation) -> Relation:
    """The relation that leads back."""
    back: list[list[int]] = [[] for _ in relation.targets]
    for site, targets in enumerate(relation.targets):
        for target in targets:
            back[target].append(site)
    return Relation(f"{relation.name}_back", tuple(map(tuple, back)))


def _acts(step: Instruction) -> bool:
    """Whether an instruction does something that must be done for each site or not at all."""
    if step.name == "probe":
        return False
    if step.name in ACTING or any(map(_acts, itertools.chain(*step.blocks))):
        return True
    return isinstance(step.attribute, Callee) and bool(fields_of(step.attribute.function, WRITES))

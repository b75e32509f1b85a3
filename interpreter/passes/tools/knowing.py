"""What is known of the values of a function that is being written."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from interpreter.ir.analysis.ranges import within
from interpreter.ir.emit import FALSE, TRUE, ZERO, Emitter
from interpreter.ir.program import Access, Field, Instruction, Program
from interpreter.ir.relations import Compass, Relation, Table
from interpreter.ir.values import Bool, Int, Sites, Value


@dataclass(frozen=True, slots=True)
class Measured:
    """A walk from one site that goes no further than a number decides.

    Args:
        nearest: the sites to which it may go
        within: the sites on which it goes on
        most: so many steps it may take
    """

    compass: Compass
    site: Int
    way: Int
    nearest: Sites
    within: Sites
    most: Int


class Knowing(Emitter):
    """Writes functions, and knows something of the values in them."""

    def __init__(self, program: Program) -> None:
        super().__init__()
        self.program = program
        self.site_count, self.players = program.sites, program.players
        self.parts = {one.part: one for one in program.fields if one.part is not None}
        self.everywhere = (1 << program.sites) - 1
        self.know_nothing()

    def know_nothing(self) -> None:
        """Forget what is known of the values of another function."""
        # What made each value of the function as it is written now.
        self.made: dict[Value, Instruction] = {}
        # Numbers that are surely sites.
        self.surely: set[Value] = set()
        # Between which numbers others lie, where a condition tells it.
        self.told: dict[Value, tuple[int, int]] = {}
        # Conditions of which it is known whether they hold, inside what is asked of them.
        self.decided: dict[Value, Bool] = {}
        # Comparisons by what stands for them.
        self.compared: dict[Value, tuple[str, Value, Value]] = {}
        # The sets in which sites were found.
        self.found_in: dict[Value, Sites] = {}
        # Sets that were found by walking: from what, by which steps, and what lies behind.
        self.reached: dict[Value, tuple[Sites, Relation, Callable[[], Sites]]] = {}
        # Sets that were found by walking as far as a number allows.
        self.measured: dict[Value, Measured] = {}
        # Sets of one site at most, each with this site; -1 if there is none.
        self.only: dict[Value, Int] = {}
        # Those found by a step from one site, and whether there are any.
        self.one_reached: dict[Value, Bool] = {}

    def learn(self) -> None:
        """More is about to be known; where there are blocks, it may be forgotten behind one."""

    def is_entry(self, field: Field, index: Value) -> bool:
        """Whether a number is known to be that of an entry of an array."""
        return self.is_within(cast(Int, index), 0, (field.length or 0) - 1)

    def alone(self, sites: Value) -> Int | None:
        """The site of a set that has this one alone, or none where it is no site."""
        if sites.constant is not None and sites.constant.bit_count() == 1:
            return Int(constant=sites.constant.bit_length() - 1)
        made = self.made.get(sites)
        if made is None or made.name != "single":
            return self.only.get(sites)
        return cast(Int, made.operands[0])

    def one_at_most(self, sites: Value) -> Int | None:
        """The site that a set can have at most."""
        if sites.constant is not None:
            return self.alone(sites)
        made, only = self.made.get(sites), self.only.get(sites)
        if made is None or only is not None:
            return only
        if made.name == "single":
            return cast(Int, made.operands[0])
        if made.name == "intersect":
            return self.one_at_most(made.operands[0]) or self.one_at_most(made.operands[1])
        if made.name == "minus":
            return self.one_at_most(made.operands[0])
        if made.name == "pick_sites" and made.operands[2].constant == 0:
            return self.one_at_most(made.operands[1])
        return None

    def surely_one(self, sites: Value) -> bool:
        """Whether a set is known to have one site, and no other."""
        site = self.alone(sites)
        return site is not None and self.is_site(site)

    def is_site(self, value: Value) -> bool:
        """Whether a number is known to be a site."""
        return self.is_within(value, 0, self.program.sites - 1)

    def asks_site(self, value: Int) -> Bool:
        """Whether a number is a site, asked where it is not known."""
        below = self.less(value, Int(constant=self.program.sites))
        return self.both(self.at_most(ZERO, value), below)

    def bounds(self, value: Value) -> tuple[int, int] | None:
        """Between which numbers a number is known to lie."""
        if value.constant is not None:
            return value.constant, value.constant
        found, told = self._bounds(value), self.told.get(value)
        if told is None:
            return found
        return told if found is None else (max(told[0], found[0]), min(told[1], found[1]))

    def _bounds(self, value: Value) -> tuple[int, int] | None:
        """The same, whatever conditions tell."""
        if value in self.surely:
            return 0, self.program.sites - 1
        made = self.made.get(value)
        if made is None:
            return None
        if made.name in ("lookup", "read"):
            return self._bounds_of(made)
        if made.name == "count":
            return 0, self.program.sites
        if made.name in ("along", "first"):  # -1 where there is none
            return -1, self.program.sites - 1
        if made.name in ("add", "min", "max"):
            return self._bounds_of_two(made)
        if made.name == "what":
            return 0, (cast(Access, made.attribute).field.length or 1) - 1
        return None

    def _bounds_of_two(self, made: Instruction) -> tuple[int, int] | None:
        one, other = (self.bounds(operand) for operand in made.operands)
        if one is None or other is None:
            return None
        join = {"add": operator.add, "min": min, "max": max}[made.name]
        return within((join(one[0], other[0]), join(one[1], other[1])))

    def _bounds_of(self, made: Instruction) -> tuple[int, int] | None:
        if isinstance(made.attribute, Table):
            among = self.bounds(made.operands[0])
            return _bounds_of_table(made.attribute, among)
        part = cast(Access, made.attribute).field.part
        return (1, self.players) if part is not None and part.player else None

    def _compared(self, name: str, left: Value, right: Value) -> Value | None:
        """What a comparison gives, where the bounds of the numbers tell."""
        if left == right:
            return TRUE if name in ("eq", "le") else FALSE
        one, other = self.bounds(left), self.bounds(right)
        if one is None or other is None:
            return None
        if one[1] < other[0]:
            return FALSE if name == "eq" else TRUE
        if other[1] < one[0]:
            return TRUE if name == "ne" else FALSE
        if name == "le" and one[1] <= other[0]:
            return TRUE
        if name == "lt" and other[1] <= one[0]:
            return FALSE
        return None

    def is_within(self, value: Value, low: int, high: int) -> bool:
        """Whether a number is known to lie between two others."""
        found = self.bounds(value)
        return found is not None and low <= found[0] and found[1] <= high


@lru_cache(maxsize=1024)
def _bounds_of_table(table: Table, among: tuple[int, int] | None) -> tuple[int, int]:
    """Between which numbers the entries lie that have numbers between two others."""
    if among is None or among[0] < 0 or among[1] >= len(table.entries):
        return table.bounds
    entries = table.entries[among[0] : among[1] + 1]
    return min(entries), max(entries)

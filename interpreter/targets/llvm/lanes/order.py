"""The kept order of several games: for each a row of sites in memory.

What it is for, and how it changes, is told in `llvm/lists/held.py`.
"""

from __future__ import annotations

import struct

from interpreter.targets.llvm.assembly import copy_bytes
from interpreter.targets.llvm.lanes.sets import LaneSet, LaneSets
from interpreter.targets.llvm.lanes.vectors import BYTES, Lanes, Vectors, constant
from interpreter.targets.llvm.sets.held import Known

# Bits of an entry: no fewer can be gathered.
ENTRY = 32


class LaneOrder:
    """Writes what is done to the kept orders."""

    def __init__(self, vectors: Vectors, sets: LaneSets) -> None:
        self.v, self.sets = vectors, sets
        self.rows = vectors.code.slot(f"[{vectors.width * sets.sites} x i{ENTRY}]", align=BYTES)
        self.rooms, self.room = sets.rooms(), vectors.room(ENTRY)

    def size(self) -> Lanes:
        """How many sites each order lists."""
        return self.v.held(self.room, ENTRY)

    def members(self) -> LaneSet:
        """Which sites each order lists."""
        return self.sets.held(self.rooms)

    def reset(self, mask: str) -> None:
        """List nothing, in some games."""
        self.v.keep_in(mask, self.room, ENTRY, constant(0))
        self.sets.keep(self.rooms, self.sets.constant(0), mask)

    def arrange(self, mask: str, wanted: LaneSet) -> None:
        """List the sites of a set, in some games."""
        v, c, sets = self.v, self.v.code, self.sets
        have = self.members()
        differs = v.without(mask, sets.same(have, wanted))
        with c.when(v.any(differs)):
            everything = sets.same(wanted, sets.constant(sets.everything))
            whole = v.both(differs, v.both(everything, sets.is_empty(have)))
            with c.when(v.any(whole)):
                self._list_all(whole)
            self._add(v.without(differs, whole), have, wanted)
            sets.keep(self.rooms, wanted, differs)

    def _list_all(self, mask: str) -> None:
        """List every site of the board, where nothing is listed."""
        c, sites = self.v.code, self.sets.sites
        table = c.module.data("order of lanes", lambda: struct.pack(f"<{sites}i", *range(sites)))
        rest = c.variable("i64", self.v.bits(mask))
        with c.loop() as loop:
            here = rest.get()
            loop.leave_if(here.is_(0))
            lane = c.intrinsic("i64", "llvm.cttz.i64", ("i64", str(here)), ("i1", "true"))
            size = sites * ENTRY // 8
            copy_bytes(c, c.at(self.rows, lane, size), table, size)
            rest.set(here & (here - 1))
        self.v.keep_in(mask, self.room, ENTRY, constant(sites))

    def _add(self, mask: str, have: LaneSet, wanted: LaneSet) -> None:
        """List new sites behind those that are listed; where some have gone, list all anew."""
        v, sets = self.v, self.sets
        fresh = sets.is_empty(sets.minus(have, wanted))
        v.keep_in(v.without(mask, fresh), self.room, ENTRY, constant(0))
        known = sets.pick(fresh, have, sets.constant(0))
        added = sets.pick(mask, sets.minus(wanted, known), sets.constant(0))
        with sets.each(added) as (site, some, _):
            size = self.size()
            v.keep_at(some, self.rows, ENTRY, v.in_rows(size, sets.sites), site)
            v.keep_in(some, self.room, ENTRY, v.do("add", size, constant(1)))

    def take(self, mask: str, index: Lanes) -> Lanes:
        """The site with a number, taken out of the orders of some games."""
        v, sets = self.v, self.sets
        last = v.do("sub", self.size(), constant(1))
        spot, end = (v.in_rows(one, sets.sites) for one in (index, last))
        site = v.entry_at(mask, self.rows, ENTRY, spot)
        v.keep_at(mask, self.rows, ENTRY, spot, v.entry_at(mask, self.rows, ENTRY, end))
        v.keep_in(mask, self.room, ENTRY, last)
        sets.keep(self.rooms, sets.minus(self.members(), sets.single(site, Known.SITE)), mask)
        return v.as_wide(site, sets.bits)

"""What is asked of the entries of an array for one site after the other is asked of all at once.

A loop over the sites of a set that does no more than add up what an array has for each, or collect
the sites whose entry lies between two numbers, becomes one operation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from interpreter.ir.analysis.changing import changed
from interpreter.ir.emit import Emitter
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Access, Block, Function, Instruction, Program, walk
from interpreter.ir.values import Int, Sites, Value

# On larger boards sets do not fit a word.
MOST_SITES = 64
LEAST, MOST = -(1 << 63), (1 << 63) - 1
COMPARED = ("lt", "le", "eq", "ne")


def ask_at_once(program: Program) -> None:
    """Ask arrays at once, in place, where that can be done."""
    if program.sites > MOST_SITES:
        return
    for function in program.functions:
        if any(step.name == "each" for step in walk(function.body)):
            _Asked(program, function).look(function.body)


@dataclass(frozen=True)
class _Entry:
    """An entry of an array that a loop reads: how far behind its site it stands.

    Args:
        value: what is read
        steps: the instructions that read it
    """

    access: Access
    behind: int
    value: Value
    steps: Block


@dataclass(frozen=True)
class _Between:
    """Two bounds of an entry, these included; or of those that do not lie between them."""

    low: Int
    high: Int
    outside: bool = False


class _Asked:
    """Looks for such loops in one function."""

    def __init__(self, program: Program, function: Function) -> None:
        self.sites = program.sites
        self.emitter = Emitter.into(function, program.sites)

    def look(self, block: Block) -> None:
        """Replace the loops of a block, and those inside it."""
        for place, step in reversed(list(enumerate(block))):
            found = self._replaced(step) if step.name == "each" else None
            if found is not None:
                block[place : place + 1] = found
                continue
            for inner in step.blocks:
                self.look(inner)

    def _replaced(self, step: Instruction) -> Block | None:
        """What does the same as a loop, if that is known."""
        site, sites = step.result, cast(Sites, step.operands[0])
        assert site is not None
        same, body = _same_for_all(step.blocks[0], site)
        entry = self._entry(body, site)
        if entry is None:
            return None
        rest = [one for one in body if one not in entry.steps]
        found = self._added_up(rest, entry, sites) or self._collected(rest, entry, sites, site)
        return None if found is None else [*same, *found]

    def _entry(self, body: Block, site: Value) -> _Entry | None:
        """The one entry that a loop reads, for each site an entry of its own."""
        reads = [step for step in body if step.name == "read_at"]
        if len(reads) != 1 or reads[0].result is None or reads[0].result.kind != "int":
            return None
        (read,) = reads
        index, access = read.operands[0], cast(Access, read.attribute)
        made = [step for step in body if step.result is index]
        behind = 0 if index is site else _behind(made, site)
        if behind is None or not 0 <= behind <= (access.field.length or 1) - self.sites:
            return None
        return _Entry(access, behind, cast(Value, read.result), [*made, read])

    def _added_up(self, rest: Block, entry: _Entry, sites: Sites) -> Block | None:
        """What adds up the entries, where the rest of a loop does no more."""
        variable = changed(rest, ["add", "get", "set"], "add", entry.value)
        if variable is None:
            return None
        b = self.emitter
        with b.open() as block:
            total = b.total_at(entry.access, sites, entry.behind)
            b.set(variable, b.add(b.get_int(variable), total))
        return block

    def _collected(self, rest: Block, entry: _Entry, sites: Sites, site: Value) -> Block | None:
        """What collects sites by their entries, where the rest of a loop does no more."""
        *asked, last = rest
        if last.name != "if" or last.blocks[1]:
            return None
        between = _between(asked, entry.value, last.operands[0])
        single = next((one for one in last.blocks[0] if one.name == "single"), None)
        if between is None or single is None or single.operands != (site,):
            return None
        others = [one for one in last.blocks[0] if one is not single]
        variable = changed(others, ["get", "set", "union"], "union", single.result)
        if variable is None:
            return None
        b = self.emitter
        with b.open() as block:
            found = b.between_at(entry.access, sites, entry.behind, between.low, between.high)
            if between.outside:
                found = b.minus(sites, without=found)
            b.set(variable, b.union(b.get_sites(variable), found))
        return block


def _same_for_all(block: Block, site: Value) -> tuple[Block, Block]:
    """What a loop asks that is the same in every round, and the rest of it.

    What it reads is the same, since a loop that is replaced changes no more than a variable.
    """
    same: Block = []
    rest: Block = []
    changing: set[Value | None] = {site}
    for step in block:
        asks = OPERATIONS[step.name].pure or step.name in ("read", "read_at")
        if asks and changing.isdisjoint(step.operands):
            same.append(step)
        else:
            rest.append(step)
            changing.add(step.result)
    return same, rest


def _behind(made: Block, site: Value) -> int | None:
    """How far behind a site an index stands, by what makes it; None if that is not known."""
    if len(made) != 1 or made[0].name not in ("add", "sub"):
        return None
    left, right = made[0].operands
    if made[0].name == "sub":
        return -right.constant if left is site and right.constant is not None else None
    if right is site:
        left, right = right, left
    return right.constant if left is site else None


def _between(asked: Block, entry: Value, condition: Value) -> _Between | None:
    """The bounds of an entry that a condition asks for, if this is all that is asked."""
    made = {step.result: step for step in asked}
    outside, count = False, 1
    while condition in made and made[condition].name == "not":
        condition, outside, count = made[condition].operands[0], not outside, count + 1
    compared = made.get(condition)
    if compared is None or compared.name not in COMPARED or count != len(asked):
        return None
    left, right = compared.operands
    if (left is entry) == (right is entry):
        return None
    other = cast(Int, right if left is entry else left)
    if compared.name in ("eq", "ne"):
        return _Between(other, other, outside != (compared.name == "ne"))
    if other.constant is None:
        return None
    strict = int(compared.name == "lt")
    if left is entry:
        return _Between(Int(constant=LEAST), Int(constant=other.constant - strict), outside)
    return _Between(Int(constant=other.constant + strict), Int(constant=MOST), outside)

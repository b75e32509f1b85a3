"""A loop over ways of which one at most counts goes this one way, and looks at no other.

Where a piece may only go on as it came, the rules ask of each way whether it is that of the last
move. What is asked compares one number with another for each way; so the number tells the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from interpreter.ir.emit import ZERO, Emitter
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Access, Block, Instruction, Program, walk
from interpreter.ir.relations import Table
from interpreter.ir.values import Int, Sites, Value

READS = ("read", "read_at")


def pin_loops(program: Program) -> None:
    """Replace such loops by what they do in the one round that counts, in place."""
    for function in program.functions:
        if any(step.name == "loop" for step in walk(function.body)):
            _Pinned(Emitter.into(function, program.sites), function.body).block(function.body)


class _Pinned:
    """Looks for such loops in one function.

    Attributes:
        made: what makes each value
        when: where an instruction stands, and behind how many that may have changed the state
    """

    def __init__(self, b: Emitter, body: Block) -> None:
        self.b = b
        self.made: dict[Value, Instruction] = {}
        self.when: dict[Instruction, tuple[int, int]] = {}
        self._read(body)

    def _read(self, block: Block) -> None:
        changes = 0
        for step in block:
            if step.result is not None:
                self.made[step.result] = step
            self.when[step] = id(block), changes
            changes += step.name not in READS and not OPERATIONS[step.name].pure
            for inner in step.blocks:
                self._read(inner)

    def block(self, block: Block) -> None:
        """Replace the loops of a block, and those inside it."""
        for place, step in reversed(list(enumerate(block))):
            for inner in step.blocks:
                self.block(inner)
            if step.name == "loop":
                block[place : place + 1] = self._once(step)

    def _once(self, loop: Instruction) -> Block:
        """What does the same as a loop without going round; the loop itself where that may do."""
        if not loop.blocks[0]:
            return [loop]
        *before, last = loop.blocks[0]
        asked = self.made.get(last.operands[0]) if last.name == "if" else None
        rounds = loop.operands[0].constant
        if asked is None or asked.name != "contains" or asked not in before or rounds is None:
            return [loop]
        index, results = cast(Int, loop.result), {step.result for step in before}
        inside = walk(last.blocks[0])
        if (
            last.blocks[1]
            or not all(OPERATIONS[step.name].pure for step in before)
            or any(step.name == "leave" or results & {*step.operands} for step in inside)
        ):
            return [loop]
        sites, site = asked.operands
        found = self._counting(sites, index, rounds, results)
        if found is None or site in results or site == index:
            return [loop]
        number, ways, held = found
        b = self.b
        with b.open() as block:
            way = number if ways == (*range(rounds),) else b.lookup(_table(ways), number)
            counts = b.both(b.at_most(ZERO, way), b.at_most(way, b.int(rounds - 1)))
            counts = b.both(counts, b.contains(held, cast(Int, site)))
            for step in inside:
                step.operands = tuple(way if one == index else one for one in step.operands)
            block.append(Instruction("if", (counts,), None, None, (last.blocks[0], [])))
        return block

    def _counting(
        self, sites: Value, index: Value, rounds: int, results: set[Value | None]
    ) -> tuple[Int, tuple[int, ...], Sites] | None:
        """A number, which one it is for each round in which a set is not empty, and this set."""
        numbers, ways, sets = list[Value](), list[int](), list[Value]()
        for at in range(rounds):
            picked = self.made.get(self._in_round(sites, index, at))
            if picked is None or picked.name != "pick_sites" or picked.operands[2].constant != 0:
                return None
            equal = self.made.get(picked.operands[0])
            if equal is None or equal.name != "eq" or equal.operands[1].constant is None:
                return None
            numbers.append(equal.operands[0])
            ways.append(equal.operands[1].constant)
            sets.append(picked.operands[1])
        outside = not results & {*numbers, *sets} and index not in (*numbers, *sets)
        one = all(self._same(each[0], other) for each in (numbers, sets) for other in each)
        if not outside or not one or len({*ways}) < rounds or min(ways) < 0:
            return None
        return cast(Int, numbers[0]), tuple(ways), cast(Sites, sets[0])

    def _in_round(self, sites: Value, index: Value, at: int) -> Value:
        """Which set is picked by the number of a round."""
        picked = self.made.get(sites)
        while picked is not None and picked.name == "pick_sites":
            asked = self.made.get(picked.operands[0])
            if asked is None or asked.name != "le" or asked.operands[0] != index:
                break
            limit = asked.operands[1].constant
            if limit is None:
                break
            sites = picked.operands[1 if at <= limit else 2]
            picked = self.made.get(sites)
        return sites

    def _same(self, one: Value, other: Value) -> bool:
        """Whether two values are computed in the same way from the same state."""
        if one == other:
            return True
        first, second = self.made.get(one), self.made.get(other)
        if first is None or second is None or first.name != second.name:
            return False
        if first.name in READS:
            one_read, other_read = cast(Access, first.attribute), cast(Access, second.attribute)
            fields = one_read.field, one_read.copy, self.when[first]
            alike = fields == (other_read.field, other_read.copy, self.when[second])
        else:
            alike = OPERATIONS[first.name].pure and first.attribute == second.attribute
        pairs = zip(first.operands, second.operands, strict=True)
        return alike and all(self._same(*pair) for pair in pairs)


def _table(ways: Sequence[int]) -> Table:
    """Which way has a number; -1 for none."""
    places = {number: way for way, number in enumerate(ways)}
    entries = tuple(places.get(number, -1) for number in range(max(ways) + 1))
    return Table("way of number", (*entries, -1))

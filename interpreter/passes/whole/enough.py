"""Counting no further than what is asked: whether there is one group is known at the second.

A loop that adds to a variable, and does nothing else that is seen behind it, ends as soon as the
variable is so large that no comparison of it with a constant can turn out otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import cast

from interpreter.ir.analysis.accesses import QUIET
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.analysis.settled import settled_from
from interpreter.ir.emit import Emitter
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Block, Function, Instruction, Program, Variable, walk
from interpreter.ir.values import Int, Value

# What is added in a loop that counts: one for what holds, or what an array has.
GROWING = ("int_of", "read_at")


def count_enough(program: Program) -> None:
    """Let loops that count end where they have counted enough, in place."""
    ranges = cache(lambda: Ranges(program))  # they are not always asked for
    for function in program.functions:
        if any(step.name in ("loop", "each") for step in walk(function.body)):
            _Counting(program, function, ranges).look(function.body)


@dataclass(frozen=True)
class _Count:
    """What a round of a loop does to count.

    The number so far, the sum, what is added, and keeping the sum.
    """

    get: Instruction
    total: Instruction
    more: Value
    set: Instruction

    @property
    def variable(self) -> Variable:
        """What is counted in."""
        return cast(Variable, self.set.attribute)


class _Counting:
    """Looks for loops that count, in one function."""

    def __init__(self, program: Program, function: Function, ranges: Callable[[], Ranges]) -> None:
        self.function, self.ranges = function, ranges
        self.emitter = Emitter.into(function, program.sites)
        steps = list(walk(function.body))
        self.made = {step.result: step for step in steps if step.result is not None}
        self.users: dict[Value, list[Instruction]] = {}
        for step in steps:
            for value in step.operands:
                self.users.setdefault(value, []).append(step)
        self.gets = _by_variable(steps, "get")
        self.sets = _by_variable(steps, "set")

    def look(self, block: Block) -> None:
        """End every loop of a block as early as can be, and those inside it."""
        for step in block:
            for inner in step.blocks:
                self.look(inner)
            if step.name in ("loop", "each"):
                self._end_early(step.blocks[0])

    def _end_early(self, body: Block) -> None:
        counts = [one for one in map(self._count, body) if one is not None]
        if len(counts) == 1 and self._keeps_to_itself(body, counts[0]):
            enough = self._enough(counts[0])
            if enough is not None and self._never_shrinks(counts[0]):
                self._leave(body, counts[0], enough)

    def _count(self, step: Instruction) -> _Count | None:
        """What makes a variable greater, by a number that may be none that is ever negative."""
        total = self.made.get(step.operands[0]) if step.name == "set" else None
        if total is None or total.name != "add" or len(self.sets[step.attribute]) != 1:
            return None
        for value, more in (total.operands, total.operands[::-1]):
            get, made = self.made.get(value), self.made.get(more)
            own = get is not None and get.name == "get" and get.attribute is step.attribute
            grows = (more.constant or 0) > 0 or (made is not None and made.name in GROWING)
            if get is not None and own and grows:
                return _Count(get, total, more, step)
        return None

    def _never_shrinks(self, count: _Count) -> bool:
        """Whether no number that is added is negative."""
        made = self.made.get(count.more)
        if made is None or made.name == "int_of":
            return True
        return self.ranges().of(self.function, count.more)[0] >= 0

    def _keeps_to_itself(self, body: Block, count: _Count) -> bool:
        """Whether nothing else that a loop does is seen behind it."""
        inside = list(walk(body))
        gets = _by_variable(inside, "get")
        for step in inside:
            if step.name == "set":
                told = len(gets[step.attribute]) < len(self.gets[step.attribute])
                if told and step is not count.set:
                    return False
            elif step.name not in QUIET and not OPERATIONS[step.name].pure:
                return False
        return gets[count.variable] == [count.get]

    def _enough(self, count: _Count) -> int | None:
        """From which number on all that is asked of a count is settled; None for never."""
        found: list[int] = []
        for get in self.gets[count.variable]:
            assert get.result is not None
            for user in self.users.get(get.result, ()):
                if user is count.total:
                    continue
                settled = settled_from(user, user.operands.index(get.result))
                if settled is None:
                    return None
                found.append(settled)
        return max(found, default=None)

    def _leave(self, body: Block, count: _Count, enough: int) -> None:
        """Count as early in a round as can be, and end the loop at once if that will do."""
        steps = [step for step in (count.get, count.total, count.set) if step in body]
        body[:] = [step for step in body if step not in steps]
        needed = {self.made.get(value) for value in count.total.operands}
        after = [number + 1 for number, step in enumerate(body) if step in needed or step.blocks]
        place = max(after, default=0)
        b = self.emitter
        with b.open() as more:
            b.leave_if(b.at_most(Int(constant=enough), cast(Int, count.total.result)))
        body[place:place] = [*steps, *more]


def _by_variable(steps: Iterable[Instruction], name: str) -> defaultdict[object, list[Instruction]]:
    found: defaultdict[object, list[Instruction]] = defaultdict(list)
    for step in steps:
        if step.name == name:
            found[step.attribute].append(step)
    return found

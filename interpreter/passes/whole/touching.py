"""Groups that touch a set, found all at once: one flood from there, instead of one for each group.

A loop over the groups of a set that keeps those with a neighbour in another set, or those without
one, asks each group for itself. But the groups with such a neighbour are what a flood from the
sites beside that set reaches. It is short where most stones lie near to the set, as in Go.

Whether a single group touches a set is asked of where it begins, before the group is found.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

from interpreter.ir.emit import ZERO, Emitter
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Block, Function, Instruction, Program, Variable, walk
from interpreter.ir.relations import Relation
from interpreter.ir.values import Bool, Int, Sites, Value

Instead = tuple[int, Block]
"""From which instruction of a block on others stand up to this one, and which."""


def touch_together(program: Program) -> None:
    """Find groups that touch a set together, in every function."""
    for function in program.functions:
        if any(step.name == "flood" for step in walk(function.body)):
            _Groups(program, function).look(function.body)


@dataclass(frozen=True)
class _Touched:
    """What is asked of a group: whether it has neighbours among some sites.

    Args:
        group: the flood that finds it
        among, without: the sets that those sites are in, and are not in
        outside: sites of the group itself do not count
        some: whether it is asked that there are any, not that there are none
    """

    group: Instruction
    among: tuple[Sites, ...] = ()
    without: tuple[Sites, ...] = ()
    outside: bool = False
    some: bool = False

    def turned(self) -> _Touched:
        """The opposite."""
        return replace(self, some=not self.some)


@dataclass(frozen=True)
class _Kept:
    """What a loop keeps of groups.

    Args:
        variable: where
        asked: what is asked of those that are kept
        counted: their sites are counted
    """

    variable: Variable
    asked: _Touched
    counted: bool = False


class _Groups:
    """Looks for questions about groups, in one function."""

    def __init__(self, program: Program, function: Function) -> None:
        self.b = Emitter.into(function, program.sites)
        self.everywhere = Sites(constant=(1 << program.sites) - 1)
        steps = list(walk(function.body))
        self.made = {step.result: step for step in steps if step.result is not None}
        self.uses = Counter(value for step in steps for value in step.operands)
        self.of_variables = Counter(
            step.attribute for step in steps if step.name in ("local", "get", "set")
        )

    def look(self, block: Block) -> None:
        """Rewrite a block, and those inside it."""
        place = 0
        while place < len(block):
            found = self._of_groups(block, place) or self._of_one(block, place)
            if found is None:
                for inner in block[place].blocks:
                    self.look(inner)
                place += 1
            else:
                first, instead = found
                block[first : place + 1] = instead
                place = first + len(instead)

    def _among(self, asked: _Touched, within: Sites) -> Sites:
        """The sites that groups of a set are asked to touch; they are none of its own."""
        there = self.everywhere
        for one in asked.among:
            there = self.b.intersect(there, one)
        for one in (*asked.without, within):
            there = self.b.minus(there, without=one)
        return there

    # Loops over groups

    def _of_groups(self, block: Block, place: int) -> Instead | None:
        """What stands for a loop over groups that keeps some of them."""
        loop = _Loop.of(block[place])
        if loop is None or self.of_variables[loop.rest] != ITS_USES:
            return None
        declared = [one for one in block[:place] if one.attribute is loop.rest]
        kept = self._kept(loop)
        if not declared or kept is None or not self._does_no_more(loop, kept):
            return None
        with self.b.open() as found:
            self._keep(kept, cast(Sites, declared[0].operands[0]))
        return place, found

    def _keep(self, kept: _Kept, whole: Sites) -> None:
        """Keep all groups of a set of which something holds."""
        b, asked = self.b, kept.asked
        relation = cast(Relation, asked.group.attribute)
        start, within = whole, whole
        made = self.made.get(whole)
        if made is not None and made.name == "flood" and made.attribute is relation:
            # The groups through some sites: those sites need to be looked at alone.
            start, within = cast("tuple[Sites, Sites]", made.operands)
            start = b.intersect(start, within)
        beside = b.intersect(b.image(self._among(asked, within), relation), within)

        def keep() -> None:
            touching = b.flood(beside, within, relation)
            groups = (
                b.intersect(start, touching) if asked.some else b.minus(start, without=touching)
            )
            if start is not within:
                groups = b.flood(groups, within, relation)
            old = b.get(kept.variable)
            if kept.counted:
                b.set(kept.variable, b.add(cast(Int, old), b.count(groups)))
            else:
                b.set(kept.variable, b.union(cast(Sites, old), groups))

        # Often every group is beside the set where it begins.
        looked = start if asked.some else b.minus(start, without=beside)
        b.if_(b.negate(b.is_empty(looked)), keep)

    def _kept(self, loop: _Loop) -> _Kept | None:
        """What a loop keeps, by the last that it does for a group."""
        last = loop.body[-1]
        if last.name == "if":
            asked, (yes, no) = self._asked(last.operands[0]), last.blocks
            if asked is None or len(yes) + len(no) != 1 or (yes or no)[0].name != "set":
                return None
            last, asked = (yes or no)[0], asked if yes else asked.turned()
            variable = cast(Variable, last.attribute)
            both = self._joined(last.operands[0], variable, asked)
            return _Kept(variable, asked) if both else None
        total = self.made.get(last.operands[0]) if last.name == "set" else None
        if total is None:
            return None
        variable = cast(Variable, last.attribute)
        if total.name == "pick_sites":
            condition, yes, no = total.operands
            asked = self._asked(condition)
            if asked is None or not self._is_old(no, variable):
                return None
            return _Kept(variable, asked) if self._joined(yes, variable, asked) else None
        return self._counted(total, variable) if total.name == "add" else None

    def _is_old(self, value: Value, variable: Variable) -> bool:
        made = self.made.get(value)
        return made is not None and made.name == "get" and made.attribute is variable

    def _joined(self, value: Value, variable: Variable, asked: _Touched | None) -> bool:
        """Whether a value is what is kept already together with the group that is asked about."""
        both = self.made.get(value)
        if both is None or both.name != "union" or asked is None:
            return False
        old = any(self._is_old(one, variable) for one in both.operands)
        return old and asked.group.result in both.operands

    def _counted(self, total: Instruction, variable: Variable) -> _Kept | None:
        """What is counted: the sites of a group, or nothing."""
        for value, more in (total.operands, total.operands[::-1]):
            picked = self.made.get(more)
            if not self._is_old(value, variable) or picked is None or picked.name != "pick_int":
                continue
            asked, size = self._asked(picked.operands[0]), self.made.get(picked.operands[1])
            if asked is None or size is None or size.name != "count":
                continue
            if picked.operands[2] == ZERO and size.operands == (asked.group.result,):
                return _Kept(variable, asked, counted=True)
        return None

    def _does_no_more(self, loop: _Loop, kept: _Kept) -> bool:
        """Whether a loop does nothing else, and what it asks stays the same all the time."""
        inside = list(walk(loop.body))
        own = {one.result for one in inside}
        asked = kept.asked
        if asked.group is not loop.group or not asked.outside:
            return False
        if not own.isdisjoint((*asked.among, *asked.without)):
            return False
        sets = sum(one.name == "set" for one in inside)
        return sets == 1 and all(
            OPERATIONS[one.name].pure
            or one.name == "if"
            or (one.name in ("get", "set") and one.attribute is kept.variable)
            for one in inside
        )

    # Questions

    def _asked(self, value: Value) -> _Touched | None:
        """What a truth asks of a group, if it does."""
        step = self.made.get(value)
        if step is None:
            return None
        if step.name == "not":
            asked = self._asked(step.operands[0])
            return None if asked is None else asked.turned()
        if step.name == "is_empty":
            return self._neighbours(step.operands[0])
        counted = self.made.get(step.operands[1]) if step.name == "lt" else None
        if counted is None or counted.name != "count" or step.operands[0] != ZERO:
            return None
        asked = self._neighbours(counted.operands[0])
        return None if asked is None else asked.turned()

    def _neighbours(self, value: Value) -> _Touched | None:
        """Which neighbours of a group a set holds, if it holds some."""
        step = self.made.get(value)
        if step is None:
            return None
        if step.name == "image":
            group, relation = self.made.get(step.operands[0]), cast(Relation, step.attribute)
            if group is None or group.name != "flood" or group.attribute is not relation:
                return None
            return _Touched(group) if _both_ways(relation) else None
        if step.name == "minus":
            asked = self._neighbours(step.operands[0])
            return None if asked is None else _less(asked, step.operands[1])
        if step.name == "intersect":
            for one, other in (step.operands, step.operands[::-1]):
                asked = self._neighbours(one)
                if asked is not None:
                    return self._within(asked, other)
        return None

    def _within(self, asked: _Touched, among: Value) -> _Touched:
        """The neighbours that are in another set as well."""
        made = self.made.get(among)
        if made is not None and made.name == "minus" and made.operands[1] == asked.group.result:
            asked, among = replace(asked, outside=True), made.operands[0]
        return replace(asked, among=(*asked.among, cast(Sites, among)))

    # One group

    def _of_one(self, block: Block, place: int) -> Instead | None:
        """A question about one group, which the sites that it begins with may answer."""
        step = block[place]
        if step.name not in ("is_empty", "lt") or step.result is None:
            return None
        asked = self._asked(step.result)
        if asked is None or asked.group not in block[:place] or not asked.outside:
            return None
        first = block.index(asked.group)
        needed = self._needed_alone(block[first : place + 1])
        own = {one.result for one in needed}
        if not needed or not own.isdisjoint((*asked.among, *asked.without)):
            return None
        start, within = cast("tuple[Sites, Sites]", asked.group.operands)
        b = self.b
        with b.open() as found:
            near = b.image(b.intersect(start, within), cast(Relation, asked.group.attribute))
            far = b.is_empty(b.intersect(near, self._among(asked, within)))
            answer = b.local("touches" if asked.some else "apart", b.bool(asked.some))
            told = cast(Bool, b.fresh("bool"))
            look = Block((*needed[:-1], replace(step, result=told)))
            with b.open() as kept:
                b.set(answer, told)
            b.block.append(Instruction("if", (far,), None, None, ([*look, *kept], [])))
            b.block.append(Instruction("get", (), step.result, answer))
        others = [one for one in block[first:place] if one not in needed]
        return first, [*others, *found]

    def _needed_alone(self, steps: Block) -> Block:
        """What the last of some steps needs that the first one gives; nothing if others need it."""
        needed: Block = []
        results: set[Value] = set()
        for step in steps:
            if step is steps[0] or not results.isdisjoint(step.operands):
                if not OPERATIONS[step.name].pure or step.result is None:
                    return []
                needed.append(step)
                results.add(step.result)
            elif any(not results.isdisjoint(one.operands) for one in walk([step])):
                return []
        used = Counter(value for one in needed for value in one.operands)
        alone = all(used[one.result] == self.uses[one.result] for one in needed[:-1] if one.result)
        return needed if alone and needed[-1] is steps[-1] else []


@dataclass(frozen=True)
class _Loop:
    """A loop that takes one group after another out of a set.

    Args:
        rest: the variable that holds what is left
        group: the flood that finds the next group
        body: what is done for a group, besides
    """

    rest: Variable
    group: Instruction
    body: Block

    @classmethod
    def of(cls, loop: Instruction) -> _Loop | None:
        """A loop as one over groups, if it is one."""
        steps = loop.blocks[0] if loop.name == "loop" else []
        if [one.name for one in steps[: len(TAKING)]] != TAKING or len(steps) == len(TAKING):
            return None
        get, empty, leave, first, single, group, minus, kept = steps[: len(TAKING)]
        rest = get.result
        taken = (
            empty.operands == first.operands == (rest,)
            and leave.operands == (empty.result,)
            and [[one.name for one in block] for block in leave.blocks] == [["leave"], []]
            and single.operands == (first.result,)
            and group.operands == (single.result, rest)
            and minus.operands == (rest, group.result)
            and kept.operands == (minus.result,)
            and kept.attribute is get.attribute
            and _both_ways(cast(Relation, group.attribute))
        )
        return cls(cast(Variable, get.attribute), group, steps[len(TAKING) :]) if taken else None


# How a loop over groups begins.
TAKING = ["get", "is_empty", "if", "first", "single", "flood", "minus", "set"]
# What is left is declared, read and changed, each once.
ITS_USES = 3


def _less(asked: _Touched, sites: Value) -> _Touched:
    """The neighbours of a group that are not in a set."""
    if sites == asked.group.result:
        return replace(asked, outside=True)
    return replace(asked, without=(*asked.without, cast(Sites, sites)))


@lru_cache(maxsize=256)
def _both_ways(relation: Relation) -> bool:
    """Whether each step can be taken back."""
    targets = relation.targets
    return all(site in targets[one] for site, row in enumerate(targets) for one in row)

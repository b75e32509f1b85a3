"""Blocks that make moves of several kinds, taken apart: what one kind needs, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from interpreter.ir.program import Block, Function, Instruction, Template, Variable, walk
from interpreter.ir.values import Bool, Value
from interpreter.passes.tools.rewriting import ACTS, Rewriter, acts

LOOPS = ("each", "loop")
CONTROL = ("if", *LOOPS, "after", "list")
# They have no result, and what they do ends with the control around them.
HARMLESS = ("if", "local", "set", "leave", "yield")


def only_tells(step: Instruction) -> bool:
    """Whether an instruction does nothing but give a value."""
    if step.result is None or step.name in LOOPS or acts([step]):
        return False
    return all(one.name != "set" for one in walk([step]))


def templates_in(block: Block) -> list[Template]:
    """The templates of moves to be chosen from, in the order in which they are listed."""
    made = {step.attribute for step in walk(block) if step.name == "move"}
    return sorted(
        (one for one in cast(set[Template], made) if one.number >= 0), key=lambda one: one.number
    )


def only(block: Block, wanted: Template, fresh: Callable[[], Bool]) -> Block:
    """What a block does for the moves of one template.

    Args:
        fresh: makes a value of the function that the block belongs to
    """
    found = _Parting(wanted, fresh).block(block, set())
    declared = {one.attribute for one in walk(found) if one.name == "local"}
    several = {one: Variable(one.name, one.kind) for one in cast(set[Variable], declared)}
    return _renamed(found, several)


def _renamed(block: Block, variables: Mapping[Variable, Variable]) -> Block:
    """A block with other variables for its own: else what one part sets, another seems to read."""
    found: Block = []
    for step in block:
        attribute = step.attribute
        if isinstance(attribute, Variable):
            attribute = variables.get(attribute, attribute)
        blocks = tuple(_renamed(one, variables) for one in step.blocks)
        found.append(replace(step, attribute=attribute, blocks=blocks))
    return found


class _Parting:
    def __init__(self, wanted: Template, fresh: Callable[[], Bool]) -> None:
        self.wanted, self.fresh = wanted, fresh

    def block(self, block: Block, needed: set[Value]) -> Block:
        """What is needed of a block; adds to the values that are needed."""
        kept: Block = []
        for step in reversed(block):
            for one in reversed(self._step(step, needed)):
                kept.append(one)
                needed.update(one.operands)
                for inner in walk([one]):
                    needed.update(inner.operands)
        kept.reverse()
        return kept

    def _step(self, step: Instruction, needed: set[Value]) -> Block:
        if step.name == "move":
            return [step] if step.attribute is self.wanted else []
        if step.name == "first_of":
            return self._first_of(step)
        if step.name in CONTROL:
            blocks = tuple(self.block(one, set()) for one in step.blocks)
            if not any(blocks) or self._does_nothing(step, blocks):
                return []
            return [replace(step, blocks=blocks)]
        if step.result is not None and step.result not in needed:
            return []
        return [step]

    def _does_nothing(self, step: Instruction, blocks: Sequence[Block]) -> bool:
        """Whether only variables are worked out in some control that nobody behind it reads."""
        inner = [one for block in blocks for one in walk(block)]
        declared = {one.attribute for one in inner if one.name == "local"}
        for one in inner:
            if one.name == "set" and one.attribute not in declared:
                return False
            if one.result is None and one.name not in HARMLESS:
                return False
            if one.name in ACTS and one.name != "leave":
                return False
        return step.name in LOOPS or not any(map(leaves, blocks))

    def _first_of(self, step: Instruction) -> Block:
        """Moves of the second block are made where the first makes none."""
        if self.wanted not in templates_in(step.blocks[1]):
            first = self.block(step.blocks[0], set())
            return [replace(step, blocks=(first, []))] if first else []
        second = self.block(step.blocks[1], set())
        some = self.fresh()
        ask = Instruction("any", (), some, None, (_asked(step.blocks[0]),))
        return [ask, Instruction("if", (some,), None, None, ([], second))]


def leaves(block: Block) -> bool:
    """Whether a block leaves a loop around it."""
    return any(
        one.name == "leave" or (one.name not in LOOPS and any(map(leaves, one.blocks)))
        for one in block
    )


def _asked(block: Block) -> Block:
    """A block whose moves are only asked for."""
    found: Block = []
    for step in block:
        attribute = step.attribute
        if step.name == "move":
            template = cast(Template, attribute)
            attribute = replace(
                template, number=-1, act=Function("asked"), origins=None, carried_way=None
            )
        blocks = tuple(map(_asked, step.blocks))
        found.append(replace(step, attribute=attribute, blocks=blocks))
    return found


def repeats(r: Rewriter, block: Block) -> bool:
    """Whether a block may be run several times, for some of its moves each time."""
    own = {one.attribute for one in walk(block) if one.name == "local"}
    return r.written((block,)) <= own


def without_loop(block: Block, loop: Instruction) -> Block:
    """A block with one round of a loop in the place of the loop."""
    found: Block = []
    for step in block:
        if step is loop:
            found += loop.blocks[0]
        else:
            found.append(
                replace(step, blocks=tuple(without_loop(one, loop) for one in step.blocks))
            )
    return found

"""A choice that is the same for all pieces is made once, not in each round of a loop."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Block, Instruction, walk
from interpreter.ir.values import Bool, Value
from interpreter.passes.tools.rewriting import DONE, READS, Rewriter, acts


def each(r: Rewriter, step: Instruction) -> Value | None:
    """A loop whose block does one thing or another, which does not depend on the site."""
    block = step.blocks[0]
    if acts(block):
        return None
    place = next((place for place, one in enumerate(block) if one.name == "if"), None)
    if place is None or any(not _is_plain(one) for one in block if one is not block[place]):
        return None
    choice = block[place]
    made: set[Value | None] = {one.result for one in walk(block) if one.result is not None}
    made.add(step.result)
    first = [one for one in block[:place] if _is_outside(one, made)]
    if choice.operands[0] in made:
        return None
    for one in first:
        r.step(one)
    rest = [one for one in block if one not in first]

    def part(number: int) -> None:
        inner: Block = []
        for one in rest:
            inner += choice.blocks[number] if one is choice else [one]
        if choice.blocks[number]:
            r.put(replace(step, blocks=(inner,)))

    r.if_(cast(Bool, r.value(choice.operands[0])), lambda: part(0), lambda: part(1))
    return DONE


def _is_plain(step: Instruction) -> bool:
    pure = OPERATIONS[step.name].pure or step.name in READS
    return pure and not step.blocks


def _is_outside(step: Instruction, made: set[Value | None]) -> bool:
    """Whether an instruction is the same in every round; then its result is none of the loop's."""
    if any(one in made for one in step.operands):
        return False
    made.discard(step.result)
    return True

"""Whether a loop over pieces makes each move once.

Two moves that are the same count as two. A set cannot hold both: where moves are gathered in sets,
it must be known that those of one piece differ.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir.program import Block, Instruction, Template, walk
from interpreter.ir.values import Value

Rounds = tuple[Instruction, ...]
"""The loops around an instruction."""


def told_apart(step: Instruction, template: Template) -> bool:
    """Whether the moves of a template are made in one place, once for each piece, and by it."""
    assert step.result is not None
    block = step.blocks[0]
    moves = list(_moves(block, template, ()))
    if len(moves) != 1:
        return False
    ((move, loops),) = moves
    single = {one.result: one.operands[0] for one in walk(block) if one.name == "single"}
    piece: Value = step.result
    for loop in loops:
        # A loop over the piece alone has one round.
        if loop.name != "each" or single.get(loop.operands[0]) != piece or loop.result is None:
            return False
        piece = loop.result
    return move.operands[0] == piece


def _moves(block: Block, template: Template, loops: Rounds) -> Iterator[tuple[Instruction, Rounds]]:
    """The moves of a template in a block, and the loops around each."""
    for step in block:
        if step.name == "move" and step.attribute is template:
            yield step, loops
        inside = (*loops, step) if step.name in ("loop", "each") else loops
        for inner in step.blocks:
            yield from _moves(inner, template, inside)

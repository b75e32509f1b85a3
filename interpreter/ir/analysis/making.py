"""What makes moves, and for whom."""

from __future__ import annotations

from interpreter.ir.program import Block

QUESTIONS = ("any", "starts", "targets")
WANTING = (*QUESTIONS, "list")
MAKING = ("move", "first_of", "after", "longest")


def makes_moves(block: Block) -> bool:
    """Whether a block makes moves for whoever calls it."""
    for step in block:
        if step.name in MAKING:
            return True
        if step.blocks and step.name not in WANTING and any(map(makes_moves, step.blocks)):
            return True
    return False

"""From which number on a comparison with a constant is always the same."""

from __future__ import annotations

from interpreter.ir.program import Instruction

# How much more than the constant that number is, where it stands on the left and on the right.
BEYOND = {"eq": (1, 1), "ne": (1, 1), "le": (1, 0), "lt": (0, 1)}


def settled_from(step: Instruction, place: int) -> int | None:
    """The number from which on all numbers give the same, in an operand's place.

    None where an instruction is no comparison with a constant: each number may matter.
    """
    if step.name not in BEYOND:
        return None
    constant = step.operands[1 - place].constant
    return None if constant is None else constant + BEYOND[step.name][place]

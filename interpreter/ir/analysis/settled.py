"""From which number on a comparison with a constant is always the same."""

from __future__ import annotations

from interpreter.ir.program import Function, Instruction, walk

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


def lengths_that_matter(function: Function) -> dict[int, int]:
    """For lengths of rows that are only compared: from which length on all are alike.

    By the numbers of values; those of which the length itself is wanted are left out.
    """
    steps = list(walk(function.body))
    found = {one.result.number: 1 for one in steps if one.name == "run" and one.result}
    for step in steps:
        for place, operand in enumerate(step.operands):
            if operand.constant is not None or operand.number not in found:
                continue
            enough = settled_from(step, place)
            if enough is None:
                del found[operand.number]
            else:
                found[operand.number] = max(found[operand.number], enough)
    return found

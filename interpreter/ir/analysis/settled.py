"""From which number on, and up to which, a comparison with a constant is always the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from interpreter.ir.program import Function, Instruction, walk
from interpreter.ir.values import Value

# How much more than the constant that number is, where it stands on the left and on the right.
BEYOND = {"eq": (1, 1), "ne": (1, 1), "le": (1, 0), "lt": (0, 1)}

# How much more than the constant the first number is that may give another than all below it.
BELOW = {"eq": (0, 0), "ne": (0, 0), "le": (1, 0), "lt": (0, 1)}


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


def rows_together(function: Function) -> dict[Value, tuple[tuple[Instruction, int], ...]]:
    """Rows of one set through one site, of which a block asks no more than one comparison each.

    By the first of those that belong together; with each comes the least length that may be told
    from no row at all.
    """
    least = _least_lengths(function)
    found: dict[Value, tuple[tuple[Instruction, int], ...]] = {}
    waiting = [function.body] if least else []
    while waiting:
        together: defaultdict[Sequence[Value], list[tuple[Instruction, int]]] = defaultdict(list)
        for step in waiting.pop():
            waiting.extend(step.blocks)
            if step.result in least:
                together[step.operands].append((step, least[step.result]))
        for rows in together.values():
            first = rows[0][0].result
            assert first is not None
            found[first] = tuple(rows)
    return found


def _least_lengths(function: Function) -> dict[Value, int]:
    """For rows that are compared once with a constant, the least length that may matter."""
    steps = walk(function.body)
    uses: dict[Value, list[int | None]] = {
        one.result: [] for one in steps if one.name == "run" and one.result
    }
    for step in steps if uses else ():
        for place, operand in enumerate(step.operands):
            if operand in uses:
                uses[operand].append(_matters_from(step, place))
    return {row: asked[0] for row, asked in uses.items() if len(asked) == 1 and asked[0]}


def _matters_from(step: Instruction, place: int) -> int | None:
    """The number, in an operand's place, below which all give the same; None if none is known."""
    if step.name not in BELOW:
        return None
    constant = step.operands[1 - place].constant
    return None if constant is None else constant + BELOW[step.name][place]

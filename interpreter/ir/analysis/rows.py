"""Rows of one set through one site, and what follows from there being none of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.ir.analysis.settled import settled_from
from interpreter.ir.meaning.fold import fold
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Block, Function, Instruction, walk
from interpreter.ir.values import CLASSES, Value


@dataclass(frozen=True)
class Together:
    """Rows that one block asks for.

    Args:
        rows: each with the least length that may be told from no row at all
        steps: the rows, and what the block computes of them alone, in order
        without: what each of the steps gives, where no row is as long
        wanted: the values that others than these steps use
    """

    rows: tuple[tuple[Instruction, int], ...]
    steps: tuple[Instruction, ...]
    without: dict[Value, Value]
    wanted: tuple[Value, ...]


def rows_together(function: Function, sites: int) -> dict[Value, Together]:
    """Rows of one set through one site that a block asks for, by the first of them.

    Args:
        sites: how many the board has
    """
    steps = walk(function.body)
    least = _least_lengths(steps)
    found: dict[Value, Together] = {}
    waiting = [function.body] if least else []
    while waiting:
        block = waiting.pop()
        rows: defaultdict[Sequence[Value], list[Instruction]] = defaultdict(list)
        for step in block:
            waiting.extend(step.blocks)
            if step.result in least:
                rows[step.operands].append(step)
        for several in rows.values():
            first = several[0].result
            assert first is not None
            asked = tuple((one, least[one.result]) for one in several if one.result is not None)
            found[first] = _together(asked, block, steps, sites)
    return found


def _least_lengths(steps: Sequence[Instruction]) -> dict[Value, int]:
    """For each row, the least length that may be told from none at all."""
    found: dict[Value, int | None] = {
        one.result: None for one in steps if one.name == "run" and one.result is not None
    }
    for step in steps if found else ():
        for place, operand in enumerate(step.operands):
            if operand in found:
                before, here = found[operand], _matters_from(step, place)
                found[operand] = here if before is None else min(before, here)
    return {row: least for row, least in found.items() if least is not None}


def _matters_from(step: Instruction, place: int) -> int:
    """The least number, in an operand's place, that may give another than 0."""
    settled = settled_from(step, place)
    if settled is None:
        return 1
    # One number alone is equal to a constant: the last before all others are alike again.
    return max(1, settled - (step.name in ("eq", "ne")))


def _together(
    rows: tuple[tuple[Instruction, int], ...], block: Block, steps: Sequence[Instruction],
    sites: int,
) -> Together:  # fmt: skip
    asked = {one.result for one, _ in rows}
    without: dict[Value, Value] = {}
    inside: list[Instruction] = []
    for step in block:
        if step.result is None:
            continue
        if step.result in asked:
            without[step.result] = CLASSES["int"](constant=0)
        elif OPERATIONS[step.name].pure and any(one in without for one in step.operands):
            operands = tuple(without.get(one, one) for one in step.operands)
            if any(one.constant is None for one in operands):
                continue
            found = fold(step.name, operands, step.attribute, sites)
            assert found is not None
            without[step.result] = found
        else:
            continue
        inside.append(step)
    wanted = {one for step in steps if step.result not in without for one in step.operands}
    return Together(rows, tuple(inside), without, tuple(one for one in without if one in wanted))

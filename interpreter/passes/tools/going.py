"""Loops that go along a way, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from interpreter.ir.emit import ZERO
from interpreter.ir.program import Block, Instruction
from interpreter.ir.relations import Compass
from interpreter.ir.values import Int


@dataclass(frozen=True)
class Going:
    """A loop that goes along a way, and ends where the way does.

    Args:
        site: where the way begins
        index: the number of the round
        far: how many steps have been made in a round, more than its number by `ahead`
        there: the site to which they lead
        rest: what is done there
    """

    compass: Compass
    site: Int
    way: Int
    index: Int
    far: Int
    ahead: int
    there: Int
    rest: Block


def going(step: Instruction) -> Going | None:
    """How a loop goes along a way; None if it does not, or goes on behind the end of the way.

    Each round begins so: `far = add index ahead; there = along site way far; if there < 0, leave`.
    """
    block = step.blocks[0]
    if step.name != "loop" or [one.name for one in block[:4]] != ["add", "along", "lt", "if"]:
        return None
    counting, stepping, asking, leaving = block[:4]
    site, way, steps = cast("tuple[Int, Int, Int]", stepping.operands)
    far, there = cast(Int, counting.result), cast(Int, stepping.result)
    index, ahead = cast(Int, step.result), counting.operands[1].constant
    ends = asking.operands == (there, ZERO) and leaving.operands == (asking.result,)
    leaves = [one.name for one in leaving.blocks[0]] == ["leave"] and not leaving.blocks[1]
    if counting.operands[0] != index or steps != far or not (ends and leaves):
        return None
    if ahead is None or ahead < 1 or {site, way} & {index, far}:
        return None
    return Going(cast(Compass, stepping.attribute), site, way, index, far, ahead, there, block[4:])

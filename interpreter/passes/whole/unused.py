"""Taking away what rules write and never use, before anything is made of it.

A rule may ask how far a walk goes, and what lies behind it, though nobody wants to know. What only
reads or computes is dropped here, so that it is in nobody's way.
"""

from __future__ import annotations

from interpreter.ir.program import Block, Function, Instruction, Program, walk
from interpreter.ir.values import Value

# What has an effect besides what it gives, also inside of what gives something.
ACTING = ("call", "random", "take")
LOOPS = ("each", "loop")


def remove_unused(program: Program) -> None:
    """Drop what is computed and never used, in place."""
    for function in program.functions:
        remove_unused_in(function)


def remove_unused_in(function: Function) -> None:
    """Drop what a function computes and never uses, in place."""
    _sweep(function.body, set())


def _sweep(block: Block, used: set[Value]) -> None:
    """From the end to the beginning, so that a value's uses come before what makes it.

    Args:
        used: the values that are used behind the block; those used in it are added
    """
    kept: Block = []
    for step in reversed(block):
        if step.result is not None and step.result not in used and not acts(step):
            continue
        for inner in reversed(step.blocks):
            _sweep(inner, used)
        used.update(step.operands)
        kept.append(step)
    kept.reverse()
    block[:] = kept


def acts(step: Instruction) -> bool:
    """Whether something that gives a value does more than that."""
    return step.name in LOOPS or any(one.name in ACTING for one in walk([step]))

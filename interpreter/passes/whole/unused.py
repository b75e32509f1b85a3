"""Taking away what rules write and never use, before anything is made of it.

A rule may ask how far a walk goes, and what lies behind it, though nobody wants to know. What only
reads or computes is dropped here, so that it is in nobody's way.
"""

from __future__ import annotations

from collections import Counter

from interpreter.ir.program import Block, Program, walk
from interpreter.ir.values import Value

# What has an effect besides what it gives, also inside of what gives something.
ACTING = ("call", "random", "take")


def remove_unused(program: Program) -> None:
    """Drop what is computed and never used, in place."""
    for function in program.functions:
        uses = Counter(one for step in walk(function.body) for one in step.operands)
        _sweep(function.body, uses)


def _sweep(block: Block, uses: Counter[Value]) -> None:
    kept: Block = []
    for step in reversed(block):
        loop = step.name in ("each", "loop")
        if (
            step.result is not None
            and not loop
            and not uses[step.result]
            and not any(one.name in ACTING for one in walk([step]))
        ):
            for one in walk([step]):
                uses.subtract(one.operands)
            continue
        for inner in step.blocks:
            _sweep(inner, uses)
        kept.append(step)
    kept.reverse()
    block[:] = kept

"""Functions that are called from one place alone: what they do stands there instead.

So what the caller knows is known to them: where the last move went, and what stands there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import cast

from interpreter.ir.program import Callee, Function, Instruction, Program, walk
from interpreter.ir.values import Value
from interpreter.passes.tools.rewriting import DONE, Rewriter


def called_once(program: Program, entries: Collection[str]) -> set[Function]:
    """The functions that stand where they are called."""
    callees = [
        step.attribute
        for function in program.functions
        for step in walk(function.body)
        if isinstance(step.attribute, Callee)
    ]
    calls = Counter(one.function for one in callees)
    kept = {one.act for one in program.templates} | {one.guard for one in program.templates}
    return {
        one.function
        for one in callees
        if calls[one.function] == 1
        and one.copy is None
        and one.function not in kept
        and one.function.name not in entries
        and ends_once(one.function)
    }


def ends_once(function: Function) -> bool:
    """Whether a function ends at its last instruction alone, and does not call itself."""
    if function.recursive:
        return False
    steps = [step.name for step in walk(function.body)]
    return steps.count("return") + steps.count("finish") == 1 and steps[-1] in ("return", "finish")


def call(r: Rewriter, step: Instruction) -> Value | None:
    """A call of a function that stands here instead."""
    callee = cast(Callee, step.attribute)
    shown = r.function.name == "playout" and callee.copy is None and callee.function in r.shown
    if callee.function not in r.inlined and not shown:
        return None
    outer, r.instead = r.instead, dict(zip(callee.function.parameters, step.operands, strict=True))
    # As it was: what has been rewritten says less of what stands where.
    *body, last = r.before.get(callee.function, callee.function.body)
    r.enter(callee.function, step.operands)
    r.rewrite(body)
    found = r.value(last.operands[0]) if last.name == "return" else DONE
    r.instead = outer
    return found

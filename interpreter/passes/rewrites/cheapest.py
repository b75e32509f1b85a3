"""The cheapest question first, where one of several rules for moves is enough.

Whether a player can move at all is often answered by a step to a neighbour, and the rule for long
captures, which comes first where moves are listed, need not be looked at.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.ir.program import Block, Callee, Function, Instruction, Variable, walk
from interpreter.ir.values import Value
from interpreter.passes.tools.rewriting import Rewriter

# Blocks of these are run again and again, about so often.
LOOPS = frozenset(("each", "loop", "where", "gather", "across", "walk"))
ROUNDS = 8


def first_of(r: Rewriter, step: Instruction) -> Value | None:
    """The moves of the first of two blocks that makes any, where it is only asked for any."""
    first, second = step.blocks
    if not r.asking or not second or _changes(r, step):
        return None
    known: dict[Function, int] = {}
    if _cost(second, known) >= _cost(first, known):
        return None
    return r.again(replace(step, blocks=(second, first)))


def _changes(r: Rewriter, step: Instruction) -> bool:
    """Whether blocks change more than variables of their own."""
    inner = {one.attribute for block in step.blocks for one in walk(block) if one.name == "local"}
    return not r.written(step.blocks) <= {one for one in inner if isinstance(one, Variable)}


def _cost(block: Block, known: dict[Function, int]) -> int:
    """About how many instructions a block runs."""
    found = 0
    for step in block:
        inner = sum(_cost(one, known) for one in step.blocks)
        found += 1 + inner * (ROUNDS if step.name in LOOPS else 1)
        if isinstance(step.attribute, Callee):
            found += _cost_of(step.attribute.function, known)
    return found


def _cost_of(function: Function, known: dict[Function, int]) -> int:
    if function not in known:
        known[function] = 0  # of a function that calls itself
        known[function] = _cost(function.body, known)
    return known[function]

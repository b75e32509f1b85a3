"""Which instructions run about once a game: those that turn what nothing turns back."""

from __future__ import annotations

from collections import defaultdict
from typing import cast

from interpreter.ir.analysis.accesses import STORES
from interpreter.ir.program import Access, Callee, Field, Function, Instruction, Program, walk


def once_a_game(program: Program) -> frozenset[Instruction]:
    """The instructions of a program that turn a field which nothing turns back.

    Such a field has one number when a game begins, and is given another one, always the same, later
    on: that the game is over, that a player is out of it, that he has left a phase. Whoever writes
    it has most likely asked whether it was written before. A call turns what the function surely
    does. That is no proof: only how fast a program runs may hang on it.
    """
    turned = _turned(program)
    surely: set[Function] = set()
    found: set[Instruction] = set()
    for function in program.functions:  # callees come first
        if function.name == "start":
            continue
        found.update(one for one in walk(function.body) if _turns(one, turned, surely))
        if not found.isdisjoint(function.body):
            surely.add(function)
    return frozenset(found)


def _turns(step: Instruction, turned: frozenset[Field], surely: set[Function]) -> bool:
    if step.name == "call":
        callee = cast(Callee, step.attribute)
        return callee.copy is None and callee.function in surely
    return step.name in STORES and cast(Access, step.attribute).field in turned


def _turned(program: Program) -> frozenset[Field]:
    """The fields that are turned."""
    first: defaultdict[Field, set[int | None]] = defaultdict(set)
    later: defaultdict[Field, set[int | None]] = defaultdict(set)
    for function in program.functions:
        written = first if function.name == "start" else later
        for step in walk(function.body):
            if step.name in STORES:
                written[cast(Access, step.attribute).field].add(step.operands[-1].constant)
    return frozenset(
        field
        for field, values in later.items()
        if field.kind != "sites"
        and len(values) == 1
        and None not in values
        and values.isdisjoint(first.get(field, (field.initial,)))
    )

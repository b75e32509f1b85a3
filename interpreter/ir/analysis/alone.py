"""Which sets have one site at most."""

from __future__ import annotations

from typing import cast

from interpreter.ir.program import Function, walk
from interpreter.ir.relations import Relation


def one_at_most(function: Function) -> frozenset[int]:
    """The numbers of a function's values that are sets with one site at most."""
    found: set[int] = set()
    for step in walk(function.body):
        if step.result is None:
            continue
        few = [one.number in found if one.constant is None else one.constant.bit_count() < 2
               for one in step.operands]  # fmt: skip
        match step.name:
            case "single":
                alone = True
            case "intersect":
                alone = any(few)
            case "minus":
                alone = few[0]
            case "pick_sites":
                alone = few[1] and few[2]
            case "image":
                targets = cast(Relation, step.attribute).targets
                alone = few[0] and all(len(several) < 2 for several in targets)
            case _:
                alone = False
        if alone:
            found.add(step.result.number)
    return frozenset(found)

"""What a few instructions do to a variable, if they do no more."""

from __future__ import annotations

from typing import cast

from interpreter.ir.program import Block, Variable
from interpreter.ir.values import Value


def changed(steps: Block, names: list[str], by: str, more: Value | None) -> Variable | None:
    """The variable that some steps change by one operation with one more value, and nothing else.

    Args:
        names: of all the steps, in alphabetical order
    """
    if sorted(step.name for step in steps) != names:
        return None
    made = {step.name: step for step in steps}
    get, change, kept = made["get"], made[by], made["set"]
    own = get.attribute is kept.attribute and kept.operands == (change.result,)
    if own and {*change.operands} == {get.result, more}:
        return cast(Variable, kept.attribute)
    return None

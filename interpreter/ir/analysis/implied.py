"""Which numbers that moves carry follow from their sites and the state.

A move that takes along as many pieces as stand on its from-site carries their number; but in one
position no two of its kind differ in that alone, so that nobody has to choose it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from interpreter.ir.analysis.accesses import WRITES, fields_of
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Access, Field, Instruction, Program, Template, walk
from interpreter.ir.values import Value


def offered_once(program: Program) -> set[Template]:
    """The templates that a single instruction offers."""
    found = Counter(
        step.attribute
        for function in program.functions
        for step in walk(function.body)
        if step.name == "offer" and isinstance(step.attribute, Template)
    )
    return {template for template, offers in found.items() if offers == 1}


def kept(program: Program) -> set[Field]:
    """The parts of the state that stay as they are while moves are looked for."""
    return set(program.fields) - fields_of(program.function("generate"), WRITES)


def implied(
    value: Value, origin: Value, made: Mapping[Value, Instruction], fields: set[Field]
) -> bool:
    """Whether a number is the same for all moves of one offer that share their from-site.

    Args:
        value: the number
        origin: the from-site
        made: the instruction that makes each value
        fields: the parts of the state that stay as they are
    """
    if value.constant is not None or value is origin:
        return True
    step = made.get(value)
    if step is None:
        return False
    if isinstance(step.attribute, Access):
        plain = step.name in ("read", "read_at") and step.attribute.copy is None
        same = plain and step.attribute.field in fields
    else:
        same = OPERATIONS[step.name].pure
    return same and all(implied(one, origin, made, fields) for one in step.operands)

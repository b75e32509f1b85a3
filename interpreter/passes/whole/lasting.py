"""Fields that never change once the game has begun give what they hold where it is asked for.

Where pieces stood at first is part of the state, since the start may be drawn by lot. Where it
always is the same, nothing has to keep it, and a state of chess is a fifth smaller.
"""

from __future__ import annotations

from typing import cast

from interpreter.ir.analysis.accesses import STORES
from interpreter.ir.program import Access, Field, Instruction, Program, walk
from interpreter.ir.relations import Table
from interpreter.ir.values import CLASSES, Int, Value

READS = ("read", "read_at")


def keep_lasting(program: Program) -> None:
    """Let reads of fields that last give what the start writes, in place."""
    held = _lasting(program)
    if held:
        _answer(program, held)


def _lasting(program: Program) -> dict[Field, list[int]]:
    """The fields that only the beginning of the start writes, with what they hold then."""
    start = next((one for one in program.functions if one.name == "start"), None)
    if start is None:
        return {}
    held = {
        one: [one.initial] * (one.length or 1)
        for one in program.fields
        # What may be set from outside lasts no longer than that.
        if one.kind in ("int", "sites")
        and one.bounds is None
        and not (one.part is not None and one.part.asked)
    }
    first: set[Instruction] = set()
    for step in start.body:
        if step.name not in STORES or any(one.constant is None for one in step.operands):
            break
        entries = held.get(cast(Access, step.attribute).field)
        *index, value = (cast(int, one.constant) for one in step.operands)
        place = index[0] if index else 0
        if entries is not None and 0 <= place < len(entries):
            entries[place] = value
            first.add(step)
    for function in program.functions:
        for step in walk(function.body):
            if isinstance(step.attribute, Access) and step.name not in READS and step not in first:
                held.pop(step.attribute.field, None)
    return held


def _answer(program: Program, held: dict[Field, list[int]]) -> None:
    """Let every read of what lasts be what it gives, or an entry of a table."""
    # The last entry of a table stands for any number out of range, the first one of a field.
    tables = {
        field: Table(f"lasting_{field.name}", (*entries, entries[0]))
        for field, entries in held.items()
    }
    for function in program.functions:
        known: dict[Value, Value] = {}
        for step in walk(function.body):
            if step.name not in READS or step.result is None:
                continue
            field = cast(Access, step.attribute).field
            if field not in held:
                continue
            index = step.operands[0] if step.operands else Int(constant=0)
            if index.constant is None:
                step.name = "lookup" if field.kind == "int" else "lookup_sites"
                step.attribute = tables[field]
            else:
                place = index.constant if 0 <= index.constant < len(held[field]) else 0
                known[step.result] = CLASSES[field.kind](constant=held[field][place])
        if known:
            for step in walk(function.body):
                step.operands = tuple(known.get(one, one) for one in step.operands)

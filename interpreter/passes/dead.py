"""Taking away what nobody looks at: fields never read, variables never read, unused results.

A game pays only for the state its rules ask about: without a rule on passes there is no record of
them, without a rule on turns no counter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from interpreter.ir import (
    OPERATIONS,
    Access,
    Block,
    Callee,
    Field,
    Function,
    Instruction,
    Program,
    Value,
    walk,
)

# What may go when its result is not used, though it depends on the state.
READS = ("read", "read_at", "get", "move_count", "move_at", "seen", "linked")


def remove_dead(program: Program, entries: Sequence[str]) -> None:
    """Drop dead fields, instructions and functions in place, until nothing more can go.

    Args:
        entries: functions that are called from outside
    """
    _remove_uncalled(program, entries)
    remembers = any(field.kind == "history" for field in program.fields)
    varying: set[Field] = _varying(program) if remembers else set()
    kept = {field for field in program.fields
            if (field.part and field.part.asked) or (field.position and field in varying)}  # fmt: skip
    looked_at = {function: _looked_at(function) for function in program.functions}
    live = kept
    pending = program.functions
    while pending:
        found = kept.union(*looked_at.values())
        # With a field gone every function may hold more that is dead, else only a changed one.
        pending = pending if found == live else program.functions
        live = found
        pending = [function for function in pending if _clean(function, live)]
        looked_at |= {function: _looked_at(function) for function in pending}
    program.fields[:] = [field for field in program.fields if field in live]


def _remove_uncalled(program: Program, entries: Sequence[str]) -> None:
    called: set[Function | None] = set()
    pending = [one for one in program.functions if one.name in entries]
    pending += [one.act for one in program.templates]
    pending += [one.guard for one in program.templates if one.guard is not None]
    while pending:
        function = pending.pop()
        if function not in called:
            called.add(function)
            pending += [step.attribute.function for step in walk(function.body)
                        if isinstance(step.attribute, Callee)]  # fmt: skip
    program.functions[:] = [one for one in program.functions if one in called]


def _varying(program: Program) -> set[Field]:
    """The fields that ever hold anything but what they hold at first.

    What is written may be the first value again, or what was read from the field itself.
    """
    found: set[Field] = set()
    for function in program.functions:
        steps = list(walk(function.body))
        own: dict[Value | None, Field] = {
            step.result: step.attribute.field
            for step in steps
            if step.name in ("read", "read_at") and isinstance(step.attribute, Access)
        }
        for step in steps:
            if step.name not in ("write", "write_at") or not isinstance(step.attribute, Access):
                continue
            field, value = step.attribute.field, step.operands[-1]
            if value.constant != field.initial and own.get(value) is not field:
                found.add(field)
    return found


def _looked_at(function: Function) -> set[Field]:
    """The fields that a function reads for more than to write them again."""
    steps = list(walk(function.body))
    uses: dict[Value, list[Instruction]] = {}
    for step in steps:
        for operand in step.operands:
            uses.setdefault(operand, []).append(step)
    return {
        step.attribute.field
        for step in steps
        if isinstance(step.attribute, Access)
        and step.name not in ("write", "write_at", "remember", "forget")
        and (step.result is None or _matters(step.result, step.attribute.field, uses))
    }


def _matters(value: Value, field: Field, uses: dict[Value, list[Instruction]]) -> bool:
    """Whether a value of a field ends up anywhere but in the same field."""
    for step in uses.get(value, ()):
        same = isinstance(step.attribute, Access) and step.attribute.field is field
        if step.name in ("write", "write_at") and same:
            continue
        if not OPERATIONS[step.name].pure or step.result is None:
            return True
        if _matters(step.result, field, uses):
            return True
    return False


def _clean(function: Function, live: set[Field]) -> bool:
    used: set[Value] = set()
    for step in walk(function.body):
        used.update(step.operands)
    return _clean_block(function.body, live, used, _readings(function.body))


def _readings(block: Block) -> Counter[object]:
    """How often each variable is read in a block."""
    return Counter(step.attribute for step in walk(block) if step.name == "get")


def _clean_block(block: Block, live: set[Field], used: set[Value], read: Counter[object]) -> bool:
    kept = [step for step in block if not _dead(step, live, used, read)]
    changed = len(kept) < len(block)
    block[:] = kept
    for step in block:
        for inner in step.blocks:
            changed |= _clean_block(inner, live, used, read)
    return changed


def _dead(step: Instruction, live: set[Field], used: set[Value], read: Counter[object]) -> bool:
    if step.name in ("write", "write_at", "remember", "forget"):
        return isinstance(step.attribute, Access) and step.attribute.field not in live
    if step.name in ("local", "set"):
        return step.attribute not in read
    if OPERATIONS[step.name].pure or step.name in READS:
        return step.result not in used
    if step.name in ("each", "loop") and _only_turns(step, read):
        return True
    if step.name in ("if", "each", "loop", "probe", "snapshot"):
        return not any(step.blocks)
    return False


# What makes no difference in a loop of which nothing is read outside.
HARMLESS = ("local", "get", "set", "if", "each", "loop", "leave", "read", "read_at", "linked")


def _only_turns(step: Instruction, read: Counter[object]) -> bool:
    """Whether a loop does nothing but change variables that only it reads."""
    inside = list(walk(step.blocks[0]))
    if any(not OPERATIONS[one.name].pure and one.name not in HARMLESS for one in inside):
        return False
    own = _readings(step.blocks[0])
    return all(read[one.attribute] == own[one.attribute] for one in inside if one.name == "set")

"""Taking away the copies of the state that make no difference.

Effects of one batch read the state as it was before the batch. A copy is needed only where a
read may come after a write of the same field; elsewhere the reads see the state itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.ir import (
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Function,
    Instruction,
    Probe,
    walk,
)


def settle(block: Block, copy: Copy, outer: Copy | None) -> Block:
    """The block of a batch, inside a `snapshot` only if its reads need the copy.

    Args:
        copy: the copy that reads of the batch name
        outer: the copy of the batch around it, or None; reads fall back to it
    """
    if _conflicts(block, copy, set()):
        return [Instruction("snapshot", (), None, copy, (block,))]
    for instruction in walk(block):
        attribute = instruction.attribute
        if isinstance(attribute, Access | Callee | Probe) and attribute.copy is copy:
            attribute.copy = outer
    return block


def _conflicts(block: Block, copy: Copy, written: set[Field]) -> bool:
    """Whether some read of the copy may follow a write of its field; adds to `written`."""
    for instruction in block:
        if _reads(instruction, copy) & written:
            return True
        if instruction.name == "probe":
            continue  # what is written there is dropped, and read there is read from its own copy
        written |= _writes(instruction)
        # What a loop writes in one round is written before the reads of the next.
        rounds = 2 if instruction.name in ("each", "loop") else 1
        for _ in range(rounds):
            if any(_conflicts(inner, copy, written) for inner in instruction.blocks):
                return True
    return False


def _reads(instruction: Instruction, copy: Copy) -> set[Field]:
    attribute = instruction.attribute
    if isinstance(attribute, Probe) and attribute.copy is copy:
        return touched(instruction.blocks[0])
    if isinstance(attribute, Access) and attribute.copy is copy:
        return {attribute.field}
    if isinstance(attribute, Callee) and attribute.copy is copy:
        return fields_of(attribute.function, READS)
    return set()


def touched(block: Block) -> set[Field]:
    """Every field that a block, or a function it calls, reads or writes."""
    return {step.attribute.field for step in reached(block) if isinstance(step.attribute, Access)}


def reached(block: Block) -> Iterator[Instruction]:
    """All instructions of a block and of the functions that it calls, each function once."""
    seen: set[Function] = set()
    waiting = [block]
    while waiting:
        for step in walk(waiting.pop()):
            yield step
            if isinstance(step.attribute, Callee) and step.attribute.function not in seen:
                seen.add(step.attribute.function)
                waiting.append(step.attribute.function.body)


def _writes(instruction: Instruction) -> set[Field]:
    attribute = instruction.attribute
    if isinstance(attribute, Access) and instruction.name in WRITES:
        return {attribute.field}
    if isinstance(attribute, Callee):
        return fields_of(attribute.function, WRITES)
    return set()


READS = ("read", "read_at", "random", "seen", "linked")
WRITES = ("write", "write_at", "random", "remember", "forget")


def fields_of(function: Function, operations: tuple[str, ...]) -> set[Field]:
    """The fields that a function, or one it calls, touches with one of these operations."""
    return {
        step.attribute.field
        for step in reached(function.body)
        if isinstance(step.attribute, Access) and step.name in operations
    }

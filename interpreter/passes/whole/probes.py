"""Putting back what a trial has changed, where that is little, in place of a copy of the state.

Who asks whether a site is attacked only says for a moment that another player moves. The few
numbers that such a question writes are kept and written back, and no state is copied.

What only looks at a state never writes to it, not even for a moment: others may look at the same
one. So in what lists moves and says whether they are legal, a trial inside a copy is put back, and
the first is made on a copy as ever.
"""

from __future__ import annotations

from typing import cast

from interpreter.ir.analysis.accesses import WRITES
from interpreter.ir.emit import Emitter
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Field,
    Function,
    Instruction,
    Probe,
    Program,
)
from interpreter.ir.values import Int

# What looks at states that are not its own.
LOOKING = ("generate", "allowed")
# So many numbers or sets are put back at most.
MOST_KEPT = 6
LISTS = ("offer", "clear_moves", "move_at", "move_count", "take", "arrange", "sort_moves")

Entry = tuple[Field, int | None]


def put_back(program: Program) -> None:
    """Put back what trials change, in place of copies, in every function."""
    exposed: set[Function] = set()
    waiting = [one for one in program.functions if one.name in LOOKING]
    while waiting:
        function = waiting.pop()
        if function not in exposed:
            exposed.add(function)
            waiting += [step.attribute.function for step in _outside_trials(function.body)
                        if isinstance(step.attribute, Callee)]  # fmt: skip
    for function in program.functions:
        emitter = Emitter.into(function, program.sites)
        _in_block(emitter, function.body, own=function not in exposed)


def _outside_trials(block: Block) -> list[Instruction]:
    """The instructions of a block, but those of trials inside it."""
    found: list[Instruction] = []
    for step in block:
        found.append(step)
        if step.name != "probe":
            for inner in step.blocks:
                found += _outside_trials(inner)
    return found


def _in_block(b: Emitter, block: Block, *, own: bool) -> None:
    """Put back what the trials of a block change.

    Args:
        own: whether the state is one that may be written to
    """
    place = 0
    while place < len(block):
        step = block[place]
        for inner in step.blocks:
            _in_block(b, inner, own=own or step.name == "probe")
        changed = _changed(step) if own and step.name == "probe" else None
        instead = [step] if changed is None else _with_changes_put_back(b, step.blocks[0], changed)
        block[place : place + 1] = instead
        place += len(instead)


def _with_changes_put_back(b: Emitter, trial: Block, changed: list[Entry]) -> Block:
    with b.open() as before:
        kept = [b.read(field, _index(index)) for field, index in changed]
    with b.open() as after:
        for (field, index), value in zip(changed, kept, strict=True):
            b.write(field, value, _index(index))
    return [*before, *trial, *after]


def _index(number: int | None) -> Int | None:
    return None if number is None else Int(constant=number)


def _changed(step: Instruction) -> list[Entry] | None:
    """What a trial writes, if it is little and known beforehand, and all that it does."""
    trial = step.blocks[0]
    if cast(Probe, step.attribute).copy is not None or _goes_on_elsewhere(trial):
        return None
    found: dict[Entry, None] = {}
    seen: set[Function] = set()
    waiting = [trial]
    while waiting:
        for one in _outside_trials(waiting.pop()):
            if one.name in (*LISTS, "remember", "forget"):
                return None
            if isinstance(one.attribute, Callee) and one.attribute.function not in seen:
                seen.add(one.attribute.function)
                waiting.append(one.attribute.function.body)
            if one.name in WRITES:
                field = cast(Access, one.attribute).field
                index = one.operands[0].constant if one.name == "write_at" else None
                if field.length is not None and index is None:
                    return None
                found[field, index] = None
    return list(found) if len(found) <= MOST_KEPT else None


def _goes_on_elsewhere(block: Block) -> bool:
    """Whether a block can be left before its end."""
    return any(
        step.name in ("leave", "return", "finish")
        or (step.name not in ("loop", "each") and any(map(_goes_on_elsewhere, step.blocks)))
        or any(_returns(inner) for inner in step.blocks)
        for step in block
    )


def _returns(block: Block) -> bool:
    return any(
        step.name in ("return", "finish") or any(map(_returns, step.blocks)) for step in block
    )

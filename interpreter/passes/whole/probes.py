"""Putting back what a trial has changed, where that is little, in place of a copy of the state.

Who asks whether a site is attacked only says for a moment that another player moves. The few
numbers that such a question writes are kept and written back, and no state is copied.

What only looks at a state never writes to it, not even for a moment: others may look at the same
one. So in what lists moves and says whether they are legal, a trial inside a copy is put back, and
the first is made on a copy as ever.
"""

from __future__ import annotations

from dataclasses import dataclass
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
    outside,
)
from interpreter.ir.values import Int

# What looks at states that are not its own.
LOOKING = ("generate", "allowed")
# So many numbers or sets are put back at most.
MOST_KEPT = 6
# What does more than to write to places.
DOES_MORE = frozenset((
    "offer", "clear_moves", "move_at", "move_count", "take", "arrange", "sort_moves", "remember",
    "forget",
))  # fmt: skip

Entry = tuple[Field, int | None]


def put_back(program: Program) -> None:
    """Put back what trials change, in place of copies, in every function."""
    exposed: set[Function] = set()
    waiting = [one for one in program.functions if one.name in LOOKING]
    while waiting:
        function = waiting.pop()
        if function not in exposed:
            exposed.add(function)
            waiting += [step.attribute.function for step in outside(function.body, "probe")
                        if isinstance(step.attribute, Callee)]  # fmt: skip
    trials = _Trials(program.sites)
    for function in program.functions:
        trials.of(function, own=function not in exposed)


@dataclass(frozen=True, slots=True)
class _Written:
    """What a block writes outside of its trials.

    Args:
        little: only to places that are known beforehand, and that is all it does
        entries: to which
        callees: whom it calls
    """

    little: bool
    entries: dict[Entry, None]
    callees: dict[Function, None]


class _Trials:
    """The trials of a program, which are put back where that is little."""

    def __init__(self, sites: int) -> None:
        self.sites = sites
        self._known: dict[Function, _Written] = {}

    def of(self, function: Function, *, own: bool) -> None:
        """Put back what the trials of a function change.

        Args:
            own: whether the state is one that may be written to
        """
        self._in_block(Emitter.into(function, self.sites), function.body, own=own)

    def _in_block(self, b: Emitter, block: Block, *, own: bool) -> None:
        place = 0
        while place < len(block):
            step = block[place]
            for inner in step.blocks:
                self._in_block(b, inner, own=own or step.name == "probe")
            instead = [step]
            changed = self._changed(step) if own and step.name == "probe" else None
            if changed is not None:
                instead = _with_changes_put_back(b, step.blocks[0], changed)
                # What a trial wrote is written by its function now.
                self._known.pop(b.function, None)
            block[place : place + 1] = instead
            place += len(instead)

    def _changed(self, step: Instruction) -> list[Entry] | None:
        """What a trial writes, if it is little and known beforehand, and all that it does."""
        trial = step.blocks[0]
        if cast(Probe, step.attribute).copy is not None or _goes_on_elsewhere(trial):
            return None
        written = _written(trial)
        found, seen, waiting = dict(written.entries), dict(written.callees), [*written.callees]
        while written.little and waiting:
            function = waiting.pop()
            if function not in self._known:
                self._known[function] = _written(function.body)
            written = self._known[function]
            found |= written.entries
            waiting += [one for one in written.callees if one not in seen]
            seen |= written.callees
        return list(found) if written.little and len(found) <= MOST_KEPT else None


def _written(block: Block) -> _Written:
    entries: dict[Entry, None] = {}
    callees: dict[Function, None] = {}
    for step in outside(block, "probe"):
        if step.name in DOES_MORE:
            return _Written(False, entries, callees)
        if isinstance(step.attribute, Callee):
            callees[step.attribute.function] = None
        if step.name in WRITES:
            field = cast(Access, step.attribute).field
            index = step.operands[0].constant if step.name == "write_at" else None
            if field.length is not None and index is None:
                return _Written(False, entries, callees)
            entries[field, index] = None
    return _Written(True, entries, callees)


def _with_changes_put_back(b: Emitter, trial: Block, changed: list[Entry]) -> Block:
    with b.open() as before:
        kept = [b.read(field, _index(index)) for field, index in changed]
    with b.open() as after:
        for (field, index), value in zip(changed, kept, strict=True):
            b.write(field, value, _index(index))
    return [*before, *trial, *after]


def _index(number: int | None) -> Int | None:
    return None if number is None else Int(constant=number)


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

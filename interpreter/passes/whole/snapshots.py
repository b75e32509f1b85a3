"""Taking away the copies of the state that make no difference.

Effects of one batch read the state as it was before the batch. A copy is needed only where a
read may come after a write of the same field; elsewhere the reads see the state itself.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from interpreter.ir.analysis.accesses import WRITES, Accesses, touched
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Instruction,
    Probe,
    Program,
    walk,
)


def settle(program: Program) -> None:
    """Drop the copies that make no difference, in place."""
    settler = _Settler()
    for function in program.functions:
        settler.block(function.body)


class _Settler:
    """Looks through blocks from the inside out."""

    def __init__(self) -> None:
        self.accesses = Accesses()
        # What is read of the copy that is looked at, by block.
        self.read: dict[tuple[int, Copy], set[Field]] = {}

    def block(self, block: Block) -> None:
        """Drop the copies of a block and of those inside it."""
        place = 0
        while place < len(block):
            step = block[place]
            for inner in step.blocks:
                self.block(inner)
            if step.name == "snapshot" and self._is_needless(step):
                block[place : place + 1] = step.blocks[0]
                place += len(step.blocks[0])
            else:
                place += 1

    def _is_needless(self, step: Instruction) -> bool:
        copy = cast(Copy, step.attribute)
        self.read.clear()
        if self._conflicts(step.blocks[0], copy, set()):
            return False
        for one in walk(step.blocks[0]):
            attribute = one.attribute
            if isinstance(attribute, Access | Callee | Probe) and attribute.copy is copy:
                one.attribute = replace(attribute, copy=None)
        return True

    def _conflicts(self, block: Block, copy: Copy, written: set[Field]) -> bool:
        """Whether some read of the copy may follow a write of its field; adds to `written`."""
        for step in block:
            if written and self._reads(step, copy) & written:
                return True
            if step.name == "probe":
                continue  # what is written there is dropped, what is read there is read from it
            written |= self._writes(step)
            # Of several blocks one is run: what another writes is not written before its reads.
            apart = [set(written) for _ in step.blocks]
            if any(map(self._conflicts, step.blocks, [copy] * len(apart), apart)):
                return True
            written |= set().union(*apart)
            # What a loop writes in one round is written before the reads of the next.
            if step.name in ("each", "loop") and self._read_in(step.blocks[0], copy) & written:
                return True
        return False

    def _read_in(self, block: Block, copy: Copy) -> set[Field]:
        """All that is read of a copy in a block."""
        key = id(block), copy
        if key not in self.read:
            found: set[Field] = set()
            for step in block:
                found |= self._reads(step, copy)
                if step.name != "probe":
                    for inner in step.blocks:
                        found |= self._read_in(inner, copy)
            self.read[key] = found
        return self.read[key]

    def _reads(self, step: Instruction, copy: Copy) -> set[Field]:
        attribute = step.attribute
        if isinstance(attribute, Probe) and attribute.copy is copy:
            return touched(step.blocks[0])
        if isinstance(attribute, Access) and attribute.copy is copy:
            return {attribute.field}
        if isinstance(attribute, Callee) and attribute.copy is copy:
            return self.accesses.of(attribute.function, written=False)
        return set()

    def _writes(self, step: Instruction) -> set[Field]:
        attribute = step.attribute
        if isinstance(attribute, Access) and step.name in WRITES:
            return {attribute.field}
        if isinstance(attribute, Callee):
            return self.accesses.of(attribute.function, written=True)
        return set()

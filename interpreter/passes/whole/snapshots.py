"""Taking away the copies of the state that make no difference, and making the others late.

Effects of one batch read the state as it was before the batch. A copy is needed only where a
read may come after a write of the same field; elsewhere the reads see the state itself. What comes
before the first of these, such as the question whether anything is taken, needs none either.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from interpreter.ir.analysis.accesses import QUIET, WRITES, Accesses, touched
from interpreter.ir.copying import Copier
from interpreter.ir.emit import ZERO, Emitter
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Copy,
    Field,
    Instruction,
    Probe,
    Program,
    Variable,
    outside,
    walk,
)
from interpreter.ir.values import Value

# A question that is so long is not asked twice.
MOST_ASKED = 64


def settle(program: Program) -> None:
    """Drop the copies that make no difference, in place, and make others later."""
    for function in program.functions:
        if any(step.name == "snapshot" for step in walk(function.body)):
            _Settler(Emitter.into(function, program.sites)).block(function.body)


class _Settler:
    """Looks through blocks of a function from the inside out."""

    def __init__(self, emitter: Emitter) -> None:
        self.emitter = emitter
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
            found = [step]
            if step.name == "snapshot":
                self.read.clear()
                found = self._settled(step)
                block[place : place + 1] = found
            place += len(found)

    def _settled(self, step: Instruction) -> Block:
        """What stands for the copy and its block: the block with none, or one as late as can be."""
        block, copy = step.blocks[0], cast(Copy, step.attribute)
        if not self._conflicts(block, copy, set()):
            _read_from(block, copy, None)
            return block
        start = self._needed_from(block, copy)
        before, rest = block[:start], block[start:]
        _read_from(before, copy, None)
        (last, *others) = rest
        if others or last.name not in ("if", "loop"):
            step.blocks = (rest,)
            return [*before, step]
        if last.name == "loop":
            step.blocks = (rest,)
            return [*before, *self._asked_before(step, last)]
        ways: list[Block] = []
        for way in last.blocks:
            own = Copy(copy.name)
            _read_from(way, copy, own)
            ways.append(self._settled(Instruction("snapshot", (), None, own, (way,))))
        last.blocks = tuple(ways)
        return [*before, last]

    def _needed_from(self, block: Block, copy: Copy) -> int:
        """How many steps of a block do without the copy that the rest needs."""
        read = [self._read_by(step, copy) for step in block]
        written = set[Field]()
        found = 0
        for place, step in enumerate(block):
            if self._conflicts([step], copy, written):
                break
            if written.isdisjoint(set[Field]().union(*read[place + 1 :])):
                found = place + 1
        return found

    def _asked_before(self, whole: Instruction, loop: Instruction) -> Block:
        """A loop that begins by asking whether to go on, with a copy only where it does at once."""
        body, copy = loop.blocks[0], cast(Copy, whole.attribute)
        end = next((place for place, step in enumerate(body) if _leaves(step)), None)
        question = body[:end]
        inside = list(walk(question))
        own = {step.attribute for step in inside if step.name == "local"}
        used = {step.attribute for step in inside if isinstance(step.attribute, Variable)}
        asks = all(
            OPERATIONS[step.name].pure
            or step.name in QUIET
            or (step.name == "set" and step.attribute in own)
            for step in inside
        )
        asks &= all(step.name != "leave" for step in outside(question, "each", "loop"))
        if end is None or not asks or len(inside) > MOST_ASKED or not loop.operands[0].constant:
            return [whole]
        assert loop.result is not None
        first = {loop.result: cast(Value, ZERO)}
        copier = Copier(self.emitter, first, shared=used - own)
        asked = copier.block(question)
        _read_from(asked, copy, None)
        condition = copier.value(body[end].operands[0])
        ways = tuple([] if way else [whole] for way in body[end].blocks)
        return [*asked, Instruction("if", (condition,), None, None, ways)]

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
            self.read[key] = set[Field]().union(*(self._read_by(step, copy) for step in block))
        return self.read[key]

    def _read_by(self, step: Instruction, copy: Copy) -> set[Field]:
        """All that is read of a copy by an instruction, its blocks included."""
        inner = step.blocks if step.name != "probe" else ()
        return self._reads(step, copy).union(*(self._read_in(one, copy) for one in inner))

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


def _leaves(step: Instruction) -> bool:
    """Whether an instruction does no more than to leave a loop on a condition."""
    names = sorted([one.name for one in way] for way in step.blocks)
    return step.name == "if" and names == [[], ["leave"]]


def _read_from(block: Block, copy: Copy, other: Copy | None) -> None:
    """Read in a block from the state or another copy what is read from a copy, in place."""
    for one in walk(block):
        attribute = one.attribute
        if isinstance(attribute, Access | Callee | Probe) and attribute.copy is copy:
            one.attribute = replace(attribute, copy=other)

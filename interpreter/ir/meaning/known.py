"""Working out what a block gives while the program is written, where nothing else decides it.

A region such as the sites of a row is written like any other rule; that it is the same in every
position shows when it is worked out: what reads no state and has only constants to begin with is a
constant itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from interpreter.ir.meaning.expressions import evaluate
from interpreter.ir.meaning.sites import listed
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import Block, Instruction, Variable
from interpreter.ir.relations import Compass
from interpreter.ir.values import CLASSES, Value

# Rounds of a loop after which it is not worth going on.
MOST_ROUNDS = 1 << 16


class UnknownError(Exception):
    """The state decides, or what is given from outside."""


class _LeftError(Exception):
    """The innermost loop was left."""


def known(block: Block, answer: Value, sites: int) -> Value | None:
    """The constant that a value of a block is; None if it is none."""
    return given(block, answer, sites, {})


def given(block: Block, answer: Value, sites: int, values: Mapping[Value, int]) -> Value | None:
    """The same, with some values known."""
    worker = Worker(sites, dict(values))
    try:
        worker.block(block)
        return CLASSES[answer.kind](constant=worker.value(answer))
    except UnknownError:
        return None


class Worker:
    """Runs instructions on constants; an `UnknownError` says that something else decides."""

    def __init__(self, sites: int, values: dict[Value, int]) -> None:
        self.sites, self.values = sites, values
        self.variables: dict[Variable, int] = {}
        self.rounds = 0

    def value(self, value: Value) -> int:
        """What a value is."""
        if value.constant is not None:
            return value.constant
        if value not in self.values:
            raise UnknownError
        return self.values[value]

    def block(self, block: Block) -> tuple[int, ...]:
        """Run a block; what it yields."""
        for step in block:
            if step.name == "yield":
                return tuple(map(self.value, step.operands))
            self.step(step)
        return ()

    def step(self, step: Instruction) -> None:
        """Run an instruction."""
        if OPERATIONS[step.name].pure:
            found = self._pure(step)
        else:
            run = getattr(self, f"_{step.name}", None)
            if run is None:
                raise UnknownError
            found = run(step)
        if step.result is not None and found is not None:
            self.values[step.result] = found

    def _pure(self, step: Instruction) -> int:
        return evaluate(step.name, [self.value(one) for one in step.operands], step.attribute,
                        self.sites)  # fmt: skip

    def _local(self, step: Instruction) -> None:
        self.variables[cast(Variable, step.attribute)] = self.value(step.operands[0])

    _set = _local

    def _watch(self, step: Instruction) -> int:
        return self.value(step.operands[0])

    def _get(self, step: Instruction) -> int:
        variable = cast(Variable, step.attribute)
        if variable not in self.variables:
            raise UnknownError
        return self.variables[variable]

    def _if(self, step: Instruction) -> None:
        self.block(step.blocks[0 if self.value(step.operands[0]) else 1])

    def _leave(self, _: Instruction) -> None:
        raise _LeftError

    def _loop(self, step: Instruction) -> None:
        times = min(self.value(step.operands[0]), cast(int, step.attribute))
        self._rounds(step, range(max(times, 0)))

    def _each(self, step: Instruction) -> None:
        self._rounds(step, self._members(step))

    def _members(self, step: Instruction) -> list[int]:
        mask = self.value(step.operands[0])
        return list(listed(mask))

    def _rounds(self, step: Instruction, numbers: range | list[int]) -> None:
        assert step.result is not None
        for number in numbers:
            self._count()
            self.values[step.result] = number
            try:
                self.block(step.blocks[0])
            except _LeftError:
                return

    def _count(self) -> None:
        self.rounds += 1
        if self.rounds > MOST_ROUNDS:
            raise UnknownError

    def _where(self, step: Instruction) -> int:
        kept = 0
        for site in self._members(step):
            self._count()
            self.values[step.given[0]] = site
            kept |= self.block(step.blocks[0])[0] << site
        return kept

    def _across(self, step: Instruction) -> int:
        found = 0
        for number in range(cast(int, step.attribute)):
            self._count()
            self.values[step.given[0]] = number
            found |= self.block(step.blocks[0])[0]
        return found

    def _gather(self, step: Instruction) -> int:
        found = 0
        for site in self._members(step):
            self._count()
            self.values[step.given[0]] = site
            found |= self.block(step.blocks[0])[0]
        return found

    def _choose(self, step: Instruction) -> int:
        return self.block(step.blocks[0 if self.value(step.operands[0]) else 1])[0]

    def _walk(self, step: Instruction) -> int:
        starts, way, skip, most = (self.value(one) for one in step.operands)
        compass = cast(Compass, step.attribute)
        found, first = 0, max(skip, 0)
        for start in listed(starts):
            ray = compass.ray(start, way)[first : first + max(most, 0)]
            for far, site in enumerate(ray, first + 1):
                self._count()
                self.values |= dict(zip(step.given, (site, far), strict=True))
                if not self.block(step.blocks[0])[0]:
                    break
                found |= 1 << site
        return found

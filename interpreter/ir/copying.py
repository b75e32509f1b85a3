"""Writing a block once more, with values and variables of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from interpreter.ir.emit import Emitter
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Copy,
    Function,
    Instruction,
    Probe,
    Variable,
)
from interpreter.ir.values import Value


class Copier:
    """Copies blocks into the function that an emitter has open.

    Args:
        instead: what stands for values that are defined outside
        outer: the copy of the state that is read where the original reads the state itself
        shared: variables that the copy has in common with the original
    """

    def __init__(
        self,
        b: Emitter,
        instead: dict[Value, Value] | None = None,
        outer: Copy | None = None,
        shared: Iterable[Variable] = (),
    ) -> None:
        self.b = b
        self.instead = dict(instead or {})
        self.outer = outer
        self._others: dict[object, object] = {one: one for one in shared}

    def block(self, block: Sequence[Instruction]) -> Block:
        """A copy of a block."""
        return [self.step(one) for one in block]

    def value(self, value: Value) -> Value:
        """What a value of the original is in the copy."""
        return self.instead.get(value, value)

    def step(self, step: Instruction) -> Instruction:
        """A copy of an instruction."""
        operands = tuple(map(self.value, step.operands))
        attribute = self._attribute(step.attribute)
        given = tuple(map(self._fresh, step.given))
        # A loop gives its number to its block; anything else gives its result afterwards.
        result = None if step.result is None else self._fresh(step.result)
        blocks = tuple(map(self.block, step.blocks))
        return Instruction(step.name, operands, result, attribute, blocks, given)

    def _fresh(self, value: Value) -> Value:
        made = self.instead[value] = self.b.fresh(value.kind)
        return made

    def _attribute(self, attribute: object) -> object:
        if isinstance(attribute, Access | Callee | Probe):
            copy = self._copy(attribute.copy)
            return attribute if copy is attribute.copy else replace(attribute, copy=copy)
        if isinstance(attribute, Variable):
            return self._others.setdefault(attribute, Variable(attribute.name, attribute.kind))
        if isinstance(attribute, Copy):
            return self._others.setdefault(attribute, Copy(attribute.name))
        return attribute

    def _copy(self, copy: Copy | None) -> Copy | None:
        if copy is None:
            return self.outer
        found = self._others.get(copy, copy)
        assert isinstance(found, Copy)
        return found


def inlined(b: Emitter, function: Function, operands: Sequence[Value], copy: Copy | None) -> Block:
    """The body of a function that gives nothing, as a block of another."""
    body = function.body[:-1] if function.body[-1].name == "finish" else function.body
    return Copier(b, dict(zip(function.parameters, operands, strict=True)), copy).block(body)

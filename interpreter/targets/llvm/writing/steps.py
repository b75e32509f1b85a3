"""The steps of a function one after another, and what is known of the values that they use."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir.analysis.ranges import decided
from interpreter.ir.program import MOST_DEPTH, Block, Function, Instruction, unpack
from interpreter.ir.values import Value
from interpreter.targets.llvm.assembly import Code, Module
from interpreter.targets.llvm.lists.move import move_of
from interpreter.targets.llvm.memory import POINTERS, Memory
from interpreter.targets.llvm.sets.held import Known

BINARY = {
    "add": "add i64", "sub": "sub i64", "mul": "mul i64", "bits_and": "and i64",
    "bits_or": "or i64", "eq": "icmp eq i64", "ne": "icmp ne i64", "lt": "icmp slt i64",
    "le": "icmp sle i64", "and": "and i1", "or": "or i1",
}  # fmt: skip
# Of which the bounds of their operands may tell what they give.
DECIDED = frozenset(("eq", "ne", "lt", "le", "min", "max"))


class Steps:
    """Writes one function, step by step."""

    def __init__(
        self, memory: Memory, module: Module, function: Function, *, apart: bool = False
    ) -> None:
        self.t = memory
        self.sets = memory.sets
        self.layout = memory.layout
        self.moves = memory.moves
        self.function = function
        self.values: dict[int, str] = {}
        self.pointers = ("%s", "%a", "%m", "%h")
        parameters = [
            (memory.kind(value.kind), f"p{value.number}") for value in function.parameters
        ]
        for value in function.parameters:
            self.values[value.number] = f"%p{value.number}"
        self.c = Code(
            module,
            f"f_{function.name}",
            (*POINTERS, *parameters),
            memory.kind(function.result),
            attributes="noinline " if apart else "alwaysinline ",
            levels=MOST_DEPTH + 1,
        )

    def _block(self, block: Block) -> None:
        for step in block:
            self._instruction(step)

    def _name(self, value: Value) -> str:
        if value.constant is None:
            return self.values[value.number]
        if value.kind == "bool":
            return "true" if value.constant else "false"
        if value.kind == "sites":
            return self.sets.given(self.c, value.constant)
        if value.kind == "move":
            template, origin, target, extra = unpack(value.constant)
            return str(move_of(self.c, template, origin, target, extra))
        return str(value.constant)

    def _instruction(self, step: Instruction) -> None:
        names = [self._name(operand) for operand in step.operands]
        text = BINARY.get(step.name)
        always = self._decided(step, names) if step.name in DECIDED else None
        if always is not None:
            found = always
        elif text is not None:
            found = self.c.value(f"{text} {names[0]}, {names[1]}")
        else:
            found = getattr(self, f"_print_{step.name}")(step, *names)
        if step.result is not None and found is not None:
            self.values[step.result.number] = str(found)
            if self.c.module.checks is not None and step.result.kind == "int":
                bounds = self._bounds(step.result)
                self.c.module.checks.claimed(self.c, step.name, str(found), bounds)

    def _decided(self, step: Instruction, names: Sequence[str]) -> str | None:
        """What an operation gives that gives the same for all numbers that there can be."""
        found = decided(step.name, *map(self._bounds, step.operands))
        if found is None:
            return None
        return names[found] if step.name in ("min", "max") else ("false", "true")[found]

    def _bounds(self, value: Value) -> tuple[int, int]:
        return self.t.ranges.of(self.function, value)

    def _known(self, value: Value) -> Known:
        """What is known of a number that may be a site."""
        return Known.within(self._bounds(value), self.t.program.sites)

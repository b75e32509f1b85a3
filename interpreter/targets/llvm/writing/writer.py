"""One function as a whole, with its branches, loops and calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from interpreter.ir.meaning.splitmix import GOLDEN
from interpreter.ir.operations import OPERATIONS, RULES
from interpreter.ir.program import Access, Block, Callee, Function, Instruction
from interpreter.targets.llvm.assembly import Module, signed
from interpreter.targets.llvm.hashes import mixed
from interpreter.targets.llvm.memory import Memory
from interpreter.targets.llvm.writing.history import HistorySteps
from interpreter.targets.llvm.writing.steps import BINARY


class Writer(HistorySteps):
    """Writes one function."""

    def __init__(
        self, memory: Memory, module: Module, function: Function, *, apart: bool = False
    ) -> None:
        super().__init__(memory, module, function, apart=apart)
        self.loops: list[Callable[[], None]] = []

    def write(self) -> None:
        """Write the whole function."""
        if self.drawing is not None:
            held = self.c.load("i64", self._entry(cast(Access, self.drawing.attribute)))
            following = self.c.num(held) + signed(GOLDEN)
            self.ahead = self.c.variable("i64", mixed(self.c, following))
        self._block(self.function.body)
        self.c.close()

    def _print_if(self, step: Instruction, condition: str) -> None:
        first, second = step.blocks
        c = self.c
        if condition in ("true", "false"):
            self._block(first if condition == "true" else second)
            return
        yes, no, end = c.label(), c.label(), c.label()
        ways = (yes, first), (no, second)
        rare = next((label for label, block in ways if self._is_rare(block)), None)
        c.fork(condition, yes if first else end, no if second else end, rare=rare)
        for label, block in ways:
            if block:
                c.place(label)
                self._block(block)
                if not c.ended:
                    c.jump(end)
        c.place(end)

    def _is_rare(self, block: Block) -> bool:
        return not self.c.module.small and not self.t.once.isdisjoint(block)

    def _print_loop(self, step: Instruction, count: str) -> None:
        c = self.c
        assert step.result is not None
        most = cast(int, step.attribute)
        times = c.num(count)
        if step.operands[0].constant is None:
            times = (times < most).pick(times, most)
        elif step.operands[0].constant > most:
            times = c.num(str(most))
        with c.times(times) as (index, loop):
            self.values[step.result.number] = str(index)
            self.loops.append(loop.leave)
            self._block(step.blocks[0])
            self.loops.pop()

    def _print_each(self, step: Instruction, sites: str) -> None:
        assert step.result is not None
        # A word is gone through as fast.
        only = self._only(step.operands[0]) if self.sets.word_count > 1 else None
        each = (
            self.sets.each(self.c, sites) if only is None
            else self.sets.only(self.c, sites, self._name(only))
        )  # fmt: skip
        with each as (site, leave):
            self.values[step.result.number] = site
            self.loops.append(leave)
            self._block(step.blocks[0])
            self.loops.pop()

    def _print_leave(self, _: Instruction) -> None:
        self.loops[-1]()

    def _print_call(self, step: Instruction, *names: str) -> str:
        callee = cast(Callee, step.attribute)
        if callee.function.name == "perform" and callee.copy is None:
            self._note(names[0])
        pointers = (*self._state(callee.copy), *self.pointers[2:])
        return self.t.call(self.c, callee.function.name, *names, state=pointers)

    def _print_return(self, _: Instruction, value: str) -> None:
        self.c.give(self.t.kind(self.function.result), value)

    def _print_finish(self, _: Instruction) -> None:
        self.c.finish()


DEFINED = frozenset(BINARY) | {
    name.removeprefix("_print_") for name in dir(Writer) if name.startswith("_print_")
}
NEEDED = OPERATIONS.keys() - RULES.keys()
assert NEEDED == DEFINED, DEFINED ^ NEEDED

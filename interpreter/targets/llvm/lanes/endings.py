"""What the ways through a function end with: it can be written once, behind them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import cast

from interpreter.ir.program import Block, Callee, Function, Instruction


@dataclass(frozen=True)
class Call:
    """A call with numbers that are known."""

    function: Function
    operands: tuple[int, ...]

    @staticmethod
    def of(step: Instruction) -> Call | None:
        """What an instruction calls; None if its numbers are not known, or it gives something."""
        numbers = tuple(one.constant for one in step.operands
                        if one.kind == "int" and one.constant is not None)  # fmt: skip
        if step.result is not None or len(numbers) < len(step.operands):
            return None
        return Call(cast(Callee, step.attribute).function, numbers)


def shared_ends(function: Function) -> list[Call]:
    """What several ways through a function end with."""
    times = Counter(_last_calls(function.body))
    return [call for call, count in times.items() if count > 1]


def is_last(block: Block, number: int) -> bool:
    """Whether nothing comes behind an instruction of a block."""
    return all(one.name == "finish" for one in block[number + 1 :])


def _last_calls(block: Block) -> Iterator[Call]:
    """What the ways through a block end with, and what that ends with."""
    for number, step in enumerate(block):
        if not is_last(block, number):
            continue
        if step.name == "if":
            yield from chain.from_iterable(map(_last_calls, step.blocks))
        elif step.name == "call":
            call = Call.of(step)
            if call is not None:
                yield call
            yield from _last_calls(cast(Callee, step.attribute).function.body)

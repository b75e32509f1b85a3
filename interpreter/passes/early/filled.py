"""A row that has to fill its line is there where the whole line is: its length is not counted.

On many boards no line is longer than the row that is wanted: three in a line of three points, four
on a board of four by four. Then a table says which sites must be in the set.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from interpreter.ir.emit import FALSE, Emitter
from interpreter.ir.program import Block, Instruction, Program, walk
from interpreter.ir.relations import Axis, Table
from interpreter.ir.values import Bool, Int, Sites, Value


def fill_lines(program: Program) -> None:
    """Ask for whole lines, in place, where no line is longer than the row that is asked for."""
    for function in program.functions:
        runs = {one.result: one for one in walk(function.body) if one.name == "run"}
        if runs:
            _Filled(Emitter.into(function, program.sites), runs).block(function.body)


class _Filled:
    """Looks for such questions in one function.

    Args:
        runs: what counts rows, by its result
    """

    def __init__(self, b: Emitter, runs: dict[Value | None, Instruction]) -> None:
        self.b, self.runs = b, runs

    def block(self, block: Block) -> None:
        """Replace the questions of a block, and those inside it."""
        for place, step in reversed(list(enumerate(block))):
            if step.name in ("le", "eq"):
                block[place : place + 1] = self._instead(step)
            for inner in step.blocks:
                self.block(inner)

    def _instead(self, step: Instruction) -> Block:
        """What asks the same of the whole line; the question itself, where lines may be longer."""
        several = [step.operands] if step.name == "le" else [step.operands, step.operands[::-1]]
        for least, length in several:
            run = self.runs.get(length)
            if run is None or least.constant is None:
                continue
            found = _lines(cast(Axis, run.attribute), least.constant)
            if found is None:
                continue
            with self.b.open() as block:
                answer = self._whole(run, *found)
            if block and block[-1].result is answer:
                block[-1].result = step.result
                return block
            step.name, step.operands = "and", (answer, answer)
            return [*block, step]
        return [step]

    def _whole(self, run: Instruction, whole: int, table: Table) -> Bool:
        """Whether all of the line through a site is in a set."""
        if whole == 0:
            return FALSE
        sites, site = cast(Sites, run.operands[0]), cast(Int, run.operands[1])
        b = self.b
        filled = b.is_empty(b.minus(b.lookup_sites(table, site), without=sites))
        return b.both(b.contains(Sites(constant=whole), site), filled)


@lru_cache(maxsize=1024)
def _lines(axis: Axis, least: int) -> tuple[int, Table] | None:
    """The sites whose line has just so many, and that line of each; None where one has more."""
    masks = list[int]()
    for line in axis.lines:
        size = len(line or ())
        if size > least:
            return None
        masks.append(sum(1 << one for one in {*(line or ())}) if size == least else 0)
    whole = sum(1 << site for site, mask in enumerate(masks) if mask)
    # The last entry is that of what is no site.
    return whole, Table(f"lines of {axis.name}", (*masks, 0))

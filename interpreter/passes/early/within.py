"""A condition is asked only of those sites of which the answer is wanted.

What a rule says of each empty site, such as that no pawn of the player stands in its column, is
often wanted of one site alone: of the one that may be hit. Then it is asked there, and not first
of all sites, to keep one of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import cast

from interpreter.ir.emit import Emitter
from interpreter.ir.program import Block, Instruction, Program, walk
from interpreter.ir.values import Sites, Value
from interpreter.passes.whole.unused import acts

Uses = Mapping[Value, list[Instruction]]


def ask_within(program: Program) -> None:
    """Let conditions be asked of fewer sites, in place."""
    for function in program.functions:
        steps = list(walk(function.body))
        if any(step.name == "where" for step in steps):
            uses: defaultdict[Value, list[Instruction]] = defaultdict(list)
            for step in steps:
                for one in step.operands:
                    uses[one].append(step)
            _narrow_all(Emitter.into(function, program.sites), function.body, uses)


def _narrow_all(b: Emitter, block: Block, uses: Uses) -> None:
    """Narrow what is asked in a block and inside of it."""
    for step in list(block):
        for inner in step.blocks:
            _narrow_all(b, inner, uses)
        if step.name == "where" and not acts(step):
            _narrow(b, block, step, uses)


def _narrow(b: Emitter, block: Block, asked: Instruction, uses: Uses) -> None:
    """Ask of those sites only that are taken from what is found."""
    place = block.index(asked)
    later = {step.result: step for step in block[place + 1 :] if step.result is not None}
    with b.open() as narrowing:
        sites = cast(Sites, asked.operands[0])
        for name, other in _limits(cast(Value, asked.result), later, uses):
            made = later.get(other)
            if made is not None:
                if made.name != "single" or made.operands[0] in later:
                    continue  # it is known too late
                block.remove(made)
                narrowing.append(made)
                del later[other]
            sites = cast(Sites, b.emit(name, sites, other))
    asked.operands = (sites, *asked.operands[1:])
    block[place:place] = narrowing


def _limits(
    found: Value, later: Mapping[Value, Instruction], uses: Uses
) -> Iterator[tuple[str, Value]]:
    """What of some sites is wanted: those in other sets, or those that are not."""
    while True:
        used = uses[found]
        if len(used) != 1 or used[0].result not in later:
            return
        (step,) = used
        place = step.operands.index(found)
        match step.name:
            case "intersect":
                yield "intersect", step.operands[1 - place]
            case "minus":
                yield ("intersect", step.operands[0]) if place else ("minus", step.operands[1])
            case "union":
                pass
            case "pick_sites" if place:
                pass
            case _:
                return
        assert step.result is not None
        found = step.result

"""Which kind of list a program needs for its moves.

Where all offers of a game stand outside of loops, each has a slot of its own, whose template is
known, so that the list lies in registers (`Slots`). Elsewhere bundles are appended (`Bundles`).
Both give the moves in the order in which they were offered, each bundle by ascending site.
"""

from __future__ import annotations

from interpreter.ir.analysis.whole_bundles import stand_together
from interpreter.ir.program import Program, outside, walk
from interpreter.targets.llvm.lists.bundles import Bundles, SortedBundles
from interpreter.targets.llvm.lists.listed import Listed
from interpreter.targets.llvm.lists.slots import MOST_PICKED, Slots
from interpreter.targets.llvm.sets.held import Sets

# With more offers than this the list is kept in memory: of sets that fit a register, or do not.
MOST_SLOTS, MOST_WIDE_SLOTS = 16, 12


def move_list(program: Program, sets: Sets) -> Slots | Bundles | Listed:
    """The list that a program needs."""
    steps = [step for one in program.functions for step in walk(one.body)]
    offers = [step for step in steps if step.name == "offer"]
    if any(step.name == "sort_moves" for step in steps):
        kept = any(step.name == "arrange" for step in steps)
        whole = not kept and stand_together(program)
        return SortedBundles(program, sets, offers) if whole else Listed(program, sets)
    generate = next((one for one in program.functions if one.name == "generate"), None)
    once = outside(generate.body, "each", "loop") if generate is not None else []
    if generate is not None and len(offers) == sum(step.name == "offer" for step in once):
        slots = Slots(program, sets, offers)
        if len(slots.forms) <= (MOST_SLOTS if sets.size <= 8 else MOST_WIDE_SLOTS):
            # Wide sets are better counted once, as bundles are.
            several = len(slots.forms) > 1 and sets.size > MOST_PICKED and not slots.kept
            together = several and stand_together(program)
            return SortedBundles(program, sets, offers) if together else slots
    return Bundles(program, sets, offers)

"""Which programs can be written for several games at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from interpreter.ir.analysis.accesses import AT_ONCE, reached
from interpreter.ir.analysis.ranges import MOST_LISTED
from interpreter.ir.program import Access, Block, Callee, Function, Instruction, Probe, walk
from interpreter.ir.relations import Axis, Relation
from interpreter.targets.llvm.lanes.moves import placing_in
from interpreter.targets.llvm.lanes.rows import can_run
from interpreter.targets.llvm.lanes.sets import is_shifted
from interpreter.targets.llvm.lanes.writer import (
    BINARY,
    COMPARED,
    INTRINSIC,
    OF_SETS,
    LaneWriter,
    bundles_of,
    offers_of,
    size_of,
    slots_of,
)
from interpreter.targets.llvm.lists.bundles import Bundles
from interpreter.targets.llvm.lists.slots import Slots
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.llvm.writing.states import LISTING

# More instructions than this, with every call written out, do not pay.
MOST_WRITTEN = 1500
# Every entry of an array takes a vector, and has to be put back when a game begins.
MOST_ENTRIES = 128
MOST_LANE_SITES = 256
# What looks at entries of arrays, or changes one.
ARRAYS = ("read_at", "write_at", *AT_ONCE)
# A list that can have more bundles would take too much memory for every game.
MOST_LANE_BUNDLES = 1 << 12
WRITTEN = {*BINARY, *OF_SETS, *COMPARED, *INTRINSIC} | {
    name.removeprefix("_print_") for name in vars(LaneWriter) if name.startswith("_print_")
}


def fits(t: Translator, function: Function, block: Block) -> bool:
    """Whether a block of a function, and what it calls, can be written for several games."""
    if (
        not isinstance(t.moves, Slots | Bundles)
        or t.program.sites > MOST_LANE_SITES
        or not offers_of(t)  # where nobody ever has a move, nothing is gained
        or size_of(t, block) > MOST_WRITTEN
    ):
        return False
    inside = callees(block)
    if any(one.recursive for one in inside):
        return False
    if slots_of(t) is None and bundles_of(t) > MOST_LANE_BUNDLES:
        return False
    return _block_fits(t, function, block) and all(_block_fits(t, one, one.body) for one in inside)


def callees(block: Block) -> list[Function]:
    """All functions that a block calls, and those that they call."""
    attributes = (step.attribute for step in reached(block))
    return list(dict.fromkeys(one.function for one in attributes if isinstance(one, Callee)))


def _block_fits(t: Translator, function: Function, block: Block) -> bool:
    steps = list(walk(block))
    early = any(one.name in ("return", "finish") and one is not block[-1] for one in steps)
    return not early and all(_fits(t, function, one) for one in steps)


def _fits(t: Translator, function: Function, step: Instruction) -> bool:
    """Whether an instruction can be written."""

    def short() -> bool:
        return (cast(Access, step.attribute).field.length or 1) <= MOST_ENTRIES

    special: dict[str, Callable[[], bool]] = {
        **dict.fromkeys(ARRAYS, short),
        "probe": lambda: _keeps_list(t, step),
        "flood": lambda: is_shifted(cast(Relation, step.attribute)),
        "image": lambda: is_shifted(cast(Relation, step.attribute)),
        "run": lambda: can_run(t.program.sites, cast(Axis, step.attribute)),
        "arrange": lambda: len(placing_in(slots_of(t) or [])) == 1,
        "take": lambda: slots_of(t) is not None,
        "random": lambda: _low(t, function, step) >= 0 and _high(t, function, step) <= MOST_LISTED,
        "offer": lambda: _known_origin(t, function, step),
    }
    of_copy = isinstance(step.attribute, Access | Callee) and step.attribute.copy is not None
    copied = of_copy and step.name not in ("read", *ARRAYS)
    return step.name in WRITTEN and not copied and special.get(step.name, lambda: True)()


def _low(t: Translator, function: Function, step: Instruction) -> int:
    return t.ranges.of(function, step.operands[0])[0]


def _high(t: Translator, function: Function, step: Instruction) -> int:
    return t.ranges.of(function, step.operands[0])[1]


def _keeps_list(t: Translator, step: Instruction) -> bool:
    """Whether what is tried needs no list of moves of its own."""
    probe = cast(Probe, step.attribute)
    listing = {name for name, _ in t.acts.of(step.blocks[0])} & set(LISTING)
    return probe.copy is None and (probe.keep or not listing)


def _known_origin(t: Translator, function: Function, step: Instruction) -> bool:
    """Whether the from-site of a bundle is none that has to be looked at first."""
    low, high = t.ranges.of(function, step.operands[0])
    return low >= -1 and high < t.program.sites

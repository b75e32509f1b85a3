"""Whether a list of moves can be put into order bundle by bundle.

Moves are listed by template; then by way, where a template knows ways, else by from-site, by what
they carry, and by to-site. A bundle of one move stands where its move does. All moves of a template
on one way stand together, too, if no other bundle is of this way.
"""

from __future__ import annotations

from collections import Counter
from typing import cast

from interpreter.ir.analysis.alone import one_at_most
from interpreter.ir.program import Block, Function, Instruction, Program, Template, walk

Ways = Counter[tuple[Template, int]]


def stand_together(program: Program) -> bool:
    """Whether the moves of each bundle that is offered follow each other once they are in order.

    Not so where no bundle has several moves: there is nothing to gain then.
    """
    offering = [
        one for one in program.functions if any(step.name == "offer" for step in walk(one.body))
    ]
    wide = [_wide(one) for one in offering]
    return any(wide) and all(map(_together, offering, wide))


def _wide(function: Function) -> list[Instruction]:
    """The offers of bundles that may have several moves."""
    few = one_at_most(function)
    offers = (step for step in walk(function.body) if step.name == "offer")
    return [one for one in offers if not _is_single(one, few)]


def _together(function: Function, wide: list[Instruction]) -> bool:
    offers = [step for step in walk(function.body) if step.name == "offer"]
    if sum(step.name == "clear_moves" for step in walk(function.body)) > 1:
        return False
    # Of one template all bundles have ways, or all have one move.
    forms = {one.attribute for one in wide}
    if any(one.attribute in forms for one in offers if one not in wide):
        return False
    ways = _ways_in(function.body, set(map(id, wide)))
    return ways is not None and all(count < 2 for count in ways.values())


def _is_single(offer: Instruction, few: frozenset[int]) -> bool:
    targets = offer.operands[1]
    if targets.constant is not None:
        return targets.constant.bit_count() < 2
    return targets.number in few


def _ways_in(block: Block, wide: set[int]) -> Ways | None:
    """How often the ways of bundles may be gone; None where one is not known, or in a loop."""
    found: Ways = Counter()
    for step in block:
        if id(step) in wide:
            way = step.operands[2].constant
            if way is None or way < 0:
                return None
            found[cast(Template, step.attribute), way] += 1
        inner = [_ways_in(one, wide) for one in step.blocks]
        several = [one for one in inner if one is not None]
        if len(several) < len(inner) or (step.name in ("each", "loop") and any(several)):
            return None
        if step.name == "if":
            # Only one of the two is run.
            found += several[0] | several[1]
        else:
            for one in several:
                found += one
    return found

"""Whether there are any moves: less is needed than to list them.

Of what lies on a line only the first site matters, of several lines any; and of many pieces it is
found out at once which of them can move.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from interpreter.ir.analysis.making import makes_moves
from interpreter.ir.copying import inlined
from interpreter.ir.emit import NONE, TRUE
from interpreter.ir.program import Block, Callee, Function, Instruction, Template, called, walk
from interpreter.ir.values import Sites, Value
from interpreter.passes.tools.lifted import StuckError
from interpreter.passes.tools.rewriting import DONE, Rewriter
from interpreter.passes.tools.together import Together

# Stands for any moves that are asked about.
SOME = Template(-1, "Some", Function("some"), shape="placing")
DEEP = 8
FAR = ("walk", "flood", "reach", "beyond")


def any_(r: Rewriter, step: Instruction) -> Value:
    """A question whether there are any moves."""
    return _again(r, step, asking=True)


def listed(r: Rewriter, step: Instruction) -> Value:
    """Moves that are wanted themselves, though it be for the sake of a question."""
    return _again(r, step, asking=False)


def _again(r: Rewriter, step: Instruction, *, asking: bool) -> Value:
    before, r.asking = r.asking, asking
    found = r.again(step)
    r.asking = before
    return found


def each(r: Rewriter, step: Instruction) -> Value | None:
    """A loop over pieces of which any may be able to move."""
    if not r.asking or not any(one.name == "move" for one in walk(step.blocks[0])):
        return None
    pieces = cast(Sites, step.operands[0])
    far = any(one.name in FAR for one in walk(step.blocks[0]))
    try:
        # It takes long to look far, and often there is no piece that does.
        r.if_(r.negate(r.is_empty(pieces)) if far else TRUE, lambda: _able(r, step, pieces))
    except StuckError:
        return None
    return DONE


def _able(r: Rewriter, step: Instruction, pieces: Sites) -> None:
    """Write a move for each piece that can make any."""
    assert step.result is not None
    together = Together(r, step.result, pieces)
    together.block(step.blocks[0])
    able = r.intersect(pieces, together.sites_of(together.any_moves()))
    r.emit("move", NONE, able, NONE, attribute=SOME)


def move(r: Rewriter, step: Instruction) -> Value | None:
    """Moves of which it matters only whether there are any."""
    template = cast(Template, step.attribute)
    if not r.asking or template.guard is not None or template.shape == "nowhere":
        return None
    targets = cast(Sites, step.operands[1])
    wanted = witnesses(r, targets, DEEP)
    if wanted == targets and template is SOME:
        return None
    r.emit("move", NONE, wanted, NONE, attribute=SOME)
    return DONE


def witnesses(r: Rewriter, sites: Sites, deep: int) -> Sites:
    """Sites that are fewer, but some wherever there are any of these."""
    made = r.made.get(sites)
    if made is None or deep == 0:
        return sites
    if made.name == "flood":
        start, within = cast("tuple[Sites, Sites]", made.operands)
        return r.intersect(start, within)
    if made.name == "union":
        return r.union(*(witnesses(r, cast(Sites, one), deep - 1) for one in made.operands))
    return sites


def call(r: Rewriter, step: Instruction) -> Value | None:
    """A function that makes moves is written once more, for the question alone."""
    callee = cast(Callee, step.attribute)
    if not r.asking or not makes_moves(callee.function.body):
        return None
    body = _as_said(r, callee.function)
    r.rewrite(inlined(r, replace(callee.function, body=body), step.operands, callee.copy))
    return DONE


def _as_said(r: Rewriter, function: Function) -> Block:
    """What a function does, as it was before it was written for those who choose from its moves."""
    before = r.before.get(function, function.body)
    # What stands in another function now is written there once.
    moved = not r.inlined.isdisjoint(called(before))
    return function.body if moved else before

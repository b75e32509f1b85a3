"""Conditions asked of all sites at once: a loop over sites becomes set algebra."""

from __future__ import annotations

from typing import cast

from interpreter.ir.emit import NOWHERE
from interpreter.ir.program import Instruction
from interpreter.ir.values import Bool, Sites, Value
from interpreter.passes.tools.lifted import StuckError
from interpreter.passes.tools.rewriting import Rewriter
from interpreter.passes.tools.together import everywhere, gathered


def where(r: Rewriter, step: Instruction) -> Value | None:
    """The sites of a set for which a block yields true."""
    sites = cast(Sites, step.operands[0])
    site = r.one_at_most(sites)
    if site is not None and r.may_ask(step.blocks[0], sites):
        r.instead[step.given[0]] = site
        holds = cast(Bool, r.answer(step.blocks[0]))
        return r.pick_sites(holds, sites, NOWHERE)
    try:
        return r.intersect(sites, everywhere(r, step.blocks[0], step.given[0], sites))
    except StuckError:
        return None


def gather(r: Rewriter, step: Instruction) -> Value | None:
    """All that a block yields for the sites of a set."""
    sites = cast(Sites, step.operands[0])
    try:
        return gathered(r, sites, step.blocks[0], step.given[0])
    except StuckError:
        return None

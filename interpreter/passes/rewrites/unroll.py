"""Ways taken one by one, so that each is known where it is gone, and sets of one site."""

from __future__ import annotations

from typing import cast

from interpreter.ir.program import Instruction, walk
from interpreter.ir.values import Int, Sites, Value
from interpreter.passes.tools.parting import leaves
from interpreter.passes.tools.rewriting import DONE, Rewriter

MOST_WAYS = 16
# What is much quicker on a way that is known.
GOING = ("onward", "walk", "reach", "beyond")


def _goes(step: Instruction, index: Value) -> bool:
    """Whether something goes on the way with this number."""
    return any(
        one.name in GOING and one.operands[2 if one.name in ("reach", "beyond") else 1] == index
        for one in walk(step.blocks[0])
    )


def across(r: Rewriter, step: Instruction) -> Value | None:
    """All that a block yields for a few numbers."""
    count = cast(int, step.attribute)
    if count > MOST_WAYS or not _goes(step, step.given[0]) or not r.affords(step, count):
        return None
    found: list[Sites] = []
    for number in range(count):
        r.instead[step.given[0]] = Int(constant=number)
        found.append(cast(Sites, r.answer(step.blocks[0])))
    return r.union(*found)


def loop(r: Rewriter, step: Instruction) -> Value | None:
    """A loop over a few ways."""
    times = step.operands[0].constant
    assert step.result is not None
    if times is None or times > MOST_WAYS or not _goes(step, step.result):
        return None
    if leaves(step.blocks[0]) or not r.affords(step, times):
        return None
    for number in range(times):
        r.instead[step.result] = Int(constant=number)
        r.rewrite(step.blocks[0])
    return DONE


def each(r: Rewriter, step: Instruction) -> Value | None:
    """A loop over a set of one site."""
    sites = cast(Sites, step.operands[0])
    site = r.one_at_most(sites)
    if site is None or leaves(step.blocks[0]):
        return None
    assert step.result is not None
    r.instead[step.result] = site

    def body() -> None:
        r.rewrite(step.blocks[0])

    if r.alone(sites) is None:
        r.if_(r.negate(r.is_empty(sites)), body)
    else:
        r.if_(r.asks_site(site), body)
    return DONE


def gather(r: Rewriter, step: Instruction) -> Value | None:
    """All that a block yields for a set of one site."""
    sites = cast(Sites, step.operands[0])
    site = r.one_at_most(sites)
    if site is None or not r.may_ask(step.blocks[0], sites):
        return None
    r.instead[step.given[0]] = site
    found = cast(Sites, r.answer(step.blocks[0]))
    if r.surely_one(sites):
        return found
    return r.pick_sites(r.is_empty(sites), Sites(constant=0), found)

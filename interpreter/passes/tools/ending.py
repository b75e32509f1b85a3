"""Ways over some sites to those behind them, in fewer steps.

A slide leads over empty sites and to the first that is not empty, if an enemy stands there: to
where it floods; to the nearest site, if that is not empty; and to what lies behind the flood. One
step from the start, and one from all that was flooded, lead to all of these, as long as what they
lead to is empty or an enemy's. Asked backwards there is one flood in place of two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from interpreter.ir.values import Sites
from interpreter.passes.tools.lifted import Chain, Step
from interpreter.passes.tools.rewriting import Rewriter

FILTERS = ("intersect", "minus")


def with_ends(r: Rewriter, chains: Sequence[Chain]) -> tuple[Chain, ...]:
    """The same chains, fewer of them where floods stand beside what lies behind them."""
    found = list(chains)
    for flood in chains:
        near = None if _stepping(flood) is None else _near(flood, found)
        far = None if near is None else _far(flood, near, found)
        if near is not None and far is not None:
            place = len(flood.steps) - 2
            within = Step("intersect", _allowed(r, flood.steps[-1], near.steps[place + 1 :]))
            instead = (
                Chain(flood.map, (*flood.steps[:place], within), flood.when),
                Chain(flood.map, (*far.steps[: place + 3], within), flood.when),
            )
            found = [one for one in found if one not in (flood, near, far)] + [*instead]
    return tuple(found)


def _stepping(flood: Chain) -> Step | None:
    """The step that a flood at the end of a chain goes on with."""
    if len(flood.steps) < 3:
        return None
    step, inside, last = flood.steps[-3:]
    alike = (step.name, inside.name, last.name) == ("image", "intersect", "flood")
    return (
        step if alike and step.relation is last.relation and inside.within == last.within else None
    )


def _near(flood: Chain, chains: Sequence[Chain]) -> Chain | None:
    """What the first step of a flood leads to out of the flooded sites."""
    begun = (*flood.steps[:-2], Step("minus", flood.steps[-1].within))
    return next((one for one in chains if _begins(one, flood, begun)), None)


def _far(flood: Chain, near: Chain, chains: Sequence[Chain]) -> Chain | None:
    """What lies behind a flood, if the same is asked of it as of what is near."""
    last = flood.steps[-1]
    begun = (*flood.steps, flood.steps[-3], Step("minus", last.within))
    wanted = replace(flood, steps=(*begun, *near.steps[len(flood.steps) - 1 :]))
    return next((one for one in chains if one == wanted), None)


def _begins(chain: Chain, flood: Chain, begun: tuple[Step, ...]) -> bool:
    """Whether a chain begins with some steps, where the flood does, and is only filtered then."""
    rest = chain.steps[len(begun) :]
    return (
        chain.steps[: len(begun)] == begun
        and (chain.map, chain.when) == (flood.map, flood.when)
        and all(one.name in FILTERS for one in rest)
    )


def _allowed(r: Rewriter, flood: Step, asked: Sequence[Step]) -> Sites:
    """The flooded sites, and those that some filters let through."""
    found = Sites(constant=r.everywhere)
    for one in asked:
        assert one.within is not None
        keep = one.name == "intersect"
        found = r.intersect(found, one.within) if keep else r.minus(found, without=one.within)
    assert flood.within is not None
    return r.union(flood.within, found)

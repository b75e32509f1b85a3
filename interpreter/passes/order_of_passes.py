"""From a program as its rules say it to one that a back end runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.ir import Program
from interpreter.passes import algebra, asking, inline, sitewise, strides, unroll, walks
from interpreter.passes.common import share
from interpreter.passes.dead import remove_dead
from interpreter.passes.growing import keep_links
from interpreter.passes.known import places_of_moves
from interpreter.passes.order import keep_in_order
from interpreter.passes.realise import realise, surely_sites
from interpreter.passes.rewriting import Rewriter, Rule, SetRule
from interpreter.passes.snapshots import settle
from interpreter.passes.unused import remove_unused
from interpreter.verify import verify

# What may stand for an instruction, by the name of the pass and the operation.
REWRITES: dict[str, dict[str, Rule]] = {
    "inline": {"call": inline.call},
    "asking": {
        "any": asking.any_,
        "starts": asking.listed,
        "targets": asking.listed,
        "list": asking.listed,
        "call": asking.call,
        "each": asking.each,
        "move": asking.move,
    },
    "strides": {"each": strides.each, "move": strides.move},
    "unroll": {
        "across": unroll.across,
        "loop": unroll.loop,
        "each": unroll.each,
        "gather": unroll.gather,
    },
    "sitewise": {"where": sitewise.where},
    "algebra": {"what": algebra.what, "put": algebra.put},
    "walks": {"onward": walks.onward, "walk": walks.walks, "beyond": walks.beyond},
}
# What is done to whole programs afterwards.
WHOLE: dict[str, Callable[[Program], object]] = {
    "snapshots": settle,
    "subexpressions": share,
    "links": keep_links,
}
# What is known beforehand of operations on sets.
SETS: dict[str, SetRule] = {
    "intersect": algebra.intersect,
    "minus": algebra.minus,
    "union": algebra.union,
    "contains": algebra.contains,
    "lookup": algebra.lookup,
    "kind_on": algebra.kind_on,
}
PASSES = (*REWRITES, *WHOLE, "known", "order", "dead")


def finish(
    program: Program, entries: Sequence[str], passes: Sequence[str] | None = None
) -> Program:
    """Make a program that can run, and make it faster.

    Args:
        entries: the functions that are called from outside
        passes: the names of those that make it faster; all if not given
    """
    wanted = PASSES if passes is None else passes
    rules: dict[str, list[Rule]] = {}
    for name in wanted:
        for operation, rule in REWRITES.get(name, {}).items():
            rules.setdefault(operation, []).append(rule)
    if "dead" in wanted:
        remove_unused(program)
    if rules:
        rewriter = Rewriter(program, rules, SETS if "algebra" in wanted else {})
        sure = surely_sites(program)
        places = places_of_moves(program) if "known" in wanted else {}
        if "inline" in wanted:
            rewriter.inlined = inline.called_once(program, entries)
        for function in program.functions:
            if function in rewriter.inlined:
                continue
            rewriter.function_anew(function, sure.get(function, ()), places.get(function))
    if "order" in wanted:
        keep_in_order(program)
    realise(program)
    if "dead" in wanted:
        # A copy of the state may be kept for a read that nobody asks for.
        remove_dead(program, entries)
    for name, whole in WHOLE.items():
        if name in wanted:
            whole(program)
    if "dead" in wanted:
        remove_dead(program, entries)
    verify(program)
    program.entries = tuple(entries)
    return program

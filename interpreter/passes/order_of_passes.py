"""From a program as its rules say it to one that a back end runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from interpreter.ir.program import Function, Program, walk
from interpreter.ir.verify import verify
from interpreter.passes.early.alike import join_alike
from interpreter.passes.early.beside import count_beside
from interpreter.passes.early.filled import fill_lines
from interpreter.passes.early.mailbox import keep_mailbox
from interpreter.passes.early.pinned import pin_loops
from interpreter.passes.early.sequel import write_sequels
from interpreter.passes.early.supposing import suppose_moves
from interpreter.passes.early.trials import keep_trials
from interpreter.passes.early.within import ask_within
from interpreter.passes.realise import realise, surely_sites
from interpreter.passes.rewrites import (
    algebra,
    asking,
    blocked,
    cheapest,
    exact,
    inline,
    leaps,
    players,
    sitewise,
    standing,
    strides,
    unroll,
    walks,
)
from interpreter.passes.tools.ends import Ends, ends_of_moves
from interpreter.passes.tools.rewriting import Given, KnownRule, Rewriter, Rule
from interpreter.passes.whole.beginning import begin
from interpreter.passes.whole.callees import callees_first
from interpreter.passes.whole.dead import remove_dead
from interpreter.passes.whole.enough import count_enough
from interpreter.passes.whole.entries import ask_at_once
from interpreter.passes.whole.lasting import keep_lasting
from interpreter.passes.whole.links import keep_links
from interpreter.passes.whole.order import keep_in_order
from interpreter.passes.whole.probes import put_back
from interpreter.passes.whole.snapshots import settle
from interpreter.passes.whole.subexpressions import share
from interpreter.passes.whole.sweep import sweep
from interpreter.passes.whole.touching import touch_together
from interpreter.passes.whole.turns import measure_turns
from interpreter.passes.whole.unused import remove_unused, remove_unused_in

Places = Mapping[Function, Ends]
"""By function and parameter, the set that a site lies in."""

# What may stand for an instruction, by the name of the pass and the operation.
REWRITES: dict[str, dict[str, Rule]] = {
    "inline": {"call": inline.call},
    "players": {"each": players.each},
    "asking": {
        "any": asking.any_,
        "starts": asking.listed,
        "targets": asking.listed,
        "list": asking.listed,
        "call": asking.call,
        "each": asking.each,
        "move": asking.move,
    },
    "cheapest": {"first_of": cheapest.first_of},
    "blocked": {"each": blocked.each},
    "strides": {"each": strides.each, "move": strides.move},
    "unroll": {
        "across": unroll.across,
        "loop": unroll.loop,
        "each": unroll.each,
        "gather": unroll.gather,
    },
    "leaps": {"loop": leaps.loop},
    "sitewise": {"where": sitewise.where, "gather": sitewise.gather},
    "exact": {},  # it only knows something beforehand
    "algebra": {"move": algebra.move, "what": algebra.what, "put": algebra.put},
    "standing": {"choose": standing.choose},
    "walks": {"onward": walks.onward, "walk": walks.walks, "beyond": walks.beyond},
}
# What is done to whole programs afterwards.
WHOLE: dict[str, Callable[[Program], object]] = {
    "turns": measure_turns,
    "sweep": sweep,
    "snapshots": settle,
    "beginning": begin,
    "lasting": keep_lasting,
    "links": keep_links,
    "probes": put_back,
    "touching": touch_together,
    "subexpressions": share,
    "enough": count_enough,
    "entries": ask_at_once,
}
# What is known beforehand of pure operations, in the same way.
KNOWN: dict[str, dict[str, KnownRule]] = {
    "exact": {"pick_sites": exact.pick_sites, "max": exact.greatest, "union": exact.union},
    "algebra": {
        "intersect": algebra.intersect,
        "minus": algebra.minus,
        "union": algebra.union,
        "pick_sites": algebra.pick_sites,
        "contains": algebra.contains,
        "eq": algebra.equal,
        "lookup": algebra.lookup,
        "lookup_sites": algebra.lookup_sites,
        "is_empty": algebra.is_empty,
        "kind_on": algebra.kind_on,
    },
    "standing": {
        "eq": standing.equal,
        "ne": standing.differ,
        "lt": standing.less,
        "and": standing.both,
        "or": standing.either,
    },
    "walks": {
        "along": walks.along,
        "single": walks.single,
        "contains": walks.contains,
        "le": walks.at_most,
    },
}
PASSES = (
    *REWRITES,
    *WHOLE,
    "ends",
    "alike",
    "trials",
    "supposing",
    "sequel",
    "beside",
    "mailbox",
    "filled",
    "within",
    "pinned",
    "order",
    "dead",
)


def chosen(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the passes that are meant, in their order.

    Args:
        names: those to keep, or, with a `-` before each, those to leave out

    Raises:
        ValueError: there is no such pass, or some are to be kept and others to be left out
    """
    out = {name.removeprefix("-") for name in names if name.startswith("-")}
    kept = {name for name in names if not name.startswith("-")}
    unknown = sorted((out | kept) - set(PASSES))
    if unknown:
        raise ValueError(f"unknown passes {', '.join(unknown)}; known: {', '.join(PASSES)}")
    if out and kept:
        raise ValueError("passes are either kept or left out, not both")
    return tuple(name for name in PASSES if (name not in out if out else name in kept))


def finish(
    program: Program, entries: Sequence[str], passes: Sequence[str] | None = None
) -> Program:
    """Make a program that can run, and make it faster.

    Args:
        entries: the functions that are called from outside
        passes: the names of those that make it faster; all if not given
    """
    wanted = PASSES if passes is None else passes
    rules, known = _by_operation(wanted, REWRITES), _by_operation(wanted, KNOWN)
    places = _prepare(program, entries, wanted)
    if "beside" in wanted:
        count_beside(program, rules, known, _given(program, places))
    rewriter = Rewriter(program, rules, known)
    _tell(rewriter, places, entries, wanted)
    if rules or known:
        _rewrite(rewriter, wanted)
    if "order" in wanted:
        keep_in_order(program)
    realise(program)
    callees_first(program)
    if "dead" in wanted and _keeps_copies(program):
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


def _keeps_copies(program: Program) -> bool:
    """Whether a function of a program keeps a copy of the state."""
    return any(step.name == "snapshot" for one in program.functions for step in walk(one.body))


def _prepare(program: Program, entries: Sequence[str], wanted: Sequence[str]) -> Places:
    """Do what comes before functions are rewritten; in which sets the sites lie that they take."""
    if "filled" in wanted:
        fill_lines(program)
    if "dead" in wanted:
        remove_unused(program)
    if "within" in wanted:
        ask_within(program)
    if "pinned" in wanted:
        pin_loops(program)
    if "mailbox" in wanted:
        keep_mailbox(program)
    places: Places = ends_of_moves(program) if "ends" in wanted else {}
    # Which guard belongs to what a move does can be told as long as no other move does it.
    if "trials" in wanted:
        keep_trials(program)
    if "supposing" in wanted:
        suppose_moves(program)
    if "alike" in wanted:
        join_alike(program, entries, _known_of_parameters(program, places))
    return places


def _tell(
    rewriter: Rewriter, places: Places, entries: Sequence[str], wanted: Sequence[str]
) -> None:
    """Tell a rewriter which functions stand where they are called, and what they are given."""
    program = rewriter.program
    if "inline" in wanted:
        shown = write_sequels(program) if "sequel" in wanted else set[Function]()
        rewriter.inlined = inline.called_once(program, entries)
        rewriter.shown = {one for one in shown if inline.ends_once(one)}
    rewriter.given = _given(program, places)


def _given(program: Program, places: Places) -> dict[Function, Given]:
    """What functions are given, by functions of which anything is known."""
    sure = surely_sites(program)
    return {one: Given(sure.get(one, ()), places.get(one, Ends())) for one in {*sure, *places}}


def _known_of_parameters(program: Program, places: Places) -> dict[Function, Hashable]:
    """What is known of the parameters of functions, by functions of which anything is."""
    sure = surely_sites(program)
    found: dict[Function, Hashable] = {}
    for one in {*sure, *places}:
        ends = places.get(one, Ends())
        found[one] = one in sure, ends.apart, *map(ends.places.get, one.parameters)
    return found


R = TypeVar("R")


def _by_operation(
    wanted: Sequence[str], passes: Mapping[str, Mapping[str, R]]
) -> dict[str, list[R]]:
    """The rules of some passes by operation."""
    found: dict[str, list[R]] = {}
    for name in wanted:
        for operation, rule in passes.get(name, {}).items():
            found.setdefault(operation, []).append(rule)
    return found


def _rewrite(rewriter: Rewriter, wanted: Sequence[str]) -> None:
    """Write every function once more, `playout` last, which shows what others do."""
    for function in sorted(rewriter.program.functions, key=lambda one: one.name == "playout"):
        if function not in rewriter.inlined:
            rewriter.function_anew(function)
            if "dead" in wanted:
                remove_unused_in(function)

"""New deduction puzzles from the rules of old ones: other values are given, one solution is left.

What is given is taken off the rules, a solution is drawn by chance, and of its values as many are
given as it takes to leave no other solution: none of them can be left out. Where rules ask for the
sums of hints, their numbers follow the solution, so that few values need be given, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

from interpreter import Game, load
from interpreter.ir.constraints import Constraint, Model, Together, Total, flat
from interpreter.play.puzzles.solving import Difficulty, Solver, Values, model_of
from interpreter.text.errors import Source, Span
from interpreter.text.printer import write
from interpreter.text.tree import Array, Clause, Integer, Labelled, String, Symbol, Tree, clauses

NOWHERE = Span(Source("<puzzle>", ""), 0, 0)
MOST_FILLS = 12
"""So many solutions are drawn at most to find one that its hints alone determine."""


@dataclass(frozen=True, slots=True)
class Made:
    """A new puzzle.

    Args:
        name: what it is called
        text: its rule file
        givens: the values that are given
        solution: the value of each site
        difficulty: how hard it is
    """

    name: str
    text: str
    givens: Mapping[int, int]
    solution: Mapping[int, int]
    difficulty: Difficulty


def make(game: Game, seed: int = 1, name: str | None = None) -> Made:
    """Make a puzzle that has one solution, and no given value more than that takes.

    Args:
        game: whose rules it has
        seed: fixes the puzzle
        name: what it is called; as the game, with the seed behind it, if not given

    Raises:
        ValueError: the game is no puzzle, or its rules have no solution
    """
    model_of(game)
    rng = Random(seed)
    called = name or f"{game.name} {seed}"
    tree = _without_givens(_named(game.expanded.game, called))
    best: tuple[Clause, Values, Values] | None = None
    for _ in range(MOST_FILLS):
        hinted, solution = _filled(tree, rng)
        givens = _needed(Solver(_compiled(hinted).start()), solution, rng)
        if best is None or len(givens) < len(best[1]):
            best = hinted, givens, solution
        if not givens or hinted == tree:
            break
    assert best is not None
    hinted, givens, solution = best
    text = _text(game, _with_givens(hinted, givens), seed)
    return Made(called, text, givens, solution, load(text).difficulty())


def _compiled(tree: Clause) -> Game:
    return load(write(tree))


def _filled(tree: Clause, rng: Random) -> tuple[Clause, Values]:
    """Rules with the sums of a solution that is drawn by chance, and the solution."""
    game = _compiled(tree)
    model = model_of(game)
    sums = _hinted(tree, model) if model.whole else {}
    solver = Solver(game.start(), _without(model, sums)) if sums else Solver(game.start())
    solution = next(solver.solutions(rng=rng), None)
    if solution is None:
        raise ValueError("these rules have no solution, whatever is given")
    numbers = {sites: sum(solution[site] for site in sites) for sites in sums}
    return (_with_sums(tree, numbers) if sums else tree), solution


def _needed(solver: Solver, solution: Values, rng: Random) -> Values:
    """The values that have to be given so that there is no other solution: none can be left out."""
    sites = [site for site in solution if solver.rules.first[site].bit_count() > 1]
    rng.shuffle(sites)
    given = dict.fromkeys(sites)
    for site in sites:
        domains = list(solver.rules.first)
        for other in given:
            domains[other] = 1 << solution[other]
        domains[site] = solver.rules.first[site] & ~(1 << solution[site])
        # With another value there, is there another solution?
        if next(solver.solutions(domains), None) is None:
            del given[site]
    return {site: solution[site] for site in sorted(given)}


# Hints


def _hinted(tree: Clause, model: Model) -> dict[tuple[int, ...], int]:
    """The sums that hints ask for, by their sites."""
    totals = {one.sites: one.total for one in flat(model.constraints) if isinstance(one, Total)}
    hints = [_sites(one) for one in clauses(tree) if one.keyword.text == "hint"]
    return {sites: totals[sites] for sites in hints if sites in totals}


def _without(model: Model, sums: Mapping[tuple[int, ...], int]) -> Model:
    kept = [one for one in flat(model.constraints)
            if not (isinstance(one, Total) and one.sites in sums)]  # fmt: skip
    together: tuple[Constraint, ...] = (Together(tuple(kept)),)
    return replace(model, constraints=together)


def _sites(hint: Clause) -> tuple[int, ...]:
    """The sites of a hint that has a number; none if it has none."""
    if len(hint.args) != 2 or not isinstance(hint.args[0], Array):
        return ()
    return tuple(one.value for one in hint.args[0].items if isinstance(one, Integer))


def _with_sums(tree: Clause, sums: Mapping[tuple[int, ...], int]) -> Clause:
    def change(one: Clause) -> Clause:
        if one.keyword.text != "hint" or _sites(one) not in sums:
            return one
        return replace(one, args=(one.args[0], Integer(sums[_sites(one)], NOWHERE)))

    return _changed(tree, change)


# Rule text


def _changed(tree: Clause, change: Callable[[Clause], Clause | None]) -> Clause:
    """A tree with some of its clauses changed, or left out, from the inside out."""

    def inner(one: Tree | Labelled) -> Tree | Labelled | None:
        if isinstance(one, Labelled):
            value = inner(one.value)
            return None if value is None else replace(one, value=value)
        if isinstance(one, Array):
            items = [found for item in one.items if (found := inner(item)) is not None]
            return replace(one, items=tuple(items))
        if isinstance(one, Clause):
            args = [found for arg in one.args if (found := inner(arg)) is not None]
            return change(replace(one, args=tuple(args)))
        return one

    found = inner(tree)
    assert isinstance(found, Clause)
    return found


def _is_given(one: Clause) -> bool:
    """Whether a clause gives values: `(set {{0 5} …})`."""
    first = next((arg for arg in one.args if isinstance(arg, Array)), None)
    return (
        one.keyword.text == "set"
        and first is not None
        and all(isinstance(item, Array) for item in first.items)
    )


def _without_givens(tree: Clause) -> Clause:
    """Rules that give no value at the start."""

    def change(one: Clause) -> Clause | None:
        if one.keyword.text == "set" and _is_given(one):
            return None
        bare = [arg for arg in one.args if not (isinstance(arg, Array) and not arg.items)]
        return None if one.keyword.text == "start" and not bare else one

    return _changed(tree, change)


def _with_givens(tree: Clause, givens: Values) -> Clause:
    """Rules that give some values at the start."""
    if not givens:
        return tree
    pairs = [Array((Integer(site, NOWHERE), Integer(value, NOWHERE)), NOWHERE)
             for site, value in givens.items()]  # fmt: skip
    rule = Clause(Symbol("set", NOWHERE), (Array(tuple(pairs), NOWHERE),), NOWHERE)
    has_start = any(one.keyword.text == "start" for one in clauses(tree))

    def change(one: Clause) -> Clause:
        if one.keyword.text == "start":
            first = one.args[0]
            several = first.items if isinstance(first, Array) else (first,)
            others = [other for other in several if not isinstance(other, Labelled)]
            return replace(one, args=(Array((*others, rule), NOWHERE),))
        if one.keyword.text == "rules" and not has_start:
            place = sum(isinstance(arg, Clause) and arg.keyword.text == "meta" for arg in one.args)
            start = Clause(Symbol("start", NOWHERE), (rule,), NOWHERE)
            return replace(one, args=(*one.args[:place], start, *one.args[place:]))
        return one

    return _changed(tree, change)


def _named(tree: Clause, name: str) -> Clause:
    return replace(tree, args=(String(name, NOWHERE), *tree.args[1:]))


def _text(game: Game, tree: Clause, seed: int) -> str:
    """A rule file, with what the old one says of the rules."""
    head = f"// Made from the rules of {game.name}, seed {seed}. It has one solution.\n\n"
    metadata = game.expanded.metadata
    return f"{head}{write(tree)}\n" + (f"\n{write(metadata)}\n" if metadata is not None else "")

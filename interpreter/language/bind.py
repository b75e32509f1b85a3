"""From trees to nodes: which form each clause is, and which argument is which parameter.

Arguments keep their written order. A labelled argument goes to the parameter of that name; the
others are matched from left to right, a parameter that does not fit is left out if it may be, and
where that leads nowhere the choice is taken back. Which form is meant follows from the type that
the place expects. A clause that fits no form gives one error, of the form that came furthest.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast

from interpreter.language.catalogue import Alternative, Catalogue, Ludeme, Parameter
from interpreter.language.explain import Explanation
from interpreter.language.keywords import MOST_WORDS, misspelt, names_of
from interpreter.language.kinds import by_nesting, gives, is_site, value_of_number, value_of_word
from interpreter.language.match import Match
from interpreter.language.nodes import Delayed, Known, Node
from interpreter.language.reasons import UNFIT, Failure, Reason
from interpreter.language.unfit import LABEL, Unfit
from interpreter.language.words import Braces, Text
from interpreter.text.errors import (
    LudError,
    Problem,
    Span,
    in_order,
    meant,
    nearest,
    suggested,
    suggests,
    told_once,
)
from interpreter.text.tree import Array, Clause, Integer, Real, String, Symbol, Tree, clauses


def bind(tree: Clause, kind: type, catalogue: Catalogue, defined: Sequence[str] = ()) -> Node:
    """The node of a clause that must give a value of this class.

    Args:
        defined: the names of defines, one of which a text that does not fit may be meant to be

    Raises:
        LudError: every word that is no ludeme, or every argument that does not fit
    """
    unknown = misspelt(tree, catalogue, defined)
    if unknown:
        raise LudError(unknown)
    try:
        found = _Binder(catalogue, defined).whole(tree, kind)
        if isinstance(found, Failure):
            # What the language takes has gone first: labels for sites are an addition to it.
            found = _Binder(catalogue, defined, labels=True).whole(tree, kind)
    except RecursionError:
        raise LudError("these rules are nested too deeply", tree.span, code="too-deep") from None
    if isinstance(found, Failure):
        raise LudError(in_order(told_once(found.reason.problems)))
    return cast(Node, found)


def mistakes(
    tree: Clause, kind: type, catalogue: Catalogue, defined: Sequence[str] = ()
) -> tuple[Node | None, list[Problem]]:
    """The node of a clause if there is one, and every mistake that keeps it from being one.

    Where a word is no ludeme, what does not fit elsewhere is told as well.

    Args:
        defined: see `bind`
    """
    try:
        return bind(tree, kind, catalogue, defined), []
    except LudError as error:
        found = list(error.problems)
    if misspelt(tree, catalogue, defined):
        told = [one.span for one in found if one.span is not None]
        unknown = {id(one) for one in clauses(tree) if _is_told(one, told)}
        try:
            other = _Binder(catalogue, defined, unknown=unknown).whole(tree, kind)
        except RecursionError:
            return None, found
        if isinstance(other, Failure):
            found += [one for one in other.reason.problems if not _meets(one, told)]
    return None, in_order(told_once(found))


def _is_told(clause: Clause, told: Sequence[Span]) -> bool:
    """Whether the name of a clause is told to be wrong."""
    named = [clause.keyword, *clause.args[: MOST_WORDS - 1]]
    return clause.span in told or any(one.span in told for one in named)


def _meets(problem: Problem, told: Iterable[Span]) -> bool:
    """Whether a problem is about what others are about too."""
    here = problem.span
    return here is None or any(
        here.source is one.source and here.start < one.end and one.start < here.end for one in told
    )


class _Binder:
    """Matches trees with types; remembers what it found for each clause and type."""

    def __init__(
        self,
        catalogue: Catalogue,
        defined: Sequence[str],
        *,
        labels: bool = False,
        unknown: Container[int] = (),
    ) -> None:
        self.catalogue = catalogue
        self.defined = defined
        self.labels = labels
        self.unknown = unknown  # clauses that are taken for whatever is wanted, by identity
        self.memo: dict[tuple[int, type], object] = {}
        self._called: dict[int, Tree] = {}

    def whole(self, tree: Clause, kind: type) -> object:
        """The node of rules, or a Failure."""
        found = self.value(tree, (Alternative(kind),))
        if not isinstance(found, Failure):
            # What did not fit knows the binder that knows it: only the collector would find them.
            self.memo.clear()
        return found

    def given(self, tree: Tree, parameter: Parameter, form: Ludeme) -> object:
        """The argument a tree gives for a parameter, or a Failure.

        Where labels count, one may stand for any site: `"B2"` for `(coord "B2")`.
        """
        found = self.value(tree, parameter.alternatives, form)
        if isinstance(found, Failure) and self.labels and is_site(parameter):
            again = self.value(self._as_called(tree), parameter.alternatives, form)
            found = found if isinstance(again, Failure) else again
        return found

    def _as_called(self, tree: Tree) -> Tree:
        """A tree in which labels are clauses that give their sites; the same one each time."""
        if id(tree) not in self._called:
            made = tree
            if isinstance(tree, String) and LABEL.fullmatch(tree.text):
                made = Clause(Symbol("coord", tree.span), (tree,), tree.span)
            elif isinstance(tree, Array):
                made = Array(tuple(map(self._as_called, tree.items)), tree.span)
            self._called[id(tree)] = made
        return self._called[id(tree)]

    def value(
        self, tree: Tree, wanted: Sequence[Alternative], form: Ludeme | None = None
    ) -> object:
        """The argument a tree gives for the first type that fits, or a Failure."""
        failures: list[Failure] = []
        for one in by_nesting(tree, wanted):
            found = self._one(tree, one)
            if not isinstance(found, Failure):
                return Delayed(found) if one.lazy else found
            failures.append(found)
        return Failure(lambda: self._unfit(tree, wanted, form, failures))

    def fits(self, tree: Tree, wanted: Sequence[Alternative]) -> bool:
        """Whether a tree gives an argument of one of several types."""
        return not isinstance(self.value(tree, wanted), Failure)

    def _unfit(
        self, tree: Tree, wanted: Sequence[Alternative], form: Ludeme | None,
        failures: Sequence[Failure],
    ) -> Reason:  # fmt: skip
        """Why a tree fits none of several types."""
        worst = max((one.reason for one in failures), key=lambda one: one.depth, default=None)
        if worst is not None and worst.inside:
            return worst
        return Reason((Unfit(self, wanted, form).problem(tree),))

    def _one(self, tree: Tree, wanted: Alternative) -> object:
        kind = wanted.type
        if kind is tuple:
            return self._list(tree, wanted)
        match tree:
            case Clause():
                return self._clause(tree, kind)
            case Symbol(text):
                return value_of_word(text, kind)
            case Integer(value):
                return value_of_number(value, kind)
            case Real(value):
                return value if kind is float else UNFIT
            case String(text):
                return Text(text, tree.span) if kind is str else UNFIT
            case Array():
                return UNFIT

    def _list(self, tree: Tree, wanted: Alternative) -> object:
        if not isinstance(tree, Array):
            return UNFIT
        found: list[object] = []
        for item in tree.items:
            one = self.value(item, wanted.items)
            if isinstance(one, Failure):
                return Failure(lambda: self._unfit_items(tree, wanted))
            found.append(one)
        return Braces(found, tree.span)

    def _unfit_items(self, tree: Array, wanted: Alternative) -> Reason:
        """What is wrong with the items of a list."""
        items = [self.value(item, wanted.items) for item in tree.items]
        reasons = [one.reason for one in items if isinstance(one, Failure)]
        fitting = len(items) - len(reasons)
        problems = tuple(problem for one in reasons for problem in one.problems)
        depth = max(one.depth for one in reasons) + 1 + fitting
        return Reason(problems, depth, any(one.inside for one in reasons) or fitting > 0)

    def _clause(self, tree: Clause, kind: type) -> object:
        key = (id(tree), kind)
        if id(tree) in self.unknown:
            return tree
        if key not in self.memo:
            self.memo[key] = self._match_forms(tree, kind)
        return self.memo[key]

    def forms(self, tree: Clause) -> Iterator[tuple[Ludeme, int]]:
        """The forms that a clause may be of, with how many words behind the keyword say so."""
        for name, taken in names_of(tree):
            for form in self.catalogue.forms.get(name, ()):
                yield form, taken

    def _match_forms(self, tree: Clause, kind: type) -> object:
        forms = [one for one in self.forms(tree) if gives(one[0].result, kind)]
        # (/ 7 2) is a fraction where one may stand, and a whole number only elsewhere
        forms.sort(key=lambda one: one[0].result is not kind)
        for form, taken in forms:
            found = Match(self, form, tree, tree.args[taken:]).node()
            if found is not None:
                return Known(found, kind) if form.result is not kind else found
        return Failure(lambda: self._nearest(tree, forms))

    def _nearest(self, tree: Clause, forms: Sequence[tuple[Ludeme, int]]) -> Reason:
        """Why a clause fits none of some forms: what is wrong with the one that comes furthest."""
        found = [
            (Explanation(self, form, tree, tree.args[taken:]).reason(), taken)
            for form, taken in forms
        ]
        if not found:
            return Reason()
        depth = max(one.depth for one, _ in found)
        words = next(taken for one, taken in found if one.depth == depth)
        alike = [one for one, taken in found if (one.depth, taken) == (depth, words)]
        worst = next((one for one in alike if one.suggesting), None)
        if worst is not None:
            return _suggesting_all(worst, alike)
        other = Unfit(self, [Alternative(form.result) for form, _ in forms]).mistyped(tree)
        if other is None:
            return alike[0]
        problems = (other if one.span == other.span else one for one in alike[0].problems)
        return replace(alike[0], problems=tuple(problems))


def _suggesting_all(reason: Reason, others: Sequence[Reason]) -> Reason:
    """A reason with the words nearest to its first of all that reasons of other forms suggest."""
    first, *rest = reason.problems
    if first.span is None or not suggests(first):
        return reason
    known = [
        word
        for one in others
        for problem in one.problems[:1]
        if problem.span == first.span
        for word in suggested(problem)
    ]
    near = nearest(first.span.text, known)
    if not near or near[0] in suggested(first):
        return reason
    return replace(reason, problems=(replace(first, hint=meant(near)), *rest))

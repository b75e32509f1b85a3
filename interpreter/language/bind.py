"""From trees to nodes: which form each clause is, and which argument is which parameter.

Arguments keep their written order. A labelled argument goes to the parameter of that name; the
others are matched from left to right, a parameter that does not fit is left out if it may be, and
where that leads nowhere the choice is taken back. Which form is meant follows from the type that
the place expects. A clause that fits no form gives one error, of the form that came furthest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import TypedDict, cast

from interpreter.board.topology import SiteType
from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import (
    CONSTANTS,
    Alternative,
    Catalogue,
    Ludeme,
    Parameter,
    is_enumeration,
)
from interpreter.language.gather import advice, gathering, same_kind
from interpreter.language.nodes import Delayed, Known, Node
from interpreter.language.parts import From
from interpreter.language.signatures import Unit
from interpreter.language.words import Text
from interpreter.text.defines import DECLARATIONS, head_word, parts
from interpreter.text.errors import Edit, LudError, Problem, Span, in_order, suggest, suggests
from interpreter.text.tree import (
    Array,
    Clause,
    Form,
    Integer,
    Item,
    Labelled,
    Real,
    String,
    Symbol,
    Tree,
    clauses,
)

MOST_WORDS = 3
SITES = ("site", "sites", "at", "from", "to")
"""What parameters are called that take sites."""
CAPITAL = re.compile(r"(?<=[a-z])[A-Z]")
LABEL = re.compile("[A-Za-z]+[0-9]+")
BARE = "one stands without braces"


class _Known(TypedDict):
    """What a problem tells of what may stand in its place."""

    expected: tuple[str, ...]
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """What does not fit.

    Args:
        depth: how far the matching came
        inside: a part fits, and something is wrong inside it
    """

    problems: tuple[Problem, ...] = ()
    depth: int = 0
    inside: bool = False

    @property
    def suggesting(self) -> bool:
        """Whether it says what may be meant."""
        return any(map(suggests, self.problems))


class Failure:
    """A tree that does not fit.

    Most failures are forgotten, when another form fits: the reason is found when it is asked for.
    """

    def __init__(self, find: Callable[[], Reason]) -> None:
        self._find = find

    @cached_property
    def reason(self) -> Reason:
        """Why it does not fit."""
        return self._find()


UNFIT = Failure(Reason)
Mended = tuple[str, tuple[Edit, ...]]
"""What to do about an argument, and the change to the text that does it."""


def bind(tree: Clause, kind: type, catalogue: Catalogue) -> Node:
    """The node of a clause that must give a value of this class.

    Raises:
        LudError: every word that is no ludeme, or every argument that does not fit
    """
    unknown = misspelt(tree, catalogue)
    if unknown:
        raise LudError(unknown)
    try:
        found = _Binder(catalogue).whole(tree, kind)
        if isinstance(found, Failure):
            # What the language takes has gone first: labels for sites are an addition to it.
            found = _Binder(catalogue, labels=True).whole(tree, kind)
    except RecursionError:
        raise LudError("these rules are nested too deeply", tree.span, code="too-deep") from None
    if isinstance(found, Failure):
        problems = found.reason.problems
        raise LudError(in_order(problems))
    return cast(Node, found)


def mistakes(tree: Clause, kind: type, catalogue: Catalogue) -> tuple[Node | None, list[Problem]]:
    """The node of a clause if there is one, and every mistake that keeps it from being one.

    Where a word is no ludeme, what does not fit elsewhere is told as well.
    """
    try:
        return bind(tree, kind, catalogue), []
    except LudError as error:
        found = list(error.problems)
    if misspelt(tree, catalogue):
        told = [one.span for one in found if one.span is not None]
        unknown = {id(one) for one in clauses(tree) if _is_told(one, told)}
        try:
            other = _Binder(catalogue, unknown=unknown).whole(tree, kind)
        except RecursionError:
            return None, found
        if isinstance(other, Failure):
            found += [one for one in other.reason.problems if not _meets(one, told)]
    return None, in_order(found)


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


def misspelt(tree: Clause, catalogue: Catalogue) -> tuple[Problem, ...]:
    """Every keyword that is no ludeme, and every word that would be one with other capitals."""
    names = _told_once(_unknown_names(tree, catalogue))
    told = {one.span for one in names}
    words = _told_once(one for one in _other_capitals(tree, catalogue) if one.span not in told)
    return tuple(in_order((*names, *words)))


def unknown_keywords(items: Iterable[Item], catalogue: Catalogue) -> Iterator[Problem]:
    """Warnings of keywords that are no ludemes, in a text that is not part of the rules."""
    for item in items:
        word = head_word(item)
        if word is not None and isinstance(item, Form) and word not in DECLARATIONS:
            words = [one.text for one in item.items[:2] if isinstance(one, Symbol)]
            if word not in catalogue.families:
                hint = suggest(word, catalogue.families)
                said = f"unknown ludeme ({word} ...)"
                yield Problem(said, item.items[0].span, hint, warning=True, code="unknown-ludeme")
            elif len(words) > 1 and not _may_begin(words, catalogue):
                seconds = {name.split()[1] for name in catalogue.families[word] if " " in name}
                hint = suggest(words[1], seconds) or _listing(seconds)
                said = f"unknown ludeme ({word} {words[1]} ...)"
                yield Problem(said, item.items[1].span, hint, warning=True, code="unknown-ludeme")
        yield from unknown_keywords(parts(item), catalogue)


def _may_begin(words: Sequence[str], catalogue: Catalogue) -> bool:
    """Whether a clause may begin with two words: a name, or a keyword and an argument."""
    family = catalogue.families[words[0]]
    return words[0] in family or any(name.split()[:2] == words for name in family)


def _other_capitals(tree: Clause, catalogue: Catalogue) -> Iterator[Problem]:
    for clause in clauses(tree):
        for word in _symbols(clause):
            meant = catalogue.other_capitals(word.text)
            if meant:
                hint = f"did you mean {' or '.join(meant)}?"
                yield Problem(f"unknown word {word.text}", word.span, hint, code="wrong-capitals")


def _symbols(tree: Tree | Labelled) -> Iterator[Symbol]:
    """The words that are arguments of a clause, or in a list of it."""
    match tree:
        case Symbol():
            yield tree
        case Labelled():
            yield from _symbols(tree.value) if not isinstance(tree.value, Clause) else ()
        case Array() | Clause():
            parts = tree.items if isinstance(tree, Array) else tree.args
            for part in parts:
                if not isinstance(part, Clause):
                    yield from _symbols(part)
        case _:
            pass


def head(clause: Clause) -> str:
    """A clause as messages name it: `(is Line …)`, with the words that may belong to its name."""
    words = [clause.keyword.text, *_words(clause)[:1]]
    return f"({' '.join(words)} ...)"


def _words(clause: Clause) -> list[str]:
    words: list[str] = []
    for arg in clause.args[: MOST_WORDS - 1]:
        if not isinstance(arg, Symbol):
            break
        words.append(arg.text)
    return words


def names_of(clause: Clause) -> Iterator[tuple[str, int]]:
    """The names a clause may have, longest first, with the words behind the keyword they take."""
    words = _words(clause)
    for taken in range(len(words), -1, -1):
        yield " ".join([clause.keyword.text, *words[:taken]]), taken


def _told_once(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Problems without those that a define has at the same place each time it is used."""
    found: dict[object, Problem] = {}
    for one in problems:
        place = (one.span.source, one.span.start, one.span.end) if one.span else None
        found.setdefault((one.message, place), one)
    return tuple(found.values())


def _unknown_names(tree: Tree, catalogue: Catalogue) -> Iterator[Problem]:
    for clause in clauses(tree):
        for name, taken in names_of(clause):
            if name in catalogue.forms:
                if _is_stray(clause, name, taken, catalogue):
                    yield _unknown(clause, catalogue)
                break
            if name in catalogue.known and not _is_argument(name, taken, catalogue):
                message, why = f"({name} ...) is not supported yet", catalogue.reason(name)
                yield Problem(message, clause.span, why, code="not-supported")
                break
        else:
            yield _unknown(clause, catalogue)


def _is_argument(name: str, taken: int, catalogue: Catalogue) -> bool:
    """Whether the last word of a name is an argument of a shorter one: `(sites Top)`."""
    if not taken:
        return False
    shorter, _, word = name.rpartition(" ")
    return any(
        word in members(one)
        for form in catalogue.forms.get(shorter, ())
        for parameter in form.positional
        for one in parameter.alternatives
    )


def _is_stray(clause: Clause, name: str, taken: int, catalogue: Catalogue) -> bool:
    """Whether a word stands behind a keyword where no argument can be one: `(move Pas)`."""
    words = _words(clause)[taken:]
    if taken or not words or not any(" " in one for one in catalogue.families[name]):
        return False
    starts = [one for form in catalogue.forms[name] for one in form.positional[:1]]
    return all(
        not start.optional and not any(_can_be_word(one.type) for one in start.alternatives)
        for start in starts
    )


def _can_be_word(kind: type) -> bool:
    """Whether a word can stand for a value of a type: not for a part such as `(from …)`."""
    return kind.__module__ != From.__module__


def _unknown(clause: Clause, catalogue: Catalogue) -> Problem:
    keyword = clause.keyword.text
    family = catalogue.families.get(keyword, set())
    words = _words(clause)
    if family and words:
        built = catalogue.keywords.get(keyword) or family
        seconds = {name.split()[1] for name in built if " " in name}
        hint = suggest(words[0], seconds) or _listing(seconds)
        return Problem(
            f"unknown ludeme ({keyword} {words[0]} ...)",
            clause.args[0].span,
            hint,
            code="unknown-ludeme",
        )
    if family:
        message = f"({keyword} ...) needs a word to say what it is"
        built = catalogue.keywords.get(keyword) or family
        return Problem(
            message,
            clause.span,
            _listing({name.split()[1] for name in built if " " in name}),
            code="incomplete-ludeme",
        )
    apart = CAPITAL.sub(lambda found: f" {found[0]}", keyword, count=1)  # `isEmpty`: is Empty
    hint = f"did you mean {apart}?" if apart in catalogue.forms else None
    hint = hint or suggest(keyword, catalogue.families)
    return Problem(
        f"unknown ludeme ({keyword} ...)", clause.keyword.span, hint, code="unknown-ludeme"
    )


def _listing(words: Iterable[str], most: int = 12) -> str:
    known = sorted(words)
    more = f" and {len(known) - most} more" if len(known) > most else ""
    return f"known: {', '.join(known[:most])}{more}"


def _kind_of(tree: Tree) -> str:
    match tree:
        case Symbol(text):
            return f"the word {text}"
        case String(text):
            return f'the text "{text}"'
        case Integer(value) | Real(value):
            return f"the number {value}"
        case Array():
            return "a list"
        case Clause():
            return head(tree)


class _Binder:
    """Matches trees with types; remembers what it found for each clause and type."""

    def __init__(
        self, catalogue: Catalogue, *, labels: bool = False, unknown: Container[int] = ()
    ) -> None:
        self.catalogue = catalogue
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
        for one in _by_nesting(tree, wanted):
            found = self._one(tree, one)
            if not isinstance(found, Failure):
                return Delayed(found) if one.lazy else found
            failures.append(found)
        return Failure(lambda: self._unfit(tree, wanted, form, failures))

    def _unfit(
        self, tree: Tree, wanted: Sequence[Alternative], form: Ludeme | None,
        failures: Sequence[Failure],
    ) -> Reason:  # fmt: skip
        """Why a tree fits none of several types."""
        worst = max((one.reason for one in failures), key=lambda one: one.depth, default=None)
        if worst is not None and worst.inside:
            return worst
        return Reason((self._mismatch(tree, wanted, form),))

    def _mismatch(self, tree: Tree, wanted: Sequence[Alternative], form: Ludeme | None) -> Problem:
        forms = "" if form is None else f"form: {form}"
        names = tuple(dict.fromkeys(one.name for one in wanted))
        expected = " or ".join(names)
        known = _Known(expected=names, forms=() if form is None else (str(form),))
        if isinstance(tree, Symbol):
            if tree.text in self.catalogue.words:
                return Problem(f"{tree.text} is not supported yet", tree.span, code="not-supported")
            words = [word for one in wanted for word in members(one)]
            hint = suggest(tree.text, words) or _choice(wanted) or forms or None
            message = f"unknown word {tree.text}; expected {expected}"
            return Problem(message, tree.span, hint, code="unknown-word", **known)
        message = f"{_kind_of(tree)} does not fit; expected {expected}"
        if isinstance(tree, Clause):
            for name, _ in names_of(tree):
                kinds = self.catalogue.known.get(name, frozenset())
                missing = [one.name for one in wanted if one.name in kinds]
                if missing:
                    message = f"({name} ...) as {missing[0]} is not supported yet"
                    return Problem(message, tree.span, code="not-supported")
            given = dict.fromkeys(Alternative(form.result).name for form, _ in self._forms(tree))
            message = f"{_kind_of(tree)} is {' or '.join(given)}; expected {expected}"
        hint, edits = self._gathered(tree, wanted) or forms or None, tuple[Edit, ...]()
        span = tree.span
        if hint == BARE:
            edits = ((span.start, span.start + 1, ""), (span.end - 1, span.end, ""))
        number = any(one.type is Int for one in wanted)
        if number and isinstance(tree, String) and LABEL.fullmatch(tree.text):
            called = f'(coord "{tree.text}")'
            hint, edits = f"a site is named by {called}", ((span.start, span.end, called),)
        return Problem(message, span, hint, code="wrong-type", edits=edits, **known)

    def _gathered(self, tree: Tree, wanted: Sequence[Alternative]) -> str | None:
        """How to make one value of a list that stands where one is wanted."""
        if not isinstance(tree, Array) or not tree.items:
            return None
        if len(tree.items) == 1 and self._fits(tree.items[0], wanted):
            return BARE
        found = [
            (form, parameter)
            for form, parameter in gathering(wanted, self.catalogue)
            if self._fits(tree, parameter.alternatives)
            or any(self._fits(one, same_kind(form, parameter)) for one in tree.items)
        ]
        return advice(found) if found else None

    def _fits(self, tree: Tree, wanted: Sequence[Alternative]) -> bool:
        return not isinstance(self.value(tree, wanted), Failure)

    def _one(self, tree: Tree, wanted: Alternative) -> object:
        kind = wanted.type
        if kind is tuple:
            return self._list(tree, wanted)
        match tree:
            case Clause():
                return self._clause(tree, kind)
            case Symbol(text):
                return _word(text, kind)
            case Integer(value):
                return _number(value, kind)
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
        return tuple(found)

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

    def _forms(self, tree: Clause) -> Iterator[tuple[Ludeme, int]]:
        for name, taken in names_of(tree):
            for form in self.catalogue.forms.get(name, ()):
                yield form, taken

    def _match_forms(self, tree: Clause, kind: type) -> object:
        forms = [one for one in self._forms(tree) if gives(one[0].result, kind)]
        # (/ 7 2) is a fraction where one may stand, and a whole number only elsewhere
        forms.sort(key=lambda one: one[0].result is not kind)
        for form, taken in forms:
            found = _Match(self, form, tree, tree.args[taken:]).node()
            if found is not None:
                return Known(found, kind) if form.result is not kind else found
        return Failure(lambda: self._nearest(tree, forms))

    def _nearest(self, tree: Clause, forms: Sequence[tuple[Ludeme, int]]) -> Reason:
        """Why a clause fits none of some forms: what is wrong with the one that comes furthest."""
        worst: Reason | None = None
        words = 0
        for form, taken in forms:
            found = _Match(self, form, tree, tree.args[taken:]).reason()
            if worst is None or found.depth > worst.depth:
                worst, words = found, taken
            elif (found.depth, taken) == (worst.depth, words):
                # Of two forms that come as far, the one that suggests what may be meant.
                worst = found if found.suggesting and not worst.suggesting else worst
        return worst or Reason()


class _Match:
    """One clause against one form."""

    def __init__(
        self, binder: _Binder, form: Ludeme, tree: Clause, args: Sequence[Tree | Labelled]
    ) -> None:
        self.binder, self.form, self.tree = binder, form, tree
        self.plain = [arg for arg in args if not isinstance(arg, Labelled)]
        self.named = [arg for arg in args if isinstance(arg, Labelled)]
        self.found: dict[str, object] = {}
        self.placed: dict[str, Tree] = {}
        self.problems: list[Problem] = []
        self.deepest = 0

    @property
    def forms(self) -> str:
        """What the form takes, as a hint; made only for a message."""
        return f"form: {self.form}"

    def node(self) -> Node | None:
        """The node, if all arguments fit."""
        for arg in self.named:
            parameter = self.form.labelled.get(arg.label)
            if parameter is None or parameter.name in self.found:
                return None
            value = self.binder.given(arg.value, parameter, self.form)
            if isinstance(value, Failure):
                return None
            self.found[parameter.name] = value
        placed = self._place(0, 0)
        if placed is None:
            return None
        self._together(placed)
        if self.problems:
            return None
        order = {one.name: self.found[one.name] for one in self.form.parameters
                 if one.name in self.found}  # fmt: skip
        return Node(self.form, tuple(order.items()), self.tree.span)

    def reason(self) -> Reason:
        """The problems of the arguments that do not fit."""
        for arg in self.named:
            self._label(arg)
        placed = self._place(0, 0)
        if placed is None and self.plain:
            self._explain()
        elif placed is None:
            self._missing(0, self.tree.span)
        if not self.problems and placed is not None:
            self._together(placed)
        good = sum(not isinstance(value, Failure) for value in self.found.values())
        return Reason(tuple(self.problems), 1 + good + self.deepest, inside=True)

    def _together(self, placed: Mapping[str, object]) -> None:
        """What is wrong with the arguments together, if each of them fits."""
        self.found.update(placed)
        self._exclusive()
        self._neither()
        self._lacking_labels()

    def _title(self) -> str:
        return f"({self.form.name} ...)"

    def _tell(self, problem: Problem) -> None:
        """Note a problem of the clause, with what it takes."""
        self.problems.append(replace(problem, forms=(str(self.form),)))

    def _label(self, arg: Labelled) -> None:
        parameter = self.form.labelled.get(arg.label)
        if parameter is None:
            self._unknown_label(arg)
        elif parameter.name in self.found:
            message = f"{self._title()} has {arg.label}: twice"
            self._tell(Problem(message, arg.span, code="label-twice"))
        else:
            value = self.binder.given(arg.value, parameter, self.form)
            self.found[parameter.name] = value
            if isinstance(value, Failure):
                self._blame(value.reason)

    def _blame(self, reason: Reason) -> None:
        self.problems.extend(reason.problems)
        self.deepest = max(self.deepest, reason.depth)

    def _unknown_label(self, arg: Labelled) -> None:
        title = self._title()
        if arg.label in self.form.later:
            problem = Problem(
                f"{arg.label}: of {title} is not supported yet", arg.span, code="not-supported"
            )
        else:
            span = Span(arg.span.source, arg.span.start, arg.span.start + len(arg.label),
                        arg.span.outer)  # fmt: skip
            labels = list(self.form.labelled)
            hint = suggest(arg.label, labels) or (_listing(labels) if labels else self.forms)
            message = f"{title} has no argument {arg.label}:"
            problem = Problem(message, span, hint, code="unknown-label")
        self._tell(problem)

    def _place(self, index: int, slot: int) -> dict[str, object] | None:
        """The arguments from `index` on put into the parameters from `slot` on."""
        parameters = self.form.positional
        if index == len(self.plain):
            lacking = any(not one.optional for one in parameters[slot:])
            return None if lacking else {}
        if slot == len(parameters):
            return None
        parameter = parameters[slot]
        value = self.binder.given(self.plain[index], parameter, self.form)
        if not isinstance(value, Failure):
            rest = self._place(index + 1, slot + 1)
            if rest is not None:
                return {parameter.name: value, **rest}
        return self._place(index, slot + 1) if parameter.optional else None

    def _explain(self) -> None:
        """The problems of the positional arguments, taken in order as far as they fit."""
        slot = 0
        for tree in self.plain:
            taken, failure = self._next_slot(tree, slot)
            if taken is not None:
                slot = taken + 1
                name = self.form.positional[taken].name
                self.found[name], self.placed[name] = failure, tree
                if failure is not None:
                    self._blame(failure.reason)
                continue
            self.problems.extend(self._unplaced(tree, slot, failure))
            return
        self._missing(slot, self.tree.span)

    def _unplaced(self, tree: Tree, slot: int, failure: Failure | None) -> Iterable[Problem]:
        """The problems of an argument that fits no parameter from `slot` on."""
        reasons = (self._in_braces, self._too_late, self._too_early)
        hint, edits = next(filter(None, (why(tree, slot) for why in reasons)), (None, ()))
        if failure is None:
            message, forms = f"{self._title()} takes no further argument", (str(self.form),)
            one = Problem(message, tree.span, hint or self.forms, code="surplus-argument")
            return (replace(one, forms=forms, edits=edits),)
        problems = self._as_name(tree, failure.reason)
        return [replace(one, hint=hint, edits=edits) for one in problems] if hint else problems

    def _in_braces(self, tree: Tree, slot: int) -> Mended | None:
        """What to do where several things stand one after the other that belong into a list."""
        before = [one.name for one in self.form.positional[:slot]]
        for form in self.binder.catalogue.forms.get(self.form.name, ()):
            rest = form.positional[slot:] if form is self.form else form.positional[:1]
            if form.result is not self.form.result or not rest:
                continue
            items = [item for one in rest[0].alternatives for item in one.items]
            lists = all(one.type is tuple for one in rest[0].alternatives)
            whole = form is self.form or all(name in self.found for name in before)
            if lists and whole and self._fits(tree, items):
                hint = f"several stand in braces: ({form.name} {{ ... }})"
                return hint, self._braces(tree, items)
        return None

    def _fits(self, tree: Tree, wanted: Sequence[Alternative]) -> bool:
        return not isinstance(self.binder.value(tree, wanted), Failure)

    def _braces(self, tree: Tree, items: Sequence[Alternative]) -> tuple[Edit, ...]:
        """Braces around an argument and those beside it that are of the same list."""
        first = last = next(k for k, one in enumerate(self.plain) if one is tree)
        while first > 0 and self._fits(self.plain[first - 1], items):
            first -= 1
        while last + 1 < len(self.plain) and self._fits(self.plain[last + 1], items):
            last += 1
        start, end = self.plain[first].span, self.plain[last].span
        if start.source is not end.source or start.end > end.start > start.start:
            return ()
        return (start.start, start.start, "{ "), (end.end, end.end, " }")

    def _too_late(self, tree: Tree, slot: int) -> Mended | None:
        """Where an argument should stand that would have fitted before."""
        earlier = self.form.positional[:slot]
        for place, parameter in enumerate(earlier):
            value = self.binder.value(tree, parameter.alternatives, self.form)
            words = any(_can_be_word(one.type) for one in parameter.alternatives)
            if words or not isinstance(tree, Clause) or isinstance(value, Failure):
                continue
            if parameter.name in self.found:
                return f"there is a ({tree.keyword.text} ...) already\n  {self.forms}", ()
            behind = next((one for one in earlier[place:] if one.name in self.found), None)
            if behind is not None:
                hint = f"it stands before ({behind.label} ...)\n  {self.forms}"
                return hint, _moved(tree, self.placed[behind.name])
        return None

    def _too_early(self, tree: Tree, slot: int) -> Mended | None:
        """What should stand before an argument that fits only behind it."""
        wanted = self.form.positional[slot : slot + 1]
        later = self.form.positional[slot + 1 :]
        place = next(k for k, one in enumerate(self.plain) if one is tree)
        if not any(self._fits(tree, one.alternatives) for one in later):
            return None
        for parameter in wanted:
            for other in self.plain[place + 1 :]:
                if isinstance(other, Clause) and self._fits(other, parameter.alternatives):
                    hint = f"({other.keyword.text} ...) stands before it\n  {self.forms}"
                    return hint, _moved(other, tree)
        return None

    def _as_name(self, tree: Tree, reason: Reason) -> Iterable[Problem]:
        """The problems of an argument; one behind the keyword may be a mistyped part of a name."""
        known = self.binder.catalogue.keywords.get(self.tree.keyword.text, set())
        seconds = {name.split()[1] for name in known if " " in name}
        if not isinstance(tree, Symbol) or tree is not self.tree.args[0] or not seconds:
            return reason.problems
        problem = reason.problems[0]
        if suggests(problem):
            return reason.problems
        near = suggest(tree.text, seconds)
        words_fit = problem.hint and problem.hint.startswith("known")
        return (replace(problem, hint=near or (problem.hint if words_fit else _listing(seconds))),)

    def _next_slot(self, tree: Tree, slot: int) -> tuple[int | None, Failure | None]:
        """The parameter an argument goes to, or would go to but for an error inside it."""
        nearest: tuple[int | None, Failure | None] = (None, None)
        wanted: list[Alternative] = []
        for place in range(slot, len(self.form.positional)):
            parameter = self.form.positional[place]
            wanted += (one for one in parameter.alternatives if one.type is not SiteType)
            value = self.binder.given(tree, parameter, self.form)
            if not isinstance(value, Failure):
                return place, None
            if value.reason.inside and value.reason.depth > _depth(nearest[1]):
                nearest = (place, value)
            if not parameter.optional:
                break
        if nearest[0] is None and wanted:
            # None of these fits by itself; together they say what would.
            return None, cast(Failure, self.binder.value(tree, wanted, self.form))
        return nearest

    def _missing(self, slot: int, span: Span) -> None:
        for parameter in self.form.positional[slot:]:
            if not parameter.optional:
                self._lacking(parameter, span)
                return

    def _lacking_labels(self) -> None:
        for parameter in self.form.labelled.values():
            if not parameter.optional and parameter.name not in self.found:
                self._lacking(parameter, self.tree.span)

    def _lacking(self, parameter: Parameter, span: Span) -> None:
        message = f"{self._title()} lacks {parameter}"
        problem = Problem(message, span, self.forms, code="missing-argument")
        expected = tuple(dict.fromkeys(one.name for one in parameter.alternatives))
        self._tell(replace(problem, expected=expected))

    def _neither(self) -> None:
        for group in self.form.either:
            several = [one for one in self.form.parameters if one.label in group]
            if all(one.name not in self.found for one in several):
                names = " or ".join(str(one)[1:-1] for one in several)
                message = f"{self._title()} lacks {names}"
                self._tell(Problem(message, self.tree.span, self.forms, code="missing-argument"))

    def _exclusive(self) -> None:
        labels = {one.label: one.name in self.found for one in self.form.parameters}
        for group in self.form.exclusive:
            given = [label for label in group if labels[label]]
            if len(given) > 1:
                message = f"{self._title()} takes only one of {' and '.join(given)}"
                self._tell(Problem(message, self.tree.span, code="exclusive-arguments"))


def _moved(tree: Tree, before: Tree) -> tuple[Edit, ...]:
    """An argument put before another."""
    span, place = tree.span, before.span
    if span.source is not place.source or place.end > span.start:
        return ()
    text = span.source.text
    start = len(text[: span.start].rstrip())
    return (place.start, place.start, f"{text[span.start : span.end]} "), (start, span.end, "")


def is_site(parameter: Parameter) -> bool:
    """Whether a parameter takes sites, of which a number may be one."""
    several = [
        *parameter.alternatives,
        *(item for one in parameter.alternatives for item in one.items),
    ]
    units = {hint.name for one in several for hint in one.hints if isinstance(hint, Unit)}
    named = parameter.name.rstrip("_") in SITES
    return named or "site" in units or any(one.type is Sites for one in several)


def _depth(failure: Failure | None) -> int:
    return failure.reason.depth if failure is not None else -1


def _by_nesting(tree: Tree, wanted: Sequence[Alternative]) -> Sequence[Alternative]:
    """The types in the order in which to try them: for lists, those as deeply nested first."""
    if len(wanted) < 2 or not isinstance(tree, Array):
        return wanted
    depth = _nesting(tree)
    return sorted(wanted, key=lambda one: _lists_of(one) != depth)


def _nesting(tree: Tree) -> int:
    """How many lists there are around the first item."""
    depth = 0
    while isinstance(tree, Array):
        depth += 1
        if not tree.items:
            break
        tree = tree.items[0]
    return depth


def _lists_of(wanted: Alternative) -> int:
    """How many lists a type has around its items."""
    depth = 0
    while wanted.type is tuple:
        depth, wanted = depth + 1, wanted.items[0]
    return depth


def gives(result: type, wanted: type) -> bool:
    """Whether a form's result serves: the same class, or a value that must be constant."""
    return result is wanted or (result, wanted) in ((Int, int), (Bool, bool), (Int, float))


def _choice(wanted: Sequence[Alternative]) -> str | None:
    """The words that may stand here, if only words may."""
    if not all(is_enumeration(one.type) for one in wanted):
        return None
    return _listing((word for one in wanted for word in members(one)), most=20)


def members(wanted: Alternative) -> list[str]:
    """The words that may stand for a value of a type."""
    if is_enumeration(wanted.type):
        return [str(member.value) for member in cast(type[Enum], wanted.type)]
    return ["True", "False"] if wanted.type in (bool, Bool) else []


def _word(text: str, kind: type) -> object:
    if is_enumeration(kind):
        found = {str(member.value): member for member in cast(type[Enum], kind)}.get(text)
        return UNFIT if found is None else found
    if kind in (bool, Bool) and text.lower() in ("true", "false"):
        truth = text.lower() == "true"
        return truth if kind is bool else Bool(constant=int(truth))
    if kind in (int, Int) and text in CONSTANTS:
        return _number(CONSTANTS[text], kind)
    return UNFIT


def _number(value: int, kind: type) -> object:
    if kind is int:
        return value
    if kind is float:
        return float(value)
    return Int(constant=value) if kind is Int else UNFIT

"""Why a tree gives no value of any of several types, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

from interpreter.ir.values import Int
from interpreter.language.catalogue import Alternative, Ludeme, is_enumeration
from interpreter.language.gather import advice, around, gathering, naming, same_kind
from interpreter.language.keywords import (
    either,
    head,
    listing,
    names_of,
    unknown_word,
    words_behind,
)
from interpreter.language.kinds import gives, members
from interpreter.language.match import Values
from interpreter.language.reasons import Mended
from interpreter.text.errors import Edit, Problem, suggest
from interpreter.text.tree import Array, Clause, Integer, Real, String, Symbol, Tree

LABEL = re.compile("[A-Za-z]+[0-9]+")
MOST_AROUND = 2
"""So many forms at most are told that take a value."""
NUMBER = re.compile("-?[0-9]+")
BARE = "one stands without braces"


class _Known(TypedDict):
    """What a problem tells of what may stand in its place."""

    expected: tuple[str, ...]
    forms: tuple[str, ...]


class Unfit:
    """What does not fit where a value of one of several types is wanted.

    Args:
        form: whose argument it is
    """

    def __init__(
        self, binder: Values, wanted: Sequence[Alternative], form: Ludeme | None = None
    ) -> None:
        self.binder, self.catalogue, self.wanted = binder, binder.catalogue, wanted
        self.form = None if form is None else f"form: {form}"
        names = tuple(dict.fromkeys(one.name for one in wanted))
        self.expected = " or ".join(names)
        self.known = _Known(expected=names, forms=() if form is None else (str(form),))

    def problem(self, tree: Tree) -> Problem:
        """What is wrong with a tree, and what may be meant."""
        if isinstance(tree, Symbol):
            return self._word(tree)
        told = self._clause(tree) if isinstance(tree, Clause) else None
        if isinstance(told, Problem):
            return told
        message = f"{told or f'{_kind_of(tree)} does not fit'}; expected {self.expected}"
        mended = self._marked(tree) if isinstance(tree, String) else self._made(tree)
        hint, edits = mended or (self.form, ())
        if mended is None and isinstance(tree, String) and self.binder.defined:
            none = f'no define is called "{tree.text}"'
            hint = none if self.form is None else f"{none}\n  {self.form}"
        return Problem(message, tree.span, hint, code="wrong-type", edits=edits, **self.known)

    def _word(self, tree: Symbol) -> Problem:
        if tree.text in self.catalogue.words:
            return Problem(f"{tree.text} is not supported yet", tree.span, code="not-supported")
        hint = suggest(tree.text, [word for one in self.wanted for word in members(one)])
        edits: tuple[Edit, ...] = ()
        if hint is None:
            hint, edits = self._marked(tree) or (_choice(self.wanted) or self.form, ())
        message = f"unknown word {tree.text}; expected {self.expected}"
        return Problem(message, tree.span, hint, code="unknown-word", edits=edits, **self.known)

    def _clause(self, tree: Clause) -> Problem | str:
        """What is wrong with the name of a clause, or else what the clause is."""
        for name, _ in names_of(tree):
            kinds = self.catalogue.known.get(name, frozenset())
            missing = [one.name for one in self.wanted if one.name in kinds]
            if missing:
                message = f"({name} ...) as {missing[0]} is not supported yet"
                return Problem(message, tree.span, code="not-supported")
        mistyped = self.mistyped(tree)
        if mistyped is not None:
            return mistyped
        given = dict.fromkeys(Alternative(form.result).name for form, _ in self.binder.forms(tree))
        return f"{_kind_of(tree)} is {' or '.join(given)}"

    def mistyped(self, tree: Clause) -> Problem | None:
        """The word behind a keyword, if it is nearly that of a form that fits: `(max Mvoes …)`."""
        keyword, word = tree.keyword.text, next(iter(tree.args), None)
        if not isinstance(word, Symbol) or word.text in self.catalogue.words:
            return None
        fitting = [
            form
            for name in self.catalogue.families.get(keyword, ())
            for form in self.catalogue.forms.get(name, ())
            if any(gives(form.result, one.type) for one in self.wanted)
        ]
        known = [one.name.split()[1] for one in fitting if " " in one.name]
        known += words_behind(one for one in fitting if one.name == keyword)
        hint = None if word.text in known else suggest(word.text, known)
        return None if hint is None else unknown_word(keyword, word.text, word.span, hint)

    def _marked(self, tree: Symbol | String) -> Mended | None:
        """What to do about a word or text that lacks quotes or brackets, or should have none."""
        text = tree.text
        number = any(one.type is Int for one in self.wanted)
        texts = [one.type is str for one in self.wanted]

        def instead(hint: str, new: str, *, sure: bool = True) -> Mended:
            return f"{hint}: {new}", ((tree.span.start, tree.span.end, new),) if sure else ()

        word = isinstance(tree, Symbol)
        if word and text in self.binder.defined:
            return instead("a define stands in quotes", f'"{text}"')
        if word and 0 < len(names := naming(text, self.wanted, self.catalogue)) <= MOST_AROUND:
            return f"it stands in {' or '.join(names)}", ()
        if word and any(texts) and text not in self.catalogue.named:
            return instead("a text stands in quotes", f'"{text}"', sure=all(texts))
        if number and LABEL.fullmatch(text):
            return instead("a site is named by", f'(coord "{text}")')
        if word:
            known = text in self.catalogue.families
            return (f"a ludeme stands in brackets: ({text} ...)", ()) if known else None
        if any(text in members(one) for one in self.wanted):
            return instead("a word stands without quotes", text)
        if number and NUMBER.fullmatch(text):
            return instead("a number stands without quotes", text)
        if text.partition(" ")[0] in self.catalogue.families:
            return instead("a ludeme stands in brackets, without quotes", f"({text})")
        near = suggest(text, self.binder.defined)
        return None if near is None else (near, ())

    def _made(self, tree: Tree) -> Mended | None:
        """What makes of a value what is wanted, if that is clear."""
        if not isinstance(tree, Clause | Array):
            return None
        start, end = tree.span.start, tree.span.end
        gathered = self._gathered(tree)
        if gathered is not None:
            bare = gathered == BARE
            return gathered, ((start, start + 1, ""), (end - 1, end, "")) if bare else ()
        found = {
            form.name
            for form, parameter in around(self.wanted, self.catalogue)
            if self.binder.fits(tree, parameter.alternatives)
        }
        if not 0 < len(found) <= MOST_AROUND:
            return None
        names = sorted(found)
        edits = ((start, start, f"({names[0]} "), (end, end, ")")) if len(names) == 1 else ()
        return f"it stands in {either(names)}", edits

    def _gathered(self, tree: Tree) -> str | None:
        """How to make one value of a list that stands where one is wanted."""
        if not isinstance(tree, Array) or not tree.items:
            return None
        if len(tree.items) == 1 and self.binder.fits(tree.items[0], self.wanted):
            return BARE
        found = [
            (form, parameter)
            for form, parameter in gathering(self.wanted, self.catalogue)
            if self.binder.fits(tree, parameter.alternatives)
            or any(self.binder.fits(one, same_kind(form, parameter)) for one in tree.items)
        ]
        return advice(found) if found else None


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


def _choice(wanted: Sequence[Alternative]) -> str | None:
    """The words that may stand here, if only words may."""
    if not all(is_enumeration(one.type) for one in wanted):
        return None
    return listing((word for one in wanted for word in members(one)), most=20)

"""The names of clauses: what they may be, and what is told of words that are none."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace

from interpreter.language.catalogue import Catalogue, Ludeme
from interpreter.language.kinds import can_be_word, members
from interpreter.text.defines import DECLARATIONS, head_word, parts
from interpreter.text.errors import (
    Edit,
    Problem,
    Span,
    in_order,
    meant,
    nearest,
    put_into,
    suggest,
    told_once,
)
from interpreter.text.tree import Array, Clause, Form, Item, Labelled, Symbol, Tree, clauses

MOST_WORDS = 3
CLOSE = 0.8
"""How near a keyword is of which one may be meant though the word stands in names, too."""
CAPITAL = re.compile(r"(?<=[a-z])[A-Z]")


def names_of(clause: Clause) -> Iterator[tuple[str, int]]:
    """The names a clause may have, longest first, with the words behind the keyword they take."""
    words = _words(clause)
    for taken in range(len(words), -1, -1):
        yield " ".join([clause.keyword.text, *words[:taken]]), taken


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


def misspelt(
    tree: Clause, catalogue: Catalogue, defined: Container[str] = ()
) -> tuple[Problem, ...]:
    """Every keyword that is no ludeme, and every word that would be one with other capitals.

    Args:
        defined: the names of defines
    """
    names, words = _unknown_names(tree, catalogue, defined), _other_capitals(tree, catalogue)
    return tuple(in_order(told_once((*names, *words))))


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
                hint = suggest(words[1], seconds) or listing(seconds)
                one = unknown_word(word, words[1], item.items[1].span, hint)
                yield replace(one, warning=True)
        yield from unknown_keywords(parts(item), catalogue)


def _may_begin(words: Sequence[str], catalogue: Catalogue) -> bool:
    """Whether a clause may begin with two words: a name, or a keyword and an argument."""
    family = catalogue.families[words[0]]
    return words[0] in family or any(name.split()[:2] == words for name in family)


def _other_capitals(tree: Clause, catalogue: Catalogue) -> Iterator[Problem]:
    for clause in clauses(tree):
        for word in _symbols(clause):
            hint = meant(catalogue.other_capitals(word.text))
            if hint is not None and word.text in catalogue.families:
                hint += f"\n  a ludeme stands in brackets: ({word.text} ...)"
            if hint is not None:
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


def _unknown_names(tree: Tree, catalogue: Catalogue, defined: Container[str]) -> Iterator[Problem]:
    for clause in clauses(tree):
        for name, taken in names_of(clause):
            if name in catalogue.forms:
                if _is_stray(clause, name, taken, catalogue):
                    yield _unknown(clause, catalogue, defined)
                break
            if name in catalogue.known and not _is_argument(name, taken, catalogue):
                message, why = f"({name} ...) is not supported yet", catalogue.reason(name)
                yield Problem(message, clause.span, why, code="not-supported")
                break
        else:
            yield _unknown(clause, catalogue, defined)


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
        not start.optional and not any(can_be_word(one.type) for one in start.alternatives)
        for start in starts
    )


def _unknown(clause: Clause, catalogue: Catalogue, defined: Container[str]) -> Problem:
    keyword = clause.keyword.text
    family = catalogue.families.get(keyword, set())
    words = _words(clause)
    if family and words:
        built = catalogue.keywords.get(keyword) or family
        seconds = {name.split()[1] for name in built if " " in name}
        others = words_behind(catalogue.forms.get(keyword, ()))
        hint = suggest(words[0], (*seconds, *others)) or listing(seconds)
        one = unknown_word(keyword, words[0], clause.args[0].span, hint)
        return put_into(one, clause.span, keyword)
    if family:
        message = f"({keyword} ...) needs a word to say what it is"
        built = catalogue.keywords.get(keyword) or family
        return Problem(
            message,
            clause.span,
            listing({name.split()[1] for name in built if " " in name}),
            code="incomplete-ludeme",
        )
    word, edits = clause.keyword.span, tuple[Edit, ...]()
    apart = CAPITAL.sub(lambda found: f" {found[0]}", keyword, count=1)  # `isEmpty`: is Empty
    if keyword in defined:
        hint = f'a define stands in quotes: ("{keyword}" ...)'
        edits = ((word.start, word.end, f'"{keyword}"'),)
    elif apart in catalogue.forms:
        hint = meant([apart])
    else:
        near = nearest(keyword, catalogue.families)
        same = [one for one in near if one.lower() == keyword.lower()]
        behind, taken = _behind(keyword, catalogue), catalogue.taking(keyword)
        if behind:
            near = [*behind, *nearest(keyword, catalogue.families, CLOSE)][:MOST_WORDS]
        hint = meant(same or near)
        if taken is not None and not same and not behind:
            hint = f"{taken[0]} stands in {either(taken[1])}"
    message = f"unknown ludeme ({keyword} ...)"
    return Problem(message, word, hint, code="unknown-ludeme", edits=edits)


def _behind(word: str, catalogue: Catalogue) -> list[str]:
    """The names of which a word is the second, with a capital: `line` is that of `is Line`."""
    found = (name for name in catalogue.forms if name.partition(" ")[2].lower() == word.lower())
    return sorted(found)[:MOST_WORDS]


def unknown_word(keyword: str, word: str, span: Span, hint: str | None) -> Problem:
    """What is told of a word behind a keyword that is part of no name."""
    message = f"unknown ludeme ({keyword} {word} ...)"
    return Problem(message, span, hint, code="unknown-ludeme")


def words_behind(forms: Iterable[Ludeme]) -> list[str]:
    """The words that the first argument of some forms may be."""
    starts = [one for form in forms for one in form.positional[:1]]
    return [word for one in starts for kind in one.alternatives for word in members(kind)]


def either(names: Iterable[str]) -> str:
    """Clauses of which each would do: `(count ...) or (regions ...)`."""
    return " or ".join(f"({name} ...)" for name in names)


def listing(words: Iterable[str], most: int = 12) -> str:
    """The words that are known, as a hint; of many, the first."""
    known = sorted(words)
    more = f" and {len(known) - most} more" if len(known) > most else ""
    return f"known: {', '.join(known[:most])}{more}"

"""Changes that are offered for a place in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.services.document import Document
from interpreter.services.mending import mends
from interpreter.services.names import Kind, Name, Names
from interpreter.text.errors import Edit, Problem
from interpreter.text.tree import Form, Hole, Integer, Item, Named, Nothing, Real, String, Symbol


@dataclass(frozen=True, slots=True)
class Action:
    """A change.

    Args:
        title: what it does
        edits: the replacements, which do not overlap
        mends: the problem that it takes away, if it does
    """

    title: str
    edits: tuple[Edit, ...]
    mends: Problem | None = None


def actions(
    document: Document, names: Names, start: int, end: int, problems: Sequence[Problem]
) -> list[Action]:
    """The changes that are offered for a part of a text with some problems."""
    found = [action for one in problems for action in _mended(document, one, start, end)]
    found += _as_define(document, names, start, end)
    found += _unfolded(document, start)
    found += _as_option(document, names, start, end)
    return found


def _mended(document: Document, problem: Problem, start: int, end: int) -> Iterator[Action]:
    """What may be done about a problem that is seen in a part of the text."""
    first, last = document.reach(problem.span)
    if start <= last and first <= end:
        for one in mends(problem, document.source):
            yield Action(one.title, one.edits, problem)


def _clause_at(document: Document, start: int, end: int) -> tuple[Form | None, list[Item]]:
    """The innermost clause around a part of the text, and all that is around it."""
    path = document.path(start)
    around = [one for one in path if isinstance(one, Form) and one.span.end >= end]
    for item in document.walk():
        if isinstance(item, Form) and (item.span.start, item.span.end) == (start, end):
            return item, path
        if isinstance(item, Form) and item.span.start == start == end:
            return item, path
    return (around[-1] if around else None), path


def _as_define(document: Document, names: Names, start: int, end: int) -> Iterator[Action]:
    """A clause put into a define of its own; where it stands the same elsewhere, there too."""
    form, _ = _clause_at(document, start, end)
    if form is None or form in document.items or not form.items:
        return
    if not isinstance(form.items[0], Symbol):
        return
    home = _declaration_around(document, form)
    if home is None or any(isinstance(one, Hole) for one in document.walk([form])):
        return
    text = document.text[form.span.start : form.span.end]
    words = [one.text for one in form.items[:2] if isinstance(one, Symbol) and one.text.isalpha()]
    name = _free("".join(word[:1].upper() + word[1:] for word in words) or "Rule", names)
    same = [
        one for one in document.walk() if isinstance(one, Form)
        and document.text[one.span.start : one.span.end] == text
    ]  # fmt: skip
    edits = [(one.span.start, one.span.end, f'"{name}"') for one in same]
    first = min(home.span.start, *(one.span.start for one in same))
    first = min((one.span.start for one in document.items if one.span.end > first), default=first)
    define = (first, first, f'(define "{name}"\n    {text}\n)\n\n')
    yield Action("make a define of this clause", (define, *edits))


def _declaration_around(document: Document, form: Form) -> Item | None:
    """The item of the top level in which a clause stands."""
    return next(
        (one for one in document.items
         if one.span.start <= form.span.start and form.span.end <= one.span.end), None
    )  # fmt: skip


def _free(name: str, names: Names) -> str:
    """A name that nothing has."""
    taken = {one.text for one in names} | set(names.document.library.names)
    number, found = 2, name
    while found in taken:
        found, number = f"{name}{number}", number + 1
    return found


def _unfolded(document: Document, offset: int) -> Iterator[Action]:
    """The use of a define replaced by what it stands for."""
    path = document.path(offset)
    for place in range(len(path) - 1, -1, -1):
        item, around = path[place], path[place - 1] if place else None
        arguments: Sequence[Item] = ()
        if isinstance(item, String):
            name = item.text
            if isinstance(around, Form) and around.items and around.items[0] is item:
                item, arguments = around, around.items[1:]
            elif isinstance(around, Form) and _names_it(around, item):
                return
        elif isinstance(item, Form) and item.items and isinstance(item.items[0], String):
            name, arguments = item.items[0].text, item.items[1:]
        else:
            continue
        text = _body(document, name, arguments)
        if text is not None:
            edit = (item.span.start, item.span.end, text)
            yield Action(f'unfold the define "{name}"', (edit,))
        return


def _names_it(form: Form, item: String) -> bool:
    """Whether a text is the name that a declaration gives."""
    head = form.items[0]
    return isinstance(head, Symbol) and form.items[1:2] == (item,) and head.text == "define"


def _body(document: Document, name: str, arguments: Sequence[Item]) -> str | None:
    """The text of a define with arguments in the place of its parameters."""
    define = document.define(name)
    if define is None or not define.body or any(isinstance(one, Named) for one in arguments):
        return None
    start, end = define.body[0].span.start, define.body[-1].span.end
    text = define.body[0].span.source.text[start:end]
    given = [
        "" if isinstance(one, Nothing) else document.text[one.span.start : one.span.end]
        for one in arguments
    ]

    def put(match: re.Match[str]) -> str:
        number = int(match[1])
        return given[number - 1] if number <= len(given) else ""

    return re.sub(r"#([1-9])", put, text)


def _as_option(document: Document, names: Names, start: int, end: int) -> Iterator[Action]:
    """A number turned into an option with two items."""
    path = document.path(start)
    value = path[-1] if path else None
    around = path[-2] if len(path) > 1 else None
    if not isinstance(value, Integer | Real) or value.span.end < end or around is None:
        return
    top = path[0]
    if not isinstance(top, Form) or top.items[0] != Symbol("game", top.span):
        return
    text = document.text[value.span.start : value.span.end]
    heading = around.label.capitalize() if isinstance(around, Named) else "Number"
    tag = _free(heading, names)
    other = value.value + 1
    option = (
        f'\n\n(option "{tag}" <{tag}> args:{{<n>}} {{\n'
        f'    (item "{text}" <{text}> "As it was")*\n    (item "{other}" <{other}> "")\n}})'
    )
    edits = ((value.span.start, value.span.end, f"<{tag}:n>"), (top.span.end, top.span.end, option))
    yield Action("turn this number into an option", edits)


def renamed(names: Names, name: Name, text: str) -> list[Edit] | str:
    """The replacements that give a name another text; or why it cannot be given."""
    if name.kind in (Kind.OPTION, Kind.ARGUMENT):
        if not re.fullmatch(r"[A-Za-z0-9_-]+", text):
            return "a tag has letters, digits, - and _ only"
        whole = text if name.kind is Kind.OPTION else f"{name.text.partition(':')[0]}:{text}"
    else:
        whole = text
        if '"' in text or "\n" in text or not text.strip():
            return "a name is a text without quotes"
    if name.kind is Kind.ITEM:
        return "an item of an option is also named in the choices of players: change it by hand"
    if any(one.text == whole for one in names):
        return f'"{text}" is the name of something else'
    if len(names.called(name.text)) > 1:
        kinds = " and a ".join(one.kind.value for one in names.called(name.text))
        return f'"{name.text}" is the name of a {kinds}'
    if not name.definitions:
        return f'"{name.text}" is not named in this file'
    return [(one.start, one.end, text) for one in name.places]

"""The phrase book: finer wording than the plain template in the entry of a form.

The templates of a form are those of the phrase book, then those of its own entry. The book has one
text file, a page, for each page of the reference; `ludemes/words/README.md` shows how a page is
written. It is read when rules are put into words for the first time.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources.abc import Traversable

from interpreter.language.catalogue import CATALOGUE, Alternative, Catalogue, Ludeme, Parameter
from interpreter.language.english.templates import Template, TemplateError, template
from interpreter.text.errors import LudError, Source, Span, suggest

Book = Mapping[Ludeme, tuple[Template, ...]]

SHORTHAND = re.compile(r"<([a-z][a-z ]*)>")
SHORTHAND_LINE = re.compile(rf"{SHORTHAND.pattern} = (.+)")
HEADING = re.compile(r"\((.+)\)(?: -> ([a-z ]+))?")
ARGUMENT = re.compile(r" (\[?)(?:<(\w+)(?::([^<>]+))?>|(\w+):(?:<([^<>]+)>)?)\]?")


@functools.cache
def templates(form: Ludeme) -> tuple[Template, ...]:
    """The templates of a form in their order: those of the phrase book, then its own.

    Raises:
        LudError: a page of the phrase book has a mistake
        TemplateError: a template of the entry has one
    """
    own = (template(text, form) for text in form.words)
    return (*book(CATALOGUE.phrases).get(form, ()), *own)


@functools.cache
def book(folder: Traversable | None) -> Book:
    """The phrase book in a folder, read once.

    Raises:
        LudError: a page has a mistake
    """
    return {} if folder is None else read(folder, CATALOGUE)


def read(folder: Traversable, catalogue: Catalogue) -> Book:
    """The pages in a folder, by the forms that they tell.

    Raises:
        LudError: a page has a mistake
    """
    found: dict[Ludeme, Passage] = {}
    pages = [page for page in folder.iterdir() if page.name.endswith(".txt")]
    for page in sorted(pages, key=lambda page: page.name):
        for passage in passages(_source(page), catalogue):
            other = found.setdefault(passage.form, passage)
            if other is not passage:
                message = f"{passage.form.name} has a heading already, at {other.span.place}"
                raise LudError(message, passage.span, code="phrase-book")
    return {form: tuple(passage.templates) for form, passage in found.items()}


def _source(page: Traversable) -> Source:
    try:
        return Source(page.name, page.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise LudError(
            f"{page.name} is no text: byte {error.start} is not UTF-8", code="phrase-book"
        ) from None


@dataclass(frozen=True, slots=True)
class Passage:
    """What a page says of one form.

    Args:
        span: its heading
    """

    form: Ludeme
    span: Span
    templates: list[Template] = field(default_factory=list[Template])


def passages(page: Source, catalogue: Catalogue) -> list[Passage]:
    """What a page says, form by form.

    Raises:
        LudError: it has a mistake
    """
    found: list[Passage] = []
    shorthands: dict[str, str] = {}
    for text, span in _lines(page):
        if span.column == 1 and text.startswith("("):
            found.append(Passage(_form(text, span, catalogue), span))
        elif span.column == 1:
            _define(text, span, shorthands)
        elif found:
            found[-1].templates.append(_template(text, span, shorthands, found[-1].form))
        else:
            raise LudError("this stands under no form", span, code="phrase-book")
    for passage in found:
        if not passage.templates:
            raise LudError("nothing stands under this form", passage.span, code="phrase-book")
    return found


def _lines(page: Source) -> list[tuple[str, Span]]:
    """The lines that say something, each with those that go on with it."""
    found: list[tuple[str, Span]] = []
    start = 0
    for line in page.text.split("\n"):
        text = line.strip()
        span = Span(page, start + line.find(text), start + line.find(text) + len(text))
        start += len(line) + 1
        if not text or text.startswith("#"):
            continue
        if "\t" in line:
            raise LudError("a tab; lines are indented by spaces", span, code="phrase-book")
        if found and _goes_on(span, *found[-1]):
            before, place = found.pop()
            found.append((_joined(before, text), replace(place, end=span.end)))
        else:
            found.append((text, span))
    return found


def _goes_on(line: Span, before: str, place: Span) -> bool:
    """Whether a line is indented further than the one before it, and that is no heading."""
    return line.column > place.column and not (place.column == 1 and before.startswith("("))


def _joined(line: str, more: str) -> str:
    """A line with what goes on behind it; values, guards and options bring their spaces."""
    close = line.endswith("|") or more.startswith(("[", "{?"))
    return f"{line}{more}" if close else f"{line} {more}"


def _define(text: str, span: Span, shorthands: dict[str, str]) -> None:
    """Learn what a shorthand stands for."""
    found = SHORTHAND_LINE.fullmatch(text)
    if found is None:
        raise LudError(
            "neither a form in brackets nor a shorthand such as <noun> = words",
            span,
            code="phrase-book",
        )
    name, words = found.groups()
    if name in shorthands:
        raise LudError(f"<{name}> is there already", span, code="phrase-book")
    shorthands[name] = _whole(words, span, shorthands)


def _whole(text: str, span: Span, shorthands: Mapping[str, str]) -> str:
    """A text with what its shorthands stand for."""

    def words(found: re.Match[str]) -> str:
        name = found[1]
        if name not in shorthands:
            raise LudError(
                f"there is no <{name}> above", span, suggest(name, shorthands), code="phrase-book"
            )
        return shorthands[name]

    return SHORTHAND.sub(words, text)


def _template(text: str, span: Span, shorthands: Mapping[str, str], form: Ludeme) -> Template:
    whole = _whole(text, span, shorthands).replace("\\n", "\n").replace("\\t", "\t")
    try:
        return template(whole, form)
    except TemplateError as error:
        raise LudError(str(error), span, code="phrase-book") from None


# Headings


def _form(text: str, span: Span, catalogue: Catalogue) -> Ludeme:
    """The one form that a heading fits."""
    found = HEADING.fullmatch(text)
    if found is None:
        raise LudError(
            "a form is written as in the reference: (name <argument>) -> type",
            span,
            code="phrase-book",
        )
    clause, result = found.groups()
    name = ARGUMENT.sub("", clause)
    forms = [form for form in catalogue.forms.get(name, ()) if form.name == name]
    if not forms:
        raise LudError(
            f"no form is called {name}", span, suggest(name, catalogue.forms), code="phrase-book"
        )
    arguments = ARGUMENT.findall(clause)
    whole = [form for form in forms if str(form) == text]
    fitting = whole or [form for form in forms if _fits(form, arguments, result)]
    if len(fitting) != 1:
        several = f"{len(fitting)} forms are" if fitting else "no form is"
        raise LudError(
            f"{several} written so",
            span,
            "\n  ".join(map(str, fitting or forms)),
            code="phrase-book",
        )
    return fitting[0]


def _fits(form: Ludeme, arguments: list[tuple[str, ...]], result: str | None) -> bool:
    if result is not None and result != Alternative(form.result).name:
        return False
    return all(any(_is(one, words) for one in form.parameters) for words in arguments)


def _is(parameter: Parameter, words: tuple[str, ...]) -> bool:
    """Whether a heading speaks of a parameter: in brackets if it may miss, as in the reference."""
    bracket, place, kind, label, labelled_kind = words
    kinds = {"", parameter.type_name, *(one.name for one in parameter.alternatives)}
    written = (label or place, bool(label), bool(bracket))
    known = (parameter.label, parameter.labelled, parameter.optional)
    return written == known and (kind or labelled_kind) in kinds

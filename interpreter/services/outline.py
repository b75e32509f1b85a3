"""The shape of a text: its outline, what folds, what is selected, its colours and its hints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from interpreter.language.parts import (
    Board,
    DiceItem,
    End,
    Equipment,
    GameRules,
    HandItem,
    Hints,
    MapItem,
    Match,
    Meta,
    Mode,
    Phase,
    Piece,
    Play,
    Players,
    Regions,
    Rules,
    Start,
    TrackItem,
)
from interpreter.services.context import best, context, placed
from interpreter.services.document import Document
from interpreter.services.names import head_of
from interpreter.text.brackets import TOKENS
from interpreter.text.defines import DECLARATIONS
from interpreter.text.errors import Span
from interpreter.text.tree import (
    Angled,
    Form,
    Hole,
    Integer,
    Item,
    Joined,
    Named,
    Real,
    Reference,
    Row,
    Starred,
    String,
    Symbol,
)

OUTLINED = (GameRules, Match, Mode, Players, Equipment, Board, Piece, Regions, HandItem, DiceItem,
            MapItem, TrackItem, Hints, Rules, Meta, Start, Play, Phase, End)  # fmt: skip
"""The types of the clauses that an outline shows: the frame of a game."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the outline, and those below it."""

    word: str
    name: str
    span: Span
    head: Span
    entries: tuple[Entry, ...]


def outline(document: Document) -> list[Entry]:
    """What a document consists of."""
    return list(_entries(document, document.items))


def _entries(document: Document, items: Sequence[Item], *, every: bool = False) -> Iterator[Entry]:
    for item in items:
        form = item.form if isinstance(item, Starred) else item
        inner = () if isinstance(item, Angled) else document.inside(form)
        word = head_of(form) if isinstance(form, Form) else ""
        shown = every or word in DECLARATIONS or _frames(document, word)
        if isinstance(form, Form) and shown and form.items and isinstance(form.items[0], Symbol):
            names = (one for one in form.items[1:3] if isinstance(one, String))
            name = next((one.text for one in names if len(one.text) < LONGEST), "")
            # Whatever is listed in a declaration belongs to it: the items of an option.
            below = () if every else _entries(document, inner, every=word in LISTING)
            yield Entry(word, name, item.span, form.items[0].span, tuple(below))
        else:
            yield from _entries(document, inner, every=every and isinstance(item, Row))


def _frames(document: Document, word: str) -> bool:
    """Whether clauses that begin with a word are part of the frame of a game."""
    return any(one.result in OUTLINED for one in document.catalogue.forms.get(word, ()))


LISTING = tuple(word for word in DECLARATIONS if word not in ("define", "metadata"))
LONGEST = 60


def folds(document: Document) -> list[tuple[int, int, bool]]:
    """What can be folded: the first line, the last, and whether it is a comment."""
    found: set[tuple[int, int, bool]] = set()
    for item in document.walk():
        if isinstance(item, Form | Row | Angled | String):
            first, last = (document.place(k)[0] for k in (item.span.start, item.span.end))
            # What closes a clause stays to be seen.
            last -= not isinstance(item, String)
            if last > first:
                found.add((first, last, False))
    lines = document.text.split("\n")
    start = None
    for number, line in enumerate([*lines, ""]):
        comment = line.lstrip().startswith("//")
        if comment and start is None:
            start = number
        elif not comment and start is not None:
            if number - 1 > start:
                found.add((start, number - 1, True))
            start = None
    return sorted(found)


def selections(document: Document, offset: int) -> list[tuple[int, int]]:
    """What is selected around a place, step by step: word, clause, the clause around it."""
    found = [(0, len(document.text))]
    for item in document.path(offset):
        span = (item.span.start, item.span.end)
        if isinstance(item, Form | Row | String | Angled):
            inner = (span[0] + 1, span[1] - 1)
            steps = [span, inner] if not isinstance(item, Form) else [span]
        else:
            steps = [span]
        found += [one for one in steps if one != found[-1] and one[0] <= offset <= one[1]]
    return found[::-1]


class Colour(Enum):
    """What a word is, for its colour."""

    KEYWORD = "keyword"
    DECLARATION = "macro"
    CALL = "function"
    LABEL = "property"
    WORD = "enumMember"
    NUMBER = "number"
    TEXT = "string"
    PARAMETER = "parameter"
    OPTION = "variable"
    COMMENT = "comment"
    OPERATOR = "operator"


def colours(document: Document) -> list[tuple[int, int, Colour]]:
    """The words of a document with what they are, in the order of the text."""
    found = list(_colours(document, document.items))
    for match in TOKENS.finditer(document.text):
        if match[0].startswith("//"):
            found.append((match.start(), match.end(), Colour.COMMENT))
    last = len(document.text)
    return sorted({one for one in found if one[1] <= last}, key=lambda one: one[:2])


def _colours(document: Document, items: Sequence[Item]) -> Iterator[tuple[int, int, Colour]]:
    for item in items:
        span = item.span
        match item:
            case Form():
                yield from _of_form(document, item)
                continue
            case Named():
                yield span.start, span.start + len(item.label) + 1, Colour.LABEL
            case Angled() if not document.inside(item):
                yield span.start, span.end, Colour.OPTION
            case _:
                colour = _of_atom(document, item)
                if colour is not None:
                    yield span.start, span.end, colour
                    continue
        yield from _colours(document, document.inside(item))


def _of_atom(document: Document, item: Item) -> Colour | None:
    match item:
        case Symbol(text):
            return Colour.WORD if text[:1].isalpha() else Colour.OPERATOR
        case Integer() | Real():
            return Colour.NUMBER
        case String(text):
            return Colour.TEXT if document.define(text) is None else Colour.CALL
        case Hole():
            return Colour.PARAMETER
        case Reference():
            return Colour.OPTION
        case _:
            return None


def _of_form(document: Document, form: Form) -> Iterator[tuple[int, int, Colour]]:
    head, rest = (form.items[0], form.items[1:]) if form.items else (None, ())
    taken = 0
    if isinstance(head, Symbol):
        declares = head.text in DECLARATIONS
        yield head.span.start, head.span.end, Colour.DECLARATION if declares else Colour.KEYWORD
        for word in rest[:2]:
            words = [one.text for one in form.items[: taken + 2] if isinstance(one, Symbol)]
            if not isinstance(word, Symbol) or " ".join(words) not in document.catalogue.forms:
                break
            yield word.span.start, word.span.end, Colour.KEYWORD
            taken += 1
    elif head is not None:
        yield from _colours(document, (head,))
    yield from _colours(document, rest[taken:])


def hints(document: Document, start: int, end: int) -> list[tuple[int, str]]:
    """The names of arguments by position, where they stand; not those that say it themselves."""
    found: list[tuple[int, str]] = []
    for item in document.walk():
        if not isinstance(item, Form) or item.span.end < start or item.span.start > end:
            continue
        if not isinstance(item.items[0] if item.items else None, Symbol):
            continue
        one = best(document, item, context(document, item.span.start).wanted)
        given = placed(document, item, one) if one is not None else []
        if len(given) < SEVERAL:
            continue
        for argument, parameter in given:
            if isinstance(argument, Integer | Real | Joined | Hole | Reference):
                found.append((argument.span.start, f"{parameter.label}:"))
    return found


SEVERAL = 2

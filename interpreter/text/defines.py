"""What a rule file declares beside its game, and the library of defines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from interpreter.text.errors import LudError, Source, Span, nearest
from interpreter.text.options import OptionGroup, Ruleset, first_string, read_option, read_rulesets
from interpreter.text.syntax import parse
from interpreter.text.tree import (
    Angled,
    Form,
    Hole,
    Integer,
    Item,
    Joined,
    Named,
    Real,
    Row,
    Starred,
    String,
    Symbol,
)

DECLARATIONS: Final = ("define", "option", "rulesets", "metadata")
# How near a word has to be to that of a declaration, to be one that is misspelt: `(rules …)`, with
# 0.77, may be a part of a game.
CERTAIN: Final = 0.8
PARAMETER: Final = re.compile(r"#([1-9])")


@dataclass(frozen=True, eq=False)
class Define:
    """`(define "Name" body…)`.

    Args:
        order: its place among the defines of its file, or of its library
        in_library: whether it comes from a library and not from the file itself
        captured: what its parameters stand for whatever it is given, for a define written in the
            body of another one: they are those of the other
    """

    name: str
    body: tuple[Item, ...]
    span: Span
    order: int
    in_library: bool
    captured: Sequence[Bound | None] | None = None

    @cached_property
    def holes(self) -> int:
        """The highest parameter it has."""
        return max(holes(self.body), default=0)

    @cached_property
    def single(self) -> bool:
        """Whether it certainly stands for exactly one thing."""
        return len(self.body) == 1 and isinstance(self.body[0], Symbol | Integer | Real | Row)


@dataclass(slots=True)
class Declared:
    """The top level of a rule file, sorted."""

    groups: list[OptionGroup] = field(default_factory=list[OptionGroup])
    rulesets: list[Ruleset] = field(default_factory=list[Ruleset])
    defines: list[Form] = field(default_factory=list[Form])
    metadata: list[Form] = field(default_factory=list[Form])
    rest: list[Item] = field(default_factory=list[Item])
    misspelt: list[Form] = field(default_factory=list[Form])


def declarations(items: Sequence[Item]) -> Declared:
    """Sort what a file declares from its game; a declaration may stand within other clauses."""
    declared = Declared()
    for item in items:
        word = head_word(item)
        meant = declaration_of(item)
        if isinstance(item, Form) and meant not in (None, word):
            declared.misspelt.append(item)
            declare(declared, item)
            continue
        if word not in DECLARATIONS:
            declared.rest.append(item)
        if word in DECLARATIONS or mentions_declaration(item):
            for form in walk_declarations((item,)):
                declare(declared, form)
    return declared


def declare(declared: Declared, form: Form) -> None:
    """File a declaration under what it declares."""
    word = declaration_of(form)
    if word == "option":
        declared.groups.append(read_option(form))
    elif word == "rulesets":
        declared.rulesets.extend(read_rulesets(form))
    elif word == "define":
        declared.defines.append(form)
    else:
        declared.metadata.append(form)


def declaration_of(item: Item) -> str | None:
    """What a form declares, or is likely to be meant to: `(dfeine "Row" …)`."""
    word = head_word(item)
    if word is None or word in DECLARATIONS:
        return word
    return next(iter(nearest(word, DECLARATIONS, CERTAIN)), None)


def head_word(item: Item) -> str | None:
    """The word a form begins with."""
    if isinstance(item, Form) and item.items and isinstance(item.items[0], Symbol):
        return item.items[0].text
    return None


def lower_word(item: Item) -> str:
    """The word a form begins with, in small letters; nothing if it begins with none."""
    return (head_word(item) or "").lower()


DECLARATION: Final = re.compile(r"\(\s*(?:define|option|rulesets|metadata)\b")


def mentions_declaration(item: Item) -> bool:
    """Whether a declaration may stand within this item; asks the text, which is quick."""
    span = item.span
    return DECLARATION.search(span.source.text, span.start, span.end) is not None


def walk_declarations(items: Iterable[Item]) -> Iterator[Form]:
    """The declarations within some items, themselves included."""
    for item in items:
        if isinstance(item, Form) and head_word(item) in DECLARATIONS:
            yield item
        else:
            yield from walk_declarations(parts(item))


def nested_defines(form: Form) -> Iterator[Form]:
    """The defines within the body of a define."""
    if len(DECLARATION.findall(form.span.source.text, form.span.start, form.span.end)) > 1:
        for inner in walk_declarations(form.items):
            yield inner
            yield from nested_defines(inner)


def parts(item: Item) -> Sequence[Item]:
    """What an item directly consists of."""
    match item:
        case Form() | Row():
            return item.items
        case Joined():
            return item.parts
        case Named():
            return () if item.value is None else (item.value,)
        case Starred():
            return (item.form,)
        case _:
            return ()


def holes(items: Iterable[Item]) -> Iterator[int]:
    """The numbers of all parameters in these items, those within texts too."""
    for item in items:
        if isinstance(item, Hole):
            yield item.number
        elif isinstance(item, String | Angled):
            yield from (int(mark) for mark in PARAMETER.findall(item.text))
        else:
            yield from holes(parts(item))


def read_define(form: Form, order: int, in_library: bool) -> Define:
    """The define that a form declares."""
    name = first_string(form.items[1:], "define", form.span)
    if not isinstance(form.items[1], String):
        raise LudError(
            "(define …) without a name", form.span, 'as in (define "Name" …)', code="no-name"
        )
    return Define(name, form.items[2:], form.span, order, in_library)


class Library:
    """Defines that any rule file may use, by name; each is read when it is first used."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources: dict[str, Source] = {}
        for source in sources:
            for match in NAME.finditer(source.text):
                self.sources.setdefault(match[1], source)
        self.order = {name: order for order, name in enumerate(self.sources)}
        self.read: dict[str, Define | None] = {}

    @property
    def names(self) -> Iterable[str]:
        """The names of all its defines."""
        return self.sources.keys()

    def get(self, name: str) -> Define | None:
        """The define of this name."""
        if name in self.sources and name not in self.read:
            self.read_source(self.sources[name])
            self.read.setdefault(name, None)
        return self.read.get(name)

    def read_source(self, source: Source) -> None:
        """Take up the defines of one text."""
        for form in parse(source):
            if isinstance(form, Form) and head_word(form) == "define":
                define = read_define(form, 0, in_library=True)
                define = replace(define, order=self.order.get(define.name, 0))
                self.read.setdefault(define.name, define)


NAME: Final = re.compile(r'\(define\s+"([^"]+)"')
LIBRARIES: Final[dict[str, Library]] = {}


def library(folder: Path | Traversable) -> Library:
    """The defines in all `*.def` files under a folder; read once in a process."""
    key = str(folder)
    if key not in LIBRARIES:
        LIBRARIES[key] = Library(
            Source(path.name, path.read_text(encoding="utf-8")) for path in files(folder, ".def")
        )
    return LIBRARIES[key]


def files(folder: Path | Traversable, suffix: str) -> Iterator[Path | Traversable]:
    """The files with a suffix under a folder and the folders in it, by name."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir():
            yield from files(path, suffix)
        elif path.name.endswith(suffix):
            yield path


# --- uses -----------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Frame:
    """One use of a define or option.

    Args:
        define: the define whose body is put in; for an option the one around its use
        arguments: what its parameters stand for, None where left out
        used: where it is used
        parent: the use around this one
        is_option: whether it is the use of an option
    """

    define: Define | None
    arguments: Sequence[Bound | None]
    used: Span
    parent: Frame | None
    is_option: bool = False


Bound = tuple[Item, Frame | None]
"""An item not expanded yet, and the frame that gives its parameters a meaning."""

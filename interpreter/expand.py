"""The surface of a rule file to the tree of its game: options, defines and ranges are put in.

The language defines expansion as a rewriting of text; here it rewrites trees, so that every node
keeps its place and where the define or option around it was used. Where text shows through (an
argument that becomes several, a label whose value vanishes, words that run together) the result
is that of the text.

Arguments of a define are passed unexpanded, with the frame they were written in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from interpreter.errors import LudError, Problem, Source, Span, suggest
from interpreter.options import (
    Choice,
    OptionGroup,
    OptionItem,
    Ruleset,
    choose,
    first_string,
    read_option,
    read_rulesets,
    selections,
    shorten,
)
from interpreter.syntax import (
    MAX_DEPTH,
    Angled,
    Clause,
    Form,
    Hole,
    Integer,
    Item,
    Joined,
    Labelled,
    Named,
    Node,
    Nothing,
    Out,
    Real,
    Reference,
    Row,
    Starred,
    String,
    Symbol,
    array,
    fragment,
    join,
    label,
    one_line,
    parse,
    wrap,
    write,
)

__all__ = [
    "Expanded",
    "Library",
    "OptionGroup",
    "OptionItem",
    "Ruleset",
    "expand",
    "library",
]

MAX_NODES: Final = 100_000
MAX_TEXT: Final = 10_000
"""Characters that one text may grow to by what is put into it."""
MAX_PROBLEMS: Final = 20

GAMES: Final = ("game", "match")
NAMED_BY_TEXT: Final = ("game", "match", "instance")
"""The text after these words is a name, never the use of a define."""
DECLARATIONS: Final = ("define", "option", "rulesets", "metadata")


@dataclass(frozen=True, slots=True)
class Expanded:
    """A rule file with its options chosen and its defines put in.

    Args:
        game: the `(game …)` or `(match …)` clause
        metadata: the `(metadata …)` clause, without what is for other choices
        name: the name of the game
        options: what could be chosen
        rulesets: named choices
        chosen: the name of the chosen item of each option, by heading
        ruleset: the ruleset played, if the choice is one
        warnings: what is legal but hardly meant
    """

    game: Clause
    metadata: Clause | None
    name: str
    options: tuple[OptionGroup, ...]
    rulesets: tuple[Ruleset, ...]
    chosen: dict[str, str]
    ruleset: Ruleset | None
    warnings: tuple[Problem, ...]


def expand(
    source: Source,
    options: Mapping[str, str] | None = None,
    ruleset: str | None = None,
    defines: Library | None = None,
) -> Expanded:
    """The game that a rule file describes.

    Args:
        source: the rule file
        options: item by heading, for the options not left to their defaults or to the ruleset
        ruleset: the name of a ruleset
        defines: the defines that any file may use

    Raises:
        LudError: all mistakes found, or the first that makes going on pointless
    """
    declared = declarations(parse(source))
    chosen, active = choose(declared.groups, declared.rulesets, options or {}, ruleset)
    expander = Expander(declared, chosen, active, defines or Library(()))
    try:
        return expander.run(source)
    except RecursionError:
        raise LudError(f"nested deeper than {MAX_DEPTH}", Span(source, 0, 1)) from None


# --- declarations ---------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Define:
    """`(define "Name" body…)`.

    Args:
        order: its place among the defines of its file, or of its library
        in_library: whether it comes from a library and not from the file itself
    """

    name: str
    body: tuple[Item, ...]
    span: Span
    order: int
    in_library: bool

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


def declarations(items: Sequence[Item]) -> Declared:
    """Sort what a file declares from its game; a declaration may stand within other clauses."""
    declared = Declared()
    for item in items:
        word = head_word(item)
        if word not in DECLARATIONS:
            declared.rest.append(item)
        if word in DECLARATIONS or mentions_declaration(item):
            for form in walk_declarations(item):
                declare(declared, form)
    return declared


def declare(declared: Declared, form: Form) -> None:
    """File a declaration under what it declares."""
    word = head_word(form)
    if word == "option":
        declared.groups.append(read_option(form))
    elif word == "rulesets":
        declared.rulesets.extend(read_rulesets(form))
    elif word == "define":
        declared.defines.append(form)
    else:
        declared.metadata.append(form)


def head_word(item: Item) -> str | None:
    """The word a form begins with."""
    if isinstance(item, Form) and item.items and isinstance(item.items[0], Symbol):
        return item.items[0].text
    return None


DECLARATION: Final = re.compile(r"\(\s*(?:define|option|rulesets|metadata)\b")


def mentions_declaration(item: Item) -> bool:
    """Whether a declaration may stand within this item; asks the text, which is quick."""
    span = item.span
    return DECLARATION.search(span.source.text, span.start, span.end) is not None


def walk_declarations(item: Item) -> Iterator[Form]:
    """The declarations within an item, itself included."""
    if isinstance(item, Form) and head_word(item) in DECLARATIONS:
        yield item
    else:
        for part in parts(item):
            yield from walk_declarations(part)


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
            yield from (int(mark[1]) for mark in HOLE.findall(item.text))
        else:
            yield from holes(parts(item))


def read_define(form: Form, order: int, in_library: bool) -> Define:
    """The define that a form declares."""
    name = first_string(form.items[1:], "define", form.span)
    if not isinstance(form.items[1], String):
        raise LudError("(define …) without a name", form.span, 'as in (define "Name" …)')
    return Define(name, form.items[2:], form.span, order, in_library)


class Library:
    """Defines that any rule file may use, by name; each is read when it is first used."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.sources: dict[str, Source] = {}
        for source in sources:
            for match in NAME.finditer(source.text):
                self.sources.setdefault(match[1], source)
        self.order = {name: order for order, name in enumerate(self.sources)}
        self.read: dict[str, Define] = {}

    @property
    def names(self) -> Iterable[str]:
        """The names of all its defines."""
        return self.sources.keys()

    def get(self, name: str) -> Define | None:
        """The define of this name."""
        if name not in self.read:
            source = self.sources.get(name)
            if source is None:
                return None
            for form in parse(source):
                if isinstance(form, Form) and head_word(form) == "define":
                    order = self.order.get(first_string(form.items[1:], "define", form.span), 0)
                    define = read_define(form, order, in_library=True)
                    self.read.setdefault(define.name, define)
        return self.read.get(name)


NAME: Final = re.compile(r'^\s*\(define\s+"([^"]+)"', re.MULTILINE)
LIBRARIES: Final[dict[str, Library]] = {}


def library(folder: Path | Traversable) -> Library:
    """The defines in all `*.def` files under a folder; read once in a process."""
    key = str(folder)
    if key not in LIBRARIES:
        LIBRARIES[key] = Library(Source(path.name, text) for path, text in def_files(folder))
    return LIBRARIES[key]


def def_files(folder: Path | Traversable) -> Iterator[tuple[Path | Traversable, str]]:
    """The define files under a folder and their texts, by name."""
    for path in sorted(folder.iterdir(), key=lambda path: path.name):
        if path.is_dir():
            yield from def_files(path)
        elif path.name.endswith(".def"):
            yield path, path.read_text(encoding="utf-8")


# --- expansion ------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Frame:
    """One use of a define or option.

    Args:
        define: the define whose body is put in; for an option the one around its use
        arguments: what its parameters stand for, None where left out
        used: where it is used
        parent: the use around this one
    """

    define: Define | None
    arguments: Sequence[Bound | None]
    used: Span
    parent: Frame | None


Bound = tuple[Item, Frame | None]
"""An item not expanded yet, and the frame that gives its parameters a meaning."""


@dataclass(frozen=True, slots=True)
class Open:
    """A label still without a value: it takes what comes after it."""

    label: str
    span: Span


class Expander:
    """The expansion of one rule file under one choice of options."""

    def __init__(
        self, declared: Declared, chosen: Choice, active: Ruleset | None, defines: Library
    ) -> None:
        self.declared = declared
        self.chosen = chosen
        self.active = active
        self.library = defines
        self.problems: dict[tuple[str, Span | None], Problem] = {}
        self.left = MAX_NODES
        self.in_metadata = False
        self.open_labels: list[Open] = []
        self.values: dict[tuple[str, str | None], Span | LudError] = {}
        self.fragments: dict[Span, tuple[Item, ...]] = {}
        self.read_values()
        self.defines: dict[str, Define] = {}
        self.read_defines()

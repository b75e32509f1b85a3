"""Rule text to the surface of its tree; see `tree.py`."""

from __future__ import annotations

import re
import threading
from functools import cache
from importlib import resources
from typing import Final, cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from interpreter.text.brackets import check_brackets
from interpreter.text.characters import check_characters
from interpreter.text.errors import LONGEST_EXCERPT, Edit, LudError, Source, Span
from interpreter.text.splice import plain
from interpreter.text.surface import ATOMS, QuickReader, check_value, touch, touching_end
from interpreter.text.tree import (
    Angled,
    Form,
    Item,
    Labelled,
    Named,
    Node,
    Row,
    Starred,
    Tree,
)


def parse(source: Source) -> tuple[Item, ...]:
    """The surface of a whole text.

    Raises:
        LudError: brackets or quotes that do not match, or characters the language has no use for
    """
    check_characters(source)
    check_brackets(source)
    return fragment(source, 0, len(source.text))


def fragment(source: Source, start: int, end: int) -> tuple[Item, ...]:
    """The surface of a part of a text whose brackets are known to match.

    The grammar is Lark's. What has no mistake is read with its tokens alone, five times as fast.
    """
    read = quick()(source, start, end)
    if read is not None:
        return read
    lark, reader, lock = parser()
    with lock:
        reader.source, reader.base = source, start
        try:
            items: object = lark.parse(  # pyright: ignore[reportUnknownMemberType]
                source.text[start:end]
            )
            return cast("tuple[Item, ...]", items)
        except UnexpectedInput as error:
            raise unexpected(source, start, error) from None


def parse_one(text: str, name: str = "<text>") -> Tree:
    """The tree of a text that holds one clause, list or atom, and no define or option."""
    source = Source(name, text)
    items = parse(source)
    found = [out for item in items for out in plain(item)]
    if len(found) != 1 or isinstance(found[0], Labelled):
        raise LudError(
            f"found {len(found)} clauses, expected one",
            Span(source, 0, len(text.rstrip())),
            code="not-one-clause",
        )
    return found[0]


def _grammar() -> str:
    return resources.files("interpreter.text").joinpath("grammar.lark").read_text("utf-8")


@cache
def parser() -> tuple[Lark, Reader, threading.Lock]:
    """The parser, made at its first use; the lock because it builds into one reader."""
    reader = Reader()
    lark = Lark(_grammar(), parser="lalr", transformer=reader, maybe_placeholders=False)
    return lark, reader, threading.Lock()


@cache
def quick() -> QuickReader:
    """What reads text without mistakes, with the tokens of the grammar."""
    lark = Lark(_grammar(), parser=None, lexer="basic", maybe_placeholders=False)
    return QuickReader({one.name: one for one in lark.terminals}, lark.ignore_tokens)


class Reader:
    """What each rule of the grammar makes; Lark calls the method named like the rule."""

    source: Source
    base: int

    def start(self, children: list[Token | Item]) -> tuple[Item, ...]:
        """All items of the text."""
        return self.gather(children)

    def form(self, children: list[Token | Item]) -> Form:
        """Round brackets and what is between them."""
        return Form(self.gather(children[1:-1]), self.around(children))

    def row(self, children: list[Token | Item]) -> Row:
        """Braces and what is between them."""
        return Row(self.gather(children[1:-1]), self.around(children))

    def named(self, children: list[Token | Item]) -> Named:
        """A label and its value."""
        label = cast("Token", children[0])
        span = self.span(label)
        if len(children) == 1:
            return Named(label[:-1], None, span)
        value = cast("Node", self.node(children[1]))
        return Named(label[:-1], value, Span(self.source, span.start, value.span.end))

    def starred(self, children: list[Token | Item]) -> Starred:
        """A form and the stars behind it."""
        form = cast("Form", children[0])
        stars = cast("Token", children[1])
        span = Span(self.source, form.span.start, self.base + cast("int", stars.end_pos))
        return Starred(form, len(stars), span)

    def node(self, child: Token | Item) -> Item:
        """The node of a token; a node stays as it is."""
        return ATOMS[child.type](child, self.span(child)) if isinstance(child, Token) else child

    def span(self, token: Token) -> Span:
        """Where a token stands."""
        base = self.base
        return Span(
            self.source, base + cast("int", token.start_pos), base + cast("int", token.end_pos)
        )

    def around(self, children: list[Token | Item]) -> Span:
        """From the first token to the last."""
        first, last = cast("Token", children[0]), cast("Token", children[-1])
        base = self.base
        return Span(
            self.source, base + cast("int", first.start_pos), base + cast("int", last.end_pos)
        )

    def gather(self, children: list[Token | Item]) -> tuple[Item, ...]:
        """Nodes for the children; atoms that touch become one."""
        items: list[Item] = []
        end = -1
        for child in children:
            if not isinstance(child, Token):
                if items and isinstance(child, Named):
                    check_value(items[-1])
                items.append(child)
                end = touching_end(child)
                continue
            node = ATOMS[child.type](child, self.span(child))
            if node.span.start == end and type(node) is not Angled:
                items[-1] = touch(items[-1], node)
            else:
                items.append(node)
            end = node.span.end
        return tuple(items)


# --- mistakes in the text -------------------------------------------------------------------

HINTS: Final = {
    ",": "items are separated by spaces",
    ";": "a comment begins with //",
    "'": 'a text stands between double quotes: "…"',
    "“": 'a text stands between straight quotes: "…"',
    "”": 'a text stands between straight quotes: "…"',
    "[": "a list stands in braces: {…}",
    "]": "a list stands in braces: {…}",
    "#": "a parameter of a define is #1 to #9",
    ":": "a label is written right before its colon: label:value",
    "<": "to compare, put `<` first: (< a b)",
}


def unexpected(source: Source, base: int, error: UnexpectedInput) -> LudError:
    """The error for what Lark could not read."""
    start = base + cast("int", error.pos_in_stream)
    length = 1
    if isinstance(error, UnexpectedToken):
        token = cast("Token", error.token)
        length = max(1, len(token))
        start = len(source.text) if token.type == "$END" else start
    if swallowed := open_angle(source, base, start):
        return LudError(
            "`<` opens the value of an option here", swallowed, HINTS["<"], code="open-option-value"
        )
    shown = source.text[start : start + length].partition("\n")[0]
    span = Span(source, start, start + length)
    edits = written_otherwise(source.text, start, shown)
    hint = HINTS.get(shown)
    return LudError(f"unexpected `{shown}`", span, hint, code="unexpected-sign", edits=edits)


PAIRS: Final = {"'": ("'", '"', '"'), "“": ("”", '"', '"'), "[": ("]", "{", "}")}
"""Signs of other notations that come in pairs: the second, and what is written here for both."""
LABELLED: Final = re.compile(r"[A-Za-z]\w*(\s+)\Z")


def written_otherwise(text: str, start: int, shown: str) -> tuple[Edit, ...]:
    """How the language writes what a sign of another notation is meant for."""
    if shown == ",":
        return ((start, start + 1, "" if text[start + 1 : start + 2].isspace() else " "),)
    if shown == ";":
        rest = text[start:]
        return ((start, start + len(rest) - len(rest.lstrip(";")), "//"),)
    if shown == ":":
        label = LABELLED.search(text, max(0, start - LONGEST_EXCERPT), start)
        return ((label.start(1), label.end(1), ""),) if label else ()
    if shown not in PAIRS:
        return ()
    other, first, second = PAIRS[shown]
    end = partner(text, start, shown, other)
    return () if end is None else ((start, start + 1, first), (end, end + 1, second))


def partner(text: str, start: int, opening: str, closing: str) -> int | None:
    """Where what a sign opens is closed; quotes are in the same line."""
    line = text.find("\n", start)
    last = len(text) if opening == "[" or line < 0 else line
    depth = 1
    for place in range(start + 1, last):
        if text[place] == closing:
            depth -= 1
        elif text[place] == opening:
            depth += 1
        if not depth:
            return place
    return None


def open_angle(source: Source, base: int, end: int) -> Span | None:
    """A `<` meant to compare, which took brackets that are not its own for a value."""
    pattern = re.compile(r'//[^\n]*|"(?>[^"\\]+|\\"?)*+"|(?<=[^(])<(?>[^">(]+|\(>?)*+>?')
    for match in pattern.finditer(source.text, base, end):
        text = match[0]
        if text[0] == "<" and text.count("(") != text.count(")"):
            return Span(source, match.start(), match.start() + 1)
    return None

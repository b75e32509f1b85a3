"""What the items of a surface are made of, and text without mistakes read with its tokens alone.

`grammar.lark` says what a text is; where one has a mistake, Lark finds it. Most texts have none,
and what their brackets and tokens mean is soon told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, cast

from interpreter.text.errors import LudError, Source, Span
from interpreter.text.splice import number
from interpreter.text.tree import (
    DOTS,
    Angled,
    Form,
    Hole,
    Integer,
    Item,
    Joined,
    Named,
    Node,
    Nothing,
    Real,
    Reference,
    Row,
    Starred,
    String,
    Symbol,
)

if TYPE_CHECKING:
    from lark.lexer import TerminalDef


def check_value(item: Item) -> None:
    """Refuse a label that another label follows."""
    if isinstance(item, Named) and item.value is None:
        raise LudError(f"label {item.label}: has no value", item.span, code="label-without-value")


def touching_end(item: Item) -> int:
    """Where an atom that follows would touch this item; -1 if none can."""
    if isinstance(item, Named) and isinstance(item.value, TOUCHABLE):
        return item.span.end
    return -1


def touch(left: Item, right: Node) -> Item:
    """Two atoms that touch as one item; a label before the first stays before both."""
    span = Span(left.span.source, left.span.start, right.span.end)
    if isinstance(left, Named):
        assert left.value is not None
        return Named(left.label, cast("Node", touch(left.value, right)), span)
    if isinstance(left, Joined):
        return Joined((*left.parts, right), span)
    return Joined((left, right), span)


TOUCHABLE: Final = (Symbol, String, Integer, Real, Hole, Reference, Joined)


def string(token: str, span: Span) -> String:
    """The text between two quotes."""
    text = token[1:-1]
    return String(text.replace('\\"', '"') if "\\" in text else text, span)


def reference(token: str, span: Span) -> Reference:
    """`<Tag>` or `<Tag:argument>`."""
    tag, _, argument = token[1:-1].partition(":")
    return Reference(tag, argument or None, span)


ATOMS: Final[dict[str, Callable[[str, Span], Node]]] = {
    "SYMBOL": lambda token, span: Symbol(str(token), span),
    "COMPARE": lambda token, span: Symbol(str(token), span),
    "DOTS": lambda _, span: Symbol(DOTS, span),
    "NUMBER": number,
    "STRING": string,
    "HOLE": lambda token, span: Hole(int(token[1]), span),
    "REFERENCE": reference,
    "NOTHING": lambda _, span: Nothing(span),
    "ANGLED": lambda token, span: Angled(token[1:-1], span),
}


class QuickReader:
    """Reads a surface token by token, as the grammar has them.

    Args:
        terminals: those of the grammar, by their names
        ignored: the names of those that stand between others and mean nothing
    """

    def __init__(self, terminals: Mapping[str, TerminalDef], ignored: Sequence[str]) -> None:
        between = "|".join(terminals[name].pattern.to_regexp() for name in ignored)
        every = set(terminals) - {*ignored, "STARS"}
        self.blank = re.compile(f"(?:{between})?")
        self.stars = re.compile(terminals["STARS"].pattern.to_regexp())
        self.first = self._tokens(between, [terminals[one] for one in every - {"ANGLED"}])
        self.other = self._tokens(between, [terminals[one] for one in every - {"COMPARE"}])

    @staticmethod
    def _tokens(between: str, terminals: Sequence[TerminalDef]) -> re.Pattern[str]:
        """What matches the next token, those first that Lark's lexer prefers."""
        several = sorted(
            terminals,
            key=lambda one: (
                -one.priority, -one.pattern.max_width, -len(one.pattern.value), one.name,
            ),
        )  # fmt: skip
        named = "|".join(f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in several)
        return re.compile(f"(?:{between})?+(?:{named})")

    def __call__(self, source: Source, start: int, end: int) -> tuple[Item, ...] | None:
        """The items of a part of a text; None where it has a mistake."""
        try:
            return _Reading(self, source, start, end).items_of_all()
        except LudError:  # Lark tells which mistake comes first
            return None


class _Reading:
    """One text that is read."""

    def __init__(self, reader: QuickReader, source: Source, start: int, end: int) -> None:
        self.reader, self.source = reader, source
        self.at, self.end = start, end
        # What is open: which bracket, where, what stands before it, and the label in front of it.
        self.outer: list[tuple[str, int, list[Item], int, Label | None]] = []
        self.items: list[Item] = []
        # Where an atom would touch the last item, and the label that waits for its value.
        self.touching = -1
        self.label: Label | None = None

    def items_of_all(self) -> tuple[Item, ...] | None:
        """All items; None where the text has a mistake."""
        text, end, reader = self.source.text, self.end, self.reader
        tokens = reader.other
        while (found := tokens.match(text, self.at, end)) is not None:
            kind = cast(str, found.lastgroup)
            begin, self.at = found.span(kind)
            tokens = reader.first if kind == "LPAR" else reader.other
            if kind in ATOMS:
                self._atom(kind, found[kind], Span(self.source, begin, self.at))
            elif kind == "LABEL":
                self._lone_label()
                self.label = found[kind][:-1], begin, self.at
            elif kind in CLOSED_BY:
                opened = kind, begin, self.items, self.touching, self.label
                self.outer.append(opened)
                self.items, self.touching, self.label = [], -1, None
            elif not self._closed(kind):
                return None
        over = cast("re.Match[str]", reader.blank.match(text, self.at, end)).end() == end
        if not over or self.outer:
            return None
        self._lone_label()
        return tuple(self.items)

    def _closed(self, kind: str) -> bool:
        """Whether a bracket closes the one that is open; then it is an item."""
        if not self.outer or CLOSED_BY[self.outer[-1][0]] != kind:
            return False
        self._lone_label()
        items = tuple(self.items)
        _, begin, self.items, self.touching, self.label = self.outer.pop()
        span = Span(self.source, begin, self.at)
        if kind == "RBRACE":
            self._add(Row(items, span))
            return True
        made: Node = Form(items, span)
        stars = self.reader.stars.match(self.source.text, self.at, self.end)
        if stars is not None:
            self.at = stars.end()
            made = Starred(made, len(stars[0]), Span(self.source, begin, self.at))
        self._add(made)
        return True

    def _add(self, node: Node) -> None:
        """A node that touches nothing before it, with the label in front of it."""
        item: Item = node
        if self.label is not None:
            label, begin, _ = self.label
            item, self.label = Named(label, node, Span(self.source, begin, node.span.end)), None
            if self.items:
                check_value(self.items[-1])
        self.items.append(item)
        self.touching = touching_end(item)

    def _lone_label(self) -> None:
        """A label that has no value is an item, too."""
        if self.label is not None:
            label, begin, end = self.label
            self.label = None
            if self.items:
                check_value(self.items[-1])
            self.items.append(Named(label, None, Span(self.source, begin, end)))
            self.touching = -1

    def _atom(self, kind: str, text: str, span: Span) -> None:
        if kind == "ANGLED":
            self._lone_label()
        node = ATOMS[kind](text, span)
        if self.label is not None:
            self._add(node)
            return
        if span.start == self.touching and kind != "ANGLED":
            self.items[-1] = touch(self.items[-1], node)
        else:
            self.items.append(node)
        self.touching = span.end


Label = tuple[str, int, int]
CLOSED_BY: Final = {"LPAR": "RPAR", "LBRACE": "RBRACE"}

"""Rule text to trees: every node knows the characters it was written with.

Two kinds of tree. `parse` gives the *surface*: what is written, with the parameters of defines,
the uses of options and the ranges still in it. `expand` turns the surface into the *tree* that
all later stages read: `Symbol`, `String`, `Integer`, `Real`, `Clause`, `Array`, and `Labelled`
arguments. `write` prints both.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Final, cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput, UnexpectedToken

from interpreter.errors import LudError, Source, Span

MAX_DEPTH: Final = 200
"""Brackets within brackets; the deepest official game has 37."""
MAX_RANGE: Final = 1000
"""Numbers or sites in one range, as in the reference implementation."""
LINE: Final = 88
INDENT: Final = "    "


# --- the tree -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Symbol:
    """A bare word: `Mover`, `Orthogonal`, `True`."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class String:
    """A quoted text; `text` is what stands between the quotes."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Integer:
    """A whole number."""

    value: int
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Real:
    """A number with a fractional part."""

    value: float
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Labelled:
    """`label:value`, an argument given by name."""

    label: str
    value: Tree
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Clause:
    """`(keyword argument…)`; `keyword` may be an operator such as `+` or `<=`."""

    keyword: Symbol
    args: tuple[Tree | Labelled, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Array:
    """`{item…}`; an item with a label has lost it."""

    items: tuple[Tree, ...]
    span: Span = field(compare=False, repr=False)


Atom = Symbol | String | Integer | Real
Tree = Atom | Clause | Array
Out = Tree | Labelled


# --- the surface ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Form:
    """`(item…)`: a clause, the use of a define, or brackets too many."""

    items: tuple[Item, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Row:
    """`{item…}`."""

    items: tuple[Item, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Named:
    """`label:value`; a label written last in its brackets has no value."""

    label: str
    value: Node | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Hole:
    """`#1`: the first argument of a define goes here."""

    number: int
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Reference:
    """`<Tag>` or `<Tag:argument>`: what the chosen item of an option gives goes here."""

    tag: str
    argument: str | None
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Nothing:
    """`~`: an argument of a define that is left out."""

    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Joined:
    """Atoms that touch: `P#1`, `0..<Board:last>`; `..` stands as a Symbol of that text."""

    parts: tuple[Node, ...]
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Angled:
    """`<…>`, the value of an option's item; `text` is unread, its span covers the brackets."""

    text: str
    span: Span = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Starred:
    """`(item …)**`: a form and how much it is preferred."""

    form: Form
    stars: int
    span: Span = field(compare=False, repr=False)


Node = Atom | Form | Row | Hole | Reference | Nothing | Joined | Angled | Starred
Item = Node | Named
DOTS: Final = ".."


# --- reading --------------------------------------------------------------------------------


def parse(source: Source) -> tuple[Item, ...]:
    """The surface of a whole text.

    Raises:
        LudError: brackets or quotes that do not match, or characters the language has no use for
    """
    check_brackets(source)
    return fragment(source, 0, len(source.text))


def fragment(source: Source, start: int, end: int) -> tuple[Item, ...]:
    """The surface of a part of a text whose brackets are known to match."""
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
            f"found {len(found)} clauses, expected one", Span(source, 0, len(text.rstrip()))
        )
    return found[0]


@cache
def parser() -> tuple[Lark, Reader, threading.Lock]:
    """The parser, made at its first use; the lock because it builds into one reader."""
    grammar = resources.files("interpreter").joinpath("grammar.lark").read_text("utf-8")
    reader = Reader()
    lark = Lark(grammar, parser="lalr", transformer=reader, maybe_placeholders=False)
    return lark, reader, threading.Lock()


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


def check_value(item: Item) -> None:
    """Refuse a label that another label follows."""
    if isinstance(item, Named) and item.value is None:
        raise LudError(f"label {item.label}: has no value", item.span)


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
NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?")


def number(text: str, span: Span) -> Integer | Real:
    """The number a text stands for."""
    digits = text.lstrip("+-")
    if digits.isdigit():
        if len(digits) > 18:
            raise LudError("a whole number has at most 18 digits", span)
        return Integer(int(text), span)
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise LudError("this number is too large", span)
    return Real(value, span)


def word(text: str, span: Span) -> Symbol | Integer | Real:
    """The atom that bare text is."""
    return number(text, span) if NUMBER.fullmatch(text) else Symbol(text, span)


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


# --- mistakes in the text -------------------------------------------------------------------

TOKENS: Final = re.compile(r'//[^\n]*|"(?>[^"\\]+|\\"?)*+"|["(){}]')
CLOSING: Final = {"(": ")", "{": "}"}


def check_brackets(source: Source) -> None:
    """Refuse a text whose brackets or quotes do not match, or are nested too deep."""
    opened: list[re.Match[str]] = []
    for match in TOKENS.finditer(source.text):
        mark = match[0]
        if mark in CLOSING:
            opened.append(match)
            if len(opened) > MAX_DEPTH:
                raise LudError(f"brackets are nested deeper than {MAX_DEPTH}", at(source, match))
        elif mark in (")", "}"):
            if not opened or CLOSING[opened[-1][0]] != mark:
                raise mismatch(source, opened, match)
            opened.pop()
        elif mark == '"':
            raise unterminated(source, match)
    if opened:
        raise quote_missing(source) or never_closed(source, opened[-1])


def at(source: Source, match: re.Match[str]) -> Span:
    """The span of a match."""
    return Span(source, match.start(), match.end())


def never_closed(source: Source, opening: re.Match[str]) -> LudError:
    """The error for an opening bracket without its closing one."""
    return LudError(f"`{opening[0]}` is never closed", at(source, opening))


def mismatch(source: Source, opened: list[re.Match[str]], closing: re.Match[str]) -> LudError:
    """The error for a closing bracket that closes nothing, or not what was opened last."""
    if missing := quote_missing(source):
        return missing
    if not opened:
        return LudError(f"`{closing[0]}` closes nothing", at(source, closing))
    opening = opened[-1]
    place = at(source, opening)
    return LudError(
        f"found `{closing[0]}`, expected `{CLOSING[opening[0]]}`",
        at(source, closing),
        f"`{opening[0]}` was opened at {place.line}:{place.column}",
    )


def quote_missing(source: Source) -> LudError | None:
    """The error for a missing quote, which makes brackets look wrong as well."""
    for match in TOKENS.finditer(source.text):
        if match[0] == '"':
            return unterminated(source, match)
    return None


def unterminated(source: Source, last: re.Match[str]) -> LudError:
    """The error for a quote without its partner.

    The quote left over at the end is seldom the one that was forgotten: the first text that runs
    on to a line with brackets is more likely.
    """
    for match in TOKENS.finditer(source.text, 0, last.start()):
        if match[0][0] == '"' and re.search(r"\n[^\n]*[(){}]", match[0]):
            end = match.start() + match[0].index("\n")
            return LudError('a text has no closing `"`', Span(source, match.start(), end))
    end = source.text.find("\n", last.start())
    end = len(source.text) if end < 0 else end
    return LudError('a text has no closing `"`', Span(source, last.start(), end))


HINTS: Final = {
    ",": "items are separated by spaces",
    ";": "a comment begins with //",
    "'": 'a text stands between double quotes: "…"',
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
        return LudError("`<` opens the value of an option here", swallowed, HINTS["<"])
    shown = source.text[start : start + length].partition("\n")[0]
    return LudError(f"unexpected `{shown}`", Span(source, start, start + length), HINTS.get(shown))


def open_angle(source: Source, base: int, end: int) -> Span | None:
    """A `<` meant to compare, which took brackets that are not its own for a value."""
    pattern = re.compile(r'//[^\n]*|"(?>[^"\\]+|\\"?)*+"|(?<=[^(])<(?>[^">(]+|\(>?)*+>?')
    for match in pattern.finditer(source.text, base, end):
        text = match[0]
        if text[0] == "<" and text.count("(") != text.count(")"):
            return Span(source, match.start(), match.start() + 1)
    return None


# --- surface to tree ------------------------------------------------------------------------


def plain(item: Item) -> list[Out]:
    """The tree of a surface without defines and options; a range gives several."""
    match item:
        case Symbol() | String() | Integer() | Real():
            return [item]
        case Form():
            return wrap(gathered(item.items), item.span)
        case Row():
            return [array(gathered(item.items), item.span)]
        case Named():
            return label(item.label, [] if item.value is None else plain(item.value), item.span)
        case Joined():
            return list(join([plain(part) for part in item.parts]))
        case _:
            raise LudError(f"`{write(item)}` stands only in a define or an option", item.span)


def gathered(items: Iterable[Item]) -> list[Out]:
    """The trees of several items."""
    return [out for item in items for out in plain(item)]


def label(name: str, values: Sequence[Out], span: Span) -> list[Out]:
    """`label:` before the first of some values; nothing if there is none."""
    if not values:
        return []
    first = values[0]
    if isinstance(first, Labelled):
        raise LudError(f"a label before a label: {name}:{first.label}:", span)
    return [Labelled(name, first, span), *values[1:]]


def wrap(outs: Sequence[Out], span: Span) -> list[Out]:
    """What brackets around some trees are: a clause, or brackets too many.

    As the reference implementation has it, a pair of brackets around clauses goes away if it
    opens right before one and closes right behind one, be it the same or not.
    """
    if not outs:
        return []
    first = outs[0]
    if isinstance(first, Symbol):
        return [Clause(first, tuple(outs[1:]), span)]
    last = outs[-1].value if isinstance(outs[-1], Labelled) else outs[-1]
    if isinstance(first, Clause) and isinstance(last, Clause):
        return list(outs)
    raise LudError(f"a clause begins with a word, found {kind(first)}", first.span)


def array(outs: Iterable[Out], span: Span) -> Array:
    """A list of trees; labels within a list mean nothing."""
    return Array(tuple(out.value if isinstance(out, Labelled) else out for out in outs), span)


def kind(out: Out) -> str:
    """What a tree is, in words."""
    match out:
        case Symbol():
            return f"the word {out.text}"
        case String():
            return f'the text "{out.text}"'
        case Integer() | Real():
            return f"the number {write(out)}"
        case Clause():
            return f"the clause ({out.keyword.text} …)"
        case Array():
            return "a list"
        case Labelled():
            return f"the label {out.label}:"


def join(pieces: Iterable[Sequence[Out]]) -> list[Out]:
    """Atoms that touch, each given as the trees it became: words run together, ranges open."""
    outs: list[Out] = []
    dots: Symbol | None = None
    for piece in pieces:
        if len(piece) == 1 and isinstance(piece[0], Symbol) and piece[0].text == DOTS:
            dots = piece[0]
            continue
        if dots is not None:
            piece = [*stretch(outs.pop() if outs else None, piece, dots.span), *piece[1:]]
            dots = None
        elif outs and piece:
            glued = glue(outs[-1], piece[0])
            if glued is not None:
                outs[-1] = glued
                piece = piece[1:]
        outs.extend(piece)
    if dots is not None:
        raise no_range(dots.span)
    return outs


def glue(left: Out, right: Out) -> Out | None:
    """Two words or numbers as one; None where there is nothing to run together."""
    bare = (Symbol, Integer, Real)
    if not isinstance(left, bare) or not isinstance(right, bare):
        return None
    return word(write(left) + write(right), left.span)


def stretch(first: Out | None, piece: Sequence[Out], dots: Span) -> Sequence[Out]:
    """All that a range from `first` to the first of `piece` stands for."""
    last = piece[0] if piece else None
    if isinstance(first, Integer) and isinstance(last, Integer):
        return number_range(first, last)
    if isinstance(first, String) and isinstance(last, String):
        return site_range(first, last)
    raise no_range(dots)


def no_range(dots: Span) -> LudError:
    """The error for `..` between things that are neither numbers nor sites."""
    return LudError(
        "`..` stands between two whole numbers or two sites", dots, 'as in 0..7 or "A1".."C3"'
    )


def number_range(first: Integer, last: Integer) -> list[Out]:
    """`2..5` as 2 3 4 5, and `5..2` as 5 4 3 2."""
    a, b = first.value, last.value
    span = first.span
    if a < 0 or b < 0:
        raise LudError("a range has no negative numbers", span)
    check_range(abs(b - a) + 1, span)
    step = 1 if a <= b else -1
    return [first, *(Integer(n, span) for n in range(a + step, b, step)), *[last] * (a != b)]


SITE: Final = re.compile(r"([A-Za-z])(\d{1,9})")


def site_range(first: String, last: String) -> list[Out]:
    """`"A1".."B2"` as "A1" "A2" "B1" "B2"."""
    a, b = SITE.fullmatch(first.text), SITE.fullmatch(last.text)
    if a is None or b is None:
        wrong = first if a is None else last
        raise LudError(
            f'"{wrong.text}" cannot bound a range of sites', wrong.span, "a letter, then a number"
        )
    columns = range(ord(a[1].upper()), ord(b[1].upper()) + 1)
    rows = range(int(a[2]), int(b[2]) + 1)
    check_range(len(columns) * len(rows), first.span)
    if not columns or not rows:
        raise LudError(
            f'a range of sites goes up, this one from "{first.text}" to "{last.text}"', first.span
        )
    return [String(f"{chr(column)}{row}", first.span) for column in columns for row in rows]


def check_range(length: int, span: Span) -> None:
    """Refuse a range that is too long."""
    if length > MAX_RANGE + 1:
        raise LudError(f"a range of {length} is too long; {MAX_RANGE} is the most", span)


# --- writing --------------------------------------------------------------------------------


def write(tree: Out | Item, width: int = LINE) -> str:
    """The text of a tree or of a surface, on one line if it fits; `parse` gives the tree back."""
    lines: list[str] = []
    lay_out(tree, "", width, lines)
    return "\n".join(lines)


def one_line(tree: Out | Item) -> str:
    """The text of a tree without line breaks of its own."""
    match tree:
        case Form() | Clause() | Row() | Array():
            open_, parts, close = brackets(tree)
            return open_ + " ".join([one_line(part) for part in parts]) + close
        case Labelled() | Named():
            return f"{tree.label}:" + ("" if tree.value is None else one_line(tree.value))
        case Joined():
            return "".join([one_line(part) for part in tree.parts])
        case Starred():
            return one_line(tree.form) + "*" * tree.stars
        case _:
            return atom_text(tree)


def atom_text(tree: Atom | Hole | Reference | Nothing | Angled) -> str:
    """The text of a single token."""
    match tree:
        case Symbol():
            return tree.text
        case String():
            return '"' + tree.text.replace('"', '\\"') + '"'
        case Integer() | Real():
            return repr(tree.value)
        case Hole():
            return f"#{tree.number}"
        case Reference():
            return f"<{tree.tag}>" if tree.argument is None else f"<{tree.tag}:{tree.argument}>"
        case Nothing():
            return "~"
        case Angled():
            return f"<{tree.text}>"


def brackets(tree: Form | Clause | Row | Array) -> tuple[str, Sequence[Out | Item], str]:
    """The brackets of a tree and what stands between them."""
    match tree:
        case Clause():
            return "(", (tree.keyword, *tree.args), ")"
        case Array():
            return "{", tree.items, "}"
        case Form():
            return "(", tree.items, ")"
        case Row():
            return "{", tree.items, "}"


def lay_out(tree: Out | Item, indent: str, width: int, lines: list[str], lead: str = "") -> None:
    """Add the lines of a tree; `lead` is the label before it."""
    text = one_line(tree)
    match tree:
        case Labelled() | Named() if tree.value is not None:
            return lay_out(tree.value, indent, width, lines, f"{lead}{tree.label}:")
        case Form() | Clause() | Row() | Array() if len(indent + lead + text) > width:
            open_, parts, close = brackets(tree)
        case Starred() if len(indent + lead + text) > width:
            open_, parts, close = brackets(tree.form)
            close += "*" * tree.stars
        case _:
            lines.append(indent + lead + text)
            return None
    head = len(parts) if open_ == "{" else leading_atoms(parts)
    head = 0 if open_ == "{" else head
    lines.append(indent + lead + open_ + " ".join(one_line(part) for part in parts[:head]))
    for part in parts[head:]:
        lay_out(part, indent + INDENT, width, lines)
    lines.append(indent + close)
    return None


def leading_atoms(parts: Sequence[Out | Item]) -> int:
    """How many parts stand on the first line of a clause: its keyword and the atoms after it."""
    count = 0
    composite = (Form, Clause, Row, Array, Labelled, Named, Starred)
    while count < len(parts) and not isinstance(parts[count], composite):
        count += 1
    return count

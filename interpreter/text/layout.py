"""Rule text laid out anew: the same words and comments, with the white space of the library.

The lines that a designer has chosen stay: what begins a line goes on doing so, and brackets that
run over several lines do not shrink to one. Indentation and the spaces between words are always
the same, closing brackets stand where their opening line begins, and what is longer than a line is
broken, its last list in braces first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from interpreter.text.errors import LudError, Source
from interpreter.text.printer import INDENT, leading_atoms
from interpreter.text.syntax import fragment, parse
from interpreter.text.tree import Angled, Form, Item, Named, Row, Starred

WIDTH: Final = 100
GAP: Final = re.compile(r"//[^\n]*|\n")
UNPADDED: Final = ("args",)
"""The labels of lists that hold names of arguments, and have no spaces inside their braces."""


def laid_out(source: Source) -> str:
    """The text in the layout of the library; what it means is unchanged.

    Raises:
        LudError: brackets or quotes that do not match, or characters without a meaning
    """
    text = source.text
    if "\r" in text:
        ending = "\r\n" if "\r\n" in text else "\r"
        plain = text.replace("\r\n", "\n").replace("\r", "\n")
        return laid_out(Source(source.name, plain)).replace("\n", ending)
    return _Layout(source).whole(parse(source))


@dataclass(slots=True)
class _Line:
    """What a designer wrote on one line of a bracket.

    Args:
        items: what stands there
        comment: the comment behind it, or all there is
        blank: whether an empty line is before it
    """

    items: list[Item] = field(default_factory=list[Item])
    comment: str = ""
    blank: bool = False


@dataclass(frozen=True, slots=True)
class _Bracket:
    """Something in brackets: how they look, what is in them, and where that begins and ends."""

    open: str
    close: str
    items: Sequence[Item]
    start: int
    end: int


class _Layout:
    """The layout of one text."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self._split: dict[tuple[int, int], bool] = {}
        self._brackets: dict[tuple[int, int], _Bracket | None] = {}

    def whole(self, items: Sequence[Item]) -> str:
        """The whole text; each of its items begins a line."""
        out: list[str] = []
        for line in self.lines(items, 0, len(self.text)):
            if line.blank and out:
                out.append("")
            texts = [self.lay(item, 0, 0, 0) for item in line.items]
            if texts or line.comment:
                last = " ".join(filter(None, [*texts[-1:], line.comment]))
                out.extend([*texts[:-1], last])
        return "".join(f"{line}\n" for line in out)

    # --- what stands where ---

    def lines(self, items: Sequence[Item], start: int, end: int) -> list[_Line]:
        """The lines of what stands between two places, the first being that of the bracket."""
        lines = [_Line()]
        place = start
        for item in items:
            newlines = self._comments(lines, place, item.span.start)
            if isinstance(item, Named) and item.value is not None:
                behind, value = item.span.start + len(item.label) + 1, item.value.span.start
                if "/" in self.text[behind:value]:
                    newlines = self._comments(lines, behind, value, newlines)
            first = item is items[0] and len(lines) == 1
            if lines[-1].comment or (newlines and not (first and start)):
                lines.append(_Line(blank=newlines > 1))
            lines[-1].items.append(item)
            place = item.span.end
        self._comments(lines, place, end)
        return lines

    def _comments(self, lines: list[_Line], start: int, end: int, before: int = 0) -> int:
        """Take up the comments between two items; how many lines end behind the last of them."""
        newlines = before
        for match in GAP.finditer(self.text, start, end):
            if match[0] == "\n":
                newlines += 1
                continue
            comment = match[0].rstrip()
            if newlines or lines[-1].comment:
                lines.append(_Line([], comment, newlines > 1))
            else:
                lines[-1].comment = comment
            newlines = 0
        return newlines

    def bracket(self, item: Item) -> _Bracket | None:
        """The brackets of an item; None for what has none, or may not be touched."""
        key = item.span.start, item.span.end
        if key not in self._brackets:
            self._brackets[key] = self._bracket(item)
        return self._brackets[key]

    def _bracket(self, item: Item) -> _Bracket | None:
        start, end = item.span.start + 1, item.span.end - 1
        match item:
            case Form():
                return _Bracket("(", ")", item.items, start, end)
            case Row():
                return _Bracket("{", "}", item.items, start, end)
            case Angled():
                try:
                    return _Bracket("<", ">", fragment(self.source, start, end), start, end)
                except LudError:
                    return None
            case _:
                return None

    def split(self, item: Item) -> bool:
        """Whether a designer has put a line break into an item, or a comment."""
        match item:
            case Named():
                return item.value is not None and self.split(item.value)
            case Starred():
                return self.split(item.form)
            case _:
                pass
        key = item.span.start, item.span.end
        if key not in self._split:
            self._split[key] = self._is_split(item)
        return self._split[key]

    def _is_split(self, item: Item) -> bool:
        found = self.bracket(item)
        if found is None or not set("\n/").intersection(self.text[found.start : found.end]):
            return False
        lines = self.lines(found.items, found.start, found.end)
        return len(lines) > 1 or bool(lines[0].comment) or any(map(self.split, found.items))

    # --- one line ---

    def flat(self, item: Item, *, padded: bool = True) -> str:
        """An item on one line; texts keep the line breaks they have."""
        match item:
            case Form():
                return "(" + " ".join(map(self.flat, item.items)) + ")"
            case Row():
                inner = " ".join(map(self.flat, item.items))
                return f"{{ {inner} }}" if padded and inner else f"{{{inner}}}"
            case Named() if item.value is not None:
                pad = item.label not in UNPADDED
                return f"{item.label}:{self.flat(item.value, padded=pad)}"
            case Starred():
                return self.flat(item.form) + "*" * item.stars
            case _:
                return self.text[item.span.start : item.span.end]

    # --- several lines ---

    def lay(self, item: Item, indent: int, column: int, tail: int) -> str:
        """The text of an item.

        Args:
            indent: that of the line in which it begins
            column: where it begins
            tail: how many characters must have room behind it
        """
        flat = self.flat(item)
        if not self.split(item) and fits(flat, column, tail):
            return flat
        match item:
            case Named() if item.value is not None:
                lead = f"{item.label}:"
                return lead + self.lay(item.value, indent, column + len(lead), tail)
            case Starred():
                stars = "*" * item.stars
                return self.lay(item.form, indent, column, tail + len(stars)) + stars
            case _:
                pass
        found = self.bracket(item)
        if found is None:
            return self.text[item.span.start : item.span.end]
        lines = self.lines(found.items, found.start, found.end)
        if found.items and len(lines) == 1 and not lines[0].comment:
            hugged = self.hugged(found, indent, column, tail)
            if hugged is not None:
                return hugged
            if not any(map(self.split, found.items)):
                lines = spread(found)
        return self.broken(found, lines, indent, column)

    def hugged(self, found: _Bracket, indent: int, column: int, tail: int) -> str | None:
        """A bracket of which the last items alone run over several lines.

        As in `(start {` … `})`, and in `(metadata (info {` … `}) (graphics {` … `}))`.
        """
        count = sum(not self.split(item) for item in found.items)
        before, several = found.items[:count], found.items[count:]
        if not several:
            before, several = found.items[:-1], found.items[-1:]
            core = several[0].value if isinstance(several[0], Named) else several[0]
            alone = found.open == "<" and not before
            if not (alone or isinstance(core, Row) or "\n" in self.flat(several[0])):
                return None
        if found.open == "{" or any(map(self.split, before)):
            return None
        text = found.open + "".join(f"{self.flat(item)} " for item in before)
        for item in several:
            start = column + len(text) if "\n" not in text else len(text.rpartition("\n")[2])
            laid = self.lay(item, indent, start, 1 + (tail if item is several[-1] else 0))
            if not fits(laid, start, 0):
                return None
            text += laid + " " * (item is not several[-1])
        return text + found.close

    def broken(self, found: _Bracket, lines: Sequence[_Line], indent: int, column: int) -> str:
        """A bracket over several lines, with its closing on a line of its own."""
        first, *rest = lines
        out = _Writer(found.open, column, indent + len(INDENT))
        if found.open == "{" and first.items:
            rest = [first, *rest]  # what stands behind a brace goes to a line of its own
        else:
            self.fill(out, first)
        for number, line in enumerate(rest):
            out.next(blank=line.blank and number > 0)
            self.fill(out, line)
        return f"{out.text}\n{' ' * indent}{found.close}"

    def fill(self, out: _Writer, line: _Line) -> None:
        """Put what a designer wrote on a line on as few lines as it takes."""
        for item in line.items:
            if self.split(item):
                if out.full:
                    out.next()
                text = self.lay(item, out.indent, out.column_of_next, 0)
                if not out.fresh and (out.later or not fits(text, out.column_of_next, 0)):
                    out.next()
                    text = self.lay(item, out.indent, out.column_of_next, 0)
                out.add(text, full=True)
                continue
            text = self.flat(item)
            if out.full or not (out.fresh or fits(text, out.column_of_next, 0)):
                out.next()
            text = self.lay(item, out.indent, out.column_of_next, 0)
            out.add(text, full="\n" in text)
        if line.comment:
            out.add(line.comment, full=True)


class _Writer:
    """The lines of a bracket as they are put together.

    Attributes:
        later: whether this is another line than that of the bracket
        full: whether nothing more can stand on this line
        fresh: whether nothing stands on this line yet
    """

    def __init__(self, open_: str, column: int, indent: int) -> None:
        self.text = open_
        self.column = column + len(open_)
        self.indent = indent
        self.later = False
        self.full = False
        self.fresh = True

    @property
    def column_of_next(self) -> int:
        """Where the next item would begin."""
        return self.column + (not self.fresh)

    def next(self, *, blank: bool = False) -> None:
        """Begin another line."""
        self.text += "\n" * (1 + blank) + " " * self.indent
        self.column = self.indent
        self.later, self.full, self.fresh = True, False, True

    def add(self, text: str, *, full: bool) -> None:
        """Put an item or a comment on this line."""
        space = "" if self.fresh and not text.startswith("//") else " "
        space = "" if self.fresh and self.later else space
        self.text += space + text
        last = text.rpartition("\n")[2]
        self.column = len(last) if "\n" in text else self.column + len(space) + len(text)
        self.full, self.fresh = full, False


def spread(found: _Bracket) -> list[_Line]:
    """The lines of what is too long for one: the words first, then each other item on its own."""
    atoms = leading_atoms(found.items)
    if found.open == "{":
        if atoms == len(found.items):
            return [_Line(), _Line(list(found.items))]
        return [_Line(), *(_Line([item]) for item in found.items)]
    atoms = atoms if found.open == "(" else 1
    rest = found.items[atoms:]
    return [_Line(list(found.items[:atoms])), *(_Line([item]) for item in rest)]


def fits(text: str, column: int, tail: int) -> bool:
    """Whether the first line of a text has room behind a column, and its last for what follows."""
    first, _, rest = text.partition("\n")
    return column + len(first) + (0 if rest else tail) <= WIDTH

"""Rule text laid out anew: the same rules and comments, indented by one measure.

Where a list is broken into lines is its author's choice and stays; what is too long is broken as
well. All else is settled: each line in brackets that an earlier line opened is indented by four
spaces more than that line, however many brackets it opened; a closing bracket stands on a line of
its own where the last item within began on a later line than its opening one; between two items
stands one space; one empty line at most parts what stands apart. Texts in quotes and the values of
options stay as they are, character by character.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from interpreter.text.errors import Source
from interpreter.text.syntax import parse
from interpreter.text.tree import Form, Item, Named, Row, Starred

WIDTH: Final = 100
INDENT: Final = "    "
# Of so many parts, none of them wider, several stand on a line.
MANY: Final = 5
SMALL: Final = 24
COMMENT: Final = re.compile(r"//[^\n]*")


def lay_out(source: Source) -> str:
    """A text laid out anew; the same if it is so already.

    Raises:
        LudError: a text that cannot be read
    """
    items = parse(source)
    found = _Layout(source.text).whole(items)
    again = parse(Source(source.name, found))
    assert again == items, f"the layout of {source.name} changes its rules"
    return found


@dataclass(frozen=True, slots=True)
class _Gap:
    """What stands between two tokens.

    Args:
        comments: each with whether it stands on the line of the token before it
        broken: whether a line ends in it
        blanks: the places among the comments before which a line is empty
    """

    comments: tuple[tuple[str, bool], ...] = ()
    broken: bool = False
    blanks: frozenset[int] = frozenset()

    @property
    def blank(self) -> bool:
        """Whether a line is empty just before the second token."""
        return len(self.comments) in self.blanks


class _Layout:
    """Writes the lines of a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: list[str] = []
        self.line = ""
        # A comment ends the line, whatever follows.
        self.ended = False

    def whole(self, items: Sequence[Item]) -> str:
        """All lines."""
        end = 0
        for item in items:
            self._begin(self._gap(end, item.span.start), "", first=not self.lines)
            self._put(item, "", 0)
            end = item.span.end
        self._begin(self._gap(end, len(self.text)), "", first=not items)
        return "\n".join([*self.lines, self.line]).strip("\n") + "\n"

    # What is written

    def _put(self, item: Item, indent: str, after: int) -> None:
        """Write an item where the line is now.

        Args:
            indent: of the list that it is in
            after: how many characters follow on its last line
        """
        flat = self._flat(item)
        if flat is not None and (len(self.line) + len(flat) + after <= WIDTH or _is_plain(item)):
            self.line += flat
        elif isinstance(item, Named):
            self.line += f"{item.label}:"
            assert item.value is not None, "a label alone is plain"
            self._put(item.value, indent, after)
        elif isinstance(item, Starred):
            self._put_list(item.form, indent, after + item.stars)
            self.line += "*" * item.stars
        elif isinstance(item, Form | Row):
            self._put_list(item, indent, after)
        else:
            *before, last = (self.line + self._own(item)).split("\n")
            self.lines += before
            self.line = last

    def _put_list(self, tree: Form | Row, indent: str, after: int) -> None:
        """Write a list that takes several lines."""
        gaps = self._gaps(tree)
        if self._flat(tree) is None:
            begun = {
                number
                for number, gap in enumerate(gaps[:-1])
                if gap.comments or (gap.broken and (number or isinstance(tree, Row)))
            }
        else:
            begun = self._filled(tree, len(indent + INDENT))
        kept = len(self.lines), self.line, self.ended
        if not self._put_items(tree, gaps, indent, after, begun):
            # What does not fit begins a line, and then all lines of the list are indented.
            del self.lines[kept[0] :]
            _, self.line, self.ended = kept
            begun |= {number for number, item in enumerate(tree.items) if number and _is_list(item)}
            self._put_items(tree, gaps, indent, after, begun)

    def _filled(self, tree: Form | Row, indent: int) -> set[int]:
        """The items of a list that is too long for a line which begin one.

        Where it has many small parts, as many of them stand on a line as fit.
        """
        head = _head(tree)
        widths = [len(self._flat(item) or "") for item in tree.items]
        rest = range(head, len(tree.items))
        if len(rest) < MANY or max(widths[head:]) > SMALL:
            return set(rest)
        begun: set[int] = set()
        end = WIDTH
        for number in rest:
            if end + 1 + widths[number] > WIDTH:
                begun.add(number)
                end = indent - 1
            end += 1 + widths[number]
        return begun

    def _put_items(
        self, tree: Form | Row, gaps: Sequence[_Gap], indent: str, after: int, begun: set[int]
    ) -> bool:
        """Write a list; whether what begins no line fits on that of the item before it.

        Args:
            begun: the items that begin a line
        """
        inner = indent + INDENT if begun else indent
        pad = self._pad(tree)
        open_, close = ("(", ")") if isinstance(tree, Form) else ("{", "}")
        self.line += open_
        fits = True
        hugged = after + 1 + len(pad) if not begun else 0
        for number, (item, gap) in enumerate(zip(tree.items, gaps, strict=False)):
            last = number == len(tree.items) - 1
            if number in begun:
                self._begin(gap, inner, first=number == min(begun))
            else:
                self.line += " " if number else pad
                flat = self._flat(item)
                width = len(self.line) + len(flat or "") + (hugged if last else 0)
                fits &= flat is None or width <= WIDTH or _is_plain(item)
            self._put(item, inner, hugged if last else 0)
        for comment, trailing in gaps[-1].comments:
            self._comment(comment, inner, trailing=trailing)
        if begun or self.ended:
            self._next(indent)
            self.line += close
        else:
            self.line += pad + close
        return fits or bool(begun)

    def _begin(self, gap: _Gap, indent: str, *, first: bool) -> None:
        """Begin a line for the next item, with the comments before it."""
        for number, (comment, trailing) in enumerate(gap.comments):
            if number in gap.blanks and not (first and not number):
                self._blank()
            self._comment(comment, indent, trailing=trailing)
            first = False
        if gap.blank and not first:
            self._blank()
        self._next(indent)

    def _comment(self, text: str, indent: str, *, trailing: bool) -> None:
        if trailing and self.line.strip():
            self.line += f"  {text}"
        else:
            self._next(indent)
            self.line += text
        self.ended = True

    def _next(self, indent: str) -> None:
        """Begin a line."""
        if self.line.strip() or self.lines:
            self.lines.append(self.line.rstrip())
        self.line, self.ended = indent, False

    def _blank(self) -> None:
        """Leave a line empty."""
        if self.line.strip():
            self._next("")
        elif self.lines and self.lines[-1] == "":
            return
        self.line = ""

    # What was written

    def _own(self, item: Item) -> str:
        return self.text[item.span.start : item.span.end]

    def _pad(self, tree: Form | Row) -> str:
        """The space within braces, as their author has it."""
        if isinstance(tree, Form) or not tree.items:
            return ""
        return " " if self.text[tree.span.start + 1].isspace() else ""

    def _flat(self, item: Item) -> str | None:
        """An item on one line; None if its author has broken it, or a comment stands in it."""
        if isinstance(item, Named):
            gap = self._gap_of_value(item)
            value = "" if item.value is None else self._flat(item.value)
            return None if value is None or gap.comments else f"{item.label}:{value}"
        if isinstance(item, Starred):
            form = self._flat(item.form)
            return None if form is None else form + "*" * item.stars
        if not isinstance(item, Form | Row):
            own = self._own(item)
            return None if "\n" in own else own
        if any(gap.broken or gap.comments for gap in self._gaps(item)):
            return None
        parts = [self._flat(one) for one in item.items]
        if any(part is None for part in parts):
            return None
        inner = " ".join(part for part in parts if part is not None)
        pad = self._pad(item)
        return f"({inner})" if isinstance(item, Form) else f"{{{pad}{inner}{pad}}}"

    def _gaps(self, tree: Form | Row) -> list[_Gap]:
        """What stands before each item of a list, and before its end."""
        ends = [tree.span.start + 1, *(item.span.end for item in tree.items)]
        starts = [*(item.span.start for item in tree.items), tree.span.end - 1]
        found = [self._gap(end, start) for end, start in zip(ends, starts, strict=True)]
        for number, item in enumerate(tree.items):
            if isinstance(item, Named):  # what stands behind a label comes before it
                inner = self._gap_of_value(item)
                if inner.comments:
                    moved = tuple((text, False) for text, _ in inner.comments)
                    before = found[number]
                    found[number] = _Gap((*before.comments, *moved), broken=True)
        return found

    def _gap_of_value(self, item: Named) -> _Gap:
        if item.value is None:
            return _Gap()
        return self._gap(item.span.start + len(item.label) + 1, item.value.span.start)

    def _gap(self, start: int, end: int) -> _Gap:
        text = self.text[start:end]
        comments: list[tuple[str, bool]] = []
        blanks: set[int] = set()
        place = 0
        for match in [*COMMENT.finditer(text), None]:
            between = text[place : len(text) if match is None else match.start()]
            if between.count("\n") + (place > 0 and text[place - 1] == "\n") > 1:
                blanks.add(len(comments))
            if match is not None:
                comments.append((match[0].rstrip(), "\n" not in text[: match.start()]))
                place = match.end()
        return _Gap(tuple(comments), "\n" in text, frozenset(blanks))


def _head(tree: Form | Row) -> int:
    """How many items of a list that is too long stay on its first line."""
    if isinstance(tree, Row):
        return 0
    count = 0
    while count < len(tree.items) and not _is_list(tree.items[count]):
        count += 1
    rest = tree.items[count:]
    return len(tree.items) if len(rest) == 1 and isinstance(rest[0], Row) else count


def _is_list(item: Item) -> bool:
    return isinstance(item, Named | Form | Row | Starred)


def _is_plain(item: Item) -> bool:
    """Whether there is nothing in an item that could begin a line."""
    if isinstance(item, Named):
        return item.value is None or _is_plain(item.value)
    if isinstance(item, Starred):
        return _is_plain(item.form)
    return not isinstance(item, Form | Row) or not any(map(_is_list, item.items))

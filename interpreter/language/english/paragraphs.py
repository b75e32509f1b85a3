"""Sections, paragraphs and nested lists, as plain text and as HTML."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 88


@dataclass(frozen=True, slots=True)
class Item:
    """A sentence or several, and what is listed below it."""

    text: str
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a text under a title."""

    title: str
    items: tuple[Item, ...]


def as_text(sections: Sequence[Section], width: int = WIDTH) -> str:
    """Sections as lines, lists indented with hyphens."""
    return "\n\n".join(
        "\n".join([one.title, *(line for item in one.items for line in _lines(item, "  ", width))])
        for one in sections
    )


def _lines(item: Item, indent: str, width: int, mark: str = "") -> list[str]:
    later = indent + " " * len(mark)
    lines = textwrap.wrap(
        item.text, width, initial_indent=indent + mark, subsequent_indent=later,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
    for inner in item.items:
        lines += _lines(inner, later, width, "- ")
    return lines


def as_html(sections: Sequence[Section], level: int = 2) -> str:
    """Sections as headings of a level, paragraphs and nested lists; all text is escaped."""
    lines: list[str] = []
    for one in sections:
        lines.append(f"<h{level}>{escape(one.title)}</h{level}>")
        for item in one.items:
            lines.append(f"<p>{escape(item.text)}</p>")
            lines += _list(item.items)
    return "\n".join(lines)


def _list(items: Sequence[Item]) -> list[str]:
    if not items:
        return []
    lines = ["<ul>"]
    for item in items:
        inner = _list(item.items)
        if inner:
            lines += [f"<li>{escape(item.text)}", *inner, "</li>"]
        else:
            lines.append(f"<li>{escape(item.text)}</li>")
    return [*lines, "</ul>"]

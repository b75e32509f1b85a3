"""Trees and surfaces to rule text, laid out to be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.text.tree import (
    Angled,
    Array,
    Atom,
    Clause,
    Form,
    Hole,
    Integer,
    Item,
    Joined,
    Labelled,
    Named,
    Nothing,
    Out,
    Real,
    Reference,
    Row,
    Starred,
    String,
    Symbol,
)

LINE: Final = 88
INDENT: Final = "    "


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

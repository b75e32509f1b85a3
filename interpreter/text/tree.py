"""Trees of rule text, and the surface they come from.

Two kinds of tree. The *surface* is what is written, with the parameters of defines, the uses of
options and the ranges still in it. The *tree* is what all later stages read: `Symbol`, `String`,
`Integer`, `Real`, `Clause`, `Array`, and `Labelled` arguments. Every node knows the characters it
was written with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from interpreter.text.errors import Span

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


def clauses(tree: Out) -> Iterator[Clause]:
    """A clause and all clauses within, in the order of the text."""
    pending: list[Out] = [tree]
    while pending:
        here = pending.pop()
        if isinstance(here, Labelled):
            pending.append(here.value)
        elif isinstance(here, Array):
            pending.extend(reversed(here.items))
        elif isinstance(here, Clause):
            yield here
            pending.extend(reversed(here.args))


def changed(tree: Tree, change: Callable[[Tree], Tree | None]) -> Tree:
    """A tree with others in the place of some.

    Args:
        change: what stands for a tree; None where it stays, and what is within is asked about
    """

    def inside(one: Out) -> Out:
        if isinstance(one, Labelled):
            return replace(one, value=changed(one.value, change))
        return changed(one, change)

    made = change(tree)
    if made is not None:
        return made
    if isinstance(tree, Clause):
        return replace(tree, args=tuple(map(inside, tree.args)))
    if isinstance(tree, Array):
        return replace(tree, items=tuple(changed(one, change) for one in tree.items))
    return tree


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

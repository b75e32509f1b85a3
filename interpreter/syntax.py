"""Rule text to trees: every node knows the characters it was written with."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.errors import Span


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


Tree = Symbol | String | Integer | Real | Clause | Array

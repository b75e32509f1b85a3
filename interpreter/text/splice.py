"""Surface to tree: what runs together, what vanishes, and ranges.

The result is what the text would give if it were rewritten as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from interpreter.text.errors import LudError, Span
from interpreter.text.printer import write
from interpreter.text.tree import (
    DOTS,
    Array,
    Clause,
    Form,
    Integer,
    Item,
    Joined,
    Labelled,
    Named,
    Out,
    Real,
    Row,
    String,
    Symbol,
)

MAX_RANGE: Final = 1000
"""Numbers or sites in one range, as in the reference implementation."""


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
            raise LudError(
                f"`{write(item)}` stands only in a define or an option",
                item.span,
                code="stray-parameter",
            )


def gathered(items: Iterable[Item]) -> list[Out]:
    """The trees of several items."""
    return [out for item in items for out in plain(item)]


def label(name: str, values: Sequence[Out], span: Span) -> list[Out]:
    """`label:` before the first of some values; nothing if there is none."""
    if not values:
        return []
    first = values[0]
    if isinstance(first, Labelled):
        raise LudError(
            f"a label before a label: {name}:{first.label}:", span, code="label-before-label"
        )
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
    raise LudError(
        f"a clause begins with a word, found {kind(first)}", first.span, code="clause-without-word"
    )


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
        "`..` stands between two whole numbers or two sites",
        dots,
        'as in 0..7 or "A1".."C3"',
        code="range",
    )


def number_range(first: Integer, last: Integer) -> list[Out]:
    """`2..5` as 2 3 4 5, and `5..2` as 5 4 3 2."""
    a, b = first.value, last.value
    span = first.span
    if a < 0 or b < 0:
        raise LudError("a range has no negative numbers", span, code="range")
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
            f'"{wrong.text}" cannot bound a range of sites',
            wrong.span,
            "a letter, then a number",
            code="range",
        )
    columns = range(ord(a[1].upper()), ord(b[1].upper()) + 1)
    rows = range(int(a[2]), int(b[2]) + 1)
    check_range(len(columns) * len(rows), first.span)
    if not columns or not rows:
        raise LudError(
            f'a range of sites goes up, this one from "{first.text}" to "{last.text}"',
            first.span,
            code="range",
        )
    return [String(f"{chr(column)}{row}", first.span) for column in columns for row in rows]


def check_range(length: int, span: Span) -> None:
    """Refuse a range that is too long."""
    if length > MAX_RANGE + 1:
        raise LudError(
            f"a range of {length} is too long; {MAX_RANGE} is the most", span, code="range-too-long"
        )


NUMBER: Final = re.compile(r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?")


def number(text: str, span: Span) -> Integer | Real:
    """The number a text stands for."""
    digits = text.lstrip("+-")
    if digits.isdigit():
        if len(digits) > 18:
            raise LudError("a whole number has at most 18 digits", span, code="number-too-large")
        return Integer(int(text), span)
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise LudError("this number is too large", span, code="number-too-large")
    return Real(value, span)


def word(text: str, span: Span) -> Symbol | Integer | Real:
    """The atom that bare text is."""
    return number(text, span) if NUMBER.fullmatch(text) else Symbol(text, span)

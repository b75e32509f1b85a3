"""The arguments of bound nodes, as templates ask for them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import cast

from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import CATALOGUE, Alternative, Ludeme, Parameter
from interpreter.language.nodes import Node, bare
from interpreter.language.signatures import Binds, Otherwise, Range, Unit

Lower = Callable[[Node], object]
"""What gives the value of a node that needs nothing around it: of arithmetic, of a board."""


class UnfitError(Exception):
    """A template asks for an argument that is not given."""


def unit_of(parameter: Parameter) -> Unit | None:
    """What the numbers or names of a parameter count or name."""
    if any(isinstance(hint, Otherwise) for one in parameter.alternatives for hint in one.hints):
        return Unit("site")

    def every(several: Iterable[Alternative]) -> Iterator[object]:
        for one in several:
            yield from one.hints
            yield from every(one.items)

    units = (one for one in every(parameter.alternatives) if isinstance(one, Unit))
    return next(units, None)


def binds(parameter: Parameter) -> frozenset[str]:
    """The iterators that have a value in an argument."""
    hints = (hint for one in parameter.alternatives for hint in one.hints)
    return frozenset(name for one in hints if isinstance(one, Binds) for name in one.names)


@functools.cache
def parameters(form: Ludeme) -> dict[str, Parameter]:
    """The parameters of a form by the labels that rule files use."""
    return {one.label: one for one in form.parameters}


def argument(node: Node, label: str, *, given: bool) -> tuple[object, Parameter]:
    """An argument, or what stands for it if it is not given."""
    parameter = parameters(node.ludeme).get(label)
    if parameter is None:
        raise UnfitError
    for name, value in node.args:
        if name == parameter.name:
            return value, parameter
    if given:
        raise UnfitError
    for one in parameter.alternatives:
        for hint in one.hints:
            if isinstance(hint, Otherwise):
                return iterator(hint.name, node), parameter
    if parameter.default in (None, ()):
        raise UnfitError
    return parameter.default, parameter


def iterator(name: str, where: Node) -> Node:
    """The iterator of a name."""
    form = next(one for one in CATALOGUE.forms[name] if not one.parameters)
    return Node(form, (), where.span)


def fixed(node: Node, lower: Lower) -> Int | float | None:
    """The value of arithmetic with mere numbers."""
    if node.ludeme.result not in (Int, float) or not node.args:
        return None
    if not all(isinstance(bare(value), Int | float) or (isinstance(inner := bare(value), Node)
               and fixed(inner, lower) is not None) for _, value in node.args):  # fmt: skip
        return None
    try:
        found = lower(node)
    except Exception:  # it is no arithmetic: it asks for a board
        return None
    if isinstance(found, Int) and found.constant is not None:
        return found
    return found if isinstance(found, float) else None


def known_sites(node: Node, lower: Lower) -> int | None:
    """The sites that a node always stands for, as a bit mask; None if they can change."""
    if node.ludeme.result not in (Int, Sites) or not node.args:
        return None
    try:
        found = lower(node)
    except Exception:  # it asks for what there is only while a game is played
        return None
    if isinstance(found, Sites):
        return found.constant
    if isinstance(found, Int) and found.constant is not None and found.constant >= 0:
        return 1 << found.constant
    return None


def is_condition(value: object) -> bool:
    """Whether an argument is a condition."""
    value = bare(value)
    return isinstance(value, Bool) or (isinstance(value, Node) and value.ludeme.result is Bool)


def is_neutral(value: object, joint: str, *, denied: bool) -> bool:
    """Whether an argument is a constant that does not matter where conditions are joined."""
    value = bare(value)
    if not isinstance(value, Bool) or joint not in ("and", "or"):
        return False
    return (bool(value.constant) != denied) == (joint == "and")


def number_in(value: object, lower: Lower) -> int | None:
    """A number, or the only one in a range."""
    value = bare(value)
    if isinstance(value, Node) and value.ludeme.result is Range and len(value.args) == 1:
        value = value.args[0][1]
    if isinstance(value, Node):
        value = fixed(value, lower)
    if isinstance(value, Int):
        return value.constant
    return value if isinstance(value, int) else None


def kinds(value: object, lower: Lower) -> set[str]:
    """How templates name a value: `(form)`, the word or number itself, `word` or `number`."""
    value = bare(value)
    match value:
        case Node():
            known = fixed(value, lower)
            kind = "several" if value.ludeme.result is Sites else ""
            more = set[str]() if known is None else kinds(known, lower)
            return {f"({value.ludeme.name})", kind} | more
        case tuple():
            several = cast(tuple[object, ...], value)
            return {"several", "texts" if several and isinstance(several[0], str) else ""}
        case str():
            return {str(value), "text"}
        case Enum():
            return {str(value.value), "word"}
        case Bool():
            return {str(bool(value.constant))}
        case Int():
            return {str(value.constant), "number"}
        case bool():
            return {str(value)}
        case int():
            return {str(value), "number"}
        case _:
            return {str(value)}

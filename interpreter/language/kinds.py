"""What stands for a value of a type: words, numbers, and lists as deeply nested as it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import cast

from interpreter.ir.values import Bool, Int, Sites
from interpreter.language.catalogue import CONSTANTS, Alternative, Parameter, is_enumeration
from interpreter.language.parts import From
from interpreter.language.reasons import UNFIT
from interpreter.language.signatures import Unit
from interpreter.text.tree import Array, Tree

SITES = ("site", "sites", "at", "from", "to")
"""What parameters are called that take sites."""


def gives(result: type, wanted: type) -> bool:
    """Whether a form's result serves: the same class, or a value that must be constant."""
    return result is wanted or (result, wanted) in ((Int, int), (Bool, bool), (Int, float))


def members(wanted: Alternative) -> list[str]:
    """The words that may stand for a value of a type."""
    if is_enumeration(wanted.type):
        return [str(member.value) for member in cast(type[Enum], wanted.type)]
    return ["True", "False"] if wanted.type in (bool, Bool) else []


def is_site(parameter: Parameter) -> bool:
    """Whether a parameter takes sites, of which a number may be one."""
    several = [
        *parameter.alternatives,
        *(item for one in parameter.alternatives for item in one.items),
    ]
    units = {hint.name for one in several for hint in one.hints if isinstance(hint, Unit)}
    named = parameter.name.rstrip("_") in SITES
    return named or "site" in units or any(one.type is Sites for one in several)


def can_be_word(kind: type) -> bool:
    """Whether a word can stand for a value of a type: not for a part such as `(from …)`."""
    return kind.__module__ != From.__module__


def value_of_word(text: str, kind: type) -> object:
    """The value of a type that a word stands for, or a Failure."""
    if is_enumeration(kind):
        found = {str(member.value): member for member in cast(type[Enum], kind)}.get(text)
        return UNFIT if found is None else found
    if kind in (bool, Bool) and text.lower() in ("true", "false"):
        truth = text.lower() == "true"
        return truth if kind is bool else Bool(constant=int(truth))
    if kind in (int, Int) and text in CONSTANTS:
        return value_of_number(CONSTANTS[text], kind)
    return UNFIT


def value_of_number(value: int, kind: type) -> object:
    """The value of a type that a whole number stands for, or a Failure."""
    if kind is int:
        return value
    if kind is float:
        return float(value)
    return Int(constant=value) if kind is Int else UNFIT


def by_nesting(tree: Tree, wanted: Sequence[Alternative]) -> Sequence[Alternative]:
    """The types in the order in which to try them: for lists, those as deeply nested first."""
    if len(wanted) < 2 or not isinstance(tree, Array):
        return wanted
    depth = _nesting(tree)
    return sorted(wanted, key=lambda one: _lists_of(one) != depth)


def _nesting(tree: Tree) -> int:
    """How many lists there are around the first item."""
    depth = 0
    while isinstance(tree, Array):
        depth += 1
        if not tree.items:
            break
        tree = tree.items[0]
    return depth


def _lists_of(wanted: Alternative) -> int:
    """How many lists a type has around its items."""
    depth = 0
    while wanted.type is tuple:
        depth, wanted = depth + 1, wanted.items[0]
    return depth

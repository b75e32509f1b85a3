"""Some forms of the language, with the others that they cannot do without."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from interpreter.ir.values import Bool, Int
from interpreter.language.catalogue import Alternative, Catalogue, Ludeme, is_enumeration
from interpreter.language.kinds import gives
from interpreter.language.nodes import Node, nodes_in
from interpreter.language.parts import GameRules

Chosen = Mapping[Ludeme, Collection[str]]
"""Forms, and those of their parameters that may be given, by label."""
LITERAL = (int, Int, float, bool, Bool, str)
"""What can be written without a form."""


def used_in(nodes: Sequence[Node]) -> dict[Ludeme, set[str]]:
    """The forms that bound rules have, and the parameters that are given there."""
    found: dict[Ludeme, set[str]] = {}
    for rules in nodes:
        for node in nodes_in(rules):
            labels = {one.name: one.label for one in node.ludeme.parameters}
            found.setdefault(node.ludeme, set()).update(labels[name] for name, _ in node.args)
    return found


def whole(forms: Sequence[Ludeme]) -> dict[Ludeme, set[str]]:
    """Forms with all their parameters."""
    return {form: {one.label for one in form.parameters} for form in forms}


def completed(chosen: Chosen, catalogue: Catalogue, worth: Callable[[Ludeme], float]) -> Chosen:
    """Forms with others so that whole games can be written with them.

    Args:
        chosen: the forms that are wanted
        worth: of several that would do, the one with the greatest worth is added
    """
    forms = list(catalogue)
    ends = _heights(forms)
    found: dict[Ludeme, set[str]] = {form: set(labels) for form, labels in chosen.items()}
    while True:
        lacking = next(_lacking(found), None)
        if lacking is None:
            return found
        fitting = [
            form for form in forms if form in ends and form not in found
            and any(gives(form.result, kind) for kind in _kinds(lacking))
        ]  # fmt: skip
        best = max(fitting, key=lambda form: (worth(form), -ends[form], form.name))
        found |= whole([best])


def _lacking(found: Chosen) -> Iterator[Sequence[Alternative]]:
    """What must be given somewhere, and what none of the forms gives."""
    waiting: list[Sequence[Alternative]] = [(Alternative(GameRules),)]
    met: set[Ludeme] = set()
    while waiting:
        wanted = waiting.pop()
        giving = [form for form in found if any(gives(form.result, one) for one in _kinds(wanted))]
        if not giving and not any(_is_literal(one) for one in wanted):
            yield wanted
            return
        for form in giving:
            if form not in met:
                met.add(form)
                waiting += (one.alternatives for one in form.parameters if not one.optional)


def _kinds(wanted: Sequence[Alternative]) -> Iterator[type]:
    for one in wanted:
        yield from _kinds(one.items) if one.type is tuple else (one.type,)


def _is_literal(one: Alternative) -> bool:
    if one.type is tuple:
        return any(_is_literal(item) for item in one.items)
    return one.type in LITERAL or is_enumeration(one.type)


def _heights(forms: Sequence[Ludeme]) -> dict[Ludeme, int]:
    """How deep forms must be nested at least; none of those that cannot be written."""
    found: dict[Ludeme, int] = {}

    def least(wanted: Sequence[Alternative]) -> float:
        if any(_is_literal(one) for one in wanted):
            return 0
        kinds = list(_kinds(wanted))
        inner = (
            height for form, height in found.items()
            if any(gives(form.result, kind) for kind in kinds)
        )  # fmt: skip
        return min(inner, default=math.inf)

    while True:
        before = len(found)
        for form in forms:
            needed = (least(one.alternatives) for one in form.parameters if not one.optional)
            height = 1 + max(needed, default=0)
            if form not in found and height < math.inf:
                found[form] = int(height)
        if len(found) == before:
            return found

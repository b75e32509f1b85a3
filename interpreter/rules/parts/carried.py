"""What a move carries along: the iterators around it that its functions ask for, as numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from interpreter.ir.program import EXTRA_BITS, Callee, Function, Instruction, Template
from interpreter.ir.values import Int, Sites, Value
from interpreter.rules.parts.forms import PRIOR, Form, Written

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

MOST_EXTRAS = 2
# The iterator that is the number of the way that a piece goes.
WAY = "way"


class Carried:
    """Works out what the moves of a template carry."""

    def __init__(self, b: Builder) -> None:
        self.b = b

    def of(self, form: Form, template: Template, written: Sequence[Written]) -> list[Value]:
        """Give the functions of a template the same parameters; what its moves carry."""
        b = self.b
        taken = dict(pair for one in written for pair in one.taken)
        for name, kind in taken.items():
            if kind != "int" and b.names.passed(name, kind) not in b.names.regrown:
                raise b.fail(
                    f"a move cannot carry ({name}) along: a set is no single site",
                    code="set-carried-along",
                )
        groups = self._together(list(taken))
        if len(groups) > MOST_EXTRAS:
            raise b.fail(
                f"a move depends on more than {MOST_EXTRAS} iterators around it",
                code="too-many-iterators",
            )
        for one in written:
            own = dict(zip(dict(one.taken), one.function.parameters[2:], strict=True))
            others = tuple(self._unpacked(one.function, group, own) for group in groups)
            one.function.parameters = (*one.function.parameters[:2], *others)
            one.taken = tuple((" ".join(group), "int") for group in groups)
        template.extras = len(groups)
        template.carried_way = list(taken).index(WAY) if WAY in taken else None
        if template.carried_way is not None and form.on is not None and form.on.one_way:
            template.settled = (template.carried_way,)
        return [self._packed(group) for group in groups]

    def _together(self, names: Sequence[str]) -> list[tuple[str, ...]]:
        """The numbers that a move carries: where there are too many, small ones as one number."""
        groups: list[tuple[str, ...]] = [(name,) for name in names]
        room, limits = (1 << EXTRA_BITS) - 1, self._limits
        small = [one for one in groups if one[0] in limits]
        small.sort(key=lambda one: limits[one[0]])
        while len(groups) > MOST_EXTRAS and len(small) > 1:
            together: tuple[str, ...] = (*small[0], *small[1])
            if math.prod(limits[name] + 2 for name in together) > room:
                break
            groups = [one for one in groups if one not in small[:2]]
            groups.append(together)
            small[:2] = [together]
        return groups

    @property
    def _limits(self) -> Mapping[str, int]:
        """The greatest numbers that some iterators stand for."""
        levels = {"level": self.b.stacks.most - 1} if self.b.pieces.stacked else {}
        return levels | self.b.names.limits

    def _packed(self, group: Sequence[str]) -> Value:
        """Iterators as one number that a move carries; -1 is one of their values."""
        b = self.b
        values = [b.names.passed(name, "int") for name in group]
        if isinstance(values[0], Sites):
            return b.first(values[0])
        first, *rest = (cast(Int, value) for value in values)
        if not rest:
            return first
        found = b.add(first, b.one)
        for name, value in zip(group[1:], rest, strict=True):
            shifted = b.multiply(found, b.int(self._limits[name] + 2))
            found = b.add(shifted, b.add(value, b.one))
        return found

    def _unpacked(
        self, function: Function, group: Sequence[str], own: Mapping[str, Value]
    ) -> Value:
        """The parameter that a function has for iterators, each of which it may ask for."""
        b = self.b
        alone = own.get(group[0])
        if isinstance(alone, Sites):
            return self._regrown(function, alone, b.names.passed(group[0], "sites"))
        with b.inside(function):
            if len(group) == 1:
                return alone or b.fresh("int")
            packed = cast(Int, b.fresh("int"))
            before, function.body[:] = list(function.body), []
            left: Int = packed
            for name in reversed(group):
                base = b.int(self._limits[name] + 2)
                if name in own:
                    digit = left if name == group[0] else b.remainder(left, base)
                    step = Instruction("sub", (digit, b.one), own[name])
                    function.body.append(step)
                left = b.divide(left, base)
            function.body += before
        return packed

    def _regrown(self, function: Function, own: Sites, around: Value) -> Int:
        """The parameter for the first site of a set, which the function begins with finding.

        Effects that come before the set, and may make it what it is, are made first.
        """
        b = self.b
        make, body = b.names.regrown[around], list(function.body)
        place = next((place for place, step in enumerate(body) if own in step.operands), 0)
        with b.names.scope(function, alone=True), b.inside(function):
            first = cast(Int, b.fresh("int"))
            function.body[:] = body[:place] if _is_prior(body[place]) else []
            rest = body[len(function.body) :]
            found = make(first)
            function.body += [Instruction("union", (found, found), own), *rest]
        return first


def _is_prior(step: Instruction) -> bool:
    """Whether effects are made that come before a move."""
    return isinstance(step.attribute, Callee) and step.attribute.function.name.startswith(PRIOR)

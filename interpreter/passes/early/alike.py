"""Functions that do the same are one.

What makes a move and what follows it is written for each kind of move, and again for each question
about such moves. Often all of it is the same: then one function serves all of them. Rules that
repeat themselves become short that way (Throngs: 195,000 instructions become 9,000).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Copy,
    Function,
    Instruction,
    Link,
    Probe,
    Program,
    Template,
    Variable,
    walk,
)
from interpreter.ir.values import Value

# Functions that are known by their names.
NAMED = frozenset(("generate", "choices", "pick", "perform", "forced_pass"))
Known = Mapping[Function, Hashable]


def join_alike(program: Program, entries: Collection[str], known: Known) -> None:
    """Leave one of several functions that do the same.

    Args:
        entries: the functions that are called from outside
        known: what is known of the parameters of a function; only functions of which the same is
            known are joined
    """
    instead = _Finder(program, {*entries, *NAMED}, known).found()
    if not instead:
        return
    program.functions[:] = [one for one in program.functions if one not in instead]
    for step in _steps(program):
        if isinstance(step.attribute, Callee) and step.attribute.function in instead:
            step.attribute = replace(step.attribute, function=instead[step.attribute.function])
    for template in _templates(program):
        template.act = instead.get(template.act, template.act)
        if template.guard is not None:
            template.guard = instead.get(template.guard, template.guard)
        if template.inside is not None:
            template.inside = instead.get(template.inside, template.inside)


def _steps(program: Program) -> Iterator[Instruction]:
    return chain.from_iterable(walk(one.body) for one in program.functions)


def _templates(program: Program) -> set[Template]:
    """The templates of a program, and those of moves that are only asked about."""
    asked = (step.attribute for step in _steps(program) if step.name == "move")
    return {*program.templates, *(one for one in asked if isinstance(one, Template))}


class _Finder:
    """Finds the functions for which another stands."""

    def __init__(self, program: Program, named: Collection[str], known: Known) -> None:
        self.known = known
        self.shapes: dict[Function | None, set[object]] = defaultdict(set)
        for template in _templates(program):
            for one in (template.act, template.guard, template.inside):
                self.shapes[one].add((template.shape, template.extras))
        several: dict[object, list[Function]] = defaultdict(list)
        for one in program.functions:
            if one.name not in named and not one.recursive:
                several[self._looks(one)].append(one)
        self.open = {one for some in several.values() if len(some) > 1 for one in some}
        self.functions = program.functions
        self.first: dict[object, Function] = {}
        self.instead: dict[Function, Function] = {}

    def _looks(self, function: Function) -> object:
        """What is soon compared, and must be the same."""
        kinds = tuple(one.kind for one in function.parameters)
        shapes = frozenset(self.shapes.get(function, ()))
        names = tuple(step.name for step in function.body)
        return kinds, function.result, shapes, self.known.get(function), names

    def found(self) -> Mapping[Function, Function]:
        """For each function that goes the one that stays."""
        for function in self.functions:
            self.one_for(function)
        return {old: new for old, new in self.instead.items() if old is not new}

    def one_for(self, function: Function) -> Function:
        """The function that stands for this one."""
        if function not in self.instead:
            self.instead[function] = function  # should it call itself
            if function in self.open:
                key = self._looks(function), _Likeness(self, function).block(function.body)
                self.instead[function] = self.first.setdefault(key, function)
        return self.instead[function]


class _Likeness:
    """Tells what a function does, whatever its values and variables are called."""

    def __init__(self, finder: _Finder, function: Function) -> None:
        self.finder = finder
        self.numbers: dict[object, int] = {}
        for one in function.parameters:
            self._number(one)

    def _number(self, one: object) -> int:
        return self.numbers.setdefault(one, len(self.numbers))

    def _value(self, value: Value) -> Hashable:
        return value if value.constant is not None else self._number(value)

    def block(self, block: Block) -> Hashable:
        """What a block does."""
        return tuple([self._step(step) for step in block])

    def _step(self, step: Instruction) -> Hashable:
        operands = tuple([self._value(one) for one in step.operands])
        given = tuple([self._number(one) for one in step.given])
        result = None if step.result is None else (step.result.kind, self._number(step.result))
        blocks = tuple([self.block(one) for one in step.blocks])
        return step.name, operands, given, result, self._attribute(step.attribute), blocks

    def _attribute(self, attribute: object) -> Hashable:
        match attribute:
            case Variable() | Copy():
                return self._number(attribute), getattr(attribute, "kind", None)
            case Link(field, copy, relation):
                return id(field), self._copy(copy), id(relation)
            case Access(field, copy):
                return id(field), self._copy(copy)
            case Callee(function, copy):
                return id(self.finder.one_for(function)), self._copy(copy)
            case Probe(keep, copy):
                return keep, self._copy(copy)
            case None | str() | int():
                return attribute
            case Template() if attribute.number < 0:
                return self._asked(attribute)
            case _:
                return id(attribute)

    def _asked(self, template: Template) -> Hashable:
        """What kind of move is asked about: one that nobody chooses is known by what it is."""
        parts = (template.act, template.guard, template.inside)
        functions = tuple([one and self._function(one) for one in parts])
        table = None if template.origins is None else id(template.origins)
        rest = template.name, template.extras, template.shape, template.passing, template.note
        return functions, table, rest, template.carried_way, template.settled

    def _function(self, function: Function) -> Hashable:
        """A function that makes a move; one that does nothing is like all others."""
        return id(self.finder.one_for(function)) if function.body else len(function.parameters)

    def _copy(self, copy: Copy | None) -> int | None:
        return None if copy is None else self._number(copy)

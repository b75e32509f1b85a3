"""Where the sites of a move lie when it is made.

A move is made in the position for which it was found. If a rule looked for its from-sites among the
pieces of a kind, and for its to-sites among the empty sites, what makes the move need not find out
what stands there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import cast

from interpreter.ir import schema
from interpreter.ir.emit import Emitter
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Field,
    Function,
    Instruction,
    Probe,
    Program,
    Template,
    called,
    walk,
)
from interpreter.ir.relations import Table
from interpreter.ir.values import Int, Sites, Value

# Operations whose result lies within one of their operands.
WITHIN = {"same": 0, "minus": 0, "reach": 1}
# So far back is looked at what made a value.
DEEP = 12


@dataclass(frozen=True)
class Place:
    """An entry of an array of sets, such as the sites of a kind of piece.

    Args:
        index: its number; None if it is read from a part of the state
        holder: that part
        table: by which the part is looked up first, if it is
    """

    field: Field
    index: int | None = None
    holder: Field | None = None
    table: Table | None = None

    def read(self, r: Emitter) -> Sites:
        """The set, as it is in the function that is written."""
        index = Int(constant=self.index)
        if self.holder is not None:
            index = r.read_int(self.holder)
            if self.table is not None:
                index = r.lookup(self.table, index)
        return r.read_sites(self.field, index)


Places = frozenset[Place]
NONE: Places = frozenset()


def places_of_moves(program: Program) -> Mapping[Function, Mapping[Value, Place]]:
    """By function that makes moves, or asks whether they are legal: the sets its sites lie in."""
    finder = _Finder()
    finder.block(program.function("choices").body)
    found: dict[Function, dict[Value, Place]] = {}
    # Whatever is called for other reasons than to make a move or to ask about it.
    elsewhere = {
        callee
        for one in program.functions
        if one.name not in ("perform", "guarded")
        for callee in called(one.body)
    }
    for template, ends in finder.ends.items():
        for function in (template.act, template.guard):
            if function is None or template in finder.later or function in elsewhere:
                continue
            known = found.setdefault(function, {})
            for parameter, places in zip(function.parameters, ends, strict=False):
                best = min(places, key=lambda one: (one.index is None, str(one)), default=None)
                if best is not None:
                    known[parameter] = best
    return found | _passed_on(program, found)


def _passed_on(
    program: Program, found: Mapping[Function, Mapping[Value, Place]]
) -> dict[Function, dict[Value, Place]]:
    """The same for functions that are only called as the first thing that such functions do."""
    calls: dict[Function, list[tuple[Function, Instruction, bool]]] = {}
    for function in program.functions:
        first = _first_call(function.body)
        for step in walk(function.body):
            if isinstance(step.attribute, Callee):
                call = function, step, step is first and function in found
                calls.setdefault(step.attribute.function, []).append(call)
    passed: dict[Function, dict[Value, Place]] = {}
    for callee, several in calls.items():
        if callee in found or not all(fits for *_, fits in several):
            continue
        common = [
            {found[caller].get(step.operands[place]) for caller, step, _ in several}
            for place in range(len(callee.parameters))
        ]
        places = zip(callee.parameters, common, strict=True)
        passed[callee] = {one: place for one, (place, *more) in places if place and not more}
    return passed


def _first_call(block: Block) -> Instruction | None:
    """The call that a block begins with, if it does; also that of a probe it begins with."""
    step = next((one for one in block if one.name != "local"), None)
    if step is None:
        return None
    if step.name == "probe" and cast(Probe, step.attribute).copy is None:
        return _first_call(step.blocks[0])
    here = isinstance(step.attribute, Callee) and step.attribute.copy is None
    return step if here else None


class _Finder:
    """Follows what makes moves, as rules say it.

    Every function numbers its values from the first: what is known of them is kept apart.
    """

    def __init__(self) -> None:
        self.made: dict[Value, Instruction] = {}
        # What a site was found in: a set, or such sites as a condition holds of.
        self.found: dict[Value, Instruction] = {}
        # In which sets the sites lie that the function was given.
        self.given: dict[Value, Places] = {}
        self.ends: dict[Template, tuple[Places, Places]] = {}
        # Templates of moves that are found when something has been done already.
        self.later: set[Template] = set()
        self.within = 0
        # Conditions that hold where the moves are made that are looked at.
        self.holding: list[Value] = []

    def block(self, block: Block) -> None:
        """Follow the instructions of a block."""
        for step in block:
            if step.result is not None:
                self.made[step.result] = step
            if step.name == "each":
                self.found[cast(Value, step.result)] = step
            elif step.name in ("where", "gather"):
                self.found[step.given[0]] = step
            elif step.name == "move":
                self._move(step)
            if isinstance(step.attribute, Callee):
                self._called(step, step.attribute.function)
            self.within += step.name == "after"
            for number, inner in enumerate(step.blocks):
                holds = step.name == "if" and number == 0
                if holds:
                    self.holding.append(step.operands[0])
                self.block(inner)
                if holds:
                    self.holding.pop()
            self.within -= step.name == "after"

    def _called(self, step: Instruction, function: Function) -> None:
        several = zip(function.parameters, step.operands, strict=False)
        known = {parameter: self._argument(given) for parameter, given in several}
        outside = self.made, self.found, self.given, self.holding
        self.made, self.found, self.given, self.holding = {}, {}, known, []
        self.block(function.body)
        self.made, self.found, self.given, self.holding = outside

    def _argument(self, given: Value) -> Places:
        """The sets in which what a function is given lies."""
        if isinstance(given, Sites):
            return self._set(given, DEEP)
        places = self._site(given, DEEP)
        for condition in self.holding:
            places |= self._held(condition, given, DEEP)
        return places

    def _move(self, step: Instruction) -> None:
        template = cast(Template, step.attribute)
        if self.within:
            self.later.add(template)
        origin, targets = step.operands[:2]
        there = self._set(targets, DEEP)
        start = there if template.shape == "placing" else self._site(origin, DEEP)
        for condition in self.holding:
            start |= self._held(condition, origin, DEEP)
        if template in self.ends:
            before = self.ends[template]
            start, there = before[0] & start, before[1] & there
        self.ends[template] = start, there

    def _site(self, site: Value, deep: int) -> Places:
        """The sets in which a site lies."""
        step = self.found.get(site)
        if deep <= 0:
            return NONE
        if step is not None:
            found = self._set(step.operands[0], deep - 1)
            for condition in self.holding:
                found |= self._held(condition, site, deep - 1)
            return found
        made = self.made.get(site)
        if made is not None and made.name == "same":
            return self._site(made.operands[0], deep - 1)
        return self.given.get(site, NONE)

    def _set(self, sites: Value, deep: int) -> Places:
        """The sets in which a set lies."""
        step = self.made.get(sites)
        if step is None or deep <= 0:
            return self.given.get(sites, NONE)
        deep -= 1
        if step.name in WITHIN:
            return self._set(step.operands[WITHIN[step.name]], deep)
        if step.name == "intersect":
            return self._set(step.operands[0], deep) | self._set(step.operands[1], deep)
        if step.name == "union":
            return self._set(step.operands[0], deep) & self._set(step.operands[1], deep)
        if step.name == "single":
            return self._site(step.operands[0], deep)
        if step.name in ("pick_sites", "choose"):
            several = (*step.operands[1:], *(block[-1].operands[0] for block in step.blocks))
            return self._all([one for one in several if one.constant != 0], deep)
        if step.name in ("gather", "across"):
            return self._set(step.blocks[0][-1].operands[0], deep)
        if step.name in ("where", "walk"):
            held = self._held(step.blocks[0][-1].operands[0], step.given[0], deep)
            return held | self._set(step.operands[0], deep) if step.name == "where" else held
        if step.name == "read_at":
            place = self._place(cast(Access, step.attribute), step.operands[0])
            return NONE if place is None else frozenset((place,))
        return NONE

    def _all(self, several: list[Value], deep: int) -> Places:
        found = [self._set(one, deep) for one in several]
        return reduce(lambda left, right: left & right, found) if found else NONE

    def _held(self, condition: Value, site: Value, deep: int) -> Places:
        """In which sets a site lies of which a condition holds."""
        step = self.made.get(condition)
        if step is None or deep <= 0:
            return NONE
        if step.name == "same":
            return self._held(step.operands[0], site, deep - 1)
        if step.name == "and":
            first, second = (self._held(one, site, deep - 1) for one in step.operands)
            return first | second
        if step.name == "contains" and step.operands[1] == site:
            return self._set(step.operands[0], deep - 1)
        if step.name == "eq":
            left, right = step.operands
            return self._same(left, right, site) | self._same(right, left, site)
        if step.name == "choose":
            yes, no = (block[-1].operands[0] for block in step.blocks)
            if no.constant == 0:
                first = self._held(step.operands[0], site, deep - 1)
                return first | self._held(yes, site, deep - 1)
        return NONE

    def _same(self, asked: Value, known: Value, site: Value) -> Places:
        """In which sets a site lies whose kind of piece is known."""
        step = self.made.get(asked)
        if step is None or step.name != "what" or not self._is(step.operands[0], site):
            return NONE
        access = cast(Access, step.attribute)
        place = self._place(access, known)
        return NONE if place is None or access.copy is not None else frozenset((place,))

    def _is(self, left: Value, right: Value) -> bool:
        """Whether two values are one: the same, or reads of one part of the state."""
        left, right = self._alone(left), self._alone(right)
        one, other = self.made.get(left), self.made.get(right)
        if left == right or one is None or other is None:
            return left == right
        first, second = one.attribute, other.attribute
        return (
            one.name == other.name == "read"
            and isinstance(first, Access)
            and isinstance(second, Access)
            and first.copy is second.copy is None
            and first.field is second.field
        )

    def _alone(self, site: Value) -> Value:
        """The site that a loop over one site finds."""
        step = self.found.get(site)
        made = None if step is None else self.made.get(step.operands[0])
        if made is not None and made.name == "single":
            return self._alone(made.operands[0])
        return site

    def _place(self, access: Access, index: Value) -> Place | None:
        """An entry of the sets of pieces, if the number is known where a move is made."""
        if access.copy is not None or access.field.part not in (schema.PLACED, schema.OWNED):
            return None
        if index.constant is not None:
            inside = 0 <= index.constant < (access.field.length or 0)
            return Place(access.field, index.constant) if inside else None
        made, table = self.made.get(index), None
        if made is not None and made.name == "lookup":
            table = cast(Table, made.attribute)
            made = self.made.get(made.operands[0])
        if made is None or made.name != "read" or cast(Access, made.attribute).copy is not None:
            return None
        return Place(access.field, None, cast(Access, made.attribute).field, table)

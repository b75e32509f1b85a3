"""Where the sites of a move lie when it is made.

A move is made in the position for which it was found. If a rule looked for its from-sites among the
pieces of a kind, and for its to-sites among the empty sites, what makes the move need not find out
what stands there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
from interpreter.ir.relations import Compass, Relation, Table
from interpreter.ir.values import Int, Sites, Value

# Operations whose result lies within one of their operands.
WITHIN = {"same": 0, "minus": 0, "reach": 1}
# What leads from sites along a way.
WAYS = ("onward", "reach", "beyond", "walk")
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


@dataclass(frozen=True)
class Ends:
    """What is known of the sites of a move where a function makes it, or asks if it is legal.

    Args:
        places: the sets that they lie in, by parameter
        apart: the first two parameters are never the same site
    """

    places: Mapping[Value, Place] = field(default_factory=dict[Value, Place])
    apart: bool = False

    def common(self, other: Ends) -> Ends:
        """What is known in either case."""
        places = {one: place for one, place in self.places.items()
                  if other.places.get(one) == place}  # fmt: skip
        return Ends(places, self.apart and other.apart)


def ends_of_moves(program: Program) -> Mapping[Function, Ends]:
    """What is known of the sites of moves, by function that makes them or asks about them."""
    finder = _Finder()
    finder.block(program.function("choices").body)
    found: dict[Function, Ends] = {}
    # Whatever is called for other reasons than to make a move or to ask about it.
    elsewhere = {
        callee
        for one in program.functions
        if one.name not in ("perform", "guarded")
        for callee in called(one.body)
    }
    for template, sites in finder.ends.items():
        for function in (template.act, template.guard):
            if function is None or template in finder.later or function in elsewhere:
                continue
            known: dict[Value, Place] = {}
            for parameter, places in zip(function.parameters, sites, strict=False):
                best = min(places, key=lambda one: (one.index is None, str(one)), default=None)
                if best is not None:
                    known[parameter] = best
            ends = Ends(known, template in finder.apart)
            found[function] = ends if function not in found else found[function].common(ends)
    return found | _passed_on(program, found)


def _passed_on(program: Program, found: Mapping[Function, Ends]) -> dict[Function, Ends]:
    """The same for functions that are only called as the first thing that such functions do."""
    calls: dict[Function, list[tuple[Function, Instruction, bool]]] = {}
    for function in program.functions:
        first = _first_call(function.body)
        for step in walk(function.body):
            if isinstance(step.attribute, Callee):
                call = function, step, step is first and function in found
                calls.setdefault(step.attribute.function, []).append(call)
    passed: dict[Function, Ends] = {}
    for callee, several in calls.items():
        if callee in found or not all(fits for *_, fits in several):
            continue
        common = [
            {found[caller].places.get(step.operands[place]) for caller, step, _ in several}
            for place in range(len(callee.parameters))
        ]
        places = zip(callee.parameters, common, strict=True)
        apart = all(
            found[caller].apart and step.operands[:2] == tuple(caller.parameters[:2])
            for caller, step, _ in several
        )
        passed[callee] = Ends(
            {one: place for one, (place, *more) in places if place and not more}, apart
        )
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


def ahead_of(step: Instruction | None) -> Value | None:
    """The site that another lies ahead of, along a way that never returns; by what makes that."""
    if step is None or step.name != "along":
        return None
    far = step.operands[2].constant
    leads = far is not None and far > 0 and cast(Compass, step.attribute).never_returns
    return step.operands[0] if leads else None


def _sources(step: Instruction) -> list[Value]:
    """The sets that all sites of a set come from."""
    if step.name == "where":
        return [step.operands[0]]
    if step.name == "union":
        return [*step.operands]
    return [*step.operands[1:], *(block[-1].operands[0] for block in step.blocks)]


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
        # Templates of moves that never lead back to where they begin.
        self.apart: set[Template] = set()
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
        straight = template.shape == "moving" and step.operands[2].constant == -1
        apart = straight and self._leaves_out(targets, origin, DEEP)
        if template in self.ends:
            before = self.ends[template]
            start, there = before[0] & start, before[1] & there
            apart = apart and template in self.apart
        if apart:
            self.apart.add(template)
        else:
            self.apart.discard(template)
        self.ends[template] = start, there

    def _leaves_out(self, sites: Value, site: Value, deep: int) -> bool:
        """Whether a set surely does not have a site."""
        step = self.made.get(sites)
        if step is None or deep <= 0:
            return sites.constant == 0
        match step.name:
            case "minus":
                whole, without = step.operands
                return self._leaves_out(whole, site, deep - 1) or self._only(without, site)
            case "intersect":
                return any(self._leaves_out(one, site, deep - 1) for one in step.operands)
            case "union" | "pick_sites" | "choose" | "where" | "across" | "gather":
                return all(self._leaves_out(one, site, deep - 1) for one in _sources(step))
            case "single":
                loop, made = (found.get(step.operands[0]) for found in (self.found, self.made))
                if loop is not None:
                    return self._leaves_out(loop.operands[0], site, deep - 1)
                begun = ahead_of(made)
                return begun is not None and self._meet(begun, site)
            case _:
                return self._leads_away(step, site, deep - 1)

    def _leads_away(self, step: Instruction, site: Value, deep: int) -> bool:
        """Whether a set is found by going from a site alone to others."""
        if step.name == "image":
            targets = cast(Relation, step.attribute).targets
            returns = any(one in several for one, several in enumerate(targets))
        else:
            returns = step.name not in WAYS or not cast(Compass, step.attribute).never_returns
        return not returns and self._at_most(step.operands[0], site, deep)

    def _only(self, sites: Value, site: Value) -> bool:
        """Whether a set is that of a site alone."""
        step = self.made.get(sites)
        return step is not None and step.name == "single" and self._meet(step.operands[0], site)

    def _meet(self, left: Value, right: Value) -> bool:
        """Whether two values are surely one site, whatever has been done in between."""
        return self._alone(left) == self._alone(right)

    def _at_most(self, sites: Value, site: Value, deep: int) -> bool:
        """Whether a set has no site but one."""
        step = self.made.get(sites)
        if sites.constant == 0 or self._only(sites, site):
            return True
        if step is None or deep <= 0:
            return False
        if step.name == "intersect":
            return any(self._at_most(one, site, deep - 1) for one in step.operands)
        if step.name in ("minus", "where"):
            return self._at_most(step.operands[0], site, deep - 1)
        if step.name == "pick_sites":
            return all(self._at_most(one, site, deep - 1) for one in step.operands[1:])
        return False

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

"""Which numbers a value can be: bounds for every value, field and variable of a program.

A back end needs no test where an index is known to be inside of its array, or a number to be a
site. The bounds are what holds in every state that moves lead to: fields begin with their initial
values, or with what `start` writes at once, and take on whatever is written to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

from interpreter.ir.program import (
    EXTRA_BITS,
    SITE_BITS,
    TEMPLATE_BITS,
    Access,
    Callee,
    Field,
    Function,
    Instruction,
    Program,
    Template,
    Variable,
    called,
    walk,
)
from interpreter.ir.relations import Rays, Table
from interpreter.ir.values import Value

Range = tuple[int, int]
Key = TypeVar("Key", Field, Variable, Function, int)

LEAST, MOST = -(1 << 63), (1 << 63) - 1
ANY: Range = (LEAST, MOST)
# After so many rounds, a bound that still moves has none.
PATIENCE = 6
MOST_ROUNDS = 24
# What has an effect on bounds other than those of its result.
EFFECTS = frozenset(("write", "write_at", "random", "local", "set", "return", "call"))
# No list has more moves: it is a list of bundles, each of which has at most one for a site.
MOST_LISTED = (1 << 31) - 1


def join(left: Range | None, right: Range | None) -> Range | None:
    """The bounds of what is in either."""
    if left is None or right is None:
        return left or right
    return min(left[0], right[0]), max(left[1], right[1])


def within(found: Range) -> Range:
    """The bounds, or none at all where a number could leave its 64 bits."""
    low, high = found
    return found if low >= LEAST and high <= MOST else ANY


def decided(name: str, one: Range, other: Range) -> int | None:
    """What a comparison of numbers within some bounds always gives, or which of them is picked.

    Returns:
        1 or 0 for a comparison; for `min` and `max`, the place of the operand; None if that depends
    """
    (low, high), (least, most) = one, other
    match name:
        case "lt" | "le":
            apart = int(name == "lt")
            return 1 if high + apart <= least else 0 if low + apart > most else None
        case "eq" | "ne":
            if low == high == least == most:
                return int(name == "eq")
            return int(name == "ne") if high < least or low > most else None
        case "min":
            return 0 if high <= least else 1 if most <= low else None
        case "max":
            return 0 if most <= low else 1 if high <= least else None
        case _:
            return None


class Ranges:
    """The bounds of a program's numbers.

    Every instruction is looked at once, and again whenever the bounds change of what it reads.

    Attributes:
        values: by function, the bounds of its values by their numbers
        fields: the bounds of each field
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.values: dict[Function, dict[int, Range]] = {one: {} for one in program.functions}
        self.fields: dict[Field, Range] = {}
        self.variables: dict[Variable, Range] = {}
        self.results: dict[Function, Range] = {}
        self.round = 0
        self.moves = _move_bounds(program)
        self.fixed = _fixed(program.sites)
        self._outside()
        self._initial()
        self.steps = [
            (function, step)
            for function in program.functions
            for step in walk(function.body)
            if _tells(step)
        ]
        # By function and number of a value, and by what else is read: the places of its readers.
        self.users: dict[Function, dict[int, list[int]]] = {one: {} for one in program.functions}
        self.readers: dict[object, list[int]] = {}
        for place, (function, step) in enumerate(self.steps):
            self._note_reader(function, step, place)
        self.waiting = bytearray(b"\1") * len(self.steps)
        self._settle()

    def _note_reader(self, function: Function, step: Instruction, place: int) -> None:
        users = self.users[function]
        for one in step.operands:
            if one.constant is None and one.kind == "int":
                users.setdefault(one.number, []).append(place)
        attribute = step.attribute
        if isinstance(attribute, Access):
            self.readers.setdefault(attribute.field, []).append(place)
        elif isinstance(attribute, Variable):
            self.readers.setdefault(attribute, []).append(place)
        elif isinstance(attribute, Callee):
            self.readers.setdefault(attribute.function, []).append(place)

    def _settle(self) -> None:
        waiting, steps = self.waiting, self.steps
        for self.round in range(MOST_ROUNDS):
            place = waiting.find(1)
            if place < 0:
                self._narrow()
                return
            while place >= 0:
                waiting[place] = 0
                self._instruction(*steps[place])
                place = waiting.find(1, place + 1)
        raise AssertionError("bounds that widen come to rest")

    def _narrow(self) -> None:
        """Work out once more what was given up while others still moved.

        Bounds that hold for what an instruction reads hold for what it makes of it.
        """
        for function, step in self.steps:
            result, known = step.result, self.values[function]
            old = None if result is None else known.get(result.number)
            if old is None or (old[0] != LEAST and old[1] != MOST):
                continue
            bounds = self._operands(known, step)
            new = None if bounds is None else self._result(step, bounds)
            if new is not None:
                known[cast(Value, result).number] = max(old[0], new[0]), min(old[1], new[1])

    def of(self, function: Function, value: Value) -> Range:
        """The bounds of a value; everything for one that is never computed."""
        if value.constant is not None:
            return value.constant, value.constant
        return self.values[function].get(value.number, ANY)

    # What is known before

    def _outside(self) -> None:
        """Arguments of what is called from outside: anything, but sites in moves."""
        callees = {one for function in self.program.functions for one in called(function.body)}
        for function in self.program.functions:
            if function in self.moves:
                for value, bounds in zip(function.parameters, self.moves[function], strict=True):
                    self.values[function][value.number] = bounds
            elif function not in callees or function.name in self.program.entries:
                for value in function.parameters:
                    self.values[function][value.number] = ANY

    def _initial(self) -> None:
        first: dict[Field, int] = {}
        start = next((one for one in self.program.functions if one.name == "start"), None)
        for step in start.body if start is not None else ():
            if step.name != "write" or step.operands[0].constant is None:
                break
            field = cast(Access, step.attribute).field
            first.setdefault(field, step.operands[0].constant)
        for field in self.program.fields:
            if field.kind == "int":
                value = first.get(field, field.initial)
                low, high = field.bounds or (value, value)
                self.fields[field] = (min(low, value), max(high, value))

    # Rounds

    def _widened(self, old: Range | None, new: Range | None) -> Range | None:
        """The bounds of what is in either; None if they are the old ones."""
        if new is None or new == old:
            return None
        if old is None:
            return new
        (low, high), (least, most) = old, new
        if low <= least and most <= high:
            return None
        if self.round < PATIENCE:
            return min(low, least), max(high, most)
        return LEAST if least < low else low, MOST if most > high else high

    def _operands(self, known: Mapping[int, Range], step: Instruction) -> list[Range | None] | None:
        """The bounds of what an instruction reads; None if one was not computed in any round."""
        bounds: list[Range | None] = []
        for one in step.operands:
            found = None
            if one.constant is not None:
                found = one.constant, one.constant
            elif one.kind == "int":
                found = known.get(one.number)
                if found is None:
                    return None
            bounds.append(found)
        return bounds

    def _instruction(self, function: Function, step: Instruction) -> None:
        known = self.values[function]
        bounds = self._operands(known, step)
        if bounds is None:
            return
        if step.name in EFFECTS:
            self._effects(function, step, bounds)
        result = step.result
        if result is not None and result.kind == "int":
            self._grow(
                known,
                result.number,
                self._result(step, bounds),
                self.users[function].get(result.number),
            )

    def _effects(
        self, function: Function, step: Instruction, bounds: Sequence[Range | None]
    ) -> None:
        attribute, readers = step.attribute, self.readers
        if isinstance(attribute, Access):
            field = attribute.field
            told = ANY if step.name == "random" else bounds[-1]
            if told is not None:  # else a set
                held = told if step.name == "random" else self._held(field, told)
                self._grow(self.fields, field, held, readers.get(field))
                if step.name != "random":
                    self.fields[field] = self._held(field, self.fields[field])
        elif isinstance(attribute, Variable):
            self._grow(self.variables, attribute, bounds[0], readers.get(attribute))
        elif step.name == "return":
            self._grow(self.results, function, bounds[0], readers.get(function))
        elif isinstance(attribute, Callee) and attribute.function not in self.moves:
            called = attribute.function
            known, users = self.values[called], self.users[called]
            for value, given in zip(called.parameters, bounds, strict=True):
                if given is not None:
                    self._grow(known, value.number, given, users.get(value.number))

    def _held(self, field: Field, bounds: Range) -> Range:
        """Bounds of a field, no wider than what it can hold."""
        if field.part is None:
            return bounds
        low, high = field.part.within(*bounds, self.program.sites)
        return (low, high) if low <= high else bounds

    def _grow(
        self, where: dict[Key, Range], key: Key, new: Range | None, readers: Sequence[int] | None
    ) -> None:
        """Widen bounds; whoever reads them is looked at again if they change."""
        found = self._widened(where.get(key), new)
        if found is None:
            return
        where[key] = found
        waiting = self.waiting
        for place in readers or ():
            waiting[place] = 1

    def _result(self, step: Instruction, bounds: Sequence[Range | None]) -> Range | None:
        attribute = step.attribute
        if isinstance(attribute, Template):
            return _bounds_of_move(attribute, self.program.sites)[step.name == "target_of"]
        fixed = self.fixed.get(step.name)
        if fixed is not None:
            return fixed
        match step.name:
            case "read" | "read_at":
                return self.fields.get(cast(Access, attribute).field, ANY)
            case "get":
                return self.variables.get(cast(Variable, attribute))
            case "call":
                return self.results.get(cast(Callee, attribute).function)
            case "loop":
                rounds = cast(int, attribute) if bounds[0] is None else bounds[0][1]
                return 0, max(0, min(rounds, cast(int, attribute)) - 1)
            case "lookup" | "met":
                return _of_constant(cast(Table | Rays, attribute))
            case "random":
                assert bounds[0] is not None
                return 0, max(0, bounds[0][1] - 1)
            case "pick_int":
                return join(bounds[1], bounds[2])
            case _:
                return _arithmetic(step.name, bounds)


def _of_constant(found: Table | Rays) -> Range:
    """The bounds of what a table says, or of how far rays go."""
    if isinstance(found, Table):
        return found.bounds
    return 0, max(map(len, found.sites), default=0)


def _tells(step: Instruction) -> bool:
    """Whether an instruction says anything about numbers."""
    if step.result is not None and step.result.kind == "int":
        return True
    if step.name in ("write", "write_at", "local", "set", "return"):
        return step.operands[-1].kind == "int"
    return step.name == "random" or isinstance(step.attribute, Callee)


def _fixed(sites: int) -> dict[str, Range]:
    """The bounds of operations that do not depend on their operands."""
    site, place = (-1, sites - 1), (-1, (1 << SITE_BITS) - 2)
    return {
        "first": site, "nth": site, "ray": site, "each": (0, sites - 1),
        "run": (0, sites), "count": (0, sites), "int_of": (0, 1), "move_count": (0, MOST_LISTED),
        "template_of": (0, (1 << TEMPLATE_BITS) - 1), "origin_of": place, "target_of": place,
        "extra_of": (-1, (1 << EXTRA_BITS) - 2),
    }  # fmt: skip


def _arithmetic(name: str, bounds: Sequence[Range | None]) -> Range:
    if len(bounds) != 2 or bounds[0] is None or bounds[1] is None:
        return ANY
    (a, b), (c, d) = bounds[0], bounds[1]
    match name:
        case "add":
            return within((a + c, b + d))
        case "sub":
            return within((a - d, b - c))
        case "mul":
            corners = (a * c, a * d, b * c, b * d)
            return within((min(corners), max(corners)))
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "bits_and" if c >= 0:
            return 0, d if a < 0 else min(b, d)
        case "shift_right" if a >= 0 and 0 <= c <= d < 64:
            return a >> d, b >> c
        case "mod" if c > 0:
            return (0 if a >= 0 else 1 - d), d - 1
        case _:
            return ANY


def _move_bounds(program: Program) -> dict[Function, list[Range]]:
    """What the functions of templates are given: by the shape of their moves."""
    return {
        function: _bounds_of_move(template, program.sites)
        for template in program.templates
        for function in (template.act, template.guard)
        if function is not None
    }


def _bounds_of_move(template: Template, sites: int) -> list[Range]:
    """The bounds of the sites of a move, and of the numbers that it carries."""
    origins: dict[str, Range] = {
        "placing": (0, sites - 1), "nowhere": (-1, -1), "moving": (-1, (1 << SITE_BITS) - 2),
    }  # fmt: skip
    target = (-1, -1) if template.shape == "nowhere" else (0, sites - 1)
    extras = [(-1, (1 << EXTRA_BITS) - 2)] * template.extras
    return [origins[template.shape], target, *extras]

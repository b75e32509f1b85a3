"""Which numbers a value can be: bounds for every value, field and variable of a program.

A back end needs no test where an index is known to be inside of its array, or a number to be a
site. The bounds are what holds in every state that moves lead to: fields begin with their initial
values, or with what `start` writes at once, and take on whatever is written to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar, cast

from interpreter.ir.program import (
    EXTRA_BITS,
    SITE_BITS,
    TEMPLATE_BITS,
    Access,
    Block,
    Callee,
    Field,
    Function,
    Instruction,
    Program,
    Template,
    Variable,
    called,
)
from interpreter.ir.relations import Rays, Table
from interpreter.ir.values import Value

Range = tuple[int, int]
Key = TypeVar("Key", Field, Variable, Function, int)

LEAST, MOST = -(1 << 63), (1 << 63) - 1
ANY: Range = (LEAST, MOST)
Facts = Mapping[int, Range]
"""By the numbers of values, the bounds that a condition tells of them."""
NO_FACTS: Facts = {}
# What conditions are made of that tell bounds, and what counts; and where a way ends that leads
# elsewhere.
COMPARISONS = ("lt", "le", "eq", "ne")
TELLING = frozenset((*COMPARISONS, "not", "and", "or", "add", "get"))
LEADING_AWAY = ("leave", "return", "finish")
# Whose blocks are run once.
ONCE = ("snapshot", "probe", "attempt")
# After so many rounds, a bound that still moves goes on in steps, so that sums of a few numbers
# that are kept within bounds have bounds; and after so many, it has none.
PATIENCE, LAST_STEPS, MOST_ROUNDS = 6, 16, 32
STEPS = (0, (1 << 15) - 1, (1 << 31) - 1, 1 << 61, MOST)
# What has an effect on bounds other than those of its result.
EFFECTS = frozenset(("write", "write_at", "random", "local", "set", "return", "call"))
# No list has more moves: it is a list of bundles, each of which has at most one for a site.
MOST_LISTED = (1 << 31) - 1


def join(left: Range | None, right: Range | None) -> Range | None:
    """The bounds of what is in either."""
    if left is None or right is None:
        return left or right
    return min(left[0], right[0]), max(left[1], right[1])


def meet(left: Range, right: Range) -> Range | None:
    """The bounds of what is in both; None if there is nothing."""
    low, high = max(left[0], right[0]), min(left[1], right[1])
    return (low, high) if low <= high else None


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


class _Facts:
    """What conditions tell of the numbers of a function where it is run only if they hold."""

    def __init__(self, sites: int) -> None:
        self.sites = sites
        self._made: dict[int, Instruction] = {}

    def of(
        self, block: Block, facts: Facts = NO_FACTS, rounds: int = 1
    ) -> Iterator[tuple[Instruction, Facts, int]]:
        """Every instruction of a block, those inside others behind these.

        With each comes what holds there, and how often it is run at most when the function is.
        """
        for step in block:
            if step.name in TELLING and step.result is not None:
                self._made[step.result.number] = step
            yield step, facts, rounds
            if step.name != "if":
                again = 1 if step.name in ONCE else MOST
                if step.name in ("each", "loop"):
                    again = self.sites if step.name == "each" else cast(int, step.attribute)
                for inner in step.blocks:
                    yield from self.of(inner, facts, rounds * again)
                continue
            ways = [self._with(facts, step.operands[0], holds=holds) for holds in (True, False)]
            for inner, there in zip(step.blocks, ways, strict=True):
                yield from self.of(inner, there, rounds)
            # Behind it, nobody is who has gone a way that leads elsewhere.
            for inner, other in zip(step.blocks, reversed(ways), strict=True):
                if inner and inner[-1].name in LEADING_AWAY:
                    facts = other
                    break

    def compared(self, step: Instruction) -> Instruction | None:
        """The comparison of numbers on which it depends which number is picked."""
        if step.name != "pick_int":
            return None
        made = self._made.get(step.operands[0].number)
        return made if made is not None and made.name in COMPARISONS else None

    def added(self, step: Instruction) -> Value | None:
        """What is added to a variable, where it is set to what it was and something."""
        made = self._made.get(step.operands[0].number) if step.name == "set" else None
        if made is None or made.name != "add":
            return None
        for before, other in (made.operands, reversed(made.operands)):
            asked = self._made.get(before.number)
            if asked is not None and asked.name == "get" and asked.attribute is step.attribute:
                return other
        return None

    def _with(self, facts: Facts, condition: Value, *, holds: bool) -> Facts:
        """The facts, and what a condition tells that holds or does not."""
        step = self._made.get(condition.number) if condition.constant is None else None
        if step is None or step.name == "get":
            return facts
        if step.name == "not":
            return self._with(facts, step.operands[0], holds=not holds)
        if step.name in ("and", "or"):
            if holds is (step.name == "and"):
                for one in step.operands:
                    facts = self._with(facts, one, holds=holds)
            return facts
        left, right = step.operands
        for value, other, before in ((left, right, True), (right, left, False)):
            told = _told(step.name, other.constant, before=before, holds=holds)
            if value.constant is None and told is not None:
                known = meet(facts.get(value.number, ANY), told)
                facts = {**facts, value.number: told if known is None else known}
        return facts


def _told(name: str, than: int | None, *, before: bool, holds: bool) -> Range | None:
    """The bounds of a number that is compared with a constant; None if that tells nothing.

    Args:
        before: the number is the left one
    """
    if than is None:
        return None
    if name in ("eq", "ne"):
        return (than, than) if holds is (name == "eq") else None
    apart = int(name == "lt")
    if before is holds:  # x < c, or not c < x
        return LEAST, than - apart if holds else than - 1 + apart
    return than + apart if holds else than + 1 - apart, MOST


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
        self.steps: list[tuple[Function, Instruction, Facts]] = []
        # By variable, what is set that does not depend on what it was, and the places of the rest.
        self.firm: dict[Variable, Range] = {}
        self.counting: dict[Variable, list[int]] = {}
        self.counted: dict[Instruction, tuple[Value, int]] = {}
        # By table and two of its entries, the bounds of those from one to the other.
        self.parts: dict[tuple[int, int, int], Range] = {}
        # By what is picked, the comparison that it depends on.
        self.compared: dict[Instruction, Instruction] = {}
        for function in program.functions:
            looked = _Facts(program.sites)
            for step, facts, rounds in looked.of(function.body):
                if _tells(step):
                    added = looked.added(step)
                    if added is not None:
                        self.counted[step] = added, rounds
                    asked = looked.compared(step)
                    if asked is not None:
                        self.compared[step] = asked
                    self.steps.append((function, step, facts))
        # By function and number of a value, and by what else is read: the places of its readers.
        self.users: dict[Function, dict[int, list[int]]] = {one: {} for one in program.functions}
        self.readers: dict[object, list[int]] = {}
        for place, (function, step, _) in enumerate(self.steps):
            self._note_reader(function, step, place)
        self.waiting = bytearray(b"\1") * len(self.steps)
        self._settle()

    def _note_reader(self, function: Function, step: Instruction, place: int) -> None:
        users = self.users[function]
        read = list(step.operands)
        if step in self.compared:
            read += self.compared[step].operands
        if step in self.counted:
            read.append(self.counted[step][0])
            self.counting.setdefault(cast(Variable, step.attribute), []).append(place)
        for one in read:
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
        for function, step, facts in self.steps:
            result, known = step.result, self.values[function]
            old = None if result is None else known.get(result.number)
            if old is None:
                continue
            bounds = self._operands(known, step, facts)
            new = None if bounds is None else self._made(function, step, bounds, facts)
            both = None if new is None else meet(old, new)
            if both is not None:
                known[cast(Value, result).number] = both

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
        steps = STEPS if self.round < LAST_STEPS else (MOST,)
        if least < low:
            low = -1 - next(one for one in steps if -1 - one <= least)
        if most > high:
            high = next(one for one in steps if one >= most)
        return low, high

    def _operands(
        self, known: Mapping[int, Range], step: Instruction, facts: Facts
    ) -> list[Range | None] | None:
        """The bounds of what an instruction reads; None if one was not computed in any round.

        Args:
            facts: what the conditions tell under which it is run
        """
        bounds: list[Range | None] = []
        for one in step.operands:
            found = None
            if one.constant is not None:
                found = one.constant, one.constant
            elif one.kind == "int":
                found = known.get(one.number)
                if found is not None and one.number in facts:
                    found = meet(found, facts[one.number])
                if found is None:
                    return None
            bounds.append(found)
        return bounds

    def _instruction(self, function: Function, step: Instruction, facts: Facts) -> None:
        known = self.values[function]
        bounds = self._operands(known, step, facts)
        if bounds is None:
            return
        if step.name in EFFECTS:
            self._effects(function, step, bounds)
        result = step.result
        if result is not None and result.kind == "int":
            found = self._made(function, step, bounds, facts)
            self._grow(known, result.number, found, self.users[function].get(result.number))

    def _of_constant(self, found: Table | Rays, index: Range | None) -> Range:
        """The bounds of the entries of a table that numbers mean, or of how far rays go."""
        if isinstance(found, Rays):
            return 0, max(map(len, found.sites), default=0)
        if index is None or index[0] < 0 or index[1] >= len(found.entries):  # that means the last
            return found.bounds
        low, high = index
        key = id(found), low, high
        if key not in self.parts:
            some = found.entries[low : high + 1]
            self.parts[key] = min(some), max(some)
        return self.parts[key]

    def _made(
        self, function: Function, step: Instruction, bounds: Sequence[Range | None], facts: Facts
    ) -> Range | None:
        """The bounds of what an instruction makes; None if that is not known yet."""
        asked = self.compared.get(step)
        if asked is None:
            return self._result(step, bounds)
        # Of what is picked only one is, where the comparison always says so.
        operands = self._operands(self.values[function], asked, facts)
        if operands is None:
            return None
        left, right = operands
        always = None if left is None or right is None else decided(asked.name, left, right)
        if always is None:
            return join(bounds[1], bounds[2])
        return bounds[1] if always else bounds[2]

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
            if step in self.counted:
                bounds = [self._counted(function, step)]
            else:
                self._grow(self.firm, attribute, bounds[0], self.counting.get(attribute))
            self._grow(self.variables, attribute, bounds[0], readers.get(attribute))
        elif step.name == "return":
            self._grow(self.results, function, bounds[0], readers.get(function))
        elif isinstance(attribute, Callee) and attribute.function not in self.moves:
            called = attribute.function
            known, users = self.values[called], self.users[called]
            for value, given in zip(called.parameters, bounds, strict=True):
                if given is not None:
                    self._grow(known, value.number, given, users.get(value.number))

    def _counted(self, function: Function, step: Instruction) -> Range | None:
        """The bounds of a variable to which some number was added as often as it can have been."""
        variable = cast(Variable, step.attribute)
        low, high = self.firm.get(variable, (0, 0))
        known = self.values[function]
        for place in self.counting[variable]:
            added, rounds = self.counted[self.steps[place][1]]
            least, most = (
                (added.constant, added.constant)
                if added.constant is not None
                else (known.get(added.number, (0, 0)))
            )
            low, high = low + rounds * min(0, least), high + rounds * max(0, most)
        return within((low, high))

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

    def _of_entries(self, step: Instruction) -> Range:
        """Bounds of an entry of a field, or of the sum of some, one for each site at most."""
        low, high = self.fields.get(cast(Access, step.attribute).field, ANY)
        if step.name != "total_at":
            return low, high
        return within((self.program.sites * min(low, 0), self.program.sites * max(high, 0)))

    def _result(self, step: Instruction, bounds: Sequence[Range | None]) -> Range | None:
        attribute = step.attribute
        if isinstance(attribute, Template):
            return _bounds_of_move(attribute, self.program.sites)[step.name == "target_of"]
        fixed = self.fixed.get(step.name)
        if fixed is not None:
            return fixed
        match step.name:
            case "read" | "read_at" | "total_at":
                return self._of_entries(step)
            case "get":
                return self.variables.get(cast(Variable, attribute))
            case "call":
                return self.results.get(cast(Callee, attribute).function)
            case "loop":
                rounds = cast(int, attribute) if bounds[0] is None else bounds[0][1]
                return 0, max(0, min(rounds, cast(int, attribute)) - 1)
            case "lookup" | "met":
                return self._of_constant(cast(Table | Rays, attribute), bounds[0])
            case "random":
                assert bounds[0] is not None
                return 0, max(0, bounds[0][1] - 1)
            case "pick_int":
                return join(bounds[1], bounds[2])
            case _:
                return _arithmetic(step.name, bounds)


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

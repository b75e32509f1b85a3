"""Which sites matter to some functions: those of which a set is ever asked.

On a board of which pieces only ever come to some sites, such as the squares of one colour, sets
have others too: the empty sites, or all that are not a player's. But nobody asks what they have
there. For every value it is found out which sites it can have at most; where a set is asked for
its sites, these matter. What sets have of all others can be left out, as no operation brings back
what it is not asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import cast

from interpreter.ir.analysis.accesses import reached
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.meaning.sites import flood, image, listed, shifts_of
from interpreter.ir.program import (
    EXTRA_BITS,
    Access,
    Callee,
    Field,
    Function,
    Instruction,
    Program,
    Template,
    Variable,
    walk,
)
from interpreter.ir.relations import Axis, Rays, Relation, Table
from interpreter.ir.values import Value

# Numbers from one on are told one by one, up to so many, as bits, and above them one bit for all
# others; what is computed of no more pairs than so many.
LEAST_NUMBER, MOST_NUMBER, MOST_PAIRS = -(1 << 10), 1 << 12, 1 << 11
OTHERS = 1 << MOST_NUMBER - LEAST_NUMBER
ANY_NUMBER = (OTHERS << 1) - 1
# What still grows after so many rounds, such as a count of moves, is taken for any number.
PATIENCE = 8
# The operands that are asked for their sites, or gone through, or offered.
ASKED = {
    **dict.fromkeys(("count", "is_empty", "first", "nth", "each", "total_at", "between_at"), (0,)),
    "same": (0, 1), "offer": (1,),
}  # fmt: skip
# What needs all sites, or keeps what it knows of them elsewhere.
WHOLE = frozenset(("arrange", "seen", "remember", "forget", "cycled", "linked", "watch"))


def trodden(program: Program, ranges: Ranges, entries: Sequence[str], most: int) -> int | None:
    """The sites that matter to some functions and to what they call, a bit each.

    Args:
        entries: the names of the functions that are called first
        most: how many sites are of interest
    Returns:
        None for more, and where that is not found out
    """
    called = [program.function(name) for name in entries]
    steps = [step for one in called for step in reached(one.body)]
    if any(step.name in WHOLE for step in steps) or _is_joined(program.sites, steps):
        return None
    more = (one.attribute.function for one in steps if isinstance(one.attribute, Callee))
    search = _Search(program, ranges, list(dict.fromkeys((*called, *more))))
    found = 0
    while search.grown:
        search.look_through()
        found = search.matter()
        if found.bit_count() > most:
            return None
    return found


def _is_joined(sites: int, steps: Sequence[Instruction]) -> bool:
    """Whether relations lead from every site to every other, back or forth, in any number of steps.

    Then all matter, which is known sooner so.
    """
    beside = [0] * sites
    for relation in {cast(Relation, one.attribute) for one in steps
                     if one.name in ("image", "flood")}:  # fmt: skip
        for site, targets in enumerate(relation.targets):
            for target in targets:
                beside[site] |= 1 << target
                beside[target] |= 1 << site
    found, waiting = 1, [0]
    while waiting:
        fresh = beside[waiting.pop()] & ~found
        found |= fresh
        waiting += listed(fresh)
    return found == (1 << sites) - 1


# Numbers


def _number(number: int) -> int:
    return 1 << number - LEAST_NUMBER if LEAST_NUMBER <= number < MOST_NUMBER else OTHERS


def _numbers(sites: int) -> int:
    """Sites as numbers, or -1 for none."""
    return sites << -LEAST_NUMBER | _number(-1)


def _sites(numbers: int) -> int:
    """The sites that a number can be."""
    return (numbers & ~OTHERS) >> -LEAST_NUMBER


def _each(numbers: int) -> list[int]:
    """What a number can be, but for what is not told one by one."""
    return [bit + LEAST_NUMBER for bit in listed(numbers & ~OTHERS)]


def _between(low: int, high: int) -> int:
    """All numbers between two, these included."""
    others = OTHERS if low < LEAST_NUMBER or high >= MOST_NUMBER else 0
    low, high = max(low, LEAST_NUMBER), min(high, MOST_NUMBER - 1)
    inside = (1 << max(0, high - low + 1)) - 1
    return others | inside << low - LEAST_NUMBER


@lru_cache(maxsize=4096)
def _computed(compute: Callable[[int, int], int], left: int, right: int) -> int:
    """What is computed of any two numbers."""
    if (left | right) & OTHERS or left.bit_count() * right.bit_count() > MOST_PAIRS:
        return ANY_NUMBER
    found = 0
    for number in {compute(*pair) for pair in product(_each(left), _each(right))}:
        found |= _number(number)
    return found


def _looked_up(table: Table, index: int) -> list[int]:
    """The entries of a table that a number can mean: the last one for what is out of range."""
    last = len(table.entries) - 1
    chosen = {number if 0 <= number < last else last for number in _each(index)}
    return [table.entries[one] for one in (chosen | {last} if index & OTHERS else chosen)]


def _any_of(table: Table, index: int) -> int:
    found = 0
    for entry in _looked_up(table, index):
        found |= _number(entry)
    return found


def _all_of(table: Table, index: int) -> int:
    found = 0
    for entry in _looked_up(table, index):
        found |= entry
    return found


@lru_cache(maxsize=4096)
def _along(rays: Rays, spots: int, _: int) -> int:
    """The sites of the rays that a number can mean, and -1 for what is behind them."""
    found = _number(-1)
    for one in _each(spots):
        for site in rays.sites[one] if 0 <= one < len(rays.sites) else ():
            found |= _number(site)
    return found


# Sets


def _onward(relation: Relation, sites: int) -> int:
    return image(sites, shifts_of(relation))


def _flooded(relation: Relation, start: int, within: int) -> int:
    return flood(start, within, shifts_of(relation))


def _sum(left: int, right: int) -> int:
    return _computed(int.__add__, left, right)


def _difference(left: int, right: int) -> int:
    return _computed(int.__sub__, left, right)


def _product(left: int, right: int) -> int:
    return _computed(int.__mul__, left, right)


def _either(_: int, yes: int, no: int) -> int:
    return yes | no


def _first_of(first: int, *_: int) -> int:
    return first


def _one_of(sites: int, *_: int) -> int:
    return _numbers(sites)


GIVEN: dict[str, Callable[..., int]] = {
    "add": _sum,
    "sub": _difference,
    "mul": _product,
    **dict.fromkeys(("min", "max", "union"), int.__or__),
    **dict.fromkeys(("pick_int", "pick_sites"), _either),
    "intersect": int.__and__,
    **dict.fromkeys(("minus", "between_at"), _first_of),
    "single": _sites,
    **dict.fromkeys(("first", "nth", "each"), _one_of),
}
"""What an operation gives at most, of what its operands are at most."""
LED: dict[str, Callable[..., int]] = {
    "image": _onward, "flood": _flooded, "ray": _along, "lookup": _any_of, "lookup_sites": _all_of
}  # fmt: skip
"""The same of operations that have something that leads from sites to sites, or a table."""


class _Search:
    """What every value can be at most: sites, or numbers, as bits."""

    def __init__(self, program: Program, ranges: Ranges, functions: Sequence[Function]) -> None:
        self.program, self.ranges, self.functions = program, ranges, functions
        self.all = (1 << program.sites) - 1
        self.values: dict[tuple[Function, int], int] = {}
        # Sets that are an entry of an array, by the field and the number of the entry, but for so
        # much more at most.
        self.changed: dict[tuple[Function, int], tuple[Field, Value, int]] = {}
        self.fields = {one: [self._first(one)] * (one.length or 1) for one in program.fields}
        self.variables: dict[Variable, int] = {}
        self.results: dict[Function, int] = {}
        self.origins = self.targets = 0
        # What moves carry besides, if that is known beforehand.
        self.carried: set[int] | None = self._constants()
        self.grown, self.rounds = True, 0
        self.function = functions[0]

    @staticmethod
    def _first(field: Field) -> int:
        return field.initial if field.kind == "sites" else _number(field.initial)

    def _constants(self) -> set[int] | None:
        """What offers say that their moves carry; None if any is not known beforehand."""
        steps = (step for one in self.functions for step in walk(one.body))
        said = {step.operands[3].constant for step in steps if step.name == "offer"}
        return None if None in said else cast(set[int], said)

    def look_through(self) -> None:
        """Look through all functions once more; it has grown if there was more to find."""
        self.grown = False
        self.rounds += 1
        for function in self.functions:
            self.function = function
            for step in walk(function.body):
                self._look(step)

    def _of(self, value: Value) -> int:
        if value.constant is None:
            return self.values.get((self.function, value.number), 0)
        return value.constant & self.all if value.kind == "sites" else _number(value.constant)

    def _look(self, step: Instruction) -> None:
        result, operands = step.result, [self._of(one) for one in step.operands]
        if step.name in GIVEN:
            found = GIVEN[step.name](*operands)
        elif step.name in LED:
            found = LED[step.name](step.attribute, *operands)
        else:
            found = getattr(self, f"_on_{step.name}", self._on_any)(step, *operands)
        if step.name in ("union", "minus"):
            self._keep_changed(step, operands[1] if step.name == "union" else 0)
        if result is None or result.kind not in ("int", "sites"):
            return
        place = self.function, result.number
        if result.kind == "int":
            inside = _between(*self.ranges.of(self.function, result))
            found &= inside
            if self.rounds > PATIENCE and found & ~self.values.get(place, 0):
                found = inside
        self.values[place] = self._joined(self.values.get(place, 0), found & self._every(result))

    def _every(self, value: Value) -> int:
        return ANY_NUMBER if value.kind == "int" else self.all

    def _joined(self, before: int, more: int) -> int:
        if more & ~before:
            self.grown = True
        return before | more

    def _on_any(self, _: Instruction, *__: int) -> int:
        return ANY_NUMBER

    # Variables and calls

    def _on_local(self, step: Instruction, value: int) -> int:
        variable = cast(Variable, step.attribute)
        self.variables[variable] = self._joined(self.variables.get(variable, 0), value)
        return 0

    _on_set = _on_local

    def _on_get(self, step: Instruction) -> int:
        return self.variables.get(cast(Variable, step.attribute), 0)

    def _on_call(self, step: Instruction, *operands: int) -> int:
        function = cast(Callee, step.attribute).function
        for parameter, operand in zip(function.parameters, operands, strict=True):
            place = function, parameter.number
            self.values[place] = self._joined(self.values.get(place, 0), operand)
        return self.results.get(function, 0)

    def _on_return(self, _: Instruction, value: int) -> int:
        held = self.results.get(self.function, 0)
        self.results[self.function] = self._joined(held, value)
        return 0

    # Fields

    def _on_read(self, step: Instruction) -> int:
        return self.fields[cast(Access, step.attribute).field][0]

    def _on_write(self, step: Instruction, value: int) -> int:
        held = self.fields[cast(Access, step.attribute).field]
        held[0] = self._joined(held[0], value)
        return 0

    def _on_read_at(self, step: Instruction, index: int) -> int:
        field, found = cast(Access, step.attribute).field, 0
        held = self.fields[field]
        outside = index & ~_between(0, len(held) - 1)
        for entry in {*self._entries(field, index), *((0,) if outside else ())}:
            found |= held[entry]
        if step.result is not None:
            self.changed[self.function, step.result.number] = field, step.operands[0], 0
        return found

    def _on_write_at(self, step: Instruction, index: int, more: int) -> int:
        field, value = cast(Access, step.attribute).field, step.operands[1]
        changed = self.changed.get((self.function, value.number))
        if value.constant is None and changed is not None:
            of, entry, added = changed
            # What the entry has had before, it has already.
            more = added if of is field and entry == step.operands[0] else more
        held = self.fields[field]
        for one in self._entries(field, index):
            held[one] = self._joined(held[one], more)
        return 0

    def _entries(self, field: Field, index: int) -> list[int]:
        """The entries of an array that a number can mean."""
        return [one for one in _each(index) if 0 <= one < len(self.fields[field])]

    def _keep_changed(self, step: Instruction, more: int) -> None:
        """What has become of an entry of an array, with so many sites more at most."""
        first, result = step.operands[0], step.result
        before = self.changed.get((self.function, first.number))
        if first.constant is None and before is not None and result is not None:
            field, index, much = before
            self.changed[self.function, result.number] = field, index, much | more

    # Moves

    def _on_offer(self, step: Instruction, origin: int, sites: int, *_: int) -> int:
        template = cast(Template, step.attribute)
        found = origin | _number(-1)
        if template.shape == "placing":
            found |= _numbers(sites)
        elif step.operands[2].constant != -1:
            assert template.origins is not None
            for entry, site in enumerate(template.origins.entries):
                if sites >> entry % self.program.sites & 1:
                    found |= _number(site)
        self.origins = self._joined(self.origins, found)
        self.targets = self._joined(self.targets, _numbers(sites))
        return 0

    def _on_origin_of(self, *_: object) -> int:
        return self.origins

    def _on_target_of(self, *_: object) -> int:
        return self.targets

    def _on_extra_of(self, step: Instruction, *_: int) -> int:
        if self.carried is None:
            return ANY_NUMBER
        found, place = 0, EXTRA_BITS * cast(int, step.attribute)
        for one in self.carried:
            found |= _number((one >> place & (1 << EXTRA_BITS) - 1) - 1)
        return found

    # What matters

    def matter(self) -> int:
        """The sites of which a set is asked, and whose being there makes a difference, so far."""
        found, leading = 0, list[tuple[Relation, int]]()
        for function in self.functions:
            self.function = function
            for step in walk(function.body):
                operands = [self._of(one) for one in step.operands]
                for place in ASKED.get(step.name, ()):
                    found |= operands[place]
                found |= self._met(step, operands)
                if step.name in ("image", "flood"):
                    held = operands[0] | (operands[1] if step.name == "flood" else 0)
                    leading.append((cast(Relation, step.attribute), held))
        return self._with_those_behind(found, leading)

    @staticmethod
    def _met(step: Instruction, operands: Sequence[int]) -> int:
        """The sites of a set that are asked for one by one, or along a line."""
        match step.name:
            case "contains" if step.operands[0].constant is None:  # a constant one is a table
                return operands[0] & _sites(operands[1])
            case "met":
                rays = cast(Rays, step.attribute)
                return operands[0] & _sites(_along(rays, operands[1], 0))
            case "run":
                found, axis = _sites(operands[1]), cast(Axis, step.attribute)
                for site in listed(found):
                    for ray in axis.rays[site] or () if site < len(axis.rays) else ():
                        found |= sum(1 << one for one in ray)
                return operands[0] & found
            case _:
                return 0

    @staticmethod
    def _with_those_behind(found: int, leading: Sequence[tuple[Relation, int]]) -> int:
        """The same with the sites of sets from which a relation leads to any of them."""
        before = -1
        while found != before:
            before = found
            for relation, held in leading:
                for site in listed(held & ~found):
                    if any(found >> target & 1 for target in relation.targets[site]):
                        found |= 1 << site
        return found

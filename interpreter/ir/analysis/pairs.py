"""Which pairs of sites the moves of a template can go between, in any state at all.

An `offer` names a from-site and a set of to-sites. What the two have to do with each other shows
when one site is held: for each site that a value can be, the others are worked out as far as
constants, relations and tables settle them, and all that the state decides may be anything. Each
value that can be held gives pairs that are enough; what lies in all of these is kept.

Nothing is taken from how a game begins: a pair is left out only if no state whatever has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import cast

from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.meaning.expressions import evaluate
from interpreter.ir.meaning.sites import flood, image, listed, shifts_of
from interpreter.ir.program import (
    Block,
    Callee,
    Function,
    Instruction,
    Program,
    Template,
    Variable,
    walk,
)
from interpreter.ir.relations import Rays, Relation, Table
from interpreter.ir.values import Value

# Rounds after which a variable that still grows may be anything.
PATIENCE = 64
# How many pairs of numbers are computed one by one.
MOST_COMPUTED = 1 << 12
# How many values are held for one offer, and how far back through callers they are looked for.
MOST_HELD, MOST_CALLERS, MOST_CALLS, DEEPEST = 6, 3, 16, 6

Rows = tuple[int, ...]
"""For each from-site the set of to-sites, as a bit mask."""
Spread = int | tuple[int, ...]
"""What a value can be: one bit mask; or one for each site that is held, and one behind them for
when what is held is no site. Bits are sites for a set, and as in `Numbers` for a number."""


@dataclass(frozen=True)
class Pairs:
    """Pairs of sites, in the order of their from-sites and then of their to-sites.

    Args:
        rows: for each from-site the set of to-sites, as a bit mask
    """

    rows: Rows

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """For each from-site the number of its first pair; behind them how many there are."""
        return tuple(accumulate((row.bit_count() for row in self.rows), initial=0))

    @cached_property
    def listed(self) -> tuple[tuple[int, int], ...]:
        """All pairs."""
        return tuple((origin, to) for origin, row in enumerate(self.rows) for to in listed(row))

    def __len__(self) -> int:
        return self.starts[-1]

    def number(self, origin: int, target: int) -> int:
        """The place of a pair in the order."""
        row = self.rows[origin]
        assert row >> target & 1, f"no move was to go from site {origin} to {target}"
        return self.starts[origin] + (row & (1 << target) - 1).bit_count()


def pairs_of(program: Program, ranges: Ranges) -> dict[int, Rows]:
    """By the number of a template, the pairs that its moves can have.

    A placement has its site twice. Templates of moves without sites are left out.
    """
    found: dict[int, list[Rows]] = {
        one.number: [(0,) * program.sites] for one in program.templates if one.shape != "nowhere"
    }
    worker = _Worker(program, ranges)
    for function in program.functions:
        for step in walk(function.body):
            if step.name == "offer" and cast(Template, step.attribute).shape != "nowhere":
                number = cast(Template, step.attribute).number
                found[number].append(worker.offered(function, step))
    return {number: together(several) for number, several in found.items()}


def together(several: Sequence[Rows]) -> Rows:
    """The pairs that are in any of several."""
    return tuple(_anyhow(column) for column in zip(*several, strict=True))


@dataclass(frozen=True)
class Numbers:
    """Sets of numbers as bit masks: bit 0 for all that have no bit, then the least and so on.

    Args:
        least, most: the first and the last number with a bit of its own
    """

    least: int
    most: int

    @cached_property
    def zero(self) -> int:
        """The bit of the number 0: sites as numbers are a set of sites, shifted so far."""
        return 1 - self.least

    @cached_property
    def every(self) -> int:
        """All numbers."""
        return (2 << self.most + self.zero) - 1

    def one(self, number: int) -> int:
        """A number alone."""
        return 1 << number + self.zero if self.least <= number <= self.most else 1

    def between(self, low: int, high: int) -> int:
        """The numbers from one to another, both included."""
        other = 1 if low < self.least or high > self.most else 0
        low, high = max(low, self.least), min(high, self.most)
        return other | ((1 << high - low + 1) - 1) << low + self.zero if low <= high else other

    def listed(self, mask: int) -> Iterator[int]:
        """The numbers of a set that have bits."""
        return (place - self.zero for place in listed(mask & ~1))


@dataclass
class _Asked:
    """What of a function has to be worked out to know some of its values."""

    steps: set[Instruction] = field(default_factory=set[Instruction])
    values: dict[Value, None] = field(default_factory=dict[Value, None])


class _Worker:
    """Works out the pairs of a program's offers."""

    def __init__(self, program: Program, ranges: Ranges) -> None:
        self.program, self.ranges, self.sites = program, ranges, program.sites
        tables = [
            len(
                step.attribute.sites if isinstance(step.attribute, Rays) else step.attribute.entries
            )
            for function in program.functions
            for step in walk(function.body)
            if isinstance(step.attribute, Rays | Table)
        ]
        self.numbers = Numbers(-1 - self.sites, max([2 * self.sites, *tables]))
        self.full = (1 << self.sites) - 1
        self.callers: dict[Function, list[tuple[Function, Instruction]]] = {}
        for function in program.functions:
            for step in walk(function.body):
                if isinstance(step.attribute, Callee):
                    self.callers.setdefault(step.attribute.function, []).append((function, step))
        own = {one for template in program.templates for one in (template.act, template.guard)}
        self.outside = {
            one for one in program.functions if one.name in program.entries or one in own
        }
        self.results: dict[tuple[Function, tuple[Spread, ...]], Spread] = {}
        self.known: dict[object, int] = {}
        self.depth = 0

    def offered(self, function: Function, step: Instruction) -> Rows:
        """The pairs that an offer can make."""
        template = cast(Template, step.attribute)
        origin, targets, way, _ = step.operands
        if template.shape == "placing":
            look = _Look(self, function, (targets,), None, {})
            reached = _anyhow(look.of(targets))
            return tuple(reached & 1 << site for site in range(self.sites))
        if way.constant != -1:
            assert template.origins is not None
            return self._strides(template.origins, way)
        return self._between([(function, step)], (origin, targets))

    def _strides(self, origins: Table, way: Value) -> Rows:
        rows = [0] * self.sites
        for place, origin in enumerate(origins.entries):
            going, target = divmod(place, self.sites)
            if 0 <= origin < self.sites and way.constant in (None, going):
                rows[origin] |= 1 << target
        return tuple(rows)

    def _between(
        self, chain: Sequence[tuple[Function, Instruction]], asked: Sequence[Value]
    ) -> Rows:
        """The pairs of an offer, which is the last of a chain of calls.

        Args:
            chain: functions, each with the call of the next, or the offer
            asked: what the first of these is given
        """
        function, _ = chain[0]
        rows = (self.full,) * self.sites
        sliced = _sliced(function, asked, None)
        for held in (None, *_to_hold(function, asked[0], sliced)):
            found = self._held(chain, held)
            rows = tuple(a & b for a, b in zip(rows, found, strict=True))
        callers = self.callers.get(function, ())
        given = any(one in sliced.values for one in function.parameters)
        near = len(chain) <= MOST_CALLERS and 0 < len(callers) <= MOST_CALLS
        if given and near and function not in self.outside and not function.recursive:
            through = [self._between([one, *chain], one[1].operands) for one in callers]
            rows = tuple(a & b for a, b in zip(rows, together(through), strict=True))
        return rows

    def _held(self, chain: Sequence[tuple[Function, Instruction]], held: Value | None) -> Rows:
        """The pairs of the offer at the end of a chain of calls, one value in the first held."""
        given: dict[Value, Spread] = {}
        operands: list[Spread] = []
        for place, (function, step) in enumerate(chain):
            last = place == len(chain) - 1
            asked = step.operands[:2] if last else step.operands
            look = _Look(self, function, asked, None if place else held, given)
            operands = [look.of(one) for one in asked]
            if not last:
                called = cast(Callee, step.attribute).function
                given = dict(zip(called.parameters, operands, strict=True))
        origins, targets = (
            one if isinstance(one, tuple) else (one,) * (self.sites + 1) for one in operands
        )
        rows = [0] * self.sites
        for origin, target in dict.fromkeys(zip(origins, targets, strict=True)):
            if target:
                for site in listed(origin >> self.numbers.zero & self.full):
                    rows[site] |= target
        return tuple(rows)

    # What operations give

    def top(self, function: Function, value: Value) -> int:
        """What a value can be by its bounds alone."""
        if value.kind == "int":
            return self.numbers.between(*self.ranges.of(function, value))
        return self.full if value.kind == "sites" else 0

    def called(self, function: Function, given: tuple[Spread, ...]) -> Spread | None:
        """What a function can give; None if that is not worked out."""
        if function.recursive or self.depth > DEEPEST:
            return None
        key = function, given
        if key not in self.results:
            answers = [step.operands[0] for step in walk(function.body) if step.name == "return"]
            self.depth += 1
            bound = dict(zip(function.parameters, given, strict=True))
            look = _Look(self, function, answers, None, bound)
            self.depth -= 1
            found: Spread = 0
            for answer in answers:
                found = _either(found, look.of(answer))
            self.results[key] = found
        return self.results[key]

    def computed(self, step: Instruction, masks: tuple[int, ...]) -> int | None:
        """What an operation gives for what its operands can be; None if that may be anything."""
        key = step, masks
        if key not in self.known:
            found = self._compute(step, masks)
            self.known[key] = -1 if found is None else found
        found = self.known[key]
        return None if found < 0 else found

    def _compute(self, step: Instruction, masks: tuple[int, ...]) -> int | None:
        if step.name in ARITHMETIC:
            return self._arithmetic(step.name, masks)
        zero = self.numbers.zero
        match step.name:
            case "single":
                return masks[0] >> zero & self.full
            case "each":
                return masks[0] << zero
            case "first" | "nth":
                return masks[0] << zero | self.numbers.one(-1)
            case "ray":
                return self._ray(cast(Rays, step.attribute), *masks)
            case "lookup" | "lookup_sites":
                return self._lookup(step, masks[0])
            case _:
                return _algebra(step, masks)

    def _ray(self, rays: Rays, spots: int, steps: int) -> int:
        found = self.numbers.one(-1)
        for spot in self.numbers.listed(spots):
            if 0 <= spot < len(rays.sites):
                for far, site in enumerate(rays.sites[spot], 1):
                    if steps & (self.numbers.one(far) | 1):
                        found |= self.numbers.one(site)
        return found

    def _lookup(self, step: Instruction, places: int) -> int:
        entries = cast(Table, step.attribute).entries
        inside = [one for one in self.numbers.listed(places) if 0 <= one < len(entries)]
        chosen = {entries[one] for one in inside}
        if len(inside) < places.bit_count():
            chosen.add(entries[-1])
        found = 0
        for entry in chosen:
            found |= entry if step.name == "lookup_sites" else self.numbers.one(entry)
        return found

    def _arithmetic(self, name: str, masks: tuple[int, ...]) -> int | None:
        several = masks[0].bit_count() * masks[1].bit_count()
        if any(mask & 1 for mask in masks) or several > MOST_COMPUTED:
            return None
        found = 0
        for left in self.numbers.listed(masks[0]):
            for right in self.numbers.listed(masks[1]):
                found |= self.numbers.one(evaluate(name, (left, right), None, self.sites))
        return found


ARITHMETIC = frozenset(
    ("add", "sub", "mul", "div", "mod", "min", "max", "bits_and", "bits_or", "shift_left",
     "shift_right")
)  # fmt: skip


def _algebra(step: Instruction, masks: tuple[int, ...]) -> int | None:
    """The most that an operation on sets gives for the most that its operands can be."""
    match step.name:
        case "union":
            return masks[0] | masks[1]
        case "intersect":
            return masks[0] & masks[1]
        case "minus":
            return masks[0] & ~(step.operands[1].constant or 0)
        case "pick_sites" | "pick_int":
            return masks[1] | masks[2]
        case "image":
            return image(masks[0], shifts_of(cast(Relation, step.attribute)))
        case "flood":
            return flood(masks[0], masks[1], shifts_of(cast(Relation, step.attribute)))
        case _:
            return None


class _Look:
    """One look through a function: what some of its values can be.

    Args:
        asked: the values
        held: the value that is held; None if none is, or one is held by the caller
        given: what the parameters are, which may depend on what the caller holds
    """

    def __init__(
        self,
        worker: _Worker,
        function: Function,
        asked: Sequence[Value],
        held: Value | None,
        given: Mapping[Value, Spread],
    ) -> None:
        self.worker, self.function, self.held = worker, function, held
        self.steps = _sliced(function, asked, held).steps
        self.values: dict[Value, Spread] = dict(given)
        self.variables: dict[Variable, Spread] = {}
        # Variables that are declared anew whenever something else is held.
        self.fresh = set[Variable]()
        begun = held is None or held in function.parameters
        if held in function.parameters:
            assert held is not None
            self.values[held] = self._every_site(worker.top(function, held))
        self.changed, rounds = True, 0
        while self.changed:
            self.changed = False
            self._block(function.body, begun=begun, patient=rounds < PATIENCE)
            rounds += 1

    def of(self, value: Value) -> Spread:
        """What a value can be."""
        if value.constant is None:
            found = self.values.get(value)
            return self.worker.top(self.function, value) if found is None else found
        return self.worker.numbers.one(value.constant) if value.kind == "int" else value.constant

    def _block(self, block: Block, *, begun: bool, patient: bool) -> None:
        """Look through a block; `begun` where something is held already."""
        for step in block:
            if step in self.steps:
                self._step(step, begun=begun, patient=patient)
            inside = begun
            if step.result is not None and step.result is self.held:
                inside = True
                begun = begun or not step.blocks
            for inner in step.blocks:
                self._block(inner, begun=inside, patient=patient)

    def _step(self, step: Instruction, *, begun: bool, patient: bool) -> None:
        if step.name in ("local", "set"):
            variable = cast(Variable, step.attribute)
            if begun and step.name == "local":
                self.fresh.add(variable)
            self._grow(variable, self.of(step.operands[0]), patient=patient)
            return
        assert step.result is not None
        found = self._result(step)
        if step.result is self.held:
            found = self._every_site(_anyhow(found))
        self.values[step.result] = found

    def _grow(self, variable: Variable, new: Spread, *, patient: bool) -> None:
        if variable not in self.fresh:
            new = _anyhow(new)  # it may be left from when something else was held
        old = self.variables.get(variable, 0)
        both = _either(old, new)
        if both == old:
            return
        self.changed = True
        if not patient:
            both = self.worker.full if variable.kind == "sites" else self.worker.numbers.every
        self.variables[variable] = both

    def _result(self, step: Instruction) -> Spread:
        worker = self.worker
        assert step.result is not None
        bounds = worker.top(self.function, step.result)
        if step.name == "get":
            found: Spread | None = self.variables.get(cast(Variable, step.attribute), 0)
        elif isinstance(step.attribute, Callee):
            found = worker.called(step.attribute.function, tuple(map(self.of, step.operands)))
        else:
            found = self._computed(step)
        if found is None:
            return bounds
        return tuple(one & bounds for one in found) if isinstance(found, tuple) else found & bounds

    def _computed(self, step: Instruction) -> Spread | None:
        operands = [self.of(one) for one in step.operands]
        if all(isinstance(one, int) for one in operands):
            return self.worker.computed(step, cast(tuple[int, ...], tuple(operands)))
        many = self.worker.sites + 1
        columns = [one if isinstance(one, tuple) else (one,) * many for one in operands]
        found: list[int] = []
        for masks in zip(*columns, strict=True):
            one = self.worker.computed(step, masks)
            if one is None:
                return None
            found.append(one)
        return tuple(found)

    def _every_site(self, found: int) -> tuple[int, ...]:
        """What is held: each site that it can be by itself, and what else it can be."""
        numbers, sites = self.worker.numbers, self.worker.sites
        each = (found & numbers.one(site) for site in range(sites))
        return (*each, found & ~numbers.between(0, sites - 1))


def _anyhow(found: Spread) -> int:
    """What a value can be, whatever is held."""
    if isinstance(found, int):
        return found
    every = 0
    for one in found:
        every |= one
    return every


def _either(left: Spread, right: Spread) -> Spread:
    if isinstance(left, int) and isinstance(right, int):
        return left | right
    many = len(left) if isinstance(left, tuple) else len(cast(tuple[int, ...], right))
    columns = [one if isinstance(one, tuple) else (one,) * many for one in (left, right)]
    return tuple(a | b for a, b in zip(*columns, strict=True))


def _sliced(function: Function, asked: Sequence[Value], held: Value | None) -> _Asked:
    """What has to be worked out for some values, down to the one that is held."""
    made: dict[Value, Instruction] = {}
    writers: dict[Variable, list[Instruction]] = {}
    for step in walk(function.body):
        if step.result is not None:
            made[step.result] = step
        elif step.name in ("local", "set"):
            writers.setdefault(cast(Variable, step.attribute), []).append(step)
    found = _Asked()
    waiting = list(asked)
    while waiting:
        value = waiting.pop()
        if value.constant is not None or value in found.values:
            continue
        found.values[value] = None
        step = made.get(value)
        if step is None:
            continue
        found.steps.add(step)
        waiting += step.operands
        if step.name == "get":
            for writer in writers.get(cast(Variable, step.attribute), ()):
                found.steps.add(writer)
                waiting += writer.operands
    return found


def _to_hold(function: Function, origin: Value, sliced: _Asked) -> list[Value]:
    """The values of a function that are worth holding, the from-site first."""
    each = {step.result for step in walk(function.body) if step.name == "each"}
    chosen = [origin] if origin.constant is None and origin.kind == "int" else []
    for value in sliced.values:
        if (value in each or value in function.parameters) and value.kind == "int":
            chosen.append(value)
    return list(dict.fromkeys(chosen))[:MOST_HELD]

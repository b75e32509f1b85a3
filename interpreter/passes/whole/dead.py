"""Taking away what nobody looks at: fields never read, variables never read, unused results.

A game pays only for the state its rules ask about: without a rule on passes there is no record of
them, without a rule on turns no counter. What is looked at from outside is followed back to all
that it depends on; the rest goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.ir.analysis.accesses import READS, STORES
from interpreter.ir.program import (
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
    walk,
)
from interpreter.ir.values import Value
from interpreter.passes.whole.unused import acts

# What has an effect whoever looks.
EFFECTS = frozenset(
    ("offer", "clear_moves", "sort_moves", "take", "arrange", "return", "finish", "random")
)
WRITES = frozenset(("write", "write_at", "remember", "forget"))


def remove_dead(program: Program, entries: Sequence[str]) -> None:
    """Drop dead fields, instructions and functions in place.

    Args:
        entries: functions that are called from outside
    """
    remove_uncalled(program, entries)
    for function in program.functions:
        _Variables().drop(function.body, set())
    remembers = any(field.kind == "history" for field in program.fields)
    varying = _varying(program) if remembers else set[Field]()
    kept = {
        field for field in program.fields
        if (field.part and field.part.asked) or (field.position and field in varying)
    }  # fmt: skip
    marker = _Marker(program, kept)
    marker.run()
    for function in program.functions:
        _sweep(function.body, marker.live)
    program.fields[:] = [field for field in program.fields if field in marker.fields]


class _Variables:
    """Drops what is set and set again before anybody reads it, from the end to the beginning.

    Attributes:
        used: the values that are used further on
    """

    def __init__(self) -> None:
        self.used: set[Value] = set()
        # What is set again behind each of the loops that are gone through.
        self.behind: list[set[Variable]] = []

    def drop(self, block: Block, again: set[Variable]) -> None:
        """Drop it from a block, in place.

        Args:
            again: the variables that are set again behind the block, before they are read; made
                those of which this holds before the block
        """
        kept: Block = []
        for step in reversed(block):
            variable = step.attribute if isinstance(step.attribute, Variable) else None
            unused = step.result is not None and step.result not in self.used and not acts(step)
            if unused or (step.name == "set" and variable in again):
                continue
            if variable is not None:
                again.discard(variable)
                if step.name in ("set", "local"):
                    again.add(variable)
            elif step.name == "leave":
                again.clear()
                again.update(self.behind[-1] if self.behind else ())
            self._inside(step, again)
            self.used.update(step.operands)
            kept.append(step)
        block[:] = reversed(kept)

    def _inside(self, step: Instruction, again: set[Variable]) -> None:
        """Drop it from the blocks of an instruction."""
        if step.name == "if":
            ways = [set(again) for _ in step.blocks]
            for way, found in zip(step.blocks, ways, strict=True):
                self.drop(way, found)
            again.clear()
            again |= set[Variable].intersection(*ways)
        elif step.name in ("loop", "each"):
            self.behind.append(set(again))
            again -= {one.attribute for one in walk(step.blocks[0])
                      if one.name in ("get", "attempt")}  # fmt: skip
            self.drop(step.blocks[0], set(again))
            self.behind.pop()
        else:
            for inner in reversed(step.blocks):
                self.drop(inner, again)


@dataclass(eq=False)
class _Known:
    """What is known of a function.

    Args:
        made: what makes each value
        sets: what sets each variable
        acts: something in it has an effect
    """

    function: Function
    made: dict[Value, Instruction] = field(default_factory=dict[Value, Instruction])
    sets: dict[Variable, list[Instruction]] = field(
        default_factory=dict[Variable, list[Instruction]]
    )
    acts: bool = False


class _Marker:
    """Follows what is looked at back to what it depends on."""

    def __init__(self, program: Program, kept: set[Field]) -> None:
        self.live: set[Instruction] = set()
        self.fields = set(kept)
        self.waiting: list[Instruction] = []
        self.known = {one: _Known(one) for one in program.functions}
        self.home: dict[Instruction, _Known] = {}
        self.around: dict[Instruction, Instruction] = {}
        # What ends each loop, what writes each field, what calls each function.
        self.leaves: dict[Instruction, list[Instruction]] = {}
        self.writes: dict[Field, list[Instruction]] = {}
        self.calls: dict[Function, list[Instruction]] = {}
        for one in self.known.values():
            self._read(one, one.function.body, None, None)

    def _read(
        self, home: _Known, block: Block, around: Instruction | None, loop: Instruction | None
    ) -> None:
        for step in block:
            self.home[step] = home
            if around is not None:
                self.around[step] = around
            if step.result is not None:
                home.made[step.result] = step
            attribute, name = step.attribute, step.name
            if name in EFFECTS:
                self.waiting.append(step)
            elif name == "leave" and loop is not None:
                self.leaves.setdefault(loop, []).append(step)
            elif name in ("local", "set") and isinstance(attribute, Variable):
                home.sets.setdefault(attribute, []).append(step)
            elif name in WRITES and isinstance(attribute, Access):
                self.writes.setdefault(attribute.field, []).append(step)
            elif isinstance(attribute, Callee):
                self.calls.setdefault(attribute.function, []).append(step)
            for inner in step.blocks:
                self._read(home, inner, step, step if name in ("loop", "each") else loop)

    def run(self) -> None:
        """Mark all that is looked at."""
        for one in self.fields:
            self.waiting += self.writes.get(one, ())
        while self.waiting:
            step = self.waiting.pop()
            if step not in self.live:
                self.live.add(step)
                self._mark(step)

    def _mark(self, step: Instruction) -> None:
        home, waiting = self.home[step], self.waiting
        for one in step.operands:
            made = home.made.get(one)
            if made is not None:
                waiting.append(made)
        if step in self.around:
            waiting.append(self.around[step])
        waiting += self.leaves.get(step, ())
        attribute, name = step.attribute, step.name
        if name in ("get", "attempt") and isinstance(attribute, Variable):
            waiting += home.sets.get(attribute, ())
        elif name in READS and isinstance(attribute, Access) and attribute.field not in self.fields:
            self.fields.add(attribute.field)
            waiting += self.writes.get(attribute.field, ())
        if name in EFFECTS or name in WRITES:
            self._acts(step, home)
        elif isinstance(attribute, Callee):
            callee = self.known.get(attribute.function)
            if callee is not None and callee.acts:
                self._acts(step, home)

    def _acts(self, step: Instruction, home: _Known) -> None:
        """A function with an effect is called for it."""
        if home.acts or step.name in ("return", "finish"):
            return
        home.acts = True
        for call in self.calls.get(home.function, ()):
            if call in self.live:
                self._acts(call, self.home[call])
            else:
                self.waiting.append(call)


def _sweep(block: Block, live: set[Instruction]) -> None:
    block[:] = [step for step in block if step in live]
    for step in block:
        for inner in step.blocks:
            _sweep(inner, live)


def remove_uncalled(program: Program, entries: Sequence[str]) -> None:
    """Drop the functions that neither entries nor moves lead to."""
    wanted: set[Function | None] = set()
    pending = [one for one in program.functions if one.name in entries]
    pending += [function for one in program.templates for function in _of_template(one)]
    while pending:
        function = pending.pop()
        if function in wanted:
            continue
        wanted.add(function)
        pending += called(function.body)
        # Before moves are realised, they stand there as their templates.
        for step in walk(function.body):
            if isinstance(step.attribute, Template):
                pending += _of_template(step.attribute)
    program.functions[:] = [one for one in program.functions if one in wanted]


def _of_template(template: Template) -> Iterator[Function]:
    """The functions of a kind of move."""
    yield template.act
    yield from (one for one in (template.guard, template.inside) if one is not None)


def _varying(program: Program) -> set[Field]:
    """The fields that ever hold anything but what they hold at first.

    What is written may be the first value again, or what was read from the field itself.
    """
    found: set[Field] = set()
    for function in program.functions:
        steps = list(walk(function.body))
        own: dict[Value | None, Field] = {
            step.result: step.attribute.field
            for step in steps
            if step.name in ("read", "read_at") and isinstance(step.attribute, Access)
        }
        for step in steps:
            if step.name not in STORES or not isinstance(step.attribute, Access):
                continue
            field, value = step.attribute.field, step.operands[-1]
            if value.constant != field.initial and own.get(value) is not field:
                found.add(field)
    return found

"""Common subexpressions: what was computed before, on the same state, is not computed again.

Two rules that ask about the row through the last move look at the board once. A back end's own
optimiser cannot see this: it does not know that giving a rank leaves the board as it is. Each
field and each variable has a version here, which a write or a call that may write it changes;
reads of one version are the same value. What was written is not read, and what is written to one
entry of an array leaves what is known of those that it surely is not: whose turn it is, is nobody's
entry.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any, cast

from interpreter.ir.analysis.accesses import STORES, WRITES, Accesses
from interpreter.ir.analysis.ranges import Range, meet
from interpreter.ir.operations import OPERATIONS
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Field,
    Instruction,
    Link,
    Program,
    Variable,
)
from interpreter.ir.relations import Table
from interpreter.ir.values import Value

Key = tuple[object, ...]
Place = tuple[Field, Value | None]
# What may write something besides what is in its blocks.
CHANGING = frozenset((*WRITES, "set", "local", "call"))
# What neither reads nor writes any field, besides what is pure.
BESIDE = frozenset(("get", "set", "local", "offer"))
NOTHING: AbstractSet[Field | Variable] = frozenset()


def share(program: Program) -> None:
    """Replace repeated computations in every function, in place."""
    accesses = Accesses()
    for function in program.functions:
        _Sharer(accesses, program.players).block(function.body, _Known())


@dataclass
class _Known:
    """What is known at a place.

    Args:
        values: by what computed them
        versions: of what changes
        entries: of arrays, as they are, by their numbers
    """

    values: dict[Key, Value] = field(default_factory=dict[Key, Value])
    versions: dict[Field | Variable, int] = field(default_factory=dict[Field | Variable, int])
    entries: dict[Field, dict[Value, Value]] = field(
        default_factory=dict[Field, dict[Value, Value]]
    )

    def copy(self) -> _Known:
        """The same knowledge, to be added to on its own."""
        entries = {one: dict(known) for one, known in self.entries.items()}
        return _Known(dict(self.values), dict(self.versions), entries)


def _place(step: Instruction) -> Value | None:
    """Which entry an instruction reads or writes, where it is one of an array."""
    return step.operands[0] if step.name in ("read_at", "write_at") else None


class _Sharer:
    """Works through one function.

    Args:
        accesses: the fields that functions write
        players: how many there are
    """

    def __init__(self, accesses: Accesses, players: int) -> None:
        self.accesses, self.players = accesses, players
        # Between which numbers those lie of which that is known.
        self.bounds: dict[Value, Range] = {}
        self.instead: dict[Value, Value] = {}
        self.inside: dict[Instruction, set[Field | Variable]] = {}
        self.version = 0

    def block(self, block: Block, known: _Known) -> None:
        """Share within a block, given what is known before it."""
        kept: Block = []
        instead = self.instead
        # What was written that nobody can have read yet, and what was written over.
        unread: dict[Place, Instruction] = {}
        needless: set[Instruction] = set()
        for step in block:
            if step.operands and instead:
                step.operands = tuple([instead.get(value, value) for value in step.operands])
            if not self._known_before(step, known):
                kept.append(step)
                if step.blocks:
                    self._inside(step, known)
                if step.name in STORES:
                    place = cast(Access, step.attribute).field, _place(step)
                    if place in unread:
                        needless.add(unread[place])
                    unread[place] = step
                    self._written_now(step, known)
                else:
                    self._read_by(step, unread)
                    if step.blocks or step.name in CHANGING:
                        self._changes((step,), known)
        block[:] = [step for step in kept if step not in needless] if needless else kept

    def _read_by(self, step: Instruction, unread: dict[Place, Instruction]) -> None:
        """Forget of what was written all that an instruction may read."""
        if not unread or OPERATIONS[step.name].pure or step.name in BESIDE:
            return
        if step.name not in ("read", "read_at"):
            unread.clear()
            return
        read, there = cast(Access, step.attribute).field, _place(step)
        for one, place in list(unread):
            if one is read and not (place and there and self._are_apart(read, there, place)):
                del unread[one, place]

    def _known_before(self, step: Instruction, known: _Known) -> bool:
        key = self._key(step, known)
        if key is None or step.result is None:
            return False
        values: dict[Any, Value] = known.values
        if step.name == "read_at" and cast(Access, step.attribute).copy is None:
            values = known.entries.setdefault(cast(Access, step.attribute).field, {})
            (key,) = step.operands
        if key in values:
            self.instead[step.result] = values[key]
            return True
        values[key] = step.result
        self._bound(step)
        return False

    def _bound(self, step: Instruction) -> None:
        """Between which numbers the result of an instruction lies, where that is plain to see."""
        assert step.result is not None
        if isinstance(step.attribute, Table):
            self.bounds[step.result] = step.attribute.bounds
        elif step.name == "read" and self._holds_player(cast(Access, step.attribute).field):
            self.bounds[step.result] = 1, self.players

    def _holds_player(self, field: Field) -> bool:
        return field.part is not None and field.part.player

    def _lies(self, value: Value) -> Range | None:
        here = value.constant
        return self.bounds.get(value) if here is None else (here, here)

    def _written_now(self, step: Instruction, known: _Known) -> None:
        """What is written is what is read from now on."""
        written, place, value = cast(Access, step.attribute).field, _place(step), step.operands[-1]
        entries = known.entries.get(written, {})
        self._changes((step,), known)
        if place is None:
            key = ("read", written, None, known.versions[written])
            # Of what is read it may be known that it is a player; of what was written it is not.
            if not self._holds_player(written) or self._lies(value) is not None:
                known.values[key] = value
            return
        kept = {one: held for one, held in entries.items() if self._are_apart(written, one, place)}
        if self._is_entry(written, place):
            kept[place] = value
        known.entries[written] = kept

    def _is_entry(self, field: Field, place: Value) -> bool:
        """Whether a number is that of an entry of an array."""
        lies = self._lies(place)
        return lies is not None and lies[0] >= 0 and lies[1] < (field.length or 0)

    def _are_apart(self, field: Field, read: Value, written: Value) -> bool:
        """Whether what is read of an array is surely none of what is written to it."""
        there, here = self._lies(read), self._lies(written)
        if there is None or here is None or not self._is_entry(field, read):
            return False
        return meet(there, here) is None

    def _key(self, step: Instruction, known: _Known) -> Key | None:
        """What the result depends on; None where it must be computed each time."""
        attribute = step.attribute
        if OPERATIONS[step.name].pure:
            return (step.name, attribute, *step.operands)
        if step.name in ("read", "read_at") and isinstance(attribute, Access):
            version = known.versions.get(attribute.field, 0)
            return (step.name, attribute.field, attribute.copy, version, *step.operands)
        if isinstance(attribute, Link):
            version = known.versions.get(attribute.field, 0)
            about = (attribute.field, attribute.relation, attribute.copy)
            return (step.name, *about, version, *step.operands)
        if step.name == "get" and isinstance(attribute, Variable):
            return (step.name, attribute, known.versions.get(attribute, 0))
        return None

    def _inside(self, step: Instruction, known: _Known) -> None:
        if step.name in ("loop", "each"):
            # A later round sees what an earlier one wrote.
            self._changes(step.blocks[0], known)
        for inner in step.blocks:
            self.block(inner, known.copy())

    def _changes(self, steps: Block | tuple[Instruction, ...], known: _Known) -> None:
        """New versions of all that these instructions may write."""
        for step in steps:
            for changed in self._written_in(step):
                self.version += 1
                known.versions[changed] = self.version
                if isinstance(changed, Field):
                    known.entries.pop(changed, None)

    def _written_in(self, step: Instruction) -> AbstractSet[Field | Variable]:
        """What an instruction writes, with the blocks inside it."""
        if not step.blocks:
            return self._written(step)
        if step not in self.inside:
            several = [self._written_in(one) for block in step.blocks for one in block]
            found = set[Field | Variable]().union(*several)
            # What is written on the copy that a probe runs on does not outlive it; variables do.
            probing = step.name == "probe"
            self.inside[step] = {one for one in found if not (probing and isinstance(one, Field))}
        return self.inside[step]

    def _written(self, step: Instruction) -> AbstractSet[Field | Variable]:
        attribute = step.attribute
        if isinstance(attribute, Variable) and step.name in ("set", "local"):
            return {attribute}
        if isinstance(attribute, Access) and step.name in WRITES:
            return {attribute.field}
        if isinstance(attribute, Callee):
            return self.accesses.of(attribute.function, written=True)
        return NOTHING

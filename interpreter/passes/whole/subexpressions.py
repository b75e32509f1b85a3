"""Common subexpressions: what was computed before, on the same state, is not computed again.

Two rules that ask about the row through the last move look at the board once. A back end's own
optimiser cannot see this: it does not know that giving a rank leaves the board as it is. Each
field and each variable has a version here, which a write or a call that may write it changes;
reads of one version are the same value.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from interpreter.ir.analysis.accesses import WRITES, Accesses
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
from interpreter.ir.values import Value

Key = tuple[object, ...]
# What may write something besides what is in its blocks.
CHANGING = frozenset((*WRITES, "set", "local", "call"))
NOTHING: AbstractSet[Field | Variable] = frozenset()


def share(program: Program) -> None:
    """Replace repeated computations in every function, in place."""
    accesses = Accesses()
    for function in program.functions:
        _Sharer(accesses).block(function.body, _Known())


@dataclass
class _Known:
    """What is known at a place: values by what computed them, and versions of what changes."""

    values: dict[Key, Value] = field(default_factory=dict[Key, Value])
    versions: dict[Field | Variable, int] = field(default_factory=dict[Field | Variable, int])

    def copy(self) -> _Known:
        """The same knowledge, to be added to on its own."""
        return _Known(dict(self.values), dict(self.versions))


class _Sharer:
    """Works through one function.

    Args:
        accesses: the fields that functions write
    """

    def __init__(self, accesses: Accesses) -> None:
        self.accesses = accesses
        self.instead: dict[Value, Value] = {}
        self.inside: dict[Instruction, set[Field | Variable]] = {}
        self.version = 0

    def block(self, block: Block, known: _Known) -> None:
        """Share within a block, given what is known before it."""
        kept: Block = []
        instead = self.instead
        for step in block:
            if step.operands and instead:
                step.operands = tuple([instead.get(value, value) for value in step.operands])
            if not self._known_before(step, known):
                kept.append(step)
                if step.blocks:
                    self._inside(step, known)
                if step.blocks or step.name in CHANGING:
                    self._changes((step,), known)
        block[:] = kept

    def _known_before(self, step: Instruction, known: _Known) -> bool:
        key = self._key(step, known)
        if key is None or step.result is None:
            return False
        if key in known.values:
            self.instead[step.result] = known.values[key]
            return True
        known.values[key] = step.result
        return False

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

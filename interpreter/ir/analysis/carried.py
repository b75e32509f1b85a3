"""What a position carries on: the fields that a ply may read before it has written them.

All others may hold anything between two plies; they do not matter for what can still happen.
"""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.ir.analysis.accesses import READS, fields_of
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Field,
    Function,
    Instruction,
    Probe,
    Program,
)

PLY = ("generate", "allowed", "apply")
# What looks at all fields that tell positions apart.
POSITIONS = ("seen", "remember")
# What the machine keeps for itself.
OWN = (schema.RANDOM, schema.CHANCE, schema.TOLD, schema.TOLD_LEFT)

Fields = frozenset[Field]
NOTHING: Fields = frozenset()


def carried(program: Program) -> Fields:
    """The fields that a ply may read before it has written them; chance is none of them."""
    found = _Uses(program)
    every = NOTHING.union(*(found.of(program.function(name))[0] for name in PLY))
    return frozenset(one for one in every if one.kind != "history" and one.part != schema.RANDOM)


def future(program: Program) -> tuple[Field, ...]:
    """The fields that decide what can still happen and how likely, in their order.

    How many moves were made is one of them only if rules ask for it, not for the limit of plies.
    """
    found = carried(program)
    clocks = () if program.timed else (schema.MOVES, schema.TURN)
    ended = (schema.OVER, schema.RANK)
    return tuple(
        one
        for one in program.fields
        if one.kind != "history"
        and (one in found or one.part in ended)
        and one.part not in (*OWN, *clocks)
    )


class _Uses:
    """What functions read before they write it, and what they write on every way."""

    def __init__(self, program: Program) -> None:
        self.positions = frozenset(one for one in program.fields if one.position)
        self._known: dict[Function, tuple[Fields, Fields] | None] = {}

    def of(self, function: Function) -> tuple[Fields, Fields]:
        """What a function may read before writing it, and what it has written in the end."""
        if function not in self._known:
            self._known[function] = None
            look = _Look(self)
            end = look.block(function.body, NOTHING)
            exits = [*look.exits, *([] if end is None else [end])]
            written = exits[0].intersection(*exits[1:]) if exits else NOTHING
            self._known[function] = frozenset(look.exposed), written
        # Asked for by itself, a function may read all that it ever reads.
        return self._known[function] or (frozenset(fields_of(function, READS)), NOTHING)


class _Look:
    """A look through one function."""

    def __init__(self, uses: _Uses) -> None:
        self.uses = uses
        self.exposed = set[Field]()
        self.exits: list[Fields] = []

    def block(self, block: Block, written: Fields) -> Fields | None:
        """What is written behind a block, of which so much was before; None if it is not left."""
        for step in block:
            if step.name in ("finish", "return"):
                self.exits.append(written)
                return None
            written = self._step(step, written)
            if step.blocks:
                started = NOTHING if _elsewhere(step) else written
                ends = [self.block(inner, started) for inner in step.blocks]
                if step.name in ("if", "snapshot"):
                    open_ = [one for one in ends if one is not None]
                    if not open_:
                        return None
                    written = open_[0].intersection(*open_[1:])
        return written

    def _step(self, step: Instruction, written: Fields) -> Fields:
        """What is written behind an instruction, its blocks apart."""
        attribute = step.attribute
        if step.name in POSITIONS:
            self.exposed |= self.uses.positions - written
        if isinstance(attribute, Callee):
            reads, writes = self.uses.of(attribute.function)
            self.exposed |= reads if attribute.copy else reads - written
            return written if attribute.copy else written | writes
        if isinstance(attribute, Access):
            if step.name == "write":
                return written | {attribute.field}
            if step.name in READS and (attribute.copy or attribute.field not in written):
                self.exposed.add(attribute.field)
        return written


def _elsewhere(step: Instruction) -> bool:
    """Whether the blocks of an instruction run on a copy of an earlier state."""
    return isinstance(step.attribute, Probe) and step.attribute.copy is not None

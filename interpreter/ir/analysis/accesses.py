"""What functions and blocks read and write, whom they call included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from interpreter.ir import schema
from interpreter.ir.program import (
    Access,
    Block,
    Callee,
    Field,
    Function,
    Instruction,
    Program,
    outside,
    walk,
)

Act = tuple[str, Field | None]
"""The name of an operation, and the field that it touches, if any."""


class Acts:
    """What the blocks of a program do that stays as it is: each function is looked through once."""

    def __init__(self) -> None:
        self._own: dict[Function, tuple[set[Act], set[Function]]] = {}

    def of(self, block: Block) -> set[Act]:
        """All that a block, or a function it calls, does."""
        acts, waiting = _acts_of(block)
        seen = set(waiting)
        while waiting:
            function = waiting.pop()
            if function not in self._own:
                self._own[function] = _acts_of(function.body)
            more, callees = self._own[function]
            acts |= more
            waiting |= callees - seen
            seen |= callees
        return acts


def _acts_of(block: Block) -> tuple[set[Act], set[Function]]:
    acts, callees = set[Act](), set[Function]()
    for step in walk(block):
        attribute = step.attribute
        acts.add((step.name, attribute.field if isinstance(attribute, Access) else None))
        if isinstance(attribute, Callee):
            callees.add(attribute.function)
    return acts, callees


def before_success(attempt: Instruction) -> Block:
    """What an attempt does up to where it is known to succeed: the rest is never put back."""
    block = attempt.blocks[0]
    if len(block) < 2:
        return block
    *before, asked, last = block
    asks = asked.name == "get" and asked.attribute is attempt.attribute
    follows = last.name == "if" and last.operands == (asked.result,) and not last.blocks[1]
    fails = any(
        step.name == "set" and step.attribute is attempt.attribute
        for inner in last.blocks
        for step in walk(inner)
    )
    return before if asks and follows and not fails else block


def drawing_alone(function: Function) -> Instruction | None:
    """What draws a number, if nothing else that a function does changes what is drawn from."""
    # What trials draw may be put back.
    lasting = outside(function.body, "probe", "attempt")
    drawing = [step for step in lasting if step.name == "random"]
    if len(drawing) != 1:
        return None
    access = cast(Access, drawing[0].attribute)
    changing = [
        step
        for step in reached(function.body)
        if step.name in WRITES and cast(Access, step.attribute).field is access.field
    ]
    return drawing[0] if changing == drawing and access.copy is None else None


def touched(block: Block) -> set[Field]:
    """Every field that a block, or a function it calls, reads or writes."""
    return {step.attribute.field for step in reached(block) if isinstance(step.attribute, Access)}


def reached(block: Block, apart: Sequence[str] = ()) -> Iterator[Instruction]:
    """All instructions of a block and of the functions that it calls, each function once.

    Args:
        apart: operations of which what is inside their blocks is left out
    """
    seen: set[Function] = set()
    waiting = [block]
    while waiting:
        here = waiting.pop()
        for step in outside(here, *apart) if apart else walk(here):
            yield step
            if isinstance(step.attribute, Callee) and step.attribute.function not in seen:
                seen.add(step.attribute.function)
                waiting.append(step.attribute.function.body)


# What asks entries of an array for every site of a set.
AT_ONCE = ("total_at", "between_at")
READS = ("read", "read_at", *AT_ONCE, "random", "seen", "cycled", "linked")
WRITES = ("write", "write_at", "random", "remember", "forget")
# What gives a field, or an entry of it, a value.
STORES = ("write", "write_at")
# What looks, decides, and keeps things to itself, besides what is pure.
QUIET = ("read", "read_at", "local", "get", "if", "loop", "each", "leave")


def fields_of(function: Function, operations: tuple[str, ...]) -> set[Field]:
    """The fields that a function, or one it calls, touches with one of these operations."""
    return {
        step.attribute.field
        for step in reached(function.body)
        if isinstance(step.attribute, Access) and step.name in operations
    }


@dataclass(frozen=True, slots=True)
class Own:
    """What a function does itself.

    Args:
        size: how many instructions it has
    """

    reads: set[Field]
    writes: set[Field]
    callees: set[Function]
    size: int


class Accesses:
    """What functions read and write, those they call included; each is looked through once."""

    def __init__(self) -> None:
        self._own: dict[Function, Own] = {}
        self._found: dict[tuple[Function, bool], set[Field]] = {}

    def of(self, function: Function, *, written: bool) -> set[Field]:
        """The fields that a function writes, or those that it reads."""
        key = function, written
        if key not in self._found:
            all_own = self._reached(function)
            found = (own.writes if written else own.reads for own in all_own)
            self._found[key] = set[Field]().union(*found)
        return self._found[key]

    def size(self, function: Function) -> int:
        """How many instructions a function has, with those it calls, each counted once."""
        return sum(own.size for own in self._reached(function))

    def _reached(self, function: Function) -> list[Own]:
        found: list[Own] = []
        seen, waiting = {function}, [function]
        while waiting:
            own = self._of_itself(waiting.pop())
            found.append(own)
            waiting += own.callees - seen
            seen |= own.callees
        return found

    def _of_itself(self, function: Function) -> Own:
        if function not in self._own:
            reads, writes, callees = set[Field](), set[Field](), set[Function]()
            steps = walk(function.body)
            for step in steps:
                attribute = step.attribute
                if isinstance(attribute, Callee):
                    callees.add(attribute.function)
                elif isinstance(attribute, Access):
                    if step.name in READS:
                        reads.add(attribute.field)
                    if step.name in WRITES:
                        writes.add(attribute.field)
            self._own[function] = Own(reads, writes, callees, len(steps))
        return self._own[function]


def by_chance(program: Program) -> bool:
    """Whether chance has a part in any move of a game."""
    names = ("generate", "allowed", "apply")
    return any(fields_of(program.function(name), ("random",)) for name in names)


@lru_cache(maxsize=4)  # asked again by each search
def is_foreseen(program: Program) -> bool:
    """Whether who searches knows the positions behind a move: nothing is drawn, nothing hidden."""
    hidden = schema.hides(one.part for one in program.fields if one.part)
    return not hidden and not by_chance(program)


def before_reads(block: Block) -> set[Field]:
    """The fields that a block reads as they were when a copy of the state was kept."""
    found = set[Field]()
    for step in walk(block):
        attribute = step.attribute
        if isinstance(attribute, Access) and attribute.copy is not None and step.name in READS:
            found.add(attribute.field)
        elif isinstance(attribute, Callee) and attribute.copy is not None:
            found |= fields_of(attribute.function, READS)
    return found


def writes(block: Block, apart: Sequence[str] = ()) -> set[Field]:
    """The fields that a block, or a function it calls, writes.

    Args:
        apart: as in `reached`
    """
    return {
        step.attribute.field
        for step in reached(block, apart)
        if isinstance(step.attribute, Access) and step.name in WRITES
    }

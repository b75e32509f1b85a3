"""A program as native code: which of its functions a module has, and which stand apart.

What is computed is defined by the Python back end and `ir/meaning/`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from copy import copy
from functools import cached_property
from typing import cast

from interpreter.ir.analysis.carried import carried
from interpreter.ir.analysis.trodden import trodden
from interpreter.ir.program import Field, Function, Program, called, walk
from interpreter.ir.relations import Relation
from interpreter.targets.llvm.assembly import Module
from interpreter.targets.llvm.layout import Layout
from interpreter.targets.llvm.lists.choice import move_list
from interpreter.targets.llvm.memory import TALLIES, TRACE_HEAD, TRACED, Memory
from interpreter.targets.llvm.sanitizer import Checks
from interpreter.targets.llvm.sets.folded import Folded, laid_out
from interpreter.targets.llvm.sets.held import WORD_BITS
from interpreter.targets.llvm.target import Target
from interpreter.targets.llvm.writing.writer import Writer

# In a part of more instructions than this, with every call written out, functions that are called
# several times stay apart, but for small ones.
MOST_INLINED, SMALL = 4000, 40
# Sets of no more sites than these are words as they are.
FEW_SITES = WORD_BITS


class Translator(Memory):
    """Writes the functions of a program into a module."""

    def __init__(self, program: Program, target: Target, *, checked: bool = False) -> None:
        super().__init__(program, target)
        self.checked = checked

    def roomy(self) -> Translator:
        """The same for code whose states are its own, and need not be small."""
        other = copy(self)
        other.layout = Layout(self.program, self.sets, self.ranges, roomy=True)
        return other

    def folded(self, entries: Sequence[str]) -> Translator:
        """The same for code whose states are its own, if sets are words without what never matters.

        Args:
            entries: what is called first, by the code alone
        """
        program = self.program
        if not entries or program.sites <= FEW_SITES:
            return self
        matter = trodden(program, self.ranges, entries, WORD_BITS)
        if matter is None:
            return self
        steps = (step for one in program.functions for step in walk(one.body))
        leading = {cast(Relation, one.attribute) for one in steps if one.name in ("image", "flood")}
        places = laid_out(program.sites, matter, program.grid, list(leading))
        if places is None:
            return self
        other = copy(self)
        other.sets = Folded(program.sites, places, self.target)
        other.moves = move_list(program, other.sets)
        other.layout = Layout(program, other.sets, self.ranges, roomy=True)
        return other

    def traced(self) -> Translator:
        """The same for code that notes the moves that are made, behind all else in its scratch."""
        other = copy(self)
        other.trace_at = self.scratch
        other.scratch = self.scratch + TRACE_HEAD + 16 * TRACED
        return other

    @cached_property
    def ignored(self) -> set[Field]:
        """What may differ without mattering for what can still happen in the game."""
        return set(self.program.fields) - carried(self.program)

    def module(
        self, entries: Sequence[str], apart: Sequence[str] = (), *, quick: bool = False
    ) -> Module:
        """A module with the functions that some entry points need.

        Args:
            apart: functions that stay apart from their callers
            quick: it is to be compiled in little time
        """
        checks = self._checks() if self.checked else None
        module = Module(checks, quick=quick, sets=(self.sets.kind, self.sets.size))
        if self.program.watched:
            held = f"[{2 * len(self.program.watched)} x i64] zeroinitializer"
            module.constants.append(f"@{TALLIES} = global {held}, align 64")
        needed = self._needed(entries)
        large = self._large(needed, entries)
        for function in self.program.functions:
            if function in needed:
                alone = function.name in apart or function in large
                Writer(self, module, function, apart=alone).write()
        return module

    def is_large(self, entries: Sequence[str]) -> bool:
        """Whether some entry points are too much code with every call written out."""
        found = sum(size for one, size in self.sizes.items() if one.name in entries)
        return found > MOST_INLINED

    @cached_property
    def sizes(self) -> dict[Function, int]:
        """Instructions of each function with every call written out."""
        found: dict[Function, int] = {}
        for function in self.program.functions:  # callees come first
            # One that is recursive calls what comes later.
            of_others = sum(found.get(one, 0) for one in called(function.body))
            found[function] = sum(1 for _ in walk(function.body)) + of_others
        return found

    def _large(self, needed: set[Function], entries: Sequence[str]) -> set[Function]:
        """Functions that would make too much code if they were written into every caller."""
        recursive = {one for one in needed if one.recursive}
        if not recursive and not self.is_large(entries):
            return set()
        calls = Counter(one for function in needed for one in called(function.body))
        several = {one for one in needed if calls[one] > 1 and self.sizes[one] > SMALL}
        return recursive | several

    def _checks(self) -> Checks:
        arrays = self.layout.size - self.layout.scalars
        states = dict.fromkeys(("%s", "%s0", "%s2"), self.layout.scalars)
        states |= dict.fromkeys(("%a", "%a0", "%a2"), arrays)
        return Checks({**states, "%m": self.moves.size, "%h": self.scratch})

    def _needed(self, entries: Sequence[str]) -> set[Function]:
        waiting = [one for one in self.program.functions if one.name in entries]
        found = set(waiting)
        while waiting:
            more = set(called(waiting.pop().body)) - found
            found |= more
            waiting.extend(more)
        return found

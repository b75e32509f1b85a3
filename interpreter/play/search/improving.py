"""The code of a search, which is soon there, and gets better while it runs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.targets.llvm.assembly import Module
    from interpreter.targets.llvm.jit import Library
    from interpreter.targets.llvm.sanitizer import Checked
    from interpreter.targets.llvm.translator import Translator
    from interpreter.targets.native import Machine

LEAST_S = 0.01
"""Seconds of searching before better code is made, at least."""


class Improving:
    """The code of a search; what it finds stays the same when it gets better.

    Args:
        machine: what runs it
        name, entries, write, names, traced: as in `Machine.part`

    Attributes:
        part: the code as it is now
    """

    def __init__(
        self,
        machine: Machine,
        name: str,
        entries: Sequence[str],
        write: Callable[[Translator, Module], None],
        names: Sequence[str],
        *,
        traced: bool = False,
    ) -> None:
        self._machine, self._name = machine, name
        self._make = partial(machine.part, name, entries, write, names, traced=traced)
        start = time.perf_counter()
        self.part: Library | Checked = self._make(quick=not machine.checked)
        self._made_in, self._spent = max(LEAST_S, time.perf_counter() - start), 0.0
        self._best = machine.checked or machine.is_best(name)

    def make_best(self) -> None:
        """Make the best code now."""
        self._make(quick=False)

    def improved(self, spent: float) -> bool:
        """Whether there is better code now; it is made where searches go on for long.

        Args:
            spent: seconds of searching since this was last asked
        """
        if self._best:
            return False
        self._spent += spent
        self._best = self._machine.is_best(self._name)
        if self._best:
            self.part = self._make(quick=True)
        elif self._spent > self._made_in:
            self._machine.improve(self._name, self.make_best)
        return self._best

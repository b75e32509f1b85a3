"""What runs a program: native code where it can be made, else Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.ir.program import Program
from interpreter.targets import python
from interpreter.targets.protocol import Running

# A state as a machine has it.
Raw = Any
BACKENDS = ("auto", "llvm", "python")


def machine_for(
    program: Program | Callable[[], Program],
    backend: str = "auto",
    *,
    key: str | None = None,
    scratch: int | None = None,
    compiled: Callable[[int], None] | None = None,
) -> Running:
    """What runs a program: native code where it can be made, else Python.

    Args:
        program: the program, or what reads it when it is first needed
        key, scratch, compiled: as in `targets.native.Machine`

    Raises:
        ValueError: native code was asked for, and cannot be made here
    """
    from interpreter.targets.llvm.jit import available  # noqa: PLC0415

    if backend == "python" or (backend == "auto" and not available()):
        return python.Machine(program if isinstance(program, Program) else program())
    if not available():
        raise ValueError("native code needs llvmlite on a little-endian machine")
    from interpreter.targets.native import Machine  # noqa: PLC0415  what Python does without

    return Machine(program, key=key, scratch=scratch, compiled=compiled)

"""Small programs that tests write, on a machine."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir.emit import Emitter
from interpreter.ir.program import Field, Program
from interpreter.ir.verify import verify
from interpreter.targets.python import Machine

SITES = 9
"""How many sites their boards have."""


def compiled(
    write: Callable[[Emitter], None],
    fields: list[Field] | None = None,
    change: Callable[[Program], None] = lambda program: None,
) -> Machine:
    """A machine with the functions that the writer defines, and a pass has changed."""
    b = Emitter()
    b.site_count = SITES
    write(b)
    program = Program("test", SITES, fields or [], b.functions, [])
    change(program)
    verify(program)
    return Machine(program)

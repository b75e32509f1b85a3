"""Many kinds of pieces: the kind on each site is kept, beside the sites of each kind.

Which of many kinds stands on a site takes a look at as many sets, and so does taking it away when
it is not known. A list with an entry for each site tells at once, but has to be written with every
piece that is put, and lies in every copy of the state: with few kinds it does not pay.
"""

from __future__ import annotations

from interpreter.ir import schema
from interpreter.ir.program import Field, Program

MOST_KINDS = 6


def keep_mailbox(program: Program) -> None:
    """Add the list to the state where there are many kinds; nothing else is changed here."""
    placed = program.part(schema.PLACED)
    if placed is None or placed.length is None or placed.length - 1 <= MOST_KINDS:
        return
    part = schema.WHAT
    bounds = (0, placed.length - 1)
    program.fields.append(Field(part.name, part.kind, program.sites + 1, bounds=bounds, part=part))

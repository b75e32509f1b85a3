"""Where all that a program works with lies in memory, and how code reads and changes it.

A state is a block of bytes in two parts: *scalars*, which are only ever read and written at known
places, and *arrays*, whose entries may be chosen while the game runs. Both parts are copied,
compared and hashed as bytes. Functions take four pointers: `%s` the scalars, `%a` the arrays, `%m`
the move list, `%h` scratch memory with the kept order of moves and the history of positions, which
grows at its end only, so that copies of a state share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from interpreter.ir.analysis.accesses import Acts
from interpreter.ir.analysis.once import once_a_game
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.program import Field, Instruction, Program
from interpreter.ir.schema import Part
from interpreter.targets.llvm.assembly import Code, Num, copy_bytes
from interpreter.targets.llvm.layout import MOST_POSITIONS, Layout, room_for_history
from interpreter.targets.llvm.lists.choice import move_list
from interpreter.targets.llvm.lists.move import MOVE, unpacked
from interpreter.targets.llvm.sets.held import Sets
from interpreter.targets.llvm.sets.lanes import arrange
from interpreter.targets.llvm.target import Target

POINTERS = (("ptr noalias", "s"), ("ptr noalias", "a"), ("ptr noalias", "m"), ("ptr noalias", "h"))
KINDS = {"int": "i64", "bool": "i1", "move": MOVE, "none": "void"}
# For each watched clause how often it was asked, and how often it held.
TALLIES = "tallies"
# Bytes of a list of moves that does not lie on the stack where one is made for a whole call.
LONG_LIST = 1 << 17
# So many moves of a game are noted where that is asked for, the last ones; a power of 2. They lie
# behind a number that says whether moves are noted now.
TRACED = 1 << 10
TRACE_HEAD = 16
# Above so many bits, who made a move is told whether the seats are swapped.
TRACED_SWAPPED = 8
# The first values of so many entries of an array are stored one by one.
MOST_STORED = 256


class Memory:
    """Tells the functions of a program where things lie, and writes how they are reached.

    Args:
        target: what the code is for
    """

    def __init__(self, program: Program, target: Target) -> None:
        self.program, self.target = program, target
        self.sets: Sets = arrange(program.sites, program.grid, target)
        self.ranges = Ranges(program)
        self.acts = Acts()
        self.layout = Layout(program, self.sets, self.ranges)
        self.moves = move_list(program, self.sets)
        # The history begins behind the kept order in the scratch memory.
        self.history_at = self.moves.scratch
        self.scratch = self.moves.scratch
        if self.layout.history is not None:
            self.scratch += room_for_history(MOST_POSITIONS)
        # A long list lies behind it, one for each thread, and not on the stack.
        self.listed_at = self.scratch if self.moves.size > LONG_LIST else None
        if self.listed_at is not None:
            self.scratch += self.moves.size
        self.trace_at: int | None = None

    @cached_property
    def once(self) -> frozenset[Instruction]:
        """What runs about once a game."""
        return once_a_game(self.program)

    def kind(self, kind: str) -> str:
        """LLVM's type of a kind of values."""
        return self.sets.kind if kind == "sites" else KINDS[kind]

    def call(self, c: Code, name: str, *operands: Num | str, state: Sequence[str] = ()) -> str:
        """Call a function of the program by its name; packed moves are unpacked for it."""
        function = self.program.function(name)
        kinds = [self.kind(value.kind) for value in function.parameters]
        operands = tuple(
            unpacked(c, one) if kind == MOVE and isinstance(one, Num) and one.kind == "i64" else one
            for one, kind in zip(operands, kinds, strict=True)
        )
        pointers = tuple(state) or ("%s", "%a", "%m", "%h")
        return c.call(
            self.kind(function.result), f"f_{name}",
            *(("ptr", one) for one in pointers),
            *((kind, str(value)) for kind, value in zip(kinds, operands, strict=True)),
        )  # fmt: skip

    def place(self, c: Code, field: Field, index: str | int = 0, *,
              s: str = "%s", a: str = "%a") -> str:  # fmt: skip
        """A pointer to an entry of a field."""
        if isinstance(index, int):
            part, start = self.layout.places[field][index]
            return c.at(s if part == "s" else a, start)
        low, size = self.layout.chosen[field].low, self.layout.entry(field)
        first, whole = self.layout.stretch(field)
        start = c.bounded(c.at(a, first - low * size), whole, skip=low * size)
        return c.at(start, index, size)

    def scalar(self, c: Code, part: Part, index: int = 0, *, s: str = "%s") -> Num:
        """A number of the state; 0 if the program has no such part."""
        field = self.program.part(part)
        if field is None:
            return c.num("0")
        return c.num(self.load(c, field, self.place(c, field, index, s=s)))

    def load(self, c: Code, field: Field, place: str) -> str:
        """An entry of a field, at its place."""
        if field.kind == "sites":
            return c.load(self.sets.kind, place)
        kind = f"i{8 * self.layout.entry(field)}"
        held = c.load(kind, place)
        return held if kind == "i64" else c.value(f"sext {kind} {held} to i64")

    def store(self, c: Code, field: Field, value: str, place: str) -> None:
        """Change an entry of a field, at its place."""
        if field.kind == "sites":
            c.store(self.sets.kind, value, place)
            return
        bits = 8 * self.layout.entry(field)
        c.store(f"i{bits}", _narrowed(c, value, bits), place)

    def set_scalar(self, c: Code, part: Part, value: Num | str) -> None:
        """Change a number of the state, if the program has it."""
        field = self.program.part(part)
        if field is not None:
            self.store(c, field, str(value), self.place(c, field))

    def blank(self, c: Code) -> None:
        """Give every field its initial value; long arrays are copied from a table."""
        if c.module.small:
            for pointer, start, size in (
                ("%s", 0, self.layout.scalars),
                ("%a", self.layout.scalars, self.layout.size - self.layout.scalars),
            ):
                self._copy_blank(c, pointer, start, size)
            return
        long = {one for one in self.layout.chosen if (one.length or 1) > MOST_STORED}
        if long:
            scalars = self.layout.scalars
            self._copy_blank(c, "%a", scalars, self.layout.size - scalars)
        for field in self.program.fields:
            if field.kind == "sites":
                value = self.sets.given(c, field.initial)
            else:
                value = str(field.initial)
            for index in range(field.length or 1):
                if field not in long or self.layout.places[field][index][0] == "s":
                    self.store(c, field, value, self.place(c, field, index))

    def _copy_blank(self, c: Code, pointer: str, start: int, size: int) -> None:
        """Copy a part of the state in which every field has its initial value."""
        name = c.module.data(
            ("blank", id(self.layout), pointer),
            lambda: self.layout.initial(self.program)[start : start + size],
        )
        copy_bytes(c, pointer, name, size)


def _narrowed(c: Code, value: str, bits: int) -> str:
    """The lower bits of a number of 64 bits."""
    if bits == 64:
        return value
    if not value.lstrip("-").isdigit():
        return c.value(f"trunc i64 {value} to i{bits}")
    half = 1 << bits - 1
    return str((int(value) + half) % (2 * half) - half)

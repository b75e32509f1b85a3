"""Where the fields of a state lie in its block of bytes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from interpreter.ir.analysis.accesses import AT_ONCE
from interpreter.ir.analysis.ranges import Ranges
from interpreter.ir.program import MOST_MOVES, Access, Field, Program, walk
from interpreter.targets.llvm.sets.held import Sets

WORD = 8
# What the processor reads at once.
LINE = 64
# The field with the history holds how many positions there are, and above so many bits how many
# of them, the first ones, do not count any more.
HISTORY_BITS = 32
# So many positions are remembered at most, and so many of them compared at once.
MOST_POSITIONS, ABREAST = MOST_MOVES + 64, 16
# An entry among so many is chosen by comparing, so that all of them can lie in registers.
FEW_ENTRIES = 3
# What chooses an entry.
CHOOSING = ("read_at", "write_at", "linked")


class Layout:
    """Where the fields lie in the block of a state.

    Args:
        roomy: numbers take a word each, as fast code likes it that keeps them in registers; else no
            more bytes than they need
    Attributes:
        scalars: bytes of the first part
        filled: those of them that hold fields
        size: bytes of both parts, whole words
        history: the field with the positions that were remembered, if there is one
    """

    def __init__(
        self, program: Program, sets: Sets, ranges: Ranges, *, roomy: bool = False
    ) -> None:
        self.sets = sets
        self.widths = {
            one: width_of(ranges.fields[one])
            for one in program.fields
            if one.kind == "int"
            and not (roomy and one.length is None and (one.part is None or not one.part.limit))
        }
        # Of every entry: its part and its offset there.
        self.places: dict[Field, list[tuple[str, int]]] = {}
        every = _chosen_while_running(program, ranges)
        self.few = {one: it for one, it in every.items() if it.high - it.low < FEW_ENTRIES}
        self.chosen = {one: it for one, it in every.items() if one not in self.few}
        sizes = {"s": 0, "a": 0}
        # Sets first: they need the wider alignment; then arrays of which entries are chosen, which
        # begin at a word. Other numbers stand close together, those first that need more bytes.
        for field in sorted(program.fields, key=self._order):
            chosen = self.chosen.get(field)
            places: list[tuple[str, int]] = []
            for index in range(field.length or 1):
                part = "a" if chosen is not None and chosen.low <= index <= chosen.high else "s"
                places.append((part, sizes[part]))
                sizes[part] += self.entry(field)
            if self.is_word(field):
                sizes = {part: _up_to(WORD, size) for part, size in sizes.items()}
            if chosen is not None and chosen.spare:
                sizes["a"] += max(WORD, self.entry(field))
            self.places[field] = places
        self.filled = sizes["s"]
        # Where the parts lie one behind the other, sets stay at multiples of what they take.
        unit = min(LINE, 1 << (sets.size - 1).bit_length())
        self.scalars = _up_to(unit, sizes["s"])
        self.size = self.scalars + _up_to(unit, sizes["a"])
        self.history = next((one for one in program.fields if one.kind == "history"), None)

    def _order(self, field: Field) -> tuple[bool, bool, int]:
        return field.kind != "sites", field not in self.chosen, -self.entry(field)

    def is_word(self, field: Field) -> bool:
        """Whether the words that hold a field hold nothing else."""
        return field.kind == "sites" or field in self.chosen or self.entry(field) == WORD

    def entry(self, field: Field) -> int:
        """Bytes of an entry of a field: of numbers no more than they need."""
        return self.sets.size if field.kind == "sites" else self.widths.get(field, WORD)

    def offset(self, field: Field, index: int = 0) -> int:
        """Where an entry of a field begins in the block."""
        part, place = self.places[field][index]
        return place + (self.scalars if part == "a" else 0)

    def stretch(self, field: Field) -> tuple[int, int]:
        """Where the entries of a field that are chosen begin in the arrays, and their bytes."""
        chosen, size = self.chosen[field], self._chosen_bytes(field)
        spare = max(WORD, self.entry(field)) if chosen.spare else 0
        return self.places[field][chosen.low][1], size + spare

    def spare(self, field: Field) -> int:
        """The number of the entry to which is written what lies outside of an array."""
        return self.chosen[field].low + self._chosen_bytes(field) // self.entry(field)

    def _chosen_bytes(self, field: Field) -> int:
        """Bytes of the entries of a field that are chosen, up to a whole word."""
        chosen = self.chosen[field]
        return _up_to(WORD, (chosen.high - chosen.low + 1) * self.entry(field))

    def words(self, field: Field) -> list[tuple[str, int]]:
        """The words that hold the entries of a field: part and offset; what else they hold is 0."""
        width = self.entry(field)
        found = [(part, place + word) for part, place in self.places[field]
                 for word in range(0, width, WORD)]  # fmt: skip
        return list(dict.fromkeys((part, place - place % WORD) for part, place in found))

    def initial(self, program: Program) -> bytes:
        """The block in which every field has its initial value."""
        block = bytearray(self.size)
        for field in program.fields:
            if field.kind == "history":
                continue
            if field.kind == "sites":
                held = self.sets.bytes(field.initial)
            else:
                size = self.entry(field)
                held = (field.initial & (1 << 8 * size) - 1).to_bytes(size, "little")
            for index in range(field.length or 1):
                start = self.offset(field, index)
                block[start : start + len(held)] = held
        return bytes(block)


def room_for_history(positions: int) -> int:
    """Bytes for so many positions, of which those behind the last are looked at as well."""
    return WORD * (positions + ABREAST)


def remembered(history: int) -> int:
    """How many positions are kept, by what the field with the history holds."""
    return history & (1 << HISTORY_BITS) - 1


def _up_to(unit: int, size: int) -> int:
    """The first multiple of a unit that is no less than a size."""
    return -(-size // unit) * unit


def width_of(bounds: tuple[int, int]) -> int:
    """Bytes that hold all numbers between two bounds."""
    low, high = bounds
    return next(size for size in (1, 2, 4, 8) if -low <= 1 << 8 * size - 1 > high)


@dataclass(slots=True)
class Chosen:
    """The entries of an array among which the running game chooses.

    Args:
        low, high: the first and the last of them
        spare: one more stands behind them, for what is written outside of the array
    """

    low: int
    high: int
    spare: bool = False


def _chosen_while_running(program: Program, ranges: Ranges) -> dict[Field, Chosen]:
    """The array fields of which some entry is chosen while the game runs."""
    found: dict[Field, Chosen] = {}
    for function in program.functions:
        for step in walk(function.body):
            if step.name in AT_ONCE:
                behind = step.operands[1].constant
                assert behind is not None
                low, high = behind, behind + program.sites - 1
            elif step.name in CHOOSING and step.operands[0].constant is None:
                low, high = ranges.of(function, step.operands[0])
            else:
                continue
            field = cast(Access, step.attribute).field
            last = (field.length or 1) - 1
            outside = low < 0 or high > last
            if outside and step.name != "write_at":
                low = 0  # what is read for a number out of range
            low, high = max(0, min(low, last)), max(0, min(high, last))
            here = found.setdefault(field, Chosen(low, high))
            here.low, here.high = min(here.low, low), max(here.high, high)
            here.spare |= outside and step.name == "write_at"
    return found

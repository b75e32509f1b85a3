"""The states of several games: for every entry of every field a vector."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from interpreter.ir.program import Field
from interpreter.targets.llvm.lanes.vectors import Lanes, Vectors, constant


class LaneState:
    """Room for the states, and what is read from it and written to it.

    Args:
        fields: those that are ever read, and the bits of their entries; what is written to others
            is dropped
    """

    def __init__(self, vectors: Vectors, fields: Mapping[Field, int]) -> None:
        self.v, self.fields = vectors, fields
        self.places = {
            field: vectors.code.slot(f"[{field.length or 1} x {vectors.kind(bits)}]", align=64)
            for field, bits in fields.items()
        }

    def _place(self, field: Field, entry: int) -> str:
        size = self.fields[field] // 8 * self.v.width
        return self.v.code.at(self.places[field], entry, size)

    def entry(self, field: Field, entry: int = 0) -> Lanes:
        """An entry that is known beforehand."""
        return self.v.held(self._place(field, entry), self.fields[field])

    def change(self, mask: str, field: Field, entry: int, value: Lanes) -> None:
        """Change an entry that is known beforehand, in the games of a mask."""
        if field in self.fields:
            self.v.keep_in(mask, self._place(field, entry), self.fields[field], value)

    def among(self, field: Field, entries: Sequence[int], index: Lanes, other: int) -> Lanes:
        """One of some entries; the other for every number that is none of them."""
        v = self.v
        found = self.entry(field, other)
        for entry in entries:
            if entry != other:
                here = v.ask("eq", index, constant(entry))
                found = v.pick(here, self.entry(field, entry), found)
        return found

    def change_among(
        self, mask: str, field: Field, entries: Sequence[int], index: Lanes, value: Lanes
    ) -> None:
        """Change one of some entries; none where the number is none of theirs."""
        for entry in entries:
            here = self.v.ask("eq", index, constant(entry))
            self.change(self.v.both(mask, here), field, entry, value)

    def at(self, mask: str, field: Field, index: Lanes) -> Lanes:
        """One of all entries, which is there in the games of the mask."""
        return self.v.entry_at(mask, self.places[field], self.fields[field], index)

    def change_at(self, mask: str, field: Field, index: Lanes, value: Lanes) -> None:
        """Change one of all entries, which is there in the games of the mask."""
        if field in self.fields:
            self.v.keep_at(mask, self.places[field], self.fields[field], index, value)

    def blank(self, mask: str) -> None:
        """Give every field its initial value, in the games of a mask."""
        for field, entry in self._entries():
            self.change(mask, field, entry, constant(field.initial))

    def take(self, mask: str, other: LaneState) -> None:
        """Make the states of some games those of another."""
        for field, entry in self._entries():
            self.change(mask, field, entry, other.entry(field, entry))

    def _entries(self) -> Iterator[tuple[Field, int]]:
        for field in self.fields:
            for entry in range(field.length or 1):
                yield field, entry

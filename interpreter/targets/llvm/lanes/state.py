"""The states of several games: for every entry of every field a vector, or one for each word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from interpreter.ir.program import Field
from interpreter.targets.llvm.lanes.sets import LaneSet
from interpreter.targets.llvm.lanes.vectors import Lanes, Vectors, constant


class LaneState:
    """Room for the states, and what is read from it and written to it.

    Args:
        fields: those that are ever read, and the bits of each part of their entries, which are one
            number, or the words of a set; what is written to others is dropped
    """

    def __init__(self, vectors: Vectors, fields: Mapping[Field, Sequence[int]]) -> None:
        self.v, self.fields = vectors, fields
        self.places = {
            field: vectors.code.slot(
                f"[{(field.length or 1) * len(widths)} x {vectors.kind(widths[0])}]", align=64
            )
            for field, widths in fields.items()
        }

    def rooms(self, field: Field, entry: int) -> list[tuple[str, int]]:
        """Room for each part of an entry, and how many bits it has."""
        widths = self.fields[field]
        size = widths[0] // 8 * self.v.width
        first = entry * len(widths)
        return [
            (self.v.code.at(self.places[field], first + at, size), bits)
            for at, bits in enumerate(widths)
        ]

    def entry(self, field: Field, entry: int = 0) -> Lanes | LaneSet:
        """An entry that is known beforehand."""
        return _whole(field, [self.v.held(*each) for each in self.rooms(field, entry)])

    def number(self, field: Field, entry: int = 0) -> Lanes:
        """An entry that is known beforehand, of a field of numbers."""
        found = self.entry(field, entry)
        assert isinstance(found, Lanes)
        return found

    def change(self, mask: str, field: Field, entry: int, value: Lanes | LaneSet) -> None:
        """Change an entry that is known beforehand, in the games of a mask."""
        if field in self.fields:
            for room, part in zip(self.rooms(field, entry), value.parts, strict=True):
                self.v.keep_in(mask, *room, part)

    def among(
        self, field: Field, entries: Sequence[int], index: Lanes, other: int
    ) -> Lanes | LaneSet:
        """One of some entries; the other for every number that is none of them."""
        v = self.v
        found = self.entry(field, other).parts
        for entry in entries:
            if entry != other:
                here = v.ask("eq", index, constant(entry))
                both = zip(self.entry(field, entry).parts, found, strict=True)
                found = tuple(v.pick(here, *each) for each in both)
        return _whole(field, found)

    def change_among(
        self,
        mask: str,
        field: Field,
        entries: Sequence[int],
        index: Lanes,
        value: Lanes | LaneSet,
    ) -> None:
        """Change one of some entries; none where the number is none of theirs."""
        for entry in entries:
            here = self.v.ask("eq", index, constant(entry))
            self.change(self.v.both(mask, here), field, entry, value)

    def at(self, mask: str, field: Field, index: Lanes) -> Lanes | LaneSet:
        """One of all entries, which is there in the games of the mask."""
        places = self._vectors_of(field, index)
        return _whole(field, [
            self.v.entry_at(mask, self.places[field], bits, place) for place, bits in places
        ])  # fmt: skip

    def change_at(self, mask: str, field: Field, index: Lanes, value: Lanes | LaneSet) -> None:
        """Change one of all entries, which is there in the games of the mask."""
        if field not in self.fields:
            return
        both = zip(self._vectors_of(field, index), value.parts, strict=True)
        for (place, bits), part in both:
            self.v.keep_at(mask, self.places[field], bits, place, part)

    def _vectors_of(self, field: Field, index: Lanes) -> list[tuple[Lanes, int]]:
        """For each part of an entry where it is, and how many bits it has."""
        v, widths = self.v, self.fields[field]
        if len(widths) == 1:
            return [(v.spread_out(index), widths[0])]
        first = v.do("mul", v.as_wide(index, 32), constant(len(widths)))
        return [
            (v.spread_out(v.do("add", first, constant(at))), bits) for at, bits in enumerate(widths)
        ]

    def blank(self, mask: str) -> None:
        """Give every field its initial value, in the games of a mask."""
        for field, entry in self.entries():
            for at, (room, bits) in enumerate(self.rooms(field, entry)):
                self.v.keep_in(mask, room, bits, constant(field.initial >> at * bits))

    def take(self, mask: str, other: LaneState) -> None:
        """Make what another has of some games theirs."""
        for field, entry in other.entries():
            self.change(mask, field, entry, other.entry(field, entry))

    def entries(self) -> Iterator[tuple[Field, int]]:
        """All entries of all fields."""
        for field in self.fields:
            for entry in range(field.length or 1):
                yield field, entry


def _whole(field: Field, parts: Sequence[Lanes]) -> Lanes | LaneSet:
    return LaneSet(tuple(parts)) if field.kind == "sites" else parts[0]

"""Small numbers of several games side by side in one number of each."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.ir.analysis.ranges import Range
from interpreter.targets.llvm.lanes.vectors import Lanes, Vectors, bits_for, constant, in_bits

SIZES = 16, 32


class Packing:
    """How numbers are packed of which it is known between which others they lie.

    Args:
        bounds: of each number; what is always the same takes no room
    Attributes:
        bits: of all together; None where they are too many
    """

    def __init__(self, vectors: Vectors, bounds: Sequence[Range]) -> None:
        self.v, self.bounds = vectors, tuple(bounds)
        self.sizes = [(high - low).bit_length() for low, high in bounds]
        self.places = [sum(self.sizes[:at]) for at in range(len(bounds))]
        widest = max(bits_for(*each) for each in bounds)
        # What is unpacked has no sign: the highest bit stays free.
        fitting = (bits for bits in SIZES if sum(self.sizes) < bits and widest <= bits)
        self.bits = next(fitting, None)

    def packed(self, numbers: Sequence[Lanes]) -> Lanes:
        """All numbers in one; anything for games whose numbers do not lie within the bounds."""
        assert self.bits is not None
        known, others = 0, list[Lanes]()
        for number, place, size, (low, _) in zip(
            numbers, self.places, self.sizes, self.bounds, strict=True
        ):
            if not size:
                continue
            known -= low << place
            if number.number is not None:
                known += number.number << place
            else:
                wide = self.v.as_wide(number, self.bits)
                others.append(self.v.do("shl", wide, constant(place)) if place else wide)
        found = constant(in_bits(known, self.bits))
        for other in others:
            found = other if found.number == 0 else self.v.do("add", other, found)
        return found

    def unpacked(self, packed: Lanes) -> list[Lanes]:
        """The numbers again."""
        assert self.bits is not None
        if packed.number is None:
            packed = self.v.as_wide(packed, self.bits)
        return [self._one(packed, at) for at in range(len(self.bounds))]

    def _one(self, packed: Lanes, at: int) -> Lanes:
        v, (low, _), place, size = self.v, self.bounds[at], self.places[at], self.sizes[at]
        if not size:
            return constant(low)
        if packed.number is not None:
            return constant((packed.number >> place & (1 << size) - 1) + low)
        found = v.do("lshr", packed, constant(place)) if place else packed
        if place + size < packed.bits:
            found = v.do("and", found, constant((1 << size) - 1))
        return v.do("add", found, constant(low)) if low else found

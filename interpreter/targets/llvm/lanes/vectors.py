"""Vectors with one number of each game, and masks that tell which games are meant.

Numbers take no more bits than they need, since the processor does as much in as many bits. Where
two meet, the narrower one is made as wide as the other. A mask is a vector of truths; those that
are known while the code is written are `ALL` and `NONE`, and what they decide is not written.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from interpreter.targets.llvm.assembly import Code, Num, signed
from interpreter.targets.llvm.layout import width_of
from interpreter.targets.llvm.sets.held import ONE_A_BYTE, TOP_OF_BYTES
from interpreter.targets.llvm.target import Target

ALL, NONE = "splat (i1 true)", "zeroinitializer"
# Bytes, and words, of the widest vectors that processors have.
BYTES, WORDS = 64, 8
WORD_PIECE = f"<{WORDS} x i64>"
# The later parts of AVX-512: processors have either all of them or lack what matters most here.
LATE = (
    "avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512cd", "avx512vbmi", "avx512bitalg",
    "avx512vpopcntdq",
)  # fmt: skip
# A register of AVX2 is looked up in by halves of so many bytes: in tables of so many halves, to
# read from memory is no faster; and to choose among so many words is as fast.
HALF, MOST_HALVES, FEW_WORDS = 16, 8, 4
# Of so many bits one is found in registers.
BITS = 1024
# Tables of more bytes are read from memory.
MOST_PERMUTED = 512
# Processors gather numbers of so many bits, or twice as many.
LEAST_GATHERED = 32


def bits_for(low: int, high: int) -> int:
    """Bits of a signed number between two bounds."""
    return 8 * width_of((low, high))


def able(target: Target, parts: Sequence[str] = ("avx2",)) -> bool:
    """Whether a processor has some parts: those that games in lanes need, if not given."""
    return {f"+{one}" for one in parts} <= set(target.features.split(","))


@dataclass(frozen=True, slots=True)
class Lanes:
    """A number of each game.

    Args:
        name: LLVM's name of the vector; none for a constant
        bits: of each number
        number: the constant
    """

    name: str
    bits: int
    number: int | None = None

    @property
    def parts(self) -> tuple[Lanes, ...]:
        """The vectors that hold it, as those of a set or a move do."""
        return (self,)


def constant(number: int) -> Lanes:
    """The same number for every game."""
    signed = in_bits(number, 64)
    return Lanes("", bits_for(signed, signed), signed)


class Vectors:
    """Writes what is done to vectors.

    Args:
        width: how many games are played at once
    Attributes:
        truths: LLVM's type of masks
        late: whether the processor has the later parts of AVX-512. If not, an entry of each game
            is read and written one after another, whether it is meant or not
        permutes: whether it puts bytes and words of a register where others tell
        shuffles: whether it does so with bytes, in halves of a register of AVX2
    """

    def __init__(self, code: Code, width: int, target: Target) -> None:
        self.code, self.width = code, width
        self.truths = f"<{width} x i1>"
        self.late = able(target, LATE)
        self.permutes = self.late and width % WORDS == 0
        self.shuffles = able(target) and not self.late

    def kind(self, bits: int) -> str:
        """LLVM's type of vectors of numbers."""
        return f"<{self.width} x i{bits}>"

    # Numbers

    def room(self, bits: int) -> str:
        """Room for a number of each game."""
        return self.code.slot(self.kind(bits), align=BYTES)

    def held(self, room: str, bits: int) -> Lanes:
        """What a room has."""
        return Lanes(self.code.load(self.kind(bits), room, BYTES), bits)

    def keep(self, room: str, bits: int, value: Lanes) -> None:
        """Change what a room has."""
        self.code.store(self.kind(bits), self.text(value, bits), room, BYTES)

    def keep_in(self, mask: str, room: str, bits: int, value: Lanes) -> None:
        """Change what a room has for the games of a mask."""
        if mask != ALL:
            value = self.pick(mask, self.as_wide(value, bits), self.held(room, bits))
        self.keep(room, bits, value)

    def text(self, value: Lanes, bits: int) -> str:
        """A vector of numbers of so many bits, as LLVM's text has it."""
        if value.number is not None:
            return f"splat (i{bits} {in_bits(value.number, bits)})"
        if value.bits == bits:
            return value.name
        operation = "sext" if bits > value.bits else "trunc"
        old, new = self.kind(value.bits), self.kind(bits)
        return self.code.value(f"{operation} {old} {value.name} to {new}")

    def as_wide(self, value: Lanes, bits: int) -> Lanes:
        """A number in so many bits."""
        return Lanes(self.text(value, bits), bits)

    def everywhere(self, number: Num | str, bits: int = 64) -> Lanes:
        """A number that is known when the code runs, for every game."""
        return Lanes(self.code.alike(f"i{bits}", number, self.width), bits)

    def places(self, bits: int) -> Lanes:
        """The number of each lane, from 0."""
        return Lanes("<" + ", ".join(f"i{bits} {lane}" for lane in range(self.width)) + ">", bits)

    def do(self, operation: str, left: Lanes, right: Lanes, bits: int = 0) -> Lanes:
        """An operation of LLVM on two numbers.

        Args:
            bits: of the result, if it can have more than the operands
        """
        bits = max(bits, left.bits, right.bits)
        both = f"{self.text(left, bits)}, {self.text(right, bits)}"
        return Lanes(self.code.value(f"{operation} {self.kind(bits)} {both}"), bits)

    def shifted(self, operation: str, number: Lanes, places: Lanes, bits: int) -> Lanes:
        """A number of 32 or 64 bits moved by so many places; 0 where these are all bits or more."""
        number, places = (self.as_wide(one, bits) for one in (number, places))
        # What the instruction gives for so many places, LLVM leaves open.
        whole = 512 if self.permutes else 256 if self.shuffles else 0
        size = whole // bits
        if size and self.width % size == 0:
            family = "avx512" if self.permutes else "avx2"
            name = f"llvm.x86.{family}.p{'sllv' if operation == 'shl' else 'srlv'}"
            full = f"{name}.{'q' if bits == 64 else 'd'}.{whole}"
            kind = f"<{size} x i{bits}>"
            pairs = zip(self._pieces(number, size), self._pieces(places, size), strict=True)
            found = [self.code.intrinsic(kind, full, *((kind, one) for one in pair))
                     for pair in pairs]  # fmt: skip
            return Lanes(self._joined(found, bits, size), bits)
        moved = self.do(operation, number, places)
        return self.pick(self.ask("ult", places, constant(bits)), moved, constant(0))

    def moved(self, operation: str, number: Lanes, places: Lanes) -> Lanes:
        """A number moved by fewer places than it has bits; anything where these are more."""
        found = self.do(operation, number, places)
        return Lanes(self.code.value(f"freeze {self.kind(found.bits)} {found.name}"), found.bits)

    def below_highest(self, number: Lanes) -> Lanes:
        """The highest bit of a number of 32 or 64 bits, and all bits below it; none of 0."""
        if self.late:
            zeros = self.intrinsic("ctlz", number, flag="false")
            return self.shifted("lshr", constant(-1), zeros, number.bits)
        places = 1
        while places < number.bits:
            number = self.do("or", number, self.do("lshr", number, constant(places)))
            places *= 2
        return number

    def sums(self, number: Lanes) -> Lanes:
        """For each byte of a number of 64 bits the sum of it and all lower ones."""
        if self.late:
            return self.do("mul", number, constant(ONE_A_BYTE))
        for places in (8, 16, 32):
            number = self.do("add", number, self.do("shl", number, constant(places)))
        return number

    def marked(self, number: Lanes) -> Lanes:
        """Of how many bytes of a number of 64 bits the highest bit is set."""
        tops, size = self.do("and", number, constant(TOP_OF_BYTES)), 2 * HALF // 8
        if not self.shuffles or self.width % size:
            return self.intrinsic("ctpop", tops)
        c, kind, words = self.code, f"<{2 * HALF} x i8>", f"<{size} x i64>"
        found: list[str] = []
        for piece in self._pieces(self.do("lshr", tops, constant(7)), size):
            bytes_ = (kind, c.value(f"bitcast {words} {piece} to {kind}"))
            nothing = (kind, "zeroinitializer")
            found.append(c.intrinsic(words, "llvm.x86.avx2.psad.bw", bytes_, nothing))
        return Lanes(self._joined(found, 64, size), 64)

    def short_product(self, left: Lanes, right: Lanes) -> Lanes:
        """The product of two numbers from 0 to 2³² - 1, in 64 bits."""
        if not self.late:  # a product of halves, if it is known that there are no others
            right = self.do("and", self.as_wide(right, 64), constant((1 << 32) - 1))
        return self.do("mul", left, right, 64)

    def ask(self, relation: str, left: Lanes, right: Lanes) -> str:
        """For which games a relation of LLVM holds between two numbers."""
        bits = max(left.bits, right.bits)
        both = f"{self.text(left, bits)}, {self.text(right, bits)}"
        return self.code.value(f"icmp {relation} {self.kind(bits)} {both}")

    def pick(self, mask: str, yes: Lanes, no: Lanes) -> Lanes:
        """For the games of a mask one number, for the others another."""
        if mask in (ALL, NONE) or yes == no:
            return no if mask == NONE else yes
        bits = max(yes.bits, no.bits)
        kind = self.kind(bits)
        both = f"{kind} {self.text(yes, bits)}, {kind} {self.text(no, bits)}"
        return Lanes(self.code.value(f"select {self.truths} {mask}, {both}"), bits)

    def intrinsic(self, name: str, *operands: Lanes, flag: str | None = None) -> Lanes:
        """One of LLVM's intrinsics, of numbers."""
        bits = max(one.bits for one in operands)
        kind = self.kind(bits)
        arguments = [(kind, self.text(one, bits)) for one in operands]
        flags = [] if flag is None else [("i1", flag)]
        full = f"llvm.{name}.v{self.width}i{bits}"
        return Lanes(self.code.intrinsic(kind, full, *arguments, *flags), bits)

    # Arrays, of which each game means an entry of its own

    def entry_at(
        self, mask: str, array: str, bits: int, index: Lanes, apart: int | None = None
    ) -> Lanes:
        """The entry of an array that each game of a mask means.

        Args:
            bits: that are read, 32 or 64, or 8 or 16 where entries are read one after another
            index: of an entry that is there, `spread_out` or `in_rows` where games have their own
            apart: bits from one entry to the next; as many as are read if not given
        """
        apart = bits if apart is None else apart
        kind, many = self.kind(bits), f"<{self.width} x ptr>"
        if not self.late:
            index, mask = self.pick(mask, index, constant(0)), ALL
        return Lanes(self.code.intrinsic(
            kind, f"llvm.masked.gather.v{self.width}i{bits}.v{self.width}p0",
            (many, self._places_of(array, apart, index)), ("i32", str(apart // 8)),
            (self.truths, mask), (kind, "zeroinitializer"),
        ), bits)  # fmt: skip

    def keep_at(self, mask: str, array: str, bits: int, index: Lanes, value: Lanes) -> None:
        """Change the entry of an array that each game of a mask means."""
        kind, many = self.kind(bits), f"<{self.width} x ptr>"
        places = self._places_of(array, bits, index)
        if not self.late and mask != ALL:
            nowhere = f"{many} {self.code.alike('ptr', self._nowhere, self.width)}"
            places = self.code.value(f"select {self.truths} {mask}, {many} {places}, {nowhere}")
            mask = ALL
        self.code.intrinsic(
            "void", f"llvm.masked.scatter.v{self.width}i{bits}.v{self.width}p0",
            (kind, self.text(value, bits)), (many, places),
            ("i32", str(bits // 8)), (self.truths, mask),
        )  # fmt: skip

    @cached_property
    def _nowhere(self) -> str:
        """Where those write who have nothing to write."""
        return self.code.slot("i64")

    def _places_of(self, array: str, bits: int, index: Lanes) -> str:
        place = self.text(index, 32)
        return self.code.value(f"getelementptr i{bits}, ptr {array}, {self.kind(32)} {place}")

    def spread_out(self, index: Lanes) -> Lanes:
        """Where an array of vectors has the entry that each game means."""
        first = self.do("mul", self.as_wide(index, 32), constant(self.width))
        return self.do("add", first, self.places(32))

    def in_rows(self, index: Lanes, length: int) -> Lanes:
        """Where an array with a row of so many entries for each game has that which it means."""
        rows = ", ".join(f"i32 {lane * length}" for lane in range(self.width))
        return self.do("add", self.as_wide(index, 32), Lanes(f"<{rows}>", 32))

    # Tables

    def table(self, mask: str, entries: Sequence[int], index: Lanes) -> Lanes:
        """An entry of a table, for a number that is one's in the games of a mask."""
        found = self.byte_entries(entries, index)
        if found is None:
            found = self._narrow_entries(mask, entries, index)
        if found is not None:
            return found
        words = tuple(entry & (1 << 64) - 1 for entry in entries)
        pack = f"<{len(words)}Q"
        name = self.code.module.data(("words", words), lambda: struct.pack(pack, *words))
        return self.entry_at(mask, name, 64, index)

    def _narrow_entries(self, mask: str, entries: Sequence[int], index: Lanes) -> Lanes | None:
        """The entry of a table of small numbers, which takes little memory; None for others."""
        low, high = min(entries), max(entries)
        if low < -1 << LEAST_GATHERED - 1 or high >= 1 << LEAST_GATHERED - 1:
            return None
        bits = bits_for(low, high)
        letter = {8: "b", 16: "h", 32: "i"}[bits]
        size = LEAST_GATHERED if self.late else bits
        whole = *entries, *[0] * (size // bits)  # what is read with the last of them
        pack = f"<{len(whole)}{letter}"
        name = self.code.module.data(("narrow", bits, whole), lambda: struct.pack(pack, *whole))
        read, others = self.entry_at(mask, name, size, index, bits), size - bits
        if not others:
            return read
        return self.do("ashr", self.do("shl", read, constant(others)), constant(others))

    def few_entries(self, entries: Sequence[int], index: Lanes, bits: int) -> Lanes | None:
        """The entry of a table of up to 64 words; None where this is no faster than to read it.

        Where the table has few words, each in several places, bytes tell which, and these and the
        words lie in registers.

        Args:
            bits: of a word, 32 or 64
        """
        if not self.late and len(entries) <= FEW_WORDS:
            return self._chosen(entries, index, bits)
        words, size = list(dict.fromkeys(entries)), 512 // bits
        fits = len(entries) <= BYTES and len(words) <= 2 * size
        if not (self.permutes and fits) or self.width % size:
            return None
        index = self.as_wide(index, bits)
        if len(entries) <= 2 * size:
            return self._words_at(entries, index)
        places = [words.index(one) for one in entries] + [0] * (BYTES - len(entries))
        numbers = "<" + ", ".join(f"i8 {one}" for one in places) + ">"
        many = f"<{size} x i{bits}>"
        # The upper bytes of an index are 0, and so is the first of the numbers.
        which = [self._permuted([numbers], one, many) for one in self._pieces(index, size)]
        return self._words_at(words, Lanes(self._joined(which, bits, size), bits))

    def _chosen(self, entries: Sequence[int], index: Lanes, bits: int) -> Lanes:
        """One of a few words."""
        found, *others = (Lanes(self.text(constant(one), bits), bits) for one in entries)
        for at, word in enumerate(others, 1):
            found = self.pick(self.ask("eq", index, constant(at)), word, found)
        return found

    def _words_at(self, words: Sequence[int], index: Lanes) -> Lanes:
        """One of so many words as two registers hold, of as many bits as an index has.

        Args:
            index: of a word, or for games that do not matter anything
        """
        c, bits, size = self.code, index.bits, 512 // index.bits
        whole, many = [*words, *[0] * (-len(words) % size)], f"<{size} x i{bits}>"
        first, *second = ((many, "<" + ", ".join(
            f"i{bits} {in_bits(one, bits)}" for one in whole[at : at + size]
        ) + ">") for at in range(0, len(whole), size))  # fmt: skip
        letter = "q" if bits == 64 else "d"
        name = f"llvm.x86.avx512.vpermi2var.{letter}.512"
        if not second:
            name = f"llvm.x86.avx512.permvar.{'di' if bits == 64 else 'si'}.512"
        found = [c.intrinsic(many, name, first, (many, one), *second)
                 for one in self._pieces(index, size)]  # fmt: skip
        return Lanes(self._joined(found, bits, size), bits)

    def bits_among(self, bits: Sequence[int], index: Lanes) -> str | None:
        """Whether a bit of a row of up to 1024 is set; None where that is no faster to find out.

        Args:
            index: of a bit, or for games that do not matter anything
        """
        size, row = 32, sum(bit << place for place, bit in enumerate(bits))
        if not self.permutes or self.width % (512 // size) or len(bits) > BITS:
            return None
        index = self.as_wide(index, size)
        words = [row >> at & (1 << size) - 1 for at in range(0, len(bits), size)]
        word = self._words_at(words, self.do("lshr", index, constant(5)))
        bit = self.do("lshr", word, self.do("and", index, constant(size - 1)))
        return self.ask("ne", self.do("and", bit, constant(1)), constant(0))

    def byte_entries(self, entries: Sequence[int], index: Lanes) -> Lanes | None:
        """The entry of a table of numbers from -1 to 254; None where it is faster to read it.

        Args:
            index: of an entry, or for games that do not matter anything
        """
        if self.shuffles:
            return self._by_halves(entries, index)
        size = 16
        fits = all(-1 <= one < 255 for one in entries) and len(entries) <= MOST_PERMUTED
        if not (self.permutes and fits) or self.width % size:
            return None
        whole = [one + 1 for one in entries] + [0] * (-len(entries) % BYTES)
        tables = ["<" + ", ".join(f"i8 {in_bits(one, 8)}" for one in whole[at : at + BYTES]) + ">"
                  for at in range(0, len(whole), BYTES)]  # fmt: skip
        index = self.as_wide(index, 32)
        found: Lanes | None = None
        for first in range(0, len(tables), 2):
            pair = tables[first : first + 2]
            pieces = [self._permuted(pair, one, f"<{size} x i32>")
                      for one in self._pieces(index, size)]  # fmt: skip
            here = Lanes(self._joined(pieces, 32, size), 32)
            later = "" if found is None else self.ask("sge", index, constant(first * BYTES))
            found = here if found is None else self.pick(later, here, found)
        assert found is not None
        return self.do("sub", self.do("and", found, constant(255)), constant(1))

    def _by_halves(self, entries: Sequence[int], index: Lanes) -> Lanes | None:
        """The same: of each half of a register the entry, and one of them by the upper bits."""
        low, high = min(entries), max(entries)
        if high - low >= 1 << 8 or len(entries) > HALF * MOST_HALVES:
            return None
        narrow = bits_for(low, high) == 8
        base = 0 if narrow else low
        whole = [one - base for one in entries] + [0] * (-len(entries) % HALF)
        tables = ["<" + ", ".join(f"i8 {in_bits(one, 8)}" for one in whole[at : at + HALF]) + ">"
                  for at in range(0, len(whole), HALF)]  # fmt: skip
        places = Lanes(self.text(index, 8), 8)
        found = self._joined([self._half(tables, one) for one in self._halves(places)], 8, HALF)
        if self.width < HALF:
            order = ", ".join(f"i32 {lane}" for lane in range(self.width))
            kind = f"<{HALF} x i8>"
            found = self.code.value(
                f"shufflevector {kind} {found}, {kind} poison, <{self.width} x i32> <{order}>"
            )
        if narrow:
            return Lanes(found, 8)
        wide = self.code.value(f"zext {self.kind(8)} {found} to {self.kind(16)}")
        return self.do("add", Lanes(wide, 16), constant(base))

    def _halves(self, places: Lanes) -> list[str]:
        """Numbers of 8 bits in pieces that fill half a register each."""
        if self.width >= HALF:
            return self._pieces(places, HALF)
        kind = self.kind(8)
        order = ", ".join(f"i32 {lane % self.width}" for lane in range(HALF))
        return [self.code.value(
            f"shufflevector {kind} {places.name}, {kind} poison, <{HALF} x i32> <{order}>"
        )]  # fmt: skip

    def _half(self, tables: Sequence[str], places: str) -> str:
        """Of a table in pieces of 16 bytes the entry for each of 16 places."""
        c, kind, bit = self.code, f"<{HALF} x i8>", HALF
        name = "llvm.x86.ssse3.pshuf.b.128"
        found = [c.intrinsic(kind, name, (kind, one), (kind, places)) for one in tables]
        while len(found) > 1:
            here = c.value(f"and {kind} {places}, splat (i8 {bit})")
            upper = c.value(f"icmp ne {kind} {here}, zeroinitializer")
            pairs = zip(found[::2], found[1::2], strict=False)
            last = found[-1:] if len(found) % 2 else []
            found = [c.value(f"select <{HALF} x i1> {upper}, {kind} {more}, {kind} {less}")
                     for less, more in pairs] + last  # fmt: skip
            bit *= 2
        return found[0]

    def _permuted(self, tables: Sequence[str], places: str, kind: str) -> str:
        """Of one table of 64 bytes or two the entry for every byte of some numbers.

        Args:
            kind: LLVM's type of the numbers
        """
        c, bytes_ = self.code, f"<{BYTES} x i8>"
        held = (bytes_, c.value(f"bitcast {kind} {places} to {bytes_}"))
        name = "permvar" if len(tables) == 1 else "vpermi2var"
        first, *second = ((bytes_, table) for table in tables)
        found = c.intrinsic(bytes_, f"llvm.x86.avx512.{name}.qi.512", first, held, *second)
        return c.value(f"bitcast {bytes_} {found} to {kind}")

    def _pieces(self, value: Lanes, size: int) -> list[str]:
        """A vector in pieces of so many numbers, which fit a register each."""
        return self._cut(self.kind(value.bits), value.name, size)

    def _cut(self, kind: str, name: str, size: int) -> list[str]:
        if self.width <= size:
            return [name]
        rows = [range(first, first + size) for first in range(0, self.width, size)]
        return [
            self.code.value(
                f"shufflevector {kind} {name}, {kind} poison, "
                f"<{size} x i32> <{', '.join(f'i32 {lane}' for lane in row)}>"
            )
            for row in rows
        ]

    def _joined(self, pieces: Sequence[str], bits: int, size: int) -> str:
        """What `_pieces` has taken apart."""
        found = list(pieces)
        while len(found) > 1:
            order = ", ".join(f"i32 {lane}" for lane in range(2 * size))
            kind = f"<{size} x i{bits}>"
            found = [
                self.code.value(
                    f"shufflevector {kind} {one}, {kind} {other}, <{2 * size} x i32> <{order}>"
                )
                for one, other in zip(found[::2], found[1::2], strict=True)
            ]
            size *= 2
        return found[0]

    def put_together(self, mask: str, value: Lanes, target: str, place: Num) -> None:
        """Write the numbers of the games of a mask to memory, one behind the other.

        Args:
            value: numbers of 64 bits
            place: the number of the first, in words; behind the last, `WORDS` more are overwritten
        """
        c, size = self.code, min(self.width, WORDS)
        kind, truths = f"<{size} x i64>", f"<{size} x i1>"
        masks = self._cut(self.truths, mask, size)
        for piece, held in zip(self._pieces(value, size), masks, strict=True):
            found = c.intrinsic(
                kind, f"llvm.experimental.vector.compress.v{size}i64",
                (kind, piece), (truths, held), (kind, "poison"),
            )  # fmt: skip
            c.store(kind, found, c.at(target, str(place), 8))
            bits = c.value(f"bitcast {truths} {held} to i{size}")
            count = c.intrinsic(f"i{size}", f"llvm.ctpop.i{size}", (f"i{size}", bits))
            place = place + c.num(count, f"i{size}").to("i64", signed=False)

    # Bytes

    def spread(self, number: Lanes) -> Lanes:
        """The lowest byte of every number of 64 bits in all of its bytes."""
        c, kind = self.code, f"<{8 * self.width} x i8>"
        held = c.value(f"bitcast {self.kind(64)} {self.text(number, 64)} to {kind}")
        order = ", ".join(f"i32 {8 * lane}" for lane in range(self.width) for _ in range(8))
        places = f"<{8 * self.width} x i32> <{order}>"
        found = c.value(f"shufflevector {kind} {held}, {kind} poison, {places}")
        return Lanes(c.value(f"bitcast {kind} {found} to {self.kind(64)}"), 64)

    def bytewise(self, name: str, *numbers: Lanes) -> Lanes:
        """One of LLVM's intrinsics, of the bytes of numbers of 64 bits."""
        c, kind = self.code, f"<{8 * self.width} x i8>"
        held = [c.value(f"bitcast {self.kind(64)} {self.text(one, 64)} to {kind}")
                for one in numbers]  # fmt: skip
        full = f"llvm.{name}.v{8 * self.width}i8"
        found = c.intrinsic(kind, full, *((kind, one) for one in held))
        return Lanes(c.value(f"bitcast {kind} {found} to {self.kind(64)}"), 64)

    def bits_at(self, words: Sequence[Lanes], places: Lanes) -> Lanes:
        """The bits of one long number, of several words, that each game means.

        Args:
            places: numbers of 64 bits, of which each byte is the place of a bit; 255 for none
        Returns:
            a bit for each byte; where there is none, it is 0
        """
        if not self.permutes:
            return self._bits_one_by_one(words, places)
        c, kind, truths = self.code, f"<{BYTES} x i8>", f"<{BYTES} x i1>"
        cut = [self._pieces(word, WORDS) for word in words]
        found: list[str] = []
        for piece, *held in zip(self._pieces(places, WORDS), *cut, strict=True):
            asked = c.value(f"bitcast {WORD_PIECE} {piece} to {kind}")
            high = c.value(f"lshr {kind} {asked}, splat (i8 6)")
            met = "zeroinitializer"
            for number, word in enumerate(held):
                inside = c.value(f"icmp eq {kind} {high}, splat (i8 {number})")
                here = c.value(f"and {truths} {self._bits_of(word, asked)}, {inside}")
                met = c.value(f"or {truths} {met}, {here}")
            found.append(c.value(f"bitcast {truths} {met} to i64"))
        return self._bytes_of(found)

    def bits_of_both(self, *both: tuple[Lanes, Sequence[int]]) -> Lanes:
        """A few bits of each of two numbers of 64 bits: those with some places, as one number.

        Args:
            both: the numbers, and the places of four bits of each
        """
        if not self.permutes:
            bits = [self.do("lshr", word, constant(place))
                    for word, places in both for place in places]  # fmt: skip
            return self._in_a_row(bits)
        c, found = self.code, list[str]()
        for pieces in zip(*(self._pieces(word, WORDS) for word, _ in both), strict=True):
            whole = c.num("0")
            for number, (piece, (_, places)) in enumerate(zip(pieces, both, strict=True)):
                asked = ", ".join(f"i8 {one}" for _ in range(WORDS) for one in (*places, *places))
                met = self._bits_of(piece, f"<{asked}>")
                # Four bits of every byte are of the one, four of the other.
                wanted = str(signed(0x0F0F0F0F0F0F0F0F << 4 * number))
                bits = c.num(c.value(f"bitcast <{BYTES} x i1> {met} to i64"))
                whole = whole | bits & wanted
            found.append(str(whole))
        return self._bytes_of(found)

    def _bits_of(self, words: str, places: str) -> str:
        """For each byte of some places the bit of its word that has this place; as truths."""
        kind = f"<{BYTES} x i8>"
        held = self.code.value(f"bitcast {WORD_PIECE} {words} to {kind}")
        name = "llvm.x86.avx512.vpshufbitqmb.512"
        return self.code.intrinsic(f"<{BYTES} x i1>", name, (kind, held), (kind, places))

    def _bytes_of(self, words: Sequence[str]) -> Lanes:
        """The bytes of some words, one of each game."""
        c, kind = self.code, f"<{len(words)} x i64>"
        held = "poison"
        for at, word in enumerate(words):
            held = c.value(f"insertelement {kind} {held}, i64 {word}, i32 {at}")
        bytes_ = c.value(f"bitcast {kind} {held} to {self.kind(8)}")
        return Lanes(c.value(f"zext {self.kind(8)} {bytes_} to {self.kind(32)}"), 32)

    def _bits_one_by_one(self, words: Sequence[Lanes], places: Lanes) -> Lanes:
        bits: list[Lanes] = []
        for byte in range(WORDS):
            place = self.do("and", self.do("lshr", places, constant(8 * byte)), constant(255))
            number, found = self.do("lshr", place, constant(6)), constant(0)
            for at, word in enumerate(words):
                found = self.pick(self.ask("eq", number, constant(at)), word, found)
            bits.append(self.do("lshr", found, self.do("and", place, constant(63))))
        return self._in_a_row(bits)

    def _in_a_row(self, numbers: Sequence[Lanes]) -> Lanes:
        """The lowest bits of some numbers, one behind the other."""
        found = constant(0)
        for at, number in enumerate(numbers):
            bit = self.do("and", number, constant(1))
            found = self.do("or", found, self.do("shl", bit, constant(at)))
        return self.as_wide(found, 32)

    # Masks

    def both(self, left: str, right: str) -> str:
        """The games of both masks."""
        if NONE in (left, right):
            return NONE
        if left in (ALL, right):
            return right
        return left if right == ALL else self._truth("and", left, right)

    def either(self, left: str, right: str) -> str:
        """The games of either mask."""
        if ALL in (left, right):
            return ALL
        if left in (NONE, right):
            return right
        return left if right == NONE else self._truth("or", left, right)

    def without(self, mask: str, other: str) -> str:
        """The games of a mask that are not in another."""
        return self.both(mask, self.negated(other))

    def negated(self, mask: str) -> str:
        """The games that are not in a mask."""
        if mask in (ALL, NONE):
            return NONE if mask == ALL else ALL
        return self._truth("xor", mask, ALL)

    def _truth(self, operation: str, left: str, right: str) -> str:
        return self.code.value(f"{operation} {self.truths} {left}, {right}")

    def bits(self, mask: str) -> str:
        """A mask as a whole number of 64 bits, one for each game."""
        c, kind = self.code, f"i{self.width}"
        held = c.value(f"bitcast {self.truths} {mask} to {kind}")
        return held if kind == "i64" else c.value(f"zext {kind} {held} to i64")

    def any(self, mask: str) -> str:
        """Whether there is a game in a mask; a single truth."""
        return self.code.value(f"icmp ne i64 {self.bits(mask)}, 0")


def in_bits(number: int, bits: int) -> int:
    """The lowest bits of a number, as LLVM's text has them."""
    held = number & (1 << bits) - 1
    return held - (1 << bits) if held >> bits - 1 else held

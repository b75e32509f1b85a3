"""The binary format of WebAssembly: numbers, names, sections.

Source: WebAssembly Core Specification 2.0, chapter 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum

HEADER = b"\0asm\x01\0\0\0"


class Part(IntEnum):
    """The sections of a module, by the number that each begins with."""

    CUSTOM = 0
    TYPE = 1
    IMPORT = 2
    FUNCTION = 3
    TABLE = 4
    MEMORY = 5
    GLOBAL = 6
    EXPORT = 7
    ELEMENT = 9
    CODE = 10
    DATA = 11
    DATA_COUNT = 12


class Kind(IntEnum):
    """What is imported or exported."""

    FUNCTION = 0
    TABLE = 1
    MEMORY = 2
    GLOBAL = 3


class Reader:
    """Reads bytes from the front to the back."""

    def __init__(self, data: bytes) -> None:
        self.data, self.place = data, 0

    @property
    def more(self) -> bool:
        """Whether anything is left."""
        return self.place < len(self.data)

    def byte(self) -> int:
        """One byte."""
        return self.take(1)[0]

    def take(self, size: int) -> bytes:
        """So many bytes."""
        found = self.data[self.place : self.place + size]
        if len(found) < size:
            raise ValueError("this WebAssembly ends in the middle of something")
        self.place += size
        return found

    def number(self) -> int:
        """A number without a sign."""
        return self._digits()[0]

    def signed(self) -> int:
        """A number with a sign."""
        found, bits = self._digits()
        return found - (1 << bits) if found >> (bits - 1) else found

    def _digits(self) -> tuple[int, int]:
        found, bits = 0, 0
        while True:
            byte = self.byte()
            found |= (byte & 0x7F) << bits
            bits += 7
            if not byte & 0x80:
                return found, bits

    def block(self) -> bytes:
        """Bytes that say before them how many they are."""
        return self.take(self.number())

    def name(self) -> str:
        """A name."""
        return self.block().decode()

    def times(self) -> Iterator[int]:
        """A count, then as many rounds."""
        yield from range(self.number())


def number(value: int) -> bytes:
    """A number without a sign."""
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


def signed(value: int) -> bytes:
    """A number with a sign."""
    found = bytearray()
    while not -0x40 <= value < 0x40:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value & 0x7F])


def block(content: bytes) -> bytes:
    """Bytes with their count before them."""
    return number(len(content)) + content


def name(text: str) -> bytes:
    """A name."""
    return block(text.encode())


def listed(entries: Iterable[bytes]) -> bytes:
    """A list: how many entries, then each."""
    found = list(entries)
    return number(len(found)) + b"".join(found)


def sections(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The number and the content of each section.

    Raises:
        ValueError: this is no WebAssembly
    """
    reader = Reader(data)
    if reader.take(len(HEADER)) != HEADER:
        raise ValueError("this is no WebAssembly of version 1")
    while reader.more:
        yield reader.byte(), reader.block()


def section(part: Part, content: bytes) -> bytes:
    """A section with its number and its size."""
    return bytes([part]) + block(content)

"""What stands in an object file that LLVM writes for WebAssembly.

Source: WebAssembly/tool-conventions, Linking.md, version 2 of the linking section.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag

from interpreter.targets.wasm.binary import Kind, Part, Reader, sections

LINKING_VERSION, SYMBOL_TABLE = 2, 8


class Flag(IntFlag):
    """What is said of a symbol."""

    LOCAL = 2
    UNDEFINED = 0x10
    NAMED = 0x40


class Spoken(IntEnum):
    """What a symbol stands for."""

    FUNCTION = 0
    DATA = 1
    GLOBAL = 2
    SECTION = 3
    EVENT = 4
    TABLE = 5


class Patch(IntEnum):
    """What is written at a place of the code once it is known."""

    FUNCTION = 0
    ADDRESS = 3
    SIGNED_ADDRESS = 4
    TYPE = 6
    GLOBAL = 7


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name of an object file.

    Args:
        kind: what it stands for
        index: the number of the function or global, or the address in the data
    """

    kind: int
    name: str
    flags: int
    index: int = 0

    @property
    def defined(self) -> bool:
        """Whether it is in this file."""
        return not self.flags & Flag.UNDEFINED

    @property
    def shown(self) -> bool:
        """Whether others may use it."""
        return self.defined and not self.flags & Flag.LOCAL


@dataclass(frozen=True, slots=True)
class Relocation:
    """A place in the code, five bytes long, at which a number is to be written.

    Args:
        patch: what the number tells; see `Patch`
        place: counted from the beginning of the section
        index: of the symbol, or of the type
        more: added to an address
    """

    patch: int
    place: int
    index: int
    more: int = 0


@dataclass(frozen=True, slots=True)
class Segment:
    """Bytes that lie at an address when the program begins."""

    address: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Import:
    """Something from outside."""

    module: str
    name: str
    kind: int


@dataclass(slots=True)
class Object:
    """An object file.

    Args:
        parts: the content of each section of the core format
    """

    parts: dict[int, bytes] = field(default_factory=dict[int, bytes])
    imports: list[Import] = field(default_factory=list[Import])
    segments: list[Segment] = field(default_factory=list[Segment])
    symbols: list[Symbol] = field(default_factory=list[Symbol])
    relocations: list[Relocation] = field(default_factory=list[Relocation])


def read(data: bytes) -> Object:
    """Read an object file.

    Raises:
        ValueError: this is no object file of WebAssembly, or one of another kind than is read here
    """
    found = Object()
    linking: list[Reader] = []
    numbers: list[int] = []
    for number, content in sections(data):
        reader = Reader(content)
        numbers.append(number)
        if number != Part.CUSTOM:
            found.parts[number] = content
        elif (name := reader.name()) == "linking":
            linking.append(reader)
        elif name.startswith("reloc."):
            if numbers[reader.number()] != Part.CODE:
                raise ValueError("addresses in the data of an object file are not known here")
            found.relocations = list(_relocations(reader))
    found.imports = list(_imports(Reader(found.parts.get(Part.IMPORT, b"\0"))))
    found.segments = list(_segments(Reader(found.parts.get(Part.DATA, b"\0"))))
    for reader in linking:
        found.symbols = list(_symbols(reader, found))
    return found


def _imports(reader: Reader) -> Iterator[Import]:
    for _ in reader.times():
        module, name, kind = reader.name(), reader.name(), reader.byte()
        yield Import(module, name, kind)
        match kind:
            case Kind.FUNCTION:
                reader.number()
            case Kind.GLOBAL:
                reader.take(2)
            case _:
                if kind == Kind.TABLE:
                    reader.byte()
                limited = reader.byte()
                reader.number()
                if limited & 1:
                    reader.number()


CONSTANT, END = 0x41, 0x0B


def _segments(reader: Reader) -> Iterator[Segment]:
    for _ in reader.times():
        if reader.number() != 0 or reader.byte() != CONSTANT:
            raise ValueError("data of an object file that lies at no address")
        address = reader.signed()
        if reader.byte() != END:
            raise ValueError("data of an object file whose address is computed")
        yield Segment(address, reader.block())


def _relocations(reader: Reader) -> Iterator[Relocation]:
    for _ in reader.times():
        patch, place, index = reader.byte(), reader.number(), reader.number()
        if patch not in set(Patch):
            raise ValueError(f"a relocation of type {patch} is not known here")
        with_more = patch in (Patch.ADDRESS, Patch.SIGNED_ADDRESS)
        yield Relocation(patch, place, index, reader.signed() if with_more else 0)


def _symbols(reader: Reader, found: Object) -> Iterator[Symbol]:
    if reader.number() != LINKING_VERSION:
        raise ValueError("an object file of another version of the linking section")
    while reader.more:
        kind, content = reader.byte(), Reader(reader.block())
        if kind == SYMBOL_TABLE:
            for _ in content.times():
                yield _symbol(content, found)


def _symbol(reader: Reader, found: Object) -> Symbol:
    kind, flags = reader.byte(), reader.number()
    if kind == Spoken.DATA:
        name = reader.name()
        if flags & Flag.UNDEFINED:
            return Symbol(kind, name, flags)
        segment, offset, _ = reader.number(), reader.number(), reader.number()
        return Symbol(kind, name, flags, found.segments[segment].address + offset)
    if kind == Spoken.SECTION:
        return Symbol(kind, "", flags, reader.number())
    index = reader.number()
    named = not flags & Flag.UNDEFINED or flags & Flag.NAMED
    return Symbol(kind, reader.name() if named else _imported(found, kind, index), flags, index)


IMPORTED = {Spoken.FUNCTION: Kind.FUNCTION, Spoken.GLOBAL: Kind.GLOBAL, Spoken.TABLE: Kind.TABLE}


def _imported(found: Object, kind: int, index: int) -> str:
    """The name of an import, by its number among those of its kind."""
    wanted = IMPORTED[Spoken(kind)]
    return [one.name for one in found.imports if one.kind == wanted][index]

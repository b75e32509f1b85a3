"""From an object file to a module that runs as it stands: what a linker would do for one file.

LLVM writes an object file for somebody who puts several together. This one is alone: its memory and
its stack become its own, every number that was left open is written in as few bytes as it needs,
and what is not local is exported. The stack lies at the bottom of the memory, so that a stack that
grows too large ends the program instead of writing over its data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.targets.wasm import binary
from interpreter.targets.wasm.binary import HEADER, Kind, Part, Reader, listed, section
from interpreter.targets.wasm.object import (
    CONSTANT,
    END,
    Object,
    Patch,
    Relocation,
    Segment,
    Spoken,
    read,
)

PAGE = 1 << 16
ALIGNED = 64
STACK_POINTER = "__stack_pointer"
I32, VARIABLE = 0x7F, 1
OPEN = 5
"""Bytes that an object file leaves for a number."""


@dataclass(frozen=True, slots=True)
class Linked:
    """A module that runs as it stands.

    Args:
        code: the module
        heap: the first byte of its memory that is free
        data: the address of each name of the data that is not local
        functions: the names of the functions that it exports
    """

    code: bytes
    heap: int
    data: Mapping[str, int]
    functions: tuple[str, ...]


def link(data: bytes, stack: int) -> Linked:
    """Make an object file a module.

    Args:
        stack: bytes of the stack

    Raises:
        ValueError: this is no object file, or it needs something from outside
    """
    found = read(data)
    _check(found)
    base = _up_to(ALIGNED, stack)
    heap = _up_to(ALIGNED, base + max((one.address + len(one.content) for one in found.segments),
                                      default=0))  # fmt: skip
    shown = [one for one in found.symbols if one.shown]
    functions = [one for one in shown if one.kind == Spoken.FUNCTION]
    exports = [_export(one.name, Kind.FUNCTION, one.index) for one in functions]
    parts = {
        Part.TYPE: found.parts[Part.TYPE],
        Part.FUNCTION: found.parts[Part.FUNCTION],
        Part.MEMORY: listed([b"\0" + binary.number(-(-heap // PAGE))]),
        Part.GLOBAL: listed([bytes([I32, VARIABLE]) + _constant(base)]),
        Part.EXPORT: listed([_export("memory", Kind.MEMORY, 0), *exports]),
        Part.CODE: _code(found, base),
        Part.DATA: listed(_segment(one, base) for one in found.segments if any(one.content)),
    }
    code = HEADER + b"".join(section(part, content) for part, content in parts.items())
    places = {one.name: base + one.index for one in shown if one.kind == Spoken.DATA}
    return Linked(code, heap, places, tuple(one.name for one in functions))


def _check(found: Object) -> None:
    """See that nothing is needed but a memory and a stack."""
    for one in found.imports:
        if one.kind != Kind.MEMORY and one.name != STACK_POINTER:
            raise ValueError(f"the code needs {one.name} from outside")
    for one in found.symbols:
        if not one.defined and one.name != STACK_POINTER:
            raise ValueError(f"the code needs {one.name} from outside")


def _up_to(unit: int, size: int) -> int:
    return -(-size // unit) * unit


def _constant(value: int) -> bytes:
    return bytes([CONSTANT]) + binary.signed(value) + bytes([END])


def _export(name: str, kind: Kind, index: int) -> bytes:
    return binary.name(name) + bytes([kind]) + binary.number(index)


def _segment(one: Segment, base: int) -> bytes:
    return b"\0" + _constant(base + one.address) + binary.block(one.content)


def _code(found: Object, base: int) -> bytes:
    """The section of the code, with every open number written."""
    reader = Reader(found.parts[Part.CODE])
    waiting = iter(sorted(found.relocations, key=lambda one: one.place))
    return listed(binary.block(body) for body in _bodies(reader, found, waiting, base))


def _bodies(
    reader: Reader, found: Object, waiting: Iterator[Relocation], base: int
) -> Iterator[bytes]:
    following = next(waiting, None)
    for _ in reader.times():
        size = reader.number()
        end = reader.place + size
        body: list[bytes] = []
        while following is not None and following.place < end:
            body += [reader.take(following.place - reader.place), _written(found, following, base)]
            reader.take(OPEN)
            following = next(waiting, None)
        yield b"".join([*body, reader.take(end - reader.place)])


def _written(found: Object, one: Relocation, base: int) -> bytes:
    """What stands at an open place."""
    match one.patch:
        case Patch.TYPE:
            return binary.number(one.index)
        case Patch.ADDRESS:
            return binary.number(base + found.symbols[one.index].index + one.more)
        case Patch.SIGNED_ADDRESS:
            return binary.signed(base + found.symbols[one.index].index + one.more)
        case _:
            return binary.number(found.symbols[one.index].index)

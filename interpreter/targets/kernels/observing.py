"""What learners see of many games at once: planes of bytes, made of sets of sites."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence

from interpreter.ir import schema
from interpreter.ir.schema import By
from interpreter.targets.kernels.states import ROWS
from interpreter.targets.llvm.assembly import Code, Module, Num, copy_bytes
from interpreter.targets.llvm.translator import POINTERS, Translator
from interpreter.targets.spaces.observation import Plane, Planes

OBSERVE = "batch_observe"
# Of a set that falls into more stretches than this, sites are written one by one.
MOST_STRETCHES = 32


def write_observe(t: Translator, module: Module, planes: Planes) -> None:
    """Write `batch_observe(…, out)`: the planes of each row, one byte for each place."""
    size = planes.area * len(planes.planes)
    c = Code(module, "k_observe", (*POINTERS[:2], ("ptr noalias", "out")))
    fill(c, "%out", 0, size)
    for number, plane in enumerate(planes.planes):
        _plane(t, c, planes, plane, planes.area * number)
    c.close()
    c = Code(module, OBSERVE, [*ROWS, ("ptr", "out")], linkage="")
    with c.times("%count") as (index, _):
        number = index + c.num("%first")
        row = c.at("%states", (number * "%stride").name)
        target = c.pointer("%out").at(number * size, 1)
        parts = (row, c.at(row, t.layout.scalars), target.name)
        c.call("void", "k_observe", *(("ptr", one) for one in parts))
    c.close()


def _plane(t: Translator, c: Code, planes: Planes, plane: Plane, start: int) -> None:
    here = c.at("%out", start)
    if plane.source == "piece":
        room = planes.area * len(planes.planes) - start
        spread(c, t, _shown(t, c, plane), here, planes.places, room)
    elif plane.source == "board":
        sites = set(planes.places)
        held = c.module.data("board", lambda: bytes(at in sites for at in range(planes.area)))
        copy_bytes(c, here, held, planes.area)
    elif plane.part is not None and plane.part.site:
        site = t.scalar(c, plane.part)
        with c.when(site.below(len(planes.places))):  # neither nowhere nor in a hand
            index = c.pointer(c.module.data("places", lambda: _table(planes.places)))
            c.pointer(here).set("i8", 1, index.get("i64", site))
    elif plane.part is not None and plane.part.by is By.SITE:
        for site, place in enumerate(planes.places):
            held = t.scalar(c, plane.part, plane.part.entry(site))
            c.pointer(here).set("i8", _as_byte(c, held), place)
    else:
        fill(c, here, _everywhere(t, c, plane), planes.area)


def _table(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}q", *numbers)


def _as_byte(c: Code, held: Num) -> Num:
    """A number as a byte, those beyond 0 and 255 as these."""
    low = c.num(c.intrinsic("i64", "llvm.smax.i64", ("i64", held.name), ("i64", "0")))
    return c.num(c.intrinsic("i64", "llvm.smin.i64", ("i64", low.name), ("i64", "255"))).to("i8")


def _shown(t: Translator, c: Code, plane: Plane) -> str:
    """The set of sites with the piece that a plane shows to the mover."""
    placed = t.program.part(schema.PLACED)
    assert placed is not None

    def held(piece: int) -> str:
        if piece == 0:
            return t.sets.constant(0)
        return c.load(t.sets.kind, t.place(c, placed, piece))

    found = held(plane.pieces[0])
    if len(set(plane.pieces)) > 1:
        for player, piece in enumerate(plane.pieces[1:], 2):
            mine = t.scalar(c, schema.MOVER).is_(player)
            found = t.sets.pick(c, mine.name, held(piece), found)
    return found


def _everywhere(t: Translator, c: Code, plane: Plane) -> Num:
    """The number that a plane holds at every place."""
    mover = t.scalar(c, schema.MOVER)
    if plane.part is None:
        return mover.is_(plane.player).to("i8")
    if plane.part.by is not By.PLAYER:
        return _as_byte(c, t.scalar(c, plane.part))
    found = c.num(0)
    for player in range(1, t.program.players + 1):
        found = mover.is_(player).pick(t.scalar(c, plane.part, player), found)
    return _as_byte(c, found)


def fill(c: Code, target: str, value: Num | int, size: int) -> None:
    """Set so many bytes."""
    name = "llvm.memset.p0.i64"
    c.module.declare(f"declare void @{name}(ptr, i8, i64, i1)")
    c.line(f"call void @{name}(ptr {target}, i8 {value}, i64 {size}, i1 false)")


def spread(
    c: Code, t: Translator, value: str, target: str, places: Sequence[int], room: int
) -> None:  # fmt: skip
    """Write 1 for each site of a set, a byte at its place behind a pointer.

    Stretches of bits become stretches of bytes at once, the first place first; what lies behind a
    stretch may be overwritten with zeros. The place of a site that is not in the set must hold 0.

    Args:
        places: of each site of the board; others are not written
        room: how many bytes may be written
    """
    if len(places) < t.program.sites:
        value = t.sets.intersect(c, value, t.sets.constant((1 << len(places)) - 1))
    stretches = _stretches(t.sets.inner[: len(places)], places)
    if len(stretches) > MOST_STRETCHES:
        index = c.pointer(c.module.data("places", lambda: _table(places)))
        with t.sets.each(c, value) as (site, _):
            c.pointer(target).set("i8", 1, index.get("i64", site))
        return
    words = t.sets.words(c, value)
    for place, bit, length in sorted((place, bit, length) for bit, place, length in stretches):
        held = c.num(words[bit // 64]) >> bit % 64
        _stretch(c, held, length, lambda offset, at=place: c.at(target, at + offset), room - place)


def _stretches(bits: Sequence[int], places: Sequence[int]) -> list[tuple[int, int, int]]:
    """First bit, first place and length of what is in one piece in both, within words."""
    found: list[tuple[int, int, int]] = []
    for bit, place in zip(bits, places, strict=True):
        last = found[-1] if found else (-1, -1, 0)
        if bit % 64 and (bit, place) == (last[0] + last[2], last[1] + last[2]):
            found[-1] = (last[0], last[1], last[2] + 1)
        else:
            found.append((bit, place, 1))
    return found


def _stretch(c: Code, held: Num, length: int, at: Callable[[int], str], room: int) -> None:
    if length < 64:
        held = held & ((1 << length) - 1)
    width = next(one for one in (8, 16, 32, 64) if length <= one)
    if width <= room:
        _bytes(c, held, width, at(0))
        return
    offset = 0
    for part in (32, 16, 8, 4, 2, 1):
        if length - offset >= part:
            _bytes(c, held >> offset, part, at(offset))
            offset += part


def _bytes(c: Code, held: Num, width: int, target: str) -> None:
    """The lowest bits as so many bytes."""
    bits = held.name if width == 64 else c.value(f"trunc i64 {held} to i{width}")
    truths = c.value(f"bitcast i{width} {bits} to <{width} x i1>")
    wide = c.value(f"zext <{width} x i1> {truths} to <{width} x i8>")
    c.store(f"<{width} x i8>", wide, target, 1)

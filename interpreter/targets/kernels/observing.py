"""What learners see of many games at once: planes of bytes, made of sets of sites."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce

from interpreter.ir import schema
from interpreter.ir.schema import By, Part
from interpreter.targets.kernels.states import ROWS
from interpreter.targets.llvm.assembly import Code, Module, Num, copy_bytes
from interpreter.targets.llvm.memory import POINTERS
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.spaces.observation import Entries, Plane, Planes

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
    match plane.source:
        case "set" | "veiled":
            room = planes.area * len(planes.planes) - start
            spread(c, t, _shown(t, c, plane), here, planes.places, room)
        case "bits":
            held = _shown(t, c, plane)
            for place, site in plane.places:
                bit = c.num(t.sets.contains(c, held, str(site)), "i1")
                c.pointer(here).set("i8", bit.to("i8"), place)
        case "mark":
            _mark(t, c, plane, here)
        case "numbers":
            _numbers(t, c, plane, here)
        case "board":
            sites = set(planes.places)
            held = c.module.data("board", lambda: bytes(at in sites for at in range(planes.area)))
            copy_bytes(c, here, held, planes.area)
        case "number" | "kind" | "mover":
            fill(c, here, _everywhere(t, c, plane), planes.area)


def _mark(t: Translator, c: Code, plane: Plane, here: str) -> None:
    """1 at the place of the site that a part names, if the plane has one for it."""
    site, known = t.scalar(c, plane.part), {site: place for place, site in plane.places}
    first = min(known)
    table = [known.get(one, -1) for one in range(first, max(known) + 1)]
    index = site - first
    with c.when(index.below(len(table))):
        place = c.pointer(_table(c, table)).get("i64", index)
        with c.when(place >= 0):
            c.pointer(here).set("i8", _unless(t, c, plane, c.num(1, "i8"), site), place)


def _numbers(t: Translator, c: Code, plane: Plane, here: str) -> None:
    """A number at each of some places."""
    field = t.program.part(plane.part)
    assert field is not None
    sites = plane.sites or (0,) * len(plane.places)
    rows = [(place, entry, site) for (place, entry), site in zip(plane.places, sites, strict=True)]
    # Entries that the running game chooses among lie side by side, the others anywhere.
    chosen = t.layout.chosen.get(field)
    beside = range(0) if chosen is None else range(chosen.low, chosen.high + 1)
    veiled = bool(plane.veils and plane.sites)

    def show(place: Num | int, entry: str | int, site: Num) -> None:
        held = c.num(t.load(c, field, t.place(c, field, entry)))
        shown = _as_byte(t, c, plane, held)
        c.pointer(here).set("i8", _unless(t, c, plane, shown, site) if veiled else shown, place)

    for place, entry, site in rows:
        if entry not in beside:
            show(place, entry, c.num(str(site)))
    several = [row for row in rows if row[1] in beside]
    if not several:
        return
    table = c.pointer(_table(c, [one for row in several for one in row]))
    with c.times(len(several)) as (index, _):
        place, entry, site = (table.get("i64", index * 3 + which) for which in range(3))
        show(place, entry.name, site)


def _table(c: Code, numbers: Sequence[int]) -> str:
    """A constant array of numbers."""
    found = tuple(numbers)
    return c.module.data(("numbers", found), lambda: struct.pack(f"<{len(found)}q", *found))


def _as_byte(t: Translator, c: Code, plane: Plane, held: Num) -> Num:
    """What a plane shows of a number."""
    if plane.codes:
        return _coded(t, c, plane, held)
    low = c.num(c.intrinsic("i64", "llvm.smax.i64", ("i64", held.name), ("i64", str(plane.low))))
    near = c.num(c.intrinsic("i64", "llvm.smin.i64", ("i64", low.name), ("i64", str(plane.most))))
    return (near >> plane.shift).to("i8")


def _coded(t: Translator, c: Code, plane: Plane, kind: Num | int) -> Num:
    """What a plane shows to the mover for a kind of piece."""
    width = len(plane.codes[0])
    codes = c.pointer(_table(c, [code for one in plane.codes for code in one]))
    row = (t.scalar(c, schema.MOVER) - 1) * width
    return codes.get("i64", row + kind).to("i8")


def _shown(t: Translator, c: Code, plane: Plane) -> str:
    """The set that a plane shows to the mover."""
    if plane.source == "veiled":
        kinds = tuple(tuple((plane.part, one) for one in kinds) for kinds in plane.codes)
        found = t.sets.intersect(c, _union(t, c, kinds), _union(t, c, plane.within))
    else:
        found = _held(t, c, plane)
    return t.sets.minus(c, found, _union(t, c, plane.veils)) if plane.veils else found


def _union(t: Translator, c: Code, entries: Sequence[Entries]) -> str:
    """By colour of the mover, sets of the state taken together."""

    def together(own: Entries) -> str:
        several = [_entry(t, c, part, entry) for part, entry in own]
        return reduce(lambda one, other: t.sets.union(c, one, other), several, t.sets.constant(0))

    found = together(entries[0])
    for player, own in enumerate(entries[1:], 2):
        if own != entries[0]:
            mine = t.scalar(c, schema.MOVER).is_(player)
            found = t.sets.pick(c, mine.name, together(own), found)
    return found


def _entry(t: Translator, c: Code, part: Part, entry: int) -> str:
    field = t.program.part(part)
    assert field is not None
    return c.load(t.sets.kind, t.place(c, field, entry))


def _unless(t: Translator, c: Code, plane: Plane, shown: Num, site: Num) -> Num:
    """What a plane shows of a site, or nothing if the mover does not see it."""
    if not plane.veils:
        return shown
    veiled = c.num(t.sets.contains(c, _union(t, c, plane.veils), site.name), "i1")
    return veiled.pick(c.num(0, "i8"), shown, "i8")


def _held(t: Translator, c: Code, plane: Plane) -> str:
    """The set of the mover's entry."""
    field = t.program.part(plane.part)
    assert field is not None

    def held(entry: int) -> str:
        if entry == 0 and plane.part.by is By.PIECE:
            return t.sets.constant(0)
        return c.load(t.sets.kind, t.place(c, field, entry))

    found = held(plane.entries[0])
    if len(set(plane.entries)) > 1:
        for player, entry in enumerate(plane.entries[1:], 2):
            mine = t.scalar(c, schema.MOVER).is_(player)
            found = t.sets.pick(c, mine.name, held(entry), found)
    return found


def _everywhere(t: Translator, c: Code, plane: Plane) -> Num:
    """The number that a plane holds at every place."""
    if plane.source == "mover":
        return t.scalar(c, schema.MOVER).is_(plane.player).to("i8")
    if plane.source == "kind":
        return _kind(t, c, plane)
    shown = _as_byte(t, c, plane, _by_mover(t, c, plane, lambda one: t.scalar(c, plane.part, one)))
    return _unless(t, c, plane, shown, _site(t, c, plane)) if plane.sites else shown


def _by_mover(
    t: Translator, c: Code, plane: Plane, value: Callable[[int], Num]
) -> Num:  # fmt: skip
    """What belongs to the entry of the mover."""
    found = value(plane.entries[0])
    if len(set(plane.entries)) > 1:
        mover = t.scalar(c, schema.MOVER)
        for player, entry in enumerate(plane.entries[1:], 2):
            found = mover.is_(player).pick(value(entry), found)
    return found


def _kind(t: Translator, c: Code, plane: Plane) -> Num:
    """What is shown for the kind of piece on one site."""
    site = _by_mover(t, c, plane, c.num)
    placed = t.program.part(plane.part)
    assert placed is not None
    found = c.num(0, "i8")
    for kind in range(1, len(plane.codes[0])):
        if any(codes[kind] for codes in plane.codes):
            held = c.load(t.sets.kind, t.place(c, placed, kind))
            here = c.num(t.sets.contains(c, held, str(site)), "i1")
            found = here.pick(_coded(t, c, plane, kind), found, "i8")
    return _unless(t, c, plane, found, site)


def _site(t: Translator, c: Code, plane: Plane) -> Num:
    """The site that a number is about, for the mover."""
    return _by_mover(t, c, replace(plane, entries=plane.sites), c.num)


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
        index = c.pointer(_table(c, places))
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

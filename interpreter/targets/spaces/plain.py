"""Planes as Python makes them: the definition of what native code does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from interpreter.ir import schema
from interpreter.ir.schema import Part
from interpreter.targets.spaces.observation import Entries, Plane, Planes


class Get(Protocol):
    """Gives an entry of a part of a state."""

    def __call__(self, part: Part, entry: int = 0) -> int:
        """The number, or the set as a bit mask."""
        ...


def shown(planes: Planes, get: Get) -> list[list[int]]:
    """What each plane shows of a state: bytes at its places."""
    mover = get(schema.MOVER)
    found: list[list[int]] = []
    for plane in planes.planes:
        room = [_everywhere(plane, mover, get)] * planes.area
        for place, number in _places(plane, planes, mover, get):
            room[place] = number
        found.append(room)
    return found


def _everywhere(plane: Plane, mover: int, get: Get) -> int:
    """What a plane shows wherever no place says otherwise."""
    match plane.source:
        case "number" | "kind" if _is_veiled(plane, mover, get):
            return 0
        case "number":
            return _byte(plane, mover, get(plane.part, plane.entries[mover - 1]))
        case "kind":
            site, codes = plane.entries[mover - 1], plane.codes[mover - 1]
            kinds = range(1, len(codes))
            return sum(codes[kind] for kind in kinds if get(plane.part, kind) >> site & 1)
        case "mover":
            return int(mover == plane.player)
        case _:
            return 0


def _places(plane: Plane, planes: Planes, mover: int, get: Get) -> Iterator[tuple[int, int]]:
    """What a plane shows at some places."""
    veil = _union(plane.veils, mover, get)
    match plane.source:
        case "set" | "veiled":
            held = _set(plane, mover, get) & ~veil
            yield from ((place, held >> site & 1) for site, place in enumerate(planes.places))
        case "bits":
            held = _set(plane, mover, get) & ~veil
            yield from ((place, held >> site & 1) for place, site in plane.places)
        case "mark":
            held = get(plane.part)
            held = -1 if held >= 0 and veil >> held & 1 else held
            yield from ((place, 1) for place, site in plane.places if site == held >= 0)
        case "numbers":
            sites = plane.sites if veil else (-1,) * len(plane.places)
            for (place, entry), site in zip(plane.places, sites, strict=True):
                if site < 0 or not veil >> site & 1:
                    yield place, _byte(plane, mover, get(plane.part, entry))
        case "board":
            yield from ((place, 1) for place in planes.places)
        case _:
            pass


def _set(plane: Plane, mover: int, get: Get) -> int:
    """The set that a plane shows; pieces have none where the mover has no such kind."""
    if plane.source == "veiled":
        kinds = _together(get(plane.part, kind) for kind in plane.codes[mover - 1])
        return kinds & _union(plane.within, mover, get)
    entry = plane.entries[mover - 1]
    return get(plane.part, entry) if entry or plane.part.by is not schema.By.PIECE else 0


def _union(entries: Sequence[Entries], mover: int, get: Get) -> int:
    """The sites of several sets of the mover; none where a game hides nothing."""
    own = entries[mover - 1] if entries else ()
    return _together(get(part, entry) for part, entry in own)


def _together(sets: Iterable[int]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


def _is_veiled(plane: Plane, mover: int, get: Get) -> bool:
    """Whether the mover does not see what stands on the one site that a plane is about."""
    return bool(plane.sites and _union(plane.veils, mover, get) >> plane.sites[mover - 1] & 1)


def _byte(plane: Plane, mover: int, held: int) -> int:
    """What is shown of a number."""
    if plane.codes:
        return plane.codes[mover - 1][held]
    return min(max(held, plane.low), plane.most) >> plane.shift & 255

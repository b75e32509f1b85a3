"""Planes as Python makes them: the definition of what native code does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from interpreter.ir import schema
from interpreter.ir.schema import Part
from interpreter.targets.spaces.observation import Plane, Planes


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
    match plane.source:
        case "set":
            held = _set(plane, mover, get)
            yield from ((place, held >> site & 1) for site, place in enumerate(planes.places))
        case "bits":
            held = _set(plane, mover, get)
            yield from ((place, held >> site & 1) for place, site in plane.places)
        case "mark":
            held = get(plane.part)
            yield from ((place, 1) for place, site in plane.places if site == held)
        case "numbers":
            for place, entry in plane.places:
                yield place, _byte(plane, mover, get(plane.part, entry))
        case "board":
            yield from ((place, 1) for place in planes.places)
        case _:
            pass


def _set(plane: Plane, mover: int, get: Get) -> int:
    """The set that a plane shows; pieces have none where the mover has no such kind."""
    entry = plane.entries[mover - 1]
    return get(plane.part, entry) if entry or plane.part.by is not schema.By.PIECE else 0


def _byte(plane: Plane, mover: int, held: int) -> int:
    """What is shown of a number."""
    if plane.codes:
        return plane.codes[mover - 1][held]
    return min(max(held, plane.low), plane.most) >> plane.shift & 255

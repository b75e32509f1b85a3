"""What each game of a match is played with, where these are several.

They have one table: board, hands, dice and kinds of pieces are the same. Tracks, regions, maps, and
how pieces move, look and turn over are each game's own.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.rules.builder import Builder

# What of the parts of a builder belongs to one game.
OWN = {
    "box": ("kinds", "used", "facing_said"),
    "pieces": ("start_sites",),
    "hands": ("asked",),
    "names": ("regions", "maps", "used"),
    "tracks": ("all", "arcs"),
    "progress": ("written",),
    "turn": ("asked",),
}

Values = dict[tuple[str, str], object]


class Settings:
    """The settings of the games of a match; of any other rules there is one."""

    def __init__(self, b: Builder) -> None:
        self.b = b
        self._kept: list[Values] = []

    @contextmanager
    def another(self) -> Generator[None]:
        """What is laid out inside is the next game's."""
        first = self._now()
        self._kept = self._kept or [first]
        self._put({place: type(value)() for place, value in first.items()})
        try:
            yield
        finally:
            self._kept.append(self._now())
            self._put(first)

    @contextmanager
    def of(self, number: int) -> Generator[None]:
        """What is written inside speaks of one of the games, by its number from 0."""
        saved = self._now()
        self._put(self._kept[number] if self._kept else saved)
        try:
            yield
        finally:
            self._put(saved)

    def _now(self) -> Values:
        return {
            (part, name): getattr(getattr(self.b, part), name)
            for part, names in OWN.items()
            for name in names
        }

    def _put(self, values: Values) -> None:
        for (part, name), value in values.items():
            setattr(getattr(self.b, part), name, value)

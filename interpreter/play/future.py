"""What of a state decides what can still happen: by it states are equal, and have a key."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from interpreter.ir import schema
from interpreter.ir.analysis.carried import future
from interpreter.ir.program import Field, Program
from interpreter.targets.protocol import Running

KEY_BYTES = 8
# By what chance goes on: it is no part of a position, but two states that differ by it go apart.
CHANCE = (schema.RANDOM, schema.CHANCE, schema.TOLD)


class Future:
    """What of the states of a game decides its future.

    Args:
        program: of the game
        machine: what runs it
    """

    def __init__(self, program: Program, machine: Running) -> None:
        self.machine = machine
        self.fields = future(program)
        self._spans = machine.spans(self.fields)
        # What is worked out from the rest, and what the machine alone knows, tells nothing more.
        named = [one for one in self.fields if one.part not in (None, schema.WHAT)]
        self._named = sorted(named, key=lambda one: one.name)
        draws = program.part(schema.TOLD) is not None
        chance = [program.part(one) for one in CHANCE if draws]
        self._chance = [one for one in chance if one is not None]

    def of(self, raw: Any) -> tuple[Any, ...]:
        """What matters of a state; to be compared with that of others of the same game alone."""
        parts = [raw[one] for one in self._spans]
        return tuple(bytes(one) if isinstance(one, bytearray) else tuple(one) for one in parts)

    def same(self, one: Any, other: Any) -> bool:
        """Whether two states of this game go on in the same way, what falls by chance included."""
        if self._past(one) != self._past(other):
            return False
        get = self.machine.get
        chance = all(get(one, field) == get(other, field) for field in self._chance)
        return chance and self.of(one) == self.of(other)

    def told(self, raw: Any) -> tuple[object, ...]:
        """The same, to be compared with that of the same rules compiled elsewhere."""
        chance = (self.machine.get(raw, field) for field in self._chance)
        return (*self.entries(raw), *self._past(raw), *chance)

    def key(self, raw: Any) -> int:
        """A number of 64 bits for what matters of a state, the same on every machine."""
        made = blake2b(digest_size=KEY_BYTES)
        for name, index, value in self.entries(raw):
            made.update(f"{name} {index} {value};".encode())
        for word in self._past(raw):
            made.update(f"past {word};".encode())
        return int.from_bytes(made.digest(), "little")

    def _past(self, raw: Any) -> list[str]:
        """The positions that are remembered; in which order they came does not matter."""
        return sorted(self.machine.past(raw))

    def entries(self, raw: Any) -> Iterator[tuple[str, int, int]]:
        """What matters and is not as at first: the part of the state, the entry, its value."""
        for field in self._named:
            for index, value in enumerate(self._values(raw, field)):
                if value != field.initial:
                    yield field.name, index, value

    def _values(self, raw: Any, field: Field) -> Iterator[int]:
        get = self.machine.get
        return (get(raw, field, index) for index in range(field.length or 1))

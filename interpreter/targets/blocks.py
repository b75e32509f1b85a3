"""States as blocks of bytes, as compiled code has them: their fields, and what they remember."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from interpreter.ir.program import MOST_MOVES, Field, Program
from interpreter.targets.calls import joined_spans
from interpreter.targets.llvm.translator import Translator
from interpreter.targets.protocol import Starting

State = bytearray
HASH = re.compile(r"[0-9a-f]{16}")


class Blocks(Starting, ABC):
    """What machines share whose states are blocks of bytes, wherever their code runs."""

    @property
    @abstractmethod
    def program(self) -> Program:
        """The program that runs."""

    @property
    @abstractmethod
    def translator(self) -> Translator:
        """What has written the program as LLVM's text, and knows where things lie."""

    @abstractmethod
    def run(self, name: str, state: State, *operands: int) -> Any:
        """Call a function of the program; the state is changed in place."""

    @cached_property
    def _blank(self) -> bytes:
        return self.translator.layout.initial(self.program)

    def blank(self) -> State:
        """A state in which every field has its initial value."""
        return bytearray(self._blank)

    def get(self, state: State, field: Field, index: int = 0) -> int:
        """A field, or an entry of an array field; sets as bit masks."""
        place = self._places.get((field, index))
        if place is None:
            layout = self.translator.layout
            start = layout.offset(field, index)
            place = self._places[field, index] = slice(start, start + layout.entry(field))
        if field.kind == "sites":
            held = int.from_bytes(state[place], "little")
            return self.translator.layout.sets.unpack(held) if held else 0
        return int.from_bytes(state[place], "little", signed=True)

    @cached_property
    def _places(self) -> dict[tuple[Field, int], slice]:
        return {}

    def put(self, state: State, field: Field, value: int, index: int = 0) -> None:
        """Change a field, or an entry of an array field, in place."""
        layout = self.translator.layout
        start = layout.offset(field, index)
        if field.kind == "sites":
            held = layout.sets.bytes(value)
        else:
            size = layout.entry(field)
            held = (int(value) & (1 << 8 * size) - 1).to_bytes(size, "little")
        state[start : start + len(held)] = held

    def spans(self, fields: Sequence[Field]) -> list[slice]:
        """Where in a state these fields lie, and nothing else."""
        layout = self.translator.layout
        entries = ((field, index) for field in fields for index in range(field.length or 1))
        places = [(layout.offset(field, index), layout.entry(field)) for field, index in entries]
        return joined_spans((start, start + size) for start, size in places)

    def past(self, state: State) -> tuple[str, ...]:
        """The positions that are remembered: a hash of each."""
        tail = state[self.translator.layout.size :]
        return tuple(tail[at : at + 8].hex() for at in range(0, len(tail), 8))

    def put_past(self, state: State, words: Sequence[str]) -> None:
        """Remember these positions, and no others, in place."""
        layout = self.translator.layout
        wrong = [word for word in words if not HASH.fullmatch(word)]
        if wrong or (words and layout.history is None) or len(words) > MOST_MOVES:
            raise ValueError(f"no position of this game as native code has it: {words[0]}")
        if layout.history is not None:
            self.put(state, layout.history, len(words))
            state[layout.size :] = bytes.fromhex("".join(words))

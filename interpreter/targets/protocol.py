"""What every back end offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from interpreter.ir import schema
from interpreter.ir.program import Field, Program

Progress = Callable[[int], None]


class Starting(Protocol):
    """What can make a first position."""

    @property
    def program(self) -> Program:
        """The program that runs."""
        ...

    def blank(self) -> Any:
        """A state in which every field has its initial value."""
        ...

    def put(self, state: Any, field: Field, value: int, index: int = 0) -> None:
        """Change a field, or an entry of an array field, in place."""
        ...

    def run(self, name: str, state: Any, *operands: int) -> Any:
        """Call a function of the program; the state is changed in place."""
        ...

    def begin(self, random: int, told: int = 0) -> Any:
        """The first position, with chance as given, and with draws that are told."""
        state = self.blank()
        for part, value in ((schema.RANDOM, random), (schema.TOLD, told)):
            field = self.program.part(part)
            if field is not None:
                self.put(state, field, value)
        self.run("start", state)
        return state


class Running(Starting, Protocol):
    """A program that can run. A state is a list or an array of bytes: `state[:]` copies it."""

    name: str

    def get(self, state: Any, field: Field, index: int = 0) -> int:
        """A field, or an entry of an array field; sets as bit masks."""
        ...

    def spans(self, fields: Sequence[Field]) -> list[slice]:
        """Where in a state these fields lie, and nothing else."""
        ...

    def past(self, state: Any) -> tuple[str, ...]:
        """The positions that are remembered, each as a word that this back end alone can read."""
        ...

    def put_past(self, state: Any, words: Sequence[str]) -> None:
        """Remember these positions, and no others, in place.

        Raises:
            ValueError: a word that is none of this back end
        """
        ...

    def legal(self, state: Any) -> list[int]:
        """The packed legal moves, in the canonical order; none when the game is over."""
        ...

    def playouts(
        self, n: int, players: int, seed: int, threads: int, progress: Progress | None
    ) -> tuple[Any, Any]:
        """Random games: plies (games,), and the doubled rank of each seat (games, players)."""
        ...

    def perft(
        self,
        state: Any,
        depth: int,
        threads: int,
        memory: int,
        progress: Progress | None,
        *,
        turns: bool = False,
    ) -> int:
        """How many sequences of so many plies there are; see `Game.perft`."""
        ...

"""What the searches share: their arguments, what they say of a move, and the course of chance."""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.ir import schema
from interpreter.play.move import Move
from interpreter.play.protocol import PlayedGame, PlayedState

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from interpreter.targets.native import Machine

Progress = Callable[[int], None]
MOST_MEMORY = 1 << 20
P, I64 = ctypes.c_void_p, ctypes.c_int64


@dataclass(frozen=True, slots=True)
class Judged:
    """What a search thinks of a move.

    Args:
        move: the move
        visits: how many games or positions behind it were looked at
        value: what it is worth to the mover, from -1 to 1
        certain: whether the value is proven
    """

    move: Move
    visits: int
    value: float
    certain: bool


def native(game: PlayedGame) -> Machine:
    """The machine of a game that runs as native code.

    Raises:
        ValueError: it does not
    """
    if game.machine.name != "llvm":
        raise ValueError("this search needs native code; lab.players has searches in Python")
    found: Any = game.machine
    return found


def check_position(game: PlayedGame, state: PlayedState) -> None:
    """See that there is something to search.

    Raises:
        ValueError: the game is over, or the position is one of another game
    """
    if state.game is not game:
        raise ValueError("the position belongs to another game")
    if state.over:
        raise ValueError("the game is over: there is no move to search for")


def check_limits(seconds: float | None, memory: int) -> None:
    """See that limits of time and of memory make sense.

    Raises:
        ValueError: they do not
        TypeError: the memory is no whole number
    """
    if seconds is not None and not seconds > 0:
        raise ValueError("the time of a search is more than 0 seconds")
    if not 1 <= operator.index(memory) <= MOST_MEMORY:
        raise ValueError(f"the memory of a search goes from 1 to {MOST_MEMORY} MiB")


def seat_of(state: PlayedState) -> int:
    """The seat whose turn it is, from 0."""
    mover = state.mover
    if state.game.players == 2 and state.swapped:
        mover = 3 - mover
    return mover - 1 if 1 <= mover <= state.game.players else 0


def by_chance(game: PlayedGame) -> bool:
    """Whether chance decides anything but which random games are played."""
    from interpreter.ir.analysis.accesses import fields_of  # noqa: PLC0415

    names = ("generate", "allowed", "apply")
    return any(fields_of(game.program.function(name), ("random",)) for name in names)


def reseeded(machine: Machine, state: PlayedState, seed: int) -> bytearray:
    """A copy of a state in which chance goes its own way."""
    raw = bytearray(state.raw)
    chance = machine.program.part(schema.RANDOM)
    if chance is not None:
        machine.put(raw, chance, mixed(seed + 2))
    return raw


def put_history(machine: Machine, scratch: npt.NDArray[np.uint8], raw: bytearray) -> None:
    """Put the positions that a state remembers where native code looks for them."""
    import numpy as np  # noqa: PLC0415

    t = machine.translator
    tail = np.frombuffer(raw, np.uint8)[t.layout.size :]
    scratch[t.history_at : t.history_at + len(tail)] = tail


MASK = (1 << 64) - 1


def mixed(value: int) -> int:
    """A number of 62 bits that a seed stands for; as splitmix64 does it."""
    value = (value * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return (value ^ (value >> 31)) >> 2


def signed(value: int) -> int:
    """The same 64 bits as a signed number."""
    value &= MASK
    return value - (1 << 64) if value >> 63 else value

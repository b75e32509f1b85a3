"""What a search needs: native code, a position to search, limits that make sense."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from interpreter.play.protocol import PlayedGame, PlayedState

if TYPE_CHECKING:
    from interpreter.targets.native import Machine

MOST_MEMORY = 1 << 20
"""MiB."""


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

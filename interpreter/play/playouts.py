"""Random games: their lengths and rankings, one row each."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_GAMES = 1 << 32


@dataclass(frozen=True)
class Playouts:
    """Random games, one row each.

    Args:
        lengths: plies of each game; shape (games,)
        doubled: twice the rank of each player, as native code counts; shape (games, players)
    """

    lengths: npt.NDArray[np.int32]
    doubled: npt.NDArray[np.int8]

    @cached_property
    def rankings(self) -> npt.NDArray[np.float64]:
        """The rank of each player, 1.0 best; shape (games, players)."""
        return self.doubled / 2

    @property
    def winners(self) -> npt.NDArray[np.int8]:
        """The player ranked first alone, from 1, or 0 where nobody is; shape (games,)."""
        import numpy as np  # noqa: PLC0415  see Game.playouts

        first = self.doubled == 2
        alone = first.sum(axis=1) == 1
        return np.where(alone, first.argmax(axis=1) + 1, 0).astype(np.int8)


def fits(n: int, size: int) -> None:
    """Refuse results of so many bytes each for which the machine has no memory.

    Memory is given when it is first written to, which for results is when most of the work is done.
    """
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return
    if n * size > memory:
        message = f"the results of {n:,} games take {n * size >> 30} GiB; ask for fewer at once"
        raise MemoryError(message)

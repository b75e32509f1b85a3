"""Which of many games, and of many parameters, are tested soon: the others are slow or thorough."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from interpreter.play.load import games

# Games of every family, for tests that would take `make check` too long on the whole library.
SOON = ("Amazons", "Breakthrough", "Connect Four", "English Draughts", "Flume", "Fox and Geese",
        "Gonnect", "Konane", "Nine Men's Morris", "Peg Solitaire", "Reversi", "Star",
        "Tic-Tac-Toe", "Yavalath")  # fmt: skip


# Fewer, for tests of which each takes about a second: what is placed, moves, jumps, and mills.
SOONEST = ("Breakthrough", "Peg Solitaire", "Nine Men's Morris", "Star", "Tic-Tac-Toe")


def each_game(*, long: bool = False, few: bool = False) -> list[object]:
    """Every game of the library, as a parameter; all but some of every family are slow.

    Args:
        few: a test that `make check` runs on very few games
        long: a test so long that `make test` runs it on these and every eighth other game, and
            only `make slow` on all
    """
    names = sorted(games())
    found: list[object] = []
    for number, name in enumerate(names):
        rest = (
            pytest.mark.thorough if long and number % 8 and name not in SOON else pytest.mark.slow
        )
        soon = name in (SOONEST if few else SOON)
        found.append(pytest.param(name, marks=() if soon else rest))
    return found


def some(values: Iterable[object], every: int, tested: int = 1) -> list[object]:
    """Values as parameters; all but every n-th are slow.

    Args:
        tested: of the slow ones, `make test` runs one in so many, and only `make slow` all
    """
    found: list[object] = []
    for number, value in enumerate(values):
        rest = pytest.mark.thorough if number % tested else pytest.mark.slow
        found.append(pytest.param(value, marks=rest if number % every else ()))
    return found

"""What `make check` leaves out: of many games, many cases, many examples all but some are slow."""

from __future__ import annotations

import os
from collections.abc import Iterable
from zlib import crc32

import pytest

from interpreter.play.load import games

# Games of every family, for tests that would take `make check` too long on the whole library.
SOON = ("Amazons", "Breakthrough", "Connect Four", "English Draughts", "Flume", "Fox and Geese",
        "Gonnect", "Konane", "Nine Men's Morris", "Peg Solitaire", "Reversi", "Star",
        "Tic-Tac-Toe", "Yavalath")  # fmt: skip


# Fewer, for tests of which each takes about a second: what is placed, moves, jumps, and mills.
SOONEST = ("Breakthrough", "Peg Solitaire", "Nine Men's Morris", "Star", "Tic-Tac-Toe")

# Of the cases of a test, `make check` runs so many, or one in so many if that is more.
FEWEST, ONE_IN = 2, 12
# Of the examples of a property it looks at one in so many, and `make test` at three of five.
EXAMPLES_ONE_IN = 5
# Of cases marked `alike`, `make test` runs one in so many, besides those of `make check`; of those
# marked `alike(3)` one in three.
ALIKE_ONE_IN = 12
# Where each twentieth game is taken, from which on: the very slowest are not among these.
FIRST = 9
HASTY, SOUND = "LUDWRIGHT_HASTY", "LUDWRIGHT_SOUND"
"""Are set in the environment of a run without slow tests, and of one without thorough ones."""


def thin(items: Iterable[pytest.Item]) -> None:
    """Mark all but some of the cases of each test as slow, and of those that are alike as thorough.

    A hash of the name of a case decides, so that it is the same everywhere, and each test takes
    other games and rows.
    """
    alike: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not is_slow(item):
            alike.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in alike.values():
        cases.sort(key=_hash)
        for item in cases[max(FEWEST, len(cases) // ONE_IN) :]:
            item.add_marker(pytest.mark.slow)
    for item in items:
        alike_to = item.get_closest_marker("alike")
        one_in = alike_to.args[0] if alike_to and alike_to.args else ALIKE_ONE_IN
        if is_slow(item) and alike_to and _hash(item) % one_in:
            item.add_marker(pytest.mark.thorough)


def _hash(item: pytest.Item) -> int:
    return crc32(item.nodeid.encode())


def is_slow(item: pytest.Item) -> bool:
    """Whether `make check` leaves a test out."""
    return bool({"slow", "thorough"} & {mark.name for mark in item.iter_markers()})


def examples(count: int) -> int:
    """How many examples of a property are looked at: all in `make slow`, fewest in `make check`."""
    parts = 1 if hasty() else 3 if SOUND in os.environ else EXAMPLES_ONE_IN
    return max(min(3, count), count * parts // EXAMPLES_ONE_IN)


def hasty() -> bool:
    """Whether slow tests are left out, so that they need not be collected."""
    return HASTY in os.environ


def wanted(rest: pytest.MarkDecorator) -> bool:
    """Whether this run has tests with a mark; it need not collect others."""
    return not hasty() and not (rest.name == "thorough" and SOUND in os.environ)


def each_game(*, long: bool = False, few: bool = False) -> list[object]:
    """Every game of the library, as a parameter; all but some of every family are slow.

    Args:
        few: a test that `make check` runs on very few games
        long: a test so long that `make test` runs it on these and every twentieth other game, and
            only `make slow` on all
    """
    names = sorted(games())
    found: list[object] = []
    for number, name in enumerate(names):
        soon = name in (SOONEST if few else SOON)
        rest = pytest.mark.thorough if long and number % 20 != FIRST else pytest.mark.slow
        if soon or wanted(rest):
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
        if not number % every or wanted(rest):
            found.append(pytest.param(value, marks=rest if number % every else ()))
    return found

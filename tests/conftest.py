"""Settings for all tests: back ends, where native code is kept, and how Hypothesis looks.

By itself Hypothesis looks elsewhere each time, in CI always the same. Native code is kept in a
folder of the test run, which its workers share, so that nothing is taken from the user's cache
and nothing is left there.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import settings

from interpreter.backends.native import available
from interpreter.play.load import games

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

CACHE = pytest.StashKey[str]()

needs_native = pytest.mark.skipif(not available(), reason="there is no native code here")
BACKENDS = (pytest.param("python"), pytest.param("llvm", marks=needs_native))
# For tests that would take `make check` too long on both: the other one is left to `make test`.
NATIVE_IS_SLOW = pytest.mark.parametrize(
    "backend", ["python", pytest.param("llvm", marks=[needs_native, pytest.mark.slow])]
)
PYTHON_IS_SLOW = pytest.mark.parametrize(
    "backend",
    [pytest.param("python", marks=pytest.mark.slow), pytest.param("llvm", marks=needs_native)],
)


# The plain program beside Python: it is the definition of what the others have to do.
WITH_PLAIN = pytest.mark.parametrize(
    "backend",
    ["plain", "python", pytest.param("llvm", marks=[needs_native, pytest.mark.slow])],
)


def how(backend: str) -> dict[str, Any]:
    """What `load` is told for a back end, or for the plain program."""
    return {"backend": "python", "plain": True} if backend == "plain" else {"backend": backend}


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
        long: a test so long that `make test` runs it on these and every fourth other game, and
            only `make slow` on all
    """
    names = sorted(games())
    found: list[object] = []
    for number, name in enumerate(names):
        rest = (
            pytest.mark.thorough if long and number % 4 and name not in SOON else pytest.mark.slow
        )
        soon = name in (SOONEST if few else SOON)
        found.append(pytest.param(name, marks=() if soon else rest))
    return found


def some(values: Iterable[object], every: int) -> list[object]:
    """Values as parameters; all but every so manieth are slow."""
    return [
        pytest.param(value, marks=pytest.mark.slow if number % every else ())
        for number, value in enumerate(values)
    ]


def pytest_configure(config: pytest.Config) -> None:
    """Keep native code in a folder of this run; workers find it in their environment."""
    if not hasattr(config, "workerinput"):
        config.stash[CACHE] = os.environ["LUDWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="ludwright-")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests come first: at the end, quick ones keep all workers busy."""
    items.sort(
        key=lambda item: not {"slow", "thorough"} & {mark.name for mark in item.iter_markers()}
    )


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder."""
    if CACHE in config.stash:
        shutil.rmtree(config.stash[CACHE], ignore_errors=True)


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """The back ends, one after the other: what is asked of one is asked of all."""
    return request.param

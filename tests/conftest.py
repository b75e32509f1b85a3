"""Settings for all tests: where native code is kept, how Hypothesis looks, and what is slow.

By itself Hypothesis looks elsewhere each time, in CI always the same; without slow tests it looks
at fewer examples. Native code is kept in a folder of the test run, which its workers share, so that
nothing is taken from the user's cache and nothing is left there; so are games that are played.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

from helpers.backends import BACKENDS
from helpers.marks import HASTY, SOUND, examples, is_slow, thin

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

CACHE = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Keep native code in a folder of this run, which workers find in their environment."""
    if "not thorough" in config.option.markexpr:
        os.environ[SOUND] = "yes"
    if "not slow" in config.option.markexpr:
        os.environ[HASTY] = "yes"
    settings.register_profile("fewer", max_examples=examples(100))
    settings.load_profile("fewer")
    if not hasattr(config, "workerinput"):
        config.stash[CACHE] = os.environ["LUDWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="ludwright-")
        os.environ["LUDWRIGHT_GAMES"] = str(Path(config.stash[CACHE], "games"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow tests come first, so that quick ones keep all workers busy; of many cases, most are."""
    items.sort(key=lambda item: not is_slow(item))
    if "GOLDEN" not in os.environ:  # expected files are written of all games
        thin(items)


def pytest_collection_finish() -> None:
    """What is there now stays to the end: looking through it again and again would take long."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was skipped because something is not installed."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = Counter(one.longrepr[2].removeprefix("Skipped: ") for one in reports
                      if isinstance(one.longrepr, tuple))  # fmt: skip
    for reason, count in reasons.items():
        if "installed" in reason:
            terminalreporter.write_line(f"{count} skipped: {reason}")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder."""
    if CACHE in config.stash:
        shutil.rmtree(config.stash[CACHE], ignore_errors=True)


@pytest.fixture(scope="module", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """The back ends, one after the other: what is asked of one is asked of all."""
    return request.param

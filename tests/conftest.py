"""Settings for all tests: back ends, where native code is kept, and how Hypothesis looks.

By itself Hypothesis looks elsewhere each time, in CI always the same. Native code is kept in a
folder of the test run, which its workers share, so that nothing is taken from the user's cache
and nothing is left there.
"""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest
from hypothesis import settings

from helpers.backends import BACKENDS

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

CACHE = pytest.StashKey[str]()


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

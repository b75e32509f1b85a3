"""The page on adapters shows what happens."""

from __future__ import annotations

import doctest

import pytest

from helpers.backends import needs_native
from helpers.paths import DOCS

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


@needs_native
def test_the_page_shows_what_happens() -> None:
    found = doctest.testfile(str(DOCS / "adapters.md"), module_relative=False)
    assert found.attempted > 20
    assert not found.failed

"""A browser, and pages that are opened in it and closed again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.lab.browser import Open, Shown, chromium


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with chromium() as running:
        yield running


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Open]:
    opened: list[Shown] = []

    def open_one(name: str, **context: Any) -> Shown:
        opened.append(Shown(browser, tmp_path, name, **context))
        return opened[-1]

    yield open_one
    for one in opened:
        one.context.close()
        assert one.problems == []

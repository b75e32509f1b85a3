"""Games that many tests of searches play."""

from __future__ import annotations

import pytest

from interpreter import Game, load


@pytest.fixture(scope="module")
def crosses() -> Game:
    return load("Tic-Tac-Toe")


@pytest.fixture(scope="module")
def yavalath() -> Game:
    return load("Yavalath")

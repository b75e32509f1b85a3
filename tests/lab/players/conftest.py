"""A game that many tests of players play."""

import pytest

from interpreter import Game, load


@pytest.fixture(scope="module")
def yavalath() -> Game:
    return load("Yavalath")

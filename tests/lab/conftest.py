"""A game, and players that make mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, load

BOTS = '''
class First:
    """Plays the first legal move."""

    def choose(self, state):
        return state.moves()[0]


class Seeded(First):
    def __init__(self, seed):
        self.seed = seed


class Raises:
    def choose(self, state):
        return [][state.plies]


class Nothing:
    def choose(self, state):
        return None


class Illegal:
    def choose(self, state):
        return state.game.start().moves()[0]


class Leaves:
    def choose(self, state):
        raise SystemExit


class Broken:
    def __init__(self, level):
        self.level = level

    def choose(self, state):
        return state.moves()[0]


class Dies:
    def choose(self, state):
        import os

        os._exit(1)


class Waits:
    def choose(self, state):
        import time

        time.sleep(60)
'''


@pytest.fixture(scope="module")
def tic() -> Game:
    return load("Tic-Tac-Toe")


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path

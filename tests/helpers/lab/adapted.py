"""Games that adapters are tried on: for one, two and more, with passes, swaps, dice and stacks."""

from __future__ import annotations

import pytest

GAMES: dict[str, tuple[str, dict[str, str]]] = {
    "two": ("Tic-Tac-Toe", {}),
    "swap": ("Hex", {"Size": "5"}),
    "passes": ("Go", {"Size": "5"}),
    "three": ("Yavalath", {"Players": "3 Players"}),
    "one": ("Tower of Hanoi", {}),
    "alone": ("Knight's Tour", {}),
    "dice": ("Pig", {"Players": "3", "Goal": "50"}),
    "race": ("EinStein würfelt nicht", {}),
    "stacks": ("DVONN", {}),
}
each_adapted = pytest.mark.parametrize("name", list(GAMES))

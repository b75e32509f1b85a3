"""Games with many kinds of pieces hold the kind on each site; those with few do not."""

from __future__ import annotations

import pytest

from helpers.twins import compare
from interpreter import load
from interpreter.ir import schema
from interpreter.ir.program import walk


@pytest.mark.slow
@pytest.mark.parametrize("name", ["Dobutsu Shogi", "Gardner Minichess"])
def test_many_kinds_are_held_by_site(name: str) -> None:
    plain = load(name, backend="python", passes=("dead",))
    held = load(name, backend="python", passes=("mailbox", "dead"))
    assert plain.program.part(schema.WHAT) is None
    assert held.program.part(schema.WHAT) is not None
    sizes = [
        sum(1 for function in game.program.functions for _ in walk(function.body))
        for game in (plain, held)
    ]
    assert sizes[1] * 2 < sizes[0]
    compare(plain, held, seed=2, games=2, plies=20)


def test_few_kinds_are_not() -> None:
    held = load("English Draughts", backend="python", passes=("mailbox",))
    assert held.program.part(schema.WHAT) is None

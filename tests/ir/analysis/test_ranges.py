"""Bounds of fields hold in every state."""

from __future__ import annotations

import pytest

from helpers.marks import each_game
from helpers.wandering import states
from interpreter import load
from interpreter.ir.analysis.ranges import ANY, Ranges


@pytest.mark.parametrize("name", each_game(long=True))
def test_bounds_of_fields_hold_in_every_state(name: str) -> None:
    game = load(name, backend="python")
    ranges = Ranges(game.program)
    for raw in states(game, seed=len(name), plies=25):
        for field in game.program.fields:
            if field.kind != "int":
                continue
            low, high = ranges.fields[field]
            for index in range(field.length or 1):
                assert low <= game.machine.get(raw, field, index) <= high, field.name


def test_the_mover_is_a_player_and_the_last_site_a_site() -> None:
    game = load("Yavalath", backend="python")
    ranges = Ranges(game.program)
    found = {
        field.name: ranges.fields[field] for field in game.program.fields if field.kind == "int"
    }
    assert found["mover"] == (1, 2)
    assert found["over"] == (0, 1)
    assert found["last_to"] == (-1, 60)
    assert found["random"] == ANY

"""Bounds of fields hold in every state."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from helpers.marks import each_game
from helpers.wandering import states
from interpreter import load
from interpreter.ir.analysis.ranges import ANY, Ranges, decided


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


GIVES: dict[str, Callable[[int, int], int]] = {
    "lt": lambda left, right: left < right,
    "le": lambda left, right: left <= right,
    "eq": lambda left, right: left == right,
    "ne": lambda left, right: left != right,
    "min": min,
    "max": max,
}


@pytest.mark.parametrize("name", GIVES)
def test_what_is_decided_is_what_all_numbers_give(name: str) -> None:
    ends = [(low, high) for low, high in product(range(4), repeat=2) if low <= high]
    found = set[bool]()
    for one, other in product(ends, repeat=2):
        pairs = list(product(*(range(low, high + 1) for low, high in (one, other))))
        always = decided(name, one, other)
        found.add(always is None)
        if name in ("min", "max"):
            places = [{at for at in (0, 1) if pair[at] == GIVES[name](*pair)} for pair in pairs]
            known = set[int].intersection(*places)
            assert always in known if known else always is None
        else:
            given = {int(GIVES[name](*pair)) for pair in pairs}
            assert given == {always} if always is not None else given == {0, 1}
    assert found == {True, False}

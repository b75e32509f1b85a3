"""Stacks in whole games: they are kept level by level, and the same on every back end."""

from __future__ import annotations

import pytest

from helpers.backends import needs_native
from helpers.towers import SHORT_TOWERS
from interpreter import State, load

MOST = 60


def start(backend: str, *, plain: bool = False) -> State:
    return load(SHORT_TOWERS, backend=backend, plain=plain).start()


def test_the_levels_of_a_site_are_told_from_the_lowest_up(backend: str) -> None:
    state = start(backend)
    assert state.position() == "0:1/1;1:1/1;2:1/1;6:1/2;7:1/2;8:1/2"
    assert (state.stack(0), state.stack(6), state.stack(4)) == ((1, 1), (1, 2), ())


def test_a_step_takes_the_top_and_puts_it_on_top(backend: str) -> None:
    state = start(backend)
    assert all(not str(move).startswith(("a3", "b3", "c3")) for move in state.moves())
    state = state.after("a1-b1").after("a3-b3")
    assert state.position() == "0:1;1:1/1/1;2:1/1;6:1;7:1/2/2;8:1/2"
    assert [state.what(site) for site in (6, 7)] == [1, 2]
    state = state.after("a3-a2").after("b3-b2")
    assert state.position() == "0:1;1:1/1/1;2:1/1;3:1;4:2;7:1/2;8:1/2"


def test_positions_with_other_pieces_below_are_told_apart(backend: str) -> None:
    one = start(backend).after("a1-b1").after("a3-b3").after("b1-a1").after("b3-a3")
    other = start(backend).after("a1-b1").after("a3-b3").after("a1-a2").after("b3-a3")
    assert one.position() == start(backend).position()
    assert one.position() != other.position()


@needs_native
def test_every_back_end_stacks_alike() -> None:
    states = [
        start("python", plain=True),
        start("python"),
        start("llvm"),
        start("llvm", plain=True),
    ]
    for number in range(MOST):
        told = [(one.position(), tuple(map(str, one.moves())), one.over) for one in states]
        assert told.count(told[0]) == len(told)
        if states[0].over:
            break
        moves = states[0].moves()
        chosen = str(moves[number * 5 % len(moves)])
        states = [one.after(chosen) for one in states]


@needs_native
@pytest.mark.parametrize("plain", [False, True])
def test_random_games_are_those_of_the_plain_program(plain: bool) -> None:
    wanted = load(SHORT_TOWERS, backend="python", plain=True).playouts(30, seed=2)
    found = load(SHORT_TOWERS, backend="llvm", plain=plain).playouts(30, seed=2)
    assert list(found.lengths) == list(wanted.lengths)
    assert list(found.winners) == list(wanted.winners)

"""The states of a batch: put in, taken out, copied, kept in memory."""

from __future__ import annotations

import copy
import pickle
from random import Random

import numpy as np
import pytest

from helpers.backends import needs_native
from interpreter import State, load
from interpreter.play import batch_states
from interpreter.play.batch import Batch


def test_states_in_and_out(backend: str) -> None:
    game = load("Hex Go", backend=backend)
    batch = game.batch(3, 1)
    for _ in range(20):
        batch.step(batch.sample())
    state = batch.state(1)
    for row in (0, -1):
        batch.set_state(row, state)
        assert batch.state(row) == state
    mask = batch.legal_mask()
    assert np.array_equal(mask[0], mask[1])
    assert np.flatnonzero(mask[2]).tolist() == sorted(map(game.actions.of, state.moves()))
    for row in (3, -4):
        with pytest.raises(IndexError, match="no row"):
            batch.state(row)
    with pytest.raises(ValueError, match="another game"):
        batch.set_state(0, load("Hex Go", backend=backend).start())


def check_as_alone(batch: Batch, row: int, state: State) -> None:
    """See that a row of a batch is in a state."""
    assert batch.state(row) == state
    assert batch.done[row] == state.over
    assert (batch.movers[row], batch.plies[row]) == (state.mover, state.plies)
    assert batch.seats[row] == (2 - state.mover if state.swapped else state.mover - 1)
    assert tuple(batch.rankings[row]) == state.ranking
    offered = sorted(map(batch.actions.of, state.moves()))
    assert np.flatnonzero(batch.legal_mask()[row]).tolist() == offered


# Two that remember no positions, and one that does.
@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Hex", "Hex Go"])
def test_play_goes_on_from_a_state_that_was_put_in(name: str, backend: str) -> None:
    game = load(name, backend=backend)
    random = Random(name)
    state = game.start(5)
    for _ in range(4):
        state = state.after(random.choice(state.moves()))
    batch = game.batch(3, 1)
    for _ in range(2):
        batch.step(batch.sample())
    others = [batch.state(0), batch.state(2)]
    batch.set_state(1, state)
    assert [batch.state(0), batch.state(2)] == others
    for _ in range(25):
        check_as_alone(batch, 1, state)
        if state.over:
            break
        move = random.choice(state.moves())
        chosen = batch.sample()
        chosen[1] = game.actions.of(move)
        batch.step(chosen)
        state = state.after(move)


def test_positions_so_far_come_with_a_state(backend: str) -> None:
    game = load("Go", options={"Size": "5"}, backend=backend)
    start = state = game.start()
    for name in ("a2", "c1", "b1", "c3", "b3", "d2", "e5", "b2", "c2"):
        state = state.after(name)
    batch = game.batch(2)
    batch.set_state(1, state)
    check_as_alone(batch, 1, state)
    numbers = {batch.actions.name(one): one for one in range(batch.actions.size)}
    with pytest.raises(ValueError, match=r"row 1: action \d+ \(b2\) is not legal"):
        batch.step([numbers["a1"], numbers["b2"]])  # it would take back, and repeat the position
    for name in ("e1", "e3", "b2"):
        batch.step([numbers["pass"], numbers[name]])
        state = state.after(name)
        check_as_alone(batch, 1, state)
    batch.set_state(1, start)  # nor does it keep those of the game before
    check_as_alone(batch, 1, start)


def test_a_game_that_is_over_can_be_put_in(backend: str) -> None:
    game = load("Tic-Tac-Toe", backend=backend)
    start = state = game.start()
    for name in ("a1", "a2", "b1", "b2", "c1"):
        state = state.after(name)
    batch = game.batch(2, auto_reset=True)
    batch.set_state(0, state)
    check_as_alone(batch, 0, state)
    rewards, done = batch.step([-1, 4])
    assert rewards.tolist() == [[0, 0], [0, 0]]  # it has not ended in this step
    assert done.tolist() == [True, False]
    check_as_alone(batch, 0, state)
    batch.set_state(0, start)
    check_as_alone(batch, 0, start)
    batch.set_state(0, state)
    batch.reset(np.array([True, False]))
    assert (batch.plies.tolist(), batch.done.tolist()) == ([0, 1], [False, False])


@pytest.mark.parametrize("name", ["Hex", "Hex Go"])
def test_a_state_that_cannot_be_put_in(name: str, backend: str) -> None:
    game = load(name, backend=backend)
    batch = game.batch(2, 1)
    before = [batch.state(row) for row in range(2)]
    for row in (2, -3):
        with pytest.raises(IndexError, match=f"a batch of 2 has no row {row}"):
            batch.set_state(row, game.start())
    with pytest.raises(TypeError):
        batch.set_state(0.0, game.start())
    for other in ("Tic-Tac-Toe", name):
        with pytest.raises(ValueError, match="another game"):
            batch.set_state(0, load(other, backend=backend).start())
    assert [batch.state(row) for row in range(2)] == before


@pytest.mark.slow
def test_copies_and_pickles(backend: str) -> None:
    batch = load("Hex Go", backend=backend).batch(3, 1, auto_reset=True)
    for _ in range(10):
        batch.step(batch.sample())
    others = [batch.copy(), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]
    for _ in range(10):
        chosen = batch.sample()
        rewards, _ = batch.step(chosen)
        for other in others:
            assert np.array_equal(other.sample(), chosen)
            assert np.array_equal(other.step(chosen)[0], rewards)
            assert np.array_equal(other.observe(), batch.observe())
            assert np.array_equal(other.legal_mask(), batch.legal_mask())


@needs_native
def test_room_for_positions_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("Hex Go")
    wide = game.batch(2, 1)
    monkeypatch.setattr(batch_states, "FIRST_POSITIONS", 2)
    narrow = game.batch(2, 1)
    assert narrow.states.shape[1] < wide.states.shape[1]
    for _ in range(40):
        chosen = wide.sample()
        assert np.array_equal(narrow.sample(), chosen)
        wide.step(chosen)
        narrow.step(chosen)
    narrow.set_state(1, wide.state(0))
    assert narrow.state(1) == wide.state(0) == narrow.state(0)
    again = pickle.loads(pickle.dumps(narrow))
    assert again.state(0).raw == narrow.state(0).raw


@needs_native
def test_rows_lie_at_lines_of_memory() -> None:
    batch = load("Hex").batch(5)
    assert batch.states.dtype == np.uint8
    assert batch.states.shape[0] == 5
    assert batch.states.shape[1] % 64 == 0
    assert batch.states.ctypes.data % 64 == 0
    for array in (batch.states, batch.legal_mask()):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
    with pytest.raises(ValueError, match="Python"):
        assert load("Hex", backend="python").batch(1).states

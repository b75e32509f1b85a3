"""What is seen of a position."""

from __future__ import annotations

import numpy as np

from interpreter import load


def test_planes_are_seen_by_the_mover(backend: str) -> None:
    batch = load("Tic-Tac-Toe", backend=backend).batch(1)
    names = batch.observation_names
    assert names == (
        "own cross/nought", "other cross/nought", "passes", "last from", "last to",
        "player 1 to move", "player 2 to move",
    )  # fmt: skip
    batch.step([1])
    seen = batch.observe()
    assert seen.dtype == np.uint8
    assert seen.shape == (1, *batch.observation_shape) == (1, 7, 3, 3)
    assert seen[0, 0].tolist() == [[0, 0, 0]] * 3
    assert seen[0, 1].tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert seen[0, 4].tolist() == seen[0, 1].tolist()
    assert seen[0, 5:].mean(axis=(1, 2)).tolist() == [0, 1]
    batch.step([5])
    seen = batch.observe(np.float32)
    assert seen.dtype == np.float32
    assert seen[0, 0].tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    assert seen[0, 1].tolist() == [[0, 0, 0], [0, 0, 1], [0, 0, 0]]


def test_planes_can_be_written_to_an_array(backend: str) -> None:
    batch = load("Hex", backend=backend).batch(2)
    batch.step([0, 5])
    for dtype in (np.uint8, np.float32):
        room = np.full((3, 2, *batch.observation_shape), 7, dtype)
        assert batch.observe(dtype, out=room[1]) is not None
        assert np.array_equal(room[1], batch.observe(dtype))
        assert (room[[0, 2]] == 7).all()


def test_rows_and_columns_are_those_of_the_names() -> None:
    batch = load("Yavalath").batch(1)
    board = batch.game.board
    assert batch.observation_shape[1:] == (9, 9)
    assert batch.observation_names[-1] == "board"
    shown = batch.observe()[0, -1]
    assert shown.sum() == board.size
    assert all(shown[board.rows[site], board.columns[site]] for site in range(board.size))

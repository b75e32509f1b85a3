"""Many games at once: numbers of actions, and what the arrays say, on both back ends."""

from __future__ import annotations

import doctest

import numpy as np
import pytest

from helpers.backends import needs_native
from helpers.marks import each_game, some
from helpers.paths import DOCS
from helpers.twins import again, native
from interpreter import Game, load
from interpreter.play.batch import Batch
from lab.speed.batches import main

THREE = """(game "Three" (players 3)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (move Add (to (sites Empty))))
    (end { (if (is Line 2) (result Mover Win)) (if (is Full) (result Mover Draw)) })))"""
# Moves that carry a number: the site of an iterator around them.
CARRYING = """(game "Carrying" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (forEach Site (sites Empty) (or
      (move Add (to (sites Around (site) Orthogonal if:(is Empty (to))) (apply (add (to (site))))))
      (set Counter (site)))))
    (end (if (is Line 3) (result Mover Win)))))"""
# With swaps, passes, positions that may not come again, pieces to choose, turns of two moves, moves
# between sites, one player, boards of hexagons, guards.
VARIED = (
    "Tic-Tac-Toe", "Connect Four", "Hex", "Star", "Hex Go", "Product", "Connect6", "Coffee",
    "Eight Queens", "Yavalath", "Pentalath", "Cram", "Nim",
)  # fmt: skip


def pair(what: str) -> tuple[Game, Game]:
    return load(what), load(what, backend="python")


def check_alike(fast: Game, plain: Game, n: int, plies: int) -> None:
    """Play the same random actions on both back ends, and see that all arrays are the same."""
    one, other = (game.batch(n, 7, auto_reset=True) for game in (fast, plain))
    for _ in range(plies):
        assert np.array_equal(one.legal_mask(), other.legal_mask())
        assert np.array_equal(one.observe(), other.observe())
        for name in ("movers", "seats", "plies", "done", "rankings", "utilities"):
            assert np.array_equal(getattr(one, name), getattr(other, name)), name
        chosen = one.sample()
        assert np.array_equal(chosen, other.sample())
        check_actions(other, chosen)
        for left, right in zip(one.step(chosen), other.step(chosen), strict=True):
            assert left.dtype == right.dtype
            assert np.array_equal(left, right)


def check_actions(batch: Batch, chosen: np.ndarray) -> None:
    """Every legal action stands for one legal move."""
    mask = batch.legal_mask()
    for row in range(batch.n):
        state = batch.state(row)
        moves = {move.packed: move for move in state.moves()}
        numbers = sorted(batch.actions.of(move) for move in moves.values())
        assert numbers == np.flatnonzero(mask[row]).tolist()
        if moves:
            found = batch.actions.move(state, int(chosen[row]))
            assert batch.actions.of(found) == batch.actions.of(found.packed) == chosen[row]


@needs_native
@pytest.mark.parametrize("name", some([*VARIED, THREE, CARRYING], 4), ids=lambda text: text[:14])
def test_both_back_ends_say_the_same(name: str) -> None:
    check_alike(*pair(name), 3, 14)


@needs_native
@pytest.mark.alike(2)
@pytest.mark.slow
@pytest.mark.parametrize("name", each_game(long=True))
def test_both_back_ends_say_the_same_of_the_library(name: str) -> None:
    check_alike(*pair(name), 3, 48)


@needs_native
@pytest.mark.parametrize("bits", [False, True])
def test_every_kind_of_native_code_says_the_same(bits: bool) -> None:
    game = load("Hex Go")
    check_alike(native(game, bits=bits, checked=True), again(game, "python"), 2, 6)


def test_a_game_to_its_end(backend: str) -> None:
    batch = load("Tic-Tac-Toe", backend=backend).batch(2)
    for action in (0, 3, 1, 4):
        rewards, done = batch.step([action, action])
        assert not rewards.any()
        assert not done.any()
    rewards, done = batch.step([2, 8])
    assert rewards.dtype == np.float32
    assert rewards.tolist() == [[1, -1], [0, 0]]
    assert done.tolist() == batch.done.tolist() == [True, False]
    assert batch.legal_mask().sum(axis=1).tolist() == [0, 4]
    # A row that is over stays as it is, whatever action it is given.
    state = batch.state(0)
    rewards, done = batch.step([-77, 5])
    assert rewards.tolist() == [[0, 0], [-1, 1]]
    assert done.all()
    assert batch.state(0) == state
    assert batch.plies.tolist() == [5, 6]
    assert batch.rankings.tolist() == [[1, 2], [2, 1]]
    assert batch.utilities.tolist() == [[1, -1], [-1, 1]]
    assert batch.sample().tolist() == [0, 0]
    assert batch.step([0, 0])[0].tolist() == [[0, 0], [0, 0]]


def test_an_illegal_action_changes_nothing(backend: str) -> None:
    batch = load("Tic-Tac-Toe", backend=backend).batch(3)
    batch.step([0, 1, 2])
    before = [batch.state(row) for row in range(3)]
    for wrong, text in ((1, r"row 1: action 1 \(b1\) is not legal"), (9, "pass"), (10, "action 10"),
                        (-1, "action -1")):  # fmt: skip
        with pytest.raises(ValueError, match=text):
            batch.step([5, wrong, 5])
        assert [batch.state(row) for row in range(3)] == before
        assert batch.plies.tolist() == [1, 1, 1]


def test_a_forced_pass_is_an_action(backend: str) -> None:
    batch = load(
        """(game "Stuck" (players 2)
          (equipment { (board (square 2)) (piece "Stone" Each) })
          (rules (play (if (is Mover P1) (move Add (to (sites Empty)))))
                 (end (if (is Full) (result P1 Win)))))""",
        backend=backend,
    ).batch(1)
    assert np.flatnonzero(batch.legal_mask()[0]).tolist() == [0, 1, 2, 3]
    batch.step([0])
    assert np.flatnonzero(batch.legal_mask()[0]).tolist() == [4]
    batch.step([4])
    assert batch.movers.tolist() == [1]


def test_games_begin_anew_by_themselves(backend: str) -> None:
    game = load("Tic-Tac-Toe", backend=backend)
    batch = game.batch(2, auto_reset=True)
    for actions in ([0, 0], [3, 1], [1, 3], [4, 4]):
        batch.step(actions)
    rewards, done = batch.step([2, 8])
    assert rewards.tolist() == [[1, -1], [0, 0]]
    assert done.tolist() == [True, False]
    assert batch.done.tolist() == [False, False]
    assert batch.plies.tolist() == [0, 5]
    assert batch.legal_mask().sum(axis=1).tolist() == [9, 4]
    assert batch.observe()[0, :4].sum() == 0


def test_rewards_go_by_seat_after_a_swap(backend: str) -> None:
    batch = load("Hex", backend=backend).batch(1)
    batch.step([0])
    assert (batch.movers.tolist(), batch.seats.tolist()) == ([2], [1])
    swap = next(one for one in range(batch.actions.size) if batch.actions.name(one) == "swap")
    batch.step([swap])
    assert (batch.movers.tolist(), batch.seats.tolist()) == ([2], [0])
    while not batch.done.all():
        mover = int(batch.movers[0])
        rewards, _ = batch.step(batch.sample())
    seat = 2 - mover  # who made the last move has won, and plays the other colour
    assert rewards[0].tolist() == [1.0 - 2 * seat, 2.0 * seat - 1]


def test_rewards_of_three_and_of_one(backend: str) -> None:
    three = load(THREE, backend=backend).batch(1)
    for action in (0, 8, 6):
        three.step([action])
    # The first has won, and the others play on; rewards come in the end.
    rewards, done = three.step([1])
    assert rewards.tolist() == [[0, 0, 0]]
    assert not done
    assert three.utilities.tolist() == [[1, 0, 0]]
    rewards, done = three.step([5])
    assert rewards.tolist() == three.utilities.tolist() == [[1, 0, -1]]
    assert done
    alone = load("Eight Queens", backend=backend).batch(1)
    while not alone.done.all():
        assert alone.utilities.tolist() == [[0]]
        rewards, _ = alone.step(alone.sample())
    assert rewards.tolist() == alone.utilities.tolist() == [list(alone.state(0).utilities)]


def test_rows_begin_with_the_games_of_the_seed(backend: str) -> None:
    game = load("Tic-Tac-Toe", backend=backend)
    batch = game.batch(3, seed=5)
    assert batch.state(0) == game.start(5)
    first = [batch.state(row) for row in range(3)]
    assert len({tuple(one.raw) for one in first}) == 3  # chance differs, if nothing else
    batch.step([0, 1, 2])
    batch.reset(np.array([True, False, True]))
    assert batch.plies.tolist() == [0, 1, 0]
    assert batch.state(0) == game.batch(4, seed=5).state(3)
    batch.reset(seed=5)
    assert [batch.state(row) for row in range(3)] == first


def test_utilities_are_those_of_the_states(backend: str) -> None:
    batch = load("Squava", backend=backend).batch(8, 3)
    for _ in range(30):
        batch.step(batch.sample())
    states = [batch.state(row) for row in range(8)]
    assert batch.done.any()
    assert batch.utilities.tolist() == [list(state.utilities) for state in states]
    assert batch.rankings.tolist() == [list(state.ranking) for state in states]
    assert batch.movers.tolist() == [state.mover for state in states]
    assert batch.plies.tolist() == [state.plies for state in states]


@needs_native
def test_threads_change_nothing() -> None:
    game = load("Hex")
    one, four = game.batch(37, 2, auto_reset=True), game.batch(37, 2, 4, auto_reset=True)
    for _ in range(150):
        chosen = four.sample()
        assert np.array_equal(one.sample(), chosen)
        one.step(chosen)
        four.step(chosen)
    assert np.array_equal(one.observe(), four.observe())
    assert np.array_equal(one.states, four.states)


def test_samples_are_uniform() -> None:
    batch = load("Tic-Tac-Toe").batch(9000)
    batch.step(np.full(9000, 4))
    chosen = batch.sample(1)
    counts = np.bincount(chosen, minlength=10)
    assert counts[[4, 9]].tolist() == [0, 0]
    assert counts[[0, 1, 2, 3, 5, 6, 7, 8]].min() > 1000
    assert np.array_equal(chosen, batch.sample(1))
    assert not np.array_equal(chosen, batch.sample(2))
    assert not np.array_equal(batch.sample(), batch.sample())
    one, other = (batch.sample(np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(one, other)


@pytest.mark.parametrize(
    ("n", "threads", "error"),
    [(0, 1, ValueError), (-1, 1, ValueError), (1 << 30, 1, ValueError), (1, 0, ValueError),
     (1, 1 << 20, ValueError), (1.5, 1, TypeError), ("2", 1, TypeError), (1, 1.0, TypeError)],
)  # fmt: skip
def test_absurd_batches(n: int, threads: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        load("Tic-Tac-Toe").batch(n, 0, threads)


def test_absurd_arguments(backend: str) -> None:
    batch = load("Tic-Tac-Toe", backend=backend).batch(2)
    for actions in ([0], [[0, 1]], [0, 1, 2]):
        with pytest.raises(ValueError, match="shape"):
            batch.step(actions)
    for actions in ([0.0, 1.0], ["a1", "b1"], [True, False], None):
        with pytest.raises(TypeError, match="whole numbers"):
            batch.step(actions)
    with pytest.raises(ValueError, match="shape"):
        batch.reset(np.ones(3, np.bool_))
    with pytest.raises(TypeError, match="truths"):
        batch.reset([1, 0])
    with pytest.raises(TypeError):
        batch.reset(seed="5")
    with pytest.raises(TypeError):
        batch.sample(0.5)
    with pytest.raises(TypeError, match="uint8"):
        batch.observe(np.int64)
    shape = (2, *batch.observation_shape)
    for out in (np.zeros(shape, np.float32), np.zeros(shape[1:], np.uint8),
                np.zeros(shape, np.uint8, order="F")):  # fmt: skip
        with pytest.raises(ValueError, match="planes are"):
            batch.observe(out=out)
    with pytest.raises(TypeError):
        batch.state(0.0)
    assert batch.plies.tolist() == [0, 0]


def test_seeds_of_any_size(backend: str) -> None:
    game = load("Tic-Tac-Toe", backend=backend)
    for seed in (-1, 1 << 63, 1 << 200):
        batch = game.batch(2, seed)
        assert batch.state(0) == game.start(seed)
        assert batch.sample(seed).tolist() == batch.sample(seed).tolist()


@pytest.mark.slow
def test_the_page_shows_what_happens() -> None:
    page = DOCS / "batches.md"
    found = doctest.testfile(str(page), module_relative=False)
    assert found.attempted > 10
    assert not found.failed


@needs_native
def test_speed_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    main(["Tic-Tac-Toe", "--rows", "8", "--seconds", "0.01"])
    assert "Tic-Tac-Toe" in capsys.readouterr().out

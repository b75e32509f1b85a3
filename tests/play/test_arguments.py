"""Arguments that make no sense are answered with an exception; long calls end when asked to.

A native call that is given nonsense could end the process, so some of this runs in another one.
"""

from __future__ import annotations

import _thread
import gc
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from helpers.backends import BACKENDS, PYTHON_IS_SLOW, needs_native
from helpers.marks import some
from interpreter import Game, load

ERRORS = (ValueError, TypeError, OverflowError, MemoryError)
HUGE = 1 << 70
NAN, INFINITY = math.nan, math.inf
TOO_MUCH = 1 << 50


@pytest.fixture(scope="module")
def game(backend: str) -> Game:
    return load("Tic-Tac-Toe", backend=backend)


@pytest.mark.parametrize("n", [-1, -(1 << 63), -HUGE, HUGE, TOO_MUCH, 1.5, "3", None, [1]])
def test_number_of_playouts(game: Game, n: object) -> None:
    with pytest.raises(ERRORS):
        game.playouts(n)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [0, -1, -HUGE, 1.5, "2", None])
def test_threads_of_playouts(game: Game, threads: object) -> None:
    with pytest.raises(ERRORS):
        game.playouts(3, threads=threads)  # type: ignore[arg-type]


@pytest.mark.parametrize("threads", [1000, HUGE])
def test_more_threads_than_games(game: Game, threads: int) -> None:
    assert game.playouts(3, threads=threads, seed=1).lengths.shape == (3,)


@pytest.mark.parametrize("seed", ["1", 1.5, None, [1]])
def test_seeds_that_are_no_numbers(game: Game, seed: object) -> None:
    with pytest.raises(ERRORS):
        game.playouts(3, seed=seed)  # type: ignore[arg-type]
    with pytest.raises(ERRORS):
        game.start(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", [0, -1, 1 << 63, -(1 << 63), HUGE, -HUGE])
def test_every_whole_number_is_a_seed(game: Game, seed: int) -> None:
    other = load("Tic-Tac-Toe", backend="python")
    found, expected = game.playouts(3, seed=seed), other.playouts(3, seed=seed)
    assert found.lengths.tolist() == expected.lengths.tolist()
    assert game.start(seed).position() == other.start(seed).position()


def test_no_playouts(game: Game) -> None:
    none = game.playouts(0)
    assert none.lengths.shape == (0,)
    assert none.rankings.shape == (0, 2)
    assert none.winners.tolist() == []


@pytest.mark.parametrize("depth", [-1, -HUGE, HUGE, 10_001, 1.5, "1", None])
def test_depth_of_perft(game: Game, depth: object) -> None:
    with pytest.raises(ERRORS):
        game.perft(depth)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "rest",
    [{"threads": 0}, {"threads": -5}, {"threads": 1.5}, {"threads": None}, {"memory": -1},
     {"memory": HUGE}, {"memory": 1.5}, {"memory": "1"}, {"state": 3}],
    ids=str,
)  # fmt: skip
def test_other_arguments_of_perft(game: Game, rest: dict[str, object]) -> None:
    with pytest.raises((*ERRORS, AttributeError)):
        game.perft(2, **rest)  # type: ignore[arg-type]


def test_perft_beyond_the_end(game: Game) -> None:
    state = game.start()
    for move in ("a1", "a2", "b1", "b2"):
        state = state.after(move)
    assert game.perft(6, state) == 0
    over = state.after("c1")
    assert [game.perft(depth, over) for depth in (0, 1, 2)] == [1, 0, 0]


@needs_native
def test_very_deep_perft_of_a_short_game() -> None:
    game = load("Tic-Tac-Toe", backend="llvm")
    state = game.start()
    for move in ("a1", "a2", "b1", "b2", "c3"):
        state = state.after(move)
    assert game.perft(500, state) == 0


@needs_native
@pytest.mark.parametrize(
    "rest",
    [{}, {"iterations": 0}, {"iterations": -1}, {"iterations": HUGE}, {"iterations": 1.5},
     {"iterations": "3"}, {"seconds": 0}, {"seconds": -1.0}, {"seconds": NAN}, {"seconds": "1"},
     {"iterations": 9, "memory": 0}, {"iterations": 9, "memory": HUGE},
     {"iterations": 9, "memory": -1}, {"iterations": 9, "memory": 1.5},
     {"iterations": 9, "explore": NAN}, {"iterations": 9, "explore": INFINITY},
     {"iterations": 9, "explore": -1.0}, {"iterations": 9, "explore": "1"},
     {"iterations": 9, "seed": "1"}, {"iterations": 9, "seed": None}, {"iterations": 9, "tree": 3}],
    ids=str,
)  # fmt: skip
def test_arguments_of_uct(rest: dict[str, object]) -> None:
    game = load("Tic-Tac-Toe", backend="llvm")
    with pytest.raises((*ERRORS, AttributeError)):
        game.uct(game.start(), **rest)  # type: ignore[arg-type]


@needs_native
@pytest.mark.parametrize(
    "rest",
    [{}, {"depth": 0}, {"depth": -1}, {"depth": HUGE}, {"depth": 1.5}, {"depth": "2"},
     {"seconds": 0}, {"seconds": -1.0}, {"seconds": NAN}, {"seconds": "1"},
     {"depth": 2, "memory": 0}, {"depth": 2, "memory": HUGE}, {"depth": 2, "memory": -1},
     {"depth": 2, "memory": 1.5}, {"depth": 2, "weights": {"beauty": 1.0}},
     {"depth": 2, "weights": {"score": NAN}}, {"depth": 2, "weights": {"score": "1"}},
     {"depth": 2, "weights": 3}],
    ids=str,
)  # fmt: skip
def test_arguments_of_alphabeta(rest: dict[str, object]) -> None:
    game = load("Tic-Tac-Toe", backend="llvm")
    with pytest.raises((*ERRORS, AttributeError)):
        game.alphabeta(game.start(), **rest)  # type: ignore[arg-type]


@needs_native
@pytest.mark.parametrize(
    "rest",
    [{"seconds": 0}, {"seconds": -1.0}, {"seconds": NAN}, {"seconds": "1"}, {"nodes": 0},
     {"nodes": -1}, {"nodes": HUGE}, {"nodes": 1.5}, {"nodes": "3"}, {"memory": 0},
     {"memory": HUGE}, {"memory": -1}, {"memory": 1.5}],
    ids=str,
)  # fmt: skip
def test_arguments_of_solve(rest: dict[str, object]) -> None:
    game = load("Tic-Tac-Toe", backend="llvm")
    with pytest.raises(ERRORS):
        game.solve(game.start(), **rest)  # type: ignore[arg-type]


@needs_native
def test_positions_that_cannot_be_searched() -> None:
    game, other = load("Tic-Tac-Toe", backend="llvm"), load("Notakto", backend="llvm")
    over = game.start()
    for move in ("a1", "a2", "b1", "b2", "c1"):
        over = over.after(move)
    searches: tuple[Callable[..., object], ...] = (
        lambda state: game.uct(state, iterations=9),
        lambda state: game.alphabeta(state, depth=2),
        game.solve,
    )
    for search in searches:
        for state in (over, other.start()):
            with pytest.raises(ValueError, match="game"):
                search(state)


def test_unknown_back_end() -> None:
    for backend in ("", "LLVM", "c", None, 3):
        with pytest.raises(ValueError, match="unknown back end"):
            load("Tic-Tac-Toe", backend=backend)  # type: ignore[arg-type]


# Progress, and ends


def test_progress_of_playouts(game: Game) -> None:
    told: list[int] = []
    game.playouts(300, progress=told.append)
    assert told[-1] == 300
    assert told == sorted(told)
    assert len(told) > 1


def test_progress_of_playouts_in_threads(game: Game) -> None:
    told: list[int] = []
    game.playouts(300, threads=2, progress=told.append)
    assert told[-1] == 300
    assert told == sorted(told)


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_of_perft(game: Game, threads: int) -> None:
    told: list[int] = []
    assert game.perft(3, threads=threads, progress=told.append) == 504
    assert told[-1] == 9
    assert told == sorted(told)


class GivenUpError(Exception):
    pass


@pytest.mark.parametrize("threads", [1, 2])
def test_progress_that_fails_ends_the_call(game: Game, threads: int) -> None:
    def give_up(_: int) -> None:
        raise GivenUpError

    with pytest.raises(GivenUpError):
        game.playouts(10**6, threads=threads, progress=give_up)
    with pytest.raises(GivenUpError):
        game.perft(4, threads=threads, progress=give_up)
    assert game.perft(2) == 72, "the game can be used further"


CALLS = {
    "playouts": 'load("Gomoku", backend={backend!r}).playouts(10**8)',
    "playouts in threads": 'load("Gomoku", backend={backend!r}).playouts(10**7, threads=2)',
    "perft": 'load("Gomoku", backend={backend!r}).perft(6)',
    "perft in threads": 'load("Gomoku", backend={backend!r}).perft(6, threads=2)',
}
SEARCHES = {
    "uct": 'game = load("Gomoku"); game.uct(game.start(), seconds=60.0)',
    "alphabeta": 'game = load("Gomoku"); game.alphabeta(game.start(), depth=20)',
    "solve": 'game = load("Gomoku"); game.solve(seconds=60.0)',
}
# By then the game is compiled, so that it is the call that is interrupted.
# A process in the background of a shell begins with Ctrl-C switched off.
SCRIPT = """
import signal, sys, threading, time
from interpreter import load
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer({after}, lambda: print("now", flush=True)).start()
try:
    {call}
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
AFTER_S, AT_MOST_S = 0.9, 0.5


def interrupted(call: str) -> float:
    """How long a call goes on after Ctrl-C, in seconds."""
    text = SCRIPT.format(call=call, after=AFTER_S)
    process = subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "now\n"
    start = time.perf_counter()
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    spent = time.perf_counter() - start
    assert process.communicate(timeout=10) == ("", "")
    assert process.returncode == 0
    return spent


needs_signals = pytest.mark.skipif(os.name != "posix", reason="signals are not those of POSIX")


@pytest.mark.slow
@needs_signals
@PYTHON_IS_SLOW
@pytest.mark.parametrize("call", some(CALLS, 3))
def test_ctrl_c(call: str, backend: str) -> None:
    assert interrupted(CALLS[call].format(backend=backend)) < AT_MOST_S


@pytest.mark.parametrize("again", range(5))
def test_threads_have_ended_when_an_interrupted_call_has(game: Game, again: int) -> None:
    """Threads that are joined by an interrupted `Thread.join` may still run (bpo-45274)."""
    handled = signal.signal(signal.SIGINT, signal.default_int_handler)
    # An interruption that falls into a hook of the garbage collector is dropped with a warning
    # (`gc.callbacks`; the property tests leave one there), and the call would run to its end.
    gc.disable()
    try:
        _interrupt_threads(game, again)
    finally:
        gc.enable()
        signal.signal(signal.SIGINT, handled)


def _interrupt_threads(game: Game, again: int) -> None:
    before = threading.active_count()

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    timer = threading.Timer(0.02 + 0.003 * again, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        game.playouts(10**8, threads=2)
    timer.join()
    assert threading.active_count() == before
    with pytest.raises(KeyboardInterrupt):
        game.playouts(10**8, threads=2, progress=interrupt)
    assert threading.active_count() == before


@pytest.mark.slow
@needs_signals
@needs_native
@pytest.mark.parametrize("call", some(SEARCHES, 3))
def test_ctrl_c_in_a_search(call: str) -> None:
    assert interrupted(SEARCHES[call]) < AT_MOST_S


def test_both_back_ends_are_tried() -> None:
    assert [one.values for one in BACKENDS] == [("python",), ("llvm",)]


def test_a_move_from_a_number_that_is_no_site_comes_from_none(backend: str) -> None:
    rules = """(game "Out" (players 2)
        (equipment { (board (square 2)) (piece "Disc" Each) })
        (rules (start (place "Disc1" 0)) (play (swap Pieces 40 1))
            (end (if (is Full) (result Mover Win)))))"""
    (move,) = load(rules, backend=backend).start().moves()
    assert str(move) == "b1"

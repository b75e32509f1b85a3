"""Native code finds enough of the stack, whatever its thread has."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from helpers.backends import needs_native
from interpreter.targets.llvm import stacks


def in_thread(work: Callable[[], Any], size: int) -> Any:
    """What some work gives in a thread with a stack of so many bytes."""
    answers: list[Any] = []
    before = threading.stack_size(size)
    try:
        worker = threading.Thread(target=lambda: answers.append(work()))
        worker.start()
    finally:
        threading.stack_size(before)
    worker.join()
    return answers[0]


@pytest.mark.skipif(sys.platform != "linux", reason="how much a thread has is asked elsewhere")
def test_what_a_thread_has_is_known() -> None:
    # A system may give a thread more than it was asked for.
    assert in_thread(stacks.free, 1 << 22) >= (7 << 19) - (1 << 16) > stacks.UNTOLD


def test_a_call_that_needs_more_is_made_elsewhere_and_by_the_same_thread() -> None:
    def calls() -> list[threading.Thread]:
        here = threading.current_thread()
        assert stacks.enough(0, threading.current_thread) is here
        return [stacks.enough(needed, threading.current_thread) for needed in (1 << 24, 1 << 22)]

    first, second = in_thread(calls, 1 << 20)
    assert first is second
    assert first is not threading.current_thread()
    first.join(10)  # it ends with the thread that it was for
    assert not first.is_alive()


def test_a_thread_for_calls_has_what_they_need() -> None:
    for needed in (1 << 20, 1 << 24, 1 << 28):
        assert (
            in_thread(lambda needed=needed: stacks.enough(needed, stacks.free), 1 << 20) >= needed
        )


def test_what_a_call_raises_is_raised() -> None:
    def fails() -> None:
        raise ZeroDivisionError

    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            stacks.enough(1 << 26, fails)
    assert stacks.enough(1 << 26, lambda: 3) == 3


def test_more_than_there_is_is_refused() -> None:
    with pytest.raises(OverflowError, match="MiB of the stack"):
        stacks.enough(1 << 50, lambda: None)


@pytest.mark.skipif(sys.platform == "win32", reason="processes are not forked here")
def test_a_forked_process_has_a_thread_of_its_own() -> None:
    assert stacks.enough(1 << 26, lambda: 1) == 1
    child = multiprocessing.get_context("fork").Process(
        target=lambda: sys.exit(stacks.enough(1 << 26, lambda: 7))
    )
    child.start()
    child.join(20)
    assert child.exitcode == 7


PLAY = """
import sys, threading
from ludwright import load

def play(name):
    game = load(name)
    state = game.start(seed=1)
    for _ in range(3):
        state = state.after(state.moves()[0])
    game.playouts(3, seed=1)
    game.uct(state, iterations=3, seed=1)
    game.perft(1)
    if game.players == 2:
        game.alphabeta(state, depth=1)
        game.alphabeta(state, seconds=0.01)
        print(name, "played")

for name in sys.argv[1:]:
    threading.stack_size(96 << 10)
    worker = threading.Thread(target=play, args=(name,))
    worker.start()
    worker.join()
"""


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("names", [("Yavalath", "Chess"), ("Trax",), ("Pentominoes", "DVONN")])
def test_games_are_searched_in_threads_with_a_small_stack(names: tuple[str, ...]) -> None:
    found = subprocess.run(
        [sys.executable, "-c", PLAY, *names], capture_output=True, text=True, timeout=300
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.split("\n")[:-1] == [f"{name} played" for name in names], found.stderr


RACE = """
(game "Race" (players 2)
    (equipment {
        (board (rectangle 520 2)) (piece "Runner" Each (move Step N (to if:(is Empty (to)))))
    })
    (rules (start { (place "Runner1" "A1") (place "Runner2" "B1") })
        (play (forEach Piece))
        (end (if (no Moves Mover) (result Mover Loss)))))
"""
DEEP = """
import sys, threading
from ludwright import load

def look():
    game = load(sys.argv[1])
    found = game.alphabeta(game.start(), depth=512)
    print(found.depth, found.moves[0].certain, game.perft(1000), game.solve(nodes=10_000).depth)

threading.stack_size(96 << 10)
threading.Thread(target=look).start()
"""


@needs_native
@pytest.mark.slow
def test_searches_go_as_deep_as_they_are_told() -> None:
    found = subprocess.run(
        [sys.executable, "-c", DEEP, RACE], capture_output=True, text=True, timeout=300
    )
    assert found.stdout.split() == ["512", "False", "1", "512"], found.stderr

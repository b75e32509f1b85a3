"""What calls cost that go from position to position in Python: python -m lab.speed.stepping

In microseconds of the processor, from the first position of a game, the best of several rounds; and
what a ply takes of a random game that is played so, with nothing else done.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

from interpreter.play.game import Game, State
from interpreter.play.load import load

GAMES = "Tic-Tac-Toe", "Yavalath", "Breakthrough", "Gomoku", "Go", "Kalah", "Chess", "Shogi"
ROUNDS, CALLS, PLIES = 5, 200, 400


def cost(call: Callable[[State], object], game: Game) -> float:
    """Microseconds of a call with a position of which nothing was asked before."""
    raw, took = game.start().raw, list[float]()
    for _ in range(ROUNDS):
        states = [game.at(raw) for _ in range(CALLS)]
        before = time.process_time()
        for state in states:
            call(state)
        took.append(time.process_time() - before)
    return 1e6 * min(took) / CALLS


def walk(game: Game, random: Random) -> int:
    """A random game, or as much of it as is worth the time; how many plies."""
    state, plies = game.start(), 0
    while not state.over and plies < PLIES:
        state, plies = state.after(random.choice(state.moves())), plies + 1
    return plies


def ply(game: Game) -> float:
    """Microseconds of a ply of random games."""
    took: list[float] = []
    for seed in range(ROUNDS):
        random, before, plies = Random(seed), time.process_time(), 0
        while plies < PLIES:
            plies += walk(game, random)
        took.append((time.process_time() - before) / plies)
    return 1e6 * min(took)


def rows(names: Sequence[str]) -> Iterator[str]:
    """A table as Markdown."""
    yield "| game | moves | `state.moves()` | `state.after(move)` | `state.contents` | a ply |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name in names:
        game = load(name)
        move = game.start().moves()[0]
        walk(game, Random(0))
        calls: tuple[Callable[[State], object], ...] = (
            State.moves, lambda state, move=move: state.after(move), lambda state: state.contents
        )  # fmt: skip
        cells = [f"{cost(call, game):.1f}" for call in calls]
        cells.append(f"{ply(game):.1f}")
        yield f"| {name} | {len(game.start().moves())} | {' | '.join(cells)} |"


if __name__ == "__main__":
    for line in rows(sys.argv[1:] or GAMES):
        sys.stdout.write(f"{line}\n")

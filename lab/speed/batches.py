"""How fast many games at once are: `python -m lab.speed.batches [GAME…] [--rows N] [--seconds S]`.

A round asks for the legal actions, draws one for each row, and makes it; games that are over begin
anew. A figure is the median of five rounds, one thread on one core.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from rich.console import Console
from rich.table import Table

from interpreter import load
from interpreter.play.batch import Batch
from lab.speed.tables import WIDTH, figure
from lab.speed.timing import ROUNDS, Figure, machine, one_core

GAMES = ("Tic-Tac-Toe", "Connect Four", "Yavalath", "Hex")
WARMING = 100
COLUMNS = ("game", "actions", "planes", "steps/s", "mask ns", "sample ns", "step ns", "observe ns")


def measure(batch: Batch, seconds: float) -> list[Figure]:
    """Steps a second with mask and sample, then seconds a row of each call.

    Args:
        seconds: how long to measure, all rounds together
    """
    for _ in range(WARMING):  # so that the games are at different places
        batch.step(batch.sample())
    out = batch.observe()
    rounds = [_round(batch, seconds / ROUNDS, out) for _ in range(ROUNDS)]
    steps = [1 / sum(one[:3]) for one in rounds]
    return [Figure.of(steps), *(Figure.of(values) for values in zip(*rounds, strict=True))]


def _round(batch: Batch, seconds: float, out: npt.NDArray[np.uint8]) -> list[float]:
    """Seconds a row of mask, sample, step and observation."""
    spent, count = [0.0] * 4, 0
    while sum(spent) < seconds:
        times = [time.perf_counter()]
        batch.legal_mask()
        times.append(time.perf_counter())
        chosen = batch.sample()
        times.append(time.perf_counter())
        batch.step(chosen)
        times.append(time.perf_counter())
        batch.observe(out=out)
        times.append(time.perf_counter())
        spent = [old + b - a for old, (a, b) in zip(spent, pairwise(times), strict=True)]
        count += batch.n
    return [one / count for one in spent]


def main(words: Sequence[str] | None = None) -> None:
    """Measure games and print a table."""
    parser = argparse.ArgumentParser(prog="python -m lab.speed.batches", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--rows", type=int, default=4096, help="games at once (4096)")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each game (2)")
    given = parser.parse_args(words)
    table = Table(*COLUMNS, title=f"{given.rows} rows")
    with one_core():
        for name in given.games:
            batch = load(name).batch(given.rows, auto_reset=True)
            steps, *calls = measure(batch, given.seconds)
            sizes = str(batch.actions.size), str(len(batch.observation_names))
            cells = [figure(steps), *(figure(one, 1e9) for one in calls)]
            table.add_row(batch.game.name, *sizes, *cells)
    console = Console()
    console = console if console.is_terminal else Console(width=WIDTH)
    console.print(table)
    console.print(", ".join(f"{key} {value}" for key, value in machine().items()))


if __name__ == "__main__":
    main()

"""The sheet of a game, as it was asked for on the command line."""

from __future__ import annotations

import sys
from pathlib import Path

from interpreter import Game
from lab.cli.tasks.measure import measurable, studied, write
from lab.files.records import check_place
from lab.measuring import Measures, Plan
from lab.measuring.plan import QUICK
from lab.measuring.telling.sheet import as_lines, example, sheet


def run(
    game: Game, path: Path | None, iterations: int, seed: int, jobs: int, *, measured: bool
) -> None:
    """Print the sheet of a game, or write it as a page.

    Args:
        path: where the page goes; without one the text is printed
        iterations: random games for each move of the example
        seed: fixes the example, and what is measured
        jobs: how many games are played at once to measure
        measured: whether to take a quick measure

    Raises:
        LudError: the page cannot be written, or nothing can be measured
    """
    check_place(path)
    found: Measures | None = None
    if measured:
        found = studied([measurable(game)], Plan(**QUICK, seed=seed, jobs=jobs))[0].measures
    played = example(game, iterations, seed)
    if path is None:
        sys.stdout.write(f"{as_lines(game, played, found)}\n")
    else:
        write(path, sheet(game, played, found))
        print(path)

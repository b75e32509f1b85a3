"""Two versions side by side: `python -m lab.speed.paired FOLDER [GAME…] [--json FILE]`.

FOLDER is a checkout of another version, such as `git worktree add ../before COMMIT` makes. Both
play random games of each game in turns, in processes of their own, so that what else the machine
does falls on both. Told is how many times as many plies a second this version makes, the median of
many short rounds, half of which lie between the two figures behind it; and how long each takes at
least to load a game from its text and to play the first. Times are those of the processor.
With `--rounds N`, both search the first position instead, and told is how many times as many rounds
a second this version makes.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console

from interpreter.play.load import games

WORKER = Path(__file__).with_name("paired_worker.py")
LOADS, LEAST_ROUNDS, MOST_ROUNDS = 3, 5, 60
LONG = 4.0  # seconds, behind which the fewest rounds are enough
SLOWER = 0.95


@dataclass(frozen=True)
class Pair:
    """What two versions did with a game, this one first.

    Args:
        speed: plies a second of this version to those of the other, or rounds of a search
        spread: the first and the third quartile of the same
        loading: seconds from rule text to a game
        first: seconds from rule text to the end of the first random game
    """

    game: str
    speed: float
    spread: tuple[float, float]
    loading: tuple[float, float]
    first: tuple[float, float]


class Side:
    """A process that plays with the version in a folder."""

    def __init__(self, folder: Path) -> None:
        kept = {"PYTHONPATH": str(folder.resolve()), "LUDWRIGHT_CACHE": "off"}
        self.process = subprocess.Popen(
            [sys.executable, str(WORKER)], cwd=folder, env=os.environ | kept, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._line()

    def ask(self, question: str) -> list[float]:
        """The figures that answer a question.

        Raises:
            ValueError: it cannot do what is asked
        """
        assert self.process.stdin is not None
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        found = json.loads(self._line())
        if isinstance(found, str):
            raise ValueError(found)
        return found

    def _line(self) -> str:
        assert self.process.stdout is not None
        found = self.process.stdout.readline()
        if not found:
            raise SystemExit("one of the two versions has ended")
        return found

    def close(self) -> None:
        """End the process."""
        self.process.terminate()
        self.process.wait()


def compare(ours: Side, theirs: Side, game: str, searched: int = 0) -> Pair:
    """Both sides play a game in turns, or search it.

    Args:
        searched: the rounds of a search; random games are played if 0
    """
    loads = [[side.ask(f"load\t{game}") for side in (ours, theirs)] for _ in range(LOADS)]
    task = f"search\t{searched}" if searched else "run"
    if searched:  # the first search compiles
        for side in (ours, theirs):
            side.ask(task)
    ratios: list[float] = []
    begun = time.monotonic()
    while len(ratios) < LEAST_ROUNDS or (
        len(ratios) < MOST_ROUNDS and time.monotonic() < begun + LONG
    ):
        # Each begins every second round, since who is second finds other things in the cache.
        sides = (ours, theirs) if len(ratios) % 2 else (theirs, ours)
        rates = {side: side.ask(task)[0] for side in sides}
        ratios.append(rates[ours] / rates[theirs])
    low, middle, high = statistics.quantiles(ratios)
    loading, first = [
        (min(own[stage] for own, _ in loads), min(other[stage] for _, other in loads))
        for stage in range(2)
    ]
    return Pair(game, middle, (low, high), loading, first)


def summary(pairs: Sequence[Pair], what: str = "plies") -> str:
    """What came of it, in three lines."""
    mean = statistics.geometric_mean([one.speed for one in pairs])
    loading = statistics.median([one.loading[0] / one.loading[1] for one in pairs])
    first = statistics.median([one.first[0] / one.first[1] for one in pairs])
    slower = sorted((one for one in pairs if one.speed < SLOWER), key=lambda one: one.speed)
    named = ", ".join(f"{one.game} {one.speed:.2f}" for one in slower) or "none"
    return (
        f"{what} a second: {mean:.2f} times as many (geometric mean of {len(pairs)} games)\n"
        f"loading takes {loading:.2f} times as long, up to the first game {first:.2f} (medians)\n"
        f"below {SLOWER}: {named}"
    )


def main() -> None:
    """Compare the games that are named, or the whole library."""
    parser = argparse.ArgumentParser(
        description="How fast this version is beside another one, game by game."
    )
    parser.add_argument("folder", type=Path, help="a checkout of the other version")
    parser.add_argument("games", nargs="*", help="games of both libraries; all if none is named")
    parser.add_argument("--rounds", type=int, default=0, help="search with so many rounds instead")
    parser.add_argument("--json", type=Path, help="write the figures as JSON")
    asked = parser.parse_args()
    if not (asked.folder / "interpreter").is_dir():
        parser.error(f"{asked.folder} is no checkout of Ludwright")
    out = Console(highlight=False)
    sides = Side(Path(__file__).parents[2]), Side(asked.folder)
    pairs: list[Pair] = []
    for name in asked.games or games():
        try:
            pairs.append(compare(*sides, name, asked.rounds))
        except ValueError as error:
            out.print(f"{name:28} left out: {error}")
            continue
        one = pairs[-1]
        times = f"{one.loading[0]:.3f} {one.loading[1]:.3f}   {one.first[0]:.3f} {one.first[1]:.3f}"
        spread = f"{one.spread[0]:.3f} {one.spread[1]:.3f}"
        out.print(f"{name:28} {one.speed:6.3f}   {spread}   {times}")
        if asked.json is not None:
            asked.json.write_text(json.dumps([asdict(one) for one in pairs]), "utf-8")
    for side in sides:
        side.close()
    out.print(
        summary(pairs, "rounds" if asked.rounds else "plies") if pairs else "no game was compared"
    )


if __name__ == "__main__":
    main()

"""How long an editor waits for what is wrong with a file: python -m lab.speed.keystrokes

For every game of the library, in processor time: from the text to every mistake of brackets, names
and types, which is told at each keystroke; to the picture of the board, which the studio draws at
each keystroke; and to what is told after a pause, when the rules are looked at whole.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

from interpreter.play.load import beginning, catalogue, defines, examined, games, read
from interpreter.services.document import Document

TIMES = 3
SHOWN = 8


@dataclass(frozen=True, slots=True)
class Row:
    """The best times of a game, in milliseconds."""

    name: str
    letters: int
    at_once: float
    drawn: float
    after_a_pause: float

    def __str__(self) -> str:
        times = (self.at_once, self.drawn, self.after_a_pause)
        return f"{self.name:24} {self.letters:7,} {' '.join(f'{one:9.1f}' for one in times)}"


def measured(name: str) -> Row:
    """The times of one game."""
    source = read(name)
    quick = best(lambda: Document(source, catalogue(), defines()).problems)
    drawn = best(lambda: beginning(source, quick=True).start().svg())
    return Row(name, len(source.text), quick, drawn, best(lambda: examined(source)))


def best(work: Callable[[], object]) -> float:
    """The best time of some work, in milliseconds of processor time."""
    took: list[float] = []
    for _ in range(TIMES):
        before = time.process_time()
        work()
        took.append(time.process_time() - before)
    return 1000 * min(took)


def report() -> list[str]:
    """The slowest games, the largest file, and the middle one."""
    rows = [measured(name) for name in games()]
    by_mistakes, by_picture = (
        sorted(rows, key=lambda one: -time_of(one))
        for time_of in (lambda one: one.at_once, lambda one: one.drawn)
    )
    largest = max(rows, key=lambda one: one.letters)
    middle = by_mistakes[len(rows) // 2]
    return [
        f"{'':24} {'letters':>7} {'at once':>9} {'picture':>9} {'a pause':>9}   ms",
        *map(str, by_mistakes[:SHOWN]),
        "slowest to draw:",
        *map(str, by_picture[:SHOWN]),
        f"largest: {largest}",
        f"median:  {middle}; picture {by_picture[len(rows) // 2].drawn:.1f}",
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")

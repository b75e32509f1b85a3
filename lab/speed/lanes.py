"""What random games gain in lanes.

`python -m lab.speed.lanes [GAME…] [--widths 8,16] [--without avx512]`.

Told is, for each number of games at once, how many times as many random games a second are played
as one by one, by the time of the processor: the best of several rounds, in which all ways take
turns. Every way has to play the same games. Games that cannot be played in lanes are left out.
"""

from __future__ import annotations

import argparse
import ctypes
import sys
import time
from collections.abc import Iterator, Sequence

import numpy as np

from interpreter.play.game import Game
from interpreter.play.load import games, load
from interpreter.targets.calls import Control
from interpreter.targets.kernels import lanes
from interpreter.targets.llvm.target import Target, host, without
from interpreter.targets.native import Machine
from interpreter.targets.random_games import Way
from interpreter.text.errors import LudError

# A round takes about so many seconds.
ROUNDS, LONG = 5, 0.05


def _play(game: Game, way: Way, count: int) -> tuple[float, bytes]:
    """Seconds of random games, and what has come of them."""
    assert isinstance(game.machine, Machine)
    plies, ranks = np.zeros(count, np.int32), np.zeros((count, game.players), np.int8)
    control, scratch = Control(), ctypes.addressof(game.machine.scratch())
    begun = time.process_time()
    way.play(control.address, 0, count, 1, plies.ctypes.data, ranks.ctypes.data, scratch)
    return time.process_time() - begun, plies.tobytes() + ranks.tobytes()


def gains(game: Game, widths: Sequence[int]) -> tuple[float, list[float]] | None:
    """Nanoseconds of a game by itself, and for each width how many times as fast games are.

    Returns:
        none for a game that cannot be played in lanes

    Raises:
        ValueError: in lanes other games were played
    """
    if not isinstance(game.machine, Machine):
        return None
    played = game.machine.random_games
    several = [played.in_lanes(width) for width in widths]
    ways = [one for one in several if one is not None]
    if len(ways) < len(widths):
        return None
    ways.insert(0, played.one_by_one())
    count = 64
    while (took := _play(game, ways[0], count)[0]) < LONG:
        count = int(count * min(8.0, 1.5 * LONG / max(took, 1e-6)) + 1)
    best = [float("inf")] * len(ways)
    for _ in range(ROUNDS):
        found = [_play(game, way, count) for way in ways]
        if len({came for _, came in found}) > 1:
            raise ValueError(f"{game.name}: in lanes other games were played")
        best = [min(pair) for pair in zip(best, (took for took, _ in found), strict=True)]
    return 1e9 * best[0] / count, [best[0] / one for one in best[1:]]


def rows(
    names: Sequence[str], widths: Sequence[int], target: Target | None = None
) -> Iterator[str]:
    """A table as Markdown, row by row as they are measured.

    Args:
        target: what code is made for; this processor if not given
    """
    yield f"| game | ns a game | {' | '.join(f'{width} lanes' for width in widths)} |"
    yield "| --- " * (2 + len(widths)) + "|"
    for name in names:
        game = load(name)
        if target is not None and isinstance(game.machine, Machine):
            game.machine.target = target
        found = gains(game, widths)
        if found is not None:
            alone, times = found
            yield f"| {name} | {alone:.0f} | {' | '.join(f'{one:.2f}' for one in times)} |"


def main() -> None:
    """Measure the games that are named, or the whole library."""
    parser = argparse.ArgumentParser(description="What random games gain in lanes.")
    parser.add_argument("games", nargs="*", help="games of the library; all if none is named")
    parser.add_argument(
        "--widths", help="how many games at once, as 8,16; what the processor tries if not given"
    )
    parser.add_argument(
        "--without", metavar="PARTS", help="as if the processor had no such parts: avx512"
    )
    asked = parser.parse_args()
    target = without(asked.without, host()) if asked.without else host()
    widths = lanes.widths(target)
    if asked.widths:
        try:
            widths = tuple(map(int, asked.widths.split(",")))
        except ValueError:
            parser.error(f"--widths: numbers such as 8,16 are expected, not {asked.widths}")
        if not all(width in (4, 8, 16, 32, 64) for width in widths):
            parser.error("--widths: there can be 4, 8, 16, 32 or 64 games at once")
    elif not widths:
        parser.error("this processor has no AVX2, and games are played one by one")
    try:
        for line in rows(asked.games or list(games()), widths, target):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    except LudError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()

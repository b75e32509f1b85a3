"""One of two sides of a comparison: `lab.speed.paired` runs this file in each checkout.

It reads lines, `load<TAB>GAME`, `run`, or `search<TAB>ROUNDS`, and answers each with a line of
JSON. Only what every version offers is used: `load`, and the random games and the search of a game.
"""

from __future__ import annotations

import json
import sys
import time
from importlib import import_module

from interpreter import Game, load

FEW = 32  # so many random games were worth better code in versions that cannot settle
ENOUGH = 1024  # so many are played in the lanes of vectors, where that is faster
LEAST = 0.01  # seconds of a round: what else the machine does changes more slowly


def main() -> None:
    """Answer until there are no more questions."""
    game, count = load("Tic-Tac-Toe", backend="llvm"), FEW
    game.playouts(count, seed=1, threads=1)
    _say("ready")
    for line in sys.stdin:
        asked, _, name = line.rstrip("\n").partition("\t")
        try:
            if asked == "load":
                start = time.thread_time()
                game = load(name, backend="llvm")
                loading = time.thread_time() - start
                game.playouts(1, seed=1, threads=1)
                first = time.thread_time() - start
                game.playouts(FEW, seed=1, threads=1)
                _settle(game)
                count = ENOUGH
                while _round(game, count)[0] < LEAST and count < 1 << 20:
                    count *= 2
                answer: object = [loading, first]
            elif asked == "search":
                answer = [_searched(game, int(name))]
            else:
                spent, plies = _round(game, count)
                answer = [plies / spent]
        except Exception as error:  # whatever one side cannot do is told, and the others go on
            answer = str(error)
        _say(json.dumps(answer))


def _settle(game: Game) -> None:
    """Find out how random games are played fastest, where there is a choice."""
    games = getattr(game.machine, "random_games", None)
    if games is not None:
        games.settle(game.players)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _searched(game: Game, rounds: int) -> float:
    state = game.start(seed=1)
    make = getattr(import_module("interpreter.play.search.tree"), "make_best", None)
    if make is not None:
        make(game)
    start = time.thread_time()
    found = game.uct(state, iterations=rounds, seed=1)
    return found.iterations / (time.thread_time() - start)


def _round(game: Game, count: int) -> tuple[float, int]:
    start = time.thread_time()
    found = game.playouts(count, seed=2, threads=1)
    return time.thread_time() - start, int(found.lengths.sum())


if __name__ == "__main__":
    main()

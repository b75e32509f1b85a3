"""WebAssembly beside native code: `python -m lab.speed.wasm [GAME…] [--json FILE]`.

Both play random games and search from the first position, in turns and in processes of their own,
WebAssembly in Node; a figure is the best of the rounds, in the processor's time. Sizes are those of
the module, and of what a page holds of it: compressed, in base64.
"""

from __future__ import annotations

import argparse
import base64
import gzip
import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from interpreter import Game, load
from interpreter.play.load import games
from interpreter.play.search.tree import make_best
from lab.speed.tables import short
from lab.web.node import Node

ROUNDS = 5
SECONDS = 0.4
MEMORY_MIB = 64
SEED = 1


@dataclass(frozen=True)
class Row:
    """What was measured of a game.

    Args:
        module: bytes of the module
        page: bytes of it on a page
        playouts: random games a second: native, WebAssembly
        rounds: rounds of a search a second, likewise
    """

    game: str
    module: int
    page: int
    playouts: tuple[float, float]
    rounds: tuple[float, float]


def measure(game: Game) -> Row:
    """Let both play and search in turns."""
    module = game.wasm()
    state = game.start(SEED)
    with Node(module) as node:

        def playouts(count: int, seed: int) -> None:
            game.playouts(count, seed=seed)

        def search(count: int, seed: int) -> None:
            game.uct(state, iterations=count, seed=seed, memory=MEMORY_MIB)

        def there(question: str) -> float:
            asked = {"seconds": SECONDS, "seed": SEED, "memory": MEMORY_MIB << 20}
            return float(node.ask(question, **asked)["rate"])

        make_best(game)
        played = [(here(playouts), there("speed")) for _ in range(ROUNDS)]
        searched = [(here(search), there("search_speed")) for _ in range(ROUNDS)]
    packed = base64.b64encode(gzip.compress(module.code, mtime=0))
    return Row(game.name, len(module.code), len(packed), _best(played), _best(searched))


def here(do: Callable[[int, int], None]) -> float:
    """How many of something this process does a second, given how many at once and a seed."""
    size, done, spent = 16, 0, 0.0
    do(size, SEED)
    while spent < SECONDS:
        start = time.process_time()
        do(size, SEED)
        last = time.process_time() - start
        spent += last
        done += size
        if last < SECONDS / 8:
            size *= 2
    return done / spent


def _best(rounds: Sequence[tuple[float, float]]) -> tuple[float, float]:
    native, wasm = zip(*rounds, strict=True)
    return max(native), max(wasm)


def table(rows: Sequence[Row]) -> Table:
    """The figures, a line a game."""
    found = Table(box=None)
    found.add_column("game")
    heads = ("module", "page", "playouts native", "wasm", "ratio", "UCT native", "wasm", "ratio")
    for head in heads:
        found.add_column(head, justify="right")
    for row in rows:
        cells = [f"{row.module / 1000:.1f} kB", f"{row.page / 1000:.1f} kB"]
        for here, there in (row.playouts, row.rounds):
            cells += [short(here), short(there), f"{there / here:.2f}"]
        found.add_row(row.game, *cells)
    return found


def main() -> None:
    """Measure the games that are named, or the whole library."""
    parser = argparse.ArgumentParser(description="How fast games are as WebAssembly.")
    parser.add_argument("games", nargs="*", help="games; the whole library if none is named")
    parser.add_argument("--json", type=Path, help="write the figures as JSON")
    asked = parser.parse_args()
    rows: list[Row] = []
    for name in asked.games or games():
        rows.append(measure(load(name)))
        if asked.json is not None:
            asked.json.write_text(json.dumps([asdict(one) for one in rows]), "utf-8")
    Console(width=None if os.isatty(1) else 120, highlight=False).print(table(rows))


if __name__ == "__main__":
    main()

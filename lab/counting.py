"""Tables of numbers: positions by depth, and outcomes of random games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from interpreter import Game, State
from interpreter.game import Playouts

BARS = 12
BAR_WIDTH = 40
EIGHTHS = " ▏▎▍▌▋▊▉█"


def perft_rows(
    game: Game, depth: int, clock: Callable[[], float] = time.perf_counter
) -> Iterator[str]:
    """The number of move sequences of every length up to a depth, line by line."""
    yield f"{'depth':>5}  {'nodes':>15}  {'seconds':>9}  {'nodes/s':>12}"
    for plies in range(1, depth + 1):
        start = clock()
        nodes = game.perft(plies)
        seconds = clock() - start
        rate = nodes / seconds if seconds > 0 else 0
        yield f"{plies:>5}  {nodes:>15,}  {seconds:>9.3f}  {rate:>12,.0f}"


def divide_rows(state: State, depth: int) -> Iterator[str]:
    """The number of move sequences that begin with each move, and their sum."""
    total = 0
    for move in state.moves():
        after = state.after(move)
        nodes = 0 if after.over and depth > 1 else state.game.perft(depth - 1, after)
        total += nodes
        yield f"{move!s:>12}  {nodes:>15,}"
    yield f"{'total':>12}  {total:>15,}"


def outcome_rows(game: Game, played: Playouts, seconds: float, seed: int) -> Iterator[str]:
    """How random games went."""
    count = len(played.lengths)
    rate = count / seconds if seconds > 0 else 0
    took = f"{seconds:.2f} s ({rate:,.0f} a second)"
    yield f"{game.name}: {count:,} random games in {took}, seed {seed}"
    if not count:
        return
    yield ""
    winners = [int(winner) for winner in played.winners]
    for player in range(1, game.players + 1):
        yield _share(f"player {player} wins", winners.count(player), count)
    yield _share(
        "nobody wins" if game.players == 1 else "no single winner", winners.count(0), count
    )
    lengths = [int(length) for length in played.lengths]
    yield ""
    mean = sum(lengths) / count
    yield f"length: mean {mean:.2f}, least {min(lengths)}, most {max(lengths)} plies"
    yield from histogram(lengths)


def _share(what: str, number: int, count: int) -> str:
    return f"  {what:16}  {number:>9,}  {number / count:>7.2%}"


def histogram(values: Sequence[int]) -> Iterator[str]:
    """Bars for equal ranges of some whole numbers."""
    least, most = min(values), max(values)
    step = -(-(most - least + 1) // BARS)
    counts = [0] * ((most - least) // step + 1)
    for value in values:
        counts[(value - least) // step] += 1
    width = len(str(most))
    for number, count in enumerate(counts):
        first = least + number * step
        last = min(first + step - 1, most)
        span = f"{first:>{width}}" + ("" if step == 1 else f" to {last:>{width}}")
        yield f"  {span}  {bar(count / max(counts))} {count:,}"


def bar(share: float) -> str:
    """A bar of a length from 0 to 1, to an eighth of a character."""
    eighths = round(share * BAR_WIDTH * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()

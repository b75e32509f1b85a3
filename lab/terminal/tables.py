"""Tables: games by family, positions by depth, outcomes of random games."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from interpreter import Game, State
from interpreter.ir.program import MOST_MOVES, MOST_TURNS_PER_PLAYER
from interpreter.play.playouts import Playouts
from interpreter.play.search.findings import Solution

if TYPE_CHECKING:
    from lab.pages.about import Entry

WORTH_TELLING_S = 0.05
BARS = 12
BAR_WIDTH = 40
EIGHTHS = " ▏▎▍▌▋▊▉█"


def perft_rows(
    state: State,
    depth: int,
    clock: Callable[[], float] = time.perf_counter,
    *,
    threads: int = 1,
    memory: int = 0,
    turns: bool = False,
) -> Iterator[str]:
    """The number of move sequences of every length up to a depth, line by line."""
    state.game.perft(1, state)  # what it takes to compile is not counted
    yield f"{'depth':>5}  {'nodes':>15}  {'seconds':>9}  {'nodes/s':>12}"
    for plies in range(1, depth + 1):
        start = clock()
        nodes = state.game.perft(plies, state, threads=threads, memory=memory, turns=turns)
        seconds = clock() - start
        rate = nodes / seconds if seconds > 0 else 0
        yield f"{plies:>5}  {nodes:>15,}  {seconds:>9.3f}  {rate:>12,.0f}"
        if not nodes:
            return  # every game has ended before


def divide_rows(state: State, depth: int, *, threads: int = 1, memory: int = 0) -> Iterator[str]:
    """The number of move sequences that begin with each move, and their sum."""
    total = 0
    for move in state.moves():
        after = state.after(move)
        nodes = 0
        if not after.over or depth == 1:
            nodes = state.game.perft(depth - 1, after, threads=threads, memory=memory)
        total += nodes
        yield f"{move!s:>12}  {nodes:>15,}"
    yield f"{'total':>12}  {total:>15,}"


def outcome_rows(
    game: Game, played: Playouts, seconds: float, seed: int, compiled: float = 0
) -> Iterator[str]:
    """How random games went.

    Args:
        game: what was played
        played: the games
        seconds: how long they took
        seed: what fixed them
        compiled: seconds before them for what they needed
    """
    count = len(played.lengths)
    rate = count / seconds if seconds > 0 else 0
    took = f"{seconds:.2f} s ({rate:,.0f} a second)"
    before = f"; {compiled:.2f} s to compile" if compiled >= WORTH_TELLING_S else ""
    yield f"{game.name}: {count:,} random games in {took}, seed {seed}{before}"
    if not count:
        return
    yield ""
    winners = played.winners
    for player in range(1, game.players + 1):
        yield _share(f"player {player} wins", int((winners == player).sum()), count)
    nobody = "nobody wins" if game.players == 1 else "no single winner"
    yield _share(nobody, int((winners == 0).sum()), count)
    yield ""
    least, mean, most = (getattr(played.lengths, name)() for name in ("min", "mean", "max"))
    yield f"length: mean {mean:.2f}, least {least}, most {most} plies"
    late = limited(game, played)
    if late:
        yield f"the limit of turns ended {late:,} of them, {late / count:.1%}"
    yield from histogram(Counter(played.lengths.tolist()))


def solution_rows(found: Solution) -> Iterator[str]:
    """What an exact search has found, and what it took."""
    yield {
        "win": "the first player wins",
        "loss": "the second player wins",
        "draw": "a draw",
        "chance": f"the first player can expect {found.points or 0:.6f} of a win, half for a draw",
        "unknown": "not solved within the limits",
    }[found.outcome]
    if found.principal:
        yield f"as in: {' '.join(map(str, found.principal))}"
    yield f"{found.nodes:,} positions in {found.seconds:.2f} s"


def limited(game: Game, played: Playouts) -> int:
    """How many random games only the limit of turns ended."""
    return int(((played.winners == 0) & (played.lengths >= limit_of(game))).sum())


def limit_of(game: Game) -> int:
    """After how many plies the limit of turns can end a game."""
    return min(MOST_MOVES, MOST_TURNS_PER_PLAYER * game.players)


def _share(what: str, number: int, count: int) -> str:
    return f"  {what:16}  {number:>9,}  {number / count:>7.2%}"


def histogram(values: Mapping[int, int]) -> Iterator[str]:
    """Bars for equal ranges of some whole numbers, given how often each occurs."""
    least, most = min(values), max(values)
    step = -(-(most - least + 1) // BARS)
    counts = [0] * ((most - least) // step + 1)
    for value, often in values.items():
        counts[(value - least) // step] += often
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


def listing(entries: Sequence[Entry], *, colour: bool) -> str:
    """Games by family, in columns."""
    if not entries:
        return "no game of the library has this in its line"
    columns = [[entry.name, entry.players, entry.year, entry.author] for entry in entries]
    widths = [max(map(len, column)) for column in zip(*columns, strict=True)]
    lines: list[str] = []
    for family, group in groupby(entries, key=lambda entry: entry.family):
        lines += ["", f"\x1b[1m{family}\x1b[0m" if colour else family]
        lines += [_line(entry, widths, colour=colour) for entry in group]
    count = f"{len(entries)} game{'s' * (len(entries) != 1)}"
    return "\n".join([*lines[1:], "", count])


def _line(entry: Entry, widths: Sequence[int], *, colour: bool) -> str:
    cells = (entry.name, entry.players, entry.year, entry.author)
    text = "  ".join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True))
    options = ", ".join(entry.options)
    return f"  {text}  \x1b[2m{options}\x1b[0m" if colour else f"  {text}  {options}".rstrip()

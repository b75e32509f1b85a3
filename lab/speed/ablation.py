"""What each pass of the compiler gains: random games with all passes, and with each left out.

Both versions of a game play the same games in turns, and the time of the processor is taken, so
that what else the machine does falls on both.
"""

from __future__ import annotations

import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter import Game, load
from interpreter.ir.listing import show
from interpreter.passes.order_of_passes import PASSES
from lab.files.find import rules
from lab.speed.peers import usual
from lab.speed.timing import machine, one_core, own_cache, settle

GAMES = (
    "Yavalath", "Gomoku", "Hex", "Reversi", "Go", "Pentalath", "Breakthrough", "English Draughts",
    "Amazons", "Lines of Action", "Nine Men's Morris", "Fanorona", "Konane", "Clobber",
    "Hnefatafl", "Surakarta", "Chess", "Xiangqi", "Shogi", "Kalah", "Backgammon", "Adugo",
)  # fmt: skip
"""Games in which what passes do differs much."""
ROUNDS = 5
MANY = 64
"""So many games at least are asked for: better code is made for them."""
PAYS, COSTS = 1.03, 0.97
"""From which ratio on a pass is said to gain, or to lose, in a game."""
TOLD = 6
"""So many games are named for a pass, those first in which it gains most."""


@dataclass(frozen=True)
class Ablated:
    """What a pass gains.

    Args:
        name: of the pass
        ratios: by game, how many times as many random plies a second there are with it
    """

    name: str
    ratios: Mapping[str, float]

    @property
    def mean(self) -> float:
        """The geometric mean over all games."""
        return math.exp(statistics.fmean(map(math.log, self.ratios.values())))


def ablate(
    names: Sequence[str], seconds: float, advance: Callable[[int], None] | None = None
) -> list[Ablated]:
    """Leave out each pass in turn, in each of some games.

    Args:
        names: games of the library, or paths of rule files
        seconds: how long each pass is measured in each game
        advance: told how many games are done

    Raises:
        LudError: there is no such game, or a mistake in its rules
    """
    found: dict[str, dict[str, float]] = {name: {} for name in PASSES}
    with one_core(), own_cache():
        for done, name in enumerate(names, 1):
            for left_out, ratio in _of_game(name, seconds):
                found[left_out][name] = ratio
            if advance is not None:
                advance(done)
    return [Ablated(name, ratios) for name, ratios in found.items()]


def _of_game(name: str, seconds: float) -> Iterator[tuple[str, float]]:
    """By pass, how many times as fast a game is with it."""
    path, options = rules(name), usual(name)
    whole = _Player(load(path, options), seconds)
    for left_out in PASSES:
        other = _Player(load(path, options, passes=[f"-{left_out}"]), seconds)
        if other.program == whole.program:
            yield left_out, 1.0  # nothing in this game is of use to it
            continue
        ratios = [other.spent(seed) / whole.spent(seed) for seed in range(ROUNDS)]
        yield left_out, statistics.median(ratios)


class _Player:
    """Plays random games of a game, as many in each round as take a share of the time."""

    def __init__(self, game: Game, seconds: float) -> None:
        self.game, self.games = game, MANY
        self.program = [show(function) for function in game.program.functions]
        self.game.playouts(self.games)  # compiles
        settle(game)
        while self.spent(0) * self.games < seconds / (2 * ROUNDS):
            self.games *= 2

    def spent(self, seed: int) -> float:
        """Seconds of the processor for a random game, in the mean."""
        start = time.process_time()
        self.game.playouts(self.games, seed=seed)
        return (time.process_time() - start) / self.games


def rows(found: Sequence[Ablated]) -> list[tuple[str, str, str, str]]:
    """For each pass: its name, the mean, where it gains most, and where it costs."""
    return [
        (
            one.name,
            f"{one.mean:.2f}",
            _named(one.ratios, lambda ratio: ratio >= PAYS),
            _named(one.ratios, lambda ratio: ratio <= COSTS),
        )
        for one in found
    ]


def _named(ratios: Mapping[str, float], wanted: Callable[[float], bool]) -> str:
    """The games of which something holds, those first whose ratio is farthest from one."""
    several = sorted(ratios.items(), key=lambda one: -abs(math.log(one[1])))
    named = [f"{name} {ratio:.2f}" for name, ratio in several if wanted(ratio)]
    more = f" and {len(named) - TOLD} more" if len(named) > TOLD else ""
    return ", ".join(named[:TOLD]) + more


HEADS = ("pass", "times as fast", "most in", "slower in")
PAGE = """# What each pass gains

Every pass of the compiler can be left out ([how the machine works](machine.md)): the same moves
come in the same order, more slowly. Told is how many times as many random plies a second there are
with a pass as without it, in the geometric mean over {count} games and in those games in which it
gains most. Differences below {least:.0%} are within what the measurement wanders.

Made by `make ablation` on {date} ({cpu}, {cores} cores, {system}), {seconds:g} s for each pass in
each game. `ludwright bench --ablation Chess Go` measures any games.

| {heads} |
| {rules} |
{rows}

{useless}
"""


def page(found: Sequence[Ablated], seconds: float) -> str:
    """The page of the documentation."""
    where = machine()
    names = next(iter(found)).ratios
    useless = [one.name for one in found if max(one.ratios.values()) < PAYS]
    return PAGE.format(
        count=len(names), least=PAYS - 1, seconds=seconds,
        date=where["date"], cpu=where["cpu"], cores=where["cores"], system=where["system"],
        heads=" | ".join(HEADS), rules=" | ".join(("---",) * len(HEADS)),
        rows="\n".join("| " + " | ".join(row) + " |" for row in rows(found)),
        useless="Of no use to any of these games: " + ", ".join(useless) + "."
        if useless else "Each of them is of use to some of these games.",
    )  # fmt: skip


if __name__ == "__main__":
    SECONDS = 0.4
    Path(sys.argv[1]).write_text(page(ablate(GAMES, SECONDS), SECONDS), encoding="utf-8")

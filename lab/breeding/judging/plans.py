"""How thoroughly a child is measured: few short games first, then long ones."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from interpreter.ir.program import MOST_MOVES
from lab.breeding.kinds import Effort, Settings
from lab.measuring import Measures, Plan
from lab.measuring.plan import FOOT, STEP
from lab.measuring.summary import MUSTS, PARTS, SCORED, WEIGHTS

OTHERS: Final = ("advantage", "branching", "drawishness", "length", "timeouts", "uncertainty")
"""What is measured of a child besides what its summaries are made of."""
SHORT: Final = (*MUSTS, "branching", "length")
LONG: Final = tuple(dict.fromkeys((*SCORED, *PARTS, *WEIGHTS, *OTHERS)))
MOST_PLIES: Final = 5.6e6
"""Plies that the searches of long games play at random in all; a second at most of most games."""
SHORT_PLIES: Final = 3e6
"""The same of short games."""
LADDER_PLIES: Final = 3e6
"""The same of all rungs of the ladder.

Plies are spent where they make the score surer: of its variance the ladder makes the least, and
the games of the search against itself more than two thirds, in all of eight children that were
looked at; so these have as many plies as make up for those that the ladder has not.
"""
RUNGS: Final = 4
FEWEST, FEWEST_OF_RUNG, MOST_OF_RUNG = 18, 4, 24
"""Long games, and games of a rung, that are played however long they are; and the most of a rung.

Four rungs of 24 games give the ladder an interval of about a tenth to either side, four of 4 one of
a quarter.
"""
VISITS: Final = 4
"""Iterations of a long search for each move that there is to choose from, at least."""


@dataclass(frozen=True, slots=True)
class Work:
    """What it takes to search a game.

    Args:
        plies: how many each random game of a search has to go, for all moves of a game
        branching: moves that there are to choose from, on average
    """

    plies: float
    branching: float = 1.0

    @classmethod
    def of(cls, found: Measures, features: Mapping[str, float | str]) -> Work:
        """From the short games, and from random ones."""
        length = found["length"].value if found["length"].known else 1.0
        return cls._from(length, features)

    @classmethod
    def guessed(cls, features: Mapping[str, float | str]) -> Work:
        """From random games alone: players take as long."""
        return cls._from(float(features.get("length", 1.0)), features)

    @classmethod
    def _from(cls, length: float, features: Mapping[str, float | str]) -> Work:
        plies = length * float(features.get("length", length)) / 2
        return cls(max(1.0, plies), max(1.0, float(features.get("branching", 1.0))))


def short_plan(effort: Effort, settings: Settings, work: Work) -> Plan:
    """The first, few games.

    Where games are long, the search is no stronger than in long games, which go on from these.
    """
    games, iterations = effort.short_games, effort.short_iterations
    share = min(1.0, SHORT_PLIES / (games * iterations * work.plies))
    least = min(iterations, math.ceil(VISITS * work.branching))
    return Plan(
        games=games, iterations=max(least, round(iterations * share)), seed=settings.seed,
        criteria=SHORT, plies=limit(settings), resamples=100,
    )  # fmt: skip


def long_plan(effort: Effort, settings: Settings, work: Work) -> Plan:
    """The games of a child that did well; fewer ones where games are long.

    A search that tries each move a few times at least says something, even in few games; many
    games of one that does not say nothing. More games (`Effort.times`) are of the same strength.
    """
    games, iterations, plies = effort.long_games, effort.long_iterations, work.plies
    least = min(iterations, math.ceil(VISITS * work.branching))
    share = min(1.0, MOST_PLIES / (games * iterations * plies))
    games = max(min(games, FEWEST), round(games * share))
    share = min(1.0, MOST_PLIES / (games * iterations * plies))
    iterations = max(least, round(iterations * share))
    return Plan(
        games=effort.times * games, iterations=iterations, seed=settings.seed, criteria=LONG,
        rivals=effort.times * games, rungs=RUNGS,
        ladder=effort.times * _of_rung(work),
        plies=limit(settings), resamples=200,
    )  # fmt: skip


def _of_rung(work: Work) -> int:
    """Games of each rung of the ladder: an even number, for both seats."""
    each = sum(FOOT * (1 << rung) * (1 + STEP) / 2 for rung in range(RUNGS))
    games = LADDER_PLIES / (each * work.branching * work.plies)
    return 2 * round(max(FEWEST_OF_RUNG, min(MOST_OF_RUNG, games)) / 2)


def limit(settings: Settings) -> int:
    """Plies after which a game is broken off: players may take their time."""
    return min(MOST_MOVES, round(2 * settings.limits.plies))

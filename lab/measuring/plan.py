"""What is done to measure a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from interpreter.ir.program import MOST_MOVES

FOOT: Final = 0.5
"""Iterations for each legal move at the foot of the ladder: too few to try every move once."""
STEP: Final = 4
"""How many times as much the stronger side of a rung searches: enough that few games show it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How thoroughly a game is measured; everything that fixes the figures but the game.

    Args:
        games: of the search against itself
        iterations: random games of the search for each move
        seed: fixes every game
        jobs: how many games are played at once; no figure depends on it
        criteria: the names of those to be measured; all if empty
        rivals: games of the search against the careful player, for depth
        rungs: of the ladder; on each, one side searches `STEP` times as much as the other, which
            has `FOOT` iterations for each legal move on the first rung, and twice as many on each
            that follows
        ladder: games of each rung
        puzzles: games in which puzzles are looked for, at most
        plies: a game is broken off after so many
        preferred: the length, in plies that are a choice, that `duration` holds for right
        resamples: sets of games drawn for the intervals
    """

    games: int = 100
    iterations: int = 1000
    seed: int = 0
    jobs: int = 1
    criteria: tuple[str, ...] = ()
    rivals: int = 50
    rungs: int = 4
    ladder: int = 20
    puzzles: int = 20
    plies: int = MOST_MOVES
    preferred: int = 60
    resamples: int = 1000

    def __post_init__(self) -> None:
        least = {
            "games": 1, "iterations": 1, "jobs": 1, "rivals": 1, "rungs": 1, "ladder": 1,
            "puzzles": 1, "plies": 1, "preferred": 1, "resamples": 1,
        }  # fmt: skip
        for name, bound in least.items():
            if getattr(self, name) < bound:
                raise ValueError(f"{name} of a plan is {bound} or more")
        if self.plies > MOST_MOVES:
            raise ValueError(f"plies of a plan is {MOST_MOVES} or less")

    @property
    def shallow(self) -> int:
        """Iterations of a search that sees little: a sixteenth of the plan's."""
        return max(1, self.iterations >> 4)

    @property
    def selfplay(self) -> tuple[int, int, int]:
        """What fixes each game of the search against itself, by its number."""
        return self.seed, self.iterations, self.plies

    def data(self) -> dict[str, Any]:
        """The plan as JSON has it, without what no figure depends on."""
        found = asdict(self)
        del found["jobs"]
        return found | {"criteria": list(self.criteria)}


QUICK: Final[Mapping[str, Any]] = {
    "games": 30,
    "iterations": 200,
    "rivals": 20,
    "ladder": 8,
    "puzzles": 10,
}
"""A look, in a few seconds."""
THOROUGH: Final[Mapping[str, Any]] = {
    "games": 400, "iterations": 4000, "rivals": 100, "rungs": 6, "ladder": 50, "puzzles": 200,
}  # fmt: skip
"""For a verdict; minutes."""

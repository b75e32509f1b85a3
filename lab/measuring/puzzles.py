"""Puzzles: positions that are won, by one move alone, which is not seen at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from interpreter import Game, State
from interpreter.backends.python import stream
from interpreter.game import Raw
from interpreter.selfplay import Trial
from lab.measuring.plan import Plan

MEMORY = 16
"""MiB of the tree of a search."""
LEAST = 3
"""Of a puzzle, moves to choose from."""


@dataclass(frozen=True, slots=True)
class Found:
    """A position that is won for who is to move, though not at once.

    Args:
        number: the game
        ply: how many moves were made before
        winning: how many moves are seen to win
        missed: whether a shallow search chooses another move than those
    """

    number: int
    ply: int
    winning: int
    missed: bool

    @property
    def puzzle(self) -> bool:
        """Whether exactly one move wins, and a shallow search misses it."""
        return self.winning == 1 and self.missed


def puzzles(game: Game, trials: Sequence[Trial], plan: Plan) -> list[Found]:
    """Look at positions in which the search is sure of a win; the first one of each game."""
    found: list[Found] = []
    for trial in trials[: plan.puzzles]:
        ply = _first_won(trial)
        if ply is not None:
            found.append(_look(game, states(game, trial, plan.seed)[ply], trial, ply, plan))
    return found


def states(game: Game, trial: Trial, seed: int) -> list[Any]:
    """The positions of a game, the first one and that after every move, as the machine has them."""
    found: list[Raw] = [game.machine.begin(stream(seed, trial.number))]
    for move in trial.moves:
        found.append(game.after(found[-1], int(move)))
    return found


def _first_won(trial: Trial) -> int | None:
    """The first ply at which the mover was seen to win, but not by a move that ends the game."""
    for ply in range(trial.plies - 1):
        certain = trial.settled[ply] and trial.counts[ply] >= LEAST and trial.rounds[ply] > 1
        if certain and trial.estimates[ply, trial.seats[ply]] == 1:
            return ply
    return None


def _look(game: Game, raw: Raw, trial: Trial, ply: int, plan: Plan) -> Found:
    state = State(game, raw)
    seat = int(trial.seats[ply])
    winning: set[int] = set()
    for packed in game.legal(raw):
        after = State(game, game.after(raw, packed))
        if _wins(game, after, seat, plan):
            winning.add(packed)
    shallow = game.uct(state, iterations=plan.foot, seed=plan.seed, memory=MEMORY)
    return Found(trial.number, ply, len(winning), shallow.best.packed not in winning)


def _wins(game: Game, after: State, seat: int, plan: Plan) -> bool:
    """Whether a position is seen to be won for a seat, of two."""
    if after.over:
        return after.utilities[seat] == 1
    found = game.uct(after, iterations=plan.iterations, seed=plan.seed, memory=MEMORY)
    mover = 3 - after.mover if after.swapped else after.mover
    sign = 1 if mover - 1 == seat else -1
    return found.moves[0].certain and sign * found.value == 1

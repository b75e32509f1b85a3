"""Puzzles: positions that are won, by one move alone, which is not seen at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from interpreter import Game, State
from interpreter.ir.meaning.splitmix import stream
from interpreter.play.machines import Raw
from interpreter.play.search.findings import Search
from interpreter.play.search.selfplay import Trial
from interpreter.targets.calls import in_threads
from lab.measuring.plan import Plan

MEMORY = 16
"""MiB of the tree of a search."""
LEAST = 3
"""Of a puzzle, moves to choose from."""
BACK = 4
"""How many of the winner's choices are looked at, from the last one back."""
DEEPER = 4
"""How many times as much as in the games is searched for a win."""


SHARED = 32
"""How many times as much as for a move of the games is searched for all answers to a position."""


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
    """Look for positions that are seen to be won, near the end of games for two."""
    found: dict[int, Found | None] = {}
    game.uct(game.start(), iterations=1, memory=MEMORY)  # compiles the search, for all threads

    def look(number: int) -> None:
        found[number] = _of_game(game, trials[number], plan)

    numbers = range(min(plan.puzzles, len(trials)))
    in_threads([partial(look, number) for number in numbers], plan.jobs, ())
    return [one for number in numbers if (one := found[number]) is not None]


def states(game: Game, trial: Trial, seed: int) -> list[Any]:
    """The positions of a game, the first one and that after every move, as the machine has them."""
    found: list[Raw] = [game.machine.begin(stream(seed, trial.number))]
    for move in trial.moves:
        found.append(game.after(found[-1], int(move)))
    return found


def _of_game(game: Game, trial: Trial, plan: Plan) -> Found | None:
    """The last position of a game that is won for who is to move, but not with his next move."""
    if sorted(trial.doubled) != [2, 4]:
        return None
    winner = int(trial.doubled.argmin())
    own = [ply for ply in range(trial.plies) if trial.seats[ply] == winner]
    raws = states(game, trial, plan.seed)
    for ply in reversed(own[-BACK:]):
        if trial.counts[ply] < LEAST:
            continue
        sure = _search(game, State(game, raws[ply]), DEEPER * plan.iterations, plan.seed)
        if _won(sure) and sure.iterations > 1:  # a win in one is seen before the first round ends
            return _look(game, State(game, raws[ply]), trial.number, ply, plan)
    return None


def _search(game: Game, state: State, iterations: int, seed: int) -> Search:
    return game.uct(state, iterations=iterations, seed=seed, memory=MEMORY)


def _won(found: Search) -> bool:
    """Whether a search is sure that the mover wins."""
    return found.moves[0].certain and found.value == 1


def _look(game: Game, state: State, number: int, ply: int, plan: Plan) -> Found:
    seat = _seat(state)
    afters = {
        packed: State(game, game.after(state.raw, packed)) for packed in game.legal(state.raw)
    }
    iterations = max(plan.shallow, min(plan.iterations, SHARED * plan.iterations // len(afters)))
    winning = {
        packed
        for packed, after in afters.items()
        if _wins(game, after, seat, iterations, plan.seed)
    }
    shallow = _search(game, state, plan.shallow, plan.seed)
    return Found(number, ply, len(winning), shallow.best.packed not in winning)


def _wins(game: Game, after: State, seat: int, iterations: int, seed: int) -> bool:
    """Whether a position is seen to be won for a seat, of two."""
    if after.over:
        return after.utilities[seat] == 1
    found = _search(game, after, iterations, seed)
    if _seat(after) == seat:
        return _won(found)
    return found.moves[0].certain and found.value == -1


def _seat(state: State) -> int:
    """The seat whose turn it is, from 0."""
    return 2 - state.mover if state.swapped else state.mover - 1

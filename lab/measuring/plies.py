"""Games as criteria look at them: the plies that were a choice, in numbers from 0 to 1.

A ply with one legal move, such as a forced pass, is no choice: it counts for nobody, and there is
no estimate of it. What remains are the players' own plies.

The estimate of a position is the mean outcome of the random games that the search has played
through from it, for each player; where the outcome is proven, that outcome. It is not the value of
the best move found: that is the highest of many uncertain numbers, so both players would take
themselves to be ahead, and the lead would seem to change with every ply.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from interpreter.ir.program import SITE_BITS, TEMPLATE_BITS
from interpreter.play.search.selfplay import Trial

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Record:
    """A game that was played; seats count from 0, what outcomes are worth goes from 0 to 1.

    Args:
        number: which game it was
        seats: who had a choice, one for each ply with one; shape (choices,)
        counts: how many moves he had to choose from; shape (choices,)
        estimates: what the position was worth to each seat; shape (choices, players)
        slack: how much of an estimate may be chance; shape (choices,)
        values: what each move was worth to the mover, filled up with NaN; shape (choices, most)
        visits: how many random games each of these values is the mean of, or so
        chosen: which of them was made; -1 if that was not noted; shape (choices,)
        worths: what the outcome was worth to each seat; shape (players,)
        complete: whether the game came to its end by its own rules
        plies: how many moves were made, forced ones too
        origins: where each move came from, -1 for nowhere; shape (plies,)
        targets: where it went; shape (plies,)
    """

    number: int
    seats: Ints
    counts: Ints
    estimates: Floats
    slack: Floats
    values: Floats
    visits: Floats
    chosen: Ints
    worths: Floats
    complete: bool
    plies: int
    origins: Ints
    targets: Ints

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.worths)

    @property
    def choices(self) -> int:
        """How many plies were a choice."""
        return len(self.seats)

    @cached_property
    def winner(self) -> int:
        """The seat that was first alone; -1 if none was, or the game came to no end."""
        best = np.flatnonzero(self.worths == 1)
        return int(best[0]) if self.complete and len(best) == 1 else -1

    @cached_property
    def course(self) -> Floats:
        """The estimates, and behind them the outcome; shape (choices + 1, players)."""
        end = self.worths[None] if self.complete else self.estimates[-1:]
        return np.concatenate([self.estimates, end])

    @cached_property
    def others(self) -> Floats:
        """The best estimate of any other seat, for each seat; as `course`."""
        if self.players == 1:
            return np.zeros_like(self.course)
        rest = [np.delete(self.course, seat, axis=1).max(axis=1) for seat in range(self.players)]
        return np.stack(rest, axis=1)

    @cached_property
    def leads(self) -> Floats:
        """By how much each seat is ahead of the best other, or behind; as `course`."""
        return self.course - self.others

    @cached_property
    def gains(self) -> Floats:
        """By how much each choice has raised the estimate of who made it; shape (choices,)."""
        steps = np.arange(self.choices)
        return self.course[steps + 1, self.seats] - self.course[steps, self.seats]


@dataclass(frozen=True, eq=False)
class Leads:
    """The lead of the winner over the course of his games, from their start to their end.

    Args:
        when: shares of the game; shape (points,)
        curves: of each game that somebody won; shape (games, points)
        low, middle, high: below which a tenth, half and nine tenths lie; shape (points,)
    """

    when: Floats
    curves: Floats
    low: Floats
    middle: Floats
    high: Floats


def leads_of_winners(records: Sequence[Record], points: int = 51) -> Leads | None:
    """The lead of the winner over the course of his games; None if nobody won any."""
    won = [game for game in records if game.winner >= 0 and game.choices > 1]
    if not won:
        return None
    when = np.linspace(0, 1, points)
    curves = np.stack([_stretched(game, when) for game in won])
    low, middle, high = np.percentile(curves, [10, 50, 90], axis=0)
    return Leads(when, curves, low, middle, high)


def _stretched(game: Record, when: Floats) -> Floats:
    """The lead of the winner at shares of the game."""
    own = game.leads[:, game.winner]
    return np.interp(when, np.linspace(0, 1, len(own)), own)


def outcomes(records: Sequence[Record], players: int) -> dict[str, int]:
    """How many games each player has won, how many were drawn, and how many broken off."""
    won = {f"player {seat + 1}": sum(game.winner == seat for game in records)
           for seat in range(players)}  # fmt: skip
    broken = sum(not game.complete for game in records)
    drawn = len(records) - broken - sum(won.values())
    return {**won, "drawn": drawn, "broken off": broken}


def record(trial: Trial) -> Record:
    """What criteria look at, of a game."""
    own = np.flatnonzero(trial.counts > 1)
    rounds, settled = trial.rounds[own], trial.settled[own] > 0
    site = (1 << SITE_BITS) - 1
    places, inside = _places(trial, own)
    values = np.append(trial.values.astype(np.float64), 0)  # something where nothing was noted
    visits = np.append(trial.visits, 0)
    return Record(
        number=trial.number,
        seats=trial.seats[own],
        counts=trial.counts[own],
        estimates=(trial.estimates[own] + 1) / 2,
        slack=np.where(settled, 0.0, 1 / np.sqrt(np.maximum(rounds, 1))),
        values=np.where(inside, (values[places] + 1) / 2, np.nan),
        visits=np.where(inside, visits[places], 0).astype(np.float64),
        chosen=trial.chosen[own],
        worths=worths(trial),
        complete=not trial.timeout,
        plies=trial.plies,
        origins=(trial.moves >> TEMPLATE_BITS & site) - 1,
        targets=(trial.moves >> TEMPLATE_BITS + SITE_BITS & site) - 1,
    )


def worths(trial: Trial) -> Floats:
    """What the outcome was worth to each seat: 1 for the first place to 0 for the last."""
    ranks = trial.doubled / 2
    if len(ranks) == 1:
        return ranks
    return np.where(ranks > 0, (len(ranks) - ranks) / (len(ranks) - 1), 0.5)


def _places(trial: Trial, own: Ints) -> tuple[Ints, npt.NDArray[np.bool_]]:
    """Where the moves of some plies were noted, side by side, and whether they were."""
    noted, firsts = trial.noted[own], trial.firsts[own]
    columns = np.arange(int(noted.max(initial=1)))
    inside = columns < noted[:, None]
    return np.where(inside, firsts[:, None] + columns, 0), inside

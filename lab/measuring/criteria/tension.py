"""Who is ahead, and for how long: criteria of the estimates over a game.

A lead is how much better the search takes a player's standing to be than that of the best other,
from -1 to 1. A lead, or a change, counts where it is more than chance makes of the random games
that the estimate is the mean of: more than the slack, one by the root of their number.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from lab.measuring.criteria.criterion import of_games
from lab.measuring.plies import Floats, Record

WON = "no game had a winner"
FEW = "no game has choices enough"


@of_games("tension", "higher", none=WON)
def drama(game: Record) -> float | None:
    """How far the winner was behind, in the positions in which he was.

    The mean of the square root of how far he was behind; 0 if he never was.

    Source: Browne 2008, drama (average); Ludii, DramaAverage. There is no slack in either.
    """
    deficits = _deficits(game)
    if deficits is None:
        return None
    return float(np.sqrt(deficits).mean()) if len(deficits) else 0.0


@of_games("tension", "higher", none=WON)
def drama_most(game: Record) -> float | None:
    """How far the winner was behind at worst: the square root of it.

    Source: Browne 2008, drama (maximum); Ludii, DramaMaximum.
    """
    deficits = _deficits(game)
    return None if deficits is None else float(np.sqrt(deficits.max(initial=0)))


def _deficits(game: Record) -> Floats | None:
    """How far the winner was behind, where he was."""
    if game.winner < 0 or not game.choices:
        return None
    behind = -game.leads[:-1, game.winner]
    return behind[behind > game.slack]


@of_games("tension", none=FEW)
def lead_change(game: Record) -> float | None:
    """How often another player takes the lead, as a share of the plies.

    Where nobody is clearly ahead, who last was still is.

    Source: Browne 2008; Ludii, LeadChange, where nobody ahead is a leader of its own.
    """
    if not game.choices:
        return None
    leaders = _leaders(game)
    return float((leaders[1:] != leaders[:-1]).sum() / game.choices) if len(leaders) else 0.0


def _leaders(game: Record) -> npt.NDArray[np.intp]:
    """Who is ahead, one after another, where somebody is; in the end too."""
    slack = np.append(game.slack, 0.0)[: len(game.course)]
    clear = game.leads.max(axis=1) > slack
    return game.leads.argmax(axis=1)[clear]


@of_games("tension", none=WON)
def threshold(game: Record) -> float | None:
    """The greatest lead that did not suffice: of anybody but the winner, at any time.

    Source: Browne 2008, decisiveness threshold; Ludii, DecisivenessThreshold, of the estimate
    instead of the lead.
    """
    if game.winner < 0 or not game.choices:
        return None
    return _threshold(game)


def _threshold(game: Record) -> float:
    others = np.delete(game.leads[:-1], game.winner, axis=1)
    return float(max(0.0, others.max()))


@of_games("tension", "lower", none=WON)
def aftermath(game: Record) -> float | None:
    """The share of a game that is left when the winner's lead has passed every lead that failed.

    From the first ply at which his lead is greater than `threshold` to the end.

    Source: Browne 2008, decisiveness; Ludii, DecisivenessMoves.
    """
    if game.winner < 0 or not game.choices:
        return None
    passed = np.flatnonzero(game.leads[:-1, game.winner] > _threshold(game))
    return float((game.choices - passed[0]) / game.choices) if len(passed) else 0.0


@of_games("tension", "higher", none=FEW)
def killer_moves(game: Record) -> float | None:
    """The greatest step forward that a single move makes in a game.

    Source: Browne 2008, killer moves.
    """
    return float(max(0.0, game.gains.max())) if game.choices else None


@of_games("tension", "higher", none="nobody takes a step forward that another answers")
def permanence(game: Record) -> float | None:
    """How much of a step forward remains after the next player's answer.

    Of all that players gain by clear steps, the share that the answers do not take back.

    Source: Browne 2008, permanence; this definition is ours.
    """
    steps = np.arange(game.choices - 1)
    gains = game.gains[:-1]
    steps = steps[(game.seats[:-1] != game.seats[1:]) & (gains > game.slack[:-1])]
    if not len(steps):
        return None
    mover = game.seats[steps]
    lost = game.course[steps + 1, mover] - game.course[steps + 2, mover]
    return float(1 - np.clip(lost, 0, gains[steps]).sum() / gains[steps].sum())


@of_games("tension", none=FEW)
def stability(game: Record) -> float | None:
    """How little the standing of the players changes from one ply to the next.

    One less the mean change of all estimates, over all players and plies.

    Source: Browne 2008, stability; Ludii takes the variance of the estimates.
    """
    steps = np.abs(np.diff(game.course, axis=0))
    return float(1 - steps.mean()) if len(steps) else None


@of_games("tension", none=FEW)
def uncertainty(game: Record) -> float | None:
    """How open a game is: one less the lead of who is ahead, over all plies.

    Source: Browne 2008, uncertainty; there from the area under the leads of many games.
    """
    return _openness(game, 0.0, 1.0)


@of_games("tension", none=FEW)
def early_uncertainty(game: Record) -> float | None:
    """How open a game is in its first third.

    Source: as of `uncertainty`.
    """
    return _openness(game, 0.0, 1 / 3)


@of_games("tension", "higher", none=FEW)
def late_uncertainty(game: Record) -> float | None:
    """How open a game is in its last third.

    Source: as of `uncertainty`.
    """
    return _openness(game, 2 / 3, 1.0)


def _openness(game: Record, first: float, last: float) -> float | None:
    """How open a part of a game is; a ply lies in the middle of its stretch of it."""
    when = (np.arange(game.choices) + 0.5) / max(1, game.choices)
    leads = game.leads[: game.choices].max(axis=1)[(when >= first) & (when <= last)]
    return float(1 - np.maximum(0, leads).mean()) if len(leads) else None


@of_games("tension", none="nobody takes a clear step forward and moves again")
def momentum(game: Record) -> float | None:
    """How often a step forward is followed by another of the same player, with his next move.

    Source: Browne 2008, momentum; this definition is ours.
    """
    followed: list[bool] = []
    for seat in range(game.players):
        own = np.flatnonzero(game.seats == seat)
        gains = game.gains[own]
        followed += list(gains[1:][gains[:-1] > game.slack[own][:-1]] > 0)
    return float(np.mean(followed)) if followed else None


@of_games("tension", "higher", none="nobody who is to move is ever clearly behind")
def correction(game: Record) -> float | None:
    """How often a player who is behind is less so after his move.

    Source: Browne 2008, correction; this definition is ours.
    """
    steps = np.arange(game.choices)
    before = game.leads[steps, game.seats]
    after = game.leads[steps + 1, game.seats]
    behind = before < -game.slack
    return float((after > before)[behind].mean()) if behind.any() else None


@of_games("tension", none=FEW)
def coolness(game: Record) -> float | None:
    """How often a player must harm himself: he stands clearly worse after the move he chose.

    Source: Browne 2008, coolness; this definition is ours. Moves that a search does not understand
    count as well.
    """
    return float((game.gains < -game.slack).mean()) if game.choices else None

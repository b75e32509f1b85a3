"""What there is to choose from: criteria of what the search thinks of each move."""

from __future__ import annotations

import numpy as np

from lab.measuring.criteria.criterion import of_games
from lab.measuring.plies import Floats, Record

NONE = "no ply has two moves that the search has looked at"
NEAR = 0.75
"""A move is nearly the best if it is so far from the mean of all towards the best."""
BLUNDER = 0.25
"""What a bad mistake costs, of the way from a loss to a win."""


@of_games("choice", none=NONE)
def clarity_variance(game: Record) -> float | None:
    """How much moves differ: the variance of their values, as a share of the greatest there can be.

    What the values vary by chance alone, as means of few random games, is taken off. One game alone
    says nothing of that, since it always seems sure: then a move counts as one of the mean value.

    Source: Browne 2008, clarity (variance); Ludii, ClarityVariance, of other estimates and with
    what chance adds.
    """
    values, visits = _known(game)
    if not len(values):
        return None
    middle = np.nanmean(values, axis=1, keepdims=True)
    once = middle * (1 - middle) * np.where(np.isnan(values), np.nan, 1.0)
    noise = np.where(visits > 1, values * (1 - values) / np.maximum(1, visits - 1), once)
    between = np.nanvar(values, axis=1) - np.nanmean(noise, axis=1)
    return float(np.maximum(0, between).mean() / 0.25)


@of_games("choice", none=NONE)
def clarity(game: Record) -> float | None:
    """How few moves seem good: one less the share of those that are nearly the best.

    Nearly the best is who comes three quarters of the way from the mean of all to the best. Where
    all are worth the same, all are the best.

    Source: Browne 2008, clarity; Ludii, ClarityNarrowness, is the share itself.
    """
    values, _ = _known(game)
    if not len(values):
        return None
    middle, best = np.nanmean(values, axis=1), np.nanmax(values, axis=1)
    bar = middle + NEAR * (best - middle)
    good = (values >= bar[:, None]).sum(axis=1) / (~np.isnan(values)).sum(axis=1)
    return float(1 - good.mean())


@of_games("choice", none=NONE)
def foul_up(game: Record) -> float | None:
    """The share of moves that are a bad mistake: they give away a quarter of what there is to win.

    Source: Browne 2008, foul-up factor; this definition is ours.
    """
    values, _ = _known(game)
    if not len(values):
        return None
    bad = values < np.nanmax(values, axis=1)[:, None] - BLUNDER
    return float((bad.sum(axis=1) / (~np.isnan(values)).sum(axis=1)).mean())


def _known(game: Record) -> tuple[Floats, Floats]:
    """Values and visits of the moves of the plies of which at least two are known."""
    enough = (~np.isnan(game.values)).sum(axis=1) > 1
    return game.values[enough], game.visits[enough]

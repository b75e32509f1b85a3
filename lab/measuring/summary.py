"""Three numbers for a whole game, made of criteria."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from lab.measuring.estimates import Floats

WEIGHTS: Mapping[str, float] = {
    "clarity_variance": -0.376,
    "killer_moves": 0.359,
    "lead_change": -0.277,
    "drama": 0.217,
    "late_uncertainty": 0.202,
    "correction": 0.162,
    "threshold": 0.131,
    "momentum": 0.124,
    "permanence": 0.103,
    "duration": -0.091,
    "completion": 0.079,
}
"""Of the predictor of how people rank games: Browne 2008.

The published one has 16 terms; these are the eleven known to us, and nothing stands for the others.
Several criteria are defined otherwise here, so that its value can only be compared among games that
were measured by the same plan.
"""
PARTS = ("balance", "completion", "decisiveness", "agency", "depth")
"""Of the harmonic mean: Todd and others 2024, GAVEL."""
ENOUGH = 0.5
"""A part of the harmonic mean that is so great makes a game sound; more does not make it better."""


@dataclass(frozen=True, slots=True)
class Term:
    """What a criterion adds to the score.

    Args:
        low, high: the range in which known games lie, but for a tenth at either end; what is
            outside counts as the bound, so that no game is the best by what no known one has
        weight: what it adds at the better end of the range
    """

    low: float
    high: float
    weight: float

    def value(self, found: Floats) -> Floats:
        """Where a value lies in the range, from 0 to 1, in the direction that is better."""
        share = np.clip((np.nan_to_num(found) - self.low) / (self.high - self.low), 0.0, 1.0)
        return share if self.weight >= 0 else 1 - share


TERMS: Mapping[str, Term] = {
    "ladder": Term(0.5, 0.95, 0.5),
    "complexity": Term(10.0, 160.0, 0.3),
    "depth": Term(0.3, 1.0, 0.1),
    "lead_change": Term(0.02, 0.2, -0.1),
}
"""Of the score: the fit of `lab.breeding.trials.ordering` to what people think of known games."""
SCORED = tuple(dict.fromkeys((*PARTS, *TERMS)))
"""The criteria that the score is made of."""


def score(values: Mapping[str, Floats]) -> Floats:
    """How good a game is, from 0 to 1: how sound it is, times the weighted terms.

    Not a number where a part of the soundness is none; any other criterion that a game does not
    have counts as 0.
    """
    whole = sum(abs(term.weight) for term in TERMS.values())
    terms = [abs(term.weight) * term.value(values[name]) for name, term in TERMS.items()]
    return soundness(values) * np.sum(terms, axis=0) / whole


def soundness(values: Mapping[str, Floats], parts: Iterable[str] = PARTS) -> Floats:
    """Whether a game has what every game must have: the harmonic mean, 1 where all have enough."""
    found = np.stack([np.minimum(1.0, values[name] / ENOUGH) for name in parts])
    with np.errstate(divide="ignore"):
        return len(found) / np.sum(1 / np.maximum(found, 0.0), axis=0)


def predicted(values: Mapping[str, Floats]) -> Floats:
    """The weighted sum of what is known; a criterion that a game does not have counts as 0."""
    terms = [weight * np.nan_to_num(values[name]) for name, weight in WEIGHTS.items()]
    return np.sum(terms, axis=0)


def quality(values: Mapping[str, Floats]) -> Floats:
    """The harmonic mean; 0 where one part is 0, whatever the others."""
    parts = np.stack([values[name] for name in PARTS])
    with np.errstate(divide="ignore", invalid="ignore"):
        found = len(PARTS) / np.sum(1 / parts, axis=0)
    return np.where((parts == 0).any(axis=0), 0.0, found)

"""Two numbers for a whole game, made of criteria."""

from __future__ import annotations

from collections.abc import Mapping

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

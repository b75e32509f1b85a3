"""Three numbers for a whole game, made of criteria."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
"""A part of the soundness that is so great is enough; more does not make a game better."""
STEADY = 0.16
"""The most reversals of a known game (Gobblet has as many): where there are more, luck turns with
every move, as parity has it."""
Values = Mapping[str, Floats]


@dataclass(frozen=True, slots=True)
class Term:
    """What a criterion, or several, add to the score.

    Args:
        of: its value, from those of criteria
        needs: which these are
        better: 1 if more is better, -1 if less is
        low, high: the range in which four of five known games lie; what is outside counts as the
            bound, so that no game becomes the best by what no known one has
        weight: its share of the score
    """

    of: Callable[[Values], Floats]
    needs: tuple[str, ...]
    better: int
    low: float
    high: float
    weight: float

    def value(self, values: Values) -> Floats:
        """Where a game lies in the range, from 0 at the worse end to 1."""
        found = np.nan_to_num(self.of(values))
        share = np.clip((found - self.low) / (self.high - self.low), 0.0, 1.0)
        return share if self.better > 0 else 1 - share


def reversals(values: Values) -> Floats:
    """How much the lead goes to and fro: changes of it, as far as answers take steps back.

    Where no clear step forward was ever answered, nothing lasts.
    """
    lasting = np.nan_to_num(values["permanence"])
    return np.nan_to_num(values["lead_change"]) * (1 - lasting)


def skill(values: Values) -> Floats:
    """What thinking is worth, against the careful player and against who thinks less."""
    return np.maximum(0.0, values["depth"] + 2 * values["ladder"] - 1)


TERMS: Mapping[str, Term] = {
    "skill": Term(skill, ("ladder", "depth"), 1, 0.357, 1.764, 0.239),
    "choices": Term(
        lambda values: np.log10(np.maximum(1.0, np.nan_to_num(values["branching"]))),
        ("branching",), 1, 0.8, 1.845, 0.251,
    ),
    "aftermath": Term(
        lambda values: values["aftermath"], ("aftermath",), -1, 0.306, 0.885, 0.257
    ),
    "drama": Term(lambda values: values["drama"], ("drama",), 1, 0.142, 0.472, 0.254),
}  # fmt: skip
"""Of the score. Ranges and weights are those that `python -m lab.breeding.trials.ordering` finds
for known games and what people think of them; docs/ordering.md tells how well that goes."""
MUSTS = ("balance", "completion", "decisiveness", "agency")
"""What every game must have; and thinking must be worth something, and leads must last."""
LASTING = ("lead_change", "permanence")
"""What reversals are made of."""
SCORED = tuple(
    dict.fromkeys((*MUSTS, *LASTING, *(name for one in TERMS.values() for name in one.needs)))
)
"""The criteria that the score is made of."""


def score(values: Values) -> Floats:
    """How good a game is, from 0 to 1: how sound it is, times the weighted terms.

    Not a number where one of `MUSTS` is none; any other criterion that a game does not have counts
    as 0.
    """
    return soundness(values) * liking([one.value(values) for one in TERMS.values()])


def liking(terms: Sequence[Floats]) -> Floats:
    """The weighted mean of the values of all terms."""
    weights = [one.weight for one in TERMS.values()]
    weighted = [weight * term for weight, term in zip(weights, terms, strict=True)]
    return np.sum(weighted, axis=0) / sum(weights)


def soundness(values: Values) -> Floats:
    """Whether a game has what every game must have, from 0 to 1, as all known good games are."""
    parts = [values[name] / ENOUGH for name in MUSTS]
    parts += [skill(values) / ENOUGH, STEADY / np.maximum(reversals(values), 1e-9)]
    return _product(parts)


def promise(values: Values) -> Floats:
    """The same, as far as games of a search against itself tell: without what thinking is worth."""
    return _product([values[name] / ENOUGH for name in MUSTS])


def _product(parts: Sequence[Floats]) -> Floats:
    """The product of parts, of which each is 1 at most: who lacks two things is worth little."""
    return np.prod(np.minimum(1.0, np.stack(parts)), axis=0)


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

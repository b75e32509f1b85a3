"""The weights of the score, fitted to what people think of known games, and how well they do.

The score is linear in the weights, so these are least squares that are 0 or more, drawn towards
equal ones (a ridge). How well they order games is asked of games that they have not seen: each is
left out in turn, and ranges, weights and strength of the ridge are found from the others alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from lab.breeding.trials.ordering.known import Known
from lab.measuring.estimates import Floats
from lab.measuring.summary import PARTS, SCORED, TERMS, WEIGHTS, Term, soundness

RIDGES: Final = (1.0, 3.0, 10.0, 30.0, 100.0)
WORST: Final = 2.0
"""The rating of a game that is worth nothing."""
SPAN: Final = (10.0, 90.0)
"""Percentiles between which the range of a term lies."""
DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class Row:
    """A known game that was measured.

    Args:
        known: what people think of it
        figures: value, low, high of each criterion
    """

    known: Known
    figures: Mapping[str, Sequence[float]]

    @property
    def values(self) -> dict[str, Floats]:
        """The value of each criterion; not a number for those that the game does not have."""
        found = {name: np.array(three[0]) for name, three in self.figures.items()}
        return found | {name: np.array(np.nan) for name in {*SCORED, *WEIGHTS, *PARTS} - {*found}}


@dataclass(frozen=True, eq=False)
class Data:
    """What the fit is made of.

    Args:
        terms: the value of each term, before it is brought to its range; shape (games, terms)
        sound: how sound each game is; shape (games,)
        ratings: what people think of each; shape (games,)
    """

    terms: Floats
    sound: Floats
    ratings: Floats

    def __getitem__(self, chosen: npt.NDArray[np.bool_]) -> Data:
        return Data(self.terms[chosen], self.sound[chosen], self.ratings[chosen])

    def __len__(self) -> int:
        return len(self.ratings)


def rows(games: Sequence[Known], measured: Mapping[str, Mapping[str, Any]]) -> list[Row]:
    """The games that the fit is for: two players, no chance, measured."""
    found = [(one, measured.get(one.name, {})) for one in games]
    return [
        Row(one, data["figures"])
        for one, data in found
        if data.get("players") == 2 and not data["chance"]
    ]


def data_of(games: Sequence[Row]) -> Data:
    """The games as numbers."""
    raw = [[float(term.of(one.values)) for term in TERMS.values()] for one in games]
    sound = [float(soundness(one.values)) for one in games]
    return Data(
        np.nan_to_num(np.array(raw)),
        np.nan_to_num(np.array(sound)),
        np.array([one.known.average for one in games]),
    )


def ranges(data: Data) -> Floats:
    """The ends of the range of each term; shape (2, terms)."""
    low, high = np.round(np.percentile(data.terms, SPAN, axis=0), DIGITS)
    return np.stack([low, np.maximum(high, low + 10**-DIGITS)])


def scaled(data: Data, bounds: Floats) -> Floats:
    """The terms from 0 to 1, each times the soundness of the game; shape (games, terms)."""
    shares = np.clip((data.terms - bounds[0]) / (bounds[1] - bounds[0]), 0.0, 1.0)
    better = np.array([term.better for term in TERMS.values()])
    return np.where(better > 0, shares, 1 - shares) * data.sound[:, None]


def weights(data: Data, bounds: Floats, ridge: float) -> Floats:
    """The weights, in points of rating; shape (terms,)."""
    count, wanted = data.terms.shape[1], data.ratings - WORST
    equal = np.full(count, float(wanted.mean()) * 2 / count)
    root = np.sqrt(ridge)
    matrix = np.vstack([scaled(data, bounds), root * np.eye(count)])
    from scipy.optimize import nnls  # noqa: PLC0415  to import it takes a second

    return nnls(matrix, np.concatenate([wanted, root * equal]))[0]


def left_out(data: Data, ridge: float | None = None) -> Floats:
    """What is predicted of each game by all others, above the worst rating; shape (games,).

    Args:
        ridge: its strength; found anew from the others, in the same way, if not given
    """
    found: list[float] = []
    for number in range(len(data)):
        out = np.arange(len(data)) == number
        others = data[~out]
        bounds = ranges(others)
        strength = best_ridge(others) if ridge is None else ridge
        found.append(float((scaled(data[out], bounds) @ weights(others, bounds, strength))[0]))
    return np.array(found)


def best_ridge(data: Data) -> float:
    """The ridge by which games that are left out are ordered best."""
    found = [alike(left_out(data, ridge), data.ratings) for ridge in RIDGES]
    return RIDGES[int(np.argmax(found))]


def fitted(data: Data) -> dict[str, Term]:
    """The terms of the score as these games have it; weights add up to 1."""
    bounds = ranges(data)
    found = weights(data, bounds, best_ridge(data))
    shares = found / found.sum()
    return {
        name: replace(term, low=float(low), high=float(high), weight=round(float(share), DIGITS))
        for (name, term), low, high, share in zip(TERMS.items(), *bounds, shares, strict=True)
    }


def alike(one: Floats, other: Floats) -> float:
    """The rank correlation of two orders (Spearman's); 0 where one is no order."""
    from scipy.stats import rankdata  # noqa: PLC0415  to import it takes a second

    ranks = [rankdata(values) for values in (one, other)]
    if min(np.ptp(each) for each in ranks) == 0:
        return 0.0
    return float(np.corrcoef(*ranks)[0, 1])


def better_half(data: Data) -> npt.NDArray[np.bool_]:
    """Which games people think better than the median, or as good; shape (games,)."""
    return data.ratings >= np.median(data.ratings)

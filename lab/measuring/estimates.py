"""Figures with their uncertainty: games are drawn again and again from those that were played.

A criterion gives a `Sample`: a row of numbers for each game, and how its value follows from their
sums. So all criteria can be computed for thousands of resampled sets of games at once.

Source: Efron 1979, Bootstrap methods: another look at the jackknife (percentile intervals).
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from lab.matches.ratings import interval

Floats = npt.NDArray[np.float64]
LEVEL = 95.0
"""How many percent of the resampled values an interval holds."""
NONE = "–"


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A number that was measured, with the interval in which the true one lies at 95 %.

    Of what a game does not have figures are equal, though NaN equals nothing.

    Args:
        value: what was measured; NaN if the game has no such thing
        low, high: the interval
        count: games that tell something about it
        reason: why there is none
    """

    value: float
    low: float
    high: float
    count: int
    reason: str = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Figure) and self._compared() == other._compared()

    def __hash__(self) -> int:
        return hash(self._compared())

    def _compared(self) -> tuple[float | str | None, ...]:
        numbers = (None if math.isnan(one) else one for one in (self.value, self.low, self.high))
        return *numbers, self.count, self.reason

    @property
    def known(self) -> bool:
        """Whether there is such a figure."""
        return not math.isnan(self.value)

    def __str__(self) -> str:
        if not self.known:
            return NONE
        return f"{short(self.value)} ({short(self.low)} to {short(self.high)})"


def short(value: float) -> str:
    """A number to three digits behind the point, or fewer if it is large."""
    if math.isnan(value):
        return NONE
    places = next(
        (places for places, most in ((3, 10), (2, 100), (1, 1000)) if abs(value) < most), 0
    )
    return f"{value:.{places}f}"


def missing(reason: str) -> Figure:
    """The figure of something that this game does not have."""
    return Figure(math.nan, math.nan, math.nan, 0, reason)


class Undefined(Exception):  # noqa: N818
    """A criterion is not defined for a game; its text says why."""


def ratio(sums: Floats) -> Floats:
    """The first sum by the second: a mean, where the second counts games."""
    return sums[..., 0] / sums[..., 1]


@dataclass(frozen=True, eq=False)
class Sample:
    """What games tell about a criterion.

    Args:
        rows: the numbers of each game; shape (games, numbers)
        value: the criterion from the sums of the rows; of shape (…, numbers) to (…)
        told: which games tell something; all if not given
    """

    rows: Floats
    value: Callable[[Floats], Floats] = ratio
    told: npt.NDArray[np.bool_] | None = None

    @property
    def count(self) -> int:
        """How many games tell something."""
        return len(self.rows) if self.told is None else int(self.told.sum())


def mean(values: list[float | None]) -> Sample:
    """The mean over the games that have a value.

    Raises:
        Undefined: none has
    """
    told = np.array([one is not None for one in values], bool)
    if not told.any():
        raise Undefined("no game tells anything about it")
    rows = np.array([(0.0, 0.0) if one is None else (one, 1.0) for one in values])
    return Sample(rows, told=told)


@dataclass
class Resampling:
    """Sets of games drawn from those of each source; all criteria of a source see the same sets.

    Args:
        count: how many sets
        seed: fixes them
    """

    count: int
    seed: int
    _weights: dict[tuple[str, int], Floats] = field(default_factory=dict[Any, Any])

    def weights(self, source: str, games: int) -> Floats:
        """How often each game is in each set; shape (sets, games)."""
        key = source, games
        if key not in self._weights:
            rng = np.random.default_rng([self.seed, zlib.crc32(source.encode())])
            drawn = rng.multinomial(games, np.full(games, 1 / games), self.count)
            self._weights[key] = drawn.astype(np.float64)
        return self._weights[key]

    def values(self, sample: Sample, source: str) -> Floats:
        """The value of a criterion, and behind it that in each set; shape (1 + sets,)."""
        weights = self.weights(source, len(sample.rows))
        # Not a product of matrices: its last digits depend on how many threads share the work.
        sums = np.einsum("sg,gn->sn", weights, sample.rows)
        whole = np.concatenate([sample.rows.sum(axis=0)[None], sums])
        with np.errstate(invalid="ignore", divide="ignore"):
            return sample.value(whole)


def figure(values: Floats, count: int, span: tuple[float, float] | None = None) -> Figure:
    """The figure of a value and of those of resampled games.

    Where all games agree on the end of a range, resampling cannot tell how sure that is. Then the
    interval is that of a share (Wilson's), of which all or none of the games had it.

    Args:
        values: the value, and behind it the resampled ones
        count: games that tell something about it
        span: the range of the criterion, if it has one
    """
    value, drawn = float(values[0]), values[1:]
    drawn = drawn[~np.isnan(drawn)]
    if math.isnan(value):
        return missing("the games tell nothing about it")
    if not len(drawn):
        return Figure(value, value, value, count)
    rest = (100 - LEVEL) / 2
    low, high = (float(one) for one in np.percentile(drawn, [rest, 100 - rest]))
    if span is not None and low == high == value and value in span:
        least, most = span
        share = interval(round((value - least) / (most - least) * count), count)
        low, high = (least + one * (most - least) for one in share)
    return Figure(value, min(low, value), max(high, value), count)

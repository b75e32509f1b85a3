"""How strong players are, as far as games tell: intervals of shares, and ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from openskill.models import PlackettLuce

MIDDLE = 1500.0
# With this spread of single results, ratings 400 apart mean ten wins for one loss, as in Elo's
# scale, once the players are known well.
BETA = 400 / math.log(10) / math.sqrt(2)
UNKNOWN = 200.0
"""How far from the middle players are before anything is known of them: a standard deviation."""
ORDERS = 16
NORMAL = 1.959964
"""Standard deviations on either side that leave 5 % outside."""

Result = tuple[Sequence[int], Sequence[float]]
"""Who played, by seat, and the rank of each."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The strength of a player.

    Args:
        value: about 1500 in the middle; 400 more than another's mean ten wins for one loss
        deviation: the standard deviation of what is not known of it
    """

    value: float
    deviation: float

    @property
    def margin(self) -> float:
        """How far the true strength may be away, at 95 %."""
        return NORMAL * self.deviation


def ratings(count: int, results: Sequence[Result]) -> list[Rating]:
    """Ratings of players by a model of Plackett and Luce, for any number of players in a game.

    The library takes one game after the other, and the last ones weigh most. The players here do
    not change, so the games are taken in several random orders, always the same, and the mean
    counts. With few games between unequal players they come out somewhat too far apart, within the
    margin. Games in which a player meets himself say nothing and are left out.

    Args:
        count: how many players there are; they are called 0, 1, …
        results: the games

    Source: Weng and Lin 2011, A Bayesian approximation method for online ranking, algorithm 4.
    """
    told = [result for result in results if len(set(result[0])) == len(result[0]) > 1]
    if not told:
        return [Rating(MIDDLE, UNKNOWN)] * count
    runs = [_run(count, told, Random(order)) for order in range(ORDERS)]
    return [
        Rating(_mean([one.value for one in of]), _mean([one.deviation for one in of]))
        for of in zip(*runs, strict=True)
    ]


def _run(count: int, results: Sequence[Result], rng: Random) -> list[Rating]:
    # Without `tau` a rating does not become less certain from one game to the next, and with
    # `gamma` 1 each game makes it as certain as the model says.
    model = PlackettLuce(mu=MIDDLE, sigma=UNKNOWN, beta=BETA, tau=0.0, gamma=lambda *_, **__: 1.0)
    known = [model.rating() for _ in range(count)]
    order = list(results)
    rng.shuffle(order)
    for seats, ranking in order:
        rated = model.rate([[known[player]] for player in seats], ranks=list(ranking))
        for player, [rating] in zip(seats, rated, strict=True):
            known[player] = rating
    return [Rating(one.mu, one.sigma) for one in known]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def interval(successes: int, trials: int) -> tuple[float, float]:
    """Where the true share of successes lies, at 95 %; from 0 to 1 if nothing was tried.

    Source: Wilson 1927, Probable inference, the law of succession, and statistical inference.
    """
    if not trials:
        return (0.0, 1.0)
    share, z2 = successes / trials, NORMAL**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    spread = math.sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    half = NORMAL * spread / (1 + z2 / trials)
    # At the ends the bounds are 0 and 1 but for rounding.
    low = 0.0 if successes == 0 else middle - half
    return low, 1.0 if successes == trials else middle + half

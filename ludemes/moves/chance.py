"""Rules for moves of which chance decides."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm

from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Lazy, Moves
from interpreter.rules.builder import Builder

FINEST, MOST_OUTCOMES = 10_000, 1 << 20


def _shares(weights: tuple[float, ...]) -> list[int]:
    """Weights as the smallest whole numbers that stand in the same ratio."""
    exact = [Fraction(one).limit_denominator(FINEST) for one in weights]
    scale = lcm(*(one.denominator for one in exact))
    whole = [int(one * scale) for one in exact]
    return [one // (gcd(*whole) or 1) for one in whole]


@ludeme(
    "random",
    source="rules/play/moves/nonDecision/effect/Random.java",
    examples=("(random {0.25 0.75} {(move Add (to (sites Empty))) (move Pass)})",),
    later=("num",),
    grown=False,
    words="chance decides, with the odds {weights:list}, which of these is the rule: {rules:lines}",
)
def random(b: Builder, weights: tuple[float, ...], rules: tuple[Lazy[Moves], ...]) -> Moves:
    """The moves of one of several rules, drawn by chance.

    Args:
        weights: how likely each is, compared with the others; one without a weight is never drawn
        rules: the rules
    """
    known = list(zip(weights, rules, strict=False))
    shares = _shares(tuple(one for one, _ in known))
    total = sum(shares)
    if min(shares, default=0) < 0 or not 0 < total < MOST_OUTCOMES:
        raise b.fail(
            "the weights are numbers from 0 on, and not all 0", "such as {1 3}", code="weights"
        )
    drawn = b.turn.draw(b.int(total))
    bounds = list(accumulate(shares))

    def one_of(place: int) -> None:
        if place + 1 == len(known):
            known[place][1]()
        else:
            hit = b.less(drawn, b.int(bounds[place]))
            b.if_(hit, known[place][1], lambda: one_of(place + 1))

    one_of(0)
    return MOVES

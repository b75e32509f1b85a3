"""Rules for moves of which chance decides."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import gcd, lcm

from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import MOVES, Lazy, Moves
from interpreter.rules.builder import Builder

FINEST, MOST_OUTCOMES, PARTS = 10_000, 1 << 20, 1_000_000


def _shares(weights: tuple[float, ...]) -> list[int]:
    """Weights as the smallest whole numbers that stand in the same ratio; very fine ones nearly."""
    exact = [Fraction(one).limit_denominator(FINEST) for one in weights]
    scale = lcm(*(one.denominator for one in exact))
    whole = [int(one * scale) for one in exact]
    shares = [one // (gcd(*whole) or 1) for one in whole]
    if sum(shares) < MOST_OUTCOMES:
        return shares
    return [-int(-one * PARTS // sum(exact)) for one in exact]


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
    likely = tuple(one for one, _ in known)
    shares = _shares(likely) if all(0 <= one <= FINEST for one in likely) else []
    total = sum(shares)
    if not total:
        raise b.fail(
            f"the weights are numbers from 0 to {FINEST}, and not all 0",
            "such as {1 3}",
            code="weights",
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

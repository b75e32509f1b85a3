"""What counts how much in a tree search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """What counts how much in a search; docs/search.md tells what each of them gains.

    Args:
        explore: uncertainty
        patience: visits before a node of the tree gets children; a smaller one proves more, a
            greater one takes less memory
        looked: depth above which all children of a node are looked at, so that wins are known
        trust: of as many visits, what is known of a move elsewhere counts half as much as what is
            known of the node; nothing at 0
        prior: visits that a node counts as having had before the first, so that not all children
            are visited before one is visited twice; all are at 0
        proofs: whether positions whose outcome is certain are settled, 1 or 0
    """

    explore: float = 0.7
    patience: int = 4
    looked: int = 2
    trust: float = 50.0
    prior: float = 3.0
    proofs: int = 1


PLAIN = Weights(explore=1.4, trust=0.0, prior=0.0)
"""A plain search by upper confidence bounds, with proofs."""

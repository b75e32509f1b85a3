"""What counts how much in a tree search."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Weights:
    """What counts how much in a search.

    At equal time a patience of 1, 2, 4, 8 and 16 plays equally well (Yavalath, Gomoku, Connect Four
    at 10 and 20 ms a move, 40 to 120 games each); a smaller one proves more, a greater one takes
    less memory.

    Args:
        explore: uncertainty
        patience: visits before a node of the tree gets children
        looked: depth above which all children of a node are looked at, so that wins are known
        urgency: the bound of a child that was not visited
    """

    explore: float = 1.4
    patience: int = 4
    looked: int = 2
    urgency: float = 1e30

"""How much the scores of the best fell when these were measured again."""

from __future__ import annotations

from statistics import mean

from lab.breeding.keeping.store import Store
from lab.breeding.telling.wording import score, several


def falls(store: Store) -> list[float]:
    """By how much each game that was measured again scores less than before; below 0 if more."""
    found = store.again()
    return [
        child.score - found[child.number].score for child in store.kept() if child.number in found
    ]


def told_of(fell: list[float]) -> str:
    """What there is to say of that, in a sentence."""
    if not fell:
        return (
            "No game was measured again: of many noisy scores the highest are too good. "
            "ludwright evolve does it at the end of a run."
        )
    change = mean(fell)
    how = f"fell by {score(change)}" if change >= 0 else f"rose by {score(-change)}"
    return (
        f"{several(len(fell), 'game')} of the best measured again, with other games and more of "
        f"them: scores {how} on average. These are the figures that are shown for them."
    )

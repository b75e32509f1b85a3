"""What variants of a game are sorted by: a criterion, and which way is better."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from interpreter import LudError
from interpreter.text.errors import suggest
from lab.measuring.criteria.known import CRITERIA
from lab.measuring.estimates import Figure
from lab.measuring.measures import Measures
from lab.measuring.summary import PARTS, SCORED, WEIGHTS

SUMMARIES: Final[Mapping[str, Sequence[str]]] = {
    "score": SCORED,
    "quality": PARTS,
    "predicted": tuple(WEIGHTS),
}
"""The summaries, with what has to be measured for them."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What variants are sorted by.

    Args:
        name: a criterion or a summary
        better: whether `higher` or `lower` is better, or `neither`
        target: what it is to come near to, where neither is better
    """

    name: str
    better: str
    target: float | None = None

    def figure(self, measures: Measures) -> Figure:
        """The figure that it is about."""
        return getattr(measures, self.name) if self.name in SUMMARIES else measures[self.name]

    def worth(self, found: Figure) -> float:
        """How good a figure is, higher is better; least of all one that is not known."""
        if not found.known:
            return -math.inf
        if self.target is not None:
            return -abs(found.value - self.target)
        return -found.value if self.better == "lower" else found.value

    @property
    def needs(self) -> Sequence[str]:
        """The criteria that have to be measured for it."""
        return SUMMARIES.get(self.name, (self.name,))

    def __str__(self) -> str:
        return self.name.replace("_", " ")


def aim_of(text: str) -> Aim:
    """What a text asks for: a criterion such as `balance`, or one with a target: `length=40`.

    Raises:
        LudError: there is no such criterion, or none of which more or less is better
    """
    word, equals, number = text.partition("=")
    name = word.strip().lower().replace(" ", "_").replace("-", "_")
    target: float | None = None
    if equals:
        try:
            target = float(number)
        except ValueError:
            target = math.nan
        if not math.isfinite(target):
            raise LudError(f'"{number}" is no number to come near to', None, "as in length=40")
    if name in SUMMARIES:
        return Aim(name, "higher", target)
    if name not in CRITERIA:
        hint = suggest(name, [*CRITERIA, *SUMMARIES]) or "ludwright measure --list names them"
        raise LudError(f"no criterion is called {name}", None, hint)
    better = CRITERIA[name].better
    if better == "neither" and target is None:
        hint = f"say what it is to come near to, as in {name}=40"
        raise LudError(f"neither more nor less {name} is better", None, hint)
    return Aim(name, better, target)


def apart(one: Figure, other: Figure) -> bool:
    """Whether two figures differ by more than chance may explain: their intervals do not meet."""
    return one.high < other.low or other.high < one.low

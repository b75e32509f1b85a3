"""What happened in a run, counted over all its children."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, NamedTuple

from lab.breeding.keeping.child import TOLD
from lab.breeding.keeping.store import Store
from lab.breeding.kinds import ALIVE, STAGES, WASTED
from lab.breeding.making.credit import Credit

PAUSE_S: Final = 600.0
"""Where nothing is written for so long, nobody was at work."""
BEATEN, KEPT, REPLACED = "beaten", "kept", "kept for a time"
LIVED: Final = "lived"
"""Stands for the stage of those that were not given up."""


class Fact(NamedTuple):
    """What is counted of a child; as in `lab.breeding.keeping.child.Child`."""

    number: int
    parents: Sequence[int]
    change: str
    verdict: str
    detail: str
    stage: str
    score: float
    step: int
    place: str
    left: int | None
    seconds: dict[str, float]
    features: dict[str, float | str]
    written: float


@dataclass(slots=True)
class Fate:
    """What became of some children.

    Args:
        stage: where it was decided: one of `STAGES`, or `LIVED`
        verdict: in a word or two
        count: of how many
        details: the sentences that say so, with their numbers
    """

    stage: str
    verdict: str
    count: int = 0
    details: Counter[str] = field(default_factory=Counter[str])

    @property
    def usual(self) -> str:
        """The most frequent sentence; of several the first in the alphabet."""
        known = [(-count, text) for text, count in self.details.items() if text]
        return min(known)[1] if known else ""


@dataclass(slots=True)
class Stage:
    """What a stage of examination took.

    Args:
        name: one of `STAGES`
        children: that came to it
        seconds: in all
    """

    name: str
    children: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class History:
    """What happened in a run.

    Args:
        told: children whose place, or that they have none, is decided
        under_way: those that are known but not decided
        bred: how many of the told are no founders
        fates: what became of the told
        credit: how children of each way fared, and how often it is to be taken now
        stages: what examinations took
        best: the best score after each told child
        kept: games kept after each told child
        mean: the mean score of those
        bests: the number of the child after which each rise of the best score came
        ended: when the last child was written, in seconds since 1970
        worked: seconds in which somebody was at work
        sittings: how often somebody began to work
    """

    told: int = 0
    under_way: int = 0
    bred: int = 0
    fates: dict[tuple[str, str], Fate] = field(default_factory=dict[Any, Any])
    credit: Credit = field(default_factory=Credit)
    stages: dict[str, Stage] = field(default_factory=dict[str, Stage])
    best: list[float] = field(default_factory=list[float])
    kept: list[int] = field(default_factory=list[int])
    mean: list[float] = field(default_factory=list[float])
    ended: float = 0.0
    worked: float = 0.0
    sittings: int = 0
    heirs: list[int] = field(default_factory=list[int])
    """For each founder how many of the games that are kept now come from it."""

    @property
    def rejected(self) -> int:
        """How many were given up."""
        return sum(one.count for one in self.fates.values() if one.stage != LIVED)

    @property
    def per_second(self) -> float:
        """Children told in each second of work."""
        return self.told / self.worked if self.worked > 0 else 0.0

    def share(self, count: int) -> float:
        """Of those told."""
        return count / self.told if self.told else 0.0

    def stages_in_order(self) -> list[Stage]:
        """What examinations took, in the order in which children go through them."""
        order = {stage: number for number, stage in enumerate(STAGES)}
        return sorted(self.stages.values(), key=lambda one: order.get(one.name, len(STAGES)))

    def in_order(self) -> Iterator[Fate]:
        """Fates stage by stage, the most frequent of a stage first, those that lived last."""
        order = {stage: number for number, stage in enumerate((*STAGES, LIVED))}
        yield from sorted(
            self.fates.values(),
            key=lambda one: (order.get(one.stage, len(STAGES)), -one.count, one.verdict),
        )


def history(store: Store) -> History:
    """Count what happened in a run."""
    credit = Credit(store.settings.rates)
    found = History(credit=credit, heirs=[0] * len(store.founders))
    scores: dict[int, float] = {}
    descent: dict[int, int] = {}
    total, best, written = 0.0, 0.0, [store.created]
    leaving: dict[int, list[int]] = {}
    for row in store.facts(*Fact._fields):
        fact = Fact(*row)
        written.append(fact.written)
        if fact.step != TOLD:
            found.under_way += 1
            continue
        _count(found, fact)
        descent[fact.number] = _founders(fact, descent)
        if fact.verdict == ALIVE:
            best = max(best, fact.score)
        if fact.place:
            scores[fact.number] = fact.score
            total += fact.score
            if fact.left is not None:
                leaving.setdefault(fact.left, []).append(fact.number)
        for gone in leaving.pop(fact.number, ()):
            total -= scores.pop(gone)
        found.best.append(best)
        found.kept.append(len(scores))
        found.mean.append(total / len(scores) if scores else 0.0)
    founders = len(store.founders)
    _count_heirs(found, [descent[number] for number in scores if number >= founders])
    _time(found, sorted(written))
    return found


def _count(found: History, fact: Fact) -> None:
    found.told += 1
    found.bred += bool(fact.parents)
    key = _fate(fact)
    fate = found.fates.setdefault(key, Fate(*key))
    fate.count += 1
    if key[0] != LIVED:
        fate.details[fact.detail] += 1
    if fact.parents:
        wasted = str(fact.features.get(WASTED, ""))
        found.credit.tell(fact.change, fact.verdict, wasted, kept=bool(fact.place))
    for name, seconds in fact.seconds.items():
        stage = found.stages.setdefault(name, Stage(name))
        stage.children += 1
        stage.seconds += seconds


def _fate(fact: Fact) -> tuple[str, str]:
    if fact.verdict != ALIVE:
        return fact.stage, fact.verdict
    if not fact.place:
        return LIVED, BEATEN
    return LIVED, KEPT if fact.left is None else REPLACED


def _founders(fact: Fact, descent: dict[int, int]) -> int:
    """The founders that a child comes from, as bits."""
    if not fact.parents:
        return 1 << fact.number
    bits = 0
    for parent in fact.parents:
        bits |= descent.get(parent, 0)
    return bits


def _count_heirs(found: History, kept: Sequence[int]) -> None:
    for number in range(len(found.heirs)):
        found.heirs[number] = sum(bits >> number & 1 for bits in kept)


def _time(found: History, written: Sequence[float]) -> None:
    """When somebody was at work; whoever stopped and went on left a gap."""
    gaps = [after - before for before, after in pairwise(written)]
    found.ended = written[-1]
    found.worked = sum(gap for gap in gaps if gap <= PAUSE_S)
    found.sittings = bool(gaps) + sum(gap > PAUSE_S for gap in gaps)

"""A child as a run knows it: what it was made from, what became of it, where it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from lab.breeding.kinds import ALIVE, SAME_PLAY, SAME_RULES, Appraisal, Candidate, Conception

CONCEIVED, APPRAISED, TOLD = 0, 1, 2
"""How far a child is: made and tried, judged by search as well, told to the archive."""


@dataclass(frozen=True, slots=True)
class Child:
    """One child of a run.

    Args:
        number: of the child, from 0
        seed: fixes every choice that was made for it
        parents: their numbers; none for a founder
        change: how it was made
        verdict: why it was given up; `ALIVE` if it was not
        detail: the same in a sentence; for a living child that is not kept, why not
        stage: the last of `STAGES` that it came to
        text: its rules, with its name in them once it has one
        canonical: the same for texts of the same tree
        fingerprint: the same for games that play alike
        name: what it was baptised; empty if it did not live
        score: how good a game it is, from 0 to 1
        features: what is known of how it plays
        measures: each measure with the bounds of its interval: value, low, high
        moves: the names of the moves of a sample game
        seconds: processor time of each stage; no two runs agree on it
        step: `CONCEIVED`, `APPRAISED` or `TOLD`
        place: where the archive put it; empty if it did not keep it
        left: the number of the child that it made room for; None while it is kept
    """

    number: int
    seed: int
    parents: tuple[int, ...]
    change: str
    verdict: str = ALIVE
    detail: str = ""
    stage: str = ""
    text: str = ""
    canonical: str = ""
    fingerprint: str = ""
    name: str = ""
    score: float = 0.0
    features: Mapping[str, float | str] = field(default_factory=dict[str, float | str])
    measures: Mapping[str, tuple[float, float, float]] = field(
        default_factory=dict[str, tuple[float, float, float]]
    )
    moves: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict[str, float])
    step: int = CONCEIVED
    place: str = ""
    left: int | None = None

    @property
    def alive(self) -> bool:
        """Whether nothing speaks against it."""
        return self.verdict == ALIVE

    @property
    def kept(self) -> bool:
        """Whether the archive took it in, if only for a time."""
        return bool(self.place)

    @property
    def marks(self) -> tuple[str, ...]:
        """What it shares with the same game in other words, before and after it was tidied."""
        tidied = (str(self.features.get(name, "")) for name in (SAME_RULES, SAME_PLAY))
        return tuple(mark for mark in (self.canonical, self.fingerprint, *tidied) if mark)

    @property
    def candidate(self) -> Candidate:
        """What is appraised of it."""
        about = self.number, self.verdict, self.detail, self.stage, self.text, self.change
        return Candidate(*about, self.canonical, self.fingerprint, self.features, self.seconds)


def conceived(task: Conception, found: Candidate) -> Child:
    """A child that has been made."""
    return Child(
        number=task.number,
        seed=task.seed,
        parents=tuple(parent.number for parent in task.parents),
        change=found.change,
        verdict=found.verdict,
        detail=found.detail,
        stage=found.stage,
        text=found.text,
        canonical=found.canonical,
        fingerprint=found.fingerprint,
        features=found.features,
        seconds=found.seconds,
    )


def appraised(child: Child, found: Appraisal) -> Child:
    """A child that searching players have tried."""
    return replace(
        child,
        verdict=found.verdict,
        detail=found.detail,
        stage=found.stage,
        text=found.text or child.text,
        score=found.score,
        features={**child.features, **found.features},
        measures=found.measures,
        moves=found.moves,
        seconds={**child.seconds, **found.seconds},
        step=APPRAISED,
    )

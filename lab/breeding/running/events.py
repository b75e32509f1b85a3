"""What happens in a run, as `evolve` tells it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lab.breeding.keeping.child import Child
from lab.breeding.kinds import Settings


@dataclass(frozen=True, slots=True)
class Started:
    """A run begins, or goes on.

    Args:
        settings: of the run
        told: how many children it had before
        workers: how many work on it
        program: the version that began it
    """

    settings: Settings
    told: int
    workers: int
    program: str


@dataclass(frozen=True, slots=True)
class Told:
    """A child has got its place, or none.

    Args:
        child: the child; its verdict and its detail say why it has none
        replaced: the number of the child that it took the place of
    """

    child: Child
    replaced: int | None = None


@dataclass(frozen=True, slots=True)
class Improved:
    """A child is better than all before it.

    Args:
        child: the child
        before: the best until then
    """

    child: Child
    before: Child | None


@dataclass(frozen=True, slots=True)
class Again:
    """One of the best was measured again, with other games and more of them.

    Args:
        child: with the figures of these games
        before: the score that it was kept for
        left: how many are yet to be measured again
    """

    child: Child
    before: float
    left: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How a run stands; told about twice a second.

    Args:
        told: children so far, with those of earlier sittings
        under_way: children that are being made or tried
        seconds: since this sitting began
        per_second: children told in each second of this sitting
        rejected: how many were given up, by stage; and `duplicate`
        beaten: how many lived, but had no place in the archive
        kept: how many the archive holds
        places: how many it could hold
        best: the best so far
        left: seconds to the end, as far as can be said
    """

    told: int
    under_way: int
    seconds: float
    per_second: float
    rejected: Mapping[str, int]
    beaten: int
    kept: int
    places: int
    best: Child | None
    left: float | None


@dataclass(frozen=True, slots=True)
class Finished:
    """The limit of a run is reached.

    Args:
        reason: `children` or `seconds`
        progress: how it stands
    """

    reason: str
    progress: Progress


Event = Started | Told | Improved | Again | Progress | Finished

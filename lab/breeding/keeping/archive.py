"""Which children are kept, and whose children come next.

An archive is told of living children one after the other, and chooses parents among those it has
kept. Both must depend on nothing else, so that a run can be taken up where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, Final, Protocol

from interpreter.text.errors import LudError
from lab.breeding.keeping.child import Child
from lab.breeding.kinds import Settings


@dataclass(frozen=True, slots=True)
class Placing:
    """What an archive makes of a child.

    Args:
        place: where it is kept, in words; empty if it is not kept
        replaced: the number of the child that it took the place of
        detail: why it is not kept
    """

    place: str
    replaced: int | None = None
    detail: str = ""


class Archive(Protocol):
    """Which children are kept; `iter` goes over them and `len` counts them."""

    @property
    def places(self) -> int:
        """How many children could be kept at once."""
        ...

    def tell(self, child: Child) -> Placing:
        """Keep a child or not, and say so."""
        ...

    def choose(self, rng: Random) -> Child:
        """One of the children kept, for a parent; only asked if there are any."""
        ...

    def __iter__(self) -> Iterator[Child]: ...
    def __len__(self) -> int: ...


def archive(settings: Settings, kept: Iterable[Child] = ()) -> Archive:
    """The archive of a run's mode.

    Args:
        settings: of the run
        kept: what it has kept: a run that an earlier program began goes on with the axes it had

    Raises:
        LudError: there is no such mode, or what it needs is not installed
    """
    if settings.mode == "elites":
        return Elites(axes_of(kept) or AXES)
    if settings.mode == "ludi":
        return Population(settings.population)
    raise LudError(f"there is no mode {settings.mode}", None, "modes are elites and ludi")


# A place for every kind of game


@dataclass(frozen=True, slots=True)
class Words:
    """An axis of an archive whose bins are words.

    Args:
        feature: which of a child's features
        bins: the words of each bin but the last, which takes all others
    """

    feature: str
    bins: Mapping[str, frozenset[str]]

    @property
    def labels(self) -> tuple[str, ...]:
        """What the bins are called."""
        return (*self.bins, "other")

    def bin(self, child: Child) -> int:
        """In which bin a child lies."""
        word = str(child.features.get(self.feature, "")).lower()
        found = (number for number, words in enumerate(self.bins.values()) if word in words)
        return next(found, len(self.bins))


@dataclass(frozen=True, slots=True)
class Steps:
    """An axis of an archive whose bins are ranges of a number.

    Args:
        feature: which of a child's features
        bounds: where the bins meet, rising; the first and the last are open
    """

    feature: str
    bounds: tuple[float, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """What the bins are called."""
        bounds = [f"{bound:g}" for bound in self.bounds]
        between = [f"{low}–{high}" for low, high in pairwise(bounds)]
        return tuple(
            f"{self.feature} {one}" for one in (f"<{bounds[0]}", *between, f"≥{bounds[-1]}")
        )

    def bin(self, child: Child) -> int:
        """In which bin a child lies."""
        value = child.features.get(self.feature, 0.0)
        number = float(value) if isinstance(value, (int, float)) else 0.0
        return sum(number >= bound for bound in self.bounds)


Axis = Words | Steps


def _word(word: str) -> frozenset[str]:
    return frozenset({word})


def _words(**bins: str) -> dict[str, frozenset[str]]:
    return {name: frozenset({name, *words.split()}) for name, words in bins.items()}


BOARD: Final = Words(
    "board", _words(square="rectangle", hex="hexagon hexagonal", triangular="tri triangle")
)
GOAL: Final = Words(
    "goal",
    _words(
        line="row",
        connection="connect loop",
        score="territory",
        capture="elimination",
        blocking="",
        reach="race",
    ),
)
# Lengths and branchings double from bin to bin: 20 plies and 40 differ as 40 and 80 do.
LENGTH: Final = Steps("length", (10, 20, 40, 80, 160))
AXES: Final[tuple[Axis, ...]] = (
    BOARD,
    GOAL,
    Words(
        "ends", {"wins": _word("wins"), "loses": _word("loses"), "wins and loses": _word("both")}
    ),
    LENGTH,
    Steps("skill", (0.6, 0.75)),
)
"""What tells kinds of games apart: 2016 places."""
FORMER: Final[tuple[Axis, ...]] = (BOARD, GOAL, LENGTH, Steps("branching", (5, 10, 20, 40, 80)))
"""What told them apart in runs that an earlier program began: 1008 places."""


def axes_of(kept: Iterable[Child]) -> tuple[Axis, ...] | None:
    """The axes that put all games where they lie; None for those of other archives."""
    found = [*kept]
    known = (axes for axes in (AXES, FORMER) if all(_lies(one, axes) == one.place for one in found))
    return next(known, None)


def _lies(child: Child, axes: Sequence[Axis]) -> str:
    return ", ".join(axis.labels[axis.bin(child)] for axis in axes)


class Elites:
    """MAP-Elites: the best game of every kind, on a grid of `pyribs`.

    Every kept game is as likely to be a parent. Of two games as good as each other the first
    stays.

    Args:
        axes: what tells kinds of games apart

    Raises:
        LudError: `pyribs` is not installed

    Source: Mouret and Clune 2015, "Illuminating search spaces by mapping elites"
    """

    def __init__(self, axes: Sequence[Axis] = AXES) -> None:
        self.axes = tuple(axes)
        self.grid = _grid([len(axis.labels) for axis in self.axes])
        self._kept: dict[tuple[int, ...], Child] = {}
        self._order: list[Child] | None = None

    @property
    def places(self) -> int:
        """How many kinds of games there are."""
        return int(self.grid.cells)

    def tell(self, child: Child) -> Placing:
        """Keep a child if it is the best of its kind."""
        bins = tuple(axis.bin(child) for axis in self.axes)
        place = ", ".join(axis.labels[at] for axis, at in zip(self.axes, bins, strict=True))
        before = self._kept.get(bins)
        added = self.grid.add_single([child.number], child.score, [at + 0.5 for at in bins])
        if not added["status"]:
            assert before is not None, "a place that is free takes any game"
            detail = f"{before.name or before.number} is as good or better, and of its kind"
            return Placing("", None, f"{detail}: {place}")
        self._kept[bins] = child
        self._order = None
        return Placing(place, before.number if before else None)

    def choose(self, rng: Random) -> Child:
        """Any of the kept, each as likely."""
        if self._order is None:
            self._order = sorted(self, key=lambda child: child.number)
        return self._order[rng.randrange(len(self._order))]

    def __iter__(self) -> Iterator[Child]:
        return iter(self._kept.values())

    def __len__(self) -> int:
        return len(self._kept)


def _grid(dims: Sequence[int]) -> Any:
    try:
        from ribs.archives import GridArchive  # noqa: PLC0415  takes seconds to import
    except ImportError:
        hint = 'pip install "ludwright[lab]", or choose the mode ludi, which works without it'
        raise LudError("the mode elites needs the package ribs", None, hint) from None
    ranges = [(0.0, float(size)) for size in dims]
    # In double precision, so that the score decides here as it does everywhere.
    return GridArchive(solution_dim=1, dims=list(dims), ranges=ranges, dtype="float64")


# One population


class Population:
    """A steady state: a child takes the place of the worst if it is better, as in Ludi.

    Parents are the best of a few that are drawn by lot.

    Args:
        places: how many are kept
        drawn: how many are drawn, of which the best is chosen

    Source: C. Browne, "Automatic Generation and Evaluation of Recombination Games", 2008
    """

    def __init__(self, places: int = 100, drawn: int = 3) -> None:
        if places < 2:
            raise LudError("a population has two places or more")
        self.places = places
        self._drawn = drawn
        self._kept: list[Child] = []

    def tell(self, child: Child) -> Placing:
        """Keep a child while there is room, or if it is better than the worst."""
        if len(self._kept) < self.places:
            self._kept.append(child)
            return Placing("population")
        # Of the worst, the first that came.
        worst = min(self._kept, key=lambda one: one.score)
        if child.score <= worst.score:
            return Placing("", None, f"all of the population score {worst.score:.3f} or more")
        self._kept.remove(worst)
        self._kept.append(child)
        return Placing("population", worst.number)

    def choose(self, rng: Random) -> Child:
        """The best of a few that are drawn by lot."""
        drawn = [self._kept[rng.randrange(len(self._kept))] for _ in range(self._drawn)]
        return max(drawn, key=lambda child: child.score)

    def __iter__(self) -> Iterator[Child]:
        return iter(self._kept)

    def __len__(self) -> int:
        return len(self._kept)

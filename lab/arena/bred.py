"""Games that nobody has read about: bred on the spot, the same for the same seed.

    for one in hidden(3, seed=7):
        print(one.name, one.distance, one.text)

Two games are crossed, and what comes of it is changed once more. It is kept if random games show
that it can be played and players that hardly think find no recipe for it, and if it is no game of
the library.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Final

from interpreter import LudError, load
from lab.breeding.judging.examiner import Examination
from lab.breeding.judging.guard import Guard, orders
from lab.breeding.judging.sieve import RefusedError
from lab.breeding.kinds import (
    ALIVE,
    DISTANCE,
    DUPLICATE,
    NEAREST,
    Candidate,
    Conception,
    Limits,
    Parent,
    Settings,
)
from lab.breeding.making.founders import FOUNDERS, founders, texts
from lab.breeding.making.genome import Genome
from lab.breeding.making.naming import Names, title

LIMITS: Final = Limits(sites=130, plies=120.0)
"""What a game may take: boards that fit a page, games that end while somebody looks."""
NEAREST_KNOWN: Final = 0.1
"""How far a game must be from every known one, from 0 to 1."""
TRIES: Final = 200
"""So many children are tried for each game that is wanted."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A game that was bred.

    Args:
        name: an invented word
        text: its rules, as a rule file
        nearest: the known game that it is most like
        distance: how far that is, from 0 to 1
    """

    name: str
    text: str
    nearest: str
    distance: float


@dataclass(frozen=True, slots=True)
class Tried(Examination):
    """Examines children as breeding does, but lets players that hardly think try them at once."""

    def conceive(self, task: Conception, settings: Settings) -> Candidate:
        """Make a child and try it."""
        found = Examination.conceive(self, task, settings)
        if found.verdict != ALIVE or len(task.parents) != 1:
            return found
        try:
            return _tried(found, settings)
        except RefusedError as error:
            return replace(found, verdict=error.verdict, detail=error.detail)


def _tried(found: Candidate, settings: Settings) -> Candidate:
    """A child that players who hardly think have tried, without what makes no difference.

    Raises:
        RefusedError: one of them holds it, or it is too much like a known game
    """
    # Only in the process of children.
    from lab.breeding.judging.gate import gate  # noqa: PLC0415
    from lab.breeding.judging.nearest import nearest  # noqa: PLC0415
    from lab.breeding.making.tidy import simplified  # noqa: PLC0415

    length, branching = (float(found.features[one]) for one in ("length", "branching"))
    game = load(found.text)
    gate(game, branching, length, found.number, round(settings.limits.plies))
    genome = simplified(Genome.read(found.text))
    near = nearest(genome, genome.compile(), found.features)
    if near.distance < NEAREST_KNOWN:
        raise RefusedError(DUPLICATE, f"it is too much like {near.name}")
    text = genome.text(title(found.text))
    return replace(found, text=text, features={**found.features, **near.features})


def hidden(number: int, seed: int, like: Sequence[str] = ()) -> Iterator[Hidden]:
    """So many games that nobody has read about, one after the other.

    Args:
        number: how many
        seed: fixes them
        like: what they are bred from: names of games, families, rule files; games of many kinds
            if empty

    Raises:
        LudError: there are no such games to begin with, or too few children can be played
        ValueError: there is no native code
    """
    origins = texts(founders(like or FOUNDERS))
    settings = Settings(founders=origins, limits=LIMITS)
    names, marks = Names(seed), set[str]()
    with closing(Guard(orders(Tried(), settings))) as guard:
        for task in count():
            if len(marks) == number:
                return
            if task == TRIES * number:
                hint = "begin with other games, or with more"
                raise LudError(f"of {task} children {len(marks)} can be played", None, hint)
            found = _born(task, seed, origins, guard)
            if found.verdict == ALIVE and found.fingerprint not in marks:
                marks.add(found.fingerprint)
                yield _named(found, names.name(len(marks)), seed)


def _born(task: int, seed: int, origins: Sequence[str], guard: Guard) -> Candidate:
    """A child: a crossing, changed once more."""
    lots = Random(f"hidden {task} of {seed}")
    chosen = lots.sample(origins, 2) if len(origins) > 1 else [*origins, *origins]
    parents = tuple(Parent(k, f"parent {k}", text) for k, text in enumerate(chosen))
    first, second = lots.getrandbits(40), lots.getrandbits(40)
    crossed = guard.conceive(Conception(task, first, parents))
    if crossed.verdict != ALIVE:
        return crossed
    marks = (crossed.canonical, crossed.fingerprint)
    return guard.conceive(
        Conception(task, second, (Parent(task, "a crossing", crossed.text, marks),))
    )


def _named(found: Candidate, name: str, seed: int) -> Hidden:
    """A child under a name; where it comes from is not told."""
    text = Genome.read(found.text).text(name, (f"Bred by Ludwright for the arena, seed {seed}.",))
    features = found.features
    return Hidden(name, text, str(features[NEAREST]), float(features[DISTANCE]))

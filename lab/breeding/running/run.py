"""A run: children are made, examined and told to the archive, for as long as one likes.

    for event in evolve(founders=["Yavalath", "Hex"], store="run.db", children=1000):
        match event:
            case Told(child) if child.kept:
                print(child.name, child.score)
            case Finished():
                print(event.progress.kept, "games")

A run that is in its store already goes on where it stopped. See `schedule.py` for why the same
settings give the same run.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Final

from interpreter.text.errors import LudError
from lab.breeding.judging.examiner import Examination
from lab.breeding.judging.guard import Examiner, Orders, orders
from lab.breeding.keeping.archive import Archive
from lab.breeding.keeping.archive import archive as archive_of
from lab.breeding.keeping.store import Store, create, differences, is_begun, resume
from lab.breeding.kinds import MODEL, Settings
from lab.breeding.making.endpoint import endpoint
from lab.breeding.making.founders import FOUNDERS, texts
from lab.breeding.making.founders import founders as founders_of
from lab.breeding.running.again import measure_again
from lab.breeding.running.events import Event, Finished, Progress, Started, Told
from lab.breeding.running.schedule import Sitting
from lab.breeding.running.workers import Crew, Job
from lab.breeding.running.workers import crew as crew_of

PROGRESS_S: Final = 0.5


def evolve(
    settings: Settings | None = None,
    *,
    founders: Sequence[str] = (),
    store: str | Path | None = None,
    workers: int | None = None,
    children: int | None = None,
    seconds: float | None = None,
    scheduler: str | None = None,
    examiner: Examiner | None = None,
    archive: Archive | None = None,
    best: int = 0,
    likes: Sequence[str] = (),
    dislikes: Sequence[str] = (),
) -> Generator[Event, None, None]:
    """Breed games, and tell what happens.

    The run ends at its limits, or when the iterator is closed; all workers end with it. Limits say
    how far it goes and never what it does: called again with the same store, it goes on.

    Args:
        settings: what fixes the run; those of the store if it has begun
        founders: names of games or of families, paths, or texts; instead of those of the settings
        store: the file of the run; None to keep it in memory until the end
        workers: how many processes examine children; one for each core if not given
        children: how many there are to be, with those of earlier sittings and the founders
        seconds: time for this sitting
        scheduler: the address of a Dask scheduler, whose workers examine children instead
        examiner: examines children instead of ours
        archive: an empty one, instead of that of the mode; the same whenever the run goes on
        best: how many of the best are to be shown: when a limit is reached, they, and as many more,
            are measured again, which takes the time that it takes
        likes: names of games of the run that are to have more children from now on
        dislikes: names of those that are to have none

    Raises:
        LudError: a mistake in the settings or with the store, or no founder can be bred from
    """
    if archive is None and settings is not None:
        archive_of(settings)  # before there is a file
    with ExitStack() as stack:
        crew = crew_of(scheduler, workers or os.cpu_count() or 1)
        stack.callback(crew.close)
        kept = _store(settings, founders, store)
        stack.callback(kept.close)
        for name, liked in [*((one, True) for one in likes), *((one, False) for one in dislikes)]:
            kept.say(name, liked=liked)
        if kept.settings.rates.get(MODEL):
            endpoint()  # where there is none, it is said now
        found = replace(kept.settings, founders=kept.founders)
        held = archive_of(found, kept.kept()) if archive is None else archive
        limit = math.inf if children is None else max(children, kept.told())
        sitting = Sitting(found, kept.founders, kept, held, limit)
        examines = Examination() if examiner is None else examiner
        given = orders(examines, found)
        # Whoever has been told before is told again: it is what the archive is made of.
        sitting.begin()
        before = [*sitting.events()]
        yield Started(kept.settings, sitting.told - _fresh(before), crew.workers, kept.program)
        yield from before
        for event in _Work(sitting, crew, given, limit, seconds).events():
            if isinstance(event, Finished):
                yield from measure_again(kept, crew, examines, best, sitting.found)
            yield event


def _fresh(events: Sequence[Event]) -> int:
    """How many children of events were told for the first time."""
    return sum(isinstance(event, Told) for event in events)


def _store(settings: Settings | None, founders: Sequence[str], path: str | Path | None) -> Store:
    """The store of a run, opened or begun."""
    if path is not None and is_begun(Path(path)):
        found = resume(Path(path))
        try:
            _agree(found, settings, founders)
        except BaseException:
            found.close()
            raise
        return found
    base = Settings(founders=()) if settings is None else settings
    begun = replace(base, founders=founders_of(founders or base.founders or FOUNDERS))
    _check(begun)
    return create(None if path is None else Path(path), begun, texts(begun.founders))


def _agree(store: Store, settings: Settings | None, founders: Sequence[str]) -> None:
    """See that a run goes on as it began."""
    wanted = store.settings if settings is None else settings
    named = founders or wanted.founders
    wanted = replace(wanted, founders=founders_of(named) if named else store.settings.founders)
    different = differences(store.settings, wanted)
    if different:
        hint = "leave settings out to go on with the run, or begin another in another file"
        raise LudError(f"{store.name} was begun with {'; '.join(different)}", None, hint)


def _check(settings: Settings) -> None:
    """See that settings make sense."""
    from lab.breeding.making.variation import WAYS  # noqa: PLC0415  what varies is slow to import
    from lab.breeding.making.wishes import check  # noqa: PLC0415

    check(settings.wishes)
    strange = set(settings.rates) - {way.name for way in WAYS}
    wrong = [
        (
            not 0 <= settings.crossing <= 1,
            f"crossing is a share from 0 to 1, not {settings.crossing}",
        ),
        (settings.ahead < 1, "one child is under way at least: ahead must be 1 or more"),
        (settings.limits.seconds <= 0, "children need some time: limits.seconds must be above 0"),
        (settings.limits.memory < 1, "children need some memory: limits.memory must be 1 or more"),
        (min(settings.rates.values(), default=0) < 0, "a rate cannot be below 0"),
        (bool(strange), f"there is no way to vary called {', '.join(sorted(strange))}"),
    ]
    for is_wrong, message in wrong:
        if is_wrong:
            raise LudError(message)


class _Work:
    """The loop: tasks to the crew, results to the sitting, events to whoever listens."""

    def __init__(
        self,
        sitting: Sitting,
        crew: Crew,
        given: Orders,
        children: float,
        seconds: float | None,
    ) -> None:
        self._sitting, self._crew, self._orders = sitting, crew, given
        self._children = children
        self._start = time.monotonic()
        self._end = math.inf if seconds is None else self._start + seconds
        self._before = sitting.told
        self._flying = 0

    def events(self) -> Iterator[Event]:
        """What happens until a limit is reached."""
        shown = -math.inf
        while not self._sitting.over:
            now = time.monotonic()
            if now >= self._end:
                yield Finished("seconds", self._progress())
                return
            if now - shown >= PROGRESS_S:
                shown = now
                yield self._progress()
            self._hand_out()
            result = self._crew.next(min(PROGRESS_S, self._end - now))
            if result is not None:
                self._flying -= 1
                self._sitting.found(result)
                yield from self._sitting.events()
        yield Finished("children", self._progress())

    def _hand_out(self) -> None:
        while self._flying < self._crew.capacity:
            task = self._sitting.wanted()
            if task is None:
                return
            self._crew.submit(Job(task, self._orders))
            self._flying += 1

    def _progress(self) -> Progress:
        sitting = self._sitting
        seconds = time.monotonic() - self._start
        rate = (sitting.told - self._before) / seconds if seconds > 0 else 0.0
        return Progress(
            told=sitting.told,
            under_way=sitting.under_way,
            seconds=seconds,
            per_second=rate,
            rejected=dict(sitting.rejected),
            beaten=sitting.beaten,
            kept=len(sitting.archive),
            places=sitting.archive.places,
            best=sitting.best,
            left=self._left(rate, seconds),
        )

    def _left(self, rate: float, seconds: float) -> float | None:
        """Seconds to the limit that comes first, as far as that can be said."""
        limits: list[float] = []
        if self._end < math.inf:
            limits.append(max(0.0, self._end - self._start - seconds))
        if self._children < math.inf and rate > 0:
            limits.append((self._children - self._sitting.told) / rate)
        return min(limits, default=None)

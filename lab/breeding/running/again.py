"""The best are measured again before they are called so.

Of a thousand noisy scores the highest are too good. So at the end of a run the best are measured
with other games, and more of them, and these figures are reported. They change nothing in the
archive: a run that goes on compares children by the same games as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Final

from lab.breeding.judging.guard import Examiner, orders
from lab.breeding.keeping.child import Child
from lab.breeding.keeping.store import Store
from lab.breeding.kinds import Appraisal, Candidate, Settings
from lab.breeding.running.events import Again
from lab.breeding.running.workers import Crew, Job

TIMES: Final = 4
"""How many times as many games are played: intervals are half as wide."""
SPARE: Final = 2
"""So many times as many games are measured again as are to be shown: others may pass the best."""


def afresh(settings: Settings) -> Settings:
    """Settings by which a game is measured again: another seed, and more long games.

    What decides only whether a child is tried further has done so.
    """
    seed = Random(f"again {settings.seed}").getrandbits(31)
    effort = replace(
        settings.effort, times=TIMES * settings.effort.times, gate=False, promising=0.0
    )
    limits = replace(settings.limits, seconds=TIMES * settings.limits.seconds)
    return replace(settings, seed=seed, effort=effort, limits=limits)


def due(store: Store, best: int) -> list[Child]:
    """The best bred games, of which none was measured again yet.

    Args:
        best: how many are to be shown
    """
    bred = [child for child in store.kept() if child.parents][: SPARE * best]
    known = store.again()
    return [child for child in bred if child.number not in known]


def measure_again(
    store: Store,
    crew: Crew,
    examiner: Examiner,
    best: int,
    other: Callable[[Candidate | Appraisal], None],
) -> Iterator[Again]:
    """Measure the best again; each is written down at once, and never measured a third time.

    Args:
        crew: who does it
        best: how many are to be shown
        other: takes what comes of jobs that were under way before
    """
    children = {child.number: child for child in due(store, best)}
    given = orders(examiner, afresh(replace(store.settings, founders=store.founders)))
    for child in children.values():
        crew.submit(Job(child.candidate, given))
    while children:
        found = crew.next(1.0)
        if found is not None and found.number not in children:
            other(found)
        elif isinstance(found, Appraisal):
            child = children.pop(found.number)
            store.write_again(found)
            yield Again(replace(child, score=found.score), child.score, len(children))

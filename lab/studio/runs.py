"""The runs of breeding that are worked at; they go on when their page is gone.

A run has a process of its own, which writes its file. Pages look on: each is told how far it is,
and any of them may stop it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from lab.studio.crew import Crew, FailedError, Hear, Worker
from lab.studio.messages import refused

MOST: Final = 2
"""Runs that are worked at at once."""
LONGEST_S: Final = 100_000.0
"""Processor time of the process that leads a run."""


class Run:
    """A run that is worked at.

    Args:
        worker: its process
        about: what it is told
    """

    def __init__(self, worker: Worker, about: Mapping[str, Any]) -> None:
        self.worker = worker
        self.listeners: set[Hear] = set()
        self._last: dict[str, Any] = {}
        asked = worker.ask("breed", about, LONGEST_S, self._tell)
        self.work: asyncio.Task[Any] = asyncio.get_running_loop().create_task(asked)

    def _tell(self, event: dict[str, Any]) -> None:
        self._last |= event
        for hear in [*self.listeners]:
            hear(event)

    async def watch(self, hear: Hear) -> Any:
        """How it ends; `hear` is told how far it is, at first how far it was.

        Raises:
            FailedError: what is wrong with it
        """
        hear(self._last)
        self.listeners.add(hear)
        try:
            return await asyncio.shield(self.work)
        finally:
            self.listeners.discard(hear)


class Runs:
    """All of them.

    Args:
        crew: who works
    """

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._runs: dict[Path, Run] = {}

    def at_work(self) -> frozenset[Path]:
        """Where the runs lie that are worked at."""
        return frozenset(self._runs)

    def join(self, place: Path, about: Mapping[str, Any]) -> Run:
        """A run; it is begun, or taken up, if nobody works at it.

        Raises:
            FailedError: there are too many already
        """
        found = self._runs.get(place)
        if found is None:
            if len(self._runs) >= MOST:
                raise FailedError(refused(f"{MOST} runs are worked at already: stop one of them"))
            worker = self._crew.take(heavy=True)
            found = self._runs[place] = Run(worker, about)
            found.work.add_done_callback(lambda work: self._ended(place, worker, work))
        return found

    def _ended(self, place: Path, worker: Worker, work: asyncio.Task[Any]) -> None:
        if not work.cancelled():
            work.exception()  # whoever watches is told; nobody may
        self._runs.pop(place, None)
        self._crew.give(worker)

    def stop(self, place: Path) -> None:
        """End a run; it can be taken up again."""
        found = self._runs.get(place)
        if found is not None:
            found.worker.stop()

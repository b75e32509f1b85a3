"""The processes that work for the studio: started, asked, stopped, and replaced when they end.

No rule text may stall the server or bring it down: whatever reads one, plays it or searches is in
one of these. One of them is always ready, so that nobody waits until Python has started.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from lab.breeding.judging.guard import import_path
from lab.studio.messages import refused

LONGEST_LINE = 1 << 26
"""Bytes of the longest answer of a process."""
START_S = 60.0
GRACE_S = 2.0
"""Seconds in which a task has to end that was told to stop; then its process is ended."""
PATIENCE = 2.0
"""How much longer a task may take by the clock than in processor time."""
Hear = Callable[[dict[str, Any]], None]


async def started(*words: str) -> Process:
    """A process of its own, which runs a module of ours with some words."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", *words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        env={**os.environ, "PYTHONPATH": import_path()}, start_new_session=True,
        limit=LONGEST_LINE,
    )  # fmt: skip


class FailedError(Exception):
    """A task has found a mistake; its argument is what to tell."""


class Worker:
    """A process that answers one question at a time."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._ready: asyncio.Task[None] | None = None
        self._stopping: asyncio.TimerHandle | None = None
        self.stopped = False

    def start(self) -> None:
        """Start the process, without waiting until it can answer."""
        if self._ready is None:
            self._ready = asyncio.get_running_loop().create_task(self._begin())

    async def _begin(self) -> None:
        self._process = await started("lab.studio.hand")
        async with asyncio.timeout(START_S):
            if "ready" not in await self._line():
                raise FailedError(refused("a process of the studio does not start"))

    async def _line(self) -> dict[str, Any]:
        """What the process says next.

        Raises:
            EOFError: it has ended
        """
        assert self._process is not None
        assert self._process.stdout is not None
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        return json.loads(line)

    def _say(self, what: Mapping[str, Any]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(json.dumps(what).encode() + b"\n")

    async def ask(self, task: str, about: Mapping[str, Any], seconds: float, hear: Hear) -> Any:
        """Ask a question.

        Args:
            task: its name in `tasks.py`
            about: what it is told
            seconds: processor time that it may take
            hear: told how far it is

        Raises:
            FailedError: a mistake in the rules, or no answer in time
        """
        self.start()
        assert self._ready is not None
        self.stopped = False
        try:
            await self._ready
            if self.stopped:  # while it was starting
                return None
            self._say({"task": task, "about": about, "seconds": seconds})
            async with asyncio.timeout(PATIENCE * seconds + 5):
                return await self._answer(hear)
        except TimeoutError:
            self.kill()
            raise FailedError(refused(f"no answer in {PATIENCE * seconds:g} s")) from None
        except (EOFError, OSError, ValueError):
            was_stopped = self.stopped
            self.kill()
            if was_stopped:
                return None
            message = (
                f"this took more than {seconds:g} s of processor time, or brought its process down"
            )
            raise FailedError(refused(message)) from None
        finally:
            self._forget_stop()

    async def _answer(self, hear: Hear) -> Any:
        while True:
            said = await self._line()
            if "event" in said:
                hear(said["event"])
            elif "failed" in said:
                raise FailedError(said["failed"])
            elif "done" in said:
                return said["done"]

    def stop(self) -> None:
        """Tell the process to end its task; it is killed if it does not."""
        if self.stopped:
            return
        self.stopped = True
        if self._process is None or self._ready is None or not self._ready.done():
            return
        self._say({"stop": True})
        self._stopping = asyncio.get_running_loop().call_later(GRACE_S, self.kill)

    def _forget_stop(self) -> None:
        if self._stopping is not None:
            self._stopping.cancel()
            self._stopping = None

    def kill(self) -> None:
        """End the process; the next question has another."""
        self._forget_stop()
        if self._ready is not None:
            self._ready.cancel()
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.kill()
        self._process, self._ready = None, None


class Crew:
    """Hands out workers; one is always ready.

    Args:
        most: so many at once
    """

    def __init__(self, most: int = 48) -> None:
        self._most = most
        self._spare: Worker | None = None
        self.out: set[Worker] = set()

    def start(self) -> None:
        """Start one that is ready when it is asked for."""
        if self._spare is None:
            self._spare = Worker()
            self._spare.start()

    def take(self) -> Worker:
        """A worker.

        Raises:
            FailedError: there are too many already
        """
        if len(self.out) >= self._most:
            raise FailedError(refused("the studio is busy: too much is being worked on at once"))
        self.start()
        worker, self._spare = self._spare, None
        assert worker is not None
        self.start()
        self.out.add(worker)
        return worker

    def give(self, worker: Worker) -> None:
        """Take a worker back; its process ends."""
        worker.kill()
        self.out.discard(worker)

    def close(self) -> None:
        """End all."""
        for worker in [*self.out, *([self._spare] if self._spare else [])]:
            worker.kill()
        self.out.clear()
        self._spare = None

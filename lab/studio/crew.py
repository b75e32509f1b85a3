"""The processes that work for the studio: started, asked, stopped, and replaced when they end.

No rule text may stall the server or bring it down: whatever reads one, plays it or searches is in
one of these.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from lab.studio.births import Births, Life
from lab.studio.messages import refused
from lab.studio.nursery import HAND

NICE = 10
"""How much processes give way whose work takes long, so that nobody waits for a picture."""
RENEWED = 200
"""A process is replaced after so many questions: it keeps what it knows of boards."""
GRACE_S = 2.0
"""Seconds in which a task has to end that was told to stop; then its process is ended."""
PATIENCE = 2.0
"""How much longer a task may take by the clock than in processor time."""
Hear = Callable[[dict[str, Any]], None]


class FailedError(Exception):
    """A task has found a mistake; its argument is what to tell."""


class Worker:
    """A process that answers one question at a time.

    Args:
        births: where it comes from
        nice: how much it gives way to others
    """

    def __init__(self, births: Births, nice: int = 0) -> None:
        self._births, self._nice = births, nice
        self._life: Life | None = None
        self._coming: asyncio.Task[Life] | None = None
        self._stopping: asyncio.TimerHandle | None = None
        self._asked = 0
        self.stopped = False

    async def _alive(self) -> Life:
        """The process, once it can answer.

        Raises:
            EOFError, OSError, TimeoutError: it does not come to life
        """
        if self._life is not None:
            return self._life
        if self._coming is None:
            born = self._births.give(HAND, self._nice)
            self._coming = asyncio.get_running_loop().create_task(born)
        coming = self._coming
        life = await asyncio.shield(coming)
        if self._coming is not coming:  # it was told to end
            raise EOFError
        self._life, self._coming = life, None
        return life

    async def _line(self, life: Life) -> dict[str, Any]:
        """What the process says next.

        Raises:
            EOFError: it has ended
        """
        line = await life.reader.readline()
        if not line.endswith(b"\n"):
            raise EOFError
        return json.loads(line)

    def _say(self, life: Life, what: Mapping[str, Any]) -> None:
        with suppress(OSError):
            life.writer.write(json.dumps(what).encode() + b"\n")

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
        self.stopped = False
        self._asked += 1
        if self._asked > RENEWED:
            self.kill()
            self._asked = 1
        try:
            life = await self._alive()
            if self.stopped:  # while it was coming
                return None
            self._say(life, {"task": task, "about": about, "seconds": seconds})
            async with asyncio.timeout(PATIENCE * seconds + 5):
                return await self._answer(life, hear)
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

    async def _answer(self, life: Life, hear: Hear) -> Any:
        while True:
            said = await self._line(life)
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
        if self._life is None:
            return
        self._say(self._life, {"stop": True})
        self._stopping = asyncio.get_running_loop().call_later(GRACE_S, self.kill)

    def _forget_stop(self) -> None:
        if self._stopping is not None:
            self._stopping.cancel()
            self._stopping = None

    def kill(self) -> None:
        """End the process; the next question has another."""
        self._forget_stop()
        if self._coming is not None:
            self._coming.add_done_callback(_ended)
        if self._life is not None:
            self._life.end()
        self._life, self._coming = None, None


def _ended(coming: asyncio.Task[Life]) -> None:
    """End a process that nobody wants any more when it comes to life."""
    if not coming.cancelled() and coming.exception() is None:
        coming.result().end()


class Crew:
    """Hands out workers, and takes them back.

    Args:
        most: so many at once
    """

    def __init__(self, most: int = 96) -> None:
        self._most = most
        self.births = Births()
        self.out: set[Worker] = set()

    def start(self) -> None:
        """Get ready."""
        self.births.start()

    def take(self, *, heavy: bool = False) -> Worker:
        """A worker.

        Args:
            heavy: for work that takes long: it gives way to all else

        Raises:
            FailedError: there are too many already
        """
        if len(self.out) >= self._most:
            raise FailedError(refused("the studio is busy: too much is being worked on at once"))
        worker = Worker(self.births, NICE if heavy else 0)
        self.out.add(worker)
        return worker

    def give(self, worker: Worker) -> None:
        """Take a worker back; its process ends."""
        worker.kill()
        self.out.discard(worker)

    def close(self) -> None:
        """End all."""
        for worker in self.out:
            worker.kill()
        self.out.clear()
        self.births.close()

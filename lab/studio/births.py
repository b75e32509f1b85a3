"""Processes that work for the studio: born by a fork where the system can do that.

Elsewhere each is started anew, which takes a second.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from dataclasses import dataclass

from lab.breeding.judging.guard import SERIAL, import_path
from lab.studio.nursery import HAND, READY, REQUEST, SPEAKER

LONGEST_LINE = 1 << 26
"""Bytes of the longest answer of a process."""
START_S = 60.0
MODULES = {HAND: "lab.studio.hand", SPEAKER: "lab.studio.speaker"}
FORKS = hasattr(os, "fork") and hasattr(socket, "send_fds")


@dataclass(slots=True)
class Life:
    """A process and how one speaks with it.

    Args:
        reader: what it says
        writer: what it is told
        pid: its number
        handle: what stands for it for the system, whoever gets its number later; -1 for nothing
        process: where it was started and not born
    """

    reader: StreamReader
    writer: StreamWriter
    pid: int
    handle: int = -1
    process: Process | None = None

    def end(self) -> None:
        """End it, whatever it does."""
        with suppress(OSError):
            if self.process is not None:
                self.process.kill()
            elif self.handle >= 0:
                signal.pidfd_send_signal(self.handle, signal.SIGKILL)
            else:
                os.kill(self.pid, signal.SIGKILL)
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1
        with suppress(OSError, RuntimeError):
            self.writer.close()


class Births:
    """Gives birth to processes."""

    def __init__(self) -> None:
        self._nursery: Process | None = None
        self._control: socket.socket | None = None
        self._ready: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Get ready, without waiting for it."""
        if FORKS and (self._ready is None or self._ended()):
            self.close()
            self._ready = asyncio.get_running_loop().create_task(self._begin())

    def _ended(self) -> bool:
        """Whether the nursery is no more, or did not get ready."""
        if self._nursery is not None and self._nursery.returncode is not None:
            return True
        ready = self._ready
        return ready is not None and ready.done() and (ready.cancelled() or bool(ready.exception()))

    async def _begin(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._control = ours
            self._nursery = await _started("lab.studio.nursery", theirs.fileno(), DEVNULL)
        ours.setblocking(False)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(START_S):
            if await loop.sock_recv(ours, len(READY)) != READY:
                raise EOFError

    async def give(self, what: str, nice: int = 0) -> Life:
        """A new process.

        Args:
            what: `HAND` or `SPEAKER`
            nice: how much it gives way to others

        Raises:
            EOFError, OSError, TimeoutError: it does not come to life
        """
        if not FORKS:
            return await self._anew(what)
        self.start()
        assert self._ready is not None
        await asyncio.shield(self._ready)
        assert self._control is not None
        ours, theirs = socket.socketpair()
        with theirs:
            request = f"{what} {nice}".ljust(REQUEST).encode()
            socket.send_fds(self._control, [request], [theirs.fileno()])
        reader, writer = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
        try:
            pid = await _number(reader)
        except BaseException:  # it ends where nobody speaks to it any more
            writer.close()
            raise
        handle = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else -1
        return Life(reader, writer, pid, handle)

    async def _anew(self, what: str) -> Life:
        process = await _started(MODULES[what], PIPE, PIPE)
        assert process.stdout is not None
        assert process.stdin is not None
        pid = await _number(process.stdout)
        return Life(process.stdout, process.stdin, pid, process=process)

    def close(self) -> None:
        """Nobody else is to be born."""
        if self._ready is not None:
            self._ready.cancel()
        if self._nursery is not None and self._nursery.returncode is None:
            with suppress(ProcessLookupError):
                self._nursery.kill()
        if self._control is not None:
            self._control.close()
        self._nursery, self._control, self._ready = None, None, None


async def _number(reader: StreamReader) -> int:
    """The number of a process, which is the first that it says.

    Raises:
        EOFError: it says nothing
        TimeoutError: it takes too long
    """
    async with asyncio.timeout(START_S):
        line = await reader.readline()
    if not line.strip().isdigit():
        raise EOFError
    return int(line)


async def _started(module: str, stdin: int, stdout: int) -> Process:
    """A process of its own, which runs a module of ours."""
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=stdin, stdout=stdout, stderr=DEVNULL,
        env={**os.environ, **SERIAL, "PYTHONPATH": import_path()}, start_new_session=True,
        limit=LONGEST_LINE,
    )  # fmt: skip

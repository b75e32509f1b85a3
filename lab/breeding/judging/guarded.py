"""The process in which children are examined; `guard.py` starts, limits and watches it.

It reads tasks from standard input and ends when that does, so that none is left over whose guard
was killed. Limits of processor time and memory are set here, for each task anew; where the system
has none (Windows), only the guard's clock is left.
"""

from __future__ import annotations

import os
import pickle
import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Final

from lab.breeding.judging.notes import listen, receive, send
from lab.breeding.kinds import Limits, Settings

try:
    import resource
    import signal
except ImportError:  # not on Windows
    resource = signal = None

IDLE_S: Final = 120.0
"""Without a task for so long, a process ends; its guard starts another if need be."""
MIB: Final = 1 << 20


def main() -> None:
    """Examine children until nobody sends any."""
    inlet, outlet = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # What an examination prints must not come between the messages.
    os.dup2(2, 1)
    tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(inlet, tasks), daemon=True).start()
    try:
        examiner, settings = _orders(*tasks.get())
    except Exception as error:
        send(outlet, ("unfit", f"{type(error).__name__}: {error}"))
        return
    send(outlet, ("ready", resident()))
    listen(outlet)
    while True:
        try:
            kind, task = tasks.get(timeout=IDLE_S)
        except queue.Empty:
            return
        answer = _attend(examiner, kind, task, settings)
        send(outlet, answer)
        if answer[0] == "memory":
            return


def _read(inlet: BinaryIO, tasks: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            tasks.put(receive(inlet))
    except EOFError:
        os._exit(0)


def _orders(path: list[str], pickled: bytes) -> tuple[Any, Settings]:
    sys.path[:] = path
    examiner, settings = pickle.loads(pickled)
    # Imports belong to no child: the first one may take as long as the others.
    getattr(examiner, "prepare", lambda: None)()
    return examiner, settings


def _attend(examiner: Any, kind: str, task: Any, settings: Settings) -> tuple[str, Any]:
    try:
        with limited(settings.limits):
            found = getattr(examiner, kind)(task, settings)
        pickle.dumps(found)
    except MemoryError:
        return "memory", None
    except BaseException as error:  # whatever it is, it is this child's alone
        return "raised", f"{type(error).__name__}: {error}"
    return "done", (found, resident())


@contextmanager
def limited(limits: Limits) -> Iterator[None]:
    """Limits for one task; past that of time, the process ends by `SIGPROF`.

    Processor time is counted, not time by the clock, so that a busy machine does not change a
    verdict.
    """
    if resource is None or signal is None:
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    allowed = _allowance(limits.memory, before[1])
    try:
        resource.setrlimit(resource.RLIMIT_AS, (allowed, before[1]))
        signal.setitimer(signal.ITIMER_PROF, limits.seconds)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        resource.setrlimit(resource.RLIMIT_AS, before)


def _allowance(memory: int, hard: int) -> int:
    """What may be mapped: what is mapped already, and the limit of the task."""
    assert resource is not None
    allowed = mapped() + memory * MIB
    return allowed if hard == resource.RLIM_INFINITY else min(allowed, hard)


def mapped() -> int:
    """Bytes of address space that this process has mapped; a guess where nobody tells."""
    return _pages(0) or 1024 * MIB


def resident() -> int:
    """MiB of memory that this process holds; 0 if unknown.

    The most that it has held would not do: a new process inherits that of the one that starts it.
    """
    return _pages(1) // MIB


def _pages(column: int) -> int:
    """Bytes, by a column of what Linux tells of a process; 0 elsewhere."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[column])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()

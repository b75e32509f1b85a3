"""Long native calls: in pieces or threads, with progress, ended at once by Ctrl-C."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from interpreter.targets.llvm.stacks import outlive
from interpreter.targets.protocol import Progress

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# A native call of this length delays Ctrl-C by as much.
PIECE_S = 0.02
# How often waiting looks at the threads.
LOOK_S = 0.02

P, I64 = ctypes.c_void_p, ctypes.c_int64
"""What native functions take most: addresses, and whole numbers."""


class Stops(Protocol):
    """What native code asks whether to come back."""

    def stop(self) -> None:
        """Ask native code to come back."""


class Control:
    """Two numbers that native code shares with Python: whether to stop, and what is done."""

    def __init__(self) -> None:
        import numpy as np  # noqa: PLC0415  takes longer to import than all the rest

        # In the middle of more memory than it needs: what another thread writes to must not lie
        # in the same line of the processor's cache, or the two wait for each other.
        around: npt.NDArray[np.int64] = np.zeros(34, np.int64)
        self.block = around[16:18]
        self.address = int(self.block.ctypes.data)

    @property
    def done(self) -> int:
        """What native code has counted."""
        return int(self.block[1])

    def stop(self) -> None:
        """Ask native code to come back."""
        self.block[0] = 1


def in_pieces(
    total: int,
    call: Callable[[int, int], None],
    progress: Progress | None = None,
    rate: float = 0.0,
) -> None:
    """Do so many like things in native calls that are short, one after another.

    Args:
        call: does some, given the first and how many
        progress: told how many are done
        rate: how many are done in a second, as far as that is known
    """
    done, size = 0, max(16, int(rate * PIECE_S))
    while done < total:
        size = min(size, total - done)
        start = time.perf_counter()
        call(done, size)
        spent = time.perf_counter() - start
        done += size
        if progress is not None:
            progress(done)
        size = max(1, min(4 * size, int(size * PIECE_S / max(spent, 1e-6))))


def in_threads(
    tasks: Sequence[Callable[[], None]],
    threads: int,
    controls: Sequence[Stops],
    look: Callable[[], None] | None = None,
) -> None:
    """Run tasks in threads; an interruption stops them all.

    Args:
        tasks: taken in order by whoever is free
        controls: what is told to stop
        look: called every now and then, for progress
    """
    queue = _Queue(tasks)
    # Not `Thread.join`: interrupted, it takes a thread for ended that still runs (bpo-45274).
    ends = [threading.Event() for _ in range(min(threads, len(tasks)))]
    workers = [threading.Thread(target=queue.work, args=(end,), daemon=True) for end in ends]
    try:
        for worker in workers:
            worker.start()
        for end in ends:
            while not end.wait(LOOK_S):
                if look is not None:
                    look()
        if look is not None:
            look()
    except BaseException:
        queue.close()
        for control in controls:
            control.stop()
        for worker, end in zip(workers, ends, strict=True):
            outlive(worker, end)
        raise
    if queue.failures:
        raise queue.failures[0]


class _Queue:
    """Tasks for whoever is free, until one fails."""

    def __init__(self, tasks: Sequence[Callable[[], None]]) -> None:
        self.waiting = list(reversed(tasks))
        self.failures: list[BaseException] = []
        self.lock = threading.Lock()

    def close(self) -> None:
        """Give out no more."""
        with self.lock:
            self.waiting.clear()

    def work(self, end: threading.Event) -> None:
        """Do one task after another; then tell that this is the end."""
        try:
            while (task := self._next()) is not None:
                task()
        except BaseException as error:  # raised again where it is waited for
            self.failures.append(error)
        finally:
            end.set()

    def _next(self) -> Callable[[], None] | None:
        with self.lock:
            return self.waiting.pop() if self.waiting and not self.failures else None


def joined_spans(places: Iterable[tuple[int, int]]) -> list[slice]:
    """Stretches, each from its first place to behind its last, those that touch made one."""
    found: list[slice] = []
    for start, end in sorted(places):
        if found and found[-1].stop == start:
            start = found.pop().start
        found.append(slice(start, end))
    return found

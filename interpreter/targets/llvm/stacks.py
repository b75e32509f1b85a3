"""Enough of the stack: a call of native code that needs more than its thread has gets one for it.

Boards of many sites, long lists of moves and searches that look far ahead take megabytes. The
first thread of a process has eight of them on most systems, other threads as much or far less. What
a call takes at most is known when it is compiled (`llvm/frames.py`).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import queue
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeVar

from interpreter.targets.llvm.room import NoRoomError

T = TypeVar("T")

# Of its stack a thread keeps an eighth for others, and so many bytes at least.
SHARE, LEAST = 8, 1 << 17
# What a thread has where the system does not tell.
UNTOLD = 1 << 18
# A stack for native code is a multiple of this, and has so much besides for Python's own.
UNIT, OWN = 1 << 16, 1 << 20
MOST = 1 << 40

# So many words of its own stack a call of Python code is said to take, to have room for others.
WORDS: Final = 1 << 16

_local = threading.local()
_starting = threading.Lock()


def free() -> int:
    """How many bytes of the stack native code may take in this thread."""
    found: int | None = getattr(_local, "free", None)
    if found is None:
        whole = _size()
        found = _local.free = max(0, whole - max(LEAST, whole // SHARE))
    return found


def _size() -> int:
    """Bytes of the stack of this thread."""
    try:
        if sys.platform == "win32":
            ends = (ctypes.c_size_t * 2)()
            low, high = (ctypes.byref(ends, 8 * end) for end in range(2))
            ctypes.windll.kernel32.GetCurrentThreadStackLimits(low, high)
            return ends[1] - ends[0]
        library = ctypes.CDLL(None)
        library.pthread_self.restype = ctypes.c_void_p
        this = ctypes.c_void_p(library.pthread_self())
        if sys.platform == "darwin":
            library.pthread_get_stacksize_np.restype = ctypes.c_size_t
            return int(library.pthread_get_stacksize_np(this))
        attributes = ctypes.create_string_buffer(1 << 8)
        if library.pthread_getattr_np(this, attributes):
            return UNTOLD
        start, size = ctypes.c_void_p(), ctypes.c_size_t()
        library.pthread_attr_getstack(attributes, ctypes.byref(start), ctypes.byref(size))
        library.pthread_attr_destroy(attributes)
        return size.value
    except (AttributeError, OSError):  # another system
        return UNTOLD


def begin(work: Callable[[], None], needed: int, *, awaited: bool = False) -> threading.Thread:
    """A new thread in which native code may take so many bytes of the stack.

    Args:
        awaited: the process does not end before it

    Raises:
        NoRoomError: there is not so much memory
    """
    size = -(-(needed + needed // (SHARE - 1) + OWN) // UNIT) * UNIT
    worker = threading.Thread(target=work, daemon=not awaited)
    try:
        if size > MOST:
            raise ValueError
        with _starting:
            before = threading.stack_size(size)
            try:
                worker.start()
            finally:
                threading.stack_size(before)
    except (RuntimeError, ValueError, MemoryError):
        raise NoRoomError(
            f"this takes up to {size >> 20} MiB of the stack in native code, and the system does"
            " not give so much; the Python back end has no such limit"
        ) from None
    return worker


def enough(needed: int, call: Callable[[], Any]) -> Any:
    """Make a call that takes so many bytes of the stack, where there are as many.

    Where this thread has too few, another makes the call, which is kept for the next one. It is
    waited for, whatever happens meanwhile.
    """
    if needed <= free():
        return call()
    companion: Companion | None = getattr(_local, "companion", None)
    if companion is None or not companion.fits(needed):
        companion = _local.companion = Companion(needed)
    return companion.make(call)


def in_one_block(call: Callable[[], T]) -> T:
    """Make a call with room for the calls of Python code inside it.

    CPython (from 3.11 on) keeps their frames in blocks of 16 KiB. Where one ends, a function that
    is called again and again takes a block from the system and gives it back each time, which is
    dearer than the call a hundred times over.
    """
    return call()


in_one_block.__code__ = in_one_block.__code__.replace(co_stacksize=WORDS)


def outlive(worker: threading.Thread, end: threading.Event) -> None:
    """Wait for the end of a thread, if it began at all, whoever is impatient.

    The memory that its native code uses must not go before.
    """
    while worker.ident is not None and not end.is_set():
        with contextlib.suppress(KeyboardInterrupt):
            end.wait()


class Companion:
    """A thread with a larger stack, which makes calls for another thread; it ends with this object.

    Args:
        needed: bytes of the stack that a call may take
    """

    def __init__(self, needed: int) -> None:
        self.needed, self.process = needed, os.getpid()
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._worker = begin(partial(_work, self._calls), needed)

    def fits(self, needed: int) -> bool:
        """Whether it can make a call that takes so much; a process forked from this one cannot."""
        return needed <= self.needed and self.process == os.getpid()

    def make(self, call: Callable[[], Any]) -> Any:
        """The answer of a call."""
        made = _Call(call)
        self._calls.put(made)
        try:
            made.finished.wait()
        except BaseException:
            outlive(self._worker, made.finished)
            raise
        if made.failure is not None:
            raise made.failure
        return made.answer

    def __del__(self) -> None:
        self._calls.put(None)


class _Call:
    """A call, and what came of it."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self.call = call
        self.answer: Any = None
        self.failure: BaseException | None = None
        self.finished = threading.Event()


def _work(calls: queue.SimpleQueue[_Call | None]) -> None:
    while (made := calls.get()) is not None:
        try:
            made.answer = made.call()
        except BaseException as error:  # raised again where it is waited for
            made.failure = error
        finally:
            made.finished.set()
            del made

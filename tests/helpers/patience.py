"""Rules that grow at random may ask for anything: examples that would take too long are dropped."""

from __future__ import annotations

import signal
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

from hypothesis import reject

LIMIT = 10.0


class TooLongError(Exception):
    """An example takes too long."""


@contextmanager
def patience(seconds: float = LIMIT) -> Generator[None]:
    """Drop the example if it takes longer, or if it has more moves than native code has room for.

    Args:
        seconds: of processor time, so that other work on the machine changes nothing; without a
            limit where the system has no such clock
    """

    def end(_: int, __: FrameType | None) -> None:
        raise TooLongError

    clock = hasattr(signal, "setitimer")
    if clock:
        before = signal.signal(signal.SIGVTALRM, end)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    except (TooLongError, OverflowError):
        reject()
    finally:
        if clock:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)

"""Signals that Python hears of late, or not at all.

It hears of a Ctrl-C in native code only when it comes back; and what a signal raises while
something is freed, as by the garbage collector, is dropped.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import threading
import time
from types import FrameType

PATIENCE_S = 3.0
"""So long Python may be away from a Ctrl-C before the process is ended."""
TOGETHER_S = 0.5
"""Signals that come so close are answered as one."""
AGAIN_S = 0.02
"""So long after a signal was dropped it is sent again."""
RAISED = {KeyboardInterrupt: signal.SIGINT, SystemExit: signal.SIGTERM}
"""Which signal is answered by what."""


class Watch:
    """Ends the process if nothing answers a Ctrl-C: rules may let a move take years.

    Whatever answers it, such as a run that is saved, has the time that it takes.

    Args:
        status: with which the process ends
    """

    def __init__(self, status: int) -> None:
        self.status = status
        self.answered = -math.inf

    def begin(self) -> None:
        """Watch from now on, if a Ctrl-C would be an ordinary KeyboardInterrupt."""
        if sys.platform == "win32":  # there, a signal wakes no pipe
            return
        sys.unraisablehook = _again
        if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            return
        heard, told = os.pipe()
        os.set_blocking(told, False)
        signal.signal(signal.SIGINT, self._answer)
        signal.set_wakeup_fd(told, warn_on_full_buffer=False)
        threading.Thread(target=self._watch, args=(heard,), daemon=True).start()

    @property
    def lately(self) -> bool:
        """Whether Python has heard a Ctrl-C in the last moments."""
        return time.monotonic() - self.answered < PATIENCE_S

    def _answer(self, number: int, frame: FrameType | None) -> None:
        """What Python does as soon as it is back."""
        self.answered = time.monotonic()
        signal.default_int_handler(number, frame)

    def _watch(self, heard: int) -> None:
        while signals := os.read(heard, 64):
            if signal.SIGINT in signals:
                self._wait(time.monotonic())

    def _wait(self, since: float) -> None:
        while self.answered < since - TOGETHER_S:
            if time.monotonic() > since + PATIENCE_S:
                sys.stderr.write("\ninterrupted\n")
                sys.stderr.flush()
                os._exit(self.status)
            time.sleep(0.05)


def _again(dropped: sys.UnraisableHookArgs) -> None:
    """Send a signal again that came to nobody; anything else is told as ever."""
    number = RAISED.get(dropped.exc_type)
    if number is None:
        sys.__unraisablehook__(dropped)
        return
    main = threading.main_thread().ident
    assert main is not None
    # Not at once: what is freed here may be one of many.
    timer = threading.Timer(AGAIN_S, signal.pthread_kill, (main, number))
    timer.daemon = True
    timer.start()

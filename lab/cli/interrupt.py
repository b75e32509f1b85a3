"""Ctrl-C while native code runs, which Python hears of only when it comes back."""

from __future__ import annotations

import os
import signal
import sys
import threading

PATIENCE_S = 3.0
"""So long Python may be away from a Ctrl-C before the process is ended."""


def end_if_stuck(status: int) -> None:
    """From now on, end the process if nothing answers a Ctrl-C: rules may let a move take years.

    Whatever answers it, such as a run that is saved, has the time that it takes.

    Args:
        status: with which the process ends
    """
    if sys.platform == "win32":  # there, a signal wakes no pipe
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    threading.Thread(target=_watch, args=(heard, status), daemon=True).start()


def _watch(heard: int, status: int) -> None:
    while signals := os.read(heard, 64):
        if signal.SIGINT not in signals:
            continue
        import ctypes  # noqa: PLC0415  seldom needed

        pending = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p)
        back = threading.Event()

        @pending
        def answer(_: object, back: threading.Event = back) -> int:
            back.set()
            return 0

        # The main thread runs it as soon as it runs any Python.
        ctypes.pythonapi.Py_AddPendingCall(answer, None)
        if not back.wait(PATIENCE_S):
            sys.stderr.write("\ninterrupted\n")
            sys.stderr.flush()
            os._exit(status)

"""The process from which those that work for the studio are forked.

It has read all that they need, so that a new one is there in a few milliseconds and shares its
memory with the others. It is told over a socket what a new process is to be, and given the socket
over which that one is spoken to.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from typing import Final

from lab.studio.streams import Serve, begin

HAND, SPEAKER = "hand", "speaker"
REQUEST: Final = 32
"""Bytes of a request: what is to be born, and how nice it is to be to others."""
READY: Final = b"ready\n"


def main() -> None:
    """Fork whatever is asked for until nobody asks any more."""
    control = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    kinds = _prepared()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    gc.collect()
    gc.freeze()
    control.sendall(READY)
    while True:
        request, given, _, _ = socket.recv_fds(control, REQUEST, 1)
        if not request or not given:
            return
        what, nice = request.decode().split()
        if os.fork() == 0:
            control.close()
            _live(kinds[what], int(nice), given[0])
        os.close(given[0])


def _prepared() -> dict[str, Serve]:
    """What processes can be, with all that they need at hand."""
    from interpreter.targets.llvm import jit  # noqa: PLC0415  before it is forked
    from lab.lsp import server  # noqa: PLC0415
    from lab.lsp.desk import usage  # noqa: PLC0415
    from lab.measuring import measures  # noqa: PLC0415
    from lab.studio import hand, speaker  # noqa: PLC0415

    hand.prepare()
    usage()
    del jit, server, measures
    return {HAND: hand.serve, SPEAKER: speaker.serve}


def _live(kind: Serve, nice: int, channel: int) -> None:
    """Be one of these, to the end."""
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        os.nice(nice)
        inlet, outlet = os.fdopen(os.dup(channel), "rb"), os.fdopen(channel, "wb")
        begin(kind, inlet, outlet)
        status = 0
    finally:
        os._exit(status)  # never back into the loop of the parent


if __name__ == "__main__":
    sys.exit(main())

"""How a process that works for the studio begins: it says who it is, and serves its streams."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import BinaryIO

Serve = Callable[[BinaryIO, BinaryIO], None]
"""Answers what comes in, by what goes out, until nobody asks any more."""


def begin(serve: Serve, inlet: BinaryIO, outlet: BinaryIO) -> None:
    """Tell the number of this process, and serve."""
    outlet.write(b"%d\n" % os.getpid())
    outlet.flush()
    serve(inlet, outlet)


def on_standard_streams(serve: Serve, prepare: Callable[[], object] = lambda: None) -> None:
    """Serve the standard streams, where processes cannot be forked.

    Args:
        prepare: is done before it is told that the process is there
    """
    inlet, outlet = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what something prints must not come between the answers
    prepare()
    begin(serve, inlet, outlet)

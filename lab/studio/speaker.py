"""The language server of a page: the usual one, in a process with a limit of memory."""

from __future__ import annotations

import os
from typing import BinaryIO

from lab.breeding.judging.guarded import MIB, mapped
from lab.lsp.server import server

try:
    import resource
except ImportError:  # not on Windows
    resource = None

MEMORY = 1_024
"""MiB that it may need besides what it begins with."""


def main() -> None:
    """Answer on the standard streams, where processes cannot be forked."""
    inlet, outlet = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    outlet.write(b"%d\n" % os.getpid())
    outlet.flush()
    serve(inlet, outlet)


def serve(inlet: BinaryIO, outlet: BinaryIO) -> None:
    """Speak the protocol until nobody does any more.

    Args:
        inlet: where messages come from
        outlet: where they go
    """
    if resource is not None:
        allowed = mapped() + MEMORY * MIB
        resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))
    server().start_io(inlet, outlet)


if __name__ == "__main__":
    main()

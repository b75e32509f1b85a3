"""The language server of a page: the usual one, in a process with a limit of memory."""

from __future__ import annotations

from typing import BinaryIO

from lab.breeding.judging.guarded import MIB, mapped
from lab.lsp.server import server
from lab.studio.streams import on_standard_streams

try:
    import resource
except ImportError:  # not on Windows
    resource = None

MEMORY = 1_024
"""MiB that it may need besides what it begins with."""


def main() -> None:
    """Answer on the standard streams, where processes cannot be forked."""
    on_standard_streams(serve)


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

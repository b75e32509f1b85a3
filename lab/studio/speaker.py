"""The language server of a page: the usual one, in a process with a limit of memory."""

from __future__ import annotations

from lab.breeding.judging.guarded import MIB, mapped
from lab.lsp.server import run

try:
    import resource
except ImportError:  # not on Windows
    resource = None

MEMORY = 1_024
"""MiB that it may need besides what it begins with."""


def main() -> None:
    """Answer until nobody asks any more."""
    if resource is not None:
        allowed = mapped() + MEMORY * MIB
        resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))
    run()


if __name__ == "__main__":
    main()

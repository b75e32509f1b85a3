"""A file that one process has for itself, as long as it lives."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None


class Lock:
    """Has a file for itself from when it is made until it is closed, or the process ends.

    The file stands beside what is locked, because SQLite has locks of its own in its files. It is
    removed at the end; one that was left by a killed process locks nothing.

    Args:
        path: the file, which is made

    Raises:
        BlockingIOError: another process has it
        OSError: it cannot be made
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        while True:
            file = path.open("ab")
            try:
                _take(file)
            except OSError:
                file.close()
                raise BlockingIOError from None
            if _same(file, path):
                break
            file.close()  # its last owner has just removed it
        self._file = file

    def close(self) -> None:
        """Let others have it."""
        if not self._file.closed:
            if fcntl is not None:
                self._path.unlink(missing_ok=True)
            self._file.close()


def _take(file: BinaryIO) -> None:
    if fcntl is not None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        import msvcrt  # noqa: PLC0415  only on Windows

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]


def _same(file: BinaryIO, path: Path) -> bool:
    """Whether a file is still the one at its path."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return False

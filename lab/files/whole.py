"""Files that are read whole, and written so: what was there stays if writing stops midway."""

from __future__ import annotations

import os
from pathlib import Path

from interpreter import LudError


def write_whole(path: Path, text: str, *, kept: bool = False) -> None:
    """Write a text into a new file that takes the name of the old one.

    Args:
        kept: who may read and write the old file may do so with the new one

    Raises:
        LudError: the file cannot be written
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        if kept:
            draft.chmod(path.stat().st_mode)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True) if draft.parent.is_dir() else None
        raise LudError(f"{path} cannot be written: {error.strerror}") from None


def read_whole(path: Path, largest: int, called: str | None = None) -> str:
    """The text of a file.

    Args:
        largest: bytes that it may have
        called: what messages call it; its path if not given

    Raises:
        LudError: it cannot be read, or is too large, or no text
    """
    name = called or str(path)
    try:
        if path.stat().st_size > largest:
            raise LudError(f"{name} is larger than {largest} bytes")
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        raise LudError(f"{name} is not a text file") from None
    except OSError as error:
        raise LudError(f"{name} cannot be read: {error.strerror}") from None

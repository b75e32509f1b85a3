"""Files that are written whole: what was there stays if writing stops midway."""

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

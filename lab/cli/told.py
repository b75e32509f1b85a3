"""Results as JSON: `--json` prints them, `--json FILE.json` writes them."""

from __future__ import annotations

from pathlib import Path

from interpreter.text.errors import LudError
from lab.told.data import text

STANDARD = Path("-")
"""The file that stands for standard output."""


def printed(path: Path | None) -> bool:
    """Whether JSON takes the place of what is printed for people."""
    return path == STANDARD


def tell(one: object, path: Path | None) -> bool:
    """Print what is told as JSON, or write it; not at all where nobody asked for it.

    Returns:
        whether something is still to be printed for people

    Raises:
        LudError: the file cannot be written
    """
    if path is None:
        return True
    if printed(path):
        print(text(one), end="")
        return False
    try:
        path.write_text(text(one), "utf-8")
    except OSError as error:
        raise LudError(f"{path} cannot be written: {error.strerror}") from None
    return True

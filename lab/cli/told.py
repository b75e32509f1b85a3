"""Results as JSON: `--json` prints them, `--json FILE.json` writes them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

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


def tell_made(make: Callable[[Any], object], path: Path | None) -> bool:
    """Tell what is made by `lab.told.making`, which is read only where somebody asked for it.

    Args:
        make: what makes it, given that module

    Returns:
        as `tell` does
    """
    if path is None:
        return True
    from lab.told import making  # noqa: PLC0415

    return tell(make(making), path)

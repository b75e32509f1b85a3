"""Where games are kept when nobody has said where: the user's folder, else a temporary one."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

VARIABLE = "LUDWRIGHT_GAMES"
"""Names the folder."""


def folder() -> Path | None:
    """The folder of the user for his games; None if he has no home."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        base, rest = os.environ.get("LOCALAPPDATA"), Path("AppData/Local")
    elif sys.platform == "darwin":
        base, rest = None, Path("Library/Application Support")
    else:
        base, rest = os.environ.get("XDG_STATE_HOME"), Path(".local/state")
    try:
        return (Path(base) if base else Path.home() / rest) / "ludwright" / "games"
    except RuntimeError:  # no home
        return None


def places(name: str) -> Iterator[Path]:
    """Files that a new game can be kept in, the best one first; none of them is there yet.

    Args:
        name: what is played
    """
    now = datetime.now().astimezone()
    plain = re.sub(r"\W+", "-", name).strip("-")
    for place in (folder(), Path(tempfile.gettempdir())):
        if place is None:
            continue
        try:
            place.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        yield _free(place, f"{plain}-{now:%Y-%m-%d-%H%M%S}")


def _free(place: Path, name: str) -> Path:
    """A file of a folder that is not there yet."""
    path, number = place / f"{name}.txt", 2
    while path.exists():
        path, number = place / f"{name}-{number}.txt", number + 1
    return path

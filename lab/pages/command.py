"""The command line of what makes documents from code: write the files, or say which are stale."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

Make = Callable[[Path], Mapping[Path, str]]
"""The files that are made, and their texts, for the file or folder that is given."""


def stale(files: Mapping[Path, str], others: Sequence[Path] = ()) -> list[Path]:
    """The files that are missing or have another text, and those that should not be there."""
    old = [path for path, text in files.items() if not path.exists() or _text(path) != text]
    return old + sorted(path for path in others if path not in files)


def main(
    about: str | None, make: Make, others: Callable[[Path], Sequence[Path]] = lambda _: ()
) -> int:
    """Write what is stale; with `--check` only name it, and the exit status is 1 if there is any.

    Args:
        about: the documentation of the module, whose first line is shown
        make: what is to be written
        others: the files that are there and are removed where they are not to be written
    """
    parser = argparse.ArgumentParser(description=(about or "").split("\n")[0])
    parser.add_argument("path", type=Path, help="the file or folder to write")
    parser.add_argument("--check", action="store_true", help="write nothing; name what is stale")
    given = parser.parse_args()
    files = make(given.path)
    old = stale(files, others(given.path))
    for path in old:
        if given.check:
            sys.stderr.write(f"{path} is stale; run make docs\n")
        elif path in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], "utf-8")
        else:
            path.unlink()
    sys.stdout.write(f"{len(files)} made, {len(old)} of them changed\n")
    return int(given.check and bool(old))


def _text(path: Path) -> str:
    return path.read_text("utf-8")

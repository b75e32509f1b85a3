"""The files below the folder in which a server was started, and none elsewhere."""

from __future__ import annotations

import hashlib
import os
from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath

from interpreter.text.errors import LudError, Source
from lab.files.records import HEADER, parse
from lab.files.whole import read_whole, write_whole

SUFFIX, RUN, RECORD, PAGE = ".lud", ".db", ".txt", ".html"
KINDS = {SUFFIX: "rule file", RUN: "run", RECORD: "game record", PAGE: "page"}
LARGEST = 500_000
"""Bytes of the largest file that is opened."""
MOST = 2_000
"""Files that are listed."""
DEEPEST = 6


@dataclass(frozen=True, slots=True)
class Held:
    """A file as it lies on disk.

    Args:
        path: from the folder, with `/`
        text: what is in it
        mark: tells it from what it is after a change
    """

    path: str
    text: str
    mark: str


@dataclass(frozen=True, slots=True)
class ChangedError(Exception):
    """A file is another than the one that was opened; None if it is gone."""

    held: Held | None


class Folder:
    """A folder and what lies below it.

    Args:
        root: the folder
    """

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def files(self) -> list[str]:
        """The rule files, by their paths from the folder."""
        return sorted(islice(self._walk(SUFFIX), MOST))

    def runs(self) -> list[str]:
        """The files of runs of breeding, in the same way."""
        return sorted(islice(self._walk(RUN), MOST))

    def records(self) -> list[str]:
        """The game records, in the same way; other texts are none of ours."""
        found = islice(self._walk(RECORD), MOST)
        return sorted(one for one in found if _is_record(self.root / one))

    def _walk(self, suffix: str) -> Iterator[str]:
        for folder, inner, names in os.walk(self.root):
            here = Path(folder).relative_to(self.root)
            hidden = len(here.parts) >= DEEPEST
            inner[:] = [] if hidden else sorted(one for one in inner if not one.startswith("."))
            for name in sorted(names):
                if name.endswith(suffix) and not name.startswith("."):
                    yield (here / name).as_posix()

    def open(self, path: str, suffix: str = SUFFIX) -> Held:
        """A file.

        Args:
            path: from the folder
            suffix: what it is: a rule file or a record

        Raises:
            LudError: it is not below the folder, or cannot be read
        """
        held = self._held(self.place(path, suffix))
        if held is None:
            raise LudError(f"there is no file {path}")
        return held

    def _held(self, place: Path) -> Held | None:
        """What lies at a place; None if nothing does.

        Raises:
            LudError: it is a text that is none of ours, or cannot be read
        """
        if not place.exists():
            return None
        if place.suffix == RECORD and not _is_record(place):
            raise LudError(f"{place.name} is no game record")
        return self._as_held(place, read_whole(place, LARGEST, place.name))

    def _as_held(self, place: Path, text: str) -> Held:
        mark = hashlib.sha256(text.encode()).hexdigest()
        return Held(place.relative_to(self.root).as_posix(), text, mark)

    def save(self, path: str, text: str, before: str | None, suffix: str = SUFFIX) -> Held:
        """Write a file.

        Args:
            path: from the folder
            text: what is to be in it
            before: the mark of the file that this one takes the place of; None for a new one
            suffix: what it is: a rule file or a record

        Raises:
            LudError: it is not below the folder, or cannot be written
            ChangedError: the file is another by now
        """
        place = self.place(path, suffix)
        if suffix == RECORD:
            parse(Source(path, text))
        if len(text.encode()) > LARGEST:
            raise LudError(f"a file may have {LARGEST} bytes, and this text has more")
        there = self._held(place)
        if (None if there is None else there.mark) != before:
            raise ChangedError(there)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole(place, text)
        return self._as_held(place, text)

    def place(self, path: str, suffix: str = SUFFIX) -> Path:
        """Where a path leads, once links are followed.

        Args:
            path: from the folder
            suffix: what the file is: one of `KINDS`

        Raises:
            LudError: out of the folder, or to something else
        """
        parts = PurePosixPath(path).parts
        odd = any(ord(sign) < 32 for sign in path) or "\\" in path or ":" in path
        if not parts or path.startswith("/") or ".." in parts or odd:
            raise LudError(f"{path!r} is no path below the folder")
        if not path.endswith(suffix):
            message = f"the name of a {KINDS[suffix]} ends with {suffix}"
            raise LudError(message, None, f"{path}{suffix}")
        try:
            place = self.root.joinpath(*parts).resolve()
        except (OSError, RuntimeError):
            raise LudError(f"{path} cannot be found") from None
        if not place.is_relative_to(self.root) or place.suffix != suffix:
            raise LudError(f"{path} leads out of the folder")
        return place


def _is_record(place: Path) -> bool:
    """Whether a file begins as records do."""
    try:
        with place.open("rb") as file:
            return file.read(len(HEADER) + 3).removeprefix(BOM_UTF8).startswith(HEADER.encode())
    except OSError:
        return False

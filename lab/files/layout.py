"""Rule files laid out anew on disk: `ludwright format`."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from interpreter import LudError
from interpreter.play.load import read
from interpreter.text.errors import Source, visible
from interpreter.text.layout import lay_out
from lab.files.whole import write_whole

STANDARD = Path("-")
"""The file that stands for standard input, and output."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """A rule file, and how it is laid out.

    Args:
        path: where it is
        before, after: its text, and as it should be
    """

    path: Path
    before: str
    after: str

    @property
    def changed(self) -> bool:
        """Whether it is laid out in another way."""
        return self.before != self.after

    def difference(self) -> str:
        """What changes, as `diff -u` shows it."""
        return unified(str(self.path), self.before, self.after, "laid out")

    def write(self) -> None:
        """Put the new text in its place; the file is whole at every moment.

        Raises:
            LudError: it cannot be written
        """
        write_whole(self.path.resolve(), self.after, kept=True)


def formatted(paths: Iterable[Path]) -> Iterator[Formatted | LudError]:
    """Rule files, and those in folders at any depth, laid out; an error for one with a mistake."""
    for file in (file for path in paths for file in files_of(path)):
        try:
            source = source_of(file)
            yield Formatted(file, source.text, lay_out(source))
        except LudError as error:
            yield error


def files_of(path: Path) -> list[Path]:
    """The rule files of a folder, at any depth; any other path stands for itself."""
    return sorted(path.rglob("*.lud")) if path.is_dir() else [path]


def unified(name: str, before: str, after: str, what: str) -> str:
    """What differs between two texts, as `diff -u` shows it; with signs for what cannot be seen."""
    lines = visible(before).splitlines(), visible(after).splitlines()
    names = name, f"{name} ({what})"
    return "".join(f"{one}\n" for one in difflib.unified_diff(*lines, *names, lineterm=""))


def source_of(path: Path) -> Source:
    """A rule file; `-` stands for standard input.

    Raises:
        LudError: there is none, or it is no text
    """
    if path == STANDARD:
        return Source("<standard input>", sys.stdin.read())
    if not path.exists():
        raise LudError(f"there is no file {path}")
    source = read(path)
    return Source(str(path), source.text)

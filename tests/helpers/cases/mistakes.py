"""Mistakes in rule files and the exact text of what a designer is told.

A case in `tests/text/mistakes/*.txt` starts with `## title`. Lines `old => new` follow, each a
change to `base.lud`, or `options Heading=Item`; then the message, indented by four. `GOLDEN=write`
rewrites the messages, to be read in the difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from helpers.paths import TESTS
from interpreter.play.load import compile_source
from interpreter.text.errors import LudError, Source

FOLDER = TESTS / "text" / "mistakes"
INDENT = "    "


@dataclass
class Mistake:
    """A changed rule file, and what is said about it."""

    file: str
    title: str
    changes: list[str] = field(default_factory=list[str])
    message: list[str] = field(default_factory=list[str])

    def __str__(self) -> str:
        return f"{self.file.removesuffix('.txt')}: {self.title}"

    def text(self) -> str:
        """The rule text with the mistake in it."""
        text = (FOLDER / "base.lud").read_text(encoding="utf-8")
        for change in self.changes:
            if change.startswith("options "):
                continue
            old, _, new = change.partition(" =>")
            new = new.removeprefix(" ")
            if old == "everything":
                text = new
                continue
            assert text.count(old) == 1, f"{self}: {old!r} stands {text.count(old)} times"
            text = text.replace(old, new)
        return text

    def options(self) -> dict[str, str]:
        """The options that the case chooses."""
        chosen = (one.removeprefix("options ") for one in self.changes if "options " in one[:8])
        return dict(one.split("=") for one in chosen)

    def said(self) -> str:
        """All errors, or all warnings where there is no error."""
        try:
            game = compile_source(Source("base.lud", self.text()), self.options())
        except LudError as error:
            return str(error)
        return "\n".join(map(str, game.warnings))


def cases() -> list[Mistake]:
    """All cases of all files."""
    return [case for path in sorted(FOLDER.glob("*.txt")) for case in _read(path)]


def _read(path: Path) -> Iterator[Mistake]:
    case: Mistake | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            if case:
                yield case
            case = Mistake(path.name, line.removeprefix("## "))
        elif case and line.startswith(INDENT):
            case.message.append(line.removeprefix(INDENT))
        elif case and line.strip():
            case.changes.append(line)
    if case:
        yield case


def rewrite() -> None:
    """Write every file anew with the messages of today."""
    for path in sorted(FOLDER.glob("*.txt")):
        head = path.read_text(encoding="utf-8").split("## ")[0]
        parts = [head.rstrip() + "\n"] if head.strip() else []
        for case in _read(path):
            message = "\n".join(f"{INDENT}{line}".rstrip() for line in case.said().splitlines())
            parts.append("\n".join([f"## {case.title}", *case.changes, message]) + "\n")
        path.write_text("\n".join(parts), encoding="utf-8")

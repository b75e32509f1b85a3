"""The terminal: what is written to it, in colour where it can, and what is read from it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

WIDEST = 100
"""Columns that running text and lists use at most."""


class Screen:
    """Standard input and output."""

    def __init__(self) -> None:
        self.colour = coloured(sys.stdout)
        self.live = sys.stdout.isatty()
        if self.live and sys.stdin.isatty():
            self._complete()

    def say(self, text: str) -> None:
        """Write a line."""
        sys.stdout.write(f"{text}\n")
        if self.live:
            sys.stdout.flush()

    def clear(self) -> None:
        """Wipe the terminal, with what has left it at the top."""
        if self.live:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()

    def ask(self, prompt: str, names: Sequence[str]) -> str:
        """Read a line; the names are offered when the tabulator key is pressed."""
        self._names = names
        return input(prompt if self.live else "")

    def columns(self, names: Sequence[str]) -> None:
        """Write names side by side."""
        width = max(map(len, names)) + 2
        each = max(1, (self.width() - 2) // width)
        for start in range(0, len(names), each):
            line = "".join(f"{name:{width}}" for name in names[start : start + each])
            self.say(f"  {line.rstrip()}")

    def width(self) -> int:
        """Columns to use."""
        return min(os.get_terminal_size().columns, WIDEST) if self.live else WIDEST

    @contextmanager
    def waiting(self, text: str) -> Iterator[None]:
        """Say what is waited for, for as long as it takes; on terminals alone."""
        if self.live:
            sys.stdout.write(f"{text} …")
            sys.stdout.flush()
        try:
            yield
        finally:
            if self.live:
                # To the start of the line, and clear it.
                sys.stdout.write("\r\x1b[K")
                sys.stdout.flush()

    def _complete(self) -> None:
        """Editing, history and completion, where the platform has them."""
        try:
            import readline  # noqa: PLC0415  changes how lines are read as soon as it is imported
        except ImportError:
            return
        readline.set_completer(self._completion)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")

    def _completion(self, text: str, number: int) -> str | None:
        found = [name for name in self._names if name.startswith(text.lower())]
        return found[number] if number < len(found) else None

    _names: Sequence[str] = ()


def coloured(stream: TextIO) -> bool:
    """Whether to write colours: to terminals, unless the environment says otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"

"""Lists and progress, drawn by rich."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lab.library import Entry

STEPS = 200
"""How often a bar is drawn anew, at most."""


def listing(entries: Sequence[Entry], *, colour: bool) -> str:
    """Games by family, in columns."""
    if not entries:
        return "no game of the library has this in its line"
    columns = [[entry.name, entry.players, entry.year, entry.author] for entry in entries]
    widths = [max(map(len, column)) for column in zip(*columns, strict=True)]
    lines: list[str] = []
    for family, group in groupby(entries, key=lambda entry: entry.family):
        lines += ["", f"\x1b[1m{family}\x1b[0m" if colour else family]
        lines += [_line(entry, widths, colour=colour) for entry in group]
    count = f"{len(entries)} game{'s' * (len(entries) != 1)}"
    return "\n".join([*lines[1:], "", count])


def _line(entry: Entry, widths: Sequence[int], *, colour: bool) -> str:
    cells = (entry.name, entry.players, entry.year, entry.author)
    text = "  ".join(f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True))
    options = ", ".join(entry.options)
    return f"  {text}  \x1b[2m{options}\x1b[0m" if colour else f"  {text}  {options}".rstrip()


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error, to be told how much is done; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415  only where somebody looks
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TimeRemainingColumn,
    )

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        shown, step = 0, max(1, total // STEPS)

        def advance(done: int) -> None:
            nonlocal shown
            if done - shown >= step or done == total:
                bar.update(task, completed=done)
                shown = done

        yield advance

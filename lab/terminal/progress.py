"""Progress, drawn by rich."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STEPS = 200
"""How often a bar is drawn anew, at most."""


@contextmanager
def progress(total: int) -> Iterator[Callable[[int], None] | None]:
    """A bar on standard error, to be told how much is done; None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415  only where somebody looks
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn  # noqa: PLC0415

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


@contextmanager
def tally(what: str) -> Iterator[Callable[[int], None] | None]:
    """A count and the time so far on standard error, where nobody knows how much there is to do.

    None where nobody would see it.

    Args:
        what: what is counted
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # noqa: PLC0415  only where somebody looks
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (SpinnerColumn(), TextColumn("{task.completed:,.0f} " + what), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task("", total=None)
        yield lambda done: shown.update(task, completed=done)

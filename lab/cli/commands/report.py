"""The command `ludwright report`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN.db", help="The file of a run.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to write it; RUN.html beside it."),
    ] = None,
    best: Annotated[
        int, typer.Option("--best", min=0, help="How many games are shown with all there is.")
    ] = 12,
) -> None:
    """A page of what a run has found: its kinds of games, and the best of them to look at.

    With each of the best come its board, its rules in words, measures, a sample game, its family,
    and the command that plays it. The page is one file that needs nothing beside it. The run may
    still go on.

    [bold]Examples[/bold]

      ludwright report first.db
      ludwright report first.db --out morning.html --best 30
    """
    from contextlib import closing  # noqa: PLC0415

    from interpreter import LudError  # noqa: PLC0415
    from lab.breeding.keeping.store import read  # noqa: PLC0415
    from lab.breeding.telling.whole import report as page  # noqa: PLC0415
    from lab.files.records import check_place  # noqa: PLC0415

    path = run.with_suffix(".html") if out is None else out
    with closing(read(run)) as store:
        check_place(path)
        text = page(store, str(run), best)
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise LudError(f"{path} cannot be written: {error.strerror}") from None
    typer.echo(path)

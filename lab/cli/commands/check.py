"""The command `ludwright check`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Rule files or folders.")],
) -> None:
    """All errors and warnings of rule files.

    Each comes with its place, and every item of every option is tried; nothing is played.
    The exit status is 2 if there is an error, 0 if not.

    [bold]Examples[/bold]

      ludwright check my-game.lud
      ludwright check games/
    """
    from lab.cli.tasks.check import check as report  # noqa: PLC0415

    found = report(files)
    for problem in found.problems:
        print(problem)
    print(found)
    raise typer.Exit(2 if found.errors else 0)

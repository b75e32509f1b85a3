"""The command `ludwright format`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def format_files(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Rule files or folders; - for what is piped in."),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; say which files would be.")
    ] = False,
) -> None:
    """Lay rule files out as those of the library are.

    Indentation, spaces and closing brackets become the same everywhere, and no line is longer than
    100 characters if it can be broken. Lines that you have chosen stay, and so do all comments;
    what the rules mean does not change. A file with brackets that do not match is not touched. The
    exit status is 2 if there is such a file, with `--check` 1 if one would be changed, else 0.

    [bold]Examples[/bold]

      ludwright format my-game.lud
      ludwright format games/ --check
      ludwright format - < my-game.lud
    """
    from lab.cli.tasks.formatting import formatted  # noqa: PLC0415

    raise typer.Exit(formatted(files, check=check))

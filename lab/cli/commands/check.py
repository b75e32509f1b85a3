"""The command `ludwright check`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Rule files or folders.")],
    play: Annotated[
        bool, typer.Option("--play/--no-play", help="A second of random games for each file.")
    ] = True,
) -> None:
    """All errors and warnings of rule files.

    Each comes with its place, and every item of every option is tried. A second of random games
    tells what never happens: a piece that never appears or moves, a player without a move, a game
    that is over at once or does not end. The exit status is 2 if there is an error, 0 if not.

    [bold]Examples[/bold]

      ludwright check my-game.lud
      ludwright check games/ --no-play
    """
    from lab.checks.rules import check as report  # noqa: PLC0415
    from lab.checks.trial import SECONDS  # noqa: PLC0415

    found = report(files, play=SECONDS if play else 0)
    for problem in found.problems:
        print(problem)
    print(found)
    raise typer.Exit(2 if found.errors else 0)

"""The commands `ludwright check` and `ludwright fix`.

What they need is imported when they run, so that `--help` does not wait for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import Json

STANDARD = Path("-")


def check(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Rule files or folders; - for standard input."),
    ],
    play: Annotated[
        bool, typer.Option("--play/--no-play", help="A second of random games for each file.")
    ] = True,
    json: Json = None,
) -> None:
    """All errors and warnings of rule files.

    Each comes with its place, and every item of every option is tried. A second of random games
    tells what never happens: a piece that never appears or moves, a player without a move, a game
    that is over at once or does not end. The exit status is 2 if there is an error, 0 if not.

    As JSON, each has a code, the types and forms that are expected there, and the change to the
    text that would mend it.

    [bold]Examples[/bold]

      ludwright check my-game.lud
      ludwright check games/ --no-play
      ludwright check my-game.lud --json
      ludwright check - --json < my-game.lud
    """
    from lab.checks.rules import check as report  # noqa: PLC0415
    from lab.checks.trial import SECONDS  # noqa: PLC0415
    from lab.cli.told import tell  # noqa: PLC0415
    from lab.files.layout import source_of  # noqa: PLC0415
    from lab.told.checks import check_of  # noqa: PLC0415

    what = [source_of(one) if one == STANDARD else one for one in files]
    found = report(what, play=SECONDS if play else 0)
    if json is None or tell(check_of(found), json):
        for problem in found.problems:
            print(problem)
        print(found)
    raise typer.Exit(2 if found.errors else 0)


def fix(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Rule files or folders; - for standard input."),
    ],
    diff: Annotated[
        bool, typer.Option("--diff", help="Show what would change, and change nothing.")
    ] = False,
    json: Json = None,
) -> None:
    """Mend rule files where it is certain how.

    A slip in a word, capitals, a bracket that is missing or too many, a list without braces or with
    brackets of another language: what `check` suggests is done where nothing else can be meant, and
    stays only if the mistake is gone then and no other has come. A file without an error is never
    changed. What is left is told; the exit status is 2 if anything is.

    [bold]Examples[/bold]

      ludwright fix my-game.lud
      ludwright fix my-game.lud --diff
      ludwright fix - < my-game.lud > mended.lud
    """
    from lab.checks.fixing import fixed  # noqa: PLC0415
    from lab.cli.told import tell  # noqa: PLC0415
    from lab.files.layout import files_of, source_of, unified  # noqa: PLC0415
    from lab.files.whole import write_whole  # noqa: PLC0415
    from lab.told.checks import repaired  # noqa: PLC0415
    from lab.told.mistakes import Fix  # noqa: PLC0415

    found = [
        (one, fixed(source_of(one)))
        for each in files for one in files_of(each)
    ]  # fmt: skip
    piped = STANDARD in files
    for path, one in found:
        if one.changed and not diff and path != STANDARD:
            write_whole(path.resolve(), one.after.text, kept=True)
    left = sum(len(one.left) for _, one in found)
    if json is None or tell(Fix([repaired(one) for _, one in found]), json):
        to = sys.stderr if piped or diff else sys.stdout
        for path, one in found:
            for step in one.steps:
                print(step, file=to)
            for problem in one.left:
                print(problem, file=to)
            if diff:
                print(unified(str(path), one.before.text, one.after.text, "mended"), end="")
            elif path == STANDARD:
                print(one.after.text, end="")
        made = sum(len(one.steps) for _, one in found)
        print(f"{made} mended, {left} left", file=to)
    raise typer.Exit(2 if left else 0)

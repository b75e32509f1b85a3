"""The command `ludwright format`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def format_(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Rule files or folders; - for standard input."),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; the exit status is 1 if it would.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what changes, and change nothing.")] = (
        False
    ),
) -> None:
    """Lay rule files out as those of the library are.

    Lines that you have broken stay broken; what is wider than 100 characters is broken too. Lines
    are indented by brackets, items parted by one space, closing brackets stand below what they
    close. Comments stay where they are, texts in quotes as they are, and so do the rules: a file
    with a mistake is not touched.

    [bold]Examples[/bold]

      ludwright format my-game.lud
      ludwright format games/ --check
      ludwright format my-game.lud --diff
      ludwright format - < my-game.lud
    """
    from interpreter import LudError  # noqa: PLC0415
    from lab.files.layout import STANDARD, formatted  # noqa: PLC0415

    changed = errors = total = 0
    for one in formatted(files):
        total += 1
        if isinstance(one, LudError):
            errors += 1
            print(one, file=sys.stderr)
            continue
        changed += one.changed
        if diff:
            print(one.difference(), end="")
        elif check:
            if one.changed:
                print(f"{one.path} would be laid out anew")
        elif one.path == STANDARD:
            print(one.after, end="")
        elif one.changed:
            one.write()
            print(f"{one.path} laid out anew")
    if STANDARD not in files:
        files_ = "file" if total == 1 else "files"
        word = "would change" if check or diff else "changed"
        print(f"{total} {files_}, {changed} {word}, {errors} with mistakes", file=sys.stderr)
    raise typer.Exit(2 if errors else 1 if check and changed else 0)

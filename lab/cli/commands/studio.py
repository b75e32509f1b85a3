"""The command `ludwright studio`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

import os
from typing import Annotated

import typer


def studio(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME | FILE | RUN.db | FOLDER]", help="What to open; a new game if nothing."
        ),
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Where to listen; 8640 if it is free.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
    host: Annotated[
        str | None,
        typer.Option(
            help="An address of this machine at which others may come too; they need a password "
            "(asked for, or in LUDWRIGHT_PASSWORD)."
        ),
    ] = None,
) -> None:
    """Write, see, play, measure and breed games on a page in the browser.

    The page has an editor with completion and mistakes as you type, the board and the rules in
    words beside it, a table to play at against the computer, an analysis of the position, figures
    with intervals, variants and runs of breeding, and the library. Files are opened from and saved
    to the folder in which it is started (or that of FILE), and nowhere else. It listens on this
    machine alone, and lets in who opens the address that it prints; docs/studio.md tells the rest.

    [bold]Examples[/bold]

      ludwright studio
      ludwright studio Hex
      ludwright studio my-game.lud --no-browser
      ludwright studio first.db
    """
    from lab.cli.needs import need  # noqa: PLC0415

    need("the studio", "studio", "starlette", "uvicorn", "websockets", "pygls")
    from lab.cli.tasks.studio import check_host, run  # noqa: PLC0415

    password = None
    if host is not None:
        check_host(host)
        password = os.environ.get("LUDWRIGHT_PASSWORD") or typer.prompt(
            "Password for those who come", hide_input=True, confirmation_prompt=True
        )
    run(what, port, host, password, browser=browser)

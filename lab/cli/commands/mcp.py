"""The command `ludwright mcp`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def mcp(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="[FOLDER]",
            help="Where rule files are read and written, and nowhere else; the present one.",
            file_okay=False,
            exists=True,
        ),
    ] = Path(),
) -> None:
    """A server of tools for language models: the Model Context Protocol, on the standard streams.

    A model can list and read games, look ludemes up, check and mend rules, play them, measure and
    compare versions, ask why a move is not legal, and save what it has written. A program that
    speaks with models starts it; there is nothing to see in a terminal. It needs the extra mcp.

    [bold]Examples[/bold]

      ludwright mcp
      ludwright mcp games/
    """
    import os  # noqa: PLC0415

    from lab.cli.needs import need  # noqa: PLC0415

    need("ludwright mcp", "mcp", "mcp", "resvg_py")
    from lab.tools.server import main  # noqa: PLC0415

    # A match finds the files of its games beside it.
    os.chdir(folder)
    main(Path())

"""The command `ludwright lsp`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations


def lsp() -> None:
    """The language server, for editors: it speaks the Language Server Protocol.

    An editor starts it and talks to it over the standard streams: mistakes while you type,
    completion, what a clause means in English, definitions, renaming, layout. How to tell your
    editor is in docs/language-server.md.

    [bold]Examples[/bold]

      ludwright lsp
    """
    from lab.cli.needs import need  # noqa: PLC0415

    need("the language server", "lsp", "pygls")
    from lab.lsp.server import run  # noqa: PLC0415

    run()

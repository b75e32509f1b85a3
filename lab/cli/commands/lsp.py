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
    from importlib.util import find_spec  # noqa: PLC0415

    from interpreter.text.errors import LudError  # noqa: PLC0415

    if find_spec("pygls") is None:
        raise LudError(
            "the language server needs pygls", None, 'pip install "ludwright[lsp]" brings it'
        )
    from lab.lsp.server import run  # noqa: PLC0415

    run()

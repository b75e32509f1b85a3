"""The command `ludwright`, and the commands behind it in the order in which its help lists them."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from lab.cli.commands import (
    arena,
    bench,
    check,
    count,
    cover,
    evolve,
    export,
    grammar,
    layout,
    lsp,
    match,
    mcp,
    measure,
    play,
    puzzle,
    report,
    schema,
    sheet,
    show,
    studio,
    vary,
    why,
)
from lab.cli.interrupt import Watch
from lab.cli.polite import INTERRUPTED, PlayersCommand, Polite

app = typer.Typer(
    name="ludwright",
    cls=Polite,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"ludwright {version('ludwright')}")
        raise typer.Exit


@app.callback()
def ludwright(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Rule files of board games, compiled and played.

    [bold]Begin with[/bold]

      ludwright list
      ludwright show Yavalath
      ludwright play Yavalath
      ludwright check my-game.lud
    """


app.command("list")(show.list_games)
app.command()(show.show)
app.command()(sheet.sheet)
app.command()(check.check)
app.command()(check.fix)
app.command("format")(layout.format_)
app.command()(lsp.lsp)
app.command()(studio.studio)
app.command()(mcp.mcp)
app.command(cls=grammar.GrammarCommand)(grammar.grammar)
app.command()(why.why)
app.command()(cover.cover)
app.command(cls=PlayersCommand)(play.play)
app.command()(count.perft)
app.command()(count.playouts)
app.command()(count.solve)
app.command()(puzzle.puzzle)
app.command()(bench.bench)
app.command()(bench.profile)
app.command(cls=PlayersCommand)(match.match)
app.command()(arena.arena)
app.command()(measure.measure)
app.command()(play.replay)
app.command()(export.export)
app.command(cls=evolve.EvolveCommand)(evolve.evolve)
app.command()(report.report)
app.command()(schema.schema)
app.command()(vary.vary)


def main() -> None:
    """Run the command; what the terminal cannot show is replaced, not an error."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    watch = Watch(INTERRUPTED)
    watch.begin()
    app(obj=watch)

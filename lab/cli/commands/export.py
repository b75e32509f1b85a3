"""The command `ludwright export`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import LongOptions, Ruleset, choices


def export(
    games: Annotated[
        list[str],
        typer.Argument(
            metavar="GAME…",
            help="A game, as for other commands; with --site several, families, or runs.",
        ),
    ],
    option: LongOptions = None,
    ruleset: Ruleset = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Where to write it; GAME.html here if not given."
        ),
    ] = None,
    site: Annotated[
        Path | None,
        typer.Option("--site", metavar="DIR", help="Write a web site of many games there."),
    ] = None,
    options: Annotated[
        bool,
        typer.Option(
            "--options", help="All combinations of its options, to be chosen on the page."
        ),
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, metavar="KB", help="How large a page may be.")
    ] = 600,
) -> None:
    """A page that plays a game: one file, for a browser, without a network.

    It is played by two people or against the computer, on a desktop or a phone. Send it, put it on
    a web site, or open it from a disk: it needs nothing else. With --site there is a page for every
    game, and a front page with pictures and a search. With --options the page holds the game with
    all its options; those that --option fixes are left out.

    [bold]Examples[/bold]

      ludwright export Yavalath
      ludwright export Hex --option Size=7 -o hex.html
      ludwright export Hex --options
      ludwright export my-game.lud -o my-game.html
      ludwright export first.db:Golandara
      ludwright export --site games Yavalath Hex mancala first.db
    """
    from interpreter import LudError  # noqa: PLC0415

    if site is not None:
        if option or ruleset or out or options:
            raise LudError(
                "a site takes games as they are, without --option, --options, --ruleset and --out"
            )
        _write_site(site, games, limit)
    elif len(games) > 1:
        raise LudError("a page is of one game; of several, --site DIR writes a site")
    elif options and ruleset:
        raise LudError("a page with all options takes no ruleset", hint="fix some with --option")
    else:
        _write_page(games[0], option, ruleset, out, limit, options)


def _write_page(
    game: str,
    option: list[str] | None,
    ruleset: str | None,
    out: Path | None,
    limit: int,
    options: bool,
) -> None:
    from interpreter import LudError, load  # noqa: PLC0415
    from lab.files.find import rules  # noqa: PLC0415
    from lab.files.records import check_place  # noqa: PLC0415
    from lab.web.choices import choices_of  # noqa: PLC0415
    from lab.web.export import page, page_of_options  # noqa: PLC0415
    from lab.web.site import file_name  # noqa: PLC0415

    check_place(out)
    chosen = choices(option)
    if options:
        every = choices_of(
            rules(game), chosen, lambda why: typer.echo(f"left out: {why}", err=True)
        )
        found, text = every.variants[0].game, page_of_options(every, game, limit)
    else:
        found = load(rules(game), chosen, ruleset)
        text = page(found, game, chosen, ruleset, limit)
    path = Path(f"{file_name(found.name)}.html") if out is None else out
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise LudError(f"{path} cannot be written: {error.strerror}") from None
    typer.echo(f"{path}   {len(text.encode()) / 1000:.0f} kB")


def _write_site(folder: Path, games: list[str], limit: int) -> None:
    from lab.web.site import items, write  # noqa: PLC0415

    wanted = items(games)
    refused = write(folder, wanted, limit, lambda name: typer.echo(name, err=True))
    for one in refused:
        typer.echo(f"left out: {one}", err=True)
    count = len(wanted) - len(refused)
    typer.echo(f"{folder / 'index.html'}   {count} game{'s' * (count != 1)}")
    if not count:
        raise typer.Exit(2)

"""The command `ludwright vary`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import GameName, Json, LongOptions, Ruleset, choices


def vary(
    game: GameName,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where rule files and the page go.")
    ],
    keep: Annotated[
        list[str] | None,
        typer.Option(
            "--keep",
            metavar="SECTION,...",
            help="What stays as it is: board, pieces, start, play, end.",
        ),
    ] = None,
    fix: Annotated[
        str,
        typer.Option(
            "--fix",
            metavar="CRITERION",
            help="What to sort by: as measure --list names it, quality, or length=40.",
        ),
    ] = "quality",
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, max=200, help="How many variants.")
    ] = 8,
    seed: Annotated[
        int, typer.Option("--seed", "-s", min=0, help="Fixes the variants and every figure.")
    ] = 1,
    games: Annotated[
        int, typer.Option("--games", min=1, help="Games of self-play to measure each by.")
    ] = 100,
    iterations: Annotated[
        int, typer.Option("--iterations", min=1, help="Random games for a move of these.")
    ] = 200,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="How many games are played at once.")
    ] = 1,
    option: LongOptions = None,
    ruleset: Ruleset = None,
    json: Json = None,
) -> None:
    """Variants of one game: a handful of small changes, and what each does.

    Every variant differs from the game by one change of its rules. Those that random play shows to
    be hopeless, or to be a game that is there already, are left out; the others are measured as
    the game itself is. They are sorted by one figure, and each is told by its change and by the
    figures that it changes by more than chance explains. The same seed gives the same variants.

    [bold]Examples[/bold]

      ludwright vary Yavalath --out near/
      ludwright vary my-game.lud --keep board,pieces --fix balance -n 8 --out near/
      ludwright vary Breakthrough --keep board,pieces,start --fix length=40 --out shorter/
      ludwright vary Hex --option Size=7 --fix drama --games 400 --jobs 2 --out near/
    """
    from lab.cli.tasks.vary import Wish, run  # noqa: PLC0415

    wish = (game, tuple(keep or ()), fix, number, out, seed, games, iterations, jobs)
    run(Wish(*wish, choices(option), ruleset, json))

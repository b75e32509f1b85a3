"""The command `ludwright sheet`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import GameName, LongOptions, Ruleset, choices


def sheet(
    game: GameName,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Write it as a page, FILE.html; else it is printed."
        ),
    ] = None,
    measure: Annotated[
        bool, typer.Option("--measure", help="With a verdict, from some quick games.")
    ] = False,
    iterations: Annotated[
        int,
        typer.Option(
            "--iterations", min=1, max=1_000_000, help="Random games for each move of the example."
        ),
    ] = 300,
    seed: Annotated[
        int, typer.Option("--seed", "-s", min=0, help="Fixes the example and the measures.")
    ] = 1,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="How many games are measured at once.")
    ] = 1,
    option: LongOptions = None,
    ruleset: Ruleset = None,
) -> None:
    """A game on a sheet: rules in English, the board, an example of play, and figures.

    As a page it is one file with its pictures in it, to be printed on A4 or Letter from any
    browser, or kept as PDF. The example is a game of the computer against itself, shown at the
    start, in its middle and at its end. The rules are made from the rule file alone, so that the
    sheet is there for every game, bred ones included.

    [bold]Examples[/bold]

      ludwright sheet Yavalath
      ludwright sheet Yavalath -o yavalath.html
      ludwright sheet my-game.lud --measure --jobs 2 -o my-game.html
      ludwright sheet Hex --option Size=7 -o hex.html
      ludwright sheet first.db:Golandara -o golandara.html
    """
    from interpreter import load  # noqa: PLC0415
    from lab.cli.tasks.sheet import run  # noqa: PLC0415
    from lab.files.find import rules  # noqa: PLC0415

    found = load(rules(game), choices(option), ruleset)
    run(found, out, iterations, seed, jobs, measured=measure)

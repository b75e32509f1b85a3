"""The command `ludwright measure`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import Json, Options, Ruleset, choices


def measure(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...", help="Games of the library, paths of rule files, or games of runs."
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="Games of self-play; 100.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, help="Random games for a move; 1000.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Fixes every figure.")] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="How many games are played at once.")
    ] = 1,
    quick: Annotated[bool, typer.Option("--quick", help="A look: fewer and weaker games.")] = False,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="For a verdict: more and stronger games.")
    ] = False,
    plies: Annotated[
        int | None,
        typer.Option("--plies", min=1, max=10_000, help="Break games off after so many moves."),
    ] = None,
    criteria: Annotated[
        list[str] | None,
        typer.Option("--criteria", "-c", metavar="NAME", help="Only these, or a family."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--list", help="Say what can be measured, and stop.")
    ] = False,
    json: Json = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a report with plots.")
    ] = None,
    option: Options = None,
    ruleset: Ruleset = None,
) -> None:
    """How good a game is: figures from games that the computer plays against itself.

    Does it end, is it fair, is the outcome open for long, does thinking pay? Every figure has the
    interval in which the true one lies at 95 %. Two summaries rank several games: quality, from 0
    to 1, and predicted, a weighted sum. The same seed gives the same figures, whatever the jobs.

    [bold]Examples[/bold]

      ludwright measure Yavalath
      ludwright measure Yavalath Hex Tic-Tac-Toe --quick --jobs 2
      ludwright measure my-game.lud --thorough --jobs 4 --html report.html
      ludwright measure Hex --option Size=5 --criteria balance,drama,depth
      ludwright measure Yavalath Gomoku --criteria summaries --json found.json
      ludwright measure --list
    """
    from lab.cli.tasks.measure import Wish, run, tell_criteria  # noqa: PLC0415
    from lab.cli.told import tell  # noqa: PLC0415
    from lab.told import making  # noqa: PLC0415

    if every:
        if json is None or tell(making.criteria(), json):
            tell_criteria()
        return
    if quick and thorough:
        raise typer.BadParameter("--quick and --thorough are two plans; leave one out")
    preset = "quick" if quick else "thorough" if thorough else ""
    wish = (tuple(games or ()), choices(option), ruleset, preset, number, iterations, plies)
    run(Wish(*wish, seed, jobs, tuple(criteria or ()), json, html))

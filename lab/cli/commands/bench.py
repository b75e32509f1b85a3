"""The commands about speed: `ludwright bench` and `ludwright profile`.

What they need is imported when they run, so that `--help` does not wait for it.
"""

from __future__ import annotations

from typing import Annotated

import typer

from lab.cli.options import GameName, Json, Options, Ruleset, choices


def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME...", help="Games; all of the library if none is named."),
    ] = None,
    option: Options = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="How long each figure is measured.")
    ] = 1.0,
    c: Annotated[
        bool,
        typer.Option("--c/--no-c", help="Run programs in C in turn with ours, if CC can be found."),
    ] = True,
    threads: Annotated[
        bool, typer.Option("--threads", help="Measure what two threads gain, too.")
    ] = False,
    compiling: Annotated[
        bool, typer.Option("--compile", help="Only how long games take to compile.")
    ] = False,
    breeding: Annotated[
        bool, typer.Option("--breed", help="Only how fast children of games are bred.")
    ] = False,
    ablation: Annotated[
        bool, typer.Option("--ablation", help="Only what each pass of the compiler gains.")
    ] = False,
    json: Json = None,
) -> None:
    """How fast games are, beside other systems.

    Random games, searches, compiling and memory. Games are played with the options under which
    others were measured, such as Go on 9 by 9 points, if nothing else is chosen.

    [bold]Examples[/bold]

      ludwright bench Yavalath Hex
      ludwright bench Go --option Size=19 --seconds 5 --json go.json
      ludwright bench --compile
      ludwright bench --breed
      ludwright bench --ablation Chess Go
    """
    from lab.cli.tasks.bench import (  # noqa: PLC0415
        run,
        run_ablation,
        run_breeding,
        run_compiling,
    )
    from lab.speed.timing import Wish  # noqa: PLC0415

    wish = Wish(choices(option), seconds, c, threads)
    ways = {run_compiling: compiling, run_breeding: breeding, run_ablation: ablation}
    asked = [way for way, wanted in ways.items() if wanted]
    if len(asked) > 1:
        raise typer.BadParameter("--compile, --breed and --ablation are measured one at a time")
    (asked[0] if asked else run)(games or (), wish, json)


def profile(
    game: GameName,
    option: Options = None,
    ruleset: Ruleset = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="How long to play random games.")
    ] = 1.0,
    passes: Annotated[
        bool, typer.Option("--passes", help="What each pass of the compiler costs and gains.")
    ] = False,
    json: Json = None,
) -> None:
    """Where the time of a game goes: loading, by stages, and random play, by what moves need.

    [bold]Examples[/bold]

      ludwright profile Yavalax
      ludwright profile Go --option Size=9 --seconds 5
      ludwright profile Breakthrough --passes
    """
    from lab.cli.tasks.profile import report, report_passes  # noqa: PLC0415
    from lab.files.find import rules  # noqa: PLC0415

    tell = report_passes if passes else report
    tell(rules(game), choices(option), ruleset, seconds, json)

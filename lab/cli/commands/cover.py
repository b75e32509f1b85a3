"""The command `ludwright cover`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from typing import Annotated

import typer

from lab.cli.options import GameName, Json, Options, Ruleset, choices


def cover(
    game: GameName,
    number: Annotated[
        int, typer.Option("--games", "-n", min=0, max=10_000_000, help="Random games.")
    ] = 1_000,
    searched: Annotated[
        int, typer.Option("--searched", min=0, help="Games in which the computer thinks.")
    ] = 10,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Fixes what is played.")] = 1,
    table: Annotated[
        bool, typer.Option("--table/--no-table", help="The rule file with counts at its margin.")
    ] = True,
    json: Json = None,
    option: Options = None,
    ruleset: Ruleset = None,
) -> None:
    """Which clauses of a rule file are ever asked in play, and how often they hold.

    Random games and games of a search are played. At the margin of the rule file stands for every
    clause how often it was asked, and how often it held: a condition was true, a region had a site,
    a rule gave a move. Warnings name what never happens: rules that never fire, end rules that
    never end a game, pieces that never move.

    [bold]Examples[/bold]

      ludwright cover my-game.lud
      ludwright cover Yavalath -n 100000 --no-table
      ludwright cover Hex --option Size=5 --searched 50 --json hex.json
    """
    from lab.cli.tasks.cover import Wish, run  # noqa: PLC0415

    run(Wish(game, choices(option), ruleset, number, searched, seed, table, json))

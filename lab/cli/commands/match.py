"""The command `ludwright match`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import Fen, GameName, Json, Options, Position, Ruleset, choices


def match(
    game: GameName,
    players: Annotated[
        list[str],
        typer.Option(
            "--players",
            metavar="WHO...",
            help="Who plays: random, uct:1000 (random games a move), uct:0.5s (seconds a move), "
            "alphabeta:6 (plies ahead), alphabeta:0.5s, or your own as my_player.py:Class.",
        ),
    ],
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, help="How many games for each pairing.")
    ] = 100,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Fixes every game.")] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="How many games are played at once.")
    ] = 1,
    opening: Annotated[
        int, typer.Option("--opening", min=0, help="Moves made by lot before the players begin.")
    ] = 0,
    json: Json = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FOLDER", help="Keep every game as a record there."),
    ] = None,
    position: Position = None,
    fen: Fen = None,
    option: Options = None,
    ruleset: Ruleset = None,
) -> None:
    """Players against each other: who is stronger, and how sure that is.

    All play all, and each pairing as many games in each order of seats. Ctrl-C ends the match
    and shows how it stands. Where dice are thrown, uct sees no throw to come: each of its random
    games throws anew.

    [bold]Examples[/bold]

      ludwright match Hex --players uct:1000 alphabeta:3 -n 100 --option Size=5
      ludwright match Yavalath --players uct:200 uct:1000 random --jobs 4
      ludwright match Yavalath --players uct:0.1s my_player.py:Centre --record games/
    """
    from lab.cli.tasks.match import Wish, run  # noqa: PLC0415

    chosen = choices(option)
    who = tuple(players)
    fair = run(
        Wish(
            game, who, number, chosen, ruleset, seed, jobs, opening, json, record, position, fen
        )
    )  # fmt: skip
    raise typer.Exit(0 if fair else 2)

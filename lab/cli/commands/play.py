"""The commands `ludwright play` and `ludwright replay`.

What they need is imported when they run, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import GAME_HELP, Fen, Options, Position, Ruleset, choices


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=GAME_HELP),
    ] = None,
    seats: Annotated[
        list[str] | None,
        typer.Option(
            "--seats",
            metavar="WHO...",
            help="Who plays, in order: human, computer, random, uct:1000, alphabeta:6, "
            "or your own as my_player.py:Class. "
            "At a terminal you play against the computer, elsewhere it plays against itself.",
        ),
    ] = None,
    option: Options = None,
    ruleset: Ruleset = None,
    record: Annotated[
        Path | None,
        typer.Option(
            "--record",
            metavar="FILE",
            help="Keep the game in this file; go on with it if it is there. "
            "Without it, a game that you play is kept in a folder of yours.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.01, help="Thinking time of the computer for a move."),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option("--iterations", min=1, help="Random games of the computer for a move."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Fixes chance; drawn by lot if not given.")
    ] = None,
    position: Position = None,
    fen: Fen = None,
    notation: Annotated[
        str,
        typer.Option(
            "--notation", metavar="HOW", help="How moves are shown: long (e2-e4) or algebraic (e4)."
        ),
    ] = "long",
) -> None:
    """Play a game, move by move to the end.

    Type [bold]?[/bold] during the game for what can be typed: moves, rules, hint, eval, undo,
    save, resign, quit. [bold]Ctrl-C[/bold] asks whether to leave. A game that is not over is kept,
    and the command that goes on with it is shown.

    [bold]Examples[/bold]

      ludwright play Yavalath
      ludwright play Yavalath --seats computer human --seconds 5
      ludwright play Yavalath --option "Players=3 Players"
      ludwright play Hex --option Size=7 --record evening.txt
      ludwright play run.db:Golandara
      ludwright play --record evening.txt
      ludwright play Chess --notation algebraic --fen "8/8/8/4k3/8/8/4P3/4K3 w - -"
    """
    from lab.cli.tasks.play import Wish  # noqa: PLC0415
    from lab.cli.tasks.play import play as run  # noqa: PLC0415

    run(
        Wish(
            game, tuple(seats or ()), choices(option), ruleset, record, seconds, iterations, seed,
            position, fen, notation,
        )
    )  # fmt: skip


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game record.")],
    boards: Annotated[
        bool, typer.Option("--boards", help="Draw the board after every move.")
    ] = False,
) -> None:
    """Play a recorded game again and check every move.

    [bold]Examples[/bold]

      ludwright replay evening.txt
      ludwright replay evening.txt --boards
    """
    from lab.cli.tasks.play import replay as run  # noqa: PLC0415

    run(file, boards=boards)

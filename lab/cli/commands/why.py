"""The command `ludwright why`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from typing import Annotated

import typer

from lab.cli.options import (
    Fen,
    GameName,
    Json,
    Options,
    Position,
    Ruleset,
    first_position,
    load_game,
)


def why(
    game: GameName,
    move: Annotated[
        str | None, typer.Argument(metavar="MOVE", help="A move that is not legal, such as a1-b2.")
    ] = None,
    after: Annotated[
        str, typer.Option("--after", metavar="MOVES", help="Moves that lead to the position.")
    ] = "",
    position: Position = None,
    fen: Fen = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Fixes what chance does.")] = 0,
    option: Options = None,
    ruleset: Ruleset = None,
    json: Json = None,
) -> None:
    """Why a move is not legal: the clause of the rules that decides, and its place.

    Without a move: which rules give the legal moves, or what ended the game.

    [bold]Examples[/bold]

      ludwright why Chess e8-g8 --after "e2-e4 e7-e5"
      ludwright why "English Draughts" a3-b4 --after "c3-d4 b6-c5"
      ludwright why my-game.lud
    """
    from lab.cli.tasks.show import show_reason  # noqa: PLC0415
    from lab.cli.told import tell  # noqa: PLC0415
    from lab.terminal.moves import went_on  # noqa: PLC0415
    from lab.told import making  # noqa: PLC0415

    start = first_position(load_game(game, option, ruleset, "auto"), position, fen, seed)
    state = went_on(start, after, 0, seed)
    if json is None or tell(making.why(state, move), json):
        show_reason(state, move)

"""What several commands take: games, their options, threads, memory."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from interpreter import Game, State

GAME_HELP = (
    "A game of the library, the path of a rule file, or a game of a run, as run.db:Golandara."
)
GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="HEADING=ITEM", help="Choose an option; repeatable."),
]
# Where -o is the file to write.
LongOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="HEADING=ITEM", help="Choose an option; repeatable."),
]
Ruleset = Annotated[str | None, typer.Option("--ruleset", metavar="NAME", help="Choose a ruleset.")]
Backend = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="NAME",
        help="What runs the rules: llvm (native code), python, or auto for the fastest there is.",
    ),
]
Threads = Annotated[int, typer.Option("--threads", "-t", min=1, help="How many at once.")]
Memory = Annotated[
    int,
    typer.Option(
        "--memory", min=0, max=1 << 20, metavar="MIB", help="For positions that are met again."
    ),
]


Json = Annotated[
    Path | None,
    typer.Option(
        "--json",
        metavar="[FILE.json]",
        help="Print results as JSON instead, or write them to a file whose name ends so.",
    ),
]
Position = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="TEXT",
        help='Begin from a position: "a1 Rook1, e8 King2; mover 2".',
    ),
]
Fen = Annotated[
    str | None,
    typer.Option(
        "--fen", metavar="FEN", help="Begin from a position as programs for chess write it."
    ),
]


def first_position(game: Game, position: str | None, fen: str | None, seed: int = 0) -> State:
    """The position to begin from: the one that is asked for, or the start.

    Raises:
        LudError: a mistake in its text, or two positions
    """
    from interpreter import LudError  # noqa: PLC0415

    if position is not None and fen is not None:
        raise LudError("either --position or --fen says where to begin, not both")
    if position is None and fen is None:
        return game.start(seed)
    return game.position(position or "", fen=fen, seed=seed)


def load_game(game: str, option: list[str] | None, ruleset: str | None, backend: str) -> Game:
    """The game that is asked for.

    Raises:
        LudError: a mistake in its rules, in what is chosen, or a back end that is not there
    """
    from interpreter import LudError, load  # noqa: PLC0415
    from lab.files.find import rules  # noqa: PLC0415

    try:
        return load(rules(game), choices(option), ruleset, backend)
    except ValueError as error:
        raise LudError(str(error)) from None


def colour() -> bool:
    """Whether to print in colour."""
    from lab.terminal.screen import coloured  # noqa: PLC0415

    return coloured(sys.stdout)


def choices(given: Sequence[str] | None) -> dict[str, str]:
    """The options chosen on the command line.

    Raises:
        LudError: one that is not `Heading=Item`
    """
    if not given:
        return {}
    from lab.files.records import choice  # noqa: PLC0415

    return dict(choice(text) for text in given)

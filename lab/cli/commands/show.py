"""The commands `ludwright list` and `ludwright show`.

What they need is imported when they run, so that `--help` does not wait for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import GameName, Options, Ruleset, choices, colour


def list_games(
    word: Annotated[
        str | None, typer.Argument(metavar="WORD", help="Only games in whose line it occurs.")
    ] = None,
) -> None:
    """The games of the library, by family.

    With players, year, inventor, and what can be chosen.

    [bold]Examples[/bold]

      ludwright list
      ludwright list connection
      ludwright list browne
    """
    from lab.pages.about import entries  # noqa: PLC0415
    from lab.terminal.tables import listing  # noqa: PLC0415

    found = [entry for entry in entries() if word is None or entry.matches(word)]
    print(listing(found, colour=colour()))


def show(
    game: GameName,
    option: Options = None,
    ruleset: Ruleset = None,
    source: Annotated[
        bool, typer.Option("--source", help="Print the rule file, as it is.")
    ] = False,
    words: Annotated[
        bool, typer.Option("--words", help="Print the rules in plain English.")
    ] = False,
    after: Annotated[
        str | None,
        typer.Option("--after", metavar="MOVES", help='The position after moves: "e2-e4 d7-d5".'),
    ] = None,
    random: Annotated[
        int | None,
        typer.Option(
            "--random", metavar="N", min=0, max=10_000, help="After so many moves by lot."
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Fixes chance and the moves by lot.")] = 0,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Write a picture of the board; - prints it."),
    ] = None,
    size: Annotated[
        int, typer.Option("--size", min=16, max=20_000, help="Pixels of the picture's longer side.")
    ] = 480,
) -> None:
    """A game on a page: rules, options, and the board.

    With moves, the board after them and nothing else.

    [bold]Examples[/bold]

      ludwright show Yavalath
      ludwright show Hex --option Size=7
      ludwright show Hex --source > my-hex.lud
      ludwright show Breakthrough --words
      ludwright show Breakthrough --after "b2-b3 a7-a6"
      ludwright show Konane --random 20 --seed 7 --svg konane.svg
    """
    from interpreter import load  # noqa: PLC0415
    from interpreter.play.load import read  # noqa: PLC0415
    from lab.files.find import rules  # noqa: PLC0415

    if source:
        sys.stdout.write(read(rules(game)).text)
        return
    found = load(rules(game), choices(option), ruleset)
    if words:
        from lab.pages.about import describe_in_words  # noqa: PLC0415

        print(describe_in_words(found, colour=colour()))
        return
    if svg is None and after is None and random is None:
        from lab.pages.about import describe  # noqa: PLC0415

        print(describe(found, colour=colour()))
        return
    from lab.cli.tasks.show import position, show_position  # noqa: PLC0415

    show_position(position(found, after or "", random or 0, seed), svg, size, colour=colour())

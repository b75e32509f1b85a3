"""The commands `ludwright list` and `ludwright show`.

What they need is imported when they run, so that `--help` does not wait for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import (
    Fen,
    GameName,
    Json,
    Options,
    Position,
    Ruleset,
    choices,
    colour,
    first_position,
)


def list_games(
    word: Annotated[
        str | None, typer.Argument(metavar="WORD", help="Only games in whose line it occurs.")
    ] = None,
    json: Json = None,
) -> None:
    """The games of the library, by family.

    With players, year, inventor, and what can be chosen.

    [bold]Examples[/bold]

      ludwright list
      ludwright list connection
      ludwright list browne
      ludwright list line --json
    """
    from lab.cli.told import tell_made  # noqa: PLC0415
    from lab.pages.about import entries  # noqa: PLC0415
    from lab.terminal.tables import listing  # noqa: PLC0415

    found = [entry for entry in entries() if word is None or entry.matches(word)]
    if tell_made(lambda making: making.listing(found), json):
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
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Print the board with the number of each site.")
    ] = False,
    planes: Annotated[
        bool, typer.Option("--planes", help="Print what learners see, and the numbers of actions.")
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
    position: Position = None,
    fen: Fen = None,
    text: Annotated[
        str | None,
        typer.Option(
            "--text", metavar="HOW", help="Print the position as a text: position, or fen."
        ),
    ] = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Write a picture of the board; - prints it."),
    ] = None,
    size: Annotated[
        int, typer.Option("--size", min=16, max=20_000, help="Pixels of the picture's longer side.")
    ] = 480,
    json: Json = None,
) -> None:
    """A game on a page: rules, options, and the board.

    With moves or a position, the board after them and nothing else.

    [bold]Examples[/bold]

      ludwright show Yavalath
      ludwright show Hex --option Size=7
      ludwright show Hex --source > my-hex.lud
      ludwright show Breakthrough --words
      ludwright show "Nine Men's Morris" --numbers
      ludwright show Shogi --planes
      ludwright show Breakthrough --after "b2-b3 a7-a6"
      ludwright show Konane --random 20 --seed 7 --svg konane.svg
      ludwright show Chess --fen "4k3/8/8/8/8/8/8/R3K2R w KQ -" --after O-O
      ludwright show Chess --after "e4 e5 Nf3" --text fen
      ludwright show Hex --option Size=7 --json
    """
    from interpreter import load  # noqa: PLC0415
    from interpreter.play.load import read  # noqa: PLC0415
    from lab.files.find import rules  # noqa: PLC0415

    if source:
        sys.stdout.write(read(rules(game)).text)
        return
    found = load(rules(game), choices(option), ruleset)
    if json is not None:
        from lab.cli.told import tell  # noqa: PLC0415
        from lab.terminal.moves import went_on  # noqa: PLC0415
        from lab.told import making  # noqa: PLC0415

        begun = first_position(found, position, fen, seed)
        state = went_on(begun, after or "", random or 0, seed)
        if not tell(making.shown(found, state), json):
            return
    if words:
        from lab.pages.about import describe_in_words  # noqa: PLC0415

        print(describe_in_words(found, colour=colour()))
        return
    if numbers:
        from lab.cli.tasks.show import show_numbers  # noqa: PLC0415

        show_numbers(found.start(seed), svg, size, colour=colour())
        return
    if planes:
        from lab.cli.tasks.show import show_planes  # noqa: PLC0415

        show_planes(found)
        return
    plain = (svg, after, random, position, fen, text) == (None,) * 6
    if plain:
        from lab.pages.about import describe  # noqa: PLC0415

        print(describe(found, colour=colour()))
        return
    from lab.cli.tasks.show import show_position, show_text  # noqa: PLC0415
    from lab.terminal.moves import went_on  # noqa: PLC0415

    begun = first_position(found, position, fen, seed)
    state = went_on(begun, after or "", random or 0, seed)
    if text is not None:
        show_text(state, text)
        return
    show_position(state, svg, size, colour=colour())

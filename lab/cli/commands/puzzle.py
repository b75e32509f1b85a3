"""The command `ludwright puzzle`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import GameName, Json, Options, Ruleset, load_game


def puzzle(
    game: GameName,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write it there; else it is printed."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Fixes the puzzle.")] = 1,
    name: Annotated[
        str | None, typer.Option("--name", help="What it is called; GAME SEED if not given.")
    ] = None,
    option: Options = None,
    ruleset: Ruleset = None,
    json: Json = None,
) -> None:
    """Make a new deduction puzzle from the rules of one: a rule file with one solution.

    No value is given that could be left out. Where hints are sums, they are made anew too.

    [bold]Examples[/bold]

      ludwright puzzle Sudoku
      ludwright puzzle Sudoku --seed 7 -o sudoku-7.lud
      ludwright puzzle Futoshiki --seed 3 --name "For Ada"
    """
    from interpreter import LudError  # noqa: PLC0415
    from lab.cli.told import tell  # noqa: PLC0415
    from lab.puzzles import make  # noqa: PLC0415
    from lab.terminal.puzzles import difficulty_rows  # noqa: PLC0415
    from lab.told import making  # noqa: PLC0415

    try:
        rules = load_game(game, option, ruleset, "auto")
        made = make(rules, seed, name)
    except ValueError as error:  # no puzzle, or none that can be solved
        raise LudError(str(error)) from None
    if out is not None:
        out.write_text(made.text, encoding="utf-8")
    if not tell(making.new_puzzle(rules, made), json):
        return
    if out is None:
        print(made.text, end="")
        return
    print(f"{made.name}: {len(made.givens)} values given, in {out}")
    for row in difficulty_rows(made.difficulty):
        print(row)

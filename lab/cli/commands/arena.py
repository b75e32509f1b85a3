"""The command `ludwright arena`.

What it needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lab.cli.options import GAME_HELP, Json, Options, Ruleset, choices


def arena(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME...", help=f"{GAME_HELP} None if all are bred."),
    ] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            "-p",
            metavar="WHO",
            help='Who takes part; repeatable. A program that reads and writes lines: "python '
            'bot.py", or with a name of its own "bot=python bot.py". Or human, random, uct:1000, '
            "my_player.py:Class.",
        ),
    ] = None,
    ladder: Annotated[
        str,
        typer.Option(
            metavar="WHO...", help="Our players, whom all meet; none if there is to be no ladder."
        ),
    ] = "random careful uct:100 uct:1000",
    bred: Annotated[
        int,
        typer.Option(
            "--bred", min=0, max=100, help="Breed so many games that nobody has read about."
        ),
    ] = 0,
    like: Annotated[
        list[str] | None,
        typer.Option(
            metavar="GAME",
            help="Breed them from these: games, families such as line; repeatable.",
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, help="Games of each pairing in each game.")
    ] = 10,
    seed: Annotated[
        int,
        typer.Option("--seed", "-s", help="Fixes openings, chance and the games that are bred."),
    ] = 0,
    opening: Annotated[
        int, typer.Option("--opening", min=0, help="Moves made by lot before the players begin.")
    ] = 2,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="How long a program may take to answer.")
    ] = 60.0,
    tries: Annotated[
        int, typer.Option("--tries", min=1, max=100, help="Answers that it may give for a move.")
    ] = 3,
    lenient: Annotated[
        bool,
        typer.Option(
            "--lenient", help="Draw a move for it after its last try, instead of ending the game."
        ),
    ] = False,
    moves: Annotated[
        bool, typer.Option("--moves/--no-moves", help="Tell programs the legal moves.")
    ] = True,
    source: Annotated[
        bool, typer.Option("--source", help="Tell them the rule file, besides the rules in words.")
    ] = False,
    results: Annotated[
        Path,
        typer.Option(
            "--results",
            metavar="FILE.jsonl",
            help="Where every game is written when it ends; what is there is not played again.",
        ),
    ] = Path("arena.jsonl"),
    again: Annotated[
        bool, typer.Option("--again", help="Play games anew that a program lost by a fault.")
    ] = False,
    write: Annotated[
        Path | None,
        typer.Option("--write", metavar="FOLDER", help="Write the bred games as rule files there."),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, max=64, help="How many games are played at once.")
    ] = 1,
    json: Json = None,
    option: Options = None,
    ruleset: Ruleset = None,
) -> None:
    """A benchmark for language models, and for any program that reads and writes lines.

    A program is told the rules in words, and each position as text with the legal moves. It
    answers with the name of a move; of one that is not legal it is told why not, and may try again.
    It meets a ladder of our players, and comes out with a rating and its interval. With --bred the
    games are made on the spot, so that it cannot have read about them.

    Each message is a line of JSON on its standard input, each answer a line on its standard output.
    Only "move" and "illegal" are answered; docs/arena.md shows them all. The smallest program:

      import json, sys
      for line in sys.stdin:
          told = json.loads(line)
          if told["kind"] in ("move", "illegal"):
              print(told.get("legal", ["pass"])[0], flush=True)

    A program that ends, says nothing or floods loses that game and is started again for the next.
    Ctrl-C shows how the contest stands; the same command goes on from there.

    [bold]Examples[/bold]

      ludwright arena Hex Breakthrough --player "python bot.py"
      ludwright arena --bred 5 --seed 7 -p "old=python bot.py" -p "new=python bot2.py" --jobs 4
      ludwright arena Tic-Tac-Toe --player human --ladder careful -n 2
      ludwright arena Gomoku -p "python bot.py" --no-moves --lenient --json arena.json
    """
    from lab.arena.contestants import Terms  # noqa: PLC0415
    from lab.cli.tasks.arena import Wish, run  # noqa: PLC0415

    terms = Terms(tries, seconds, lenient, moves, source)
    fair = run(
        Wish(
            tuple(games or ()), tuple(player or ()), ladder, bred, tuple(like or ()), number, seed,
            opening, terms, results, again, write, jobs, json, choices(option), ruleset,
        )
    )  # fmt: skip
    raise typer.Exit(0 if fair else 2)

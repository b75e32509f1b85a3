"""The command `ludwright`.

What a command needs is imported when it runs, so that `--help` does not wait for it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lab.breeding.command import EvolveCommand, evolve
from lab.breeding.telling.command import report
from lab.polite import PlayersCommand, Polite, choices

if TYPE_CHECKING:
    from interpreter import Game

app = typer.Typer(
    name="ludwright",
    cls=Polite,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GAME_HELP = (
    "A game of the library, the path of a rule file, or a game of a run, as run.db:Golandara."
)
GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP)]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="HEADING=ITEM", help="Choose an option; repeatable."),
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


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"ludwright {version('ludwright')}")
        raise typer.Exit


@app.callback()
def ludwright(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Rule files of board games, compiled and played.

    [bold]Begin with[/bold]

      ludwright list
      ludwright show Yavalath
      ludwright play Yavalath
      ludwright check my-game.lud
    """


@app.command("list")
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
    print(listing(found, colour=_colour()))


@app.command()
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

        print(describe_in_words(found, colour=_colour()))
        return
    if svg is None and after is None and random is None:
        from lab.pages.about import describe  # noqa: PLC0415

        print(describe(found, colour=_colour()))
        return
    from lab.picture import position, show_position  # noqa: PLC0415

    show_position(position(found, after or "", random or 0, seed), svg, size, colour=_colour())


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Rule files or folders.")],
) -> None:
    """All errors and warnings of rule files.

    Each comes with its place, and every item of every option is tried; nothing is played.
    The exit status is 2 if there is an error, 0 if not.

    [bold]Examples[/bold]

      ludwright check my-game.lud
      ludwright check games/
    """
    from lab.checking import check as report  # noqa: PLC0415

    found = report(files)
    for problem in found.problems:
        print(problem)
    print(found)
    raise typer.Exit(2 if found.errors else 0)


@app.command(cls=PlayersCommand)
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
            help="Keep the game in this file; go on with it if it is there.",
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
) -> None:
    """Play a game, move by move to the end.

    Type [bold]help[/bold] during the game for what can be typed: moves, hint, undo, save, quit.

    [bold]Examples[/bold]

      ludwright play Yavalath
      ludwright play Yavalath --seats computer human --seconds 5
      ludwright play Yavalath --option "Players=3 Players"
      ludwright play Hex --option Size=7 --record evening.txt
      ludwright play run.db:Golandara
      ludwright play --record evening.txt
    """
    from lab.session import Wish  # noqa: PLC0415
    from lab.session import play as run  # noqa: PLC0415

    run(Wish(game, tuple(seats or ()), choices(option), ruleset, record, seconds, iterations, seed))


@app.command()
def perft(
    game: GameName,
    depth: Annotated[
        int, typer.Argument(metavar="DEPTH", min=1, max=10_000, help="Number of plies, or turns.")
    ],
    divide: Annotated[
        bool, typer.Option("--divide", help="Count behind every first move.")
    ] = False,
    turns: Annotated[
        bool, typer.Option("--turns", help="Count whole turns: a capture of several is one move.")
    ] = False,
    threads: Threads = 1,
    memory: Memory = 0,
    option: Options = None,
    ruleset: Ruleset = None,
    backend: Backend = "auto",
) -> None:
    """Count the sequences of moves.

    A check of the rules and of their speed. Games that end earlier do not count.
    With memory, positions that are met again are counted once.

    [bold]Examples[/bold]

      ludwright perft Tic-Tac-Toe 5
      ludwright perft Yavalath 2 --divide --option Swap=None
      ludwright perft Yavalath 5 --option Swap=None --threads 2 --memory 256
      ludwright perft Amazons 2 --turns
    """
    from lab.terminal.tables import divide_rows, perft_rows  # noqa: PLC0415

    found = _load(game, option, ruleset, backend)
    if divide and turns:
        raise typer.BadParameter("--divide counts plies; leave out --turns")
    if divide:
        rows = divide_rows(found.start(), depth, threads=threads, memory=memory)
    else:
        rows = perft_rows(found, depth, threads=threads, memory=memory, turns=turns)
    for row in rows:
        print(row, flush=True)


@app.command()
def playouts(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, max=1 << 32, help="How many games.")
    ] = 1000,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Fixes every game.")] = 0,
    threads: Threads = 1,
    option: Options = None,
    ruleset: Ruleset = None,
    backend: Backend = "auto",
) -> None:
    """Random games: who wins how often, how long they last.

    [bold]Examples[/bold]

      ludwright playouts Yavalath
      ludwright playouts Hex -n 10000 --seed 1 --option Size=5
      ludwright playouts Gomoku -n 1000000 --threads 2
    """
    import time  # noqa: PLC0415

    from lab.terminal.progress import progress  # noqa: PLC0415
    from lab.terminal.tables import outcome_rows  # noqa: PLC0415

    found = _load(game, option, ruleset, backend)
    start = time.perf_counter()
    with progress(number) as advance:
        played = found.playouts(number, seed=seed, threads=threads, progress=advance)
    for row in outcome_rows(found, played, time.perf_counter() - start, seed):
        print(row)


@app.command()
def solve(
    game: GameName,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.01, help="Time at most.")
    ] = None,
    memory: Memory = 256,
    option: Options = None,
    ruleset: Ruleset = None,
) -> None:
    """Who wins if nobody errs: small games for two, exactly.

    The exit status is 1 if the game was not solved within the time.

    [bold]Examples[/bold]

      ludwright solve Tic-Tac-Toe
      ludwright solve "Connect Four" --seconds 60 --memory 1024
    """
    from interpreter import LudError  # noqa: PLC0415
    from lab.terminal.tables import solution_rows  # noqa: PLC0415

    loaded = _load(game, option, ruleset, "auto")
    try:
        found = loaded.solve(seconds=seconds, memory=memory)
    except ValueError as error:  # not a game that can be solved
        raise LudError(str(error)) from None
    for row in solution_rows(found):
        print(row)
    raise typer.Exit(1 if found.value is None else 0)


@app.command()
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
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write results as JSON.")
    ] = None,
) -> None:
    """How fast games are, beside other systems.

    Random games, searches, compiling and memory. Games are played with the options under which
    others were measured, such as Go on 9 by 9 points, if nothing else is chosen.

    [bold]Examples[/bold]

      ludwright bench Yavalath Hex
      ludwright bench Go --option Size=19 --seconds 5 --json go.json
      ludwright bench --compile
      ludwright bench --breed
    """
    from lab.bench import run, run_breeding, run_compiling  # noqa: PLC0415
    from lab.speed.timing import Wish  # noqa: PLC0415

    wish = Wish(choices(option), seconds, c, threads)
    if compiling and breeding:
        raise typer.BadParameter("--compile and --breed are measured one at a time")
    (run_breeding if breeding else run_compiling if compiling else run)(games or (), wish, json)


@app.command()
def profile(
    game: GameName,
    option: Options = None,
    ruleset: Ruleset = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.01, help="How long to play random games.")
    ] = 1.0,
) -> None:
    """Where the time of a game goes: loading, by stages, and random play, by what moves need.

    [bold]Examples[/bold]

      ludwright profile Yavalax
      ludwright profile Go --option Size=9 --seconds 5
    """
    from rich.console import Console  # noqa: PLC0415

    from lab.files.find import rules  # noqa: PLC0415
    from lab.profile import report  # noqa: PLC0415

    report(rules(game), choices(option), ruleset, seconds, Console())


@app.command(cls=PlayersCommand)
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
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write results as JSON.")
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FOLDER", help="Keep every game as a record there."),
    ] = None,
    option: Options = None,
    ruleset: Ruleset = None,
) -> None:
    """Players against each other: who is stronger, and how sure that is.

    All play all, and each pairing as many games in each order of seats. Ctrl-C ends the match
    and shows how it stands.

    [bold]Examples[/bold]

      ludwright match Hex --players uct:1000 alphabeta:3 -n 100 --option Size=5
      ludwright match Yavalath --players uct:200 uct:1000 random --jobs 4
      ludwright match Yavalath --players uct:0.1s my_player.py:Centre --record games/
    """
    from lab.tournament import Wish, run  # noqa: PLC0415

    chosen = choices(option)
    who = tuple(players)
    fair = run(Wish(game, who, number, chosen, ruleset, seed, jobs, opening, json, record))
    raise typer.Exit(0 if fair else 2)


@app.command()
def measure(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...", help="Games of the library, paths of rule files, or games of runs."
        ),
    ] = None,
    number: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="Games of self-play; 100.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, help="Random games for a move; 1000.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", "-s", min=0, help="Fixes every figure.")] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=1, help="How many games are played at once.")
    ] = 1,
    quick: Annotated[bool, typer.Option("--quick", help="A look: fewer and weaker games.")] = False,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="For a verdict: more and stronger games.")
    ] = False,
    plies: Annotated[
        int | None,
        typer.Option("--plies", min=1, max=10_000, help="Break games off after so many moves."),
    ] = None,
    criteria: Annotated[
        list[str] | None,
        typer.Option("--criteria", "-c", metavar="NAME", help="Only these, or a family."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--list", help="Say what can be measured, and stop.")
    ] = False,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write results as JSON.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a report with plots.")
    ] = None,
    option: Options = None,
    ruleset: Ruleset = None,
) -> None:
    """How good a game is: figures from games that the computer plays against itself.

    Does it end, is it fair, is the outcome open for long, does thinking pay? Every figure has the
    interval in which the true one lies at 95 %. Two summaries rank several games: quality, from 0
    to 1, and predicted, a weighted sum. The same seed gives the same figures, whatever the jobs.

    [bold]Examples[/bold]

      ludwright measure Yavalath
      ludwright measure Yavalath Hex Tic-Tac-Toe --quick --jobs 2
      ludwright measure my-game.lud --thorough --jobs 4 --html report.html
      ludwright measure Hex --option Size=5 --criteria balance,drama,depth
      ludwright measure Yavalath Gomoku --criteria summaries --json found.json
      ludwright measure --list
    """
    from lab.measuring.command import Wish, run, tell_criteria  # noqa: PLC0415

    if every:
        tell_criteria()
        return
    if quick and thorough:
        raise typer.BadParameter("--quick and --thorough are two plans; leave one out")
    preset = "quick" if quick else "thorough" if thorough else ""
    wish = (tuple(games or ()), choices(option), ruleset, preset, number, iterations, plies)
    run(Wish(*wish, seed, jobs, tuple(criteria or ()), json, html))


@app.command()
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
    from lab.session import replay as run  # noqa: PLC0415

    run(file, boards=boards)


app.command(cls=EvolveCommand)(evolve)
app.command()(report)


def _load(game: str, option: list[str] | None, ruleset: str | None, backend: str) -> Game:
    from interpreter import LudError, load  # noqa: PLC0415
    from lab.files.find import rules  # noqa: PLC0415

    try:
        return load(rules(game), choices(option), ruleset, backend)
    except ValueError as error:
        raise LudError(str(error)) from None


def _colour() -> bool:
    from lab.terminal.screen import coloured  # noqa: PLC0415

    return coloured(sys.stdout)


def main() -> None:
    """Run the command; what the terminal cannot show is replaced, not an error."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    app()

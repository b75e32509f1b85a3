"""The commands that count: `ludwright perft`, `ludwright playouts` and `ludwright solve`.

What they need is imported when they run, so that `--help` does not wait for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from lab.cli.options import (
    Backend,
    Fen,
    GameName,
    Json,
    Memory,
    Options,
    Position,
    Ruleset,
    Threads,
    first_position,
    load_game,
)

if TYPE_CHECKING:
    from interpreter.play.game import State


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
    position: Position = None,
    fen: Fen = None,
    option: Options = None,
    ruleset: Ruleset = None,
    backend: Backend = "auto",
    json: Json = None,
) -> None:
    """Count the sequences of moves.

    A check of the rules and of their speed. Games that end earlier do not count.
    With memory, positions that are met again are counted once.

    [bold]Examples[/bold]

      ludwright perft Tic-Tac-Toe 5
      ludwright perft Yavalath 2 --divide --option Swap=None
      ludwright perft Yavalath 5 --option Swap=None --threads 2 --memory 256
      ludwright perft Amazons 2 --turns
      ludwright perft Chess 4 --turns --fen "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
    """
    from lab.cli.told import tell_made  # noqa: PLC0415
    from lab.terminal.tables import divide_rows, perft_rows  # noqa: PLC0415

    found = load_game(game, option, ruleset, backend)
    state = first_position(found, position, fen)
    if divide and turns:
        raise typer.BadParameter("--divide counts plies; leave out --turns")
    how = {"turns": turns, "threads": threads, "memory": memory, "divide": divide}
    if not tell_made(lambda making: making.perft(state, depth, **how), json):
        return
    if divide:
        rows = divide_rows(state, depth, threads=threads, memory=memory)
    else:
        rows = perft_rows(state, depth, threads=threads, memory=memory, turns=turns)
    for row in rows:
        print(row, flush=True)


def playouts(
    game: GameName,
    number: Annotated[
        int, typer.Option("--number", "-n", min=1, max=1 << 32, help="How many games.")
    ] = 1000,
    seed: Annotated[int, typer.Option("--seed", "-s", help="Fixes every game.")] = 0,
    threads: Threads = 1,
    position: Position = None,
    fen: Fen = None,
    option: Options = None,
    ruleset: Ruleset = None,
    backend: Backend = "auto",
    json: Json = None,
) -> None:
    """Random games: who wins how often, how long they last.

    [bold]Examples[/bold]

      ludwright playouts Yavalath
      ludwright playouts Hex -n 10000 --seed 1 --option Size=5
      ludwright playouts Gomoku -n 1000000 --threads 2
      ludwright playouts Tic-Tac-Toe --position "b2 Nought; mover 2"
    """
    import time  # noqa: PLC0415

    from lab.cli.told import tell_made  # noqa: PLC0415
    from lab.terminal.progress import progress  # noqa: PLC0415
    from lab.terminal.tables import outcome_rows  # noqa: PLC0415

    found = load_game(game, option, ruleset, backend)
    begun = None if position is None and fen is None else first_position(found, position, fen, seed)
    before = time.perf_counter()
    found.playouts(1, seed=seed, state=begun)
    start = time.perf_counter()
    with progress(number) as advance:
        played = found.playouts(number, seed=seed, threads=threads, progress=advance, state=begun)
    spent = time.perf_counter() - start
    told = found, played, spent, seed, start - before
    if not tell_made(lambda making: making.outcomes(*told), json):
        return
    for row in outcome_rows(*told):
        print(row)


def solve(
    game: GameName,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0.01, help="Time at most.")
    ] = None,
    memory: Memory = 256,
    limit: Annotated[
        int, typer.Option("--limit", min=0, help="Solutions of a puzzle at most; 0 for all.")
    ] = 2,
    position: Position = None,
    fen: Fen = None,
    option: Options = None,
    ruleset: Ruleset = None,
    json: Json = None,
) -> None:
    """Who wins if nobody errs: small games for two, exactly; with chance, what is expected.

    Of a deduction puzzle: its solution, whether it is the only one, and how hard it is to find.

    The exit status is 1 if the game was not solved within the time, or the puzzle has no solution.

    [bold]Examples[/bold]

      ludwright solve Tic-Tac-Toe
      ludwright solve Kalah --option Holes=4 --option Seeds=3
      ludwright solve "Connect Four" --seconds 60 --memory 1024
      ludwright solve "Snakes and Ladders"
      ludwright solve Sudoku
      ludwright solve "N Queens" --limit 0
      ludwright solve Tic-Tac-Toe --position "b2 Nought, a1 Cross; mover 1"
    """
    from interpreter import LudError  # noqa: PLC0415
    from lab.checks.reach import reach  # noqa: PLC0415
    from lab.cli.told import tell_made  # noqa: PLC0415
    from lab.terminal.progress import tally  # noqa: PLC0415
    from lab.terminal.tables import solution_rows  # noqa: PLC0415

    chosen = load_game(game, option, ruleset, "auto")
    try:
        state = first_position(chosen, position, fen)
        if chosen.program.puzzle is not None:
            _solve_puzzle(state, limit, seconds, json)
        if not chosen.draws and chosen.players == 2:
            size = reach(chosen, state)
            if size.hopeless:
                typer.echo(size, err=True)
        with tally("positions") as count:
            found = chosen.solve(state, seconds=seconds, memory=memory, progress=count)
    except ValueError as error:  # not a game that can be solved
        raise LudError(str(error)) from None
    if tell_made(lambda making: making.solved(chosen, found), json):
        for row in solution_rows(found):
            print(row)
    raise typer.Exit(1 if found.value is None else 0)


def _solve_puzzle(state: State, limit: int, seconds: float | None, json: Path | None) -> NoReturn:
    """Print what is known of the solutions of a puzzle."""
    from lab.cli.told import tell_made  # noqa: PLC0415
    from lab.terminal.puzzles import solved_rows  # noqa: PLC0415

    found = state.game.solutions(state, limit=limit, seconds=seconds)
    if tell_made(lambda making: making.solved_puzzle(state, found), json):
        for row in solved_rows(state, found):
            print(row)
    raise typer.Exit(0 if found.solutions else 1)

"""A position that was asked for on the command line: how it comes about, and how it is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from interpreter import Game, LudError, State
from interpreter.show.plaintext import draw, draw_numbers

STANDARD = Path("-")
"""The file that stands for standard output."""
WRITERS = {"position": State.text, "fen": State.fen}
"""How positions are written."""


def show_text(state: State, how: str) -> None:
    """Print a position as a text that can be read back.

    Args:
        how: `position` or `fen`

    Raises:
        LudError: another word, or a position that has no such text
    """
    if how not in WRITERS:
        raise LudError(f"{how} is no kind of text", None, f"known: {', '.join(WRITERS)}")
    try:
        print(WRITERS[how](state))
    except ValueError as error:
        raise LudError(str(error)) from None


def show_planes(game: Game) -> None:
    """Print what learners see of a game: the shape of its planes, what each shows, and actions."""
    planes = game.planes
    print(f"{game.name}: {' x '.join(map(str, planes.shape))} planes of bytes, {_actions(game)}")
    for number, name in enumerate(planes.names):
        print(f"{number:4}  {name}")


def _actions(game: Game) -> str:
    try:
        return f"{game.actions.size} actions"
    except ValueError as error:
        return str(error)


def show_numbers(state: State, path: Path | None, size: int, *, colour: bool = False) -> None:
    """Print the board with the numbers of its sites, or write a picture of it.

    Args:
        path: where the picture goes; standard output if it is `-`, no picture without one
        size: pixels of the picture's longer side
        colour: with ANSI colours, if it is printed
    """
    if path is None:
        print(draw_numbers(state, colour=colour))
    else:
        _write(state.svg(size=size, numbers=True), path)


def _write(picture: str, path: Path) -> None:
    if path == STANDARD:
        sys.stdout.write(picture)
    else:
        path.write_text(picture, encoding="utf-8")


def show_position(state: State, path: Path | None, size: int, *, colour: bool = False) -> None:
    """Print a position, or write its picture.

    Args:
        path: where the picture goes; standard output if it is `-`, no picture without one
        size: pixels of the picture's longer side
        colour: with ANSI colours, if it is printed
    """
    if path is None:
        sys.stdout.write(f"{draw(state, colour=colour)}\n")
    else:
        _write(state.svg(size=size), path)


def show_reason(state: State, move: str | None, say: Callable[[str], object] = print) -> None:
    """Say why a move is not legal; without one, what gives the legal moves or ended the game."""
    told = state.why() if move is None else state.why_not(move)
    for one in told if isinstance(told, list) else [told]:
        say(str(one))

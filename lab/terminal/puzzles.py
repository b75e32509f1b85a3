"""What is told of the solutions of a puzzle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from interpreter.play.puzzles.narrowing import Deduction

if TYPE_CHECKING:
    from interpreter.play.game import State
    from interpreter.play.puzzles.solving import Difficulty, Found


def solved_rows(state: State, found: Found) -> Iterator[str]:
    """The first solution of a puzzle, how many there are, and how hard it is."""
    if found.solutions:
        yield from value_rows(state, found.solutions[0])
        yield ""
    yield _count(found)
    if found.unique:
        yield from difficulty_rows(state.game.difficulty(state))
    yield f"{found.tried:,} values tried in {found.seconds:.2f} s"


def _count(found: Found) -> str:
    count = len(found.solutions)
    if found.complete:
        if not count:
            return "there is no solution"
        return "this is the only solution" if count == 1 else f"there are {count:,} solutions"
    if not count:
        return "no solution was found in the time"
    return f"there are {count:,} solutions or more" if count > 1 else "there may be others"


def value_rows(state: State, values: Mapping[int, int]) -> Iterator[str]:
    """The values of a solution, laid out as the sites are."""
    board = state.game.board
    width = max(len(str(value)) for value in values.values())
    places = {(board.rows[site], board.columns[site]): str(value)
              for site, value in values.items()}  # fmt: skip
    columns = range(max(board.columns) + 1)
    for row in range(max(board.rows), -1, -1):
        cells = (places.get((row, column), "").rjust(width) for column in columns)
        yield ("  " + " ".join(cells)).rstrip()


def difficulty_rows(found: Difficulty) -> Iterator[str]:
    """How hard a puzzle is."""
    yield f"difficulty {found.score:,}: {found.hardest.words}"
    for way in Deduction:
        if found.needed.get(way):
            yield f"  {found.needed[way]:>5,}  {way.words}"

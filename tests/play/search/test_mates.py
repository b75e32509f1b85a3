"""Mates in two and three moves, which the search has to find where they are, and no sooner.

`mates.txt` holds the problems; it says what a row is.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import pytest

from helpers.backends import needs_native
from helpers.paths import TESTS
from interpreter import Game, State, load

FILE = TESTS / "play" / "search" / "mates.txt"
WIN = 1.0


@dataclass(frozen=True)
class Problem:
    """A position, in how many moves and plies there is mate, and how it begins."""

    moves: int
    plies: int
    key: str
    fen: str


def problems() -> list[Problem]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if not line.startswith("#")]
    return [Problem(int(moves), int(plies), key, fen) for moves, plies, key, fen in rows]


@functools.cache
def chess() -> Game:
    return load("Chess")


def proven(state: State, plies: int) -> float | None:
    """What a position is worth to its mover if that is certain within so many plies."""
    found = state.game.alphabeta(state, depth=plies)
    return found.value if found.proven else None


def test_there_are_fifty_problems() -> None:
    found = problems()
    assert len({one.fen for one in found}) == len(found) >= 50
    assert {one.moves for one in found} == {2, 3}


@pytest.mark.slow
@needs_native
@pytest.mark.alike
@pytest.mark.parametrize("problem", problems(), ids=lambda one: f"{one.key}-{one.fen.split()[0]}")
def test_mate_is_found(problem: Problem) -> None:
    game = chess()
    state = game.position(fen=problem.fen)
    assert proven(state, problem.plies - 1) != WIN
    found = game.alphabeta(state, depth=problem.plies)
    assert found.proven
    assert found.value == WIN
    assert state.algebraic(found.best) == problem.key
    assert moves_of(state, problem) == problem.moves
    # Whatever the other does, and looked at anew.
    after = state.after(found.best)
    for reply in after.moves():
        assert proven(after.after(reply), problem.plies - 2) == WIN


def moves_of(state: State, problem: Problem) -> int:
    """How many turns of the one who mates the line that was found has."""
    turns, mover, before = 0, state.mover, 0
    for move in state.game.alphabeta(state, depth=problem.plies).principal:
        turns += state.mover == mover != before
        before, state = state.mover, state.after(move)
    assert state.over
    assert state.ranking[mover - 1] == 1
    return turns


@needs_native
def test_no_mate_is_seen_where_the_king_has_a_way_out() -> None:
    # Morphy's problem without the pawn that guards a7 and c7.
    state = chess().position(fen="kbK5/pp6/8/8/8/8/8/R7 w - - 0 1")
    assert proven(state, 3) != WIN

"""The plain program is the definition: what shortcuts compile has to play the same games."""

from __future__ import annotations

from random import Random

import pytest

from helpers.backends import needs_native
from helpers.marks import each_game
from helpers.twins import grown, size
from interpreter import Game, Move, State, load
from interpreter.text.errors import LudError

PLIES, GAMES = 40, 2
MOST_INSTRUCTIONS = 6000


def alike(plain: Game, other: Game, seed: int, plies: int) -> None:
    """See that positions and moves are the same along a random game."""
    random = Random(seed)
    states = plain.start(seed), other.start(seed)
    for _ in range(plies + 1):
        assert shown(states[0]) == shown(states[1])
        moves = [sorted(state.moves(), key=told) for state in states]
        assert list(map(told, moves[0])) == list(map(told, moves[1]))
        if not moves[0]:
            return
        number = random.randrange(len(moves[0]))
        states = states[0].after(moves[0][number]), states[1].after(moves[1][number])


def told(move: Move) -> tuple[int, int, str]:
    return move.from_site, move.to_site, move.name


def shown(state: State) -> tuple[object, ...]:
    return (
        state.plies, state.position(), state.over, state.mover, state.next, state.swapped,
        state.last_to, state.ranking, state.scores,
    )  # fmt: skip


@pytest.mark.parametrize("name", each_game(long=True, few=True))
def test_games_of_the_library(name: str) -> None:
    plain = load(name, backend="python", plain=True)
    for seed in range(GAMES):
        alike(plain, load(name, backend="python"), seed, PLIES)


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("name", each_game(long=True))
def test_games_of_the_library_as_native_code(name: str) -> None:
    """To the end of a game, as native code: the plain program is slow in Python."""
    alike(load(name, backend="llvm", plain=True), load(name, backend="llvm"), 7, 500)


def try_grown(seed: int) -> bool:
    """Compare what a grown game compiles to; whether there was one."""
    rules = grown(seed)
    if rules is None:
        return False
    games: list[Game] = []
    refused: list[bool] = []
    for plain in (False, True):
        try:
            games.append(load(rules, backend="python", plain=plain))
        except LudError:
            refused.append(plain)
    assert len(refused) in (0, 2), f"seed {seed}: refused where plain is {refused}\n{rules}"
    if refused or size(games[0]) > MOST_INSTRUCTIONS:
        return False
    try:
        alike(games[1], games[0], seed, 12)
    except AssertionError as error:
        raise AssertionError(f"seed {seed}: {error}\n{rules}") from error
    return True


TOGETHER = 10


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 100, TOGETHER))
def test_grown_games(first: int) -> None:
    assert sum(map(try_grown, range(first, first + TOGETHER))) > TOGETHER // 3


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(100, 10_000, 5 * TOGETHER))
def test_many_grown_games(first: int) -> None:
    assert sum(map(try_grown, range(first, first + 5 * TOGETHER))) > TOGETHER


def test_a_difference_is_found() -> None:
    with pytest.raises(AssertionError):
        alike(load("Tic-Tac-Toe", backend="python", plain=True), load("Notakto"), 1, PLIES)

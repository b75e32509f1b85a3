"""The plain program is the definition: what passes make of it has to play the same games.

Positions, results and the order of the moves are the same, ply for ply, and so is every random
game of a seed.
"""

from __future__ import annotations

import pytest

from helpers.backends import needs_native
from helpers.marks import each_game
from helpers.twins import compare, grown, mutated, size
from interpreter import Game, load
from interpreter.rules.parts.box import Box
from interpreter.targets.llvm.lists.held import MOST_BUNDLES
from interpreter.text.errors import LudError

MOST_INSTRUCTIONS = 6000
# Sites times plies of random games that the plain program plays in Python.
MOST_PLAYED = 10_000
# What plays every turn to its end to find the longest, and how many moves it may have for that.
LONGEST, MOST_TRIED = "(max ", 20


@pytest.mark.parametrize("name", each_game(long=True, few=True))
def test_games_of_the_library(name: str) -> None:
    plain = load(name, backend="python", plain=True)
    compare(plain, load(name, backend="python"), seed=1, games=2, plies=40, most=MOST_PLAYED)


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("name", each_game(long=True))
def test_games_of_the_library_as_native_code(name: str) -> None:
    """To the end of many games, as native code: the plain program is slow in Python."""
    plain = load(name, backend="llvm", plain=True)
    compare(plain, load(name, backend="llvm"), seed=7, games=20, plies=500)


def try_grown(seed: int, backend: str) -> bool:
    """Compare what a grown game compiles to; whether there was one."""
    rules = grown(seed)
    if rules is None:
        return False
    games: list[Game] = []
    refused: list[bool] = []
    for plain in (True, False):
        try:
            games.append(load(rules, backend="python" if plain else backend, plain=plain))
        except LudError:
            refused.append(plain)
    assert len(refused) in (0, 2), f"seed {seed}: refused where plain is {refused}\n{rules}"
    if refused or size(games[0]) > MOST_INSTRUCTIONS:
        return False
    moves = len(games[0].start().moves())
    if moves > MOST_BUNDLES // 2 or (LONGEST in rules and moves > MOST_TRIED):
        return False
    try:
        compare(*games, seed=seed, games=2, plies=12, most=MOST_PLAYED)
    except OverflowError:  # more moves than native code has room for, as it says
        return False
    except AssertionError as error:
        raise AssertionError(f"seed {seed}: {error}\n{rules}") from error
    return True


TOGETHER = 10


@pytest.mark.alike(2)
@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 100, TOGETHER))
def test_grown_games(first: int, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    assert sum(try_grown(seed, backend) for seed in range(first, first + TOGETHER)) > TOGETHER // 3


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(100, 10_000, 5 * TOGETHER))
def test_many_grown_games(first: int, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    assert sum(try_grown(seed, backend) for seed in range(first, first + 5 * TOGETHER)) > TOGETHER


def try_mutant(seed: int, backend: str) -> bool:
    """Compare what a mutant of a game of the library compiles to; whether there was one."""
    rules = mutated(seed)
    try:
        one = load(rules, backend="python", plain=True) if rules is not None else None
    except LudError:
        return False
    if rules is None or one is None or size(one) > MOST_INSTRUCTIONS:
        return False
    try:
        compare(one, load(rules, backend=backend), seed=seed, games=1, plies=8, most=MOST_PLAYED)
    except OverflowError:  # more moves than native code has room for, as it says
        return False
    except AssertionError as error:
        raise AssertionError(f"seed {seed}: {error}\n{rules}") from error
    return True


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 20, TOGETHER))
def test_mutants(first: int, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    assert sum(try_mutant(seed, backend) for seed in range(first, first + TOGETHER)) > TOGETHER // 3


@pytest.mark.thorough
@pytest.mark.parametrize("first", range(20, 1_000, 2 * TOGETHER))
def test_many_mutants(first: int, backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    made = sum(try_mutant(seed, backend) for seed in range(first, first + 2 * TOGETHER))
    assert made > TOGETHER // 2


def test_a_number_that_nobody_looks_at_is_drawn() -> None:
    rules = """(game "Draws" (players 2)
        (equipment { (board (square 3)) (piece "Disc" Each) })
        (rules (play (move Add (to (sites Empty))))
            (end { (if (or (is Mover P1) (= 1 (value Random (range 0 1)))))
                (if (is Line 3) (result Mover Win)) })))"""
    plain = load(rules, backend="python", plain=True)
    compare(plain, load(rules, backend="python"), seed=2, games=20, plies=9)


LACKING = """(game "Lacking" (players 2)
    (equipment { (board (hex Triangle 13)) (piece "Stone" P1) })
    (rules (play (move Add (to (sites Empty))))
        (end (if (is Connected 3 Sides) (result Mover Win)))))"""


def test_a_player_whose_number_no_piece_has_adds_nothing(backend: str) -> None:
    state = load(LACKING, backend=backend).start()
    for _ in range(2):
        state = state.after(state.moves()[0])
    assert (len(state.moves()), sum(state.contents)) == (90, 1)


def test_a_piece_of_a_kind_that_is_not_there_stands_nowhere(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules lay none; what the program says of it is kept by what makes it faster."""
    monkeypatch.setenv("LUDWRIGHT_CACHE", "off")
    monkeypatch.setattr(Box, "lacking", ())
    plain = load(LACKING, backend="python", plain=True)
    compare(plain, load(LACKING, backend=backend), seed=2, games=20, plies=9)


def test_moves_that_come_again_and_again_are_listed_way_by_way() -> None:
    rules = """(game "Twice" (players 2)
        (equipment { (board (square 3)) (piece "Disc" Each) })
        (rules (start (place "Disc1" 0))
            (play (forEach (results from:0 to:(sites { 1 2 }) 1)
                (move Leap {{F R}} (to 4 if:True))))
            (end (if (is Full) (result Mover Win)))))"""
    plain = load(rules, backend="python", plain=True)
    names = [str(move) for move in plain.start().moves()]
    assert names == ["a1-a2", "a1-a2/2", "a1-b1", "a1-b1/2"]
    compare(plain, load(rules, backend="python"), seed=2, games=2, plies=4)


def test_where_moves_of_either_player_come_from() -> None:
    """Each player's hops go their own ways; asked where from, ways are not mixed up."""
    text = """(game "Starts" (players { (player N) (player S) })
        (equipment { (board (square 5)) (piece "Man" Each) })
        (rules
            (start { (place "Man1" { "B3" "D3" }) (place "Man2" { "C4" "A5" }) })
            (play (move Remove (sites From (forEach Piece "Man"
                (move Hop (from) (directions { FR FL })
                    (between if:(is Enemy (who at:(between))) (apply (remove (between))))
                    (to if:(is Empty (to))))))))
            (end (if (no Moves Next) (result Mover Win)))))"""
    for plain in (True, False):
        state = load(text, backend="python", plain=plain).start()
        assert [str(move) for move in state.moves()] == ["b3", "d3"]
        assert [str(move) for move in state.after("b3").moves()] == ["c4"]


def test_a_difference_is_found() -> None:
    with pytest.raises(AssertionError):
        compare(load("Tic-Tac-Toe", backend="python", plain=True), load("Notakto"), seed=1)


HOP = """(move Hop Diagonal
    (between before:3 after:3 if:(is Enemy (who at:(between))) (apply (remove (between))))
    (to if:(is Empty (to)))
)"""
STEP = "(move Step Forward (to if:(is Empty (to))))"


@pytest.mark.parametrize(
    "first",
    [STEP, f"(do {STEP} ifAfterwards:(> (count Pieces Mover) 2))", HOP.replace("Diagonal", "NE")],
)
def test_moves_behind_which_others_come_carry_their_way(first: str, backend: str) -> None:
    """Of each piece the first moves that there are: the second kind is listed way by way."""
    rules = f"""(game "First" (players 2)
        (equipment {{ (board (square 6)) (piece "Man" P1 N) (piece "Man" P2 S) }})
        (rules
            (start {{ (place "Man1" (sites Bottom)) (place "Man2" (sites Row 2)) }})
            (play (forEach Piece (priority {{ {first} {HOP} }})))
            (end (if (no Moves Next) (result Mover Win)))
        )
    )"""
    plain = load(rules, backend="python", plain=True)
    compare(plain, load(rules, backend=backend), seed=3, games=4, plies=24)

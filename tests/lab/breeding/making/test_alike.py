"""Two rule files are one game if they offer the same moves and end alike, whatever side is up."""

from __future__ import annotations

import pytest

from interpreter import Game, load
from lab.breeding.making.alike import distinct, plays_alike, same_game

RULES = """(game "T" (players 2) (equipment {{(board {board}) (piece "{piece}" Each)}})
    (rules (play {play}) (end {end})))"""
ADD = "(move Add (to (sites Empty)))"
WIN = "(if (is Line 4) (result Mover Win))"


def game(board: str = "(square 6)", piece: str = "Disc", play: str = ADD, end: str = WIN) -> Game:
    return load(RULES.format(board=board, piece=piece, play=play, end=end))


def test_names_and_the_order_of_moves_do_not_matter() -> None:
    low, high = (f"(move Add (to (intersection (sites Empty) (sites {one}))))"
                 for one in ("Top", "Bottom"))  # fmt: skip
    one, other = game(play=f"(or {low} {high})"), game(piece="Stone", play=f"(or {high} {low})")
    assert same_game(one, other)


def test_a_game_turned_round_is_the_same_game() -> None:
    top, right = (
        game(play=f"(or (move Add (to (intersection (sites Empty) (sites {side})))) (move Pass))")
        for side in ("Top", "Right")
    )
    assert not plays_alike(top, right)
    assert same_game(top, right)


@pytest.mark.parametrize(
    "other",
    [
        {"board": "(square 7)"},
        {"end": "(if (is Line 5) (result Mover Win))"},
        {"end": "(if (is Line 4) (result Mover Loss))"},
        {"play": "(move Add (to (intersection (sites Empty) (sites Outer))))"},
    ],
    ids=["board", "number", "result", "moves"],
)
def test_other_games_are_not(other: dict[str, str]) -> None:
    assert not same_game(game(), game(**other))


def test_the_same_move_counts_once() -> None:
    twice = game(play=f"(or {ADD} {ADD})")
    assert len(twice.start().moves()) == 72
    assert distinct(twice, twice.start()) == 36

"""What lasts as long as a game goes on is no part of its state; what is drawn by lot is."""

from __future__ import annotations

import pytest

from helpers.twins import compare
from interpreter import Game, load
from lab.speed.timing import state_bytes

GAME = """(game "Home" (players 2)
    (equipment {{ (board (square 4)) (piece "Man" Each (move Step Adjacent (to if:{where}))) }})
    (rules
        (start {start})
        (play (forEach Piece))
        (end (if (>= (count Moves) 30) (result Mover Draw)))))"""
KNOWN = '{ (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) }'
BY_LOT = '(place Random {"Man1" "Man2"} count:3)'
# Nobody comes back to where pieces of his kind stood at first.
WHERE = "(and (is Empty (to)) (not (is In (to) (sites Start (piece (what at:(from)))))))"


def home(start: str, *passes: str) -> Game:
    return load(GAME.format(start=start, where=WHERE), backend="python", passes=passes or None)


@pytest.mark.parametrize(("start", "kept"), [(KNOWN, False), (BY_LOT, True)])
def test_where_pieces_stood_at_first_is_kept_where_lots_are_drawn(start: str, kept: bool) -> None:
    game = home(start)
    assert ("starting" in {field.name for field in game.program.fields}) is kept
    plain = load(GAME.format(start=start, where=WHERE), plain=True)
    assert "starting" in {field.name for field in plain.program.fields}
    compare(plain, game, seed=5, games=4, plies=30)


@pytest.mark.slow
def test_a_state_of_chess_has_less_than_400_bytes() -> None:
    assert state_bytes(load("Chess").start()) < 400


def test_a_state_of_yavalath_has_less_than_64_bytes() -> None:
    assert state_bytes(load("Yavalath").start()) < 64

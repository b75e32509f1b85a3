"""Moves as people hold them: each is made once, and the names of a position's moves differ."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.play import move
from interpreter.play.move import Move, told_apart

HOPS = """(game "Hops" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) (piece "King" Each) })
    (rules (start (place "Disc1" 0))
        (play (or (move Add (piece "Disc1") (to (sites Empty)))
            (move Add (piece "King1") (to (sites Empty)))))
        (end (if (is Full) (result Mover Win)))))"""


def test_a_move_is_made_once() -> None:
    game = load("Tic-Tac-Toe")
    first, again = game.start().moves(), game.start().moves()
    assert all(one is other for one, other in zip(first, again, strict=True))
    later = game.start().after("a1").moves()
    assert later[0].name == first[1].name == "b1"
    assert (first[1].mover, later[0].mover) == (1, 2)


def test_no_more_are_kept_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move, "MOST_MET", 4)
    game = load("Tic-Tac-Toe")
    for _ in range(2):
        assert [one.name for one in game.start().moves()] == [
            "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"
        ]  # fmt: skip
        assert len(game.met_moves(1)) <= 4


def test_moves_of_one_name_are_told_apart() -> None:
    names = [one.name for one in load(HOPS).start().moves()]
    assert len(names) == len(set(names)) == 16
    moves = [Move(number, 0, 0, 1, "a1") for number in range(3)]
    assert [one.name for one in told_apart(moves)] == ["a1", "a1/2", "a1/3"]
    assert [one.packed for one in told_apart(moves)] == [0, 1, 2]
    assert [one.name for one in moves] == ["a1"] * 3


def test_a_move_of_another_position_is_refused() -> None:
    state = load("Tic-Tac-Toe").start()
    taken = state.move("b2")
    with pytest.raises(ValueError, match="b2 is not a legal move"):
        state.after(taken).after(taken)

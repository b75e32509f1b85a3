"""Moves that end the turn for sure are measured without being made: the same are the longest."""

from __future__ import annotations

import pytest

from interpreter import Game, load
from interpreter.ir.program import Callee, walk
from lab.checks import side_by_side

# How long a turn is hangs on what is asked behind every move.
TURNS = """(game "Turns" (players 2)
    (equipment { (board (square 3)) (piece "Man" Each) (dice d:3 num:2) })
    (rules
        (start { (place "Man1" {0 1}) (place "Man2" {8 6}) })
        (play FIRST(max Moves (forEach Piece
            (move (from) (to (sites Around (from) Orthogonal) if:(is Empty (to)))
                (then THEN))))CLOSE)
        (end (if (> (count Moves) 16) (result Mover Draw)))))"""
KNOWN = [
    "(if (< (count MovesThisTurn) 2) (moveAgain))",
    "(if (and (< (count MovesThisTurn) 3) (is Empty 4)) (moveAgain))",
    "(if (and (not (is Occupied 4)) (not (> (count MovesThisTurn) 1))) (moveAgain))",
    "(if (not (or (is Occupied 4) (> (count MovesThisTurn) 1))) (moveAgain))",
    "(if (is Empty 4) (if (< (count MovesThisTurn) 2) (moveAgain)))",
    '(if (is Empty 4) (set Var "Other" 1) (if (< (count MovesThisTurn) 2) (moveAgain)))',
    '(and (set Var "Odd" (% (+ (count Moves) 1) 2)) (if (= (var "Odd") 1) (moveAgain)))',
    '(and (if (= (last To) 4) (set Var "Corner" 1)) '
    '(if (and (< (count MovesThisTurn) 3) (= (var "Corner") 1)) (moveAgain)))',
    "(and (set Value Mover (count MovesThisTurn)) "
    "(if (and (< (value Player Mover) 2) (is Empty (last From))) (moveAgain)))",
    "(if (and (< (count MovesThisTurn) 2) (can Move (forEach Piece "
    "(move Step (to if:(is Empty (to))))))) (moveAgain))",
    "(if (and (< (count MovesThisTurn) 3) (= 1 (value Random (range 0 1)))) (moveAgain))",
]
# Nothing that is known keeps the turn from going on.
UNKNOWN = [
    "(if (is Empty 4) (moveAgain))",
    "(if (or (is Empty 4) (< (count MovesThisTurn) 1)) (moveAgain))",
]
PLIES = 10
ROLLED = "(do (if (not (is Prev Mover)) (roll)) next:"
LESS = "(if (< (count MovesThisTurn) (face 9)) (moveAgain))"


def game(then: str, first: str = "", *, passes: tuple[str, ...] | None = ()) -> Game:
    close = ")" if first else ""
    text = TURNS.replace("THEN", then).replace("FIRST", first).replace("CLOSE", close)
    return load(text, backend="python", passes=passes)


def asks_first(found: Game) -> bool:
    """Whether it is asked of a move if the turn can go on behind it before it is made."""
    (measure,) = (one for one in found.program.functions if one.name == "length")
    called = [one.attribute.function.name for one in walk(measure.body)
              if isinstance(one.attribute, Callee)]  # fmt: skip
    return "goes_on" in called


@pytest.mark.parametrize("then", KNOWN)
@pytest.mark.parametrize("first", ["", ROLLED])
def test_the_same_moves_are_the_longest(then: str, first: str) -> None:
    plain, fast = game(then, first), game(then, first, passes=None)
    assert asks_first(fast)
    assert not asks_first(plain)
    side_by_side.walk((plain, fast), 1, PLIES)
    assert not asks_first(game(then, first, passes=("-turns",)))


@pytest.mark.parametrize("then", UNKNOWN)
def test_where_nothing_is_known_every_move_is_made(then: str) -> None:
    assert not asks_first(game(then, passes=None))


def test_what_has_fallen_is_known() -> None:
    plain, fast = game(LESS, ROLLED), game(LESS, ROLLED, passes=None)
    assert asks_first(fast)
    side_by_side.walk((plain, fast), 3, PLIES)

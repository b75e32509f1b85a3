"""Loops over ways of which one counts go that way at once; games stay what they are."""

from __future__ import annotations

import pytest

from helpers.twins import compare
from interpreter import Game, load
from interpreter.ir.program import walk

GAME = """(game "On" (players 2)
    (equipment {{ (board ({board})) (piece "Man" Each) }})
    (rules
        (start {{ (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) }})
        (play (if (is Even (count Moves))
            (forEach Piece (or
                (move Step (to if:(not (is Friend (who at:(to))))))
                (move Hop (between if:(is Occupied (between))) (to if:(is Empty (to)))
                    (then (if (can Move {then}) (moveAgain))))))
            (or {play} (move Pass))))
        (end (if (no Moves Next) (result Mover Win)))))"""
HOP = """(move Hop (from (last To)) {}
    (between if:(is Occupied (between)) (apply (remove (between)))) (to if:(is Empty (to))))"""


def played(board: str, play: str, *passes: str) -> Game:
    text = GAME.format(board=board, play=play, then=HOP.format("SameDirection"))
    return load(text, backend="python", passes=passes)


def loops(game: Game) -> int:
    """How many loops over ways there are in what lists moves."""
    steps = walk(game.program.function("generate").body)
    return sum(one.name == "loop" and one.operands[0].constant in (4, 6, 8) for one in steps)


@pytest.mark.alike(2)
@pytest.mark.parametrize("board", ["square 4", "hex 3"])
@pytest.mark.parametrize(
    ("ways", "fewer"),
    [
        ("SameDirection", 1),
        ("OppositeDirection", 1),
        # Both may count, or several.
        ("(directions {SameDirection OppositeDirection})", 0),
        ("Forwards", 0),
        ("Orthogonal", 0),
    ],
)
def test_loops_of_one_round_are_none(board: str, ways: str, fewer: int) -> None:
    plain, pinned = (played(board, HOP.format(ways), *names) for names in ((), ("pinned",)))
    assert loops(plain) - loops(pinned) == fewer
    compare(plain, pinned, seed=3, games=6, plies=40)

"""The kept order of moves: where there is one, and that it is fair."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.twins import compare
from interpreter import load
from interpreter.ir.meaning.bundles import PLACING, MoveList, arrange, take
from interpreter.ir.program import unpack, walk


@pytest.mark.parametrize(("name", "kept"), [("Gomoku", True), ("Tic-Tac-Toe", False)])
def test_an_order_is_kept_on_large_boards(name: str, kept: bool) -> None:
    functions = load(name, backend="python").program.functions
    assert any(step.name == "arrange" for one in functions for step in walk(one.body)) == kept


@given(st.lists(st.tuples(st.integers(0, 2**20 - 1), st.integers(0, 19)), max_size=12))
def test_every_move_can_be_taken_once_in_the_kept_order(plies: list[tuple[int, int]]) -> None:
    moves = MoveList()
    for mask, index in plies:
        moves.clear()
        moves.append([3, PLACING, mask, 0])
        arrange(moves)
        left = mask
        while left:
            number = index % left.bit_count()
            _, origin, target, _ = unpack(take(moves, number))
            assert origin == target
            assert left >> target & 1
            left &= ~(1 << target)
            if index % 3:
                break
        assert moves[0][2] == left


OF_EACH_PIECE = """(game "Each by Itself" (players 2)
    (equipment {{ (board (square 7)) (piece "Disc" Each) }})
    (rules
        (start {{
            (place "Disc1" (sites {{"A1" "C1" "E1" "G1" "A3" "C3" "E3" "G3"}}))
            (place "Disc2" (sites {{"A7" "C7" "E7" "G7" "A5" "C5" "E5" "G5"}}))
        }})
        (play (forEach Piece {moves}))
        (end (if (no Moves Next) (result Mover Win)))))"""


@pytest.mark.parametrize(
    "moves",
    [
        """(max Moves (or
            (move Hop Diagonal (between if:(is Enemy (who at:(between)))
                (apply (remove (between)))) (to if:(is Empty (to)))
                (then (if (is In (last To) (sites {"A5" "G5" "C3" "E3"})) (moveAgain))))
            (move Step Orthogonal (to if:(is Empty (to)))
                (then (if (is In (last To) (sites Centre)) (moveAgain))))))""",
        """(max Captures (move Hop Diagonal (between before:9 if:(is Enemy (who at:(between)))
            (apply (remove (between)))) (to if:(is Empty (to)))))""",
    ],
    ids=["longest", "in order"],
)
def test_the_most_of_each_piece_are_found_among_its_own_moves(moves: str, backend: str) -> None:
    """And are listed in order."""
    text = OF_EACH_PIECE.format(moves=moves)
    compare(load(text, backend=backend, plain=True), load(text, backend=backend), seed=1, plies=12)

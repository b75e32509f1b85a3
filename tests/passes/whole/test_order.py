"""The kept order of moves: where there is one, and that it is fair."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

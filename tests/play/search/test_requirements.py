"""What cannot be searched, and limits that make no sense."""

from __future__ import annotations

import math

import pytest

from helpers.searched import THREE, after
from interpreter import Game, load
from interpreter.targets.llvm.jit import available

pytestmark = pytest.mark.skipif(not available(), reason="there is no native code here")


@pytest.mark.parametrize(
    "arguments",
    [{}, {"iterations": 0}, {"seconds": 0}, {"seconds": -1}, {"seconds": math.nan},
     {"iterations": 1 << 40}, {"iterations": 9, "memory": 0}, {"iterations": 9, "memory": 1 << 30},
     {"iterations": 9, "explore": -1}, {"iterations": 9, "explore": math.inf}],
)  # fmt: skip
def test_absurd_limits_of_tree_search(crosses: Game, arguments: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="search"):
        crosses.uct(crosses.start(), **arguments)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    "arguments",
    [{}, {"depth": 0}, {"depth": 10**6}, {"seconds": 0}, {"depth": 1, "memory": -1},
     {"depth": 1, "quiet": -1},
     {"depth": 1, "weights": {"beauty": 1}}, {"depth": 1, "weights": {"score": math.nan}}],
)  # fmt: skip
def test_absurd_limits_of_looking_ahead(crosses: Game, arguments: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"search|measured"):
        crosses.alphabeta(crosses.start(), **arguments)  # pyright: ignore[reportArgumentType]


def test_what_cannot_be_searched(crosses: Game, yavalath: Game) -> None:
    over = after(crosses, "a1", "a2", "b1", "b2", "c1")
    for search in (crosses.uct, crosses.alphabeta, crosses.solve):
        with pytest.raises(ValueError, match="over"):
            search(over, seconds=1)
        with pytest.raises(ValueError, match="another game"):
            search(yavalath.start(), seconds=1)
    tree = yavalath.uct(yavalath.start(), iterations=10).tree
    with pytest.raises(ValueError, match="another game"):
        crosses.uct(crosses.start(), iterations=10, tree=tree)
    with pytest.raises(ValueError, match="for two"):
        load(THREE).solve()
    with pytest.raises(ValueError, match="for two"):
        load("Eight Queens").solve()
    slow = load("Tic-Tac-Toe", backend="python")
    for search in (slow.uct, slow.alphabeta, slow.solve):
        with pytest.raises(ValueError, match="native"):
            search(slow.start(), seconds=1)

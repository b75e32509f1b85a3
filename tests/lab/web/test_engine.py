"""The engine of web pages, in Node: the same games and searches as natively."""

from __future__ import annotations

from typing import Any

import pytest

from helpers.backends import needs_node
from interpreter import State, load
from lab.web.node import Node

pytestmark = needs_node

GAMES, PLIES, ROUNDS, MEMORY_MIB = 40, 30, 150, 2


@pytest.mark.parametrize(
    "name",
    [
        "Tic-Tac-Toe", "Yavalath", "Kalah", "Konane",
        pytest.param("Go", marks=pytest.mark.slow),
        pytest.param("Backgammon", marks=pytest.mark.slow),
    ],
)  # fmt: skip
def test_games_in_node(name: str) -> None:
    game = load(name)
    with Node(game.wasm()) as node:
        played = game.playouts(GAMES, seed=4)
        answer = node.ask("playouts", count=GAMES, seed=4)
        assert answer["lengths"] == played.lengths.tolist()
        assert answer["ranks"] == played.doubled.ravel().tolist()
        state, picks = game.start(2), list[int]()
        walked: list[State] = [state]
        while len(picks) < PLIES and not state.over:
            picks.append(7 * len(picks) % len(state.moves()))
            state = state.after(state.moves()[picks[-1]])
            walked.append(state)
        plies = node.ask("walk", seed=2, picks=picks)["plies"]
        assert plies == [seen(one) for one in walked]
        for before in (0, len(picks) // 2):
            asked = node.ask("search", seed=6, start=2, picks=picks[:before], rounds=ROUNDS,
                             memory=MEMORY_MIB << 20)  # fmt: skip
            assert found(asked) == natively(walked[before])


def seen(state: State) -> dict[str, Any]:
    """What Node tells of a position."""
    return {
        "legal": [str(move.packed) for move in state.moves()],
        "over": state.over,
        "ranking": list(state.ranking),
        "mover": state.mover,
    }


def found(answer: dict[str, Any]) -> dict[int, tuple[int, float]]:
    """Visits and values by move, of those that were visited."""
    return {
        int(one["move"]): (one["visits"], one["value"]) for one in answer["moves"] if one["visits"]
    }


def natively(state: State) -> dict[int, tuple[int, float]]:
    """The same, searched by native code."""
    search = state.game.uct(state, iterations=ROUNDS, seed=6, memory=MEMORY_MIB)
    return {
        one.move.packed: (one.visits, pytest.approx(one.value, abs=1e-12))
        for one in search.moves
        if one.visits
    }


def test_what_goes_wrong_in_node_is_told() -> None:
    with Node(load("Tic-Tac-Toe").wasm()) as node:
        with pytest.raises(RuntimeError, match="not a function"):
            node.ask("no such question")
        assert node.ask("playouts", count=1, seed=0)["lengths"]

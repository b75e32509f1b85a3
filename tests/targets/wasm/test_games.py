"""WebAssembly plays what native code and plain Python play, and searches as native code does."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from helpers.backends import needs_wasmtime
from helpers.marks import each_game, some
from helpers.twins import compare, wasm
from interpreter import Game, State, load
from interpreter.play.search import tree_search
from interpreter.play.search.tree import Tree
from lab.web.machine import Machine

pytestmark = needs_wasmtime

# Of each way to hold sets and moves: placing, stepping, capturing, sowing, throwing, remembering.
FEW = ("Yavalath", "Hex", "Reversi", "Breakthrough", "Tic-Tac-Toe", "English Draughts", "Kalah",
       "Backgammon", "Snakes and Ladders", "Go", "Chess")  # fmt: skip
OPTIONS = {"Go": {"Size": "9"}}
HEAVY = ("Chess", "Backgammon")
PLAIN_GAMES = 2
SOME_GAMES, LEAST_GAMES, MANY_GAMES = 20, 32, 1000
MOST_PLIES = 400_000
PLIES = 40
ROUNDS, MEMORY_MIB = 200, 2


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.slow] * (one in HEAVY)) for one in FEW]
)
def test_a_few_games(name: str) -> None:
    game = load(name, options=OPTIONS.get(name))
    same_everywhere(game, SOME_GAMES)
    plain = load(name, options=OPTIONS.get(name), plain=True, backend="python")
    ours, theirs = (one.playouts(PLAIN_GAMES, seed=3) for one in (wasm(game), plain))
    assert ours.lengths.tolist() == theirs.lengths.tolist()
    assert ours.rankings.tolist() == theirs.rankings.tolist()


@pytest.mark.thorough
@pytest.mark.parametrize("name", each_game(long=True))
def test_games_of_the_library(name: str) -> None:
    game = load(name)
    length = game.playouts(LEAST_GAMES, seed=5).lengths.mean()
    same_everywhere(game, max(LEAST_GAMES, min(MANY_GAMES, int(MOST_PLIES / length))))


def same_everywhere(game: Game, games: int) -> None:
    """See that a game is the same as WebAssembly and as native code, and searched alike."""
    other = wasm(game)
    compare(game, other, seed=7, games=games, plies=PLIES)
    for seed in (1, 2):
        state = game.start(seed)
        for _ in range(seed):
            moves = state.moves()
            if seed > 1 and moves:
                state = state.after(moves[len(moves) // 2])
        if not state.over:
            assert searched(other, state, seed) == natively(game, state, seed)


def natively(game: Game, state: State, seed: int) -> list[tuple[int, int, int]]:
    """Of each move at the root: the move, its visits, and what they were worth together.

    Who searches natively draws the positions that a player may be in, where something is hidden; a
    page draws them outside of the module, which searches the position that it is given.
    """
    with patch.object(tree_search, "hidden_from_mover", lambda _: False):
        tree = game.uct(state, iterations=ROUNDS, seed=seed, memory=MEMORY_MIB).tree
    assert isinstance(tree, Tree)
    return [
        (tree.move(one), tree.visits(one), int(tree.arrays["total"][one]))
        for one in tree.children(0)
    ]


def searched(other: Game, state: State, seed: int) -> list[tuple[int, int, int]]:
    """The same in WebAssembly."""
    machine = other.machine
    assert isinstance(machine, Machine)
    return machine.search(state.raw, ROUNDS, seed, MEMORY_MIB << 20)


@pytest.mark.parametrize("memory", [1, MEMORY_MIB])
def test_a_search_is_another_with_another_seed(memory: int) -> None:
    game = load("Yavalath")
    machine = wasm(game).machine
    assert isinstance(machine, Machine)
    raw = game.start().raw
    found = [machine.search(raw, ROUNDS, seed, memory << 20) for seed in (1, 2, 1)]
    assert found[0] == found[2] != found[1]
    assert sum(visits for _, visits, _ in found[0]) == ROUNDS


@pytest.mark.slow
@pytest.mark.parametrize("name", some(FEW, every=4))
def test_what_a_module_is_described_by(name: str) -> None:
    game = load(name)
    found = game.wasm()
    machine = wasm(game).machine
    assert isinstance(machine, Machine)
    raw = machine.begin(0)
    for field in game.program.fields:
        told = found.description["state"]["fields"][field.name]
        assert len(told["at"]) == (field.length or 1)
        if field.kind == "int":
            held = raw[told["at"][0] : told["at"][0] + told["bytes"]]
            assert int.from_bytes(held, "little", signed=True) == machine.get(raw, field)
    assert found.description["labels"] == list(game.labels)
    assert found.description["memory"]["heap"] % 64 == 0
    assert "uct" in found.description["exports"]

"""The gate: games that a recipe holds are refused with its name, and good ones are not."""

from __future__ import annotations

import pytest

from helpers.backends import needs_native
from interpreter import load
from lab.breeding.judging.gate import gate
from lab.breeding.judging.sieve import RefusedError

pytestmark = needs_native

PLACING = """(game "Placing" (players 2)
    (equipment {{(board {board}) (piece "Stone" Each)}})
    (rules (play (move Add (to (sites Empty)))) (end (if {when} (result Mover {what})))))"""
# Who answers on the other side of the middle holds these.
RECIPES = {
    "a row of two loses": PLACING.format(board="(hex 4)", when="(is Line 2)", what="Loss"),
    "the edge loses": PLACING.format(
        board="(square 7)", when="(is In (last To) (sites Outer))", what="Loss"
    ),
}
GOOD = ["Yavalath", "Hex", "Breakthrough", "Reversi", "Nine Men's Morris", "Amazons", "Konane",
        "English Draughts", "Pentalath", "Clobber", "Kalah", "Connect Four", "Gomoku", "Havannah",
        "Lines of Action"]  # fmt: skip


def tried(game: str) -> float:
    """The greatest share that a challenger got."""
    found = load(game)
    length = float(found.playouts(64, seed=1).lengths.mean())
    branching = len(found.start().moves()) / 2
    trials = gate(found, branching, length, seed=1, plies=300)
    return max(one.share for one in trials)


@pytest.mark.parametrize("text", RECIPES.values(), ids=[*RECIPES])
def test_a_copier_is_named(text: str) -> None:
    with pytest.raises(RefusedError, match="a copier by half turn holds") as caught:
        tried(text)
    assert caught.value.verdict == "shallow"


def test_a_known_game_with_a_recipe_is_refused() -> None:
    with pytest.raises(RefusedError, match="holds"):
        tried("Notakto")


@pytest.mark.slow
@pytest.mark.alike
@pytest.mark.parametrize("name", GOOD)
def test_good_games_are_let_through(name: str) -> None:
    assert tried(name) <= 0.5


def test_games_for_three_and_of_chance_are_not_tried() -> None:
    for name in ("Pig", "Snakes and Ladders"):
        assert gate(load(name), 10, 20, seed=1, plies=100) == []


def test_the_same_seed_gives_the_same_trials() -> None:
    game = load("Breakthrough")
    assert gate(game, 20, 60, seed=3, plies=200) == gate(game, 20, 60, seed=3, plies=200)

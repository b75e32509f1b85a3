"""Players with one idea each."""

from __future__ import annotations

import pytest

from interpreter import State, load
from interpreter.board.geometry.symmetries import symmetries
from lab.players import RandomPlayer, play
from lab.players.simple import Careful, Copier, Greedy, Idler

PASSING = """(game "Passing" (players 2)
    (equipment {(board (square 5)) (piece "Stone" Each)})
    (rules (play (or (move Add (to (sites Empty))) (move Pass)))
        (end (if (is Line 4) (result Mover Win)))))"""


def after(game: str, *moves: str) -> State:
    state = load(game, backend="python").start()
    for move in moves:
        state = state.after(move)
    return state


@pytest.mark.parametrize("seed", range(5))
def test_a_careful_player_wins_and_does_not_let_win(seed: int) -> None:
    noughts = after("Tic-Tac-Toe", "a1", "a2", "b1", "b2")
    assert Careful(seed).choose(noughts).name == "c1"
    stopping = after("Tic-Tac-Toe", "a1", "a2", "b1", "c3")
    assert Careful(seed).choose(stopping).name == "c1"
    assert Careful(seed).choose(after("Tic-Tac-Toe", "a1", "a2", "b1")).name == "c1"


@pytest.mark.parametrize("seed", range(5))
def test_a_copier_answers_on_the_other_side(seed: int) -> None:
    player = Copier(seed)
    assert player.choose(after("Tic-Tac-Toe")).name == "b2"
    assert player.choose(after("Tic-Tac-Toe", "b2", "a1")).name == "c3"
    assert (player.plies, player.own) == (2, 2)
    # The other side of the middle is the middle: then any move.
    Copier(seed).choose(after("Tic-Tac-Toe", "b2"))


@pytest.mark.parametrize("seed", range(5))
def test_a_greedy_player_takes(seed: int) -> None:
    game = load("Breakthrough", backend="python")
    start = game.position("a8 Man2, h8 Man2, d4 Man1, e5 Man2, h1 Man1; mover 1")
    assert Greedy(seed).choose(start).name == "d4-e5"


def test_an_idler_passes_and_goes_back() -> None:
    passing = load(PASSING, backend="python").start()
    assert Idler(1).choose(passing).name == "pass"
    chess = load("Chess", backend="python")
    start = chess.position("e1 King1, a1 Rook1, e8 King2, h8 Rook2; mover 1")
    player = Idler(1)
    first = player.choose(start)
    waiting = start.after(first).after(chess_move(start.after(first)))
    assert player.choose(waiting).name == "-".join(reversed(first.name.split("-")))


def chess_move(state: State) -> str:
    """A move of the other that takes nothing and gives no check."""
    return "e8-e7" if state.mover == 2 else "e1-e2"


def test_games_between_them_come_to_an_end() -> None:
    game = load("Breakthrough", backend="python")
    for player in (Careful(1), Copier(1), Greedy(1), Idler(1)):
        assert play(game.start(), [player, RandomPlayer(2)]).over


@pytest.mark.parametrize(
    ("name", "count"),
    [("Tic-Tac-Toe", 7), ("Yavalath", 11), ("Hex", 3), ("Kalah", 3), ("Connect Four", 3)],
)
def test_symmetries_of_boards(name: str, count: int) -> None:
    board = load(name, backend="python").board
    found = symmetries(board)
    assert len(found) == count
    assert found[0].name == "half turn"
    for one in found:
        assert sorted(one.image) == list(range(board.size))
        assert one.image != tuple(range(board.size))
        again = tuple(one.image[site] for site in one.image)
        assert one.twice == (again == tuple(range(board.size)))

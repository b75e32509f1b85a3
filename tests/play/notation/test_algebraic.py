"""Names of moves as players of chess write them."""

from __future__ import annotations

import pytest

from interpreter import State, load

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"


def chess(fen: str) -> State:
    return load("Chess").position(fen=fen)


def after(state: State, moves: str) -> State:
    for name in moves.split():
        state = state.after(name)
    return state


def names(state: State) -> set[str]:
    return {state.algebraic(move) for move in state.moves()}


def test_names_of_all_moves() -> None:
    """As python-chess 1.11 gives them, but for the moves of a turn with a promotion."""
    expected = (
        "a4 g4 a3 b3 g3 d6 gxh3 dxe6 Rb1 Rc1 Rd1 Rf1 Rg1 Nxf7 Ng4 Nb1 Nd3 Na4 Nc6 Nb5 Nxd7 Nxg6 "
        "Nd1 Nc4 Bc1 Be3 Bf4 Bg5 Bh6 Bd1 Bf1 Bd3 Bc4 Bb5 Bxa6 Qd3 Qe3 Qg3 Qxh3 Qf4 Qg4 Qf5 Qh5 "
        "Qxf6 Kf1 Kd1 O-O O-O-O"
    )
    assert names(chess(KIWIPETE)) == set(expected.split())


@pytest.mark.parametrize(
    ("fen", "move", "name"),
    [
        ("4k3/8/8/8/8/8/4K3/R6R w - -", "a1-d1", "Rad1"),
        ("4k3/8/8/R7/8/8/4K3/R7 w - -", "a1-a3", "R1a3"),
        ("1k6/8/8/8/4Q2Q/8/K7/7Q w - -", "h4-e1", "Qh4e1"),
        ("4k3/8/8/8/3p4/8/2P5/4K3 w - -", "c2-c4", "c4"),
        ("4k3/8/8/8/2Pp4/8/8/4K3 b - c3", "d4-c3", "dxc3"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1-c1", "O-O-O"),
        ("5k2/8/8/8/8/8/8/4K2R w K -", "e1-g1", "O-O+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "a1-a8", "Ra8#"),
        ("4k3/8/8/8/8/8/8/R3K3 w - -", "a1-a8", "Ra8+"),
        ("k7/8/8/8/8/2n5/1n6/K7 b - -", "b2-d1", "Nbd1"),
    ],
)
def test_name_of_a_move(fen: str, move: str, name: str) -> None:
    state = chess(fen)
    assert state.algebraic(move) == name
    assert state.move(name) == state.move(move)
    assert state.after(name) == state.after(move)


def test_a_game_by_such_names() -> None:
    start = load("Chess").start()
    state = after(start, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#")
    assert state.ranking == (1.0, 2.0)
    assert after(start, "e4 e5 Qh5 Nc6 Bc4 Nf6 Qf7") == state


def test_castling_is_written_with_letters_or_noughts() -> None:
    state = chess("4k3/8/8/8/8/8/8/R3K2R w KQ -")
    assert str(state.move("0-0-0")) == str(state.move("O-O-O")) == "e1-c1"
    assert str(state.move("O-O")) == str(state.move("0-0")) == "e1-g1"


def test_a_promotion_is_one_name_for_two_moves() -> None:
    state = chess("3r4/4P3/8/8/8/k7/8/7K w - -")
    assert [str(move) for move in state.line("exd8=N")] == ["e7-d8", "d8=knight"]
    assert state.after("ed8Q").position() == state.after("e7-d8").after("d8=queen").position()
    assert state.after("e8=R+") == state.after("e7-e8").after("=R")
    with pytest.raises(ValueError, match="e8=Q is not one move, but e7-e8, then e8=queen"):
        state.move("e8=Q")


def test_names_that_are_not_clear() -> None:
    state = chess("4k3/8/8/8/8/8/4K3/R6R w - -")
    with pytest.raises(ValueError, match="Rd1 is not a legal move"):
        state.move("Rd1")
    with pytest.raises(ValueError, match="Ke8 is not a legal move"):
        state.move("Ke8")


@pytest.mark.parametrize("name", ["Hex", "Breakthrough", "Yavalath"])
def test_games_without_such_names(name: str) -> None:
    state = load(name).start()
    with pytest.raises(ValueError, match="have no algebraic names"):
        state.algebraic(state.moves()[0])
    with pytest.raises(ValueError, match="Nf3 is not a legal move"):
        state.move("Nf3")


RULES = """
(game "Small Shogi" (players { (player N) (player S) }) (equipment {
    (board (square 3)) (hand Each) (piece "King" Each (move Slide)) (piece "Gold" Each (move Slide))
}) (rules (start { (place "King1" coord:"A1") (place "King2" coord:"C3")
    (place "Gold1" "Hand1") (place "Gold2" "Hand2") })
    (play (or (forEach Piece) (move (from (sites Occupied by:Mover container:"Hand"))
    (to (sites Empty))))) (end (if (no Moves Next) (result Mover Win)))))
"""


def test_drops_and_games_without_threats() -> None:
    """A piece from the hand stands behind a sign of its own; check is not told."""
    state = load(RULES).start()
    assert "G@b3" in names(state)
    assert str(state.move("G@b3")) == "hand1-b3"
    assert not any(name.endswith(("+", "#")) for name in names(state.after("G@b3")))

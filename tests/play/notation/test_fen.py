"""Positions in the notation of Forsyth and Edwards, and of its kin.

Counts of moves from such positions are in `play/perft/chess.perft`.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from helpers.marks import SOON
from interpreter import Game, LudError, State, load
from interpreter.ir import schema

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def chess(fen: str) -> State:
    return load("Chess").position(fen=fen)


def random_states(game: Game, plies: int, seed: int) -> list[State]:
    state, chance, found = game.start(), Random(seed), list[State]()
    for _ in range(plies):
        if state.over:
            break
        found.append(state)
        state = state.after(chance.choice(state.moves()))
    return found


def test_the_start() -> None:
    game = load("Chess")
    assert game.start().fen() == START
    assert game.position(fen=START) == game.position(game.start().text())
    assert game.position(fen=START).moves() == game.start().moves()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_positions_are_read_back(seed: int) -> None:
    """The same moves, and the same counter of moves without a capture."""
    game = load("Chess")
    for state in random_states(game, 150, seed):
        if not between(state):
            found = game.position(fen=state.fen())
            assert found.fen() == state.fen()
            assert {str(move) for move in found.moves()} == {str(move) for move in state.moves()}


def between(state: State) -> bool:
    """Whether the turn has begun: a pawn has arrived and is not promoted yet."""
    return bool(state.game.field(state.raw, schema.TURN_MOVES))


def test_a_pawn_that_can_be_taken_in_passing() -> None:
    game = load("Chess")
    state = game.start().after("e2-e4").after("a7-a6").after("e4-e5").after("d7-d5")
    assert state.fen() == "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
    found = game.position(fen=state.fen())
    assert "e5-d6" in map(str, found.moves())
    assert (found.last_from, found.last_to) == (state.last_from, state.last_to)
    assert found.after("e5-d6").position() == state.after("e5-d6").position()
    other = game.position(fen=state.fen().replace("d6", "-"))
    assert "e5-d6" not in map(str, other.moves())


@pytest.mark.parametrize(
    ("castling", "legal"),
    [("KQ", {"e1-g1", "e1-c1"}), ("K", {"e1-g1"}), ("Q", {"e1-c1"}), ("-", set[str]())],
)
def test_castling(castling: str, legal: set[str]) -> None:
    state = chess(f"4k3/8/8/8/8/8/8/R3K2R w {castling} - 0 1")
    assert state.fen().split()[2] == castling
    assert {str(move) for move in state.moves()} & {"e1-g1", "e1-c1"} == legal


def test_rooks_of_other_columns() -> None:
    """Columns name the rooks as well, as in notations for Chess960."""
    state = chess("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")
    assert state.fen().split()[2] == "KQkq"


def test_the_hundredth_move_without_a_capture_draws() -> None:
    state = chess("4k3/8/8/8/8/8/8/R3K2R w - - 98 80").after("a1-a2")
    assert not state.over
    assert state.fen().split()[4:] == ["99", "80"]
    assert state.after("e8-d8").over
    assert not chess("4k3/8/8/8/8/8/4P3/R3K2R w - - 99 80").after("e2-e3").over


def test_later_fields_may_be_left_out() -> None:
    assert chess("4k3/8/8/8/8/8/8/4K3").fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert chess("4k3/8/8/8/8/8/8/4K3 b").mover == 2


RULES = """
(game "Small Shogi" (players {{ (player N) (player S) }}) (equipment {{
    (board (rectangle 4 3)) (hand Each {hand}) {pieces}
}}) (rules (start {{ {start} }}) (play (or (forEach Piece) (move
    (from (sites Occupied by:Mover container:"Hand")) (to (sites Empty))))) (end (if
    (no Moves Next) (result Mover Win)))))
"""
NAMES = ("Osho", "Fuhyo", "Tokin", "Ginsho")


def small_shogi() -> Game:
    pieces = " ".join(f'(piece "{name}" Each (move Slide))' for name in NAMES)
    start = '(place "Osho1" coord:"A1") (place "Osho2" coord:"C4")'
    return load(RULES.format(hand="size:3", pieces=pieces, start=start))


def test_hands() -> None:
    game = small_shogi()
    assert game.start().fen() == "2k/3/3/K2[] w - - 0 1"
    state = game.position(fen="2k/3/1+p1/K2[PPSs] b - - 0 1")
    assert state.fen() == "2k/3/1+p1/K2[PPSs] b - - 0 1"
    assert [state.count(site) for site in game.hands[0].sites] == [2, 1, 0]
    assert state.mover == 2
    assert game.position(state.text()) == state


def test_the_notation_of_shogi() -> None:
    """The first player is black there, hands have a field, and plies are counted."""
    game = small_shogi()
    state = game.position(fen="sfen 2k/3/3/K2 w 2Ps 4")
    assert state.fen() == "2k/3/3/K2[PPs] b - - 0 2"
    assert game.position(fen="sfen 2k/3/3/K2 b - 1").fen() == game.start().fen()


@pytest.mark.parametrize("hand", ["99999P", "0P"])
def test_no_hand_holds_so_many(hand: str) -> None:
    with pytest.raises(LudError, match="expected from 1 to"):
        small_shogi().position(fen=f"2k/3/3/K2[{hand}] w")


def test_letters_of_xiangqi() -> None:
    names = ("General", "Advisor", "Elephant", "Horse", "Chariot", "Cannon", "Soldier")
    pieces = " ".join(f'(piece "{name}" Each (move Slide))' for name in names)
    start = '(place "General1" coord:"A1") (place "General2" coord:"C4")'
    game = load(RULES.format(hand="", pieces=pieces, start=start).replace("(hand Each )", ""))
    assert game.position(fen="kab/nrc/p2/K2 r").fen() == "kab/nrc/p2/K2 w - - 0 1"
    assert game.position(fen="kae/hrc/p2/K2 w").fen() == "kab/nrc/p2/K2 w - - 0 1"


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SOON, "Chess"])
def test_what_cannot_be_said(name: str) -> None:
    """A text that is read back, or none where it would not be."""
    game = load(name)
    for state in random_states(game, 20, 1):
        with suppress(ValueError):
            assert game.position(fen=state.fen()).position() == state.position()


MISTAKES = {
    "": "1: expected the rows of the board",
    "8/8/8/8/8/8/8/7 w": "16: expected a row of 8, not 7",
    "8/8/8/8/8/8/9/8 w": "14: expected a row of 8, not 9",
    "8/8/8/8/8/8/8 w": "1: expected 8 rows, not 7",
    "8/8/8/8/8/8/8/8/8 w": "16: expected 8 rows, not more",
    "8/8/8/8/8/8/8/7z w": "16: no piece has the letter z",
    "8/8/8/8/8/8/8/7* w": "16: expected a piece, a number or /, not *",
    "8/8/8/8/8/8/8/8 x": "17: expected who moves, w or r or b, not x",
    "8/8/8/8/8/8/8/8 w K": "19: K: the king or the rook is not where it began",
    "8/8/8/8/8/8/8/8 w X": "19: Chess keeps no right to castle X",
    "8/8/8/8/8/8/8/8 w - e9": "21: no site is called e9",
    "8/8/8/8/8/8/8/8 w - e6": "21: no pawn has just gone over e6",
    "8/8/8/8/8/8/8/8 w - - x": "23: expected a number, not x",
    "8/8/8/8/8/8/8/8 w - - 0 1 2": "27: expected at most 6 fields",
    "8/8/8/8/8/8/8/8[p] w": "17: Chess has no hands",
    "8/8/8/8/8/8/8/8[p w": "16: this bracket is not closed",
}


@pytest.mark.parametrize("fen", MISTAKES)
def test_mistakes(fen: str) -> None:
    with pytest.raises(LudError) as caught:
        chess(fen)
    assert str(caught.value).startswith(f"<fen>:1:{MISTAKES[fen]}")


def test_games_and_moments_without_fen() -> None:
    with pytest.raises(LudError, match="there is no FEN for Yavalath: the board is no rectangle"):
        load("Yavalath").position(fen="8 w")
    promoting = chess("8/4P3/8/8/8/k7/8/K7 w").after("e7-e8")
    with pytest.raises(ValueError, match="in the middle of a turn"):
        promoting.fen()
    with pytest.raises(ValueError, match="in one way"):
        load("Chess").position("a1 King1", fen="8/8/8/8/8/8/8/8")

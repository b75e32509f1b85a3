"""Positions as text: what is written can be read back, and what cannot be meant is told."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from helpers.backends import needs_native
from helpers.marks import each_game
from helpers.towers import SHORT_TOWERS
from interpreter import Game, LudError, State, load
from interpreter.ir import schema
from interpreter.ir.schema import Part, Said

PLIES, LOOKED_AT, FURTHER = 40, (0, 1, 2, 7, 19, 39), 8


def check_alike(first: State, second: State, chance: Random) -> None:
    """The same moves in the same order, now and later."""
    for _ in range(FURTHER):
        moves = first.moves()
        assert [move.packed for move in second.moves()] == [move.packed for move in moves]
        if first.over:
            return
        move = chance.choice(moves)
        first, second = first.after(move), second.after(move)
    assert first.text() == second.text()


def check_read_back(state: State, chance: Random) -> None:
    found = state.game.position(state.text())
    assert found.text() == state.text()
    assert found.position() == state.position()
    check_alike(state, found, chance)


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game())
def test_positions_are_read_back(name: str) -> None:
    game, chance = load(name), Random(name)
    state = game.start()
    for ply in range(PLIES):
        if ply in LOOKED_AT or state.over:
            check_read_back(state, chance)
        if state.over:
            return
        state = state.after(chance.choice(state.moves()))


@pytest.mark.alike
@pytest.mark.parametrize("name", each_game())
def test_what_position_writes_is_read(name: str) -> None:
    game, chance = load(name), Random(name)
    state = game.start()
    for _ in range(PLIES):
        if not state.over:
            state = state.after(chance.choice(state.moves()))
    assert game.position(state.position()).position() == state.position()


@pytest.mark.parametrize("name", ["Go", "Chess", "Kalah", "Hex", "Fanorona"])
def test_positions_are_read_back_by_every_back_end(name: str, backend: str) -> None:
    game, chance = load(name, backend=backend), Random(1)
    state = game.start()
    for _ in range(6):
        state = state.after(chance.choice(state.moves()))
    check_read_back(state, chance)


@pytest.mark.alike
@pytest.mark.slow
@pytest.mark.parametrize("name", each_game())
def test_drawings_are_read(name: str) -> None:
    """What lies where, and who moves."""
    game, chance = load(name), Random(name)
    state = game.start()
    for _ in range(12):
        found = game.position(str(state))
        assert lying(found) == lying(state)
        assert (found.mover, found.swapped) == (state.mover, state.swapped)
        state = state.after(chance.choice(state.moves()))
        if state.over:
            return


def lying(state: State) -> tuple[str, list[tuple[int, list[tuple[int, int]]]]]:
    """What lies on the board, and what each hand holds: a drawing does not say on which place."""
    held = [(hand.owner, sorted((state.what(site), state.count(site)) for site in hand.sites))
            for hand in state.game.hands]  # fmt: skip
    return state.position().partition("|")[0], held


@pytest.mark.parametrize("count", [10**6, 10**20])
def test_a_drawing_of_more_pieces_than_there_are(count: int) -> None:
    kalah = load("Kalah")
    first, *rest = str(kalah.start()).splitlines()
    assert first.endswith("4")
    with pytest.raises(LudError, match=f"never {count} pieces on one site"):
        kalah.position("\n".join([f"{first[:-1]}{count}", *rest]))


def test_a_drawing_of_another_board() -> None:
    with pytest.raises(LudError, match="no drawing of the board of Chess"):
        chess().position(str(load("Hex").start()))


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("name", ["Go", "Hex", "Chess"])
def test_games_that_were_kept_on_disk_read_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDWRIGHT_CACHE", str(tmp_path))
    chance, texts = Random(2), list[str]()
    for game in (load(name), load(name)):
        state = game.start()
        for number in (5, 17, 3):
            state = state.after(state.moves()[number])
        check_read_back(state, chance)
        texts.append(state.text())
    assert texts[0] == texts[1]


DICE = """
(game "Throw" (players 2) (equipment {
    (board (square 4)) (hand Each) (piece "Man" Each) (dice d:6 num:2)
}) (rules
    (start { (place "Man1" "Hand1" count:5) (place "Man2" "Hand2" count:5) })
    (play (do (roll) next:(forEach Die (if (!= (pips) 0)
        (move (from (handSite Mover)) (to (sites Empty)) (then (if (= (pips) 6) (moveAgain))))))))
    (end (if (all Sites (sites Board) if:(is Occupied (site))) (result Mover Win)))
))
"""


@pytest.mark.parametrize("rules", [DICE, SHORT_TOWERS], ids=["dice and hands", "stacks"])
def test_dice_hands_and_stacks_are_read_back(rules: str) -> None:
    game, chance = load(rules), Random(3)
    state = game.start(seed=7)
    for _ in range(12):
        check_read_back(state, chance)
        if not state.over:
            state = state.after(chance.choice(state.moves()))


PAIRS = """
(game "Pairs" (players 2) (equipment {(board (square 3)) (dice d:6 num:1) (piece "Disc" Each)})
(rules
    (start {(place "Disc1" {"A1" "B1"} state:3) (place "Disc2" {"C3"} state:2)})
    (play (move (from (sites Occupied by:Mover)) (to (sites Board) if:(is Friend (who at:(to))))))
    (end (if (= 5 (state at:8)) (result Mover Win)))
))
"""


def test_how_many_stands_before_a_piece_with_a_number() -> None:
    game = load(PAIRS)
    state = game.start().after("b1-a1")
    assert str(state).splitlines()[2].split()[1].startswith("(2X3)")
    found = game.position(str(state))
    assert found.position() == state.position()
    assert [found.count(0), found.count(8)] == [2, 1]
    assert found.text() == "a1 Disc1 x2, c3 Disc2; mover 2; state a1=3 c3=2"


def chess() -> Game:
    return load("Chess")


def test_pieces_by_name() -> None:
    state = chess().position("a1 Rook1, E1 king1, e8 King2; mover 2")
    assert state.mover == 2
    assert state.next == 1
    assert {str(move) for move in state.moves()} == {"e8-e7", "e8-f7", "e8-d7", "e8-f8", "e8-d8"}
    assert state.after("e8-d8").mover == 1


def test_what_a_text_says() -> None:
    state = chess().start().after("e2-e4").after("d7-d5").after("e4-d5")
    assert state.text().endswith(
        "h8 Rook2; mover 2; turn 3; moves 3; last_from e4; last_to d5; counter 0; "
        "state a1=1 e1=1 h1=1 a8=1 e8=1 h8=1"
    )


def test_an_empty_board() -> None:
    game = load("Tic-Tac-Toe")
    assert game.start().text() == "empty; mover 1"
    assert game.position("empty; mover 1") == game.start()
    assert game.position("") == game.start()


def test_what_is_linked_follows() -> None:
    """Links to the sides, which the program keeps up to date, are worked out for a position."""
    game = load("Hex")
    lines = [[label for label in game.labels if label.startswith("C")],
             [label for label in game.labels if label[1:] == "4"]]  # fmt: skip
    ends: list[bool] = []
    for first, *others in lines:
        state = game.position(", ".join(f"{label} Stone1" for label in others))
        assert not state.over
        ends.append(state.after(first.lower()).over)
    assert sorted(ends) == [False, True]


def test_positions_that_were_there_before() -> None:
    """A stone is not taken back at once where a position may not come again."""
    game = load("Go")
    stones = "b1 Stone1, a2 Stone1, b3 Stone1, c1 Stone2, d2 Stone2, c3 Stone2, b2 Stone2; mover 1"
    state = game.position(stones).after("c2")
    assert state.what(game.labels.index("B2")) == 0
    assert "b2" not in map(str, state.moves())
    assert "b2" not in map(str, game.position(state.text()).moves())


MISTAKES = {
    "a1 Rok1": ("4", "no piece is called Rok1", "did you mean Rook1 or Rook2?"),
    "a1 Rook": ("4", "no piece is called Rook", "did you mean Rook1 or Rook2?"),
    "a9 Rook1": ("1", "no site is called a9", None),
    "a1": ("3", "expected the piece on a1, but the text ends", None),
    "a1 Rook1 b1 Rook1": ("10", "expected ; or , here, not b1", None),
    "a1 Rook1 x2": ("1", "at most one piece can be here, not 2", None),
    "a1 Rook1/Rook2": ("1", "at most one piece can be here, not 2", None),
    "0:99": ("3", "expected the number of a piece from 1 to 12, not 99", None),
    "64:1": ("1", "expected the number of a site from 0 to 63, not 64", None),
    "e1 King1; mover 3": ("11", "mover goes from 1 to 2, not 3", None),
    "e1 King1; mover 1 2": ("19", "mover is one number, not 2", None),
    "e1 King1; mover": ("16", "expected a value, but the text ends", None),
    "e1 King1; mvoer 2": ("11", "no site is called mvoer", "did you mean mover or over or moves?"),
    "e1 King1; score 1=2": ("11", "Chess keeps no score", None),
    "e1 King1; last_to z1": ("19", "no site is called z1", None),
    "e1 King1; state e1=99": ("17", "state goes from 0 to 1, not 99", None),
    'e1 "King1': ("4", "a quotation mark is not closed", None),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes(text: str) -> None:
    column, message, hint = MISTAKES[text]
    with pytest.raises(LudError) as caught:
        chess().position(text)
    problem = caught.value.problems[0]
    assert str(problem).startswith(f"<position>:1:{column}: {message}\n  {text}\n")
    assert hint is None or problem.hint == hint


@pytest.mark.parametrize("text", ["0:3|6:1", "0:3|65:3", "0:3|65:2", "0:2"])
def test_dice_lie_where_they_do(text: str) -> None:
    game = load("Game of the Goose", backend="python")
    assert game.position("0:3|65:1;66:2").position() == game.position("0:3").position()
    with pytest.raises(LudError, match="each die lies where it always does"):
        game.position(text)


def test_what_is_too_far_away_is_not_drawn() -> None:
    text = "u21 Tile1; mover 2; turn 1; moves 1; last_from u2; last_to u21"
    state = load("Andantino", backend="python").position(text)
    assert "player 2 (O) to move" in str(state)
    assert "<svg" in state.svg()


def test_positions_of_another_back_end_cannot_be_remembered() -> None:
    with pytest.raises(LudError, match="no position of this game"):
        load("Go", backend="python").position("empty; history 00")


def test_parts_are_said_unless_they_follow() -> None:
    """What a game can hold is said in a text, or follows from what is."""
    never = {part.name for part in schema.PARTS if part.said is Said.NEVER}
    assert never == {
        "owned",
        "what",
        "true_mover",
        "true_next",
        "true_prev",
        "trying",
        "removed",
        "worth",
        "remembering",
        "told",
        "told_left",
        "all_made",
    }
    assert Part("anything").said is Said.BEHIND

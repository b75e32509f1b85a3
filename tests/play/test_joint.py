"""Games in which all players choose at once."""

from __future__ import annotations

from typing import Literal

import pytest

from interpreter import LudError, load

RULES = """(game "Take" (players {players}) (mode Simultaneous)
    (equipment {{(board (rectangle 1 5)) (piece "Disc" Each) (hand Each)}})
    (rules {meta} (play (or {{
        (move Select (from (sites {{0 1}})) P1 (then (addScore P1 (+ 1 (last To)))))
        (move Select (from (sites {{2 3}})) P2 (then (addScore P2 (* 10 (score P1))))
        ) {third} }} (then (addScore P1 100) applyAfterAllMoves:True)))
    (end (if (= (counter) 1) (byScore)))))"""
THIRD = "(move Select (from (sites {4})) P3)"
Backend = Literal["python", "llvm"]
each_backend = pytest.mark.parametrize("backend", ["python", "llvm"])


def rules(players: int = 2, meta: str = "") -> str:
    return RULES.format(players=players, third=THIRD if players == 3 else "", meta=meta)


@each_backend
def test_the_moves_are_made_when_all_have_chosen(backend: Backend) -> None:
    state = load(rules(), backend=backend).start()
    assert state.movers == (1, 2)
    assert [str(move) for move in state.moves()] == ["a1", "b1"]
    assert [str(move) for move in state.moves(player=2)] == ["c1", "d1"]
    first = state.after("b1")
    assert (first.movers, first.plies, first.scores) == ((2,), 0, (0, 0))
    # In the order of the players, each with what follows; the rest last, once for each move.
    both = first.after("c1")
    assert (both.movers, both.plies, both.scores) == ((1, 2), 1, (202, 20))


@each_backend
def test_a_joint_move_is_all_choices(backend: Backend) -> None:
    state = load(rules(), backend=backend).start()
    joint = {player: state.moves(player=player)[1] for player in state.movers}
    named = state.after("2:d1 & 1:b1")
    assert state.after(joint) == named == state.after("b1").after("d1")
    for wrong in ({1: "b1"}, {1: "b1", 2: "d1", 3: "a1"}):
        with pytest.raises(ValueError, match="one choice each of 1, 2"):
            state.after(wrong)
    with pytest.raises(ValueError, match="no joint move"):
        state.after("b1 & d1")
    with pytest.raises(ValueError, match="player 1 has nothing to choose"):
        state.after("b1").moves(player=1)


def test_three_players_choose() -> None:
    state = load(rules(3)).start()
    assert state.movers == (1, 2, 3)
    assert state.after("1:a1 & 2:c1 & 3:e1").scores == (301, 10, 0)


def test_choices_are_kept_in_the_text_of_a_position_and_then_forgotten() -> None:
    game = load(rules())
    chosen = game.start().after("b1")
    assert game.position(chosen.text()).after("c1").scores == (202, 20)
    assert "chosen" in chosen.text()
    assert "chosen" not in chosen.after("c1").text()


def test_machine_code_and_python_play_the_same_games() -> None:
    lengths, scores = zip(
        *((one.lengths.tolist(), one.rankings.tolist()) for one in (
            load("Undercut", backend=backend).playouts(20, seed=4) for backend in ("python", "llvm")
        )), strict=True,
    )  # fmt: skip
    assert lengths[0] == lengths[1]
    assert scores[0] == scores[1]


def test_in_ordinary_games_one_player_chooses() -> None:
    state = load("Tic-Tac-Toe").start()
    assert state.movers == (1,)
    assert state.after("a1").movers == (2,)
    with pytest.raises(ValueError, match="player 2 has nothing to choose"):
        state.moves(player=2)


@pytest.mark.parametrize(
    ("meta", "message"),
    [("(meta (swap))", "a swap"), ("(meta (no Repeat))", "a rule against repetition")],
)
def test_what_does_not_go_with_it_is_refused(meta: str, message: str) -> None:
    with pytest.raises(LudError, match=message + " where all players choose at once"):
        load(rules(meta=meta))

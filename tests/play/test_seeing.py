"""What a player knows of a position: views, texts, pictures, and what learners see."""

from __future__ import annotations

import random

import numpy as np
import pytest

from helpers.backends import needs_native
from interpreter import Game, State, load
from interpreter.ir import schema
from interpreter.targets.spaces import plain
from lab.adapters.text import observation_document

# One kind hidden by its kind alone, one site by all, hands, states and numbers of pieces.
RULES = """
(game "Veils" (players 2)
  (equipment {
    (board (square 4)) (hand Each size:2)
    (piece "King" Each) (piece "Pawn" Each) (piece "Rock" Neutral)
  })
  (rules
    (start {
        (place "King1" {0}) (place "Pawn1" {1 2} state:3) (place "Rock0" 6)
        (place "King2" {15}) (place "Pawn2" {13 14} state:2)
        (place "Pawn1" (handSite P1) count:3) (place "Pawn2" (handSite P2) count:2)
        (set Hidden What (sites Occupied by:P1 container:0) to:P2)
        (set Hidden What (sites Occupied by:P2 container:0) to:P1)
        (set Hidden State (sites Top) to:P1) (set Hidden Who at:6 to:P2)
        (set Hidden (sites {4 5}) to:P2) (set Hidden Count (sites Hand P1) to:P2)
    })
    (play (or {
        (forEach Piece (move Step Orthogonal (to if:(is Empty (to)))
            (then (set State at:(last To) (+ 1 (state at:(last To)))))))
        (move (from (handSite Mover)) (to (sites Empty))
            (then (set Hidden at:(last To) to:Next)))
    }))
    (end (if (= 9 (state at:(last To))) (result Mover Win)))
  )
)
"""
STACKS = """
(game "Towers" (players 2)
  (equipment {(board (square 3)) (piece "Disc" Each) (piece "Ring" Each)})
  (rules
    (start {
        (place Stack items:{"Disc1" "Ring2" "Disc2"} 4) (place Stack items:{"Ring1" "Disc1"} 0)
        (set Hidden What at:4 level:1 to:P1) (set Hidden at:0 to:P2)
        (set Hidden What at:4 level:2 to:P2)
    })
    (play (forEach Piece (move Step (to if:True)) top:True))
    (end (if (>= (count Moves) 30) (result Mover Draw)))
  )
)
"""


def after(game: Game, plies: int, seed: int) -> State:
    state, chance = game.start(seed=seed), random.Random(seed)
    for _ in range(plies):
        if not state.over:
            state = state.after(chance.choice(state.moves()))
    return state


def test_what_is_hidden_is_seen_as_something_hidden() -> None:
    game = load(RULES, backend="python")
    state = game.start()
    first, second = state.seen_by(1), state.seen_by(2)
    names = {one.number: one.name for one in (*game.pieces, *first.game.veiled)}
    assert [names.get(first.what(site), "") for site in (0, 1, 4, 6, 13, 15)] == [
        "King1", "Pawn1", "", "Rock0", "Hidden2", "Hidden2",
    ]  # fmt: skip
    assert [names.get(second.what(site), "") for site in (0, 1, 4, 6, 13, 15)] == [
        "Hidden1", "Hidden1", "Unknown", "Hidden", "Pawn2", "King2",
    ]  # fmt: skip
    assert [second.who(site) for site in (0, 3, 4, 6, 15)] == [1, -1, None, None, 2]
    assert [first.number(schema.STATE, site) for site in (1, 13)] == [3, 0]
    assert [second.number(schema.STATE, site) for site in (1, 13)] == [3, 2]
    hand = game.hands[0].sites[0]
    assert (first.count(hand), second.count(hand), state.count(hand)) == (3, 1, 3)
    assert second.hidden(hand) == {"hidden_count"}
    assert second.hidden(4) == {"hidden"}
    # The moves are told to the player to move.
    assert first.moves() == state.moves()
    assert second.moves() == []


def test_views_as_text() -> None:
    state = load(RULES, backend="python").start()
    assert str(state.seen_by(2)) == (
        "  4  ·   p2  p2  k\n"
        "  3  ·   ·   ·   ·\n"
        "  2  ▒   ▒   ?   ·\n"
        "  1  ?   ?3  ?3  ·\n"
        "     a   b   c   d\n"
        "\n"
        "player 1: K King, P Pawn\n"
        "player 2: k King, p Pawn\n"
        "R Rock\n"
        "▒ not seen\n"
        "? hidden piece\n"
        "? hidden piece of player 1\n"
        "player 1 holds 1 P\n"
        "player 2 holds 2 p\n"
        "player 1 to move"
    )


def test_a_hidden_move_is_not_told() -> None:
    state = load(RULES, backend="python").start().after("hand1.1-d2")
    assert (state.seen_by(1).last_to, state.seen_by(2).last_to) == (7, -1)
    assert "(" not in str(state.seen_by(2))
    assert "d2 Unknown" in state.seen_by(2).text()


def test_what_one_cannot_tell_apart_is_equal() -> None:
    game = load(RULES, backend="python")
    state = game.start()
    other = game.position(state.text().replace("a1 King1, b1 Pawn1", "a1 Pawn1, b1 King1"))
    assert other != state
    assert state.seen_by(2) == other.seen_by(2)
    assert state.seen_by(2).svg() == other.seen_by(2).svg()
    assert state.seen_by(1) != other.seen_by(1)
    assert state.seen_by(1) != state.seen_by(2)
    assert len({state.seen_by(2), other.seen_by(2)}) == 1
    # On a site that he does not see there may be anything.
    more = game.position(state.text().replace("c1 Pawn1", "c1 Pawn1, a2 Rock0"))
    assert state.seen_by(2) == more.seen_by(2)


def test_levels_are_hidden_one_by_one() -> None:
    state = load(STACKS, backend="python").start()
    names = {one.number: one.name for one in (*state.game.pieces, *state.seen_by(1).game.veiled)}
    assert [names[one] for one in state.seen_by(1).stack(4)] == ["Disc1", "Hidden2", "Disc2"]
    assert [names[one] for one in state.seen_by(2).stack(4)] == ["Disc1", "Ring2", "Hidden2"]
    assert [names[one] for one in state.seen_by(2).stack(0)] == ["Unknown", "Disc1"]
    assert names[state.seen_by(2).what(4)] == "Hidden2"


def test_a_view_is_that_of_a_player() -> None:
    with pytest.raises(ValueError, match="players go from 1 to 2, not 3"):
        load(RULES, backend="python").start().seen_by(3)


def test_a_game_that_hides_nothing_is_seen_whole() -> None:
    state = load("Breakthrough", backend="python").start()
    assert not state.game.hides
    assert str(state.seen_by(2)) == str(state)
    assert state.seen_by(1).svg() == state.svg()


def planes(state: State) -> np.ndarray:
    game = state.game
    found = plain.shown(game.planes, lambda part, entry=0: game.field(state.raw, part, entry))
    return np.array(found, np.uint8)


def test_learners_see_no_more_than_the_mover() -> None:
    game = load(RULES, backend="python")
    state = game.start().after("c1-d1")  # player 2 moves
    changed = state.text().replace("a1 King1, b1 Pawn1", "a1 Pawn1, b1 King1")
    changed = changed.replace("c2 Rock0", "c2 Pawn1").replace("hand1.1 Pawn1 x3", "hand1.1 Pawn1")
    other = game.position(changed.replace("a1 Pawn1", "a1 Pawn1, a2 Rock0"))
    assert (planes(state) == planes(other)).all()
    names = list(game.planes.names)
    shown = planes(state)
    assert shown[names.index("other hidden piece")].sum() == 3
    assert shown[names.index("hidden piece of somebody")].sum() == 1
    assert shown[names.index("hidden")].sum() == 2
    assert shown[names.index("other king")].sum() == 0
    assert shown[names.index("own king")].sum() == 1
    mine = game.start()
    assert planes(mine)[names.index("own king")].sum() == 1


@needs_native
@pytest.mark.parametrize("rules", [RULES, STACKS], ids=["sites", "levels"])
def test_native_code_shows_the_same(rules: str) -> None:
    game, twin = load(rules), load(rules, backend="python")
    assert game.planes.names == twin.planes.names
    batch = game.batch(1)
    for plies in range(12):
        state, other = after(game, plies, seed=plies), after(twin, plies, seed=plies)
        batch.set_state(0, state)
        seen = np.asarray(batch.observe())[0].reshape(len(game.planes.names), -1)
        assert (seen == planes(other).reshape(len(game.planes.names), -1)).all(), plies


def test_a_seat_is_told_what_it_knows() -> None:
    state = load(RULES, backend="python").start().after("hand1.1-d2")
    first, second = (observation_document(state, seat, "hand1.1-d2") for seat in (1, 2))
    assert (first["last"], second["last"]) == ("hand1.1-d2", None)
    assert "d2 Unknown" in second["position"]
    assert "Hidden1" in second["position"]
    assert "King1" not in second["position"]
    assert "King1" in first["position"]
    assert second["board"] == str(state.seen_by(2))
    assert first["legal"] == []


def rows(state: State, player: int) -> list[str]:
    """The board as a player sees it, without marks of the last move, from the top."""
    seen = str(state.seen_by(player)).split("\n     ")[0]
    return [line[4:].translate(str.maketrans("", "", " ()")) for line in seen.splitlines()]


def test_dark_chess_shows_where_pieces_can_go() -> None:
    state = load("Dark Chess").start()
    assert rows(state, 1)[:4] == ["▒▒▒▒▒▒"] * 3 + ["······"]
    for move in ("b2-b3", "e5-e4", "c1-a3", "e4-e3"):
        state = state.after(move)
    # The queen on a3 sees a5 and c5, where pawns stop her; b4 is ahead of a pawn.
    assert rows(state, 1)[:4] == ["▒▒▒▒▒▒", "p▒p▒▒▒", "··▒▒▒▒", "QP··p·"]
    # The pawn on e3 could take on d2 and f2, which are seen, not what stands ahead of it.
    assert rows(state, 2)[2:] == ["····▒·", "▒▒▒▒p▒", "▒▒▒P▒P", "▒▒▒▒▒▒"]


def test_ranks_are_hidden_until_pieces_meet() -> None:
    state = load("L'Attaque").start()
    own = ["a1", "b1", "c1", "d1", "e1", "f1", "a2", "b2", "c2", "d2", "e2", "f2"]
    theirs = ["a6", "b6", "c6", "d6", "e6", "f6", "a5", "b5", "c5", "d5", "e5", "f5"]
    held = [1, 2, 2, 3, 3, 8, 4, 5, 6, 7, 8, 9]
    for place, first, second in zip(held, own, theirs, strict=True):
        state = state.after(f"hand1.{place}-{first}").after(f"hand2.{place}-{second}")
    assert rows(state, 1) == ["¿¿¿¿¿¿"] * 2 + [rows(state, 1)[2]] * 2 + ["CLGMNF", "SUUAAN"]
    assert rows(state, 2)[-2:] == ["??????"] * 2
    for move in ("c2-c3", "d5-d4", "c3-c4", "d4-c4"):
        state = state.after(move)
    # The general has met the marshal and is gone, and of the marshal both know now.
    assert rows(state, 1)[2].replace("·", "") == "m"
    assert rows(state, 2)[2].replace("·", "") == "m"

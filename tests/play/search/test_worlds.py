"""Searches of who does not see all: they do not peek, and reason with what is seen."""

from __future__ import annotations

from random import Random

import pytest

from helpers.backends import needs_native
from helpers.hidden import LEVELS, MIXED, NOWHERE, WHICH
from interpreter import Game, State, load
from interpreter.ir import schema
from interpreter.play.search.worlds import Worlds, hidden_from_mover
from lab.players import AlphaBeta, Uct

# As `WHICH`, where a move names three places at once.
THREE = """(game "Three" (players 2)
    (equipment {(board (square 4)) (piece "King" Each) (piece "Pawn" Each)})
    (rules
        (start {(place Random (sites Top) {"King2"}) (place Random (sites Top) {"Pawn2"} count:3)
                (set Hidden What (sites Board) to:P1)})
        (play (move Select (from (sites Bottom))))
        (end {
            (if (and (= 1 (last To)) (no Pieces P2 "King" in:(sites {12}))) (result P1 Win))
            (if (and (!= 1 (last To)) (not (no Pieces P2 "King" in:(sites {12})))) (result P1 Win))
            (if True (result P2 Win))
        })
    )
)"""
GAMES = 40


def won(game: Game) -> int:
    """How many of some games the search wins with its first move."""
    found = 0
    for seed in range(GAMES):
        state = game.start(seed=seed)
        assert hidden_from_mover(state)
        best = Uct(iterations=300, seed=seed).choose(state)
        found += state.after(best).ranking[0] == 1.0
    return found


@pytest.mark.slow
@pytest.mark.parametrize("backend", ["python", pytest.param("auto", marks=needs_native)])
@pytest.mark.parametrize(("rules", "chance"), [(NOWHERE, 1 / 16), (WHICH, 1 / 4)])
def test_a_search_does_not_peek(rules: str, chance: float, backend: str) -> None:
    # Who looks wins all of them. More than this happens by chance once in ten thousand times.
    deviation = (GAMES * chance * (1 - chance)) ** 0.5
    assert won(load(rules, backend=backend)) < GAMES * chance + 4 * deviation


@pytest.mark.parametrize("backend", ["python", pytest.param("auto", marks=needs_native)])
def test_looking_ahead_does_not_peek(backend: str) -> None:
    game = load(WHICH, backend=backend)
    found = 0
    for seed in range(GAMES):
        state = game.start(seed=seed)
        judged = AlphaBeta(depth=2, seed=seed).judge(state)
        assert not any(one.certain for one in judged)
        assert {one.move for one in judged} == set(state.moves())
        found += state.after(judged[0].move).ranking[0] == 1.0
    assert found < GAMES / 4 + 4 * (GAMES * 3 / 16) ** 0.5


@pytest.mark.parametrize("backend", ["python", pytest.param("auto", marks=needs_native)])
def test_a_search_reasons_with_what_is_seen(backend: str) -> None:
    game = load(THREE, backend=backend)
    for seed in range(8):
        assert str(Uct(iterations=300, seed=seed).choose(game.start(seed=seed))) == "b1"


@needs_native
def test_what_is_found_is_not_certain_and_tells_one_move() -> None:
    game = load(WHICH)
    found = game.uct(game.start(seed=1), iterations=500, seed=1)
    assert not found.proven
    assert found.iterations == 500
    assert sum(one.visits for one in found.moves) == 500
    assert len(found.principal) == 1
    assert all(abs(one.value + 0.5) < 0.3 for one in found.moves)
    again = game.uct(game.start(seed=1), iterations=500, seed=1)
    assert [one.visits for one in again.moves] == [one.visits for one in found.moves]
    # Two positions that the player cannot tell apart are judged alike.
    twins = [game.start(seed=seed) for seed in range(12)]
    views = {one.seen_by(1).text() for one in twins}
    assert len(views) == 1
    assert len({one.text() for one in twins}) > 1


@pytest.mark.slow
@pytest.mark.parametrize("rules", [LEVELS, MIXED], ids=["levels", "mixed"])
@pytest.mark.parametrize("backend", ["python", pytest.param("auto", marks=needs_native)])
def test_drawn_positions_look_like_the_true_one(rules: str, backend: str) -> None:
    game = load(rules, backend=backend)
    state, chance = game.start(), Random(3)
    for _ in range(6):
        seen, texts = state.seen_by(state.mover), set[str]()
        worlds = Worlds(state, chance)
        for _ in range(20):
            raw = worlds.draw()
            drawn = State(game, raw)
            assert drawn.seen_by(state.mover) == seen
            assert drawn.moves() == state.moves()
            # What follows from where the pieces are says the same.
            assert game.position(drawn.text()).contents == drawn.contents
            for owner in range(1, 3):
                assert drawn.sites_of(owner) == game.position(drawn.text()).sites_of(owner)
            assert (
                sorted(drawn.contents[: game.board.size])
                == sorted(state.contents[: game.board.size])
                or schema.LEVEL in game.parts
            )
            texts.add(drawn.text())
        if not state.plies:
            assert len(texts) > 1
        state = state.after(chance.choice(state.moves()))

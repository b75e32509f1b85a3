"""Dominoes: who holds them, where they can lie, and what is drawn."""

from __future__ import annotations

from random import Random

import pytest

from interpreter import Game, LudError, State, load

GAME = """(game "Stones" (players 2)
    (equipment { (boardless Square) (dominoes upTo:UP) (hand Each size:SIZE) })
    (rules
        (start (deal Dominoes DEALT))
        (play
            (or
                (do
                    (move
                        (from (forEach (sites Hand Mover) if:(is Occupied (site))))
                        (to (sites LineOfPlay))
                    )
                    ifAfterwards:(is PipsMatch)
                )
                (move Pass (then (take Domino)))
            )
        )
        (end (if (= (count Moves) 30) (result Mover Win)))
    )
)"""
BACKENDS = ["auto", "python"]


def stones(backend: str, up: int = 3, dealt: int = 3) -> Game:
    size = max(dealt, 5)
    text = GAME.replace("UP", str(up)).replace("SIZE", str(size)).replace("DEALT", str(dealt))
    return load(text, backend=backend)


def held(state: State) -> list[str]:
    """The dominoes in both hands."""
    return [one.piece for hand in state.game.hands for site in hand.sites for one in state.on(site)]


def lying(state: State) -> list[str]:
    """The dominoes on the board."""
    found = [one.piece for site in range(state.game.board.size) for one in state.on(site)]
    stones_ = [one for one in found if one != "Part"]
    assert found.count("Part") == 7 * len(stones_), "each covers eight sites"
    return stones_


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
def test_each_domino_is_in_one_place(backend: str) -> None:
    game = stones(backend)
    for seed in range(4):
        state, rng = game.start(seed), Random(seed)
        assert len(held(state)) == len(set(held(state))) == 6
        for _ in range(12):
            if state.over:
                break
            state = state.after(rng.choice(state.moves()))
            together = [*held(state), *lying(state)]
            assert len(together) == len(set(together))
            assert len(together) <= 10


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
def test_dominoes_touch_where_their_pips_are_the_same(backend: str) -> None:
    """Whichever is laid, one that lies there already has one of its numbers."""
    game = stones(backend, up=6, dealt=5)
    joined = 0
    for seed in range(3):
        state, rng = game.start(seed), Random(seed)
        for _ in range(14):
            if state.over:
                break
            before = lying(state)
            moves = [move for move in state.moves() if move.name != "pass"]
            state = state.after(rng.choice(moves or state.moves()))
            for laid in set(lying(state)) - set(before):
                joined += bool(before)
                assert not before or any(set(laid[-2:]) & set(one[-2:]) for one in before)
    assert joined > 6


@pytest.mark.slow
@pytest.mark.parametrize("backend", BACKENDS)
def test_the_last_domino_is_drawn(backend: str) -> None:
    """A draw of one outcome is told like any other; from an empty bag nothing is drawn."""
    game = stones(backend, up=1, dealt=1)
    state = game.start(5)
    assert len(held(state)) == 2
    after = state.after("pass")
    assert sorted(held(after)) == ["Domino00", "Domino01", "Domino11"]
    told = state.after("pass", draws=state.drawn("pass"))
    assert held(told) == held(after)
    again = after.after("pass")
    assert sorted(held(again)) == sorted(held(after))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GAME.replace("(dominoes upTo:UP)", '(piece "Disc" Each)'), "the game has no dominoes"),
        (GAME.replace("UP", "1").replace("DEALT", "2"), "there are not 2 dominoes"),
        (GAME.replace("UP", "12"), "a domino has 0 to 9 pips"),
    ],
)
def test_mistakes(text: str, says: str) -> None:
    whole = text.replace("UP", "3").replace("SIZE", "5").replace("DEALT", "1")
    with pytest.raises(LudError, match=says) as error:
        load(whole)
    assert error.value.problems[0].span is not None

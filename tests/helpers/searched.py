"""Positions that searches are tried on."""

from __future__ import annotations

from random import Random

from interpreter import Game, State

THREE = """(game "Three" (players 3)
    (equipment { (board (square 4)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (is Line 3) (result Mover Win))
        (if (is Full) (result Mover Draw))
    }))
)"""


def after(game: Game, *names: str) -> State:
    state = game.start()
    for name in names:
        state = state.after(name)
    return state


def wandered(game: Game, plies: int, seed: int) -> State:
    """A position of a random game; the first one if that is over too soon."""
    state, rng = game.start(seed), Random(seed)
    for _ in range(plies):
        state = state.after(rng.choice(state.moves()))
        if state.over:
            return game.start(seed)
    return state

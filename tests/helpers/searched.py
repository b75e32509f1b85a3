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

# A draw behind the move: the middle wins four times in six, either end twice.
BEHIND = """(game "Behind" (players 2)
    (equipment { (board (rectangle 1 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end {
        (if (and (= (last To) 1) (<= (value Random (range 1 6)) 4)) (result Mover Win))
        (if (and (!= (last To) 1) (<= (value Random (range 1 6)) 2)) (result Mover Win))
        (if (= 1 1) (result Next Win))
    }))
)"""
# A throw before the next move: the first site wins up to four, the others with their own number.
BEFORE = """(game "Before" (players 2)
    (equipment { (board (rectangle 1 7)) (piece "Stone" Each) (dice d:6 num:1) })
    (rules
        (play (if (= (count Moves) 0)
            (move Add (piece (id "Stone" Mover)) (to (sites Empty)))
            (do (roll) next:(move Add (piece (id "Stone" Mover)) (to (sites Empty))))
        ))
        (end (if (= (count Moves) 2) {
            (if (is In (count Pips) (sites Occupied by:P1)) (result P1 Win))
            (if (and (is In 0 (sites Occupied by:P1)) (<= (count Pips) 4)) (result P1 Win))
            (if (= 1 1) (result P2 Win))
        }))
    )
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

"""States that random games come to."""

from __future__ import annotations

from interpreter import Game


def states(game: Game, seed: int, plies: int) -> list[object]:
    """The raw states of a random game, from the first."""
    state, found = game.start(seed), []
    for number in range(plies):
        found.append(state.raw)
        if state.over:
            break
        moves = state.moves()
        state = state.after(moves[(seed * 7919 + number * 104729) % len(moves)])
    return found

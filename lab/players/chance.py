"""A player without a plan."""

from __future__ import annotations

from random import Random

from interpreter import Move, State


class RandomPlayer:
    """Chooses uniformly among the legal moves."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def choose(self, state: State) -> Move:
        """Any legal move."""
        return self.rng.choice(state.moves())

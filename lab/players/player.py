"""What a player is, whose turn it is, and a game between players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from interpreter import Move, State
from interpreter.show.status import colour_of


class Player(Protocol):
    """Chooses moves."""

    def choose(self, state: State) -> Move:
        """One of the legal moves of a position in which the game is not over."""
        ...


def seat_of(state: State) -> int:
    """The seat whose turn it is, from 1; after a swap not that of the colour to move."""
    return colour_of(state, state.mover)


def play(
    state: State, players: Sequence[Player], watch: Callable[[Move, State], None] | None = None
) -> State:
    """The end of a game between players, one for each seat.

    Args:
        state: where it begins
        players: by seat, the first player first
        watch: told of every move and the position after it
    """
    while not state.over:
        move = players[seat_of(state) - 1].choose(state)
        state = state.after(move)
        if watch is not None:
            watch(move, state)
    return state


class RandomPlayer:
    """Chooses uniformly among the legal moves."""

    def __init__(self, seed: int = 0) -> None:
        self.rng = Random(seed)

    def choose(self, state: State) -> Move:
        """Any legal move."""
        return self.rng.choice(state.moves())

"""Positions that players are tried on."""

from collections.abc import Iterator
from random import Random

from interpreter import Game, Move, State
from lab.players import seat_of


def positions(game: Game, count: int) -> Iterator[State]:
    """Positions of random games."""
    rng = Random(1)
    for number in range(count):
        state = game.start(number)
        while not state.over:
            yield state
            state = state.after(rng.choice(state.moves()))


def wins(state: State) -> list[Move]:
    """The moves that win at once."""
    seat = seat_of(state) - 1
    return [move for move in state.moves() if state.after(move).utilities[seat] == 1]


def safe(state: State, move: Move) -> bool:
    """Whether a move neither loses nor lets the next player win at once."""
    after = state.after(move)
    if after.over:
        return after.utilities[seat_of(state) - 1] >= 0
    return not wins(after)

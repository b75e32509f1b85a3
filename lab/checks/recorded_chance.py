"""The draws of recorded games, made again from the seed of a recording."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.ir.meaning.splitmix import GOLDEN, MASK, mix
from interpreter.play import chance
from interpreter.play.chance import Draw
from interpreter.play.game import Game, State

HALF = (1 << 32) - 1


class Stream:
    """What chance says in a recorded game, one number after another.

    Args:
        state: the seed of the recording, or where another stream has come to

    Source: the generator `SplitMix64` of the recordings, as `nextInt` draws from it
    """

    def __init__(self, state: int) -> None:
        self.state = state

    def copy(self) -> Stream:
        """A stream that goes on from here on its own."""
        return Stream(self.state)

    def draw(self, outcomes: int) -> int:
        """One of so many outcomes, from 0; where they do not divide 2^31, some draws are thrown."""
        while True:
            self.state = self.state + GOLDEN & MASK
            mixed = mix(self.state)
            half = (mixed >> 32 ^ mixed & HALF) >> 1
            if outcomes & outcomes - 1 == 0:
                return outcomes * half >> 31
            found = half % outcomes
            if half - found + outcomes - 1 < 1 << 31:
                return found

    def all(self, following: Callable[[list[int]], Draw | None]) -> list[int]:
        """All draws of something.

        Args:
            following: the draw that comes when these have fallen; None for no more
        """
        draws: list[int] = []
        while (one := following(draws)) is not None:
            draws.append(self.draw(one.outcomes))
        return draws


def begun(game: Game, stream: Stream) -> State:
    """The first position of a game, with the draws of a stream."""
    return game.start(draws=stream.all(lambda draws: chance.next_at_start(game, draws)))


def before_moves(state: State, stream: Stream) -> list[int]:
    """The draws of a stream before the moves of a position."""
    return stream.all(lambda draws: chance.next_draw(state, draws))


def after_move(state: State, before: list[int], move: int, stream: Stream) -> list[int]:
    """The draws of a stream behind those before the moves, where a move is made."""

    def following(draws: list[int]) -> Draw | None:
        return chance.next_draw(state, [*before, *draws], move)

    return stream.all(following)

"""The same game on several targets, side by side: what one does, the others must do."""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf
from random import Random

from interpreter import Game, State
from interpreter.targets.llvm.lists.held import MOST_BUNDLES

ASPECTS = ("plies", "position", "over", "mover", "next", "swapped", "last to", "ranking", "scores")


class DifferenceError(Exception):
    """Two targets do not agree."""


def seen(state: State) -> tuple[object, ...]:
    """What is to be seen of a position: the aspects, then the moves and what they are called."""
    return (
        state.plies,
        state.position(),
        state.over,
        state.mover,
        state.next,
        state.swapped,
        state.last_to,
        state.ranking,
        state.scores,
        *((move.packed, move.name) for move in state.moves()),
    )


def walk(games: Sequence[Game], seed: int, plies: int, seconds: float = inf) -> int:
    """See that positions and moves are the same along a random game; how many plies were made.

    Args:
        games: the same one, several times
        seconds: after so long, nothing more is looked at

    Raises:
        DifferenceError: they are not the same
    """
    random, end = Random(seed), time.monotonic() + seconds
    states = [game.start(seed) for game in games]
    for made in range(plies + 1):
        moves = states[0].moves()
        if len(moves) > MOST_BUNDLES:  # more than native code holds
            return made
        first, *others = map(seen, states)
        for other in others:
            if other != first:
                raise DifferenceError(f"seed {seed}, ply {made}: {_difference(first, other)}")
        if not moves or made == plies or time.monotonic() > end:
            return made
        packed = random.choice(moves).packed
        states = [
            State(game, game.after(state.raw, packed))
            for game, state in zip(games, states, strict=True)
        ]
    return plies


def _difference(first: Sequence[object], other: Sequence[object]) -> str:
    """The first aspect in which two positions differ."""
    for name, ours, theirs in zip(ASPECTS, first, other, strict=False):
        if ours != theirs:
            return f"{name} {ours} and {theirs}"
    many = len(ASPECTS)
    if len(first) != len(other):
        return f"{len(first) - many} moves and {len(other) - many}"
    pair = next(one for one in zip(first[many:], other[many:], strict=True) if one[0] != one[1])
    return f"moves {pair[0]} and {pair[1]}"

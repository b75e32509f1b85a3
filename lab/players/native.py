"""The searches of the machine, where it has its own: methods of a game compiled to machine code.

They follow the definitions in `uct.py` and `alphabeta.py`, which run everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from interpreter import Game, Move, State
from lab.players.tree import Judgement


class Judged(Protocol):
    """What the machine thinks of a move; see `Judgement`."""

    @property
    def move(self) -> Move: ...  # noqa: D102
    @property
    def visits(self) -> int: ...  # noqa: D102
    @property
    def value(self) -> float: ...  # noqa: D102
    @property
    def certain(self) -> bool: ...  # noqa: D102


class Search(Protocol):
    """What a search of the machine has found; the moves best first."""

    @property
    def moves(self) -> Sequence[Judged]: ...  # noqa: D102


class Searching(Protocol):
    """A game that searches by itself."""

    def uct(  # noqa: D102
        self, state: State, *, iterations: int | None, seconds: float | None, seed: int
    ) -> Search: ...

    def alphabeta(  # noqa: D102
        self,
        state: State,
        *,
        depth: int | None,
        seconds: float | None,
        weights: Mapping[str, float] | None,
    ) -> Search: ...


def compiled(game: Game) -> bool:
    """Whether a game runs as machine code and searches by itself."""
    return game.machine.name != "python" and hasattr(game, "uct")


def uct(state: State, seconds: float, iterations: float, seed: int) -> list[Judgement]:
    """The moves, best first, as random games tell; infinite limits are none."""
    game = cast(Searching, state.game)
    count = None if math.isinf(iterations) else int(iterations)
    found = game.uct(state, iterations=count, seconds=_finite(seconds), seed=seed)
    return _judgements(found)


def alphabeta(
    state: State, seconds: float, depth: float, weights: Mapping[str, float] | None
) -> list[Judgement]:
    """The moves, best first, as looking ahead tells; infinite limits are none."""
    game = cast(Searching, state.game)
    deep = None if math.isinf(depth) else int(depth)
    found = game.alphabeta(state, depth=deep, seconds=_finite(seconds), weights=weights)
    return _judgements(found)


def _finite(limit: float) -> float | None:
    return None if math.isinf(limit) else limit


def _judgements(found: Search) -> list[Judgement]:
    return [Judgement(one.move, one.visits, one.value, one.certain) for one in found.moves]

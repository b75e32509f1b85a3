"""The searches of the machine, where it has its own: methods of a game compiled to machine code.

They follow the definitions in `plain_uct.py` and `plain_alphabeta.py`, which run everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from interpreter import Game, State
from interpreter.play.search.tree import Tree
from lab.players.judgement import Judgement


def is_compiled(game: Game) -> bool:
    """Whether a game runs as machine code and searches by itself."""
    return game.machine.name == "llvm"


def uct(
    state: State, seconds: float, iterations: float, seed: int, tree: Tree | None
) -> tuple[list[Judgement], Tree | None]:
    """The moves, best first, as random games tell, and the tree; infinite limits are none."""
    count = None if math.isinf(iterations) else int(iterations)
    found = state.game.uct(state, iterations=count, seconds=_finite(seconds), seed=seed, tree=tree)
    return list(found.moves), found.tree


def alphabeta(
    state: State, seconds: float, depth: float, weights: Mapping[str, float] | None
) -> list[Judgement]:
    """The moves, best first, as looking ahead tells; infinite limits are none."""
    from interpreter.targets.kernels.search.table import DEEPEST  # noqa: PLC0415  what Python does without

    deep = None if math.isinf(depth) else min(int(depth), DEEPEST)
    found = state.game.alphabeta(state, depth=deep, seconds=_finite(seconds), weights=weights)
    return list(found.moves)


def _finite(limit: float) -> float | None:
    return None if math.isinf(limit) else limit

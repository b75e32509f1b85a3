"""Ludwright: rule files of board games become games that are played, measured and bred.

    from ludwright import load

    game = load("Yavalath")
    state = game.start(seed=1)
    while not state.over:
        state = state.after(state.moves()[0])
    print(state.ranking)

What stands here is kept as it is from version to version. The folders `interpreter`, `ludemes` and
`lab` hold the program; what they have besides may change at any time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Game, LudError, Move, State, load
    from lab import evolve, measure
    from lab.checks.rules import check

__all__ = ["Game", "LudError", "Move", "State", "check", "evolve", "load", "measure"]

# Each is imported when it is first asked for: most programs do without most of them.
HOMES = {
    **dict.fromkeys(("Game", "LudError", "Move", "State", "load"), "interpreter"),
    **dict.fromkeys(("evolve", "measure"), "lab"),
    "check": "lab.checks.rules",
}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__

"""What one does with games: play them, measure them, breed new ones.

from lab import evolve, measure

Both are imported when they are first asked for: most commands do without.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lab.breeding.running.run import evolve
    from lab.measuring.measures import measure

__all__ = ["evolve", "measure"]

HOMES = {"evolve": "lab.breeding.running.run", "measure": "lab.measuring.measures"}


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(HOMES[name]), name)

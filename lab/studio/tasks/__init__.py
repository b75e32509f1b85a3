"""What the studio asks of its processes: to look at rules, to play, search, measure and breed.

Each task takes what the page has sent, tells how far it is by `emit`, and returns its answer, fit
for JSON. What the page sends is not trusted: a wrong kind of value is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lab.studio.tasks.asked import Emit, StoppedError
from lab.studio.tasks.breeding import bred, breed, run, vary, wishes
from lab.studio.tasks.figures import measure
from lab.studio.tasks.library import library, picture, text
from lab.studio.tasks.playing import analyse, move, player, table, why_not
from lab.studio.tasks.writing import cover, draw, ludeme, page, preview, reference

__all__ = ["TASKS", "Emit", "StoppedError"]

TASKS: dict[str, Callable[[Mapping[str, Any], Emit], Any]] = {
    one.__name__: one
    for one in (
        draw, preview, table, page, why_not, move, player, analyse, measure, library, text, picture,
        run, bred, breed, vary, wishes, cover, reference, ludeme,
    )
}  # fmt: skip

"""Why a tree does not fit, found when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from interpreter.text.errors import Edit, Problem, suggests

Mended = tuple[str, tuple[Edit, ...]]
"""What to do about an argument, and the change to the text that does it."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What does not fit.

    Args:
        depth: how far the matching came
        inside: a part fits, and something is wrong inside it
    """

    problems: tuple[Problem, ...] = ()
    depth: int = 0
    inside: bool = False

    @property
    def suggesting(self) -> bool:
        """Whether it says what may be meant."""
        return any(map(suggests, self.problems))


class Failure:
    """A tree that does not fit.

    Most failures are forgotten, when another form fits: the reason is found when it is asked for.
    """

    def __init__(self, find: Callable[[], Reason]) -> None:
        self._find = find

    @cached_property
    def reason(self) -> Reason:
        """Why it does not fit."""
        return self._find()


UNFIT = Failure(Reason)

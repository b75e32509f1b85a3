"""What is wrong or doubtful in a file that is expanded, noted once for each place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from interpreter.text.errors import LudError, Problem, Span
from interpreter.text.tree import Out


class EndError(LudError):
    """A mistake that makes going on pointless."""


class Notes:
    """The mistakes and warnings of an expansion."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.told: set[tuple[str, str, int]] = set()
        self.in_metadata = False

    def note(self, problem: Problem) -> None:
        """Remember a problem, once for each place in the text.

        One in the metadata does not keep a game from being played.
        """
        if self.in_metadata:
            problem = replace(problem, warning=True)
        span = problem.span
        key = (problem.message, span.source.name, span.start) if span else (problem.message, "", 0)
        if key not in self.told:
            self.told.add(key)
            self.problems.append(problem)

    def error(self, message: str, span: Span, hint: str | None = None, *, code: str) -> None:
        """Remember a mistake and go on."""
        self.note(Problem(message, span, hint, code=code))

    def warn(self, message: str, span: Span, hint: str | None = None, *, code: str) -> None:
        """Remember what is legal but hardly meant."""
        self.note(Problem(message, span, hint, warning=True, code=code))

    def attempt(self, work: Callable[..., Iterable[Out]], *args: object) -> list[Out]:
        """The result of work that may find a mistake; nothing if it does."""
        try:
            return list(work(*args))
        except EndError:
            raise
        except LudError as error:
            for problem in error.problems:
                self.note(problem)
            return []

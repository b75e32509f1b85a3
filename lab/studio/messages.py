"""What goes between the page and the studio: texts of questions, and mistakes to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.text.errors import LudError, Problem


def text_of(asked: Mapping[str, Any], name: str, usual: str | None = None) -> str:
    """A text of a question.

    Raises:
        LudError: there is none
    """
    found = asked.get(name, usual)
    if not isinstance(found, str):
        raise LudError(f"the question has no {name}")
    return found


def failed(*problems: Problem) -> dict[str, Any]:
    """Mistakes for the page: what is wrong, and where in the file."""
    return {"problems": [_told(problem) for problem in problems]}


def refused(message: str) -> dict[str, Any]:
    """The same where no place in the rules is to blame."""
    return failed(Problem(message))


def _told(problem: Problem) -> dict[str, Any]:
    place = None if problem.span is None else problem.span.outermost
    return {
        "message": problem.message,
        "hint": problem.hint or "",
        "line": 0 if place is None else place.line,
        "column": 0 if place is None else place.column,
        "warning": problem.warning,
    }

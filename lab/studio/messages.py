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


def number_of(
    asked: Mapping[str, Any], name: str, least: int, most: int, usual: int | None = None
) -> int:
    """A whole number of a question, from `least` to `most`.

    Raises:
        LudError: there is none, or it is another
    """
    found = asked.get(name, usual)
    if not isinstance(found, int) or isinstance(found, bool) or not least <= found <= most:
        raise LudError(f"{name} is a whole number from {least} to {most}")
    return found


def texts_of(asked: Mapping[str, Any], name: str) -> list[str]:
    """A list of texts of a question; empty if there is none.

    Raises:
        LudError: it is something else
    """
    found = asked.get(name) or []
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise LudError(f"{name} is a list of texts")
    return found

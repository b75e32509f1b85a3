"""Changes to a text that take a problem away, as far as the problem tells what is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from interpreter.text.errors import Edit, Problem, Source, Span, suggested, visible

WORD = re.compile(r"[\w<>=!+*/%^&|-]+:?")
NEAR, APART = 0.75, 0.15
"""How alike two words are of which one is surely meant for the other, and how much less alike all
others that may be meant."""
SHOWN = 40
"""Characters of what is changed that a title shows."""


@dataclass(frozen=True, slots=True)
class Mend:
    """A change that takes a problem away.

    Args:
        title: what it does
        edits: the replacements, which do not overlap
        certain: nothing else is likely meant
    """

    title: str
    edits: tuple[Edit, ...]
    certain: bool


def seen(span: Span | None, source: Source) -> Span | None:
    """Where something is seen in a text: the use of a define that it came through, say."""
    while span is not None and span.source is not source and span.source.text != source.text:
        span = span.outer
    return span


def mends(problem: Problem, source: Source) -> list[Mend]:
    """What may be done about a problem in a text, the likeliest first."""
    span = seen(problem.span, source)
    if span is None:
        return []
    if problem.edits and span is problem.span:
        return [Mend(_said(source.text, problem.edits), problem.edits, certain=True)]
    text = source.text[span.start : span.end]
    words = list(_written(text, suggested(problem)))
    likeness = [_likeness(text, word) for word in words]
    sure = bool(words) and likeness[0] >= max([NEAR, *(one + APART for one in likeness[1:])])
    first = words[0] if sure else None
    return [
        Mend(f"write {one}", ((span.start, span.end, one),), certain=one is first) for one in words
    ]


def _likeness(text: str, word: str) -> float:
    """How much of two words is the same."""
    return SequenceMatcher(None, text.lower(), word.lower()).ratio()


def _written(text: str, words: Sequence[str]) -> Iterator[str]:
    """Words that are suggested as they are written in the place of a text."""
    for word in words:
        if text.startswith('"') and text.endswith('"') and len(text) > 1:
            yield f'"{word}"'
        elif WORD.fullmatch(text):
            yield word


def _said(text: str, edits: Sequence[Edit]) -> str:
    """What some replacements do."""
    text = visible(text)
    gone = " ".join(filter(None, (text[start:end].strip() for start, end, _ in edits)))
    new = " ".join(filter(None, (edit[2].strip() for edit in edits)))
    if gone and new == gone:
        return f"move {_short(gone)}"
    if gone and new:
        return f"write {_short(new)} for {_short(gone)}"
    return f"put {_short(new)} in" if new else f"take {_short(gone)} out"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def applied(text: str, edits: Sequence[Edit]) -> str:
    """A text with some replacements made; those at one place in the order given."""
    parts: list[str] = []
    place = 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        parts += (text[place:start], new)
        place = max(place, end)
    return "".join((*parts, text[place:]))

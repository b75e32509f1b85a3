"""Characters that no text of a stranger may bring to a screen."""

from __future__ import annotations

from itertools import islice
from typing import Final

from interpreter.text.errors import UNSEEN, LudError, Problem, Source, Span

MOST_UNSEEN: Final = 20
"""So many characters that cannot be seen are told of."""


def check_characters(source: Source) -> None:
    """Refuse a text with characters that cannot be seen.

    Raises:
        LudError: which they are, and where
    """
    found = [
        Problem(
            f"there is a character that cannot be seen: U+{ord(one[0]):04X}",
            Span(source, one.start(), one.end()),
            "take it out",
            code="unseen-character",
            edits=((one.start(), one.end(), ""),),
        )
        for one in islice(UNSEEN.finditer(source.text), MOST_UNSEEN)
    ]
    if found:
        raise LudError(found)

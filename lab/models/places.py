"""What may follow at a place of a rule file."""

from __future__ import annotations

import re
from pathlib import Path

from interpreter.language.grammar.making import Scope
from interpreter.play.load import catalogue, defines, read
from interpreter.services.document import Document
from interpreter.services.following import Following, following
from interpreter.services.names import Names
from interpreter.text.errors import LudError, Source


def at_place(path: Path, at: str | None, scope: Scope, *, whole: bool) -> Following:
    """The grammar of what may follow in a file.

    Args:
        at: `LINE:COLUMN`, each from 1; the end of the text if not given
        whole: see `interpreter.services.following.following`

    Raises:
        LudError: the file cannot be read, there is no such place, or nothing is known of it
    """
    return in_text(read(path), at, scope, whole=whole)


def in_text(source: Source, at: str | None, scope: Scope, *, whole: bool) -> Following:
    """The same for a text."""
    document = Document(source, catalogue(), defines())
    offset = len(source.text.rstrip()) if at is None else offset_of(document, at)
    return following(document, Names(document), offset, scope, whole=whole)


def offset_of(document: Document, at: str) -> int:
    """The character at `LINE:COLUMN`, each from 1.

    Raises:
        LudError: there is no such place
    """
    found = re.fullmatch(r"(\d+):(\d+)", at)
    if found is None:
        raise LudError(f"{at} is no place", None, "a place is LINE:COLUMN, as in 12:30")
    line, column = int(found[1]) - 1, int(found[2]) - 1
    lines = document.text.split("\n")
    if not 0 <= line < len(lines) or not 0 <= column <= len(lines[line]):
        here = lines[line] if 0 <= line < len(lines) else None
        why = f"the text has {len(lines)} lines" if here is None else f"it has {len(here)} columns"
        raise LudError(f"there is no place {at}", None, why)
    return document.offset(line, column)

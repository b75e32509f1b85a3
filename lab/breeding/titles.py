"""The name of a game in its rule file."""

from __future__ import annotations

import re
from typing import Final

HEAD: Final = re.compile(r'\(\s*game\s+"((?:[^"\\]|\\.)*)"')


def title(text: str) -> str:
    """What a rule file calls its game; empty if it does not say."""
    found = HEAD.search(text)
    return found[1] if found else ""


def retitled(text: str, name: str) -> str:
    """A rule file whose game is called otherwise."""
    found = HEAD.search(text)
    return text if found is None else f"{text[: found.start(1)]}{name}{text[found.end(1) :]}"

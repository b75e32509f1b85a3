"""The games that a run begins with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from interpreter.play.load import games, is_text, read
from interpreter.text.errors import LudError, suggest

FOUNDERS: Final = (
    "Yavalath",
    "Gomoku",
    "Connect Four",
    "Tic-Tac-Toe",
    "Dao",
    "Pentalath",
    "Hex",
    "Y",
    "Havannah",
    "Breakthrough",
    "Reversi",
    "Konane",
    "Clobber",
    "Amazons",
)
"""Games of many kinds, none of which takes long to play."""


def founders(words: Sequence[str]) -> tuple[str, ...]:
    """Games for names, families, paths of rule files or of folders, and rule texts.

    Each comes once, in the order in which they are first named.

    Raises:
        LudError: nothing is called that
    """
    return tuple(dict.fromkeys(one for word in words for one in _founders(word)))


def texts(names: Iterable[str]) -> tuple[str, ...]:
    """The rules of games."""
    return tuple(read(name).text for name in names)


def _founders(word: str) -> Sequence[str]:
    if is_text(word):
        return (word,)
    titles = {name.casefold(): name for name in games()}
    if word.casefold() in titles:
        return (titles[word.casefold()],)
    if word.casefold() in families():
        return families()[word.casefold()]
    path = Path(word)
    if path.is_dir():
        found = sorted(str(one) for one in path.rglob("*.lud"))
        if not found:
            raise LudError(f"there is no rule file in {path}")
        return found
    if path.suffix == ".lud":
        return (str(path),)
    near = suggest(word, [*games(), *families()]) or "games and families: ludwright list"
    raise LudError(f'no game and no family is called "{word}"', None, near)


def families() -> dict[str, list[str]]:
    """The games of the library by family."""
    found: dict[str, list[str]] = {}
    for name, path in games().items():
        found.setdefault(Path(str(path)).parent.name, []).append(name)
    return found

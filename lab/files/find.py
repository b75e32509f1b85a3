"""What GAME stands for on the command line: a game of the library, a rule file, or one of a run.

Games that were bred lie in the file of their run, and are named by it and by their own name or
number: `run.db:Golandara`, `run.db:150`.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from interpreter.text.errors import LudError, suggest

if TYPE_CHECKING:
    from lab.breeding.keeping.child import Child
    from lab.breeding.keeping.store import Store

SUFFIX: Final = ".db"
"""Of the file of a run; other files are asked whether they are there."""


def rules(word: str) -> str | Path:
    """What `interpreter.load` and `interpreter.play.load.read` take for a word.

    Args:
        word: the name of a game of the library, the path of a rule file, or a game of a run

    Raises:
        LudError: the run cannot be read, or has no such game
    """
    run, name = parts(word)
    if run is None:
        return Path(word)
    from lab.breeding.keeping.store import read  # noqa: PLC0415  only where there is a run

    with closing(read(run)) as store:
        return _found(store, name).text


def parts(word: str) -> tuple[Path | None, str]:
    """The file of a run and the name of a game in it; None and the word if it names no run."""
    head, colon, name = word.rpartition(":")
    if colon and _is_run(head):
        return Path(head), name
    if word.endswith(SUFFIX):
        return Path(word), ""
    return None, word


def in_run(word: str) -> bool:
    """Whether a word names a game of a run."""
    return parts(word)[0] is not None


def _is_run(head: str) -> bool:
    path = Path(head)
    return path.suffix == SUFFIX or (path.suffix != ".lud" and path.is_file())


def _found(store: Store, name: str) -> Child:
    child = store.named(name) if name else None
    if child is None and name.isdecimal():
        child = store.child(int(name))
    if child is not None and child.text:
        return child
    kept = [one.name for one in store.kept()]
    if child is not None:
        raise LudError(f"child {name} of {store.name} came to no rules: {child.detail}")
    if not kept:
        raise LudError(f"{store.name} has no games yet")
    if not name:
        hint = f"as in {store.name}:{kept[0]}, which is its best"
        raise LudError(f"{store.name} is a run of many games; which one?", None, hint)
    near = suggest(name, kept) or f"its best are {', '.join(kept[:5])}"
    raise LudError(f'{store.name} has no game "{name}"', None, near)

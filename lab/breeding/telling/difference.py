"""What differs between two rule trees, in a line: `(is Line 4) → (is Line 5)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

from interpreter.text.printer import one_line
from interpreter.text.tree import Array, Clause, Labelled, Tree

LONGEST: Final = 64
"""Letters of one side of a difference; more are left out of its middle."""


def difference(old: Tree, new: Tree) -> str:
    """What has changed from one tree to another, in a line; empty if nothing has.

    Changes are named by the smallest clauses that hold them; what is new stands behind `with`,
    and what is gone behind `without`.
    """
    return "; ".join(_changes(old, new))


def _changes(old: Tree | Labelled, new: Tree | Labelled) -> Iterator[str]:
    if one_line(old) == one_line(new):
        return
    here, there = _parts(old), _parts(new)
    if isinstance(old, Array) is not isinstance(new, Array):  # one item may stand for a list
        here, there = ((one,) if not isinstance(one, Array) else one.items for one in (old, new))
    if not _alike(old, new) or not _nests(here, there) or _tells_more(old, new, here, there):
        yield f"{_short(old)} → {_short(new)}"
        return
    if sorted(map(one_line, here)) == sorted(map(one_line, there)):
        yield f"in the order {_short(new)}"
        return
    for tag, first, last, start, end in _steps(here, there):
        gone, come = here[first:last], there[start:end]
        if tag == "replace" and len(gone) == len(come):
            for one, other in zip(gone, come, strict=True):
                yield from _changes(one, other)
            continue
        yield from (f"without {_short(one)}" for one in gone)
        yield from (f"with {_short(one)}" for one in come)


def _parts(tree: Tree | Labelled) -> Sequence[Tree | Labelled]:
    match tree:
        case Clause():
            return tree.args
        case Array():
            return tree.items
        case Labelled():
            return (tree.value,)
        case _:
            return ()


def _alike(old: Tree | Labelled, new: Tree | Labelled) -> bool:
    """Whether both are the same thing with other parts."""
    match old, new:
        case (Clause(), Clause()):
            return old.keyword.text == new.keyword.text
        case (Labelled(), Labelled()):
            return old.label == new.label
        case _:
            return isinstance(old, Array) or isinstance(new, Array)


def _nests(here: Sequence[Tree | Labelled], there: Sequence[Tree | Labelled]) -> bool:
    """Whether all that differs stands in brackets, so that it tells something by itself."""
    return all(
        isinstance(one, Clause | Array | Labelled)
        for tag, first, last, start, end in _steps(here, there)
        for one in (*here[first:last], *there[start:end])
    )


def _tells_more(
    old: Tree | Labelled,
    new: Tree | Labelled,
    here: Sequence[Tree | Labelled],
    there: Sequence[Tree | Labelled],
) -> bool:
    """Whether arguments have come or gone of a clause that is short enough to be shown whole."""
    short = max(len(one_line(old)), len(one_line(new))) <= LONGEST
    return short and isinstance(old, Clause) and len(here) != len(there)


def _steps(
    here: Sequence[Tree | Labelled], there: Sequence[Tree | Labelled]
) -> Iterator[tuple[str, int, int, int, int]]:
    texts = [[one_line(one) for one in side] for side in (here, there)]
    for step in SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if step[0] != "equal":
            yield step


def _short(tree: Tree | Labelled) -> str:
    text = one_line(tree)
    if len(text) <= LONGEST:
        return text
    half = LONGEST // 2 - 1
    return f"{text[:half]}…{text[-half:]}"

"""The sections of rules: what of them may be kept while the rest varies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from interpreter import LudError
from interpreter.language.parts import Board, End, Equipment, Play, Start
from interpreter.language.slots import Path
from interpreter.text.errors import suggest
from interpreter.text.printer import one_line
from interpreter.text.tree import Array, Clause
from lab.breeding.making.genome import Genome

PIECES: Final = "pieces"
SECTIONS: Final = {Board: "board", Start: "start", Play: "play", End: "end"}
"""The sections that are a part of the rules each; pieces are what else is in the equipment."""
KEPT: Final = ("board", PIECES, "start", "play", "end")
"""What may be kept as it is."""


def kept_of(words: Sequence[str]) -> tuple[str, ...]:
    """The names of sections in words such as `board,pieces`.

    Raises:
        LudError: there is no such section
    """
    names = [name.strip().lower() for word in words for name in word.split(",") if name.strip()]
    for name in names:
        if name not in KEPT:
            hint = suggest(name, KEPT) or f"known: {', '.join(KEPT)}"
            raise LudError(f"no section is called {name}", None, hint)
    return tuple(dict.fromkeys(names))


def sections(genome: Genome) -> dict[str, tuple[str, ...]]:
    """The sections of rules as text, by their names; nothing for one that is not there.

    What a piece says of its moves belongs to the pieces, and the rules of each phase to its own
    sections.
    """
    found: dict[str, list[str]] = {name: [] for name in KEPT}
    items = set(_items(genome))
    for part in genome.parts:
        if part.kind in SECTIONS:
            found[SECTIONS[part.kind]].append(one_line(part.tree))
        elif part.path in items:
            found[PIECES].append(one_line(part.tree))
    return {name: tuple(texts) for name, texts in found.items()}


def _items(genome: Genome) -> Iterator[Path]:
    """Where the items of the equipment stand: in its list, or alone."""
    for part in genome.parts:
        if part.kind is Equipment and isinstance(part.tree, Clause):
            for index, one in enumerate(part.tree.args):
                if isinstance(one, Array):
                    yield from ((*part.path, index, inner) for inner in range(len(one.items)))
                else:
                    yield (*part.path, index)

"""Rule texts as trees that are bound to the catalogue."""

from __future__ import annotations

from pathlib import Path

from interpreter import LudError
from interpreter.language.bind import bind
from interpreter.language.parts import GameRules
from interpreter.language.slots import Anatomy
from interpreter.play.load import catalogue, read, rules_of
from interpreter.text.tree import Clause


def anatomy(what: str | Path) -> Anatomy:
    """The parts of the rules of a game: a text, a name of the library, or a file."""
    tree = rules_of(read(what)).game
    return Anatomy(tree, bind(tree, GameRules, catalogue()), catalogue())


def bound_somehow(tree: Clause) -> list[object]:
    """The nodes of an example for each type it may have."""
    found: list[object] = []
    for kind in {form.result for form in catalogue()}:
        try:
            found.append(bind(tree, kind, catalogue()))
        except LudError:  # most types do not fit
            continue
    return found

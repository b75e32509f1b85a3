"""A legal move, as people and programs hold it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from interpreter.ir.program import Template, unpack

# Moves of a player are made anew when so many were met.
MOST_MET = 1 << 14


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move.

    Args:
        packed: the move as the machine has it
        from_site: where it starts; -1 for nowhere, as of a pass
        to_site: where it ends; the same as `from_site` where a piece is placed or removed
        mover: the player whose move it is, from 1
        name: what `str()` gives: `e5`, `a1-b2`, `pass`, `swap`
        draws: what was told to fall before it, if the moves were asked for so
    """

    packed: int
    from_site: int
    to_site: int
    mover: int
    name: str
    draws: tuple[int, ...] | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.name


class MetMoves(dict[int, Move]):
    """The moves of a player that were met in a game, by what the machine has, each made once.

    Args:
        mover: whose they are
        labels: the names of sites
        templates: what moves there are
    """

    def __init__(self, mover: int, labels: Sequence[str], templates: Sequence[Template]) -> None:
        super().__init__()
        self._mover = mover
        self._labels = [label.lower() for label in labels]
        self._templates = templates

    def __missing__(self, packed: int) -> Move:
        template, origin, target, _ = unpack(packed)
        if len(self) >= MOST_MET:
            self.clear()
        move = Move(packed, origin, target, self._mover, self._name(template, origin, target))
        self[packed] = move
        return move

    def _name(self, template: int, origin: int, target: int) -> str:
        form = self._templates[template]
        name = form.name.lower()
        if form.shape != "nowhere":
            name = self._labels[target]
            if origin not in (target, -1):
                name = f"{self._labels[origin]}-{name}"
        return f"{name}={form.note.lower()}" if form.note else name


def told_apart(moves: Sequence[Move]) -> tuple[Move, ...]:
    """Some moves, of which those with the name of one before have a number behind it."""
    names: dict[str, int] = {}
    found: list[Move] = []
    for move in moves:
        number = names[move.name] = names.get(move.name, 0) + 1
        found.append(move if number == 1 else replace(move, name=f"{move.name}/{number}"))
    return tuple(found)

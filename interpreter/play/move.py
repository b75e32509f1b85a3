"""A legal move, as people and programs hold it."""

from __future__ import annotations

from dataclasses import dataclass, field


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

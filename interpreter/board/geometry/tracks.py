"""Tracks: ways along which pieces go round a board, written as sites and directions.

Source: Ludii 1.3.10 Core/src/game/equipment/container/board/Track.java.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.board.geometry.neighbours import COMPASS
from interpreter.board.graph import BoardError
from interpreter.board.topology import Topology

# What stands at the end of a track on which pieces leave the board.
END = -2


def walked(board: Topology, text: str) -> tuple[int, ...]:
    """The sites of a track such as `0,E,N1,W,End`.

    It starts on a site; a direction goes on to the edge of the board, or so many steps as stand
    behind it; a number is a site. A comma may stand behind the last. Sites of hands are numbered
    after those of the board.

    Raises:
        BoardError: what is no site and no direction, or leads nowhere
    """
    items = [item.strip() for item in text.rstrip(", ").split(",")]
    if not items[0].isdigit():
        raise BoardError(f'a track starts on the number of a site, not on "{items[0]}"')
    found: list[int] = []
    for item in items:
        if item.isdigit():
            found.append(int(item))
        elif item == "End":
            found.append(END)
        else:
            found += _along(board, found[-1], item)
    return tuple(found)


def _along(board: Topology, start: int, item: str) -> Sequence[int]:
    name = item.rstrip("0123456789")
    count = item[len(name) :]
    if not 0 <= start < board.size:
        raise BoardError(f'a track cannot go on to "{item}" from {start}, off the board')
    # Ways of exactly this name, and no others that it may stand for.
    if name not in COMPASS:
        known = sorted(name for name, at in board.radials.items() if at[start])
        hint = f"from site {start} lead {', '.join(known)}"
        raise BoardError(f'"{item}" is no direction of a track; {hint}')
    rays = board.rays(name)[start]
    return [site for ray in rays for site in (ray[: int(count)] if count else ray)]

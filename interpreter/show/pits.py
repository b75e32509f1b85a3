"""Boards with several pieces on a site: pits for sowing, and places with room for numbers.

A game has pits where several pieces can lie on any point and all are alike: what matters is how
many there are, and no lines are needed between the points.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise

from interpreter.board.graph import SiteType
from interpreter.board.topology import Topology
from interpreter.show.placement import GAP, Layout, Place, layout
from interpreter.show.protocol import ShownGame

ROOM = 5
"""Columns from one pit to the next: room for two digits, brackets and a space."""
COUNTED = 4
"""Columns from one site to the next at least, where pieces of several kinds are counted."""


def has_pits(game: ShownGame) -> bool:
    """Whether the board is one for sowing."""
    alone = len(game.pieces) == 1 and not 1 <= game.pieces[0].owner <= game.players
    return alone and game.board.use is SiteType.VERTEX and game.piles


@lru_cache(maxsize=64)
def stores(board: Topology) -> tuple[int, ...]:
    """The long pits: those at the left and at the right end that have a column of their own."""
    columns = Counter(round(x, 3) for x in board.xs)
    if max(columns.values()) < 2:
        return ()
    ends = {min(columns), max(columns)}
    alone = (round(x, 3) in ends and columns[round(x, 3)] == 1 for x in board.xs)
    return tuple(site for site, long in enumerate(alone) if long)


def layout_of(game: ShownGame) -> Layout:
    """The characters of a game's board: holes where it is sown, room where pieces are counted."""
    if has_pits(game):
        return _pit_layout(game.board)
    counted = game.piles or game.numbered is not None
    return _roomy_layout(game.board) if counted else layout(game.board)


@lru_cache(maxsize=64)
def _roomy_layout(board: Topology) -> Layout:
    """The characters of a board with room for a number and a bracket behind each piece."""
    plan = layout(board)
    places = sorted(plan.sites)
    first = dict(reversed(places))  # of each line the leftmost column
    gaps = (right - left for (line, left), (other, right) in pairwise(places) if line == other)
    times = -(-COUNTED // min(gaps, default=COUNTED))

    def moved(place: Place) -> Place:
        line, column = place
        start = first.get(line, 0)
        return line, times * column if column >= start else column + (times - 1) * start

    return Layout(
        tuple(map(moved, plan.sites)), plan.empty,
        {moved(place): text for place, text in plan.lines.items()},
        {moved(place): text for place, text in plan.labels.items()},
    )  # fmt: skip


@lru_cache(maxsize=64)
def _pit_layout(board: Topology) -> Layout:
    """Pits in rows and columns, with the names of rows on the left and of columns below."""
    across = {x: column for column, x in enumerate(_levels(board.xs))}
    up = _levels(board.ys)
    top = len(up) - 1
    places = tuple(
        (top - up.index(round(y, 3)), ROOM * across[round(x, 3)])
        for x, y in zip(board.xs, board.ys, strict=True)
    )
    labels: dict[Place, str] = {}
    left = min(column for _, column in places) - GAP
    long = stores(board)
    for site, (line, column) in enumerate(places):
        name = board.labels[site].lower()
        letters = name.rstrip("0123456789")
        labels[top + 1, column] = name if site in long else letters
        if site not in long:
            number = name.removeprefix(letters)
            labels[line, left - len(number)] = number
    return Layout(places, ("·",) * board.size, {}, labels)


def _levels(values: tuple[float, ...]) -> list[float]:
    return sorted({round(value, 3) for value in values})

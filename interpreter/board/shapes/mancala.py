"""Boards for sowing: rows of holes, with a store at either end or none.

Numbers and places follow the reference implementation (Ludii 1.3.10,
Core/src/game/equipment/container/board/custom/MancalaBoard.java).
"""

from __future__ import annotations

import math

from interpreter.board.editing.faces import assemble
from interpreter.board.graph import BoardError, Graph, Pair, Point, SiteType, check_size

ROWS = range(2, 7)
# How far a store lies beside the holes, by the number of rows.
BESIDE = {2: 0.85, 3: 1.0, 4: 0.9, 5: 1.0, 6: 0.9}
# Holes that are nearer than this are neighbours; those of a row are 1 apart.
NEAR = 1.1


def mancala(rows: int, columns: int, *, stores: bool) -> Graph:
    """Holes in rows, numbered from the bottom left.

    Args:
        rows: how many
        columns: holes in each
        stores: one more hole on either side, the first of all and the last
    """
    if rows not in ROWS:
        raise BoardError(f"a mancala board has {ROWS[0]} to {ROWS[-1]} rows, not {rows}")
    check_size(rows * columns if columns > 0 else 0, SiteType.VERTEX)
    points: list[Point] = [(float(x), float(y)) for y in range(rows) for x in range(columns)]
    first = 0
    if stores:
        middle, beside = (rows - 1) / 2, BESIDE[rows]
        points = [(-beside, middle), *points, (columns - 1 + beside, middle)]
        first = 1
    edges: list[Pair] = []
    for row in range(rows):
        start = first + row * columns
        edges += [(hole, hole + 1) for hole in range(start, start + columns - 1)]
    known = set(edges)
    for a, (ax, ay) in enumerate(points):
        for b, (bx, by) in enumerate(points[a + 1 :], a + 1):
            if (a, b) not in known and math.hypot(ax - bx, ay - by) < NEAR:
                edges.append((a, b))
    return assemble(points, edges)

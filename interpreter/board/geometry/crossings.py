"""Edges that cross each other.

Source: Ludii 1.3.10 Core/src/game/functions/region/sites/crossing/SitesCrossing.java.
"""

from __future__ import annotations

from interpreter.board.graph import Graph, Point

# Edges that meet so near to an end, in parts of their length, do not cross.
MARGIN = 0.01
FLAT = 1e-9


def crossings(graph: Graph) -> list[tuple[int, ...]]:
    """The edges that cross each edge, between its ends and theirs."""
    ends = [(graph.vertices[a], graph.vertices[b]) for a, b in graph.edges]
    return [
        tuple(other for other, there in enumerate(ends) if other != edge and _cross(here, there))
        for edge, here in enumerate(ends)
    ]


def _cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two lines cross at a point inside both; parallel ones do not."""
    (ax, ay), (bx, by) = one
    (cx, cy), (dx, dy) = other
    ux, uy, vx, vy = bx - ax, by - ay, dx - cx, dy - cy
    turn = ux * vy - uy * vx
    if abs(turn) < FLAT:
        return False
    along = ((cx - ax) * vy - (cy - ay) * vx) / turn
    across = ((cx - ax) * uy - (cy - ay) * ux) / turn
    return all(MARGIN < part < 1 - MARGIN for part in (along, across))

"""The symmetries of a board: turns and mirrors that lay every site on a site.

for one in symmetries(board):
print(one.name, one.image[0])
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter.board.graph import mean
from interpreter.board.topology import Topology

TURNS = (180, 120, 240, 90, 270, 60, 300)
"""Degrees by which boards are turned; the half turn is what most of them allow."""
AXES = (0, 90, 45, 135, 30, 60, 120, 150)
"""Degrees of the axes in which boards are mirrored: 0 lies across."""
NEAR = 0.01
"""How far from a site its image may lie, as a share of the width of the board."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A turn or a mirror.

    Args:
        name: `half turn`, `turn by 60`, `mirror at 90`
        image: where each site comes to lie
        twice: whether it undoes itself when done again
    """

    name: str
    image: tuple[int, ...]
    twice: bool


def symmetries(board: Topology) -> tuple[Symmetry, ...]:
    """The turns and mirrors of a board around its middle, the half turn first; not the identity."""
    return tuple(_found(board))


def _found(board: Topology) -> Iterator[Symmetry]:
    points = board.points
    middle = mean(points)
    from_middle = [(x - middle[0], y - middle[1]) for x, y in points]
    seen = {tuple(range(len(points)))}
    for name, matrix in _transforms():
        image = _image(from_middle, matrix)
        if image is None or image in seen or not _keeps_neighbours(board, image):
            continue
        seen.add(image)
        yield Symmetry(name, image, all(image[image[site]] == site for site in range(len(image))))


def _transforms() -> Iterator[tuple[str, tuple[Point, Point]]]:
    for turn in TURNS:
        sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        name = "half turn" if turn == 180 else f"turn by {turn}"
        yield name, ((cosine, -sine), (sine, cosine))
    for axis in AXES:
        sine, cosine = math.sin(math.radians(2 * axis)), math.cos(math.radians(2 * axis))
        yield f"mirror at {axis}", ((cosine, sine), (sine, -cosine))


def _image(points: Sequence[Point], matrix: tuple[Point, Point]) -> tuple[int, ...] | None:
    """Where each site comes to lie; None if one comes to lie on none."""
    width = max(max(abs(x), abs(y)) for x, y in points) or 1.0
    cells: dict[tuple[int, int], int] = {}
    step = 4 * NEAR * width
    for site, (x, y) in enumerate(points):
        cells[round(x / step), round(y / step)] = site
    image: list[int] = []
    for x, y in points:
        there = matrix[0][0] * x + matrix[0][1] * y, matrix[1][0] * x + matrix[1][1] * y
        site = _nearest(cells, points, there, step)
        if site is None or math.dist(points[site], there) > NEAR * width:
            return None
        image.append(site)
    return tuple(image) if len(set(image)) == len(image) else None


def _nearest(
    cells: dict[tuple[int, int], int], points: Sequence[Point], there: Point, step: float
) -> int | None:
    across, up = round(there[0] / step), round(there[1] / step)
    around = ((across + dx, up + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
    here = [cells[place] for place in around if place in cells]
    return min(here, key=lambda site: math.dist(points[site], there), default=None)


def _keeps_neighbours(board: Topology, image: Sequence[int]) -> bool:
    """Whether neighbours remain neighbours."""
    return all(
        {image[one] for one in near} == set(board.orthogonal[image[site]])
        for site, near in enumerate(board.orthogonal)
    )

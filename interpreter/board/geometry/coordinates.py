"""Rows, columns, labels and phases of the parts of a graph.

Rows and columns are clusters of distances from a line; the lines are tried at several angles
(Ludii 1.3.10, Core/src/game/util/graph/MeasureGraph.java and other/topology/Topology.java).
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.board.graph import Point, bounds

PHASES = 6


@dataclass(frozen=True, slots=True)
class Grid:
    """Row, column and label of every part, and the angles of the lines that gave them."""

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    labels: tuple[str, ...]
    angles: tuple[float, float]


def grid(points: Sequence[Point], angles: tuple[float, float] | None = None) -> Grid:
    """Rows, columns and labels of some parts, along the given angles or the best."""
    box = bounds(points)
    left, bottom, width, height = box
    unit = (width + height) / 2 / math.sqrt(len(points))
    foot = (left + width / 2, bottom - height)
    side = (left - width, bottom + height / 2)
    # A single column has no width; measured from a point, as the reference does, its sites would be
    # called B1, A2 and B3.
    length = width if width > 1e-7 else 1.0

    def cluster(start: Point, angle: float) -> tuple[float, list[int]]:
        end = (start[0] + length * math.cos(angle), start[1] + length * math.sin(angle))
        return _cluster(points, start, end, 0.6 * unit)

    if angles is None:
        row_angle, rows = _best(cluster, foot, [k / 180.0 * math.pi for k in (0, 15, 30, 45, 60)])
        column_angle, columns = _best(
            cluster, side, [row_angle + k / 180.0 * math.pi for k in (90, 105, 120)]
        )
        angles = (row_angle, column_angle)
    else:
        rows, columns = cluster(foot, angles[0])[1], cluster(side, angles[1])[1]
    places = list(zip(columns, rows, strict=True))
    if len(set(places)) < len(places):
        rows = _levels([y for _, y in points])
        columns = _levels([x for x, _ in points])
        places = list(zip(columns, rows, strict=True))
    labels = tuple(f"{letters(column)}{row + 1}" for column, row in places)
    return Grid(tuple(rows), tuple(columns), labels, angles)


def letters(column: int) -> str:
    """The name of a column: A to Z, then AA."""
    name = chr(ord("A") + column % 26)
    while column >= 26:
        column //= 26
        name = chr(ord("A") + column % 26 - 1) + name
    return name


def _best(
    cluster: Callable[[Point, float], tuple[float, list[int]]],
    start: Point,
    angles: Sequence[float],
) -> tuple[float, list[int]]:
    """The angle with the least error, the first of equals, and its clusters.

    Where all errors are large, as on boards much enlarged, the line is level.
    """
    least, best = 1000.0, (0.0, list[int]())
    for angle in angles:
        error, numbers = cluster(start, angle)
        if error < least:
            least, best = error, (angle, numbers)
            if error < 0.01:
                break
    return best if best[1] else (0.0, cluster(start, 0.0)[1])


def _cluster(points: Sequence[Point], a: Point, b: Point, margin: float) -> tuple[float, list[int]]:
    """Numbers points by their distance from a line; near distances share a number.

    The error is the spread of the clusters plus a little for each of them. Only the last member
    of a cluster counts in its spread: the reference does so, and its labels rest on it.
    """
    far = _distances(points, a, b)
    numbers = [0] * len(points)
    error = mean = total = last = 0.0
    count, clusters = 0, 0
    for index in sorted(range(len(points)), key=far.__getitem__):
        distance = far[index]
        if not clusters or abs(distance - mean) > margin:
            if count:
                error += (mean - last) * (mean - last) / count
            clusters, count, total = clusters + 1, 0, 0.0
        count += 1
        total += distance
        mean, last = total / count, distance
        numbers[index] = clusters - 1
    error += (mean - last) * (mean - last) / count
    return error + 0.01 * clusters, numbers


def _distances(points: Sequence[Point], a: Point, b: Point) -> list[float]:
    (ax, ay), dx, dy = a, b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    crosses = [(y - ay) * dx - (x - ax) * dy for x, y in points]
    return [math.sqrt(cross * cross / length) for cross in crosses]


def _levels(values: Sequence[float]) -> list[int]:
    """The rank of each value among the distinct ones; used where two labels were the same."""
    levels: list[float] = []
    for value in values:
        if not any(abs(value - level) < 0.001 for level in levels):
            levels.append(value)
    levels.sort()
    ranks = [0] * len(values)
    for rank, level in enumerate(levels):
        for index, value in enumerate(values):
            if abs(value - level) < 0.001:
                ranks[index] = rank
    return ranks


def phases(neighbours: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """A colouring in which neighbours differ, of at most five colours.

    Spreads from the lowest site without a colour; sites that see two colours come first.
    """
    phase = [-1] * len(neighbours)
    for start in range(len(neighbours)):
        if phase[start] < 0:
            phase[start] = 0
            _spread(start, neighbours, phase)
    return tuple(phase)


def _spread(start: int, neighbours: Sequence[Sequence[int]], phase: list[int]) -> None:
    queue, visited = deque([start]), set[int]()
    while queue:
        site = queue.popleft()
        if site in visited:
            continue
        visited.add(site)
        taken = {phase[near] for near in neighbours[site]}
        # the last phase is shared by all that find no other
        phase[site] = min({0, 1, 2, 3} - taken, default=4)
        for near in neighbours[site]:
            if near not in visited:
                if len({phase[k] for k in neighbours[near]} - {-1}) > 1:
                    queue.appendleft(near)
                else:
                    queue.append(near)

"""Tiles with paths on a picture: the whole cell, and the paths as they lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from interpreter.board.graph import Point, mean
from interpreter.board.topology import Topology
from interpreter.ir import schema
from interpreter.show.protocol import ShownState
from interpreter.show.svg.canvas import ACCENT, Sheet, number
from interpreter.show.svg.draw_board import plan
from interpreter.show.svg.pieces.emblems import COLOURS, DARK, NOBODY, Emblem, colour

ROUND = 0.5523
"""How far the controls of a curve lie from its ends that looks like a quarter of a circle."""
WIDE, RIM = 0.3, 0.07
"""How wide a path and its outline are, by the distance of a side from the middle."""


@dataclass(frozen=True, slots=True)
class Path:
    """A path on a tile, as it lies.

    Args:
        start, start_slot: the side where it begins, clockwise from the north, and the slot there
        end, end_slot: the same for the other end
        slots: how many slots a side has
        colour: its colour
    """

    start: int
    start_slot: int
    end: int
    end_slot: int
    slots: int
    colour: str


def paths_on(state: ShownState, site: int) -> tuple[Path, ...]:
    """The paths on the tile on a site; none if there is no such tile."""
    what, board = state.what(site), state.game.board
    kind = next((one for one in state.game.pieces if one.number == what), None)
    if kind is None or not kind.paths:
        return ()
    sides, turns = len(board.supported["orth"]), len(board.supported["adj"])
    by = state.number(schema.ROTATION, site) * sides // turns
    return tuple(
        Path(
            (one.start + by) % sides, one.start_slot, (one.end + by) % sides, one.end_slot,
            kind.slots, _ink(state, one.colour),
        )
        for one in kind.paths
    )  # fmt: skip


def _ink(state: ShownState, number: int) -> str:
    """The colour of the player with that number; another where there is none."""
    known = 1 <= number <= state.game.players
    return colour(state.game, number) if known else COLOURS[(number - 1) % len(COLOURS)]


def draw_tile(
    sheet: Sheet, board: Topology, emblem: Emblem, site: int, paths: Sequence[Path], *, halo: bool
) -> None:
    """A tile that fills its cell.

    Args:
        halo: whether it is marked as the last move's
    """
    measures = plan(board)
    corners = [measures.vertices[vertex] for vertex in board.graph.faces[site]]
    sides = _sides(corners)
    middle = mean(corners, tuple(range(len(corners))))
    inner = math.dist(middle, mean(sides[0], (0, 1)))
    line = max(0.7, RIM * inner)
    ground = NOBODY if emblem.fill in {path.colour for path in paths} else emblem.fill
    sheet.polygon(corners, fill=ground, stroke=DARK, stroke_width=line, stroke_linejoin="round")
    for path in paths:
        begin = _point(sides[path.start], path.start_slot, path.slots)
        end = _point(sides[path.end], path.end_slot, path.slots)
        controls = (
            _inwards(sides[path.start], begin, middle, inner),
            _inwards(sides[path.end], end, middle, inner),
        )
        _draw_path(sheet, path, (begin, *controls, end), inner, line)
    if halo:
        shrunk = [_between(corner, middle, 0.06) for corner in corners]
        sheet.polygon(shrunk, fill="none", stroke=ACCENT, stroke_width=2 * line)


def _draw_path(
    sheet: Sheet, path: Path, points: Sequence[Point], inner: float, line: float
) -> None:
    begin, one, other, end = points
    text = f"M{_written(begin)}C{_written(one)} {_written(other)} {_written(end)}"
    wide = WIDE * inner / path.slots
    for thick, ink in ((wide + line, DARK), (wide, path.colour)):
        sheet.path(text, points, fill="none", stroke=ink, stroke_width=thick)


def _sides(corners: Sequence[Point]) -> list[tuple[Point, Point]]:
    """The sides of a cell clockwise from the north, each with its corners in that order."""
    x, y = mean(corners, tuple(range(len(corners))))

    def angle(side: tuple[Point, Point]) -> float:
        a, b = mean(side, (0, 1))
        return (math.atan2(a - x, y - b) + 1e-6) % math.tau

    ring = [*corners, corners[0]]
    turning = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))
    ordered = ring if turning > 0 else ring[::-1]  # y goes downwards
    return sorted(pairwise(ordered), key=angle)


def _point(side: tuple[Point, Point], slot: int, slots: int) -> Point:
    return _between(side[0], side[1], (slot + 1) / (slots + 1))


def _inwards(side: tuple[Point, Point], place: Point, middle: Point, inner: float) -> Point:
    """The point straight inwards from a place on a side that bends a curve towards it."""
    half = mean(side, (0, 1))
    share = ROUND * inner / math.dist(half, middle)
    return (
        place[0] + share * (middle[0] - half[0]),
        place[1] + share * (middle[1] - half[1]),
    )


def _between(a: Point, b: Point, share: float) -> Point:
    return (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))


def _written(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"

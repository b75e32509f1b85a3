"""Pieces on sites of other kinds than the board's own: along edges, on vertices, in cells."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.board.graph import Point, SiteType, mean
from interpreter.board.topology import Topology
from interpreter.language.parts import OtherSites
from interpreter.show.svg.canvas import ACCENT, Sheet
from interpreter.show.svg.draw_board import plan
from interpreter.show.svg.pieces.draw_pieces import draw_bar, draw_piece
from interpreter.show.svg.pieces.emblems import Emblem

# The size of such a piece by that of one on a site of the board's own kind.
SHARE = {SiteType.EDGE: 0.24, SiteType.VERTEX: 0.5, SiteType.CELL: 0.6}
HALO = 1.35


@dataclass(frozen=True, slots=True)
class Beside:
    """A piece on a site of another kind.

    Args:
        site: the site in the game
        kind: its kind
        index: its number among those of its kind
        what: the number of the piece
        halo: whether the last move went there
    """

    site: int
    kind: SiteType
    index: int
    what: int
    halo: bool


def places_of(board: Topology, kind: SiteType) -> tuple[Point, ...]:
    """The middle of each site of a kind, in the units of the board's drawing."""
    vertices = plan(board).vertices
    groups = {SiteType.EDGE: board.graph.edges, SiteType.CELL: board.graph.faces}
    parts = groups.get(kind)
    return vertices if parts is None else tuple(mean(vertices, part) for part in parts)


def radius_of(board: Topology, kind: SiteType) -> float:
    """How large pieces are on sites of a kind; half as wide as a bar along an edge."""
    return SHARE[kind] * sorted(plan(board).radii)[board.size // 2]


def scenery(board: Topology, other: OtherSites) -> tuple[list[Point], list[float]]:
    """The places of all sites of another kind, and how large pieces are there."""
    places = list(places_of(board, other.kind))
    return places, [radius_of(board, other.kind)] * len(places)


def draw_beside(sheet: Sheet, board: Topology, emblem: Emblem, mark: Beside) -> None:
    """Draw a piece on a site of another kind."""
    radius = radius_of(board, mark.kind)
    if mark.kind is SiteType.EDGE:
        first, last = board.graph.edges[mark.index]
        ends = plan(board).vertices[first], plan(board).vertices[last]
        draw_bar(sheet, emblem, ends, 2 * radius, ACCENT if mark.halo else "")
        return
    place = places_of(board, mark.kind)[mark.index]
    if mark.halo:
        sheet.circle(place, HALO * radius, fill=ACCENT)
    draw_piece(sheet, emblem, place, radius)

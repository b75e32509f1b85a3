"""What a board shows besides its sites: chequers, regions in the colours of their owners, signs.

A side, which is a part of a region that lies along the rim, is a band outside of it; other regions
are tinted. Without a hint, regions of more than `MOST` of the board are left out, and on boards of
chess and draughts those of players: there they are rows that men are promoted on, at the other end
from the men themselves.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from interpreter.board.graph import Point, SiteType, ascending, distance_to_line
from interpreter.board.topology import Topology
from interpreter.language.parts import Area, Sign
from interpreter.show.protocol import ShownGame
from interpreter.show.svg.canvas import Sheet
from interpreter.show.svg.draw_board import GRAIN, WOOD, Plan, plan
from interpreter.show.svg.pieces.emblems import chip, is_classic, mixed
from interpreter.show.svg.pieces.tiles import WEDGE

MOST = 0.3
SHARE, SHARE_OF_NOBODY = 0.42, 0.3
"""How much of its colour a tinted site has."""
BAND, BROADEST = 0.14, 4.5
"""How wide a side is, by the distance of neighbours, and at most: names stand behind it."""
FACING = 0.3
"""How far an outer line of a cell must look the way of its side."""
PATCH = 1.02
"""How wide a region of points is, by the distance of neighbours."""


@dataclass(frozen=True, slots=True)
class Band:
    """A part of a region along the rim of the board."""

    sites: tuple[int, ...]
    colour: str


@dataclass(frozen=True, slots=True)
class Ground:
    """What a game's board looks like when nothing stands on it.

    Args:
        chequered: whether its squares have two tones
        tints: the colour that a site is tinted in, and how much of it the site has
    """

    chequered: bool
    bands: tuple[Band, ...] = ()
    tints: tuple[tuple[int, str, float], ...] = ()
    signs: tuple[Sign, ...] = ()


def ground_of(game: ShownGame) -> Ground:
    """What is on the board of a game besides its sites."""
    classic, hints = is_classic(game), game.graphics
    chequered = classic if hints.chequered is None else hints.chequered
    shown = [one for one in hints.areas if _is_shown(game, one, plain=not (classic or chequered))]
    bands: list[Band] = []
    tints: dict[int, tuple[str, float]] = {}
    owned = {site for one in shown if one.owner for part in one.parts for site in part}
    left: list[tuple[tuple[int, ...], str, float]] = []
    for area in shown:
        colour = _colour(game, area)
        # Regions may have sites of hands too, which are drawn elsewhere.
        for part in (tuple(site for site in one if site < game.board.size) for one in area.parts):
            if area.owner and area.colour is None and _outward(game.board, part):
                bands.append(Band(part, colour))
            elif area.colour is not None:
                left.append((part, colour, 1.0))
            elif area.owner:
                left.append((part, colour, SHARE))
            else:
                free = tuple(site for site in part if site not in owned)
                left.append((free, colour, SHARE_OF_NOBODY))
    # A small region lies on a large one.
    for part, colour, share in sorted(left, key=lambda one: -len(one[0])):
        if share == 1.0 or share == SHARE_OF_NOBODY or len(part) <= MOST * game.board.size:
            tints |= dict.fromkeys(part, (colour, share))
    return Ground(
        chequered, tuple(bands), tuple((site, *one) for site, one in tints.items()), hints.signs
    )


def _is_shown(game: ShownGame, area: Area, *, plain: bool) -> bool:
    if area.colour is not None:
        return bool(area.colour.code)
    size = sum(map(len, area.parts))
    if not area.owner:
        return size <= MOST * game.board.size
    return plain and area.owner <= game.players and chip(game, area.owner).shape != WEDGE


def _colour(game: ShownGame, area: Area) -> str:
    if area.colour is not None:
        return area.colour.code
    return chip(game, area.owner).fill if area.owner else GRAIN


def _outward(board: Topology, part: Sequence[int]) -> Point | None:
    """The way out of the board from sites in a row along its rim; None if they are no such row."""
    places = plan(board).places
    if len(part) < 2 or board.use is SiteType.EDGE:
        return None
    ends = max(
        ((a, b) for a in part for b in part if a < b),
        key=lambda pair: math.dist(places[pair[0]], places[pair[1]]),
    )
    (ax, ay), (bx, by) = places[ends[0]], places[ends[1]]
    far = math.hypot(bx - ax, by - ay)
    normal = ((by - ay) / far, (ax - bx) / far)
    heights = [(x - ax) * normal[0] + (y - ay) * normal[1] for x, y in places]
    near = 0.05 * plan(board).unit
    if any(abs(heights[site]) > near for site in part):
        return None
    low, high = min(heights), max(heights)
    if high <= near < -low:
        return normal
    return (-normal[0], -normal[1]) if low >= -near and high > near else None


# Cells


def tinted(plain: Sequence[str], ground: Ground) -> list[str]:
    """The colour of each cell, from that which it has where there is no region."""
    found = list(plain)
    for site, colour, share in ground.tints:
        found[site] = mixed(found[site], colour, share)
    return found


def draw_bands(sheet: Sheet, board: Topology, ground: Ground) -> None:
    """The sides of players around the board, before the board itself is drawn."""
    measures = plan(board)
    wide = min(BAND * measures.unit, BROADEST)
    line = 0.6 * measures.stroke
    lines = [(one.colour, list(_outer_lines(board, one, ground))) for one in ground.bands]
    for casing in (True, False):
        half = wide + line if casing else wide
        for colour, ends in lines:
            stroke = GRAIN if casing else colour
            for a, b in ends:
                sheet.line(a, b, stroke=stroke, stroke_width=2 * half)
            counts = Counter(end for pair in ends for end in pair)
            for bend in (end for end, count in counts.items() if count > 1):
                sheet.circle(bend, half, fill=stroke)


def _outer_lines(board: Topology, band: Band, ground: Ground) -> Iterator[tuple[Point, Point]]:
    """The lines of cells that look out of the board on a side."""
    way = _outward(board, band.sites)
    if way is None:
        return
    own = dict(_facing(board, band.sites, way))
    others = [
        set(dict(_facing(board, one.sites, out)))
        for one in ground.bands
        if one.colour != band.colour and (out := _outward(board, one.sites))
    ]
    contested = {edge for edge in own for other in others if edge in other}
    firm = {vertex for edge in own if edge not in contested for vertex in edge}
    for edge, (a, b) in own.items():
        if edge not in contested:
            yield a, b
            continue
        # In a corner each has the half on its side.
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        yield (a if edge[0] in firm else b), middle


def _facing(
    board: Topology, sites: Sequence[int], way: Point
) -> Iterator[tuple[tuple[int, int], tuple[Point, Point]]]:
    """The outer lines of cells that look a way, by the numbers of their ends."""
    measures, outer = plan(board), _outer(board)
    for site in sites:
        face, (x, y) = board.graph.faces[site], measures.places[site]
        for edge in pairwise((*face, face[0])):
            key = ascending(*edge)
            if key not in outer:
                continue
            a, b = measures.vertices[key[0]], measures.vertices[key[1]]
            dx, dy = (a[0] + b[0]) / 2 - x, (a[1] + b[1]) / 2 - y
            if dx * way[0] + dy * way[1] > FACING * math.hypot(dx, dy):
                yield key, (a, b)


def _outer(board: Topology) -> set[tuple[int, int]]:
    """The lines of cells with no cell on the other side."""
    counts = Counter(
        ascending(a, b) for face in board.graph.faces for a, b in pairwise((*face, face[0]))
    )
    return {edge for edge, count in counts.items() if count == 1}


# Points


def draw_patches(sheet: Sheet, board: Topology, ground: Ground) -> None:
    """Regions of points, below the lines; sides lie between the last points and the rim."""
    measures = plan(board)
    wide = PATCH * measures.unit
    tints = {site: mixed(WOOD, colour, share) for site, colour, share in ground.tints}
    for colour in dict.fromkeys(tints.values()):
        with sheet.group(fill=colour, stroke=colour, stroke_linecap="round"):
            for site in (site for site, own in tints.items() if own == colour):
                sheet.circle(measures.places[site], wide / 2, stroke="none")
            for a, b in board.graph.edges if board.use is SiteType.VERTEX else ():
                if tints.get(a) == tints.get(b) == colour:
                    sheet.line(measures.vertices[a], measures.vertices[b], stroke_width=wide)
    for band in ground.bands:
        _draw_point_band(sheet, measures, band, _outward(board, band.sites) or (0.0, 0.0))


def _draw_point_band(sheet: Sheet, measures: Plan, band: Band, way: Point) -> None:
    wide = 0.3 * measures.rim
    out = measures.rim - 0.5 * wide - measures.stroke
    x, y = (out * part for part in way)
    along = sorted(
        (measures.places[site] for site in band.sites),
        key=lambda place: place[0] * way[1] - place[1] * way[0],
    )
    (ax, ay), (bx, by) = along[0], along[-1]
    for stroke, thick in ((GRAIN, wide + measures.stroke), (band.colour, wide)):
        sheet.line((ax + x, ay + y), (bx + x, by + y), stroke=stroke, stroke_width=thick)


# Signs


def draw_signs(sheet: Sheet, board: Topology, ground: Ground) -> None:
    """What hints put on sites."""
    measures = plan(board)
    for sign in ground.signs:
        colour = sign.colour.code if sign.colour is not None else GRAIN
        if not colour:
            continue
        wide = max(0.8, 0.045 * measures.unit)
        with sheet.group(fill="none", stroke=colour, stroke_width=wide, stroke_linecap="round"):
            for site in sign.sites:
                if site < board.size:
                    radius = _reach(board, site)
                    _draw_sign(sheet, sign.shape, measures.places[site], radius, colour)


def _reach(board: Topology, site: int) -> float:
    """How far a sign goes from the middle of a site."""
    measures = plan(board)
    if board.use is not SiteType.CELL:
        return 0.8 * measures.radii[site]
    corners = [measures.vertices[vertex] for vertex in board.graph.faces[site]]
    place = measures.places[site]
    return 0.8 * min(distance_to_line(place, a, b) for a, b in pairwise((*corners, corners[0])))


def _draw_sign(sheet: Sheet, shape: str, place: Point, radius: float, colour: str) -> None:
    x, y = place
    match shape:
        case "cross":
            for up in (-radius, radius):
                sheet.line((x - radius, y - up), (x + radius, y + up))
        case "star":
            for k in range(4):
                dx, dy = (radius * turn(math.tau * k / 8) for turn in (math.cos, math.sin))
                sheet.line((x - dx, y - dy), (x + dx, y + dy))
            sheet.circle(place, 0.45 * radius)
        case "square":
            sheet.box((x - radius, y - radius), 2 * radius, 2 * radius)
        case "disc":
            sheet.circle(place, 0.4 * radius, fill=colour)
        case _:
            sheet.circle(place, radius)

"""Boards of other shapes: polygons, rings, wheels, spirals, and graphs drawn point by point."""

from __future__ import annotations

from enum import Enum

from interpreter.board.editing import operators
from interpreter.board.editing.operators import Polygon
from interpreter.board.graph import BoardError, Graph
from interpreter.board.shapes import polygons, rings
from interpreter.board.shapes.rings import concentric_regular
from interpreter.language.catalogue import ludeme
from interpreter.rules.builder import Builder
from ludemes.boards.making import GENERATORS, Side, built, pair

SHAPES = f"{GENERATORS}/shape"


class Ring(Enum):
    """The shape of rings around each other."""

    Triangle = "Triangle"
    Square = "Square"
    Hexagon = "Hexagon"


SIDES = {Ring.Triangle: 3, Ring.Square: 4, Ring.Hexagon: 6}


@ludeme(
    "poly",
    later=("rotns",),
    source="util/graph/Poly.java",
    examples=("(keep (square 6) (poly {{0 0} {0 2.5} {4.75 1}}))",),
    words="a polygon with corners",
)
def poly(
    b: Builder, points: tuple[tuple[int, ...], ...] | tuple[tuple[float, ...], ...]
) -> Polygon:
    """An outline, which may bend inwards.

    Args:
        points: its corners in turn; where all are whole numbers, so are quotients in them
    """
    try:
        return operators.polygon_of([pair(point) for point in points])
    except BoardError as error:
        raise b.fail(str(error), code="board") from None


@ludeme(
    "graph",
    source="util/graph/Graph.java",
    examples=("(graph vertices:{{0 0} {1.5 0} {0.5 1}} edges:{{0 1} {0 2} {1 2}})",),
    words="{vertices:count} point(s) with no lines between them",
)
def graph(
    b: Builder,
    *,
    vertices: tuple[tuple[float, ...], ...],
    edges: tuple[tuple[int, ...], ...] = (),
) -> Graph:
    """A board of vertices and edges as they are given; its cells are what edges surround.

    Args:
        vertices: where each vertex lies
        edges: the numbers of the two vertices that each edge joins
    """
    return built(b, polygons.explicit, [pair(point) for point in vertices], edges)


@ludeme(
    "wedge",
    source=f"{SHAPES}/Wedge.java",
    examples=("(wedge 3)", "(wedge 2 5)"),
    words=(
        "a triangle of {rows:digits} rows that widens to {columns:digits} points",
        "a triangle of {rows:digits} rows that widens to 3 points",
    ),
)
def wedge(b: Builder, rows: Side, columns: Side | None = None) -> Graph:
    """A triangle of one vertex above rows that widen, such as the arms of some Alquerque boards.

    It has vertices and edges alone: cells come when it is merged with others.

    Args:
        rows: its rows, with the single vertex
        columns: vertices in each other row; three if not given
    """
    return built(b, polygons.wedge, rows, 3 if columns is None else columns)


@ludeme(
    "regular",
    source=f"{SHAPES}/Regular.java",
    examples=("(regular 5)",),
    words="a regular polygon of {sides:digits} sides",
)
def regular(b: Builder, sides: Side) -> Graph:
    """A regular polygon.

    Args:
        sides: how many sides it has
    """
    return built(b, polygons.regular, sides, b.board.use)


@ludeme(
    "regular Star",
    source=f"{SHAPES}/Regular.java",
    examples=("(regular Star 5)",),
    words="a star with {points:digits} points",
)
def star(b: Builder, points: Side) -> Graph:
    """A star: each corner of a regular polygon joined with those nearly opposite.

    Args:
        points: how many points it has
    """
    return built(b, polygons.regular, points, b.board.use, star=True)


@ludeme(
    "repeat",
    source=f"{SHAPES}/Repeat.java",
    examples=("(repeat 3 4 step:{{-0.5 0.75} {1 0}} (poly {{0 0} {0 1} {1 1} {1 0}}))",),
    words="a pattern of {rows:digits} by {columns:digits} tiles",
    ahead={"step": "outlines"},
)
def repeat(
    b: Builder,
    rows: Side,
    columns: Side,
    outlines: Polygon | tuple[Polygon, ...],
    *,
    step: tuple[tuple[float, ...], ...],
) -> Graph:
    """One or several outlines drawn again and again.

    Args:
        rows: how often along the second step
        columns: how often along the first step
        outlines: what is drawn
        step: the ways from column to column and from row to row
    """
    if len(step) != 2:
        raise b.fail(
            "step: takes two ways, from column to column and from row to row", code="board"
        )
    several = outlines if isinstance(outlines, tuple) else (outlines,)
    return built(b, polygons.repeat, rows, columns, (pair(step[0]), pair(step[1])), several)


@ludeme(
    "spiral",
    source=f"{SHAPES}/Spiral.java",
    examples=("(spiral turns:4 sites:80)",),
    words="a spiral of {sites:digits} sites in {turns:digits} turns",
)
def spiral(b: Builder, *, turns: int, sites: int, clockwise: bool = True) -> Graph:
    """A spiral of vertices from the middle outwards, such as the board of Mehen.

    Args:
        turns: how often it goes around
        sites: how many vertices it has
        clockwise: the way it turns
    """
    return built(b, rings.spiral, turns, sites, clockwise=clockwise)


@ludeme(
    "concentric",
    later=("steps",),
    source=f"{SHAPES}/concentric/ConcentricRegular.java",
    examples=("(concentric Square rings:3)", "(concentric Hexagon rings:3 joinCorners:True)"),
    words="{rings} {shape|Triangle=triangles|Square=squares|Hexagon=hexagons} inside each other",
)
def concentric(
    b: Builder,
    shape: Ring,
    *,
    rings: int = 3,
    midpoints: bool = True,
    join_midpoints: bool = True,
    join_corners: bool = False,
) -> Graph:
    """Rings of one shape around each other, such as the boards of Morris games.

    Args:
        shape: the shape of the rings
        rings: how many there are
        midpoints: there are vertices in the middles of sides
        join_midpoints: middles of sides are joined from ring to ring
        join_corners: corners are joined from ring to ring
    """
    return built(b, concentric_regular, SIDES[shape], rings, b.board.use, midpoints=midpoints,
                 join_midpoints=join_midpoints, join=join_corners)  # fmt: skip


@ludeme(
    "concentric",
    source=f"{SHAPES}/concentric/ConcentricRegular.java",
    examples=("(concentric sides:5 rings:3)",),
    words="{rings} polygons of {sides} sides inside each other",
)
def concentric_sides(
    b: Builder,
    *,
    sides: int,
    rings: int = 3,
    midpoints: bool = True,
    join_midpoints: bool = True,
    join_corners: bool = False,
) -> Graph:
    """Rings of any number of sides around each other.

    Args:
        sides: how many sides each has
        rings: how many there are
        midpoints: there are vertices in the middles of sides
        join_midpoints: middles of sides are joined from ring to ring
        join_corners: corners are joined from ring to ring
    """
    return built(b, concentric_regular, sides, rings, b.board.use, midpoints=midpoints,
                 join_midpoints=join_midpoints, join=join_corners)  # fmt: skip


@ludeme(
    "concentric",
    source=f"{SHAPES}/concentric/ConcentricCircle.java",
    examples=("(concentric {8})", "(concentric {0 8})", "(concentric {1 4 8} stagger:True)"),
    words="round rings inside each other, of {counts} sites",
)
def wheel(b: Builder, counts: tuple[int, ...], *, stagger: bool = False) -> Graph:
    """Round rings around each other, each divided into cells or vertices.

    Args:
        counts: the cells or vertices of each ring from the inside; the first is 0 for no middle
            or 1 for one; a ring of vertices with a negative count has no edges along it
        stagger: every second ring is turned by half a cell
    """
    return built(b, rings.wheel, counts, b.board.use, stagger=stagger)

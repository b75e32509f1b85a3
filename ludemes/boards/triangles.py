"""Boards on the triangular tiling."""

from __future__ import annotations

from interpreter.board.editing.operators import Polygon
from interpreter.board.graph import Graph
from interpreter.board.shapes import triangles
from interpreter.language.catalogue import ludeme
from interpreter.rules.builder import Builder
from ludemes.boards.making import GENERATORS, Side, built


@ludeme(
    "tri",
    aliases=("tri Triangle",),
    source=f"{GENERATORS}/basis/tri/TriangleOnTri.java",
    examples=("(tri 8)",),
    words="a triangle of triangles, {side:digits} to a side",
)
def triangle(b: Builder, side: Side) -> Graph:
    """A triangle on the triangular tiling.

    Args:
        side: cells along its sides, or vertices where pieces stand on vertices
    """
    return built(b, triangles.tri_triangle, side, b.board.use)


@ludeme(
    "tri",
    source=f"{GENERATORS}/basis/tri/CustomOnTri.java",
    examples=("(tri {4 3 -1 2 3})",),
    words="a shape of triangles, with sides of {sides}",
)
def tri_sides(b: Builder, sides: tuple[int, ...]) -> Graph:
    """A board on the triangular tiling with sides of given lengths.

    Args:
        sides: vertices along its sides in turn; negative where the border turns the other way
    """
    return built(b, triangles.tri_sides, sides)


@ludeme(
    "tri",
    source=f"{GENERATORS}/basis/tri/CustomOnTri.java",
    examples=("(tri (poly {{1 2} {1 6} {3 6} {3 4} {4 4} {4 2}}))",),
    words="the triangles inside an outline",
)
def tri_polygon(b: Builder, outline: Polygon) -> Graph:
    """The part of the triangular tiling that lies in an outline.

    Args:
        outline: where its vertices lie
    """
    return built(b, triangles.tri_polygon, outline.points)


@ludeme(
    "tri Hexagon",
    source=f"{GENERATORS}/basis/tri/HexagonOnTri.java",
    examples=("(tri Hexagon 5)",),
    words="a hexagon of triangles, {side:digits} to a side",
)
def tri_hexagon(b: Builder, side: Side) -> Graph:
    """A hexagon on the triangular tiling.

    Args:
        side: cells along its sides, or vertices where pieces stand on vertices
    """
    return built(b, triangles.tri_hexagon, side, b.board.use)


@ludeme(
    "tri Diamond",
    source=f"{GENERATORS}/basis/tri/DiamondOnTri.java",
    examples=("(tri Diamond 5)",),
    words="a rhombus of triangles, {side:digits} to a side",
)
def tri_diamond(b: Builder, side: Side) -> Graph:
    """A rhombus on the triangular tiling, standing on a corner.

    Args:
        side: cells along its sides, or vertices where pieces stand on vertices
    """
    return built(b, triangles.tri_diamond, side, b.board.use)


@ludeme(
    "tri Prism",
    source=f"{GENERATORS}/basis/tri/DiamondOnTri.java",
    examples=("(tri Prism 3 4)",),
    words=(
        "a hexagon of triangles, with sides of {side:digits} and {other:digits}",
        "a hexagon of triangles, {side:digits} to a side",
    ),
)
def tri_prism(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon on the triangular tiling, with sides of two lengths.

    Args:
        side: cells along the slanted sides, or vertices
        other: cells along the upright sides, or vertices; as many if not given
    """
    return built(b, triangles.tri_prism, side, side if other is None else other, b.board.use)


@ludeme(
    "tri Rectangle",
    aliases=("tri Square",),
    source=f"{GENERATORS}/basis/tri/RectangleOnTri.java",
    examples=("(tri Rectangle 4 6)",),
    words=(
        "{rows:digits} rows of {columns:digits} triangles",
        "{rows:digits} rows of {rows:digits} triangles",
    ),
)
def tri_rectangle(b: Builder, rows: Side, columns: Side | None = None) -> Graph:
    """Rows of triangles, every second one moved by half a step.

    Args:
        rows: its rows of cells, or of vertices
        columns: cells or vertices in a row; as many as rows if not given
    """
    return built(
        b, triangles.tri_rectangle, rows, rows if columns is None else columns, b.board.use
    )


@ludeme(
    "tri Star",
    source=f"{GENERATORS}/basis/tri/StarOnTri.java",
    examples=("(tri Star 3)",),
    words="a six-pointed star of triangles, {side:digits} to a side of each point",
)
def tri_star(b: Builder, side: Side) -> Graph:
    """A star with six points, on the triangular tiling: the board of Chinese Checkers.

    Args:
        side: edges along the sides of its points
    """
    return built(b, triangles.tri_star, side)


@ludeme(
    "tri Limping",
    source=f"{GENERATORS}/basis/tri/Tri.java",
    examples=("(tri Limping 4)",),
    words="a hexagon of triangles, {side:digits} to a side and one more to every second side",
)
def tri_limping(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon on the triangular tiling with every second side longer by one.

    Args:
        side: vertices along the shorter sides
        other: without effect, but some rule files write it
    """
    return built(b, triangles.tri_limping, side)

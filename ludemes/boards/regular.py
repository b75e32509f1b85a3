"""Boards on the square, hexagonal and triangular tilings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Annotated, ParamSpec
from weakref import WeakKeyDictionary

from interpreter.board.editing.operators import Polygon
from interpreter.board.graph import BoardError, Graph
from interpreter.board.shapes import hexagons, squares, triangles
from interpreter.board.shapes.squares import Diagonals
from interpreter.language.catalogue import ludeme
from interpreter.language.signatures import Between
from interpreter.rules.builder import Builder
from interpreter.text.errors import LudError

GENERATORS = "functions/graph/generators"
# vertices and edges of all the graphs that a board is made of
MOST_DRAWN = 200_000
# coordinates are at most so large
FARTHEST = 1e6

Side = Annotated[int, Between(2, 12)]
P = ParamSpec("P")

_drawn: WeakKeyDictionary[Builder, int] = WeakKeyDictionary()


def built(b: Builder, make: Callable[P, Graph], *args: P.args, **kwargs: P.kwargs) -> Graph:
    """A graph; what is wrong with its size becomes a message with the position of the ludeme."""
    try:
        graph = make(*args, **kwargs)
    except BoardError as error:
        raise LudError(str(error)) from None
    if max(map(abs, chain.from_iterable(graph.vertices)), default=0.0) > FARTHEST:
        raise LudError(f"a vertex lies farther than {FARTHEST:.0f} from the origin")
    _drawn[b] = _drawn.get(b, 0) + len(graph.vertices) + len(graph.edges)
    if _drawn[b] > MOST_DRAWN:
        raise LudError(f"the board takes more than {MOST_DRAWN} vertices and edges to make")
    return graph


# Square tiling


@ludeme(
    "square",
    aliases=("square Square",),
    later=("pyramidal",),
    source=f"{GENERATORS}/basis/square/RectangleOnSquare.java",
    examples=("(square 8)", "(square 5 diagonals:Alternating)"),
    words="a square of {side:digits} by {side:digits} sites",
)
def square(b: Builder, side: Side, *, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A square board.

    Args:
        side: cells along each side, or vertices where pieces stand on vertices
        diagonals: the diagonals drawn into its cells
    """
    return built(b, squares.square, side, b.board.use, diagonals)


@ludeme(
    "square Limping",
    later=("pyramidal",),
    source=f"{GENERATORS}/basis/square/Square.java",
    examples=("(square Limping 5)",),
    words="a rectangle of {rows:digits} rows of sites, with one column more than rows",
)
def square_limping(b: Builder, rows: Side, *, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A rectangle with one column more than rows.

    Args:
        rows: its rows
        diagonals: the diagonals drawn into its cells
    """
    return built(b, squares.square_limping, rows, b.board.use, diagonals)


@ludeme(
    "square Diamond",
    later=("pyramidal",),
    source=f"{GENERATORS}/basis/square/DiamondOnSquare.java",
    examples=("(square Diamond 4)",),
    words="a diamond of squares, {side:digits} sites along each slanted side",
)
def square_diamond(b: Builder, side: Side, *, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A diamond on the square tiling.

    Args:
        side: vertices along each slanted side
        diagonals: the diagonals drawn into its cells
    """
    return built(b, squares.square_diamond, side, diagonals)


@ludeme(
    "square",
    source=f"{GENERATORS}/basis/square/CustomOnSquare.java",
    examples=("(square (poly {{1 2} {1 6} {3 6} {3 4} {4 4} {4 2}}))",),
    words="the part of a square grid inside an outline",
)
def square_polygon(
    b: Builder, outline: Polygon, *, diagonals: Diagonals = Diagonals.Implied
) -> Graph:
    """The part of the square tiling that lies in an outline.

    Args:
        outline: where its vertices lie
        diagonals: the diagonals drawn into its cells
    """
    return built(b, squares.square_polygon, outline.points, diagonals)


@ludeme(
    "square",
    source=f"{GENERATORS}/basis/square/CustomOnSquare.java",
    examples=("(square {4 3 -1 2 3})",),
    words="a shape cut from a square grid, with sides of {sides} sites",
)
def square_sides(
    b: Builder, sides: tuple[int, ...], *, diagonals: Diagonals = Diagonals.Implied
) -> Graph:
    """A board on the square tiling with sides of given lengths.

    Args:
        sides: edges along its sides in turn; negative where the border turns the other way
        diagonals: the diagonals drawn into its cells
    """
    return built(b, squares.square_sides, sides, diagonals)


@ludeme(
    "rectangle",
    source=f"{GENERATORS}/shape/Rectangle.java",
    examples=("(rectangle 4 6)", "(rectangle 5 5 diagonals:Alternating)"),
    words="a square of {rows:digits} by {rows:digits} sites",
)
def rectangle(
    b: Builder,
    rows: Side,
    columns: Side | None = None,
    *,
    diagonals: Diagonals = Diagonals.Implied,
) -> Graph:
    """A rectangular board.

    Args:
        rows: rows of cells, or of vertices where pieces stand on vertices
        columns: columns; as many as rows if not given
        diagonals: the diagonals drawn into its cells
    """
    return built(
        b, squares.rectangle, rows, rows if columns is None else columns, b.board.use, diagonals
    )


# Hexagonal tiling


@ludeme(
    "hex",
    aliases=("hex Hexagon",),
    source=f"{GENERATORS}/basis/hex/HexagonOnHex.java",
    examples=("(hex 5)", "(hex 4 5)"),
    words=(
        "a hexagon of hexagons, with sides of {side:digits} and {other:digits} in turn",
        "a hexagon of hexagons, {side:digits} to a side",
    ),
)
def hexagon(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon of hexagons.

    Args:
        side: cells along its sides
        other: cells along every second side; as many as along the others if not given
    """
    if other is None:
        return built(b, hexagons.hex_hexagon, side)
    return built(b, hexagons.hex_sides, (side, other))


@ludeme(
    "hex",
    source=f"{GENERATORS}/basis/hex/CustomOnHex.java",
    examples=("(hex {4 3 -1 2 3})",),
    words="a shape of hexagons, with sides of {sides}",
)
def hex_sides(b: Builder, sides: tuple[int, ...]) -> Graph:
    """A board of hexagons with sides of given lengths.

    Args:
        sides: cells along its sides in turn; negative where the border turns the other way
    """
    return built(b, hexagons.hex_sides, sides)


@ludeme(
    "hex",
    source=f"{GENERATORS}/basis/hex/CustomOnHex.java",
    examples=("(hex (poly {{1 2} {1 6} {3 6} {3 4} {4 4} {4 2}}))",),
    words="the hexagons inside an outline",
)
def hex_polygon(b: Builder, outline: Polygon) -> Graph:
    """The hexagons that lie in an outline.

    Args:
        outline: where their middles lie
    """
    return built(b, hexagons.hex_polygon, outline.points)


@ludeme(
    "hex Diamond",
    source=f"{GENERATORS}/basis/hex/DiamondOnHex.java",
    examples=("(hex Diamond 11)",),
    words="a rhombus of {side:digits} by {side:digits} hexagons",
)
def hex_diamond(b: Builder, side: Side) -> Graph:
    """A rhombus of hexagons, standing on a corner: the board of Hex.

    Args:
        side: cells along its sides
    """
    return built(b, hexagons.hex_diamond, side)


@ludeme(
    "hex Prism",
    source=f"{GENERATORS}/basis/hex/DiamondOnHex.java",
    examples=("(hex Prism 3 4)",),
    words="a hexagon of hexagons standing on a corner, {side:digits} to a side",
)
def hex_prism(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon of hexagons standing on a corner, with sides of two lengths.

    Args:
        side: cells along the slanted sides
        other: cells along the upright sides; as many if not given
    """
    return built(b, hexagons.hex_prism, side, side if other is None else other)


@ludeme(
    "hex Triangle",
    source=f"{GENERATORS}/basis/hex/TriangleOnHex.java",
    examples=("(hex Triangle 9)",),
    words="a triangle of hexagons, {side:digits} to a side",
)
def hex_triangle(b: Builder, side: Side) -> Graph:
    """A triangle of hexagons.

    Args:
        side: cells along its sides
    """
    return built(b, hexagons.hex_triangle, side)


@ludeme(
    "hex Rectangle",
    aliases=("hex Square",),
    source=f"{GENERATORS}/basis/hex/RectangleOnHex.java",
    examples=("(hex Rectangle 4 6)",),
    words=(
        "{rows:digits} rows of {columns:digits} hexagons",
        "{rows:digits} rows of {rows:digits} hexagons",
    ),
)
def hex_rectangle(b: Builder, rows: Side, columns: Side | None = None) -> Graph:
    """Rows of hexagons, every second one moved by half a cell.

    Args:
        rows: its rows
        columns: cells in a row; as many as rows if not given
    """
    return built(b, hexagons.hex_rectangle, rows, rows if columns is None else columns)


@ludeme(
    "hex Star",
    source=f"{GENERATORS}/basis/hex/StarOnHex.java",
    examples=("(hex Star 3)",),
    words="a six-pointed star of hexagons, {side:digits} to a side of each point",
)
def hex_star(b: Builder, side: Side) -> Graph:
    """A star with six points, of hexagons.

    Args:
        side: cells along the sides of its points
    """
    return built(b, hexagons.hex_star, side)


@ludeme(
    "hex Limping",
    source=f"{GENERATORS}/basis/hex/Hex.java",
    examples=("(hex Limping 4)",),
    words="a hexagon of hexagons, {side:digits} to a side and one more to every second side",
)
def hex_limping(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon of hexagons with every second side longer by one.

    Args:
        side: cells along the shorter sides
        other: without effect, but some rule files write it
    """
    return built(b, hexagons.hex_limping, side)


# Triangular tiling


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

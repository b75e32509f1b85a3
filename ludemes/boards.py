"""Boards: graphs on the square, hexagonal and triangular tilings, and the operators on graphs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ParamSpec

from interpreter import graph, tilings
from interpreter.builder import Builder
from interpreter.catalogue import ludeme
from interpreter.errors import LudError
from interpreter.graph import BoardError, Graph
from interpreter.tilings import Diagonals
from interpreter.types import Between

GENERATORS = "functions/graph/generators"
OPERATORS = "functions/graph/operators"

Side = Annotated[int, Between(2, 12)]
P = ParamSpec("P")


def _built(make: Callable[P, Graph], *args: P.args, **kwargs: P.kwargs) -> Graph:
    """A graph; what is wrong with its size becomes a message with the position of the ludeme."""
    try:
        return make(*args, **kwargs)
    except BoardError as error:
        raise LudError(str(error)) from None


# Square tiling


@ludeme(
    "square",
    aliases=("square Square",),
    later=("pyramidal",),
    source=f"{GENERATORS}/basis/square/RectangleOnSquare.java",
    examples=("(square 8)", "(square 5 diagonals:Alternating)"),
)
def square(b: Builder, side: Side, *, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A square board.

    Args:
        side: cells along each side, or vertices where pieces stand on vertices
        diagonals: the diagonals drawn into its cells
    """
    return _built(tilings.square, side, b.use, diagonals)


@ludeme(
    "square Limping",
    later=("pyramidal",),
    source=f"{GENERATORS}/basis/square/Square.java",
    examples=("(square Limping 5)",),
)
def square_limping(b: Builder, rows: Side, *, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A rectangle with one column more than rows.

    Args:
        rows: its rows
        diagonals: the diagonals drawn into its cells
    """
    return _built(tilings.square_limping, rows, b.use, diagonals)


@ludeme(
    "square Diamond",
    later=("pyramidal",),
    source=f"{GENERATORS}/basis/square/DiamondOnSquare.java",
    examples=("(square Diamond 4)",),
)
def square_diamond(b: Builder, side: Side, *, diagonals: Diagonals = Diagonals.Implied) -> Graph:
    """A diamond on the square tiling.

    Args:
        side: vertices along each slanted side
        diagonals: the diagonals drawn into its cells
    """
    return _built(tilings.square_diamond, side, diagonals)


@ludeme(
    "rectangle",
    source=f"{GENERATORS}/shape/Rectangle.java",
    examples=("(rectangle 4 6)", "(rectangle 5 5 diagonals:Alternating)"),
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
    return _built(tilings.rectangle, rows, rows if columns is None else columns, b.use, diagonals)


# Hexagonal tiling


@ludeme(
    "hex",
    aliases=("hex Hexagon",),
    source=f"{GENERATORS}/basis/hex/HexagonOnHex.java",
    examples=("(hex 5)", "(hex 4 5)"),
)
def hexagon(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon of hexagons.

    Args:
        side: cells along its sides
        other: cells along every second side; as many as along the others if not given
    """
    if other is None:
        return _built(tilings.hex_hexagon, side)
    return _built(tilings.hex_sides, (side, other))


@ludeme(
    "hex",
    source=f"{GENERATORS}/basis/hex/CustomOnHex.java",
    examples=("(hex {4 3 -1 2 3})",),
)
def hex_sides(b: Builder, sides: tuple[int, ...]) -> Graph:
    """A board of hexagons with sides of given lengths.

    Args:
        sides: cells along its sides in turn; negative where the border turns the other way
    """
    return _built(tilings.hex_sides, sides)


@ludeme(
    "hex Diamond",
    source=f"{GENERATORS}/basis/hex/DiamondOnHex.java",
    examples=("(hex Diamond 11)",),
)
def hex_diamond(b: Builder, side: Side) -> Graph:
    """A rhombus of hexagons, standing on a corner: the board of Hex.

    Args:
        side: cells along its sides
    """
    return _built(tilings.hex_diamond, side)


@ludeme(
    "hex Prism",
    source=f"{GENERATORS}/basis/hex/DiamondOnHex.java",
    examples=("(hex Prism 3 4)",),
)
def hex_prism(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon of hexagons standing on a corner, with sides of two lengths.

    Args:
        side: cells along the slanted sides
        other: cells along the upright sides; as many if not given
    """
    return _built(tilings.hex_prism, side, side if other is None else other)


@ludeme(
    "hex Triangle",
    source=f"{GENERATORS}/basis/hex/TriangleOnHex.java",
    examples=("(hex Triangle 9)",),
)
def hex_triangle(b: Builder, side: Side) -> Graph:
    """A triangle of hexagons.

    Args:
        side: cells along its sides
    """
    return _built(tilings.hex_triangle, side)


@ludeme(
    "hex Rectangle",
    aliases=("hex Square",),
    source=f"{GENERATORS}/basis/hex/RectangleOnHex.java",
    examples=("(hex Rectangle 4 6)",),
)
def hex_rectangle(b: Builder, rows: Side, columns: Side | None = None) -> Graph:
    """Rows of hexagons, every second one moved by half a cell.

    Args:
        rows: its rows
        columns: cells in a row; as many as rows if not given
    """
    return _built(tilings.hex_rectangle, rows, rows if columns is None else columns)


@ludeme(
    "hex Star",
    source=f"{GENERATORS}/basis/hex/StarOnHex.java",
    examples=("(hex Star 3)",),
)
def hex_star(b: Builder, side: Side) -> Graph:
    """A star with six points, of hexagons.

    Args:
        side: cells along the sides of its points
    """
    return _built(tilings.hex_star, side)


@ludeme(
    "hex Limping",
    source=f"{GENERATORS}/basis/hex/Hex.java",
    examples=("(hex Limping 4)",),
)
def hex_limping(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon of hexagons with every second side longer by one.

    Args:
        side: cells along the shorter sides
        other: without effect, but some rule files write it
    """
    return _built(tilings.hex_limping, side)


# Triangular tiling


@ludeme(
    "tri",
    aliases=("tri Triangle",),
    source=f"{GENERATORS}/basis/tri/TriangleOnTri.java",
    examples=("(tri 8)",),
)
def triangle(b: Builder, side: Side) -> Graph:
    """A triangle on the triangular tiling.

    Args:
        side: cells along its sides, or vertices where pieces stand on vertices
    """
    return _built(tilings.tri_triangle, side, b.use)


@ludeme(
    "tri",
    source=f"{GENERATORS}/basis/tri/CustomOnTri.java",
    examples=("(tri {4 3 -1 2 3})",),
)
def tri_sides(b: Builder, sides: tuple[int, ...]) -> Graph:
    """A board on the triangular tiling with sides of given lengths.

    Args:
        sides: vertices along its sides in turn; negative where the border turns the other way
    """
    return _built(tilings.tri_sides, sides)


@ludeme(
    "tri Hexagon",
    source=f"{GENERATORS}/basis/tri/HexagonOnTri.java",
    examples=("(tri Hexagon 5)",),
)
def tri_hexagon(b: Builder, side: Side) -> Graph:
    """A hexagon on the triangular tiling.

    Args:
        side: cells along its sides, or vertices where pieces stand on vertices
    """
    return _built(tilings.tri_hexagon, side, b.use)


@ludeme(
    "tri Diamond",
    source=f"{GENERATORS}/basis/tri/DiamondOnTri.java",
    examples=("(tri Diamond 5)",),
)
def tri_diamond(b: Builder, side: Side) -> Graph:
    """A rhombus on the triangular tiling, standing on a corner.

    Args:
        side: cells along its sides, or vertices where pieces stand on vertices
    """
    return _built(tilings.tri_diamond, side, b.use)


@ludeme(
    "tri Prism",
    source=f"{GENERATORS}/basis/tri/DiamondOnTri.java",
    examples=("(tri Prism 3 4)",),
)
def tri_prism(b: Builder, side: Side, other: Side | None = None) -> Graph:
    """A hexagon on the triangular tiling, with sides of two lengths.

    Args:
        side: cells along the slanted sides, or vertices
        other: cells along the upright sides, or vertices; as many if not given
    """
    return _built(tilings.tri_prism, side, side if other is None else other, b.use)


@ludeme(
    "tri Rectangle",
    aliases=("tri Square",),
    source=f"{GENERATORS}/basis/tri/RectangleOnTri.java",
    examples=("(tri Rectangle 4 6)",),
)
def tri_rectangle(b: Builder, rows: Side, columns: Side | None = None) -> Graph:
    """Rows of triangles, every second one moved by half a step.

    Args:
        rows: its rows of cells, or of vertices
        columns: cells or vertices in a row; as many as rows if not given
    """
    return _built(tilings.tri_rectangle, rows, rows if columns is None else columns, b.use)


@ludeme(
    "tri Star",
    source=f"{GENERATORS}/basis/tri/StarOnTri.java",
    examples=("(tri Star 3)",),
)
def tri_star(b: Builder, side: Side) -> Graph:
    """A star with six points, on the triangular tiling: the board of Chinese Checkers.

    Args:
        side: edges along the sides of its points
    """
    return _built(tilings.tri_star, side)


@ludeme(
    "tri Limping",
    source=f"{GENERATORS}/basis/tri/Tri.java",
    examples=("(tri Limping 4)",),
)
def tri_limping(b: Builder, side: Side) -> Graph:
    """A hexagon on the triangular tiling with every second side longer by one.

    Args:
        side: vertices along the shorter sides
    """
    return _built(tilings.tri_limping, side)


# Operators


@ludeme(
    "rotate",
    source=f"{OPERATORS}/Rotate.java",
    examples=("(rotate 90 (hex 5))",),
)
def rotate(b: Builder, degrees: float, board: Graph) -> Graph:
    """A board turned around its middle; its sites keep their numbers.

    Args:
        degrees: how far, counter-clockwise
        board: the board to turn
    """
    return graph.rotate(board, degrees)


@ludeme(
    "shift",
    source=f"{OPERATORS}/Shift.java",
    examples=("(shift 0 10 (square 5))",),
)
def shift(b: Builder, dx: float, dy: float, board: Graph) -> Graph:
    """A board moved to another place.

    Args:
        dx: how far to the right
        dy: how far up
        board: the board to move
    """
    return graph.shift(board, dx, dy)


@ludeme(
    "scale",
    source=f"{OPERATORS}/Scale.java",
    examples=("(scale 2 (square 5))",),
)
def scale(b: Builder, size: float, board: Graph) -> Graph:
    """A board enlarged.

    Args:
        size: how much larger
        board: the board to enlarge
    """
    return graph.scale(board, size, size)


@ludeme(
    "scale",
    source=f"{OPERATORS}/Scale.java",
    examples=("(scale 2 0.5 (square 5))",),
)
def stretch(b: Builder, width: float, height: float, board: Graph) -> Graph:
    """A board stretched.

    Args:
        width: how much wider
        height: how much higher
        board: the board to stretch
    """
    return graph.scale(board, width, height)


@ludeme(
    "intersect",
    source=f"{OPERATORS}/Intersect.java",
    examples=("(intersect (square 4) (rectangle 2 5))",),
)
def intersect(b: Builder, first: Graph, second: Graph) -> Graph:
    """What two boards have in common, vertex by vertex and edge by edge.

    Args:
        first: the board whose numbering is kept
        second: another board
    """
    return graph.intersect((first, second))


@ludeme(
    "intersect",
    source=f"{OPERATORS}/Intersect.java",
    examples=("(intersect {(rectangle 6 2) (square 4) (rectangle 7 2)})",),
)
def intersect_all(b: Builder, boards: tuple[Graph, ...]) -> Graph:
    """What several boards have in common, vertex by vertex and edge by edge.

    Args:
        boards: the boards; the numbering of the first is kept
    """
    return graph.intersect(boards)
